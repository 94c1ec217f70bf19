//! Which edits are local, and that what comes out equals a fresh render.

use super::super::Engine;
use crate::options::RenderOptions;
use crate::render;

/// Whether the edit parsed one block; what comes out is compared with a fresh render.
fn is_local_with(options: &RenderOptions, before: &str, text: &str) -> bool {
    let mut engine = Engine::new(options.clone());
    engine.update(before);
    engine.update(text);
    let fresh = render(text, options);
    assert_eq!(engine.blocks(), fresh.blocks, "{before:?} becomes {text:?}");
    assert_eq!(engine.info(), &fresh.info, "{before:?} becomes {text:?}");
    engine.n_local_updates() == 1
}

fn is_local(before: &str, text: &str) -> bool {
    is_local_with(&RenderOptions::default(), before, text)
}

/// Between two paragraphs.
fn between(block: &str) -> String {
    format!("甲\n\n{block}\n\n乙\n\n## 丙\n\n[a](javascript:b)")
}

#[test]
fn an_edit_of_one_block_is_local() {
    for (before, text) in [
        ("a", "ab"),
        ("a", "- a"),
        ("a", "# a"),
        ("a [b](c)", "a [b](cd)"),
        ("a $b$", "a $bc$"),
        ("a :b:", "a :smile:"),
        ("- a\n- b", "- a\n- b\n- "),
        ("- a\n\n- b", "- a\n\n- bc"),
        ("1. a", "1. ab"),
        ("> a", "> ab"),
        ("> [!tip]\n> a", "> [!tip]\n> ab"),
        ("## a", "## ab"),
        ("a\n---", "ab\n---"),
        ("```\na\n```", "```\na\n\n[b]: <c> | d\n```"),
        ("~~~js\na\n~~~", "~~~js\nab\n~~~"),
        ("```\na\n```", "```\nhttp://a，www.b，$5 和 $10\n```"),
        ("| a |\n|-|", "| a | b |\n|-|-|\n| c |"),
        ("a", "a | b"),
        ("a < b", "a <b>b</b> <https://a.com>"),
        ("<div>a</div>", "<div>a<br>b</div>"),
        ("<!-- a -->", "<!-- a\n\nb -->"),
        ("a", "---"),
        ("- # a", "- # ab"),
        ("> # a\n> b", "> # a\n> bc"),
    ] {
        assert!(is_local(&between(before), &between(text)), "{text:?}");
        assert!(is_local(&between(text), &between(before)), "back from {text:?}");
        assert!(
            is_local(&format!("甲\n\n{before}"), &format!("甲\n\n{text}")),
            "{text:?}, at the end"
        );
    }
}

/// The pre-pass has read the lines where there is something that it rewrites.
#[test]
fn formulas_and_containers_that_are_closed_are_local() {
    for (before, text) in [
        ("$$\na\n$$", "$$\nab\n$$"),
        ("$$\na\n$$", "$$\na\n\nb\n$$"),
        ("$$a$$", "$$ab$$"),
        ("字 $$a$$ 字", "字字 $$a$$ 字"),
        (":::tip\na\n:::", ":::tip 题\nab\n:::"),
        (":::tip\na\n:::", "::::tip\n:::note\n- a\n:::\n::::"),
        ("```\na\n```", "```\n:::\n$$\n```"),
    ] {
        let known = |block: &str| format!("$$x$$\n\n{}", between(block));
        assert!(is_local(&known(before), &known(text)), "{text:?}");
        assert!(is_local(&known(text), &known(before)), "back from {text:?}");
        // What is open elsewhere may be closed here.
        for open in ["$$\nx", "- :::tip\n  x", "x <svg> x"] {
            let known = |block: &str| format!("{open}\n\n{}", between(block));
            let (before, text) = (known(before), known(text));
            assert!(!is_local(&before, &text), "{text:?}");
        }
    }
    for (before, text) in [
        ("$$\na\n$$", "$$\na\n"),
        ("$$\na\n$$", "$$\na"),
        (":::tip\na\n:::", ":::tip\na"),
        (":::tip\na\n:::", "tip\na\n:::"),
        (":::tip\na\n:::", ":::tip\n<b>a</b>\n:::"),
    ] {
        let known = |block: &str| format!("$$x$$\n\n{}", between(block));
        assert!(!is_local(&known(before), &known(text)), "{text:?}");
    }
}

