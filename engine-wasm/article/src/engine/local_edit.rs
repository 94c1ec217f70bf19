//! Takes an edit that concerns few blocks without parsing the rest of the text.
//!
//! Such an edit changes a block, cuts it into several, joins two or takes some away.
//! [`signs::stands_alone`] says what a block may not hold: definitions, and what is open at its end. What reaches into it
//! stands in [`super::Whole`]; references keep their numbers while they are the same ones in the same order.
//! That the last block still ends where it did is read from the parser: it gets the blocks with the next line behind them.

mod signs;

use std::ops::Range;
use std::sync::Arc;

use comrak::Arena;
use comrak::nodes::NodeValue;

use super::edit::Edit;
use super::{Engine, Known, Stored, count, ops, set_starts, stored, total, with_words};
use crate::block::Heading;
use crate::markdown::{self, Dialect, Kind, Part, Reference};
use crate::patch::PatchOp;
use crate::stats::Stats;
use crate::warning::Warning;

use signs::{begins_code, begins_item, may_join, may_reach_far, stands_alone};

/// Where the blocks of an edit and the empty lines behind them stand, in the text before the edit and in the one after it.
struct Window<'t> {
    /// Indices of the blocks.
    blocks: Range<usize>,
    old: &'t str,
    new: String,
    /// What stands behind: the first line of the next block, or a word for a footnote, which is no block; none at the end.
    next: Option<&'t str>,
}

/// What the blocks of an edit become. Pairs are before and after the edit.
struct Replacement {
    /// Indices of the blocks that leave.
    range: Range<usize>,
    blocks: Vec<Stored>,
    /// Indices of the headings that leave.
    old_headings: Range<usize>,
    new_headings: Vec<Heading>,
    /// In the new blocks.
    n_empty_cells: usize,
    /// 1-based.
    first_line: u32,
    n_lines: [u32; 2],
    n_bytes: [usize; 2],
    /// Line of the collected blocks, when these are all that follow.
    end_line: Option<u32>,
}

impl Engine {
    /// Replaces the blocks that an edit concerns; none when the edit may concern more.
    pub(super) fn update_block(&mut self, edit: &Edit<'_>) -> Option<Vec<PatchOp>> {
        if !self.whole.may_be_local {
            return None;
        }
        if !self.has_starts {
            set_starts(&mut self.blocks, &self.text, 1, 0);
            self.has_starts = true;
        }
        // Without the empty lines between them a block joins the one behind.
        let replacement = [0, 1]
            .into_iter()
            .find_map(|n_behind| self.replacement(edit, n_behind))?;
        Some(self.apply(replacement))
    }

