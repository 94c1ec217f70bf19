//! From the tree of a pattern to the steps of the matcher.

use crate::error::PatternError;
use crate::first::{Demand, First, first};
use crate::node::{Greed, Node, UNBOUNDED};
use crate::program::{Op, Program};
use crate::set::Set;
use crate::switch;

/// The most steps of a program; repetitions by number are written out.
const MAX_OPS: usize = 60_000;

/// Collects the steps of one program.
pub struct Compiler {
    ops: Vec<Op>,
    sets: Vec<Set>,
    guards: Vec<First>,
    switches: Vec<Vec<(u8, u32)>>,
    n_slots: usize,
    n_groups: usize,
}

impl Compiler {
    /// A program without steps; `n_slots`: those of the groups.
    pub fn new(n_slots: usize) -> Self {
        Self {
            ops: Vec::new(),
            sets: Vec::new(),
            guards: Vec::new(),
            switches: Vec::new(),
            n_slots,
            n_groups: n_slots / 2,
        }
    }

    /// The program of the tree, which can begin anywhere.
    pub fn finish(mut self, node: Node) -> Result<Program, PatternError> {
        self.node(node)?;
        self.emit(Op::Accept)?;
        Ok(Program {
            ops: self.ops,
            sets: self.sets,
            guards: self.guards,
            switches: self.switches,
            n_slots: self.n_slots,
            n_groups: self.n_groups,
            first: First::ALL,
            demand: Demand::default(),
            has_search_start: false,
        })
    }

    fn here(&self) -> u32 {
        u32::try_from(self.ops.len()).unwrap_or(u32::MAX)
    }

    fn emit(&mut self, op: Op) -> Result<u32, PatternError> {
        if self.ops.len() >= MAX_OPS {
            return Err(PatternError::TooLarge);
        }
        let at = self.here();
        self.ops.push(op);
        Ok(at)
    }

    /// Gives a step its target, now that it is known.
    fn patch(&mut self, at: u32) {
        let here = self.here();
        if let Some(
            Op::Split { second: target, .. }
            | Op::Guard { second: target, .. }
            | Op::Jump(target)
            | Op::Ahead { target, .. }
            | Op::Behind { target, .. }
            | Op::Atomic { target },
        ) = self.ops.get_mut(at as usize)
        {
            *target = here;
        }
    }

    fn set(&mut self, set: Set) -> u32 {
        let known = self.sets.iter().position(|other| *other == set);
        let index = known.unwrap_or_else(|| {
            self.sets.push(set);
            self.sets.len() - 1
        });
        u32::try_from(index).unwrap_or(u32::MAX)
    }

    /// A choice between the next step and a later one, which [`Self::patch`] names.
    fn choice(&mut self, next: First) -> Result<u32, PatternError> {
        let op = if next == First::ALL {
            Op::Split {
                first: self.here() + 1,
                second: 0,
            }
        } else {
            self.guards.push(next);
            Op::Guard {
                guard: u32::try_from(self.guards.len() - 1).unwrap_or(u32::MAX),
                second: 0,
            }
        };
        self.emit(op)
    }

    fn node(&mut self, node: Node) -> Result<(), PatternError> {
        match node {
            Node::Empty => {}
            Node::Char { character, fold } => self.character(character, fold)?,
            Node::Set(set) => {
                let set = self.set(set);
                self.emit(Op::Set(set))?;
            }
            Node::Concat(nodes) => nodes.into_iter().try_for_each(|node| self.node(node))?,
            Node::Alternatives(nodes) => match switch::alternatives(nodes) {
                Node::Alternatives(nodes) => self.alternatives(nodes)?,
                node => self.node(node)?,
            },
            Node::Switch { branches, fold } => self.switch(branches, fold)?,
            Node::Repeat {
                node,
                min,
                max,
                greed,
            } => self.repeat(*node, min, max, greed)?,
            Node::Group(node, number) => {
                self.emit(Op::Save(number * 2))?;
                self.node(*node)?;
                self.emit(Op::Save(number * 2 + 1))?;
            }
            Node::Look {
                node,
                behind,
                negative,
            } => self.look(*node, behind, negative)?,
            Node::Atomic(node) => {
                let at = self.emit(Op::Atomic { target: 0 })?;
                self.node(*node)?;
                self.emit(Op::Accept)?;
                self.patch(at);
            }
            Node::Back { group, fold } => {
                self.emit(Op::Back { group, fold })?;
            }
            Node::Place(place) => {
                self.emit(Op::Place(place))?;
            }
        }
        Ok(())
    }

