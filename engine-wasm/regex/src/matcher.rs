//! Runs a program on a text: backtracking, with an allowance of steps.

use crate::node::{Greed, Place};
use crate::program::{Op, Program};
use crate::set::Set;

/// No place.
const NOWHERE: u32 = u32::MAX;

/// What a matcher needs again and again, and how much it may still do.
#[derive(Debug, Default)]
pub struct Scratch {
    frames: Vec<Frame>,
    slots: Vec<u32>,
    n_groups: usize,
    /// Steps that may still be taken. When none are left, nothing matches any more.
    pub steps_left: u64,
}

impl Scratch {
    /// Room for matches, with an allowance for all of them together.
    pub fn with_steps(steps: u64) -> Self {
        Self {
            steps_left: steps,
            ..Self::default()
        }
    }

    /// Where the group `number` of the last match began and ended; 0 is the whole match.
    pub fn group(&self, number: usize) -> Option<(usize, usize)> {
        if number >= self.n_groups {
            return None;
        }
        let start = *self.slots.get(number * 2)?;
        let end = *self.slots.get(number * 2 + 1)?;
        (start != NOWHERE && end != NOWHERE).then_some((start as usize, end as usize))
    }
}

/// What to do when the match cannot go on.
#[derive(Clone, Copy, Debug)]
enum Frame {
    /// Go on there.
    Choice { pc: u32, at: u32 },
    /// Put the slot back.
    Slot { slot: u32, old: u32 },
    /// Give back a character of a run, not below `min`, and go on.
    Shorter { pc: u32, min: u32, at: u32 },
    /// Take one more character of a set, at most `left`, and go on.
    Longer { pc: u32, at: u32, left: u32 },
}

/// Matches `program` at `at` of `text`, a character boundary; the groups are then in `scratch`.
///
/// - `from`: where the search began, for `\G`.
/// - `max_steps`: how many steps this match may take of those left.
pub fn match_at(
    program: &Program,
    text: &str,
    at: usize,
    from: usize,
    max_steps: u64,
    scratch: &mut Scratch,
) -> bool {
    let (Ok(start), Ok(from)) = (u32::try_from(at), u32::try_from(from)) else {
        return false;
    };
    scratch.frames.clear();
    scratch.n_groups = program.n_groups;
    scratch.slots.clear();
    scratch.slots.resize(program.n_slots, NOWHERE);
    let allowed = max_steps.min(scratch.steps_left);
    let mut matcher = Matcher {
        program,
        text: text.as_bytes(),
        from,
        allowed,
        scratch,
    };
    let end = matcher.spend(1).and_then(|()| matcher.run(0, start, NOWHERE));
    let left = matcher.allowed;
    scratch.steps_left -= allowed - left;
    // Without steps left a negative look-around may have held for want of them.
    let Some(end) = end.filter(|_| left > 0) else {
        return false;
    };
    for (slot, place) in scratch.slots.iter_mut().zip([start, end]) {
        *slot = place;
    }
    true
}

struct Matcher<'a> {
    program: &'a Program,
    text: &'a [u8],
    from: u32,
    allowed: u64,
    scratch: &'a mut Scratch,
}