#[test]
fn raw_html_that_is_not_closed_is_not_local() {
    for (before, text) in [
        ("<div>a</div>", "<div>a"),
        ("<div>a</div>", "a</div>\n\n</div>"),
        ("a", "</div>"),
        ("a", "<!-- a"),
        ("a", "a <svg> b"),
        ("a", "a <Foo> b"),
    ] {
        assert!(!is_local(&between(before), &between(text)), "{text:?}");
        assert!(!is_local(&between(text), &between(before)), "back from {text:?}");
    }
    let open = |words: &str| format!("<details>\n\n{words}\n\n</details>\n\n乙");
    assert!(!is_local(&open("a"), &open("ab")));
    // A comment may hold what looks like a footnote.
    assert!(!is_local(
        "甲\n\n<!-- a\n\n[^1]: b\n\nc",
        "甲\n\n- a\n\n[^1]: b\n\nc"
    ));
}

#[test]
fn an_edit_that_keeps_the_numbered_references_is_local() {
    let citation = RenderOptions {
        citation: true,
        ..RenderOptions::default()
    };
    let text = |block: &str| {
        format!(
            "[^2]a[^1] [b](https://b.c)\n\n{block}\n\n[^3]b [^1] [d](https://d.e)\n\n[^1]: 注\n[^2]: 注\n\n    续\n\n[^3]: 注"
        )
    };
    for (before, after) in [
        ("a[^1]b[^2]", "ac[^1]b[^2]"),
        ("a[^1]b[^2]", "a[^1]\n\nb[^2]"),
        ("- a[^1]\n- a[^1]", "- a[^1]\n- a[^1]c"),
        ("[a](https://a.b)", "[a](https://a.b)c"),
        ("[a](https://b.c)[^1]", "[a](https://b.c)c[^1]"),
        ("| a[^1] |\n|-|", "| a[^1]b |\n|-|"),
    ] {
        assert!(is_local_with(&citation, &text(before), &text(after)), "{after:?}");
        assert!(
            is_local_with(&citation, &text(after), &text(before)),
            "back from {after:?}"
        );
    }
    for (before, after) in [
        ("a[^1]b[^2]", "a[^2]b[^1]"),
        ("a[^1]", "a"),
        ("a", "a[^1]"),
        ("a[^1]", "a[^1][^1]"),
        ("[a](https://a.b)", "[ac](https://a.b)"),
        ("[a](https://a.b)", "[a](https://a.bc)"),
        ("[a](https://a.b)", "a"),
        ("a[^1] `b`", "a[^1] `[^b]`"),
    ] {
        assert!(
            !is_local_with(&citation, &text(before), &text(after)),
            "{after:?}"
        );
    }
    // A name with a blank is no reference that is warned of.
    let spaced = |block: &str| format!("甲[^a b]\n\n{block}\n\n乙\n\n[^a b]: 注");
    assert!(!is_local(&spaced("a"), &spaced("a[^a b]")));
    assert!(!is_local(&spaced("a"), &spaced("a[&#94;a b]")));
}

#[test]
fn the_last_block_before_the_footnotes_is_local() {
    for (before, after) in [
        ("a[^1]", "ab[^1]"),
        ("a[^1]\nb", "a[^1]\nb\n\nc"),
        ("a[^1]", "a[^1]\n\n\n"),
    ] {
        let text = |block: &str| format!("[^1]: 注\n\n甲\n\n{block}");
        assert!(is_local(&text(before), &text(after)), "{after:?}");
    }
}

