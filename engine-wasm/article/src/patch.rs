//! What changed between two lists of blocks, as few and small ranges.

use serde::Serialize;

use rustc_hash::FxHashMap;

use crate::block::Block;

/// Changes that turn the blocks of the last render into those of this one.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Patch {
    /// Ranges to replace, from the first block to the last, applied in this order.
    pub ops: Vec<PatchOp>,
    /// First source line of every block of the new list, counted from 1.
    pub start_lines: Vec<u32>,
}

/// One range of blocks that leaves, and what comes in its place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PatchOp {
    /// Index of the first block concerned, in the list as the earlier operations left it.
    pub at: u32,
    /// Number of blocks that leave.
    pub remove: u32,
    /// Blocks that come.
    pub insert: Vec<Block>,
}

impl Patch {
    /// Applies the patch to `blocks`, as a host does with its elements.
    ///
    /// A patch that was made for another list changes what it can reach and never panics.
    pub fn apply(&self, blocks: &mut Vec<Block>) {
        for op in &self.ops {
            let start = (op.at as usize).min(blocks.len());
            let end = start.saturating_add(op.remove as usize).min(blocks.len());
            blocks.splice(start..end, op.insert.iter().cloned());
        }
        for (block, line) in blocks.iter_mut().zip(&self.start_lines) {
            block.start_line = *line;
        }
    }
}

/// A range of the old list that a range of the new list replaces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Change {
    pub(crate) old_start: usize,
    pub(crate) old_end: usize,
    pub(crate) new_start: usize,
    pub(crate) new_end: usize,
}

impl Change {
    fn is_empty(self) -> bool {
        self.old_start == self.old_end && self.new_start == self.new_end
    }
}

/// How often a window is split at keys that are unique in it; more gives no smaller patch in practice.
const MAX_SPLITS: u8 = 12;

/// The ranges in which `old` and `new` differ, in order.
///
/// Common ends are cut off; the rest is split at keys that occur once on both sides (the longest increasing
/// run of them), and each gap is treated in the same way. So a change of many far-apart blocks (heading ids,
/// footnote numbers) gives many small ranges and not one that spans them. Time is O(n log n).
pub(crate) fn changes(old: &[u64], new: &[u64]) -> Vec<Change> {
    let whole = Change {
        old_start: 0,
        old_end: old.len(),
        new_start: 0,
        new_end: new.len(),
    };
    let mut found = Vec::new();
    let mut windows = vec![(whole, 0)];
    while let Some((window, depth)) = windows.pop() {
        let window = trimmed(window, old, new);
        if window.is_empty() {
            continue;
        }
        let parts = if depth < MAX_SPLITS {
            gaps(window, old, new)
        } else {
            Vec::new()
        };
        if parts.is_empty() {
            found.push(window);
        } else {
            // The stack gives back the last part first; reversed, ranges are found in order.
            windows.extend(parts.into_iter().rev().map(|part| (part, depth + 1)));
        }
    }
    found
}

fn trimmed(mut window: Change, old: &[u64], new: &[u64]) -> Change {
    while window.old_start < window.old_end
        && window.new_start < window.new_end
        && old.get(window.old_start) == new.get(window.new_start)
    {
        window.old_start += 1;
        window.new_start += 1;
    }
    while window.old_start < window.old_end
        && window.new_start < window.new_end
        && old.get(window.old_end - 1) == new.get(window.new_end - 1)
    {
        window.old_end -= 1;
        window.new_end -= 1;
    }
    window
}

/// The parts of `window` between the keys that anchor it; empty when nothing does.
fn gaps(window: Change, old: &[u64], new: &[u64]) -> Vec<Change> {
    let anchors = increasing(unique_pairs(window, old, new));
    if anchors.is_empty() {
        return Vec::new();
    }
    let mut parts = Vec::with_capacity(anchors.len() + 1);
    let (mut old_start, mut new_start) = (window.old_start, window.new_start);
    for (old_end, new_end) in anchors {
        parts.push(Change {
            old_start,
            old_end,
            new_start,
            new_end,
        });
        (old_start, new_start) = (old_end + 1, new_end + 1);
    }
    parts.push(Change {
        old_start,
        new_start,
        ..window
    });
    parts
}