impl Matcher<'_> {
    #[inline]
    fn byte(&self, at: u32) -> Option<u8> {
        self.text.get(at as usize).copied()
    }

    /// The character at a boundary, and the place behind it.
    fn wide(&self, at: u32) -> Option<(char, u32)> {
        let lead = self.byte(at)?;
        let (len, mut code) = match lead {
            0xf0.. => (4, u32::from(lead & 0x07)),
            0xe0.. => (3, u32::from(lead & 0x0f)),
            _ => (2, u32::from(lead & 0x1f)),
        };
        for offset in 1..len {
            code = code << 6 | u32::from(self.byte(at + offset)? & 0x3f);
        }
        Some((char::from_u32(code)?, at + len))
    }

    /// The place behind the character at `at`, if it is in the set.
    #[inline]
    fn step(&self, set: &Set, at: u32) -> Option<u32> {
        let byte = self.byte(at)?;
        if byte < 0x80 {
            return set.has_ascii(byte).then_some(at + 1);
        }
        if !set.reaches_beyond() {
            return None;
        }
        let (character, after) = self.wide(at)?;
        set.has_beyond(character).then_some(after)
    }

    /// The place before the character that ends at `at`.
    #[inline]
    fn back(&self, at: u32) -> Option<u32> {
        let mut before = at.checked_sub(1)?;
        while self.byte(before).is_some_and(|byte| byte & 0xc0 == 0x80) {
            before = before.checked_sub(1)?;
        }
        Some(before)
    }

    fn is_word(&self, at: Option<u32>) -> bool {
        at.and_then(|at| self.byte(at)).is_some_and(crate::is_word)
    }

    fn is_at(&self, place: Place, at: u32) -> bool {
        let end = self.text.len();
        match place {
            Place::TextStart => at == 0,
            Place::LineStart => at == 0 || self.byte(at - 1) == Some(b'\n'),
            Place::TextEnd => at as usize == end,
            Place::LineEnd => at as usize == end || self.byte(at) == Some(b'\n'),
            Place::LastLineEnd => self
                .text
                .get(at as usize..)
                .is_some_and(|rest| rest.iter().all(|byte| *byte == b'\n')),
            Place::WordEdge => self.is_word(at.checked_sub(1)) != self.is_word(Some(at)),
            Place::NoWordEdge => self.is_word(at.checked_sub(1)) == self.is_word(Some(at)),
            Place::SearchStart => at == self.from,
        }
    }

    /// Takes steps from the allowance; `None` and nothing left if they are too many.
    #[inline]
    fn spend(&mut self, steps: u64) -> Option<()> {
        let left = self.allowed.checked_sub(steps);
        self.allowed = left.unwrap_or(0);
        left.map(|_| ())
    }

    fn save(&mut self, slot: u32, at: u32) {
        if let Some(place) = self.scratch.slots.get_mut(slot as usize) {
            self.scratch.frames.push(Frame::Slot { slot, old: *place });
            *place = at;
        }
    }

    /// Runs from the step `pc` at `at` until it is accepted. Returns where the match ends.
    ///
    /// - `here`: where [`Op::AcceptHere`] must end.
    ///
    /// After a failure the slots are as before; after a success the frames of the part remain, for the caller.
    fn run(&mut self, mut pc: u32, mut at: u32, here: u32) -> Option<u32> {
        let program = self.program;
        let base = self.scratch.frames.len();
        loop {
            let next = match program.ops.get(pc as usize) {
                Some(Op::Accept) => return Some(at),
                Some(Op::AcceptHere) if at == here => return Some(at),
                Some(Op::Byte(byte)) if self.byte(at) == Some(*byte) => {
                    at += 1;
                    Some(pc + 1)
                }
                Some(Op::Either(one, other))
                    if self.byte(at).is_some_and(|byte| byte == *one || byte == *other) =>
                {
                    at += 1;
                    Some(pc + 1)
                }
                Some(Op::Set(set)) => {
                    match program.sets.get(*set as usize).and_then(|set| self.step(set, at)) {
                        Some(after) => {
                            at = after;
                            Some(pc + 1)
                        }
                        None => None,
                    }
                }
                Some(Op::Split { first, second }) => {
                    self.scratch.frames.push(Frame::Choice { pc: *second, at });
                    Some(*first)
                }
                Some(Op::Guard { guard, second }) => {
                    let byte = self.byte(at);
                    if program
                        .guards
                        .get(*guard as usize)
                        .is_some_and(|guard| guard.allows(byte))
                    {
                        self.scratch.frames.push(Frame::Choice { pc: *second, at });
                        Some(pc + 1)
                    } else {
                        Some(*second)
                    }
                }
                Some(Op::Jump(target)) if *target > pc => Some(*target),
                // Another turn of a loop.
                Some(Op::Jump(target)) => self.spend(1).map(|()| *target),
                Some(Op::Switch(table)) => {
                    let target = self.byte(at).and_then(|byte| {
                        let table = program.switches.get(*table as usize)?;
                        let found = table.iter().find(|(first, _)| *first >= byte)?;
                        (found.0 == byte).then_some(found.1)
                    });
                    at += u32::from(target.is_some());
                    target
                }
                Some(Op::Save(slot)) => {
                    self.save(*slot, at);
                    Some(pc + 1)
                }
                Some(Op::Again { slot, target }) => {
                    // An empty turn ends the loop, whose way out is what follows.
                    let is_empty = self.scratch.slots.get(*slot as usize) == Some(&at);
                    self.spend(1).map(|()| if is_empty { pc + 1 } else { *target })
                }
                Some(Op::Run { set, min, max, greed }) => {
                    let set = program.sets.get(*set as usize);
                    match set.and_then(|set| self.take_run(set, pc, at, (*min, *max, *greed))) {
                        Some(after) => {
                            at = after;
                            Some(pc + 1)
                        }
                        None => None,
                    }
                }
                Some(Op::Ahead { negative, target }) => {
                    self.look(pc + 1, at, NOWHERE, *negative).then_some(*target)
                }
                Some(Op::Behind {
                    negative,
                    min,
                    max,
                    target,
                }) => self
                    .behind(pc + 1, at, (*min, *max), *negative)
                    .then_some(*target),
                Some(Op::Atomic { target }) => {
                    let start = self.scratch.frames.len();
                    match self.run(pc + 1, at, NOWHERE) {
                        Some(after) => {
                            self.keep_slots(start);
                            at = after;
                            Some(*target)
                        }
                        None => None,
                    }
                }
                Some(Op::Back { group, fold }) => match self.repeated(*group, *fold, at) {
                    Some(after) => {
                        at = after;
                        Some(pc + 1)
                    }
                    None => None,
                },
                Some(Op::Place(place)) if self.is_at(*place, at) => Some(pc + 1),
                _ => None,
            };
            match next {
                Some(next) => pc = next,
                None => (pc, at) = self.retreat(base)?,
            }
        }
    }

    /// Takes the next way that was left open above `base`.
    fn retreat(&mut self, base: usize) -> Option<(u32, u32)> {
        loop {
            if self.scratch.frames.len() <= base {
                return None;
            }
            let frame = self.scratch.frames.pop()?;
            if self.spend(1).is_none() {
                // Slots no longer matter: the whole match fails.
                self.scratch.frames.truncate(base);
                return None;
            }
            match frame {
                Frame::Choice { pc, at } => return Some((pc, at)),
                Frame::Slot { slot, old } => {
                    if let Some(place) = self.scratch.slots.get_mut(slot as usize) {
                        *place = old;
                    }
                }
                Frame::Shorter { pc, min, at } => {
                    if let Some(place) = self.shorter(pc, min, at) {
                        return Some(place);
                    }
                }
                Frame::Longer { pc, at, left } => {
                    let set = match self.program.ops.get(pc as usize - 1) {
                        Some(Op::Run { set, .. }) => self.program.sets.get(*set as usize),
                        _ => None,
                    };
                    if let Some(after) = set.and_then(|set| self.step(set, at)) {
                        if left > 1 {
                            self.scratch.frames.push(Frame::Longer {
                                pc,
                                at: after,
                                left: left - 1,
                            });
                        }
                        return Some((pc, after));
                    }
                }
            }
        }
    }

    /// Gives back characters of a run until the step behind it could match.
    fn shorter(&mut self, pc: u32, min: u32, mut at: u32) -> Option<(u32, u32)> {
        let wanted = match self.program.ops.get(pc as usize) {
            Some(Op::Byte(byte)) => Some(*byte),
            _ => None,
        };
        while at > min {
            at = self.back(at)?;
            self.spend(1)?;
            if wanted.is_none_or(|wanted| self.byte(at) == Some(wanted)) {
                if at > min {
                    self.scratch.frames.push(Frame::Shorter { pc, min, at });
                }
                return Some((pc, at));
            }
        }
        None
    }

    fn take_run(
        &mut self,
        set: &Set,
        pc: u32,
        start: u32,
        (min, max, greed): (u32, u32, Greed),
    ) -> Option<u32> {
        let mut at = start;
        for _ in 0..min {
            at = self.step(set, at)?;
        }
        let least = at;
        let left = max - min;
        if greed == Greed::Lazy {
            if left > 0 {
                self.scratch.frames.push(Frame::Longer { pc: pc + 1, at, left });
            }
            return Some(at);
        }
        for _ in 0..left {
            match self.step(set, at) {
                Some(after) => at = after,
                None => break,
            }
        }
        // A long run is work too.
        self.spend(u64::from(at - start) / 4)?;
        if greed == Greed::Greedy && at > least {
            self.scratch.frames.push(Frame::Shorter {
                pc: pc + 1,
                min: least,
                at,
            });
        }
        Some(at)
    }

    /// Whether what follows (or, up to `here`, precedes) is as the step says.
    fn look(&mut self, pc: u32, at: u32, here: u32, negative: bool) -> bool {
        let start = self.scratch.frames.len();
        let found = self.run(pc, at, here).is_some();
        if found && negative {
            self.restore(start);
        } else {
            self.keep_slots(start);
        }
        found != negative
    }

    fn behind(&mut self, pc: u32, at: u32, (min, max): (u32, u32), negative: bool) -> bool {
        let mut start = Some(at);
        let mut count = 0;
        while let Some(place) = start {
            if self.spend(1).is_none() {
                return false;
            }
            if count >= min && self.look(pc, place, at, false) {
                return !negative;
            }
            if count >= max {
                break;
            }
            start = self.back(place);
            count += 1;
        }
        negative
    }

    /// Forgets the ways left open above `start`, but not the slots to put back.
    fn keep_slots(&mut self, start: usize) {
        let frames = &mut self.scratch.frames;
        let mut kept = start;
        for index in start..frames.len() {
            if let Some(frame @ Frame::Slot { .. }) = frames.get(index).copied() {
                if let Some(place) = frames.get_mut(kept) {
                    *place = frame;
                }
                kept += 1;
            }
        }
        frames.truncate(kept);
    }

    /// Puts the slots back that were saved above `start`.
    fn restore(&mut self, start: usize) {
        while self.scratch.frames.len() > start {
            if let Some(Frame::Slot { slot, old }) = self.scratch.frames.pop()
                && let Some(place) = self.scratch.slots.get_mut(slot as usize)
            {
                *place = old;
            }
        }
    }

    /// The place behind the text of a group, if that follows; a group without text does not.
    fn repeated(&self, group: u32, fold: bool, at: u32) -> Option<u32> {
        let (start, end) = self.scratch.group(group as usize)?;
        let known = self.text.get(start..end)?;
        let after = at + u32::try_from(known.len()).ok()?;
        let text = self.text.get(at as usize..after as usize)?;
        let same = if fold {
            text.eq_ignore_ascii_case(known)
        } else {
            text == known
        };
        same.then_some(after)
    }
}