#[test]
fn tables_are_local_while_empty_cells_are_few() {
    let text = |n: usize, word: &str| {
        format!(
            "甲\n\n|{}\n|{}\n{}\n\n|{word}|\n|-|\n\n乙",
            "a|".repeat(n),
            "-|".repeat(n),
            "|a|\n".repeat(100)
        )
    };
    assert!(is_local(&text(90, "a"), &text(90, "ab")));
    // As many as there may be: see `MAX_EMPTY_CELLS`.
    assert!(is_local(&text(101, "a"), &text(101, "ab")));
    assert!(!is_local(&text(110, "a"), &text(110, "ab")));
    let mut engine = Engine::new(RenderOptions::default());
    let n_local = ["a", "b", "c", "d", "e"].map(|word| {
        engine.update(&text(22, "a").replacen("|a|", &format!("|{word}|"), 1));
        engine.n_local_updates()
    });
    // Cells are added up; the fourth edit renders the whole text, which counts them anew.
    assert_eq!(n_local, [0, 1, 2, 3, 3]);
}

#[test]
fn what_counts_over_the_whole_text_is_not_local() {
    let note = RenderOptions {
        count_status: true,
        ..RenderOptions::default()
    };
    assert!(!is_local_with(&note, &between("a"), &between("ab")));
    let often = |n: usize, words: &str| {
        let address = "a".repeat(100);
        format!(
            "{}\n\n{words}\n\n乙\n\n[b]: https://a.com/{address}",
            "[b] ".repeat(n)
        )
    };
    assert!(is_local(&often(1, "a"), &often(1, "ab")));
    assert!(!is_local(&often(9, "a"), &often(9, "ab")));
    // Front matter that may be closed.
    let open = |words: &str| format!("---\ntitle: a\n\n{words}\n\n乙");
    assert!(!is_local(&open("a"), &open("ab")));
}

#[test]
fn the_first_block_is_like_the_others() {
    for head in ["", "\n\n", "---\ntitle: a\n---\n\n"] {
        let text = |block: &str| format!("{head}{block}\n\n乙");
        for (before, after) in [("a", "ab"), ("# a", "# ab"), ("- a", "- a\n\nb"), ("a\n\nb", "b")] {
            assert!(
                is_local(&text(before), &text(after)),
                "{head:?}, {before:?} becomes {after:?}"
            );
        }
    }
    // What goes on behind a footnote is no block, and may become one.
    let noted = |words: &str| format!("[^1]: 注\n\n    {words}\na\n\n甲[^1]");
    assert!(!is_local(&noted("# b"), &noted("b")));
    assert!(!is_local(
        "[^1]: 注\n\n    # b\na\n\n甲[^1]",
        "[^1]: 注\n\n    # b\nac\n\n甲[^1]"
    ));
}

#[test]
fn a_heading_right_above_or_below_is_no_hindrance() {
    let text = |heading: &str, words: &str| format!("甲\n\n## {heading}\n{words}\n## 乙");
    for (before, after) in [
        (text("a", "b"), text("a", "bc")),
        (text("a", "b"), text("ac", "b")),
        (text("a", "> b"), text("a", "> bc")),
    ] {
        assert!(is_local(&before, &after), "{before:?} becomes {after:?}");
    }
    assert!(is_local(&text("a", "b"), &text("a\n", "b")));
    // What stands behind a footnote may go on in it.
    for heading in ["## 甲", "甲\n---"] {
        let noted = |block: &str| format!("{heading}\n[^1]: 注\n{block}\n\n乙[^1]");
        assert!(!is_local(&noted("- a"), &noted("a")), "{heading:?}");
    }
    // The definition may go on in the words behind it.
    let defined = |heading: &str, words: &str| format!("{heading}\n[b]: c\n{words}\n\n[b]");
    for heading in ["## 甲", "甲\n---"] {
        assert!(!is_local(&defined(heading, "d"), &defined(heading, "'d'")));
    }
    assert!(is_local(&text("a", "b\nc"), &text("a", "b\n\nc")));
    assert!(is_local(&text("a", "b"), &text("a", "")));
}

