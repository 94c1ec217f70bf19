//! Takes an edit that concerns one block without parsing the rest of the text.
//!
//! [`stands_alone`] says what a block may not hold: everything that is numbered, defined or counted over the whole text.
//! That the block still ends where it did is read from the parser: it gets the block with the next line behind it.

use comrak::Arena;

use super::{Engine, count, print, total};
use crate::block::Heading;
use crate::markdown::{self, Dialect, Kind};
use crate::patch::PatchOp;
use crate::warning::Warning;

/// Where one block and the empty lines behind it stand, in the text before the edit and in the one after it.
struct Window<'t> {
    /// Index of the block.
    at: usize,
    old: &'t str,
    new: &'t str,
    /// What stands behind: the first line of the next block, or a word for a footnote, which is no block; none at the end.
    next: Option<&'t str>,
}

impl Engine {
    /// Replaces the one block that an edit concerns; none when the edit may concern more.
    pub(super) fn update_block(&mut self, text: &str) -> Option<Vec<PatchOp>> {
        if !self.may_be_local {
            return None;
        }
        self.read_starts();
        let Window { at, old, new, next } = self.window(text)?;
        let block = self.blocks.get(at)?;
        let block_before = at.checked_sub(1).and_then(|before| self.blocks.get(before));
        let may_join_list = block_before.is_some_and(|block| block.kind == Kind::List)
            && [old, new].into_iter().any(begins_item);
        let has_links = self.options.citation || self.has_definitions || self.has_toc;
        if block.kind == Kind::Other
            || may_join_list
            || next.is_some_and(|line| line.starts_with([' ', '\t']))
            || ![old, new].iter().all(|text| stands_alone(text, has_links))
        {
            return None;
        }
        let (first_line, n_old, n_new) = (block.start_line, n_lines(old), n_lines(new));
        let (n_old_bytes, n_new_bytes) = (old.len(), new.len());
        let is_inside = |warning: &Warning, n_lines: u32| {
            warning.line >= first_line
                && (next.is_none() || warning.line < first_line.saturating_add(n_lines))
        };
        let warns =
            |warnings: &[Warning], n_lines| warnings.iter().any(|warning| is_inside(warning, n_lines));
        if self.info.lacks_emoji_names || warns(&self.info.warnings, n_old) {
            return None;
        }
        let source = [new, next.unwrap_or_default()].concat();
        let arena = Arena::new();
        let document = markdown::parse(&arena, &source, first_line, Dialect::Article, &self.options);
        let (part, behind) = document.parts.split_first()?;
        let kind = part.kind();
        let ends_as_before = match (behind, next) {
            ([], None) => true,
            ([next_part], Some(_)) => {
                new.ends_with('\n')
                    && next_part.is_written()
                    && next_part.line == first_line.saturating_add(n_new)
            }
            _ => false,
        };
        if !ends_as_before
            || part.line != first_line
            || kind == Kind::Other
            || document.lacks_emoji_names
            || document.has_toc
            || warns(&document.warnings, n_new)
            // What is inserted into code is taken out again.
            || (document.is_rewritten && !block.is_prose && !begins_code(new))
        {
            return None;
        }
        let mut heading = None;
        if block.kind == Kind::Heading || kind == Kind::Heading {
            let place = self
                .info
                .headings
                .iter()
                .position(|heading| heading.line == first_line)?;
            let new_heading = document.headings.first()?;
            if block.kind != kind || self.has_toc || !self.is_free(place, new_heading) {
                return None;
            }
            heading = Some((place, new_heading.clone()));
        }
        let printed = print(part, &document, &self.options);
        let tree = part.fingerprint(&document.headings);

        // From here on the engine changes.
        self.has_definitions |= document.has_definitions;
        if let Some((place, new_heading)) = heading
            && let Some(old_heading) = self.info.headings.get_mut(place)
        {
            *old_heading = new_heading;
        }
        let mut blocks = self.blocks.iter_mut().skip(at);
        let block = blocks.next()?;
        let is_shown_alike = block.printed.content == printed.content;
        (block.tree, block.printed, block.kind) = (tree, printed, kind);
        let ops = if is_shown_alike {
            Vec::new()
        } else {
            vec![PatchOp {
                at: count(at),
                remove: 1,
                insert: vec![block.block()],
            }]
        };
        let moved = |line: u32| line.wrapping_sub(n_old).wrapping_add(n_new);
        for block in blocks {
            block.start = block.start.wrapping_sub(n_old_bytes).wrapping_add(n_new_bytes);
            block.start_line = moved(block.start_line);
        }
        let headings = self.info.headings.iter_mut().map(|heading| &mut heading.line);
        let warnings = self.info.warnings.iter_mut().map(|warning| &mut warning.line);
        for line in headings.chain(warnings).filter(|line| **line > first_line) {
            *line = moved(*line);
        }
        self.info.stats = total(self.blocks.iter().map(|block| block.printed.rendered.stats));
        Some(ops)
    }

