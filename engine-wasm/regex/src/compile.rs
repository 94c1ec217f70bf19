//! From the syntax tree of a pattern to its program.

use crate::ast::{Node, Quantifier, UNBOUNDED};
use crate::char_set::CharSet;
use crate::error::PatternError;
use crate::first_bytes::{FirstBytes, first_bytes};
use crate::parse::parse;
use crate::program::{Inst, Program, SwitchTable};
use crate::start_anchors::start_anchors;

/// The most instructions of a program. A counted repetition repeats its instructions.
const MAX_INSTS: usize = 60_000;

/// Compiles `pattern`.
pub fn compile(pattern: &str) -> Result<Program, PatternError> {
    let (node, n_groups) = parse(pattern)?;
    let n_groups = n_groups as usize + 1;
    let (first_bytes, _) = first_bytes(&node);
    let start_anchors = start_anchors(&node);
    let mut compiler = Compiler {
        n_slots: n_groups * 2,
        ..Compiler::default()
    };
    compiler.node(node)?;
    compiler.emit(Inst::Match)?;
    Ok(Program {
        insts: compiler.insts,
        sets: compiler.sets,
        guards: compiler.guards,
        switches: compiler.switches,
        n_slots: compiler.n_slots,
        n_groups,
        first_bytes,
        start_anchors,
    })
}

/// The parts of a program so far.
#[derive(Default)]
struct Compiler {
    insts: Vec<Inst>,
    sets: Vec<CharSet>,
    guards: Vec<FirstBytes>,
    switches: Vec<SwitchTable>,
    n_slots: usize,
}

impl Compiler {
    /// The index of the next instruction.
    fn next_index(&self) -> u32 {
        u32::try_from(self.insts.len()).unwrap_or(u32::MAX)
    }

    fn emit(&mut self, inst: Inst) -> Result<u32, PatternError> {
        if self.insts.len() >= MAX_INSTS {
            return Err(PatternError::TooLarge);
        }
        let at = self.next_index();
        self.insts.push(inst);
        Ok(at)
    }

    /// Makes the next instruction the target of the one at `at`.
    fn set_target(&mut self, at: u32) {
        let next = self.next_index();
        if let Some(
            Inst::Split { second: target, .. }
            | Inst::GuardedSplit { second: target, .. }
            | Inst::Jump(target)
            | Inst::Lookahead { target, .. }
            | Inst::Lookbehind { target, .. }
            | Inst::Atomic { target },
        ) = self.insts.get_mut(at as usize)
        {
            *target = next;
        }
    }

    fn set_index(&mut self, set: CharSet) -> u32 {
        let known = self.sets.iter().position(|other| *other == set);
        let index = known.unwrap_or_else(|| {
            self.sets.push(set);
            self.sets.len() - 1
        });
        u32::try_from(index).unwrap_or(u32::MAX)
    }

    /// Tries the next instruction first and, when that fails, the one that [`Self::set_target`] names.
    ///
    /// - `bytes`: what the next instruction can start with.
    fn split(&mut self, bytes: FirstBytes) -> Result<u32, PatternError> {
        let inst = if bytes == FirstBytes::ALL {
            Inst::Split {
                first: self.next_index() + 1,
                second: 0,
            }
        } else {
            self.guards.push(bytes);
            Inst::GuardedSplit {
                first_bytes: u32::try_from(self.guards.len() - 1).unwrap_or(u32::MAX),
                second: 0,
            }
        };
        self.emit(inst)
    }

    fn node(&mut self, node: Node) -> Result<(), PatternError> {
        match node {
            Node::Empty => {}
            Node::Char {
                character,
                ignore_case,
            } => self.character(character, ignore_case)?,
            Node::Set(set) => {
                let set = self.set_index(set);
                self.emit(Inst::Set(set))?;
            }
            Node::Concat(nodes) => nodes.into_iter().try_for_each(|node| self.node(node))?,
            Node::Alternation(nodes) => self.alternation(nodes)?,
            Node::Switch {
                branches,
                ignore_case,
            } => self.switch(branches, ignore_case)?,
            Node::Repeat {
                node,
                min,
                max,
                quantifier,
            } => self.repeat(*node, min, max, quantifier)?,
            Node::Group(node, number) => {
                self.emit(Inst::Save(number * 2))?;
                self.node(*node)?;
                self.emit(Inst::Save(number * 2 + 1))?;
            }
            Node::Lookaround {
                node,
                behind,
                negative,
            } => self.lookaround(*node, behind, negative)?,
            Node::Atomic(node) => {
                let at = self.emit(Inst::Atomic { target: 0 })?;
                self.node(*node)?;
                self.emit(Inst::Match)?;
                self.set_target(at);
            }
            Node::Backreference { group, ignore_case } => {
                self.emit(Inst::Backreference { group, ignore_case })?;
            }
            Node::Assertion(assertion) => {
                self.emit(Inst::Assertion(assertion))?;
            }
        }
        Ok(())
    }

    fn character(&mut self, character: char, ignore_case: bool) -> Result<(), PatternError> {
        let mut buffer = [0; 4];
        for byte in character.encode_utf8(&mut buffer).bytes() {
            self.emit(if ignore_case {
                Inst::EitherByte(byte.to_ascii_lowercase(), byte.to_ascii_uppercase())
            } else {
                Inst::Byte(byte)
            })?;
        }
        Ok(())
    }

