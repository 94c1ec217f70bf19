//! Markdown text to HTML blocks, front matter, statistics and theme CSS.

pub mod cjk_spacing;
pub mod error;
pub mod front_matter;
pub mod script;
pub mod slug;
pub mod stats;
pub mod theme;
pub mod warning;

pub use error::EngineError;
pub use warning::Warning;