/// Positions of the keys that occur exactly once in both sides of `window`, in the order of the new list.
fn unique_pairs(window: Change, old: &[u64], new: &[u64]) -> Vec<(usize, usize)> {
    let in_old = unique_positions(old, window.old_start, window.old_end);
    let in_new = unique_positions(new, window.new_start, window.new_end);
    let only = |positions: &FxHashMap<u64, Option<usize>>, key| positions.get(key).copied().flatten();
    let window = new.iter().take(window.new_end).skip(window.new_start);
    window
        .filter_map(|key| Some((only(&in_old, key)?, only(&in_new, key)?)))
        .collect()
}

/// The position of each key of `keys[start..end]`; `None` for a key that occurs more than once.
fn unique_positions(keys: &[u64], start: usize, end: usize) -> FxHashMap<u64, Option<usize>> {
    let mut positions = FxHashMap::default();
    for (position, key) in keys.iter().enumerate().take(end).skip(start) {
        positions
            .entry(*key)
            .and_modify(|position| *position = None)
            .or_insert(Some(position));
    }
    positions
}

/// The longest part of `pairs` whose old positions increase too.
fn increasing(pairs: Vec<(usize, usize)>) -> Vec<(usize, usize)> {
    let mut tails: Vec<usize> = Vec::new();
    let mut before: Vec<Option<usize>> = Vec::with_capacity(pairs.len());
    let old_at = |index: usize| pairs.get(index).map(|pair| pair.0);
    for index in 0..pairs.len() {
        let place = tails.partition_point(|&tail| old_at(tail) < old_at(index));
        before.push(place.checked_sub(1).and_then(|at| tails.get(at)).copied());
        match tails.get_mut(place) {
            Some(tail) => *tail = index,
            None => tails.push(index),
        }
    }
    let mut run = Vec::with_capacity(tails.len());
    let mut next = tails.last().copied();
    while let Some(index) = next {
        run.extend(pairs.get(index).copied());
        next = before.get(index).copied().flatten();
    }
    run.reverse();
    run
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rebuilt(old: &[u64], new: &[u64]) -> Vec<u64> {
        let mut list = old.to_vec();
        // Ranges are in the order of the new list, so earlier ones have already made its prefix.
        for change in changes(old, new) {
            let end = change.new_start + (change.old_end - change.old_start);
            list.splice(
                change.new_start..end,
                new[change.new_start..change.new_end].iter().copied(),
            );
        }
        list
    }

    #[test]
    fn equal_lists_have_no_change() {
        assert!(changes(&[1, 2, 3], &[1, 2, 3]).is_empty());
    }

    #[test]
    fn far_apart_changes_are_separate_ranges() {
        let old: Vec<u64> = (0..1000).collect();
        let mut new = old.clone();
        new[10] = 5000;
        new[990] = 5001;
        let found = changes(&old, &new);
        assert_eq!(found.len(), 2);
        assert!(found.iter().all(|change| change.old_end - change.old_start == 1));
        assert_eq!(rebuilt(&old, &new), new);
    }

    #[test]
    fn a_moved_block_leaves_the_others_alone() {
        let old: Vec<u64> = (0..100).collect();
        let mut new: Vec<u64> = (1..100).collect();
        new.push(0);
        let moved: usize = changes(&old, &new)
            .iter()
            .map(|change| change.new_end - change.new_start)
            .sum();
        assert_eq!(moved, 1);
        assert_eq!(rebuilt(&old, &new), new);
    }

    #[test]
    fn many_equal_keys_between_unique_ones_stay() {
        let old: Vec<u64> = (0..300).map(|n| if n % 3 == 0 { n } else { 7777 }).collect();
        let mut new = old.clone();
        new.insert(150, 9999);
        new.remove(30);
        assert_eq!(rebuilt(&old, &new), new);
        assert!(changes(&old, &new).len() <= 3);
    }
}
