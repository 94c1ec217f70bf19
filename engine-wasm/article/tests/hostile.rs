//! Texts made to hurt: each must end, and print an amount of HTML that its length bounds.
#![cfg(not(target_arch = "wasm32"))]
// A failure in a helper of a test is a failure of the test.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use moyan_article::{Engine, RenderOptions, format_source, render};

/// Renders `text` with everything on and checks the size of the HTML.
fn survives(name: &str, text: &str) {
    let options = RenderOptions {
        citation: true,
        count_status: true,
        line_numbers: true,
        ..RenderOptions::default()
    };
    let article = render(text, &options);
    let bytes: usize = article.blocks.iter().map(|block| block.html.len()).sum();
    assert!(
        bytes < 40 * text.len() + 100_000,
        "{name}: {bytes} bytes of HTML from {}",
        text.len()
    );
    let depth = article
        .blocks
        .iter()
        .map(|block| nesting(&block.html))
        .max()
        .unwrap_or(0);
    assert!(depth < 300, "{name}: {depth} elements deep");
}

/// How deep the elements nest that the engine itself opens.
fn nesting(html: &str) -> usize {
    let (mut depth, mut deepest) = (0_usize, 0);
    for tag in html.split('<').skip(1) {
        if tag.starts_with('/') {
            depth = depth.saturating_sub(1);
        } else if !tag.contains("/>") && tag.starts_with(['b', 's', 'u', 'o', 'l', 'e', 'd', 'm']) {
            depth += 1;
            deepest = deepest.max(depth);
        }
    }
    deepest
}

macro_rules! hostile {
    ($($name:ident: $text:expr;)*) => {
        $(
            #[test]
            fn $name() {
                survives(stringify!($name), &$text);
            }
        )*
    };
}

hostile! {
    nested_quotes: ">".repeat(50_000) + "a";
    marks_between_words: "a==b ".repeat(100_000);
    marks_in_a_row: "==a".repeat(100_000);
    underlines_in_a_row: "++a".repeat(100_000);
    marks_in_marks: "==++".repeat(5_000) + "a";
    marks_with_colons: "a:==b ".repeat(50_000);
    nested_brackets: "[".repeat(50_000) + "a" + &"]".repeat(50_000);
    open_links: "[a](".repeat(4_000);
    open_images: "![a](".repeat(4_000);
    container_openings: ":::tip\n".repeat(50_000);
    container_pairs: ":::tip\n".repeat(4_000) + &":::\n".repeat(10_000);
    container_closings: ":::\n".repeat(4_000);
    angle_brackets: "<".repeat(50_000);
    open_tags: "<div>\n\n".repeat(5_000);
    open_comments: "<!-- a ".repeat(4_000);
    one_long_line: "墨砚 writes ".repeat(70_000);
    emphasis_runs: "*a **b ".repeat(4_000);
    underscores: "_".repeat(10_000);
    tildes: "~a ~~b ".repeat(4_000);
    highlight_marks: "==a ++b ".repeat(4_000);
    backticks: (1..600).map(|n| "`".repeat(n) + " ").collect::<String>();
    dollars: "$a $$b ".repeat(4_000);
    open_formula_blocks: "$$ a\n\n".repeat(4_000);
    open_bracket_formulas: "\\[ a\n\n".repeat(4_000);
    vain_latex: "\\(a \\[b ".repeat(4_000);
    nested_lists: (0..2_000).map(|n| " ".repeat(n) + "- a\n").collect::<String>();
    list_markers: "- ".repeat(4_000);
    unclosed_fence: String::from("```\n") + &"a\n".repeat(10_000);
    null_bytes: "\0".repeat(10_000);
    reference_bomb: format!("[a]: {}\n\n{}", "x".repeat(10_000), "[a] ".repeat(10_000));
    many_references: (0..5_000).map(|n| format!("[{n}]: /u\n")).collect::<String>() + &"[1] ".repeat(5_000);
    many_footnotes: (0..2_000).map(|n| format!("[^{n}]\n\n[^{n}]: a\n\n")).collect::<String>();
    one_footnote_often: "[^1] ".repeat(10_000) + "\n\n[^1]: a";
    equal_headings: "# a\n".repeat(10_000);
    heading_suffixes: (0..3_000).map(|n| format!("# a\n# a-{n}\n")).collect::<String>();
    contents_often: "[TOC]\n\n".repeat(200) + &"## a\n".repeat(200);
    wide_table: "|a".repeat(5_000) + "\n" + &"|-".repeat(5_000) + "\n" + &"|b".repeat(5_000);
    tall_table: String::from("|a|\n|-|\n") + &"|b|\n".repeat(4_000);
    ruby_brackets: "[字]".repeat(4_000) + "{a}";
    ruby_braces: "[字]{".repeat(4_000);
    colons: ":a".repeat(10_000);
    bare_addresses: "https://a.com，".repeat(4_000);
    entities: "&".repeat(10_000) + &"&#1;".repeat(10_000);
    carriage_returns: "\r".repeat(10_000);
    alert_titles: "> [!tip] # a\n\n".repeat(5_000);
    unknown_alerts: "> [!foo] a\n> b\n\n".repeat(5_000);
    front_matter_without_end: String::from("---\n") + &"a: b\n".repeat(4_000);
    sliders: "<![a](b),".repeat(10_000) + ">";
}

