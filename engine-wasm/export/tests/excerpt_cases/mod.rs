//! What is cut natively and in WebAssembly, to be compared byte for byte.

use std::fmt::Write as _;

use moyan_article::{RenderOptions, render};
use moyan_export::{Cut, count_visible_chars, excerpt, sanitize};

/// What everything below becomes. The native test writes it.
pub const GOLDEN: &str = include_str!("../fixtures/excerpt.golden");

const TOUR: &str = include_str!("../fixtures/tour.md");

/// Articles with everything that a cut looks at.
const TEXTS: [(&str, &str); 10] = [
    ("plain", "一二三\n\n四五六\n\n七八九"),
    (
        "a first paragraph",
        "# 题\n\n一二。三四！”五六 It is 3.14 exactly. e\u{301}e\u{301} a👩‍👩‍👧b 🇨🇳한국어",
    ),
    (
        "inside a line",
        "一**二[三四](https://a.cn/x \"t\")五**六`码码`七 $x^2$ 八<kbd>九</kbd>",
    ),
    (
        "what is never cut",
        "[一二三四]{a b c d}\n\n```rust\nlet a = '。';\n```\n\n| 一 | 二 |\n|---|---|\n| 三 | `四` |\n\n- 一\n- 二\n\n  三\n\n> 一二三四",
    ),
    (
        "what does not count",
        "![图](a.png \"说明\")\n\n$$\nx^2\n$$\n\n```mermaid\ngraph TD; A-->B\n```\n\n一二三四五",
    ),
    (
        "notes",
        "一[^a]\n\n二[^b]和[^a]\n\n三[^c]\n\n[^a]: 甲[^c]\n[^b]: 乙\n[^c]: 丙",
    ),
    (
        "contents",
        "[TOC]\n\n## 甲\n\n一\n\n### 甲甲\n\n二\n\n## 乙\n\n三\n\n## 甲\n\n四",
    ),
    (
        "raw",
        "<div class=\"a\" style=\"color:red\"><b>一</b>。二<script>x()</script></div>\n\n<p>三<i>四</p>\n\n<!--more-->\n\n五",
    ),
    (
        "alerts",
        "> [!TIP]\n> 一二三\n\n:::warning\n四五六\n:::\n\n七八九",
    ),
    ("tour", TOUR),
];

/// All of them, cut everywhere.
pub fn cuts() -> String {
    let options = RenderOptions {
        citation: true,
        ..RenderOptions::default()
    };
    let mut text = String::new();
    for (name, source) in TEXTS {
        let blocks: Vec<String> = render(source, &options)
            .blocks
            .into_iter()
            .map(|block| match block.has_raw_html {
                true => sanitize(&block.html),
                false => block.html,
            })
            .collect();
        let blocks: Vec<&str> = blocks.iter().map(String::as_str).collect();
        let n_chars = count_visible_chars(&blocks.concat());
        // A long one at some places: the file is read by people.
        let step = if n_chars < 200 { 1 } else { 37 };
        let by_chars = (0..=n_chars).step_by(step).map(Cut::Characters);
        let by_blocks = (0..=blocks.len()).map(Cut::Blocks);
        let mut before = String::new();
        for cut in by_chars.chain(by_blocks) {
            let part = excerpt(&blocks, cut);
            let shown = format!("{} {:?}\n{}\n", part.is_cut, part.heading_ids, part.html);
            if shown != before {
                let _ = write!(text, "=== {name}: {cut:?}\n{shown}");
            }
            before = shown;
        }
    }
    text
}
