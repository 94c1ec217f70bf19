//! Runs a program on a text by backtracking, with a limit of steps.

use crate::ast::Quantifier;
use crate::char_set::CharSet;
use crate::program::{Inst, Program};
use crate::scratch::{Frame, Scratch, UNSET};
use crate::text::Text;

/// Whether `program` matches at `at` of `text`; its groups are then in `scratch`.
///
/// - `at`: a byte offset between two characters.
/// - `search_start`: the position of `\G`.
/// - `max_steps`: the steps that this match may take of those that `scratch` has left.
pub fn match_at(
    program: &Program,
    text: &str,
    at: usize,
    search_start: usize,
    max_steps: u64,
    scratch: &mut Scratch,
) -> bool {
    let (Ok(start), Ok(search_start)) = (u32::try_from(at), u32::try_from(search_start)) else {
        return false;
    };
    scratch.frames.clear();
    scratch.n_groups = program.n_groups;
    scratch.slots.clear();
    scratch.slots.resize(program.n_slots, UNSET);
    let limit = max_steps.min(scratch.steps_left);
    let mut matcher = Matcher {
        program,
        text: Text::new(text),
        search_start,
        steps_left: limit,
        scratch,
    };
    let end = matcher.spend(1).and_then(|()| matcher.run(0, start, UNSET));
    let steps_left = matcher.steps_left;
    scratch.steps_left -= limit - steps_left;
    // Without steps left a negative look-around may have matched only because its search was given up.
    let Some(end) = end.filter(|_| steps_left > 0) else {
        return false;
    };
    for (slot, position) in scratch.slots.iter_mut().zip([start, end]) {
        *slot = position;
    }
    true
}

struct Matcher<'a> {
    program: &'a Program,
    text: Text<'a>,
    search_start: u32,
    steps_left: u64,
    scratch: &'a mut Scratch,
}

impl<'a> Matcher<'a> {
    /// Takes steps from those left; `None`, and nothing left, if they are too many.
    #[inline]
    fn spend(&mut self, steps: u64) -> Option<()> {
        let left = self.steps_left.checked_sub(steps);
        self.steps_left = left.unwrap_or(0);
        left.map(|_| ())
    }