    /// Looks up where the blocks start in the text.
    fn read_starts(&mut self) {
        if self.has_starts {
            return;
        }
        let lines = markdown::line_ranges(&self.text);
        for block in &mut self.blocks {
            let line = block.start_line.saturating_sub(1) as usize;
            block.start = lines.get(line).map_or(0, |range| range.start);
        }
        self.has_starts = true;
    }

    /// The block around the only difference between the current text and `text`.
    fn window<'t>(&'t self, text: &'t str) -> Option<Window<'t>> {
        let before = self.text.as_str();
        let n_same = n_common(before.as_bytes(), text.as_bytes());
        let at = self
            .blocks
            .partition_point(|block| block.start <= n_same)
            .checked_sub(1)?;
        let start = self.blocks.get(at)?.start;
        let end = self.blocks.get(at + 1).map_or(before.len(), |block| block.start);
        let (head, _) = before.split_at_checked(start)?;
        // Nothing goes on behind an empty line or a heading of one line, which has to stand right above.
        let heading_above = at
            .checked_sub(1)
            .and_then(|above| self.blocks.get(above))
            .filter(|above| above.kind == Kind::Heading)
            .and_then(|above| head.get(above.start..)?.strip_suffix('\n'));
        if !head.ends_with("\n\n") && heading_above.is_none_or(|heading| heading.contains('\n')) {
            return None;
        }
        let footnote = before.get(start..end).and_then(|block| block.find("\n\n[^"));
        let end = footnote.map_or(end, |len| start + len + "\n\n".len());
        let (old, old_rest) = before.get(start..)?.split_at_checked(end.checked_sub(start)?)?;
        let new_len = text.len().checked_sub(start)?.checked_sub(old_rest.len())?;
        let (new, new_rest) = text.get(start..)?.split_at_checked(new_len)?;
        let is_only = n_common(old_rest.as_bytes(), new_rest.as_bytes()) == old_rest.len();
        let next = if !old_rest.starts_with("[^") {
            old_rest.lines().next()
        } else if new.ends_with("\n\n") {
            Some("x")
        } else {
            return None;
        };
        is_only.then_some(Window { at, old, new, next })
    }

    /// Whether the heading at `place` may become `heading` and no other heading gets another id.
    fn is_free(&self, place: usize, heading: &Heading) -> bool {
        // Ids of namesakes differ by the number at their end.
        let is_number = |c: char| c == '-' || c.is_ascii_digit();
        let Some(old) = self.info.headings.get(place) else {
            return false;
        };
        let (old, new) = (
            old.id.trim_end_matches(is_number),
            heading.id.trim_end_matches(is_number),
        );
        let mut others = self
            .info
            .headings
            .iter()
            .enumerate()
            .filter(|(index, _)| *index != place);
        // Ids of footnotes begin so.
        !new.starts_with("fn")
            && others.all(|(_, other)| !other.id.starts_with(old) && !other.id.starts_with(new))
    }
}

/// Number of bytes that both begin with.
fn n_common(one: &[u8], other: &[u8]) -> usize {
    let words = one.chunks_exact(8).zip(other.chunks_exact(8));
    let n = 8 * words.take_while(|(one, other)| one == other).count();
    let rest = one.iter().skip(n).zip(other.iter().skip(n));
    n + rest.take_while(|(one, other)| one == other).count()
}

