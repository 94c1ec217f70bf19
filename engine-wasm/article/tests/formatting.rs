//! Formatting the source changes no address, code, formula or attribute, as another reader of Markdown sees them.
//!
//! The formatter asks the parser of this crate what is prose; a mistake in that reading would also hide itself from it.
//! So the texts are read before and after by pulldown-cmark, which shares no code with it. Bare addresses, which
//! pulldown-cmark does not know, are read by a rule of one line.
#![cfg(not(target_arch = "wasm32"))]
// A failure in a helper of a test is a failure of the test.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use std::path::{Path, PathBuf};

use moyan_article::format_source;
use pulldown_cmark::{CowStr, Event, Options, Parser, Tag};

/// Texts that are put together from [`PIECES`].
const N_TEXTS: u64 = 4_000;

/// What stands next to each other in the generated texts. Containers and what the two readers take differently are left out. No single dollar: `$5和$10` is a formula to the other reader, and `$x$3`.
const PIECES: &[&str] = &[
    "用Rust写",
    "3个",
    "，",
    ",",
    "。",
    "(",
    ")",
    "（",
    "）",
    " ",
    "\n",
    "\n\n",
    "**",
    "*",
    "==",
    "++",
    "~~",
    "~",
    "`",
    "`a用b`",
    " $x用y$ ",
    "[甲a](https://www.a.com/用Rust写)",
    "[乙](<https://a.com/用 R写> \"题R写\")",
    "![图](https://www.a.com/图a图.png)",
    "https://a.com/用Rust写",
    "www.a.com/中R文",
    "<https://www.a.com/用R写>",
    "<a href=\"https://a.com/用R写\" title=用R写>",
    "</a>",
    "<b class='用R写'>",
    "[r]",
    "\n\n[r]: https://www.a.com/中R文 '题R'\n\n",
    "<![a](https://www.a.com/图a.png),![b](/图b图.png)>",
    "“",
    "”",
    "C++",
    "x==1",
    "|",
    "\n|甲a|`用R写`|\n|-|-|\n",
    "\n# 标题A\n",
    "\n- 项A\n",
    "\n> 引A\n",
    "\n```js 用R写\n用R写\n```\n",
    "\n$$\n用R写\n$$\n",
    "\n\n    用R写\n\n",
    "&amp;",
    "\\",
    "[^1]",
    "\n\n[^1]: 注A注\n\n",
    "ＡＢ１",
    "字a.png",
    "\n<div title=\"用R写\">用R写</div>\n\n",
];

/// What formatting must not change, in order.
fn kept(text: &str) -> Vec<String> {
    let options =
        Options::ENABLE_TABLES | Options::ENABLE_TASKLISTS | Options::ENABLE_FOOTNOTES | Options::ENABLE_MATH;
    let mut kept = Vec::new();
    let mut in_code_block = false;
    let destination = |url: &CowStr<'_>, title: &CowStr<'_>| format!("link {url} {title}");
    for event in Parser::new_ext(text, options) {
        match event {
            Event::Start(Tag::Link { dest_url, title, .. } | Tag::Image { dest_url, title, .. }) => {
                kept.push(destination(&dest_url, &title));
            }
            Event::Start(Tag::CodeBlock(kind)) => {
                in_code_block = true;
                kept.push(format!("code block {kind:?}"));
            }
            Event::End(pulldown_cmark::TagEnd::CodeBlock) => in_code_block = false,
            Event::Text(code) if in_code_block => kept.push(format!("code {code}")),
            Event::Code(code) => kept.push(format!("code {code}")),
            Event::InlineMath(tex) | Event::DisplayMath(tex) => kept.push(format!("formula {tex}")),
            Event::Html(html) | Event::InlineHtml(html) => kept.push(format!("html {html}")),
            _ => {}
        }
    }
    kept.extend(bare_addresses(text));
    kept
}

/// From each `://` and `www.` to the next white space or punctuation of Chinese.
fn bare_addresses(text: &str) -> Vec<String> {
    let is_end = |c: char| c.is_whitespace() || "，。、；：！？（）《》“”‘’<>|*`$[]()+=~\"'".contains(c);
    let mut found = Vec::new();
    for marker in ["://", "www."] {
        for (at, _) in text.match_indices(marker) {
            let rest = &text[at..];
            found.push(rest[..rest.find(is_end).unwrap_or(rest.len())].to_owned());
        }
    }
    found
}

/// Fails when formatting `text` changes what it must not.
fn check(name: &str, text: &str) {
    let formatted = format_source(text);
    assert_eq!(
        kept(text),
        kept(&formatted),
        "{name}\n--- text\n{text}\n--- formatted\n{formatted}"
    );
}

fn markdown_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(markdown_files(&path));
        } else if path.extension().is_some_and(|extension| extension == "md") {
            files.push(path);
        }
    }
    files.sort();
    files
}

#[test]
fn articles_keep_what_is_no_prose() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut n_files = 0;
    for folder in ["tests/fixtures", "../../seeds", "../../docs"] {
        for file in markdown_files(&root.join(folder)) {
            check(
                &file.display().to_string(),
                &std::fs::read_to_string(&file).unwrap(),
            );
            n_files += 1;
        }
    }
    assert!(n_files > 100, "only {n_files} files found");
    let corpus = std::fs::read_to_string(root.join("../../scripts/bench/corpus/prose.json")).unwrap();
    let mut texts = Vec::new();
    collect_texts(&serde_json::from_str(&corpus).unwrap(), &mut texts);
    assert!(texts.len() > 10, "only {} texts found", texts.len());
    texts.iter().for_each(|text| check("prose.json", text));
}

fn collect_texts(value: &serde_json::Value, texts: &mut Vec<String>) {
    match value {
        serde_json::Value::String(text) => texts.push(text.clone()),
        serde_json::Value::Array(values) => values.iter().for_each(|value| collect_texts(value, texts)),
        serde_json::Value::Object(values) => values.values().for_each(|value| collect_texts(value, texts)),
        _ => {}
    }
}

#[test]
fn generated_texts_keep_what_is_no_prose() {
    let mut state = 0x6d6f_7961_6e00_0038_u64;
    let mut below = |end: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        usize::try_from(state >> 33).unwrap() % end
    };
    for number in 0..N_TEXTS {
        let n_pieces = 1 + below(8);
        let text: String = (0..n_pieces).map(|_| PIECES[below(PIECES.len())]).collect();
        check(&format!("text {number}"), &text);
    }
}
