//! What holds for every text: an engine that saw edits has the blocks of a fresh render, and nothing panics.
//!
//! `MOYAN_LONG_RUN=1` makes the random edits many.
#![cfg(not(target_arch = "wasm32"))]
// A failure in a helper of a test is a failure of the test.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use moyan_article::{Block, Engine, Language, Legend, Patch, RenderOptions, format_source, render};

/// Random edits in the suite, and in a long run.
const EDITS: usize = 400;
const LONG_RUN_EDITS: usize = 20_000;

/// The texts grow and shrink around this many bytes.
const TARGET_BYTES: usize = 3_000;

/// A text with every construct that reads something outside its own lines.
const CORPUS: &str = include_str!("fixtures/tour/tour.md");

/// Pieces that change the meaning of what stands around them.
const PIECES: &[&str] = &[
    "\n",
    "\n\n",
    " ",
    "*",
    "**",
    "_",
    "`",
    "```\n",
    "~~~\n",
    "$",
    "$$",
    "\n$$\n",
    "\\[",
    "\\]",
    "\\(",
    "\\)",
    "~",
    "~~",
    "==",
    "++",
    "[",
    "]",
    "(",
    ")",
    "![",
    "|",
    "\n|a|b|\n|-|-|\n",
    "#",
    "\n# 标题\n",
    "\n## 标题\n",
    "\n标题\n===\n",
    "> ",
    "> [!tip] 标题\n",
    "> [!foo]\n",
    ":::",
    "\n:::note 题\n",
    "\n::: code-group\n",
    "``` [题]\n",
    "%%",
    " ^abc1\n",
    "\n:::\n",
    " {#a}\n",
    "\n## 标题 {#a-1}\n",
    "\n  $$\n",
    "``` `b` c `d` ",
    "- ",
    "\n- a\n- b\n",
    "1. ",
    "    ",
    "\t",
    "[^1]",
    "\n[^1]: 注\n",
    "\n[^n]: 注\n\n    续\n",
    "[a]",
    "\n[a]: https://example.com '题'\n",
    "\n[TOC]\n",
    "<",
    ">",
    "<b>",
    "</b>",
    "\n<details>\n\n",
    "\n\n</details>\n",
    "<!--",
    "-->",
    "<script>",
    "https://a.com，",
    "www.b.com",
    ":smile:",
    "[字]{zì}",
    "---\n",
    "\n---\n",
    "---\ntitle: 题\n---\n",
    "\r\n",
    "\0",
    "\u{feff}",
    "，",
    "“",
    "”",
    "字",
    "x",
    "😀",
    "![图|30x20](a.png \"题\")",
    "<![a](b),![c](d)>",
    "- [x] ",
    "\\",
    "&amp;",
    "\u{b}",
    "\u{2028}",
    "$5 和 $10",
    "<mp-common-profile data-id=\"a\" data-nickname=\"b\"></mp-common-profile>",
];

/// A small generator of numbers, so that a seed names a run for ever.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 16
    }

    /// A number below `end`, 0 when there is none.
    fn below(&mut self, end: usize) -> usize {
        usize::try_from(self.next()).unwrap() % end.max(1)
    }

    fn chance(&mut self, one_in: usize) -> bool {
        self.below(one_in) == 0
    }

    fn place(&mut self, text: &str) -> usize {
        let mut at = self.below(text.len() + 1);
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        at
    }

    fn lines<'t>(&mut self, text: &'t str) -> &'t str {
        let lines: Vec<&str> = text.split_inclusive('\n').collect();
        let start = self.below(lines.len());
        let len = 1 + self.below(4);
        let before: usize = lines.iter().take(start).map(|line| line.len()).sum();
        let taken: usize = lines.iter().skip(start).take(len).map(|line| line.len()).sum();
        &text[before..before + taken]
    }
}

