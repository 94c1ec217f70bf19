//! The article and the export crate each have a list of void elements; neither may import the other.
//!
//! Source: HTML Living Standard, 13.1.2 Elements, and `param`, which 13.3 writes without an end tag as well.

use moyan_article::{RenderOptions, render};
use moyan_export::{ExportRequest, Target, export_article};

const VOID: [&str; 14] = [
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track",
    "wbr",
];

const NOT_VOID: [&str; 4] = ["section", "p", "span", "details"];

/// Whether the article crate waits for an end tag: what follows then belongs to the same block.
fn article_waits_for_end(name: &str) -> bool {
    let text = format!("<{name}>\n\na\n\n</{name}>");
    let blocks = render(&text, &RenderOptions::default()).blocks;
    blocks
        .first()
        .is_some_and(|block| block.html.contains("<p>a</p>"))
}

/// Whether the export crate writes an end tag.
fn export_writes_end(name: &str) -> bool {
    let mark = "data-id=\"x\"";
    let html = match name {
        "col" => format!("<table><colgroup><{name} {mark}></colgroup></table>"),
        _ => format!("<{name} {mark}></{name}>"),
    };
    let exported = export_article(&ExportRequest {
        target: Target::Preview,
        html,
        css: String::new(),
        fills: Vec::new(),
        title: String::new(),
        language: String::new(),
    });
    assert!(exported.html.contains(mark), "{name}: {}", exported.html);
    exported.html.contains(&format!("</{name}>"))
}

#[test]
fn both_crates_know_the_same_void_elements() {
    for name in VOID {
        assert!(!article_waits_for_end(name), "article: {name}");
        assert!(!export_writes_end(name), "export: {name}");
    }
    for name in NOT_VOID {
        assert!(article_waits_for_end(name), "article: {name}");
        assert!(export_writes_end(name), "export: {name}");
    }
}
