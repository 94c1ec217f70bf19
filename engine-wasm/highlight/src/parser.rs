//! Parses code line by line into runs: texts of one class.

use moyan_regex::Scratch;
use syntect::parsing::{ClearAmount, ParseState, Scope, ScopeStackOp, SyntaxReference, SyntaxSet};

use crate::limits::MAX_LINE_BYTES;
use crate::selector::{Class, Selectors};

/// A part of a line with one class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    /// Length in bytes; never zero.
    pub len: usize,
    /// The class of the text.
    pub class: Class,
}

/// The grammars and the rules.
#[derive(Clone, Copy)]
pub struct Tables<'a> {
    /// The linked grammars.
    pub set: &'a SyntaxSet,
    /// The rules.
    pub selectors: &'a Selectors,
}

/// The state between two lines: everything that the next line depends on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineState {
    parse: ParseState,
    scopes: Vec<Scope>,
    /// For each scope the class of text inside it.
    classes: Vec<Class>,
    cleared: Vec<(Vec<Scope>, Vec<Class>)>,
}

impl LineState {
    /// The state before the first line; `None` for a syntax that can only be embedded.
    pub fn start(syntax: &SyntaxReference) -> Option<Self> {
        Some(Self {
            parse: ParseState::new(syntax)?,
            scopes: Vec::new(),
            classes: Vec::new(),
            cleared: Vec::new(),
        })
    }

    /// Parses `line` (with its newline, if it has one) and returns its runs, which cover it completely.
    ///
    /// A line beyond the limits is one run with the class of what encloses it, and does not change the state.
    pub fn line(&mut self, line: &str, tables: Tables<'_>, scratch: &mut Scratch) -> Vec<Run> {
        let text = line.strip_suffix('\n').unwrap_or(line);
        let text = text.strip_suffix('\r').unwrap_or(text);
        let mut runs = Runs::default();
        if text.len() <= MAX_LINE_BYTES && scratch.steps_left > 0 {
            // The grammars expect every line to end with a bare newline.
            let terminated = if text.len() + 1 == line.len() && line.ends_with('\n') {
                self.parse.parse_line(line, tables.set, scratch)
            } else {
                self.parse.parse_line(&format!("{text}\n"), tables.set, scratch)
            };
            for (at, op) in terminated.unwrap_or_default() {
                // The line may end with two bytes, but the parser saw one.
                let at = if at > text.len() { line.len() } else { at };
                runs.extend_to(at, self.class());
                self.apply(&op, tables);
            }
        }
        runs.extend_to(line.len(), self.class());
        runs.list
    }

    /// As [`Self::line`], with the scopes of each run.
    pub fn explain(
        &mut self,
        line: &str,
        tables: Tables<'_>,
        scratch: &mut Scratch,
    ) -> Vec<(usize, Class, Vec<Scope>)> {
        let mut runs = Vec::new();
        let ops = self
            .parse
            .parse_line(&format!("{line}\n"), tables.set, scratch)
            .unwrap_or_default();
        let mut from = 0;
        for (at, op) in ops {
            let at = at.min(line.len());
            if at > from {
                runs.push((at - from, self.class(), self.scopes.clone()));
                from = at;
            }
            self.apply(&op, tables);
        }
        if line.len() > from {
            runs.push((line.len() - from, self.class(), self.scopes.clone()));
        }
        runs
    }

    fn class(&self) -> Class {
        self.classes.last().copied().flatten()
    }

    fn push(&mut self, scope: Scope, tables: Tables<'_>) {
        let class = tables
            .selectors
            .class(scope, &self.scopes)
            .unwrap_or_else(|| self.class());
        self.scopes.push(scope);
        self.classes.push(class);
    }

    fn pop(&mut self, count: usize) {
        let len = self.scopes.len().saturating_sub(count);
        self.scopes.truncate(len);
        self.classes.truncate(len);
    }

    fn apply(&mut self, op: &ScopeStackOp, tables: Tables<'_>) {
        match op {
            ScopeStackOp::Push(scope) => self.push(*scope, tables),
            ScopeStackOp::Pop(count) => self.pop(*count),
            ScopeStackOp::Clear(amount) => {
                let kept = match amount {
                    ClearAmount::TopN(count) => self.scopes.len().saturating_sub(*count),
                    ClearAmount::All => 0,
                };
                self.cleared
                    .push((self.scopes.split_off(kept), self.classes.split_off(kept)));
            }
            ScopeStackOp::Restore => {
                if let Some((scopes, classes)) = self.cleared.pop() {
                    self.scopes.extend(scopes);
                    self.classes.extend(classes);
                }
            }
            ScopeStackOp::Noop => {}
        }
    }
}

/// Collects runs. Neighbors of one class become one.
#[derive(Default)]
struct Runs {
    list: Vec<Run>,
    end: usize,
}

impl Runs {
    fn extend_to(&mut self, at: usize, class: Class) {
        let Some(len) = at.checked_sub(self.end).filter(|len| *len > 0) else {
            return;
        };
        self.end = at;
        match self.list.last_mut() {
            Some(last) if last.class == class => last.len += len,
            _ => self.list.push(Run { len, class }),
        }
    }
}
