//! Source code to spans with the class names of highlight.js.
//!
//! The crate colors the code blocks of articles: in a web worker, on the command line and on the server,
//! with the same bytes as the result. It knows grammars (syntect) and the class names that the themes of
//! highlight.js style. It knows nothing about Markdown, pages or colors.
//!
//! Start reading at [`Highlighter`]. The grammars are one file, `assets/grammars.packdump`: native hosts have it
//! built in, and the web app serves it beside the module.

mod diff;
pub mod dump;
mod error;
mod highlighter;
mod languages;
mod limits;
mod parser;
mod rules;
mod selector;
mod spans;
#[cfg(not(target_arch = "wasm32"))]
mod themes;
#[cfg(target_arch = "wasm32")]
pub mod wasm;

pub use error::HighlightError;
pub use highlighter::{Highlighter, Token};
pub use limits::{MAX_BLOCK_BYTES, MAX_BLOCK_STEPS, MAX_LINE_BYTES};
#[cfg(not(target_arch = "wasm32"))]
pub use rules::rule_scopes;
#[cfg(not(target_arch = "wasm32"))]
pub use themes::{THEMES, Theme, theme_css};