#[test]
fn several_blocks_that_change_are_local() {
    for (before, text) in [
        ("a", "a\n\nb"),
        ("a", "b\n\na"),
        ("a", "\n\na"),
        ("a", "a\n\n- b\n\n> c\n\nd"),
        ("a\n\nb", "a\n\n```\nc\n```\n\nb"),
        ("a\n\nb\n\nc", "a\n\nc"),
        ("- a\n- b", "- a\n\nc\n\n- b"),
        ("1. a\n2. b", "1. a\n\n- c\n\n2. b"),
        ("a\n\nb", "a\nb"),
        ("a\n\nb\n\nc", "a\n\nb c"),
        ("> a\n\nb", "> a\nb"),
        ("a\n\nb", "a"),
        ("a\n\nb\n\nc", "ac"),
    ] {
        assert!(is_local(&between(before), &between(text)), "{text:?}");
        assert!(
            is_local(&between(text), &between(before)),
            "{text:?} becomes {before:?}"
        );
        let last = |block: &str| format!("甲\n\n{block}");
        assert!(is_local(&last(before), &last(text)), "{text:?}, at the end");
    }
    assert!(is_local("甲\n\na\n\n\n乙", "甲\n\na\n\nb\n乙"));
    // Another heading behind, of which nothing but the line changes.
    assert!(is_local(&between("a\n\nb\n\nc"), &between("a")));
    assert!(is_local(&between("## a\n\nb"), &between("## a\n\nc\n\nb")));
    assert!(is_local(&between("a\n\n## b"), &between("\n\n\n\na\n\n## bc")));
    assert!(is_local(&between("a"), &between("")));
    assert!(is_local(&between("a\n\nb"), &between("")));
    assert!(is_local(&between("## a\n\nb"), &between("b")));
    assert!(is_local(
        &between("## a\n\n## a"),
        &between("## ac\n\n## cb\n\n# a")
    ));
    // A heading that comes or goes may change the ids of others.
    assert!(!is_local(&between("b"), &between("## 丙\n\nb")));
    assert!(!is_local(&between("## 丙\n\nb"), &between("b")));
    // A list that joins another, over what stood between them.
    assert!(!is_local(&between("- a\n\nb\n\n- c"), &between("- a\n\n\n\n- c")));
    assert!(is_local("甲\n\na\n\n乙", "丁\n\nb\n\n乙"));
}

#[test]
fn blocks_that_share_a_line_come_out_as_in_a_fresh_render() {
    let text = |above: &str, line: &str| format!("甲\n\n{above}文 $$x$$ 字\n\n{line}乙\n\n丙");
    for (before, after) in [
        (("", ""), ("", "字\n")),
        (("a\n\n", ""), ("a\n", "")),
        (("a\n\n", ""), ("", "")),
    ] {
        let (before, after) = (text(before.0, before.1), text(after.0, after.1));
        is_local(&before, &after);
        is_local(&after, &before);
    }
    for formula in [
        "$$x$$",
        "$$x$$ 字",
        "字 $$x$$",
        "\\[x\\]",
        "字 \\[x\\] 字",
        "$$\nx\n$$",
    ] {
        let text = |block: &str| format!("甲\n\n{block}{formula}\n\n乙");
        for (before, after) in [
            ("a\n\n", "ab\n\n"),
            ("```\na\n```\n\n", "```\nab\n```\n\n"),
            ("a\n\nb\n\n", "b\n\n"),
            ("a\n\n", ""),
        ] {
            assert!(
                is_local(&text(before), &text(after)),
                "{after:?} before {formula}"
            );
        }
        is_local(&text("a\n\n"), &text("a\n"));
        is_local(&text("a\n"), &text("ab\n"));
    }
    is_local(&text("", ""), &text("", "").replace("字", "字字"));
    is_local(&text("", ""), &text("", "").replace("文", "文字"));
}