    /// What the blocks of an edit and `n_behind` more become; none when they may concern more than themselves.
    fn replacement(&self, edit: &Edit<'_>, n_behind: usize) -> Option<Replacement> {
        let window = self.window(edit, n_behind)?;
        let (old, new, next) = (window.old, window.new.as_str(), window.next);
        let blocks = self.blocks.get(window.blocks.clone())?;
        let first = blocks.first()?;
        let above = self.blocks.get(..window.blocks.start)?;
        let before = above.last();
        let references: Vec<&Reference> = blocks
            .iter()
            .flat_map(|block| &block.printed.rendered.references)
            .collect();
        let (definitions, n_notes) = definitions(&references);
        let piece = [new, next.unwrap_or_default()].concat();
        let source = [definitions.as_str(), &piece].concat();
        let may_join_list = before.is_some_and(|block| block.kind == Kind::List)
            && [old, &piece].into_iter().any(begins_item);
        if blocks.iter().any(|block| reaches_out(block.kind))
            || may_join_list
            || next.is_some_and(|line| may_join(line, new))
            || !stands_alone(old)
            || (self.whole.is_open && [old, new].into_iter().any(may_reach_far))
        {
            return None;
        }
        let first_line = first.start_line;
        let lines = [n_lines(old), n_lines(new)];
        let is_inside = |line: u32, n_lines: u32| {
            line >= first_line && (next.is_none() || line < first_line.saturating_add(n_lines))
        };
        let warns =
            |warnings: &[Warning], n_lines| warnings.iter().any(|warning| is_inside(warning.line, n_lines));
        if self.info.lacks_emoji_names || warns(&self.info.warnings, lines[0]) {
            return None;
        }
        let arena = Arena::new();
        let document = markdown::parse(
            &arena,
            &source,
            i64::from(first_line) - i64::from(n_lines(&definitions)),
            Dialect::Article,
            &self.options,
            Some(Arc::clone(&self.whole.labels)),
        );
        let n_written = document
            .parts
            .partition_point(|part| part.kind() != Kind::Collected);
        let mut parts = document.parts.get(..n_written)?;
        if next.is_some() {
            let end = first_line.saturating_add(lines[1]);
            let (own, behind) = parts.split_at(parts.partition_point(|part| part.line < end));
            if !(new.is_empty() || new.ends_with('\n')) || behind.first()?.line != end {
                return None;
            }
            parts = own;
        }
        let is_prose = blocks.iter().all(|block| block.is_prose);
        let is_code = parts.len() == 1 && begins_code(new);
        if parts.iter().any(|part| reaches_out(part.kind()))
            || (parts.len() != blocks.len() && above.iter().any(|block| block.kind == Kind::Unclosed))
            || document.lacks_emoji_names
            || document.has_toc
            || document.has_foreign
            || document.definitions_are_read
            || self.whole.n_empty_cells + document.n_empty_cells > markdown::MAX_EMPTY_CELLS
            || !are_known(parts, &references)
            || (!is_code && new.matches("[^").count() != n_notes)
            || warns(&document.warnings, lines[1])
            // What is inserted into code is taken out again.
            || (document.is_rewritten && !is_prose && !is_code)
        {
            return None;
        }
        let n_headings: usize = parts.iter().map(|part| part.n_headings).sum();
        let new_headings = document.headings.get(..n_headings)?;
        let n_in = |blocks: &[Stored]| blocks.iter().map(|block| block.n_headings).sum::<usize>();
        let first_heading = n_in(above);
        let old_headings = first_heading..first_heading + n_in(blocks);
        if !self.may_become(&old_headings, new_headings) {
            return None;
        }
        let mut new_blocks = stored(parts, &document, &self.options, &Known::default());
        set_starts(&mut new_blocks, new, first_line, first.start);
        let mut start = 0;
        for end in new_blocks
            .iter()
            .skip(1)
            .map(|block| block.start - first.start)
            .chain([new.len()])
        {
            if !stands_alone(new.get(start..end)?) {
                return None;
            }
            start = end;
        }
        if let [block] = new_blocks.as_mut_slice() {
            block.is_prose |= is_prose;
        }
        Some(Replacement {
            new_headings: new_headings.to_vec(),
            old_headings,
            n_empty_cells: document.n_empty_cells,
            first_line,
            n_lines: lines,
            n_bytes: [old.len(), new.len()],
            end_line: next.is_none().then_some(document.last_line),
            range: window.blocks,
            blocks: new_blocks,
        })
    }

    /// Puts new blocks into the article, and moves what stands behind them.
    fn apply(&mut self, new: Replacement) -> Vec<PatchOp> {
        let at = new.range.start;
        let old_blocks = self.blocks.get(new.range.clone()).unwrap_or_default();
        let ops = ops(at, old_blocks, &new.blocks);
        self.whole.n_empty_cells += new.n_empty_cells;
        self.info.stats = exchange(self.info.stats, total(old_blocks), total(&new.blocks));
        let end = at + new.blocks.len();
        let mut behind = self.blocks.split_off(new.range.end);
        self.blocks.truncate(at);
        self.blocks.extend(new.blocks);
        self.blocks.append(&mut behind);
        let [old_bytes, new_bytes] = new.n_bytes;
        let [old_lines, new_lines] = new.n_lines;
        let move_line = |line: &mut u32| *line = line.wrapping_sub(old_lines).wrapping_add(new_lines);
        for block in self.blocks.iter_mut().skip(end) {
            block.start = block.start.wrapping_sub(old_bytes).wrapping_add(new_bytes);
            move_line(&mut block.start_line);
            if let Some(line) = new.end_line {
                block.start_line = line;
            }
        }
        let behind = new.first_line.saturating_add(old_lines);
        for heading in self.info.headings.iter_mut().filter(|one| one.line >= behind) {
            move_line(&mut heading.line);
        }
        for warning in self.info.warnings.iter_mut().filter(|one| one.line >= behind) {
            move_line(&mut warning.line);
        }
        let mut behind = self.info.headings.split_off(new.old_headings.end);
        self.info.headings.truncate(new.old_headings.start);
        self.info.headings.extend(new.new_headings);
        self.info.headings.append(&mut behind);
        ops
    }

