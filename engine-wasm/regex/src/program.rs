//! What the matcher runs.

use crate::ast::{Assertion, Quantifier};
use crate::char_set::CharSet;
use crate::first_bytes::FirstBytes;
use crate::start_anchors::StartAnchors;

/// One instruction. Targets are indexes of instructions.
#[derive(Clone, Copy, Debug)]
pub enum Inst {
    /// The pattern, or the part that was asked for, has matched.
    Match,
    /// As `Match`, if the position is the one that a look-behind started from.
    MatchBehind,
    Byte(u8),
    /// Either of two bytes: a letter in both cases.
    EitherByte(u8, u8),
    /// A character of the set with this index.
    Set(u32),
    /// Goes to `first`, and to `second` when that fails.
    Split {
        first: u32,
        second: u32,
    },
    /// As `Split` with the next instruction as `first`, but straight to `second` if the next byte is not in the
    /// set `first_bytes`.
    GuardedSplit {
        first_bytes: u32,
        second: u32,
    },
    Jump(u32),
    /// Consumes a byte and goes to the target that the table with this index has for it.
    Switch(u32),
    /// Stores the position in a slot.
    Save(u32),
    /// Jumps to `target` for another turn of a loop; ends the loop if the turn consumed nothing since the position
    /// was stored in the slot.
    LoopUnlessEmpty {
        slot: u32,
        target: u32,
    },
    /// A character of a set several times.
    RepeatSet {
        set: u32,
        min: u32,
        max: u32,
        quantifier: Quantifier,
    },
    /// Runs the next instruction as a look-ahead and goes on at `target`.
    Lookahead {
        negative: bool,
        target: u32,
    },
    /// Runs the next instruction as a look-behind of `min` to `max` characters and goes on at `target`.
    Lookbehind {
        negative: bool,
        min: u32,
        max: u32,
        target: u32,
    },
    /// Runs the next instruction, drops the other ways to match it, and goes on at `target`.
    Atomic {
        target: u32,
    },
    /// The text of a group.
    Backreference {
        group: u32,
        ignore_case: bool,
    },
    Assertion(Assertion),
}

/// The targets of an [`Inst::Switch`] by byte, sorted.
pub type SwitchTable = Vec<(u8, u32)>;

/// A compiled pattern.
#[derive(Debug)]
pub struct Program {
    pub insts: Vec<Inst>,
    pub sets: Vec<CharSet>,
    /// The sets of the [`Inst::GuardedSplit`]s.
    pub guards: Vec<FirstBytes>,
    pub switches: Vec<SwitchTable>,
    /// Two for the whole match and for each group, then one for each loop that needs it.
    pub n_slots: usize,
    /// The number of groups, the whole match included.
    pub n_groups: usize,
    /// What a match can start with.
    pub first_bytes: FirstBytes,
    pub start_anchors: StartAnchors,
}
