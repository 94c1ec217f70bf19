//! What the chain makes passes the model of WeChat's filter (`wechat_model`) unchanged, on paste and on save, for every
//! theme and the whole tour of features.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "a test that cannot read its fixture has failed"
)]

mod support;
mod wechat_model;

use moyan_article::theme::Theme;
use moyan_export::{ExportRequest, Target, export_article};
use support::copied;
use wechat_model::{When, filtered, sources};

/// As this crate writes it, whatever wrote it before.
fn rewritten(html: &str) -> String {
    let request = ExportRequest {
        target: Target::Preview,
        html: html.to_owned(),
        css: String::new(),
        fills: Vec::new(),
        title: String::new(),
        language: String::new(),
    };
    export_article(&request).html
}

fn text_of(html: &str) -> String {
    let text: String = html
        .split('<')
        .map(|piece| piece.split_once('>').map_or(piece, |(_, text)| text))
        .collect();
    text.replace("&nbsp;", "\u{a0}")
}

/// The first place where two texts differ, for a message that can be read.
fn difference(one: &str, other: &str) -> String {
    let at = one
        .bytes()
        .zip(other.bytes())
        .position(|(a, b)| a != b)
        .unwrap_or(one.len().min(other.len()));
    let around = |html: &str| {
        let from = html.floor_char_boundary(at.min(html.len()).saturating_sub(200));
        html[from..].chars().take(400).collect::<String>()
    };
    format!("{}\n{}", around(one), around(other))
}

#[test]
fn nothing_is_left_for_wechat_to_drop() {
    for theme in Theme::ALL {
        let (html, findings) = copied(theme);
        let pasted = filtered(&html, When::Paste);
        let saved = filtered(&pasted, When::Save);
        for (stage, left) in [("pasted", &pasted), ("saved", &saved)] {
            let left = rewritten(left);
            assert!(left == html, "{theme}, {stage}:\n{}", difference(&html, &left));
        }
        assert!(
            !findings
                .iter()
                .any(|key| key.starts_with("export.rule") || key.starts_with("export.css")),
            "{theme}: {findings:?}"
        );
    }
}

#[test]
fn every_character_stays_spaces_in_code_included() {
    let (html, _) = copied(Theme::Classic);
    let text = text_of(&html);
    assert!(
        text.contains("b;\u{a0}\u{a0}\u{a0}// three\u{a0}\u{a0}spaces"),
        "code keeps its spaces"
    );
    assert!(text.contains("Laptop: 8G mem"));
    assert_eq!(
        text_of(&filtered(&filtered(&html, When::Paste), When::Save)),
        text
    );
}

#[test]
fn saving_twice_does_what_saving_once_does() {
    let soup = "<div class=\"a\" id=\"b\" style=\"color:var(--c);padding:1px\"><p style=\"top:1px;color:red\">a <b>b</b> <i>c</i></p></div><p>x</p><ul style=\"list-style:none\"><li>d</li></ul><p style=\"color:red\">e</p>";
    for html in [soup.to_owned(), copied(Theme::Elegant).0, support::article()] {
        let once = filtered(&html, When::Save);
        assert_eq!(filtered(&once, When::Save), once);
    }
}

#[test]
fn the_model_does_what_its_table_says() {
    for (rule, html, left) in [
        (
            "active content",
            "<p>a</p><p>b<script>x</script></p><p>c</p>",
            "<p>a</p><p>b</p><p>c</p>",
        ),
        ("elements", "<p>a</p><div>b</div><p>c</p>", "<p>a</p>b<p>c</p>"),
        (
            "task boxes",
            "<p>a</p><p><input type=checkbox>b</p><p>c</p>",
            "<p>a</p><p>b</p><p>c</p>",
        ),
        (
            "attributes",
            "<p>a</p><p class=x id=y data-z=1 align=right>b</p><p>c</p>",
            "<p>a</p><p>b</p><p>c</p>",
        ),
        (
            "pictures in SVG",
            "<p>a</p><p><svg id=x><defs><marker id=m></marker></defs><path class=y d=\"M0 0\" marker-end=\"url(#m)\"/></svg></p><p>c</p>",
            "<p>a</p><p><svg><path d=\"M0 0\"></path></svg></p><p>c</p>",
        ),
        (
            "references",
            "<p>a</p><p><svg><path fill=\"url(#g)\"/></svg></p><p>c</p>",
            "<p>a</p><p><svg><path></path></svg></p><p>c</p>",
        ),
        (
            "links",
            "<p>a</p><p><a href=\"#x\">b</a></p><p>c</p>",
            "<p>a</p><p><a>b</a></p><p>c</p>",
        ),
        (
            "variables",
            "<p>a</p><p style=\"--x:1;color:var(--x);font-size:9px\">b</p><p>c</p>",
            "<p>a</p><p style=\"font-size:9px\">b</p><p>c</p>",
        ),
        (
            "new colors",
            "<p>a</p><p style=\"color:color-mix(in srgb,red,blue)\">b</p><p>c</p>",
            "<p>a</p><p>b</p><p>c</p>",
        ),
        (
            "positions",
            "<p>a</p><p style=\"position:relative;top:1em\">b</p><p>c</p>",
            "<p>a</p><p>b</p><p>c</p>",
        ),
        (
            "markers",
            "<p>a</p><ul style=\"list-style:'x'\"><li>b</li></ul><p>c</p>",
            "<p>a</p><ul><li>b</li></ul><p>c</p>",
        ),
        (
            "pointers",
            "<p>a</p><p style=\"cursor:pointer\">b</p><p>c</p>",
            "<p>a</p><p>b</p><p>c</p>",
        ),
        (
            "margins of paragraphs",
            "<p>a</p><p style=\"margin:0;margin-top:8px\">b</p><p>c</p>",
            "<p>a</p><p style=\"margin-top:8px\">b</p><p>c</p>",
        ),
        (
            "boxes of marks",
            "<p>a</p><p><span style=\"display:block;color:red\">b</span><span style=\"display:inline-block\">c</span></p><p>c</p>",
            "<p>a</p><p><span style=\"color:red\">b</span><span style=\"display:inline-block\">c</span></p><p>c</p>",
        ),
        (
            "outermost element",
            "<p>a</p><section style=\"padding:1px;color:red\">b</section><p>c</p>",
            "<p>a</p><section style=\"color:red\">b</section><p>c</p>",
        ),
        (
            "both ends",
            "<p style=\"color:red\">a</p><p style=\"color:red\">b</p><p style=\"color:red\">c</p>",
            "<p>a</p><p style=\"color:red\">b</p><p>c</p>",
        ),
        (
            "superscripts",
            "<p>a</p><p>x<sup>2</sup></p><p>c</p>",
            "<p>a</p><p>x<sub>2</sub></p><p>c</p>",
        ),
        (
            "spaces",
            "<p>a</p><p><b>b</b> <i>c</i>  d\ne</p><p>c</p>",
            "<p>a</p><p><b>b</b><i>c</i> d e</p><p>c</p>",
        ),
    ] {
        assert!(
            sources()
                .iter()
                .any(|(name, source)| name == rule && !source.is_empty()),
            "{rule}"
        );
        assert_eq!(filtered(html, When::Save), left, "{rule}");
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
            // A side without a margin is what WeChat's page makes of it.
            css: "p { margin: 0 }".to_owned(),
            fills: Vec::new(),
            title: String::new(),
            language: String::new(),
        };
        let twice = export_article(&request).html;
        assert!(once == twice, "{theme}:\n{}", difference(&once, &twice));
    }
}