#[test]
fn short_rows_of_a_wide_table_are_filled_up_to_a_limit() {
    let text = format!(
        "|{}\n|{}\n{}",
        "a|".repeat(1_000),
        "-|".repeat(1_000),
        "|a\n".repeat(1_000)
    );
    let article = render(&text, &RenderOptions::default());
    let bytes: usize = article.blocks.iter().map(|block| block.html.len()).sum();
    assert!(bytes < 100_000, "{bytes}");
    assert_eq!(warnings(&text), [("table.shortRows".to_owned(), 1)]);
    let html = &article.blocks[0].html;
    assert!(html.contains("<tr>\n<td>a</td>\n</tr>"), "{html}");
}

fn warnings(text: &str) -> Vec<(String, u32)> {
    let article = render(text, &RenderOptions::default());
    let warnings = article.info.warnings.into_iter();
    warnings.map(|warning| (warning.key, warning.line)).collect()
}

#[test]
fn what_a_limit_leaves_out_is_named_with_its_line() {
    let headings = "## a\n".repeat(900);
    for (text, key, line) in [
        (
            format!("[TOC]\n\n[TOC]\n\n[TOC]\n\n[TOC]\n\n{headings}"),
            "toc.tooMany",
            7,
        ),
        (
            format!("{}\n\n[^1]: a", "[^1] ".repeat(101)),
            "footnote.manyReferences",
            3,
        ),
        (format!("a\n\n{}", "\\(".repeat(5_000)), "math.unclosed", 3),
    ] {
        assert_eq!(warnings(&text), [(key.to_owned(), line)]);
    }
    for text in [
        format!("[TOC]\n\n[TOC]\n\n[TOC]\n\n{headings}"),
        format!("{}\n\n[^1]: a", "[^1] ".repeat(100)),
        "\\(x\\) ".repeat(5_000),
        format!("|a|b|\n|-|-|\n{}", "|c\n".repeat(5_000)),
    ] {
        assert_eq!(warnings(&text), []);
    }
}

#[test]
fn one_hundred_references_without_a_definition_are_named() {
    assert_eq!(warnings(&"[^a] ".repeat(150)).len(), 100);
}

#[test]
fn hostile_texts_can_be_edited() {
    let mut engine = Engine::new(RenderOptions::default());
    for text in [
        ">".repeat(20_000),
        "[".repeat(20_000),
        ":::a\n".repeat(5_000),
        "$$\n".repeat(5_001),
        String::new(),
    ] {
        engine.update(&text);
    }
    assert!(engine.blocks().is_empty());
}

#[test]
fn hostile_texts_can_be_formatted() {
    for text in [
        ">".repeat(20_000),
        "[".repeat(20_000),
        "|".repeat(20_000),
        "中a".repeat(20_000),
        "\0".repeat(100),
    ] {
        assert_eq!(format_source(&text).lines().count(), text.lines().count());
    }
}