fn n_lines(text: &str) -> u32 {
    count(text.bytes().filter(|&byte| byte == b'\n').count())
}

/// Whether `line` may begin an item of a list.
fn begins_item(line: &str) -> bool {
    line.starts_with(|c: char| c.is_ascii_digit() || "-+*".contains(c))
}

fn begins_code(block: &str) -> bool {
    block.starts_with("```") || block.starts_with("~~~")
}

/// What a block may not hold.
struct Signs {
    bytes: &'static [u8],
    words: &'static [&'static str],
}

/// In any block.
const FAR_REACHING: [&str; 7] = ["$$", ":::", "\\(", "\\)", "\\[", "\\]", "\u{feff}"];
const IN_CODE: Signs = Signs {
    bytes: b"",
    words: &[],
};
const IN_PROSE: Signs = Signs {
    bytes: b"<|",
    words: &["[^", "]:"],
};
/// Where links are counted, may be defined elsewhere or may be a list of headings.
const BESIDE_LINKS: Signs = Signs {
    bytes: b"<|[",
    words: &[],
};

/// Whether what a block says concerns itself alone: it is prose, a list, a quote, a heading, or one fence of code that
/// is closed. `has_links` says whether what stands in brackets may reach beyond its block.
fn stands_alone(block: &str, has_links: bool) -> bool {
    let is_fence = |line: &str| line.contains("```") || line.contains("~~~");
    let n_fences = block.lines().filter(|line| is_fence(line)).count();
    let is_code = n_fences == 2 && begins_code(block);
    let signs = match (is_code, has_links) {
        (true, _) => IN_CODE,
        (_, true) => BESIDE_LINKS,
        _ => IN_PROSE,
    };
    let is_control = |byte: u8| byte < b' ' && byte != b'\n' && byte != b'\t';
    (is_code || n_fences == 0)
        && !block.starts_with([' ', '\t'])
        && !block
            .bytes()
            .any(|byte| is_control(byte) || signs.bytes.contains(&byte))
        && !signs
            .words
            .iter()
            .chain(&FAR_REACHING)
            .any(|sign| block.contains(sign))
}

