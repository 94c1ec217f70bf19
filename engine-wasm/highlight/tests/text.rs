//! Whatever the code is: its text survives, and the markup is flat and well-formed.
#![cfg(not(target_arch = "wasm32"))]

use std::sync::OnceLock;

use moyan_highlight::{Highlighter, MAX_BLOCK_BYTES, MAX_LINE_BYTES};
use proptest::prelude::*;

fn highlighter() -> &'static Highlighter {
    static HIGHLIGHTER: OnceLock<Highlighter> = OnceLock::new();
    HIGHLIGHTER.get_or_init(Highlighter::bundled)
}

/// The text of the HTML; panics if spans do not nest, or nest deeper than `max_depth`.
fn text_of(html: &str, max_depth: usize) -> String {
    let (mut text, mut rest, mut depth) = (String::new(), html, 0_usize);
    while let Some(at) = rest.find('<') {
        let (before, tag) = rest.split_at(at);
        text.push_str(before);
        let (tag, after) = tag.split_at(tag.find('>').map_or(tag.len(), |at| at + 1));
        if tag == "</span>" {
            assert!(depth > 0, "{html}");
            depth -= 1;
        } else {
            assert!(
                tag.starts_with("<span class=\"hljs-") && tag.ends_with("\">"),
                "{tag}"
            );
            depth += 1;
        }
        assert!(depth <= max_depth, "{html}");
        rest = after;
    }
    text.push_str(rest);
    assert_eq!(depth, 0);
    let bare = text
        .replace("&lt;", "")
        .replace("&gt;", "")
        .replace("&quot;", "")
        .replace("&amp;", "");
    assert!(!bare.contains(['&', '<', '>', '"']), "{html}");
    text.replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&quot;", "\"")
        .replace("&amp;", "&")
}

/// Pieces that grammars care about, glued together at random.
fn code() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        "[ -~]{0,12}",
        Just("\n".to_owned()),
        Just("\r\n".to_owned()),
        Just("    ".to_owned()),
        "[({\\[<>\\]})\"'`/*#$@%&|;:=+-]{1,6}",
        "(if|for|fn|def|class|function|let|return|<script>|</style>|<<EOF|EOF|/\\*|\\*/|\"\"\"|```|#\\{|\\$\\{|--|//|\\\\)",
        "[0-9a-fx._]{1,6}",
        "[一-龥，。“”é😀\u{0}\u{2028}]{1,4}",
    ];
    prop::collection::vec(piece, 0..24).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn text_survives(code in code(), pick in any::<prop::sample::Index>()) {
        let languages = highlighter().languages();
        let lang = languages[pick.index(languages.len())];
        let html = highlighter().highlight(lang, &code);
        prop_assert_eq!(text_of(&html, 1), code);
    }

    #[test]
    fn text_of_patches_survives(code in code(), base in prop::sample::select(vec!["js", "python", "nothing"])) {
        let html = highlighter().highlight(&format!("diff-{base}"), &code);
        prop_assert_eq!(text_of(&html, 2), code);
    }
}

#[test]
fn unknown_language_is_escaped_text() {
    assert_eq!(
        highlighter().highlight("klingon", "<a & \"b\">"),
        "&lt;a &amp; &quot;b&quot;&gt;"
    );
    assert_eq!(highlighter().highlight("", "x"), "x");
}

#[test]
fn case_of_the_language_does_not_matter() {
    assert_eq!(
        highlighter().highlight("JavaScript", "let a"),
        highlighter().highlight("js", "let a")
    );
}

#[test]
fn block_beyond_the_limit_is_plain() {
    let code = "let a = 1;\n".repeat(MAX_BLOCK_BYTES / 11 + 1);
    assert_eq!(highlighter().highlight("js", &code), code);
}

