//! Formatting the source changes no address, code, formula or attribute, as another reader of Markdown sees them.
//!
//! The formatter asks the parser of this crate what is prose; a mistake in that reading would also hide itself from it.
//! So the texts are read before and after by pulldown-cmark, which shares no code with it. Bare addresses, which
//! pulldown-cmark does not know, are read by a rule of their own.
#![cfg(not(target_arch = "wasm32"))]
// A failure in a helper of a test is a failure of the test.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use std::path::{Path, PathBuf};

use moyan_article::format_source;
use pulldown_cmark::{CowStr, Event, Options, Parser, Tag, TagEnd};

/// What an address in the generated texts goes on with, as other readers take it.
const ENDS: &[&str] = &[
    "用Rust写",
    "_",
    "*",
    "~",
    "$5和",
    "(",
    ")",
    "！",
    "，",
    "。",
    ",",
    ":",
    "`",
    "\\_",
    "&amp;",
    "[",
    "]",
    "==",
    "|",
    "#",
    "'",
    "！用",
    "a",
    "%E4",
    "?q=",
    "“",
    "<b>",
    " ",
    "\n",
];

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
            Event::End(TagEnd::CodeBlock) => in_code_block = false,
            Event::Text(code) if in_code_block => kept.push(format!("code {code}")),
            Event::Code(code) => kept.push(format!("code {code}")),
            Event::InlineMath(tex) | Event::DisplayMath(tex) => kept.push(format!("formula {tex}")),
            Event::Html(html) | Event::InlineHtml(html) => kept.push(format!("html {html}")),
            _ => {}
        }
    }
    kept.extend(bare_addresses(text, options));
    kept
}

/// From each `://` and `www.` in prose to the next white space or `<`, or to the end of the link or the cell around it.
fn bare_addresses(text: &str, options: Options) -> Vec<String> {
    let mut found = Vec::new();
    let mut end = text.len();
    let mut in_code_block = false;
    for (event, range) in Parser::new_ext(text, options).into_offset_iter() {
        match event {
            Event::Start(Tag::Link { .. } | Tag::Image { .. } | Tag::TableCell) => end = range.end,
            Event::End(TagEnd::Link | TagEnd::Image | TagEnd::TableCell) => end = text.len(),
            Event::Start(Tag::CodeBlock(_)) => in_code_block = true,
            Event::End(TagEnd::CodeBlock) => in_code_block = false,
            Event::Text(_) if !in_code_block => {
                for marker in ["://", "www."] {
                    for (at, _) in text[range.clone()].match_indices(marker) {
                        let rest = &text[range.start + at..end];
                        let is_end = |c: char| c.is_ascii_whitespace() || c == '<';
                        found.push(rest[..rest.find(is_end).unwrap_or(rest.len())].to_owned());
                    }
                }
            }
            _ => {}
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

/// A generator of numbers below its argument, the same in every run.
fn below() -> impl FnMut(usize) -> usize {
    let mut state = 0x6d6f_7961_6e00_0038_u64;
    move |end| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        usize::try_from(state >> 33).unwrap() % end
    }
}

#[test]
fn generated_texts_keep_what_is_no_prose() {
    let mut below = below();
    for number in 0..N_TEXTS {
        let n_pieces = 1 + below(8);
        let text: String = (0..n_pieces).map(|_| PIECES[below(PIECES.len())]).collect();
        check(&format!("text {number}"), &text);
    }
}

#[test]
fn an_address_keeps_what_other_readers_take_for_its_end() {
    let mut below = below();
    let lines =
        |text: &str| -> Vec<String> { text.lines().map(|line| address_of(line).to_owned()).collect() };
    for number in 0..N_TEXTS {
        let n_pieces = 1 + below(6);
        let end: String = (0..n_pieces).map(|_| ENDS[below(ENDS.len())]).collect();
        let start = ["https://a.com/", "www.a.com/x", "用http://a.com/用b"][below(3)];
        let text = format!("{start}{end}");
        let formatted = format_source(&text);
        assert_eq!(
            lines(&text)[0],
            lines(&formatted)[0],
            "text {number}\n{text}\n{formatted}"
        );
    }
}

/// What a reader that knows no markup takes for an address.
fn address_of(line: &str) -> &str {
    let start = ["://", "www."]
        .iter()
        .filter_map(|marker| line.find(marker))
        .min();
    let rest = &line[start.unwrap_or(line.len())..];
    rest.split([' ', '<']).next().unwrap_or_default()
}
