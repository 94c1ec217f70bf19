//! A model of what WeChat's editor drops on paste and save, as far as it is known. What the chain makes must pass
//! it unchanged, for every theme and the whole tour of features.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "a test that cannot read its fixture has failed"
)]

mod support;

use moyan_article::theme::Theme;
use moyan_export::{ExportRequest, Target, export_article};
use support::copied;

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
        let twice = export_article(&request).html;
        let differs = once
            .bytes()
            .zip(twice.bytes())
            .position(|(one, other)| one != other);
        let around = |html: &str| {
            let from = html.floor_char_boundary(differs.unwrap_or_default().saturating_sub(200));
            html[from..].chars().take(400).collect::<String>()
        };
        assert!(once == twice, "{theme}:\n{}\n{}", around(&once), around(&twice));
    }
}