#[cfg(test)]
mod tests {
    use super::*;
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
        ] {
            let is_heading = text.starts_with('#') && !before.starts_with('#');
            assert_eq!(
                is_local(&between(before), &between(text)),
                !is_heading,
                "{text:?}"
            );
            assert_eq!(
                is_local(&between(text), &between(before)),
                !is_heading,
                "back from {text:?}"
            );
            assert!(
                is_heading || is_local(&format!("甲\n\n{before}"), &format!("甲\n\n{text}")),
                "{text:?}, at the end"
            );
        }
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
        assert!(!is_local(&text("a", "b"), &text("a\n", "b")));
    }

    #[test]
    fn two_edits_at_once_are_not_local() {
        assert!(!is_local("甲\n\na\n\n乙", "甲\n\nb\n\n丁"));
        assert!(!is_local("甲\n\na\n\n乙", "丁\n\nb\n\n乙"));
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
            let known =
                |block: &str| format!("甲[^1]\n\n{block}\n\n[^1]: 注\n\n    续\n\n乙[^2]\n\n[^2]: 注");
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
        let inside = |note: &str| format!("甲[^1]\n\na\n\n[^1]: {note}\n\n乙");
        assert!(!is_local(&inside("b"), &inside("bc")));
    }

    #[test]
    fn a_url_is_local_where_the_pre_pass_has_read_the_lines() {
        let (before, text) = (between("a"), between("见 https://b.com，后"));
        assert!(!is_local(&before, &text));
        let known = "https://c.com，\n\n";
        assert!(is_local(&format!("{known}{before}"), &format!("{known}{text}")));
    }

    #[test]
    fn signs_that_reach_beyond_their_block_are_not_local() {
        for sign in [
            "[^a]", "[a]: b", "$$", ":::", "\\(", "\\)", "\\[", "\\]", "<b>", "|", "\r", "\u{feff}", "[toc]",
            "[Toc]", "```", "~~~",
        ] {
            let block = between(sign);
            assert!(!is_local(&between("a"), &block), "{sign:?} after typing");
            assert!(!is_local(&block, &between("a")), "{sign:?} after deleting");
        }
        for sign in ["$$", ":::", "\\(", "\\[", "\r", "\n```\n"] {
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
        assert!(!is_local_with(&citation, &before, &text));
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
        for known in ["[a]: /b", "[TOC]"] {
            let with_known = |block: &str| format!("{}\n\n{known}", between(block));
            assert!(!is_local(&with_known("[a]"), &with_known("[a] b")), "{known}");
            assert!(is_local(&with_known("c"), &with_known("cb")), "{known}");
        }
        // Code may look like a definition; afterwards there may be one.
        let mut engine = Engine::new(RenderOptions::default());
        for text in [
            "甲\n\n```\na\n```\n\n[b]",
            "甲\n\n```\n[b]: /c\n```\n\n[b]",
            "甲\n\n```\n[b]: /c\n```\n\n[b]d",
        ] {
            engine.update(text);
        }
        assert_eq!(engine.n_local_updates(), 1);
    }

    #[test]
    fn a_list_beside_a_list_is_not_local() {
        assert!(!is_local("甲\n\n- a\n\n* b\n\n乙", "甲\n\n- a\n\n- b\n\n乙"));
        assert!(!is_local("甲\n\n* a\n\n- b\n\n乙", "甲\n\n- a\n\n- b\n\n乙"));
        assert!(!is_local("甲\n\n- a\n\nb\n\n乙", "甲\n\n- a\n\n    b\n\n乙"));
        assert!(!is_local("甲\n\n- a\n\nb\n\n乙", "甲\n\n- a\n\n\tb\n\n乙"));
        assert!(is_local("甲\n\na\n\n- b\n\n乙", "甲\n\nac\n\n- b\n\n乙"));
    }

    #[test]
    fn a_block_that_does_not_end_as_before_is_not_local() {
        for (before, text) in [
            ("a", "a\n\nb"),
            ("a", ""),
            ("a", "\na"),
            ("```\na\n```", "```\na\n```\nb"),
            ("```\na\n```", "````\na\n```"),
            ("- a", "# a\n- a"),
            ("![a](b)\n![c](d)", "![a](b)\n![c](de)"),
            ("- a", "- # a"),
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
        assert!(!is_local("a\n\n甲\n乙", "a\n\n甲\n乙c\n\n丁"));
        assert!(!is_local("甲\n\na\n\n\n乙", "甲\n\na\n\nb\n乙"));
        assert!(!is_local("甲\n\na\n[b]: c\nd", "甲\n\na\n[b]: c\nde"));
        assert!(!is_local("## 甲\n[b]: c\nd", "## 甲\n[b]: c\n'd'"));
        assert!(!is_local("甲\n---\n> a", "甲\n---\n> ab"));
        assert!(!is_local("甲\n\na", "甲\n\n[a](javascript:b)"));
        assert!(is_local(
            "甲\n\na\n\n[b](javascript:c)",
            "甲\n\nad\n\n[b](javascript:c)"
        ));
        assert!(!is_local("甲\n\n## a\n\n## 乙", "甲\n\na\n\n## 乙"));
        assert!(!is_local("甲\n\na\n\n    \n乙", "甲\n\na\n\n    乙"));
        assert!(!is_local("甲\n\na\n\n   乙", "甲\n\nab\n\n   乙"));
        assert!(!is_local("---\na: b\n\nc\n\nd", "---\na: b\n\n---\n\nd"));
    }

    #[test]
    fn a_heading_is_local_while_no_other_gets_another_id() {
        let text = |one: &str| format!("甲\n\n## {one}\n\n## a\n\n## a-2\n\n## b");
        assert!(is_local(&text("c"), &text("cd")));
        for (before, after) in [
            ("c", "a"),
            ("a", "c"),
            ("a-1", "c"),
            ("c", "a-1"),
            ("fn", "fn-"),
            ("1", "2"),
        ] {
            assert!(!is_local(&text(before), &text(after)), "{before} becomes {after}");
        }
        assert!(!is_local("[TOC]\n\n## a", "[TOC]\n\n## ab"));
    }
}