fn edit(random: &mut Random, text: &mut String) {
    let at = random.place(text);
    match random.below(if text.len() > TARGET_BYTES { 9 } else { 6 }) {
        0..3 => text.insert_str(at, PIECES[random.below(PIECES.len())]),
        3 => {
            let lines = random.lines(CORPUS);
            let line_start = text[..at].rfind('\n').map_or(0, |end| end + 1);
            text.insert_str(line_start, lines);
        }
        4 => {
            let lines = random.lines(text).to_owned();
            text.insert_str(at, &lines);
        }
        _ => {
            let reach = 1 + random.below(60);
            let mut end = (at + reach).min(text.len());
            while !text.is_char_boundary(end) {
                end += 1;
            }
            text.replace_range(at..end, "");
        }
    }
}

fn options(random: &mut Random) -> RenderOptions {
    let legends = [
        Legend::Alt,
        Legend::AltTitle,
        Legend::Title,
        Legend::TitleAlt,
        Legend::None,
    ];
    RenderOptions {
        legend: legends[random.below(legends.len())],
        citation: random.chance(2),
        count_status: random.chance(3),
        breaks: !random.chance(4),
        mac_code_block: random.chance(2),
        line_numbers: random.chance(2),
        language: if random.chance(2) {
            Language::En
        } else {
            Language::ZhCn
        },
    }
}

/// What a host sees after a patch must be a fresh render.
fn check(
    engine: &Engine,
    patch: &Patch,
    host: &mut Vec<Block>,
    text: &str,
    options: &RenderOptions,
    step: usize,
) {
    patch.apply(host);
    let fresh = render(text, options);
    assert_eq!(patch.start_lines.len(), host.len(), "step {step}: {text:?}");
    for (shown, expected) in host.iter().zip(&fresh.blocks) {
        assert_eq!(shown, expected, "step {step}: {text:?}");
    }
    assert_eq!(host.len(), fresh.blocks.len(), "step {step}: {text:?}");
    assert_eq!(engine.info(), &fresh.info, "step {step}: {text:?}");
}

/// Gives `after` to an engine that holds `before`: as a whole, or as an editor does, as one change in UTF-16 units.
fn give(random: &mut Random, engine: &mut Engine, before: &str, after: &str) -> Patch {
    if random.chance(2) {
        return engine.update(after);
    }
    let units = |letters: &[char]| letters.iter().map(|letter| letter.len_utf16()).sum::<usize>();
    let (old, new): (Vec<char>, Vec<char>) = (before.chars().collect(), after.chars().collect());
    let n_same = old
        .iter()
        .zip(&new)
        .take_while(|(one, other)| one == other)
        .count();
    let (old_rest, new_rest) = (&old[n_same..], &new[n_same..]);
    let pairs = old_rest.iter().rev().zip(new_rest.iter().rev());
    let n_behind = pairs.take_while(|(one, other)| one == other).count();
    let inserted: String = new_rest[..new_rest.len() - n_behind].iter().collect();
    let removed = units(&old_rest[..old_rest.len() - n_behind]);
    engine.edit(units(&old[..n_same]), removed, &inserted)
}

#[test]
fn edits_give_the_blocks_of_a_fresh_render() {
    let edits = if std::env::var_os("MOYAN_LONG_RUN").is_some() {
        LONG_RUN_EDITS
    } else {
        EDITS
    };
    let mut random = Random(0x6d6f_7961_6e00_0001);
    let mut options = RenderOptions::default();
    let mut engine = Engine::new(options.clone());
    let mut text = CORPUS.to_owned();
    let mut host = Vec::new();
    for step in 0..edits {
        if random.chance(200) || step == 0 {
            CORPUS.clone_into(&mut text);
            engine.update(&text).apply(&mut host);
        }
        let patch = if random.chance(40) {
            options = self::options(&mut random);
            let patch = engine.update(&text);
            patch.apply(&mut host);
            engine.set_options(options.clone())
        } else {
            let before = text.clone();
            edit(&mut random, &mut text);
            give(&mut random, &mut engine, &before, &text)
        };
        check(&engine, &patch, &mut host, &text, &options, step);
    }
}

/// What is typed into a paragraph, and what makes it something else.
const LETTERS: &[&str] = &[
    "a",
    "字",
    "，",
    " ",
    "`",
    "*",
    "**",
    "_",
    "~",
    "=",
    "|",
    "!",
    "-",
    "&amp;",
    "\n",
    "\n- ",
    "\n===",
    "\n> ",
    "  \n",
    "\n\n",
    "\u{3000}",
    "    ",
    "w",
    "www.",
    "@",
    "#",
    "+",
    "1",
    ".",
    "{",
    "(",
    ")",
    "\n字\n",
    "\n|a|\n",
    "'",
    "\"",
    "^",
    "\n\n字\n\n",
    "\n\n- 字",
    "\n\n> 字\n\n1. 字\n\n",
    "\n\n## 字\n",
];

