//! The memory of a matcher, kept between matches.

/// The value of a slot without a position.
pub const UNSET: u32 = u32::MAX;

/// The memory that matches use, and the steps that they may still take.
#[derive(Debug, Default)]
pub struct Scratch {
    pub(crate) frames: Vec<Frame>,
    /// Positions; the first two for each group are its start and end.
    pub(crate) slots: Vec<u32>,
    pub(crate) n_groups: usize,
    /// The steps that all further matches together may take. When none are left, nothing matches.
    pub steps_left: u64,
}

/// What to do when the match cannot go on.
#[derive(Clone, Copy, Debug)]
pub enum Frame {
    /// Go on with the instruction `pc` at `at`.
    Retry { pc: u32, at: u32 },
    /// Give the slot its old value.
    RestoreSlot { slot: u32, old: u32 },
    /// Give back a character of a greedy repetition that ends at `at`, not below `min`, and go on at `pc`.
    GiveBack { pc: u32, min: u32, at: u32 },
    /// Take one more character of a lazy repetition that ends at `at`, at most `left`, and go on at `pc`.
    TakeMore { pc: u32, at: u32, left: u32 },
}

impl Scratch {
    /// Memory for matches that may take `steps` steps together.
    pub fn with_steps(steps: u64) -> Self {
        Self {
            steps_left: steps,
            ..Self::default()
        }
    }

    /// The start and end of a group of the last match, in bytes; group 0 is the whole match.
    ///
    /// `None` if the group took no part in the match, or there is no such group.
    pub fn group(&self, number: usize) -> Option<(usize, usize)> {
        if number >= self.n_groups {
            return None;
        }
        let start = *self.slots.get(number * 2)?;
        let end = *self.slots.get(number * 2 + 1)?;
        // The end is stored after the start and taken back before it.
        (end != UNSET).then_some((start as usize, end as usize))
    }

    /// Stores a position in a slot, to be undone when the match goes back.
    pub(crate) fn save(&mut self, slot: u32, at: u32) {
        if let Some(position) = self.slots.get_mut(slot as usize) {
            self.frames.push(Frame::RestoreSlot { slot, old: *position });
            *position = at;
        }
    }

    pub(crate) fn restore(&mut self, slot: u32, old: u32) {
        if let Some(position) = self.slots.get_mut(slot as usize) {
            *position = old;
        }
    }

    /// Drops the other ways to match above `base`, but keeps what restores slots.
    pub(crate) fn commit(&mut self, base: usize) {
        let mut kept = base;
        for index in base..self.frames.len() {
            if let Some(frame @ Frame::RestoreSlot { .. }) = self.frames.get(index).copied() {
                if let Some(place) = self.frames.get_mut(kept) {
                    *place = frame;
                }
                kept += 1;
            }
        }
        self.frames.truncate(kept);
    }

    /// Drops everything above `base` and restores the slots that were saved there.
    pub(crate) fn undo(&mut self, base: usize) {
        while self.frames.len() > base {
            if let Some(Frame::RestoreSlot { slot, old }) = self.frames.pop() {
                self.restore(slot, old);
            }
        }
    }
}