/// What the two texts differ in, as the host hears of it.
#[test]
fn only_blocks_that_look_different_are_named() {
    let mut engine = Engine::new(RenderOptions::default());
    engine.update("甲\n\na\n\nb\n\n乙");
    for (text, at, remove, insert) in [
        ("甲\n\na\n\nc\n\nb\n\n乙", 2, 0, 1),
        ("甲\n\na\n\nc b\n\n乙", 2, 2, 1),
        ("甲\n\na\n\n乙", 2, 1, 0),
    ] {
        let patch = engine.update(text);
        let named: Vec<_> = patch
            .ops
            .iter()
            .map(|op| (op.at, op.remove, op.insert.len()))
            .collect();
        assert_eq!(named, [(at, remove, insert)], "{text:?}");
    }
    assert_eq!(engine.n_local_updates(), 3);
}

#[test]
fn one_local_edit_follows_another() {
    let mut engine = Engine::new(RenderOptions::default());
    let mut n_local = Vec::new();
    for text in [
        "甲\n\nb\n\nc\n\n## 乙",
        "甲\n\n- b\n- 字\n\nc\n\n## 乙",
        "甲\n\n- b\n- 字\n\ncd\n\n## 乙",
        "甲\n\n- b\n- 字\n\ncd\n\n## 乙丙",
        // It joins the list above.
        "甲\n\n- b\n- 字\n\n- cd\n\n## 乙丙",
    ] {
        engine.update(text);
        assert_eq!(
            engine.blocks(),
            render(text, &RenderOptions::default()).blocks,
            "{text:?}"
        );
        n_local.push(engine.n_local_updates());
    }
    assert_eq!(n_local, [0, 1, 2, 3, 3]);
}

#[test]
fn footnotes_around_a_block_are_no_hindrance() {
    for (before, text) in [
        ("a", "ab"),
        ("- a", "- a\n- b"),
        ("```\na\n```", "```\nab\n```"),
        ("## a", "## ab"),
    ] {
        let known = |block: &str| format!("甲[^1]\n\n{block}\n\n[^1]: 注\n\n    续\n\n乙[^2]\n\n[^2]: 注");
        assert!(is_local(&known(before), &known(text)), "{text:?}");
        let last = |block: &str| format!("甲[^1]\n\n{block}\n\n[^1]: 注");
        assert!(
            is_local(&last(before), &last(text)),
            "{text:?}, before the last footnote"
        );
    }
    let known = |block: &str| format!("甲[^1]\n\n{block}[^1]: 注\n\n乙");
    for (before, text) in [
        ("a\n\n", "a\n"),
        ("```\na\n```\n\n", "```\na\n``` b\n\n"),
        ("a[^1]\n\n", "a\n\n"),
    ] {
        assert!(!is_local(&known(before), &known(text)), "{text:?}");
    }
    let right_behind = |note: &str| format!("甲[^1]\n\n```\na\n```\n[^1]: {note}\n\n乙");
    assert!(!is_local(&right_behind("b"), &right_behind("bc")));
    let inside = |note: &str| format!("甲[^1]\n\na\n\n[^1]: {note}\n\n乙");
    assert!(!is_local(&inside("b"), &inside("bc")));
}

#[test]
fn a_url_is_local_where_the_pre_pass_has_read_the_lines() {
    // One or two marks are no fence.
    for mark in ["", "~", "``"] {
        let (before, text) = (between("a"), between(&format!("{mark}见 https://b.com，后")));
        assert!(!is_local(&before, &text), "{mark}");
        let known = "https://c.com，\n\n";
        assert!(
            is_local(&format!("{known}{before}"), &format!("{known}{text}")),
            "{mark}"
        );
    }
    // A block whose lines were read stays one, also when there was nothing to rewrite meanwhile.
    let mut engine = Engine::new(RenderOptions::default());
    for block in ["a", "ab", "见 https://b.com，后"] {
        engine.update(&format!("https://c.com，\n\n{}", between(block)));
    }
    assert_eq!(engine.n_local_updates(), 2);
}