#[test]
fn typing_in_a_paragraph_gives_the_blocks_of_a_fresh_render() {
    let edits = if std::env::var_os("MOYAN_LONG_RUN").is_some() {
        2 * LONG_RUN_EDITS
    } else {
        2 * EDITS
    };
    let mut random = Random(0x6d6f_7961_6e00_0002);
    let mut options = RenderOptions::default();
    let mut engine = Engine::new(options.clone());
    let (mut text, mut held, mut host) = (String::new(), String::new(), Vec::new());
    for step in 0..edits {
        if step % 100 == 0 {
            text = CORPUS.replace("\n\n", "\n\n字 `a` **words** 词\nand words *two*\n\n");
            if random.chance(2) {
                // Without definitions, so that they are not what makes every edit one of the whole text.
                text = text.replace("]: ", "] ");
            }
            for _ in 0..random.below(12) {
                edit(&mut random, &mut text);
            }
            options = self::options(&mut random);
            options.count_status &= random.chance(8);
            engine.set_options(options.clone()).apply(&mut host);
        }
        if random.chance(8) {
            edit(&mut random, &mut text);
        } else {
            let words: Vec<usize> = text
                .match_indices("words")
                .map(|(at, _)| at + if random.chance(2) { 0 } else { 5 })
                .collect();
            let at = words.get(random.below(words.len())).copied().unwrap_or_default();
            text.insert_str(at, LETTERS[random.below(LETTERS.len())]);
        }
        let patch = give(&mut random, &mut engine, &held, &text);
        text.clone_into(&mut held);
        check(&engine, &patch, &mut host, &text, &options, step);
    }
    let n_local = engine.n_local_updates();
    assert!(
        n_local * 10 > edits,
        "{n_local} of {edits} updates parsed one block"
    );
}

/// Blocks between blank lines, of every kind, with what may and what may not be edited by itself.
const BLOCKS: &[&str] = &[
    "words 字 `a` **words**，词\nand words",
    "a [words](https://a.com)，见 https://b.com。words",
    "![words](a.png)",
    "![words](a.png) ![words](b.png)",
    "# words 甲",
    "## words 甲",
    "words\n===",
    "- words\n- 字\n  - words",
    "* words\n\n* words",
    "1. words\n2. words\n\n   words",
    "- [ ] words",
    "> words\n> 字\n>\n> - words",
    "> [!tip] words\n> words",
    "> # words",
    "```js\nwords[0]: a<b>\n\nwords\n```",
    "~~~\nwords https://a.com，\n~~~",
    "    words",
    "| words | a |\n|-|-|\n| words |",
    ":::note words\nwords\n:::",
    ":::tip\n<p>words</p>\n:::",
    ":::tip\n- words\n  - words\n:::",
    "$$\nwords\n$$",
    "甲 $words$ 乙，$5 words",
    "words[^1]",
    "[^1]: words",
    "[^2]: words\n\n    words",
    "<!-- words -->",
    "<details>\n\nwords\n\n</details>",
    "[TOC]",
    "words :smile: words@a.com",
    "[words](javascript:words)",
    "---",
    "words\\",
];

