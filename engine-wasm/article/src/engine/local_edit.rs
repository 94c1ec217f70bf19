//! Takes an edit that concerns one block without parsing the rest of the text.
//!
//! [`signs::stands_alone`] says what a block may not hold: everything that is numbered, defined or counted over the whole text.
//! That the block still ends where it did is read from the parser: it gets the block with the next line behind it.

mod signs;

use comrak::Arena;

use super::edit::Edit;
use super::{Engine, count, print, total};
use crate::block::Heading;
use crate::markdown::{self, Dialect, Kind};
use crate::patch::PatchOp;
use crate::stats::Stats;
use crate::warning::Warning;

use signs::{begins_code, begins_item, stands_alone};

/// Where one block and the empty lines behind it stand, in the text before the edit and in the one after it.
struct Window<'t> {
    /// Index of the block.
    at: usize,
    old: &'t str,
    new: String,
    /// What stands behind: the first line of the next block, or a word for a footnote, which is no block; none at the end.
    next: Option<&'t str>,
}

impl Engine {
    /// Replaces the one block that an edit concerns; none when the edit may concern more.
    pub(super) fn update_block(&mut self, edit: &Edit<'_>) -> Option<Vec<PatchOp>> {
        if !self.may_be_local {
            return None;
        }
        self.read_starts();
        let Window { at, old, new, next } = self.window(edit)?;
        let new = new.as_str();
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
        let stats_before = block.printed.rendered.stats;
        let stats_now = printed.rendered.stats;
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
        self.info.stats = exchange(self.info.stats, stats_before, stats_now);
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

    /// The block around `edit`.
    fn window(&self, edit: &Edit<'_>) -> Option<Window<'_>> {
        let text = self.text.as_str();
        let at = self
            .blocks
            .partition_point(|block| block.start <= edit.start)
            .checked_sub(1)?;
        let start = self.blocks.get(at)?.start;
        let end = self.blocks.get(at + 1).map_or(text.len(), |block| block.start);
        let (head, _) = text.split_at_checked(start)?;
        // Nothing goes on behind an empty line or a heading of one line, which has to stand right above.
        let heading_above = at
            .checked_sub(1)
            .and_then(|above| self.blocks.get(above))
            .filter(|above| above.kind == Kind::Heading)
            .and_then(|above| head.get(above.start..)?.strip_suffix('\n'));
        if !head.ends_with("\n\n") && heading_above.is_none_or(|heading| heading.contains('\n')) {
            return None;
        }
        let footnote = text.get(start..end).and_then(|block| block.find("\n\n[^"));
        let end = footnote.map_or(end, |len| start + len + "\n\n".len());
        let (old, rest) = text.get(start..)?.split_at_checked(end.checked_sub(start)?)?;
        let (before, behind) = old.split_at_checked(edit.start.checked_sub(start)?)?;
        let new = [before, edit.inserted, behind.get(edit.removed..)?].concat();
        let next = if !rest.starts_with("[^") {
            rest.lines().next()
        } else if new.ends_with("\n\n") {
            Some("x")
        } else {
            return None;
        };
        Some(Window { at, old, new, next })
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

/// Statistics of the whole when a part of it becomes another.
fn exchange(whole: Stats, before: Stats, now: Stats) -> Stats {
    let count = |field: fn(&Stats) -> u32| {
        field(&whole)
            .saturating_sub(field(&before))
            .saturating_add(field(&now))
    };
    let sum = Stats {
        characters: count(|stats| stats.characters),
        cjk_characters: count(|stats| stats.cjk_characters),
        latin_words: count(|stats| stats.latin_words),
        ..Stats::default()
    };
    total(std::iter::once(sum))
}

fn n_lines(text: &str) -> u32 {
    count(text.bytes().filter(|&byte| byte == b'\n').count())
}

#[cfg(test)]
mod tests;