#[test]
fn signs_that_reach_beyond_their_block_are_not_local() {
    for sign in [
        "[^a]", "[a]: b", "$$", ":::", "\\(", "\\)", "\\[", "\\]", "\r", "\u{feff}", "[toc]", "[Toc]", "```",
        "~~~",
    ] {
        let block = between(sign);
        assert!(!is_local(&between("a"), &block), "{sign:?} after typing");
        assert!(!is_local(&block, &between("a")), "{sign:?} after deleting");
    }
    for sign in ["\\(", "\\[", "\r", "\n```\n"] {
        let (before, text) = (between("```\na\n```"), between(&format!("```\na{sign}\n```")));
        assert!(!is_local(&before, &text), "{sign:?} in code");
    }
}

#[test]
fn links_are_not_local_where_they_are_counted_or_defined() {
    let citation = RenderOptions {
        citation: true,
        ..RenderOptions::default()
    };
    let (before, text) = (between("[a](https://b.c)"), between("[ad](https://b.c)"));
    assert!(!is_local_with(&citation, &before, &text));
    assert!(!is_local_with(&citation, &before, &between("a")));
    let [before, text] = ["\n\n", "\n"].map(|end| between(&format!("a{end}b [c](https://d.e)")));
    assert!(is_local_with(&citation, &before, &text));
    // What a footnote, a definition in a list and an open element change stands elsewhere.
    for (before, text) in [("a[^a]", "a"), ("- a", "- [a]: /b"), ("a <svg> b", "a b")] {
        let elsewhere = "[a] <Foo> c\n\n[^a]: c";
        assert!(
            !is_local(
                &format!("甲\n\n{before}\n\n{elsewhere}"),
                &format!("甲\n\n{text}\n\n{elsewhere}")
            ),
            "{text:?}"
        );
    }
    let defined = |block: &str| format!("{}\n\n[a]: /b", between(block));
    assert!(!is_local(&defined("[a]"), &defined("[a] b")));
    assert!(!is_local(&defined("c"), &defined("c [d][A]")));
    assert!(is_local(&defined("c"), &defined("c [d] [e](/f)")));
    let listed = |block: &str| format!("{}\n\n[TOC]", between(block));
    assert!(is_local(&listed("c"), &listed("[c]")));
    assert!(!is_local(&listed("c"), &listed("## c")));
    // Code may look like a definition.
    let mut engine = Engine::new(RenderOptions::default());
    for text in [
        "甲\n\n```\na\n```\n\n[b]",
        "甲\n\n```\n[b]: /c\n```\n\n[b]",
        "甲\n\n```\n[b]: /c\n```\n\n[b]d",
    ] {
        engine.update(text);
    }
    assert_eq!(engine.n_local_updates(), 2);
}

#[test]
fn a_list_beside_a_list_is_not_local() {
    assert!(!is_local("甲\n\n- a\n\n* b\n\n乙", "甲\n\n- a\n\n- b\n\n乙"));
    assert!(!is_local("甲\n\n- a\n\nb\n\n- c\n\n乙", "甲\n\n- a\n\n- c\n\n乙"));
    assert!(!is_local("甲\n\n- a\n\nb\n\n乙", "甲\n\n- a\n\n\n- b\n\n乙"));
    assert!(!is_local("甲\n\n- a\n\nb\n\n乙", "甲\n\n- a\n\n\n  - b\n\n乙"));
    assert!(is_local("甲\n\n* a\n\n- b\n\n乙", "甲\n\n- a\n\n- b\n\n乙"));
    assert!(!is_local("甲\n\n- a\n\nb\n\n乙", "甲\n\n- a\n\n    b\n\n乙"));
    assert!(!is_local("甲\n\n- a\n\nb\n\n乙", "甲\n\n- a\n\n\tb\n\n乙"));
    assert!(!is_local("甲\n\n- # a\n\nb\n\n乙", "甲\n\n- # a\n\n- b\n\n乙"));
    assert!(is_local("甲\n\na\n\n- b\n\n乙", "甲\n\nac\n\n- b\n\n乙"));
}