#[test]
fn line_beyond_the_limit_is_plain_and_the_next_is_not() {
    let long = "1 + ".repeat(MAX_LINE_BYTES / 4 + 1);
    let html = highlighter().highlight("js", &format!("{long}\nlet a"));
    assert_eq!(html, format!("{long}\n<span class=\"hljs-keyword\">let</span> a"));
}

#[test]
fn lines_beyond_the_allowance_of_a_block_are_plain() {
    // One word as long as a line may be: its patterns look from every letter to the end.
    let line = format!("{}\n", "class".repeat(MAX_LINE_BYTES / 5));
    let code = format!("a {{ top: 1px }}\n{}a {{ top: 1px }}", line.repeat(50));
    let html = highlighter().highlight("less", &code);
    assert_eq!(text_of(&html, 1), code);
    assert!(html.lines().next().is_some_and(|line| line.contains("<span")));
    assert!(html.lines().last().is_some_and(|line| !line.contains('<')));
}

#[test]
fn long_ordinary_code_is_colored_to_its_end_in_the_costliest_grammar() {
    let fixture = include_str!("fixtures/typescript.txt");
    let code = fixture.repeat(64 * 1024 / fixture.len());
    let html = highlighter().highlight("ts", &format!("{code}let last: number"));
    assert!(
        html.ends_with("<span class=\"hljs-built_in\">number</span>"),
        "{}",
        html.lines().last().unwrap()
    );
}

#[test]
fn comment_that_starts_after_an_expression_and_goes_on_ends() {
    let html = highlighter().highlight("js", "x /* a\nb */ let c");
    assert_eq!(text_of(&html, 1), "x /* a\nb */ let c");
    assert!(
        html.contains("<span class=\"hljs-comment\">/* a\nb */</span>"),
        "{html}"
    );
    assert!(html.contains("<span class=\"hljs-keyword\">let</span>"), "{html}");
}

#[test]
fn only_text_that_goes_on_shares_a_span_across_lines() {
    let html = highlighter().highlight("html", "<b>\n<!-- a\nb -->");
    assert!(
        html.ends_with("&gt;</span>\n<span class=\"hljs-comment\">&lt;!-- a\nb --&gt;</span>"),
        "{html}"
    );
    let html = highlighter().highlight("html", "<b>\n</b>");
    assert!(
        html.contains("&gt;</span>\n<span class=\"hljs-tag\">&lt;/"),
        "{html}"
    );
}

#[test]
fn spans_do_not_touch_line_ends() {
    let html = highlighter().highlight("js", "// a\r\nlet b\r\n");
    assert_eq!(
        html,
        "<span class=\"hljs-comment\">// a</span>\r\n<span class=\"hljs-keyword\">let</span> b\r\n"
    );
}

#[test]
fn patch_lines_are_wrapped_and_colored() {
    let html = highlighter().highlight("diff-js", "-let a\n+let b\n let c");
    assert_eq!(
        html,
        "<span class=\"hljs-deletion\">-<span class=\"hljs-keyword\">let</span> a</span>\n\
         <span class=\"hljs-addition\">+<span class=\"hljs-keyword\">let</span> b</span>\n \
         <span class=\"hljs-keyword\">let</span> c"
    );
}

#[test]
fn removed_line_does_not_disturb_the_added_one() {
    let html = highlighter().highlight("diff-js", "-let a = `\n+let a = 1");
    assert!(
        html.ends_with("= <span class=\"hljs-number\">1</span></span>"),
        "{html}"
    );
}

#[test]
fn every_language_of_the_table_has_its_grammar() {
    let languages = highlighter().languages();
    assert!(languages.len() >= 60, "{languages:?}");
    for lang in ["vue", "powershell", "zig", "terraform", "swift", "ini", "diff"] {
        assert!(languages.contains(&lang), "{lang}");
    }
}

#[test]
fn damaged_grammars_are_an_error() {
    assert_eq!(
        Highlighter::from_dump(b"not a dump").unwrap_err().key(),
        "highlight.invalidGrammars"
    );
}
