//! Article HTML and CSS to what can be pasted into WeChat, saved as a page or printed.
//!
//! A host renders blocks, cleans those that hold raw HTML with [`sanitize`], joins them in one root, asks
//! [`slots`] what is still to be filled, and hands everything to [`export_article`]. The crate does no input or
//! output, knows no clock and never fails: same input, same bytes.
//!
//! Start reading at [`export_article`]; the way to WeChat is `wechat::run`, explained in docs/copy-chain.md.
//!
//! ```
//! use moyan_export::{ExportRequest, Target, export_article};
//!
//! let request = ExportRequest {
//!     target: Target::Wechat,
//!     html: "<section class=\"article\"><h2>标题</h2></section>".into(),
//!     css: ".article { --color: #0F4C81; } h2 { color: var(--color); margin: 0 }".into(),
//!     fills: Vec::new(),
//!     title: String::new(),
//!     language: String::new(),
//! };
//! let exported = export_article(&request);
//! assert!(exported.html.contains("color:#0f4c81"));
//! ```

#![deny(missing_docs)]

mod check;
mod css;
mod dark;
mod fill_slots;
mod findings;
mod html_elements;
mod numbering;
mod page;
#[cfg(any(feature = "pages", test))]
mod pages;
mod plain;
mod request;
mod sanitize;
mod slot;
mod style;
mod svg;
mod text;
mod tree;
#[cfg(target_arch = "wasm32")]
mod wasm;
mod wechat;

pub use dark::darken;
pub use fill_slots::slots;
pub use findings::Finding;
#[cfg(any(feature = "pages", test))]
pub use pages::{
    Address, Cut, Excerpt, PageAddress, count_visible_chars, excerpt, image_addresses, page_block,
    page_markdown, visible_text,
};
pub use request::{ExportRequest, Exported, Target};
pub use sanitize::sanitize;
pub use slot::{Fill, Slot, SlotKind};

use findings::Findings;
use tree::Tree;

/// Makes of an article what its target can take.
///
/// - Never fails: what cannot be kept is left out and named in [`Exported::findings`].
/// - The same request gives the same bytes on every machine.
/// - Source: specification §2, export and copy.
pub fn export_article(request: &ExportRequest) -> Exported {
    let mut findings = Findings::default();
    let mut tree = Tree::parse(&request.html);
    fill_slots::fill(&mut tree, &request.fills, &mut findings);
    let text = text::plain_text(&tree);
    let html = match request.target {
        Target::Preview => tree.to_html(),
        Target::Html => page::page(&tree, request),
        Target::Plain => {
            plain::reduce(&mut tree);
            tree.to_html()
        }
        Target::Wechat => {
            wechat::run(&mut tree, &request.css, &mut findings);
            let html = tree.to_html();
            check::check(&tree, &html, &mut findings);
            html
        }
    };
    Exported {
        html,
        text,
        findings: findings.into_vec(),
    }
}