#[test]
fn typing_in_any_block_gives_the_blocks_of_a_fresh_render() {
    let edits = if std::env::var_os("MOYAN_LONG_RUN").is_some() {
        10 * LONG_RUN_EDITS
    } else {
        4 * EDITS
    };
    let mut random = Random(0x6d6f_7961_6e00_0003);
    let mut options = RenderOptions::default();
    let mut engine = Engine::new(options.clone());
    let (mut text, mut held, mut host) = (String::new(), String::new(), Vec::new());
    for step in 0..edits {
        if step % 40 == 0 {
            let n = 3 + random.below(12);
            let blocks: Vec<&str> = (0..n).map(|_| BLOCKS[random.below(BLOCKS.len())]).collect();
            let ends = blocks.iter().map(|block| {
                let is_close = random.chance(if block.starts_with('#') { 2 } else { 12 });
                format!("{block}{}", if is_close { "\n" } else { "\n\n" })
            });
            text = ends.collect();
            if random.chance(6) {
                text = format!("---\ntitle: words\n---\n{text}");
            }
            options = self::options(&mut random);
            options.count_status &= random.chance(8);
            options.citation &= random.chance(3);
            engine.set_options(options.clone()).apply(&mut host);
        }
        let words: Vec<usize> = text.match_indices("words").map(|(at, _)| at).collect();
        match (random.below(20), words.get(random.below(words.len()))) {
            (0, _) => edit(&mut random, &mut text),
            (1, _) | (_, None) => {
                let at = random.place(&text);
                text.insert_str(at, LETTERS[random.below(LETTERS.len())]);
            }
            (2, Some(&at)) => text.replace_range(at..at + 5, ""),
            (3, Some(&at)) => text.insert_str(at, PIECES[random.below(PIECES.len())]),
            (4, Some(&at)) => text.insert(at + 5, '\n'),
            (5, Some(&at)) => {
                // What joins a line to the one before, as Backspace does, or a block.
                let start = text[..at].rfind('\n').unwrap_or(at);
                let start = if random.chance(2) {
                    text[..start].trim_end().len()
                } else {
                    start
                };
                let is_line_end = text[start..at].starts_with('\n') && !random.chance(4);
                let end = if is_line_end { start + 1 } else { at };
                text.replace_range(start..end, "");
            }
            (_, Some(&at)) => {
                let at = if random.chance(2) { at } else { at + 5 };
                text.insert_str(at, LETTERS[random.below(LETTERS.len())]);
            }
        }
        if random.chance(30) {
            // What several places change at once, as replacing does.
            edit(&mut random, &mut text);
        }
        let patch = give(&mut random, &mut engine, &held, &text);
        text.clone_into(&mut held);
        check(&engine, &patch, &mut host, &text, &options, step);
    }
    let n_local = engine.n_local_updates();
    assert!(
        n_local * 16 > edits,
        "{n_local} of {edits} updates parsed one block"
    );
}

/// Pairs of texts that differ in one thing that is printed.
const DIFFERENCES: &[(&str, &str)] = &[
    ("a", "b"),
    ("# a", "## a"),
    ("*a*", "**a**"),
    ("~~a~~", "==a=="),
    ("`a`", "`b`"),
    ("甲$a$乙", "甲$b$乙"),
    ("<b>a", "<i>a"),
    ("<div>a</div>", "<div>b</div>"),
    ("[TOC]\n\n## a", "[TOC]\n\n## b"),
    ("[a](b)", "[a](c)"),
    ("[a](b '甲')", "[a](b '乙')"),
    ("甲![a](b)", "甲![a](c)"),
    ("甲![a](b '丙')", "甲![a](b '丁')"),
    ("```a\nx\n```", "```b\nx\n```"),
    ("```\na\n```", "```\nb\n```"),
    ("- a\n- b", "1. a\n2. b"),
    ("- a\n- b", "- a\n\n- b"),
    ("1. a", "2. a"),
    ("- [ ] a", "- [x] a"),
    ("- [ ] a", "- a"),
    ("|a|\n|-|", "|a|\n|:-|"),
    ("|a|\n|:-|", "|a|\n|-:|"),
    ("|a|\n|-:|", "|a|\n|:-:|"),
    ("> [!tip] a\n> b", "> [!note] a\n> b"),
    ("[^a]\n\n[^a]: x", "[^a][^a]\n\n[^a]: x"),
    ("[^a]\n\n[^a]: x", "[^b]\n\n[^b]: x"),
    (
        "甲\n\n[^b]\n\n[^a]: x\n\n[^b]: x",
        "[^a]\n\n[^b]\n\n[^a]: x\n\n[^b]: x",
    ),
    ("甲\n\n[^a]\n\n[^a]: x", "[^a]\n\n[^a]\n\n[^a]: x"),
];

