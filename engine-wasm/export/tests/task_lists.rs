//! Lists with task boxes, by every theme: the box stands for the marker, other items keep theirs.

#![allow(clippy::expect_used, reason = "a test that cannot read its theme has failed")]

use moyan_article::theme::{StyleOptions, Theme, theme_css};
use moyan_article::{RenderOptions, render};
use moyan_export::{ExportRequest, Target, export_article};

fn copied(theme: Theme, markdown: &str) -> String {
    let blocks = render(markdown, &RenderOptions::default()).blocks;
    let html: String = blocks.into_iter().map(|block| block.html).collect();
    let css = theme_css(&StyleOptions {
        theme,
        ..StyleOptions::default()
    });
    let request = ExportRequest {
        target: Target::Wechat,
        html: format!("<section class=\"article\">{html}</section>"),
        css: css.expect("a theme"),
        fills: Vec::new(),
        title: String::new(),
        language: String::new(),
    };
    export_article(&request).html
}

/// The text of each paragraph, with solid spaces as spaces.
fn lines(html: &str) -> Vec<String> {
    let text = |piece: &str| -> String {
        let parts = piece
            .split('<')
            .map(|part| part.split_once('>').map_or(part, |(_, text)| text));
        parts.collect::<String>().replace('\u{a0}', " ")
    };
    let found = html
        .split("<p")
        .skip(1)
        .map(|rest| text(rest.split_once('>').map_or("", |(_, text)| text)));
    found.filter(|line| !line.trim().is_empty()).collect()
}

#[test]
fn plain_items_among_boxes_keep_their_markers() {
    for theme in Theme::ALL {
        for (markdown, expected) in [
            ("- [x] a\n- b\n- [ ] c", vec!["✅ a", "• b", "⬜ c"]),
            ("- [x] a\n\n- b\n\n  more", vec!["✅ a", "• b", "more"]),
            ("1. [x] a\n2. b", vec!["✅ a", "2. b"]),
            ("- [x] a\n  - b\n    - [ ] c", vec!["✅ a", "◦ b", "⬜ c"]),
        ] {
            assert_eq!(lines(&copied(theme, markdown)), expected, "{theme}: {markdown}");
        }
    }
}

#[test]
fn lists_below_a_box_are_indented_by_it() {
    let is_indented = |html: &str| {
        html.contains("margin-left:24px")
            || html.split("margin:").skip(1).any(|rest| {
                let value = rest.split([';', '"']).next().unwrap_or_default();
                value.split(' ').nth(3) == Some("24px")
            })
    };
    for theme in Theme::ALL {
        for below in ["- [ ] b", "- b", "1. b"] {
            let html = copied(theme, &format!("- [x] a\n  {below}"));
            assert!(is_indented(&html), "{theme}, {below}: {html}");
        }
    }
}

#[test]
fn boxes_alone_stand_at_the_edge() {
    for theme in Theme::ALL {
        let html = copied(theme, "- [x] a\n- [ ] b");
        assert!(
            !html.contains("margin-left") && !html.contains("padding-left:2"),
            "{theme}: {html}"
        );
    }
}
