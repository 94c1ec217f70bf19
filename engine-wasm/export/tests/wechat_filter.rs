//! A model of what WeChat's editor drops on paste and save, as far as it is known. What the chain makes must pass
//! it unchanged, for every theme and the whole tour of features.

#![allow(
    clippy::expect_used,
    reason = "a test that cannot read its fixture has failed"
)]

use moyan_article::theme::{StyleOptions, Theme};
use moyan_article::{RenderOptions, render, theme_css};
use moyan_export::{ExportRequest, Fill, SlotKind, Target, export_article, sanitize, slots};

const TOUR: &str = include_str!("fixtures/tour.md");
const CODE_THEME: &str = "pre code.hljs { display: block; overflow-x: auto; padding: 1em } .hljs { background: #282c34; color: #abb2bf } \
    .hljs-keyword { color: #c678dd } .hljs-comment { color: #5c6370; font-style: italic }";
const FORMULA: &str = "<svg class=\"x\" height=\"2ex\" style=\"vertical-align:-.2ex\" viewBox=\"0 0 9 4\" width=\"5ex\"><path d=\"M0 0H9V4H0z\" fill=\"currentColor\"/></svg>";
const DIAGRAM: &str = "<svg id=\"m1\" width=\"100%\" viewBox=\"0 0 200 100\" style=\"max-width: 200px;\"><style>#m1 .node rect{fill:#ECECFF;stroke:#9370DB}#m1 .edge{stroke:#333;fill:none}#m1 .label{color:#333;font-size:16px}</style>\
    <defs><marker id=\"m1-arrow\" viewBox=\"0 0 10 10\" refX=\"5\" refY=\"5\" markerWidth=\"8\" markerHeight=\"8\" orient=\"auto\"><path d=\"M 0 0 L 10 5 L 0 10 z\"/></marker></defs>\
    <g class=\"node\"><rect width=\"60\" height=\"40\"/><foreignObject x=\"10\" y=\"10\" width=\"40\" height=\"20\"><div class=\"label\"><span><p>开始</p></span></div></foreignObject></g>\
    <path class=\"edge\" d=\"M60,20L140,20\" marker-end=\"url(#m1-arrow)\"/></svg>";

fn article() -> String {
    let blocks = render(
        TOUR,
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

fn copied(theme: Theme) -> (String, Vec<String>) {
    let html = article();
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

/// Elements that are kept with their style.
const KEPT: [&str; 28] = [
    "a",
    "b",
    "br",
    "code",
    "col",
    "colgroup",
    "em",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "hr",
    "i",
    "img",
    "mp-common-profile",
    "p",
    "section",
    "span",
    "strong",
    "table",
    "tbody",
    "td",
    "tfoot",
    "th",
    "thead",
    "tr",
];
const KEPT_IN_SVG: [&str; 11] = [
    "svg", "g", "path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "text", "tspan",
];
/// Parts of values that old readers or the editor do not understand.
const LOST_VALUES: [&str; 12] = [
    "var(",
    "color-mix(",
    "oklch(",
    "oklab(",
    "hsl(",
    "lab(",
    "light-dark(",
    "env(",
    "rem;",
    "--",
    "expression",
    "javascript",
];

/// What the model finds to drop.
fn dropped(html: &str) -> Vec<String> {
    let mut lost = Vec::new();
    let mut in_svg = 0_usize;
    for piece in html.split('<').skip(1) {
        let (tag, text) = piece.split_once('>').unwrap_or((piece, ""));
        let name = tag
            .trim_start_matches('/')
            .split([' ', '/'])
            .next()
            .unwrap_or_default();
        if name == "svg" && !tag.ends_with('/') {
            in_svg = if tag.starts_with('/') {
                in_svg.saturating_sub(1)
            } else {
                in_svg + 1
            };
        }
        if !KEPT.contains(&name) && !KEPT_IN_SVG.contains(&name) {
            lost.push(format!("element {name}"));
        }
        for attribute in tag.split("\" ").filter_map(|part| part.split_once("=\"")) {
            let key = attribute.0.rsplit(' ').next().unwrap_or_default();
            let value = attribute.1.trim_end_matches(['"', '/']);
            let card = name == "mp-common-profile" && key.starts_with("data-");
            if !card
                && (["id", "class", "name", "title", "lang"].contains(&key) && name != "img"
                    || key.starts_with("data-")
                    || key.starts_with("on"))
            {
                lost.push(format!("attribute {key} of {name}"));
            }
            if value.starts_with('#') && key == "href" || value.contains("url(#") {
                lost.push(format!("reference {value}"));
            }
            if key == "style" {
                lost.extend(
                    LOST_VALUES
                        .iter()
                        .filter(|part| value.contains(**part))
                        .map(|part| format!("{part} in {value}")),
                );
                for property in ["position", "top", "left", "list-style", "cursor", "float-"] {
                    if value
                        .split(';')
                        .any(|one| one.split(':').next() == Some(property))
                    {
                        lost.push(format!("property {property}"));
                    }
                }
            }
        }
        if in_svg == 0 && text == " " {
            lost.push("a text of one space".to_owned());
        }
    }
    lost
}

#[test]
fn nothing_is_left_for_wechat_to_drop() {
    for theme in Theme::ALL {
        let (html, findings) = copied(theme);
        assert_eq!(dropped(&html), Vec::<String>::new(), "{theme}");
        assert!(
            !findings
                .iter()
                .any(|key| key.starts_with("export.rule") || key.starts_with("export.css")),
            "{theme}: {findings:?}"
        );
    }
}

#[test]
fn the_model_finds_what_it_should() {
    let html = "<div class=\"x\" style=\"color:var(--a);top:1px\"> <a href=\"#b\">c</a></div>";
    let lost = dropped(html);
    for part in [
        "element div",
        "attribute class of div",
        "var( in",
        "property top",
        "a text of one space",
        "reference #b",
    ] {
        assert!(
            lost.iter().any(|found| found.starts_with(part)),
            "{part}: {lost:?}"
        );
    }
}

#[test]
fn a_diagram_keeps_its_labels_and_arrows() {
    let (html, _) = copied(Theme::Classic);
    assert!(
        html.contains(">开始</text>") || html.contains(">开始</tspan>"),
        "the label is text"
    );
    assert!(
        html.contains("<polygon") || html.matches("<path").count() > 3,
        "the arrow head is a shape"
    );
}

#[test]
fn running_twice_changes_nothing_that_is_seen() {
    for theme in Theme::ALL {
        let (once, _) = copied(theme);
        let request = ExportRequest {
            target: Target::Wechat,
            html: once.clone(),
            css: String::new(),
            fills: Vec::new(),
            title: String::new(),
            language: String::new(),
        };
        assert_eq!(export_article(&request).html, once, "{theme}");
    }
}