    fn alternation(&mut self, nodes: Vec<Node>) -> Result<(), PatternError> {
        let mut ends = Vec::new();
        let mut nodes = nodes.into_iter().peekable();
        while let Some(node) = nodes.next() {
            if nodes.peek().is_none() {
                self.node(node)?;
                break;
            }
            let split = self.split(first_bytes(&node).0)?;
            self.node(node)?;
            ends.push(self.emit(Inst::Jump(0))?);
            self.set_target(split);
        }
        ends.into_iter().for_each(|end| self.set_target(end));
        Ok(())
    }

    fn switch(&mut self, branches: Vec<(u8, Node)>, ignore_case: bool) -> Result<(), PatternError> {
        let index = self.switches.len();
        self.switches.push(Vec::new());
        self.emit(Inst::Switch(u32::try_from(index).unwrap_or(u32::MAX)))?;
        let mut table = Vec::with_capacity(branches.len());
        let mut ends = Vec::new();
        for (byte, node) in branches {
            table.push((byte, self.next_index()));
            if ignore_case && byte.is_ascii_lowercase() {
                table.push((byte.to_ascii_uppercase(), self.next_index()));
            }
            self.node(node)?;
            ends.push(self.emit(Inst::Jump(0))?);
        }
        ends.into_iter().for_each(|end| self.set_target(end));
        table.sort_unstable();
        if let Some(slot) = self.switches.get_mut(index) {
            *slot = table;
        }
        Ok(())
    }

    fn lookaround(&mut self, node: Node, behind: bool, negative: bool) -> Result<(), PatternError> {
        let (min, max) = node.width();
        let at = self.emit(if behind {
            Inst::Lookbehind {
                negative,
                min,
                max,
                target: 0,
            }
        } else {
            Inst::Lookahead { negative, target: 0 }
        })?;
        self.node(node)?;
        self.emit(if behind { Inst::MatchBehind } else { Inst::Match })?;
        self.set_target(at);
        Ok(())
    }

    fn repeat(&mut self, node: Node, min: u32, max: u32, quantifier: Quantifier) -> Result<(), PatternError> {
        let set = match &node {
            Node::Char {
                character,
                ignore_case,
            } => {
                let mut set = CharSet::one(*character);
                if *ignore_case {
                    set.add_other_case();
                }
                Some(set)
            }
            Node::Set(set) => Some(set.clone()),
            _ => None,
        };
        if let Some(set) = set {
            let set = self.set_index(set);
            self.emit(Inst::RepeatSet {
                set,
                min,
                max,
                quantifier,
            })?;
            return Ok(());
        }
        if quantifier == Quantifier::Possessive {
            return self.node(Node::Atomic(Box::new(Node::Repeat {
                node: Box::new(node),
                min,
                max,
                quantifier: Quantifier::Greedy,
            })));
        }
        for _ in 0..min {
            self.node(node.clone())?;
        }
        match max {
            UNBOUNDED => self.unbounded_loop(node, quantifier),
            _ => self.optional_turns(&node, max - min, quantifier),
        }
    }

    /// `node` any number of times.
    fn unbounded_loop(&mut self, node: Node, quantifier: Quantifier) -> Result<(), PatternError> {
        let (bytes, can_be_empty) = first_bytes(&node);
        let start = self.next_index();
        let split = self.loop_split(bytes, quantifier)?;
        if can_be_empty {
            let slot = u32::try_from(self.n_slots).unwrap_or(u32::MAX);
            self.n_slots += 1;
            self.emit(Inst::Save(slot))?;
            self.node(node)?;
            self.emit(Inst::LoopUnlessEmpty { slot, target: start })?;
        } else {
            self.node(node)?;
            self.emit(Inst::Jump(start))?;
        }
        self.set_loop_end(split);
        Ok(())
    }

    /// `node` at most `times` times.
    fn optional_turns(
        &mut self,
        node: &Node,
        times: u32,
        quantifier: Quantifier,
    ) -> Result<(), PatternError> {
        let (bytes, _) = first_bytes(node);
        let mut splits = Vec::new();
        for _ in 0..times {
            splits.push(self.loop_split(bytes, quantifier)?);
            self.node(node.clone())?;
        }
        splits.into_iter().for_each(|split| self.set_loop_end(split));
        Ok(())
    }

    /// The choice between another turn of a loop and its end. A lazy loop tries the end first.
    fn loop_split(&mut self, bytes: FirstBytes, quantifier: Quantifier) -> Result<u32, PatternError> {
        match quantifier {
            Quantifier::Lazy => {
                let second = self.next_index() + 1;
                self.emit(Inst::Split { first: 0, second })
            }
            _ => self.split(bytes),
        }
    }

    /// Makes the next instruction the end of the loop that [`Self::loop_split`] began.
    fn set_loop_end(&mut self, split: u32) {
        let next = self.next_index();
        match self.insts.get_mut(split as usize) {
            Some(Inst::Split { first, .. }) if *first == 0 => *first = next,
            _ => self.set_target(split),
        }
    }
}
