//! Markdown text to HTML blocks, front matter, statistics and theme CSS.
//!
//! Pure Rust: no files, no clock, no environment, so every host gets the same bytes for the same text. It does
//! not know who shows the HTML, how code is colored or how formulas are drawn: it leaves slots for those, as
//! `docs/article-html.md` says.
//!
//! ```
//! use moyan_article::{render, Engine, RenderOptions};
//!
//! // Once:
//! let article = render("---\ntitle: 墨砚\n---\n# 你好\n\n$5 和 **“加粗”**紧跟中文", &RenderOptions::default());
//! assert_eq!(article.blocks[1].html, "<p>$5 和 <strong>“加粗”</strong>紧跟中文</p>");
//! assert_eq!(article.blocks[1].start_line, 6);
//! assert_eq!(article.info.front_matter.title.as_deref(), Some("墨砚"));
//! assert_eq!(article.info.headings[0].id, "你好");
//!
//! // While typing:
//! let mut engine = Engine::new(RenderOptions::default());
//! engine.update("一\n\n二");
//! let patch = engine.update("一\n\n二二");
//! assert_eq!(patch.ops[0].insert[0].html, "<p>二二</p>");
//! ```
//!
//! Start reading at [`Engine`] for the flow of an update and at [`markdown`] for the Markdown itself.

mod block;
pub mod cjk_spacing;
mod engine;
pub mod error;
pub mod front_matter;
mod localized_text;
pub mod markdown;
mod options;
mod patch;
pub mod script;
pub mod slug;
pub mod stats;
pub mod theme;
pub mod warning;
#[cfg(target_arch = "wasm32")]
pub mod wasm;

pub use block::{Article, ArticleInfo, Block, Heading};
pub use cjk_spacing::format_source;
pub use engine::{Engine, render};
pub use error::EngineError;
pub use front_matter::FrontMatter;
pub use options::{Language, Legend, RenderOptions};
pub use patch::{Patch, PatchOp};
pub use stats::Stats;
pub use theme::{StyleOptions, theme_css};
pub use warning::Warning;