#[test]
fn every_difference_that_is_printed_is_seen() {
    let options = RenderOptions::default();
    for &(one, other) in DIFFERENCES {
        for (before, after) in [(one, other), (other, one)] {
            let mut engine = Engine::new(options.clone());
            engine.update(before);
            engine.update(after);
            let expected = render(after, &options).blocks;
            assert_eq!(engine.blocks(), expected, "{before:?} becomes {after:?}");
            assert_ne!(render(before, &options).blocks, expected, "{before:?}, {after:?}");
        }
    }
}

#[test]
fn the_last_words_of_an_open_container_are_not_taken_for_the_footnotes() {
    let text = "甲[^1]\n\n[^1]: 注\n\n:::tip\n\nwords";
    let options = RenderOptions::default();
    let mut engine = Engine::new(options.clone());
    engine.update(text);
    let text = format!("{text}x");
    engine.update(&text);
    assert_eq!(engine.blocks(), render(&text, &options).blocks);
}

#[test]
fn words_that_make_room_for_a_long_address_change_the_paragraphs_that_use_it() {
    let text = |words: usize| {
        let uses = "[a] ".repeat(11);
        let address = "a".repeat(20_000);
        format!("甲\n\n{}\n\n{uses}\n\n[a]: /{address}\n", "b".repeat(words))
    };
    let options = RenderOptions::default();
    let mut engine = Engine::new(options.clone());
    engine.update(&text(1));
    let before = engine.blocks().last().unwrap().html.clone();
    engine.update(&text(10_000));
    let after = engine.blocks().last().unwrap().html.clone();
    assert_eq!(
        (before.matches("<a ").count(), after.matches("<a ").count()),
        (10, 11)
    );
}

#[test]
fn rendering_twice_gives_the_same_bytes() {
    assert_eq!(
        render(CORPUS, &RenderOptions::default()),
        render(CORPUS, &RenderOptions::default())
    );
}

#[test]
fn an_unchanged_text_gives_an_empty_patch() {
    let mut engine = Engine::new(RenderOptions::default());
    engine.update(CORPUS);
    assert!(engine.update(CORPUS).ops.is_empty());
    assert!(engine.set_options(RenderOptions::default()).ops.is_empty());
}

#[test]
fn a_blank_at_the_end_of_a_paragraph_gives_an_empty_patch() {
    let mut engine = Engine::new(RenderOptions::default());
    engine.update("a\n\nb");
    assert!(engine.update("a\n\nb").ops.is_empty());
    assert!(engine.update("a\n\nb ").ops.is_empty());
    assert_eq!(engine.n_local_updates(), 2);
}

#[test]
fn a_new_line_on_top_changes_one_block_and_every_line_number() {
    let mut engine = Engine::new(RenderOptions::default());
    let before = engine.update("一\n\n二\n\n三");
    let after = engine.update("零\n\n一\n\n二\n\n三");
    assert_eq!(after.ops.len(), 1);
    assert_eq!(
        (after.ops[0].at, after.ops[0].remove, after.ops[0].insert.len()),
        (0, 0, 1)
    );
    assert_eq!(before.start_lines, [1, 3, 5]);
    assert_eq!(after.start_lines, [1, 3, 5, 7]);
}

#[test]
fn a_new_heading_changes_its_namesakes_and_nothing_between() {
    let section = |number: usize| format!("## 小结\n\n第 {number} 段\n\n---\n\n");
    let text: String = (0..200).map(section).collect();
    let mut engine = Engine::new(RenderOptions::default());
    engine.update(&text);
    let patch = engine.update(&format!("## 小结\n\n{text}"));
    let inserted: usize = patch.ops.iter().map(|op| op.insert.len()).sum();
    assert!(inserted <= 202, "{inserted} blocks for 201 headings");
}

#[test]
fn formatting_the_source_twice_changes_nothing_more() {
    let once = format_source(CORPUS);
    assert_eq!(format_source(&once), once);
}

#[test]
fn no_text_panics_the_source_formatter() {
    let mut random = Random(7);
    let mut text = CORPUS.to_owned();
    for _ in 0..100 {
        edit(&mut random, &mut text);
        let formatted = format_source(&text);
        assert_eq!(formatted.lines().count(), text.lines().count(), "{text:?}");
    }
}