    fn set(&self, index: u32) -> Option<&'a CharSet> {
        self.program.sets.get(index as usize)
    }

    /// Runs from the instruction `pc` at `at` until one says that it has matched. Returns where the match ends.
    ///
    /// - `behind`: where [`Inst::MatchBehind`] must end.
    ///
    /// After a failure the slots are as before. After a match the frames of the part remain, for the caller.
    fn run(&mut self, mut pc: u32, mut at: u32, behind: u32) -> Option<u32> {
        let base = self.scratch.frames.len();
        loop {
            let next = match self.program.insts.get(pc as usize) {
                Some(Inst::Match) => return Some(at),
                Some(Inst::MatchBehind) if at == behind => return Some(at),
                Some(inst) => self.step(*inst, pc, at),
                None => None,
            };
            (pc, at) = match next {
                Some(next) => next,
                None => self.backtrack(base)?,
            };
        }
    }

    /// Runs the instruction `inst`, which stands at `pc`. Returns the next instruction and position.
    #[inline]
    fn step(&mut self, inst: Inst, pc: u32, at: u32) -> Option<(u32, u32)> {
        match inst {
            Inst::Match | Inst::MatchBehind => None,
            Inst::Byte(byte) => (self.text.byte(at) == Some(byte)).then_some((pc + 1, at + 1)),
            Inst::EitherByte(one, other) => {
                let byte = self.text.byte(at)?;
                (byte == one || byte == other).then_some((pc + 1, at + 1))
            }
            Inst::Set(set) => {
                let after = self.text.after_char_of(self.set(set)?, at)?;
                Some((pc + 1, after))
            }
            Inst::Split { first, second } => {
                self.scratch.frames.push(Frame::Retry { pc: second, at });
                Some((first, at))
            }
            Inst::GuardedSplit { first_bytes, second } => {
                let byte = self.text.byte(at);
                if self.program.guards.get(first_bytes as usize)?.contains(byte) {
                    self.scratch.frames.push(Frame::Retry { pc: second, at });
                    Some((pc + 1, at))
                } else {
                    Some((second, at))
                }
            }
            Inst::Jump(target) => {
                if target <= pc {
                    // Another turn of a loop.
                    self.spend(1)?;
                }
                Some((target, at))
            }
            Inst::Switch(table) => {
                let byte = self.text.byte(at)?;
                let table = self.program.switches.get(table as usize)?;
                let (first, target) = table.iter().find(|(first, _)| *first >= byte)?;
                (*first == byte).then_some((*target, at + 1))
            }
            Inst::Save(slot) => {
                self.scratch.save(slot, at);
                Some((pc + 1, at))
            }
            Inst::LoopUnlessEmpty { slot, target } => {
                let is_empty = self.scratch.slots.get(slot as usize) == Some(&at);
                self.spend(1)?;
                // The end of the loop is the next instruction.
                Some((if is_empty { pc + 1 } else { target }, at))
            }
            Inst::RepeatSet {
                set,
                min,
                max,
                quantifier,
            } => {
                let after = self.repeat_set(self.set(set)?, pc, at, (min, max, quantifier))?;
                Some((pc + 1, after))
            }
            Inst::Lookahead { negative, target } => {
                (self.look(pc + 1, at, UNSET, negative)).then_some((target, at))
            }
            Inst::Lookbehind {
                negative,
                min,
                max,
                target,
            } => (self.look_behind(pc + 1, at, (min, max))? != negative).then_some((target, at)),
            Inst::Atomic { target } => {
                let base = self.scratch.frames.len();
                let after = self.run(pc + 1, at, UNSET)?;
                self.scratch.commit(base);
                Some((target, after))
            }
            Inst::Backreference { group, ignore_case } => {
                let after = self.after_backreference(group, ignore_case, at)?;
                Some((pc + 1, after))
            }
            Inst::Assertion(assertion) => {
                let holds = self.text.holds(assertion, at, self.search_start);
                holds.then_some((pc + 1, at))
            }
        }
    }

    /// Undoes what was done since the last choice above `base`, and takes its next way.
    fn backtrack(&mut self, base: usize) -> Option<(u32, u32)> {
        while self.scratch.frames.len() > base {
            let frame = self.scratch.frames.pop()?;
            if self.spend(1).is_none() {
                // The slots no longer matter: the whole match fails.
                self.scratch.frames.truncate(base);
                return None;
            }
            let next = match frame {
                Frame::Retry { pc, at } => Some((pc, at)),
                Frame::RestoreSlot { slot, old } => {
                    self.scratch.restore(slot, old);
                    None
                }
                Frame::GiveBack { pc, min, at } => self.give_back(pc, min, at),
                Frame::TakeMore { pc, at, left } => self.take_more(pc, at, left),
            };
            if next.is_some() {
                return next;
            }
        }
        None
    }

    /// Gives back characters of a greedy repetition until the instruction after it could match.
    fn give_back(&mut self, pc: u32, min: u32, mut at: u32) -> Option<(u32, u32)> {
        let wanted = match self.program.insts.get(pc as usize) {
            Some(Inst::Byte(byte)) => Some(*byte),
            _ => None,
        };
        while at > min {
            at = self.text.before_char(at)?;
            self.spend(1)?;
            if wanted.is_none_or(|wanted| self.text.byte(at) == Some(wanted)) {
                if at > min {
                    self.scratch.frames.push(Frame::GiveBack { pc, min, at });
                }
                return Some((pc, at));
            }
        }
        None
    }

    /// Takes one more character of the lazy repetition before `pc`.
    fn take_more(&mut self, pc: u32, at: u32, left: u32) -> Option<(u32, u32)> {
        let Some(Inst::RepeatSet { set, .. }) = self.program.insts.get(pc as usize - 1) else {
            return None;
        };
        let at = self.text.after_char_of(self.set(*set)?, at)?;
        if left > 1 {
            let left = left - 1;
            self.scratch.frames.push(Frame::TakeMore { pc, at, left });
        }
        Some((pc, at))
    }

    /// Matches a character of a set several times, for the instruction at `pc`.
    fn repeat_set(
        &mut self,
        set: &CharSet,
        pc: u32,
        start: u32,
        (min, max, quantifier): (u32, u32, Quantifier),
    ) -> Option<u32> {
        let mut at = start;
        for _ in 0..min {
            at = self.text.after_char_of(set, at)?;
        }
        let least = at;
        let left = max - min;
        if quantifier == Quantifier::Lazy {
            if left > 0 {
                self.scratch.frames.push(Frame::TakeMore { pc: pc + 1, at, left });
            }
            return Some(at);
        }
        for _ in 0..left {
            match self.text.after_char_of(set, at) {
                Some(after) => at = after,
                None => break,
            }
        }
        // Four bytes are a step.
        self.spend(u64::from(at - start) / 4)?;
        if quantifier == Quantifier::Greedy && at > least {
            self.scratch.frames.push(Frame::GiveBack {
                pc: pc + 1,
                min: least,
                at,
            });
        }
        Some(at)
    }

    /// Whether the part at `pc` matches at `at`, or does not if `negative`.
    ///
    /// - `behind`: for a look-behind, where the part must end.
    fn look(&mut self, pc: u32, at: u32, behind: u32, negative: bool) -> bool {
        let base = self.scratch.frames.len();
        let matches = self.run(pc, at, behind).is_some();
        if matches && negative {
            self.scratch.undo(base);
        } else {
            self.scratch.commit(base);
        }
        matches != negative
    }

    /// Whether the part at `pc` matches a text of `min` to `max` characters that ends at `at`.
    fn look_behind(&mut self, pc: u32, at: u32, (min, max): (u32, u32)) -> Option<bool> {
        let mut start = Some(at);
        let mut width = 0;
        while let Some(position) = start {
            self.spend(1)?;
            if width >= min && self.look(pc, position, at, false) {
                return Some(true);
            }
            if width >= max {
                break;
            }
            start = self.text.before_char(position);
            width += 1;
        }
        Some(false)
    }

    /// The position after the text of a group, if that stands at `at`. A group without text stands nowhere.
    fn after_backreference(&self, group: u32, ignore_case: bool, at: u32) -> Option<u32> {
        let (start, end) = self.scratch.group(group as usize)?;
        let expected = self.text.slice(start, end)?;
        let after = at + u32::try_from(expected.len()).ok()?;
        let found = self.text.slice(at as usize, after as usize)?;
        let same = if ignore_case {
            found.eq_ignore_ascii_case(expected)
        } else {
            found == expected
        };
        same.then_some(after)
    }
}
