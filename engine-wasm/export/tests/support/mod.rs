//! The tour of features as it is copied, for tests that look at whole articles.

#![allow(dead_code, reason = "each test uses a part of it")]

use moyan_article::theme::{StyleOptions, Theme};
use moyan_article::{RenderOptions, render, theme_css};
use moyan_export::{ExportRequest, Fill, SlotKind, Target, export_article, sanitize, slots};

/// Every feature of the editor once.
pub const TOUR: &str = include_str!("../fixtures/tour.md");
const CODE_THEME: &str = "pre code.hljs { display: block; overflow-x: auto; padding: 1em } .hljs { background: #282c34; color: #abb2bf } \
    .hljs-keyword { color: #c678dd } .hljs-comment { color: #5c6370; font-style: italic }";
const FORMULA: &str = "<svg class=\"x\" height=\"2ex\" style=\"vertical-align:-.2ex\" viewBox=\"0 0 9 4\" width=\"5ex\"><path d=\"M0 0H9V4H0z\" fill=\"currentColor\"/></svg>";
const DIAGRAM: &str = "<svg id=\"m1\" width=\"100%\" viewBox=\"0 0 200 100\" style=\"max-width: 200px;\"><style>#m1 .node rect{fill:#ECECFF;stroke:#9370DB}#m1 .edge{stroke:#333;fill:none}#m1 .label{color:#333;font-size:16px}</style>\
    <defs><marker id=\"m1-arrow\" viewBox=\"0 0 10 10\" refX=\"5\" refY=\"5\" markerWidth=\"8\" markerHeight=\"8\" orient=\"auto\"><path d=\"M 0 0 L 10 5 L 0 10 z\"/></marker></defs>\
    <g class=\"node\"><rect width=\"60\" height=\"40\"/><foreignObject x=\"10\" y=\"10\" width=\"40\" height=\"20\"><div class=\"label\"><span><p>开始</p></span></div></foreignObject></g>\
    <path class=\"edge\" d=\"M60,20L140,20\" marker-end=\"url(#m1-arrow)\"/></svg>";

/// Every kind of mark in every box that has a color of its own.
pub fn marks() -> String {
    let marks = "字 ==亮== `码` **粗** *斜* ~~删~~ ++线++ [链](https://mp.weixin.qq.com/s/a) [外](https://example.com)";
    let kinds = [
        "NOTE",
        "TIP",
        "INFO",
        "IMPORTANT",
        "WARNING",
        "CAUTION",
        "EXAMPLE",
    ];
    let alerts: String = kinds
        .iter()
        .map(|kind| {
            format!(
                "> [!{kind}]\n> {marks}\n> > {marks}\n>\n> - {marks}\n>\n> | {marks} |\n> | --- |\n> | {marks} |\n>\n> > [!TIP]\n> > {marks}\n\n"
            )
        })
        .collect();
    let headings: String = (1..=6)
        .map(|level| format!("{} {marks}\n\n", "#".repeat(level)))
        .collect();
    let table = format!("| {marks} |\n| --- |\n| {marks} |\n\n");
    format!(
        "{headings}{alerts}{table}> {marks}\n> > {marks}\n>\n> > [!TIP]\n> > {marks}\n\n- {marks}\n\n:::details {marks}\n{marks}\n:::\n"
    )
}

/// The tour as blocks, cleaned as every host cleans them.
pub fn article() -> String {
    rendered(TOUR)
}

fn rendered(text: &str) -> String {
    let blocks = render(
        text,
        &RenderOptions {
            count_status: true,
            citation: true,
            line_numbers: true,
            ..RenderOptions::default()
        },
    )
    .blocks;
    let html: String = blocks
        .into_iter()
        .map(|block| {
            if block.has_raw_html {
                sanitize(&block.html)
            } else {
                block.html
            }
        })
        .collect();
    format!("<section class=\"article\">{html}</section>")
}

/// The tour copied in a theme, with the keys of what was found.
pub fn copied(theme: Theme) -> (String, Vec<String>) {
    copied_in(theme, &StyleOptions::default().color)
}

/// The tour copied in a theme and a primary color.
pub fn copied_in(theme: Theme, color: &str) -> (String, Vec<String>) {
    copied_text(TOUR, theme, color)
}

/// A text copied in a theme and a primary color.
pub fn copied_text(text: &str, theme: Theme, color: &str) -> (String, Vec<String>) {
    let html = rendered(text);
    let fills = slots(&html)
        .into_iter()
        .filter_map(|slot| {
            let content = match slot.kind {
                SlotKind::Math => FORMULA.to_owned(),
                SlotKind::Diagram => DIAGRAM.to_owned(),
                SlotKind::Code => return None,
            };
            Some(Fill {
                slot,
                html: Some(content),
                error: None,
            })
        })
        .collect();
    let css = theme_css(&StyleOptions {
        theme,
        color: color.to_owned(),
        ..StyleOptions::default()
    })
    .expect("a theme")
        + CODE_THEME;
    let request = ExportRequest {
        target: Target::Wechat,
        html,
        css,
        fills,
        title: String::new(),
        language: String::new(),
    };
    let exported = export_article(&request);
    (
        exported.html,
        exported.findings.into_iter().map(|finding| finding.key).collect(),
    )
}