    /// The blocks around `edit`, and `n_behind` more.
    fn window(&self, edit: &Edit<'_>, n_behind: usize) -> Option<Window<'_>> {
        let text = self.text.as_str();
        let is_written = |block: &Stored| block.kind != Kind::Collected;
        let n_written = self.blocks.partition_point(is_written);
        let blocks = self.blocks.get(..n_written)?;
        let touched = blocks
            .partition_point(|block| block.start <= edit.start)
            .checked_sub(1)?;
        let last = blocks
            .partition_point(|block| block.start < edit.start + edit.removed)
            .saturating_sub(1)
            .max(touched)
            + n_behind;
        let at = (0..=touched).rev().find(|&at| self.begins_anew(at))?;
        let start = blocks.get(at)?.start;
        let last_start = blocks.get(last)?.start;
        let end = blocks.get(last + 1).map_or(text.len(), |block| block.start);
        if end <= last_start {
            // One line holds both blocks.
            return None;
        }
        let block = text.get(last_start..end)?;
        // Raw HTML may hold such a line itself.
        let is_html = block.trim_start().starts_with('<');
        let footnote = block.find("\n\n[^").filter(|_| !is_html);
        let end = footnote.map_or(end, |len| last_start + len + "\n\n".len());
        let (old, rest) = text.get(start..)?.split_at_checked(end.checked_sub(start)?)?;
        let (before, behind) = old.split_at_checked(edit.start.checked_sub(start)?)?;
        let new = [before, edit.inserted, behind.get(edit.removed..)?].concat();
        if at == 0 && new.trim_ascii_start().starts_with("---") {
            // It may become front matter.
            return None;
        }
        let next = if !rest.starts_with("[^") {
            rest.lines().next()
        } else if new.ends_with("\n\n") {
            Some("x")
        } else {
            return None;
        };
        Some(Window {
            blocks: at..last + 1,
            old,
            new,
            next,
        })
    }

    /// Whether nothing above the block at `at` can go on in it: above are an empty line, a heading of one line, or nothing.
    ///
    /// Behind a heading of several lines may stand a footnote, which is no block.
    /// A formula cuts its line into several blocks: what stands behind it begins no line.
    fn begins_anew(&self, at: usize) -> bool {
        let start = self.blocks.get(at).map_or(0, |block| block.start);
        let head = self.text.get(..start).unwrap_or_default();
        let Some(above) = at.checked_sub(1).and_then(|above| self.blocks.get(above)) else {
            return head.is_empty() || head.ends_with("\n\n");
        };
        let between = head.get(above.start..).unwrap_or_default();
        let line = between.strip_suffix('\n').unwrap_or_default();
        between.ends_with("\n\n") || (above.kind == Kind::Heading && !line.contains('\n'))
    }

    /// Whether the headings `old` may become `new` and no other heading gets another id.
    fn may_become(&self, old: &Range<usize>, new: &[Heading]) -> bool {
        let replaced = self.info.headings.get(old.clone()).unwrap_or_default();
        for heading in replaced.iter().chain(new) {
            let mut others = self.info.headings.iter().enumerate();
            let is_taken = others.any(|(at, other)| name(other) == name(heading) && !old.contains(&at));
            // Ids of footnotes begin with "fn".
            if is_taken || self.whole.has_toc || heading.id.starts_with("fn") {
                return false;
            }
        }
        true
    }
}

/// The id of a heading without the number that parts it from its namesakes.
fn name(heading: &Heading) -> &str {
    let is_number = |c: char| c == '-' || c.is_ascii_digit();
    heading.id.trim_end_matches(is_number)
}

/// Definitions of the footnotes that `references` name, to be put before a piece of the text, and how often they are named.
fn definitions(references: &[&Reference]) -> (String, usize) {
    let (mut text, mut n_notes) = (String::new(), 0);
    for reference in references.iter().filter(|one| one.numbers.1 > 0) {
        n_notes += 1;
        let definition = ["[^", &reference.name, "]: x\n\n"].concat();
        if !text.contains(&definition) {
            text.push_str(&definition);
        }
    }
    (text, n_notes)
}

/// Whether a block of this kind may concern others.
fn reaches_out(kind: Kind) -> bool {
    matches!(kind, Kind::Other | Kind::Unclosed)
}

/// Whether the references in `parts` are `known` ones. They get their numbers.
fn are_known(parts: &[Part<'_>], known: &[&Reference]) -> bool {
    let mut known = known.iter();
    for node in parts.iter().flat_map(Part::references) {
        if let NodeValue::FootnoteReference(reference) = &mut node.data_mut().value {
            match known.next() {
                Some(known) if known.name == reference.name => {
                    (reference.ix, reference.ref_num) = known.numbers;
                }
                _ => return false,
            }
        }
    }
    known.next().is_none()
}

/// Statistics of the whole when a part of it becomes another.
fn exchange(whole: Stats, before: Stats, now: Stats) -> Stats {
    let count = |whole: u32, before: u32, now: u32| whole.wrapping_sub(before).wrapping_add(now);
    with_words(Stats {
        characters: count(whole.characters, before.characters, now.characters),
        cjk_characters: count(whole.cjk_characters, before.cjk_characters, now.cjk_characters),
        latin_words: count(whole.latin_words, before.latin_words, now.latin_words),
        ..Stats::default()
    })
}

fn n_lines(text: &str) -> u32 {
    count(text.bytes().filter(|&byte| byte == b'\n').count())
}

#[cfg(test)]
mod tests;
