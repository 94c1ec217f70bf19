//! What the matcher runs.

use crate::compile::Compiler;
use crate::error::PatternError;
use crate::first::{Demand, First, demand, first};
use crate::node::{Greed, Place};
use crate::parse::{Parsed, parse};
use crate::set::Set;

/// One step. Targets are indexes of steps.
#[derive(Clone, Copy, Debug)]
pub enum Op {
    /// The pattern, or the part that was asked for, has matched.
    Accept,
    /// The same, if the place is where the search for what precedes began.
    AcceptHere,
    Byte(u8),
    /// Either of two bytes.
    Either(u8, u8),
    Set(u32),
    /// Goes to `first`, and to `second` when that fails.
    Split {
        first: u32,
        second: u32,
    },
    /// As `Split` to the next step, but straight to `second` if the next byte is not in the guard.
    Guard {
        guard: u32,
        second: u32,
    },
    Jump(u32),
    /// Goes on by the next byte.
    Switch(u32),
    /// Remembers the place in a slot.
    Save(u32),
    /// Fails if nothing was consumed since the place in the slot was remembered, else as `Jump`.
    Again {
        slot: u32,
        target: u32,
    },
    /// A set, repeated.
    Run {
        set: u32,
        min: u32,
        max: u32,
        greed: Greed,
    },
    /// Looks ahead with the next step and goes on at `target`.
    Ahead {
        negative: bool,
        target: u32,
    },
    /// Looks behind, between `min` and `max` characters, with the next step and goes on at `target`.
    Behind {
        negative: bool,
        min: u32,
        max: u32,
        target: u32,
    },
    /// Matches from the next step and goes on at `target`, never to try another way.
    Atomic {
        target: u32,
    },
    /// The text of a group.
    Back {
        group: u32,
        fold: bool,
    },
    Place(Place),
}

/// A compiled pattern.
#[derive(Debug)]
pub struct Program {
    pub ops: Vec<Op>,
    pub sets: Vec<Set>,
    pub guards: Vec<First>,
    /// For each switch the targets by byte, sorted.
    pub switches: Vec<Vec<(u8, u32)>>,
    /// Two for each group and the whole match, then those of loops.
    pub n_slots: usize,
    /// Remembered groups, the whole match counted.
    pub n_groups: usize,
    pub first: First,
    pub demand: Demand,
    pub has_search_start: bool,
}

impl Program {
    /// Compiles `pattern`.
    pub fn new(pattern: &str) -> Result<Self, PatternError> {
        let Parsed {
            node,
            n_groups,
            has_search_start,
        } = parse(pattern)?;
        let (first, _) = first(&node);
        let n_groups = n_groups as usize + 1;
        let demand = demand(&node);
        let mut program = Compiler::new(n_groups * 2).finish(node)?;
        (program.first, program.demand) = (first, demand);
        program.has_search_start = has_search_start;
        Ok(program)
    }
}