    fn character(&mut self, character: char, fold: bool) -> Result<(), PatternError> {
        let mut buffer = [0; 4];
        for byte in character.encode_utf8(&mut buffer).bytes() {
            self.emit(if fold {
                Op::Either(byte.to_ascii_lowercase(), byte.to_ascii_uppercase())
            } else {
                Op::Byte(byte)
            })?;
        }
        Ok(())
    }

    fn alternatives(&mut self, nodes: Vec<Node>) -> Result<(), PatternError> {
        let mut ends = Vec::new();
        let mut nodes = nodes.into_iter().peekable();
        while let Some(node) = nodes.next() {
            if nodes.peek().is_none() {
                self.node(node)?;
                break;
            }
            let choice = self.choice(first(&node).0)?;
            self.node(node)?;
            ends.push(self.emit(Op::Jump(0))?);
            self.patch(choice);
        }
        ends.into_iter().for_each(|end| self.patch(end));
        Ok(())
    }

    fn switch(&mut self, branches: Vec<(u8, Node)>, fold: bool) -> Result<(), PatternError> {
        let index = self.switches.len();
        self.switches.push(Vec::new());
        self.emit(Op::Switch(u32::try_from(index).unwrap_or(u32::MAX)))?;
        let mut table = Vec::with_capacity(branches.len());
        let mut ends = Vec::new();
        for (byte, node) in branches {
            table.push((byte, self.here()));
            if fold && byte.is_ascii_lowercase() {
                table.push((byte.to_ascii_uppercase(), self.here()));
            }
            self.node(node)?;
            ends.push(self.emit(Op::Jump(0))?);
        }
        ends.into_iter().for_each(|end| self.patch(end));
        table.sort_unstable();
        if let Some(slot) = self.switches.get_mut(index) {
            *slot = table;
        }
        Ok(())
    }

    fn look(&mut self, node: Node, behind: bool, negative: bool) -> Result<(), PatternError> {
        let (min, max) = node.width();
        let at = self.emit(if behind {
            Op::Behind {
                negative,
                min,
                max,
                target: 0,
            }
        } else {
            Op::Ahead { negative, target: 0 }
        })?;
        self.node(node)?;
        self.emit(if behind { Op::AcceptHere } else { Op::Accept })?;
        self.patch(at);
        Ok(())
    }

    fn repeat(&mut self, node: Node, min: u32, max: u32, greed: Greed) -> Result<(), PatternError> {
        let set = match &node {
            Node::Char { character, fold } => {
                let mut set = Set::one(*character);
                if *fold {
                    set.fold();
                }
                Some(set)
            }
            Node::Set(set) => Some(set.clone()),
            _ => None,
        };
        if let Some(set) = set {
            let set = self.set(set);
            self.emit(Op::Run { set, min, max, greed })?;
            return Ok(());
        }
        if greed == Greed::Possessive {
            return self.node(Node::Atomic(Box::new(Node::Repeat {
                node: Box::new(node),
                min,
                max,
                greed: Greed::Greedy,
            })));
        }
        for _ in 0..min {
            self.node(node.clone())?;
        }
        match max {
            UNBOUNDED => self.endless(node, greed),
            _ => self.optional(&node, max - min, greed),
        }
    }

    /// `node` any number of times.
    fn endless(&mut self, node: Node, greed: Greed) -> Result<(), PatternError> {
        let (set, can_be_empty) = first(&node);
        let start = self.here();
        let choice = self.turn(set, greed)?;
        if can_be_empty {
            let slot = u32::try_from(self.n_slots).unwrap_or(u32::MAX);
            self.n_slots += 1;
            self.emit(Op::Save(slot))?;
            self.node(node)?;
            self.emit(Op::Again { slot, target: start })?;
        } else {
            self.node(node)?;
            self.emit(Op::Jump(start))?;
        }
        self.close(choice);
        Ok(())
    }

    /// `node` at most `times` times.
    fn optional(&mut self, node: &Node, times: u32, greed: Greed) -> Result<(), PatternError> {
        let (set, _) = first(node);
        let mut choices = Vec::new();
        for _ in 0..times {
            choices.push(self.turn(set, greed)?);
            self.node(node.clone())?;
        }
        choices.into_iter().for_each(|choice| self.close(choice));
        Ok(())
    }

    /// Whether to go on with a repetition: for a lazy one the way out is tried first.
    fn turn(&mut self, set: First, greed: Greed) -> Result<u32, PatternError> {
        match greed {
            Greed::Lazy => {
                let second = self.here() + 1;
                self.emit(Op::Split { first: 0, second })
            }
            _ => self.choice(set),
        }
    }

    /// Gives the way out of [`Self::turn`] its target.
    fn close(&mut self, choice: u32) {
        let here = self.here();
        match self.ops.get_mut(choice as usize) {
            Some(Op::Split { first, .. }) if *first == 0 => *first = here,
            _ => self.patch(choice),
        }
    }
}