#[test]
fn a_block_that_does_not_end_as_before_is_not_local() {
    for (before, text) in [
        ("```\na\n```", "````\na\n```"),
        ("[a](javascript:b)", "[a](javascript:bc)"),
        ("[a](javascript:b)", "a"),
        ("a", "[a](javascript:b)"),
        ("a\n[a](javascript:b)", "a\na"),
        ("- a", "- [TOC]"),
        ("- a", "- a\n  ```\n  b\n  ```"),
        ("```\na\n```", "```\n~~~\n```"),
    ] {
        assert!(!is_local(&between(before), &between(text)), "{text:?}");
    }
    assert!(!is_local("甲\n\na\n[b]: c\nd", "甲\n\na\n[b]: c\nde"));
    assert!(!is_local("## 甲\n[b]: c\nd", "## 甲\n[b]: c\n'd'"));
    assert!(!is_local("甲\n\na", "甲\n\n[a](javascript:b)"));
    assert!(is_local(
        "甲\n\na\n\n[b](javascript:c)",
        "甲\n\nad\n\n[b](javascript:c)"
    ));
    assert!(!is_local("甲\n\na\n\n    \n乙", "甲\n\na\n\n    乙"));
    assert!(!is_local("甲\n\na\n\n   乙", "甲\n\nab\n\n   乙"));
    assert!(!is_local("---\na: b\n\nc\n\nd", "---\na: b\n\n---\n\nd"));
    assert!(!is_local("--\na: b\n---\n\nc", "---\na: b\n---\n\nc"));
    assert!(!is_local("\n--\na: b\n---\n\nc", "\n---\na: b\n---\n\nc"));
}

#[test]
fn code_in_a_line_is_no_code_block() {
    let text = |address: &str| format!("``` a ``` b\n\n[c]: {address} '```'\n\n乙 [c]");
    assert!(!is_local(&text("/d"), &text("/e")));
}

#[test]
fn code_whose_end_is_not_alike_is_not_closed() {
    for (begin, end) in [
        ("```", "~~~"),
        ("~~~", "```"),
        ("````", "```"),
        ("```", "``` b"),
        ("```", "b ```"),
        ("```", "    ```"),
        ("```", "\t```"),
    ] {
        let text = |words: &str| format!("甲\n\n{begin}\n{words}\n{end}");
        assert!(!is_local(&text("a"), &text("ac")), "{begin:?} to {end:?}");
    }
    for (begin, end) in [
        ("```", "````"),
        ("``` js", "``` "),
        ("```", "   ```"),
        ("~~~ `a`", "~~~\t"),
    ] {
        let text = |words: &str| between(&format!("{begin}\n{words}\n{end}"));
        assert!(is_local(&text("a"), &text("ac")), "{begin:?} to {end:?}");
    }
}

#[test]
fn a_heading_is_local_while_no_other_gets_another_id() {
    let text = |one: &str| format!("甲\n\n## {one}\n\n## a\n\n## a-2\n\n## b");
    assert!(is_local(&text("c"), &text("cd")));
    assert!(is_local(&text("c"), &text("ac")));
    assert!(is_local(&text("1"), &text("2")));
    for (before, after) in [("c", "a"), ("a", "c"), ("a-1", "c"), ("c", "a-1"), ("fn", "fn-")] {
        assert!(!is_local(&text(before), &text(after)), "{before} becomes {after}");
    }
    assert!(!is_local("[TOC]\n\n## a", "[TOC]\n\n## ab"));
}

#[test]
fn an_element_that_nothing_closes_may_find_its_end_when_blocks_between_go() {
    let with = |n: usize| format!("<div>\n\n{}</div>", "甲\n\n".repeat(n));
    let far = |n: usize| format!("<div>\n\n{}</div>\n\n乙", "甲\n\n".repeat(n));
    for text in [with, far] {
        assert!(!is_local(&text(511), &text(510)));
        assert!(!is_local(&text(510), &text(511)));
    }
    let letter = |text: &str| text.replacen("甲", "甲甲", 1);
    assert!(is_local(&far(600), &letter(&far(600))));
}
