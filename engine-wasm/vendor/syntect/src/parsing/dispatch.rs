//! Which patterns of a context can match at which boundary of a line.

use super::regex::Regex;
use super::syntax_definition::*;
use super::syntax_set::SyntaxSet;
use super::ParsingError;
use moyan_regex::{Boundary, PreviousChar, Scratch};
use once_cell::sync::OnceCell;
use std::sync::Mutex;

/// The next byte: 256 values and the end of the line.
const NEXT_BYTES: usize = 257;

/// The patterns of a context with those that it includes, in order.
#[derive(Debug)]
pub(crate) struct Dispatch {
    entries: Vec<Entry>,
    /// For each kind of boundary the indexes of the entries that may match there.
    candidates: Vec<OnceCell<Box<[u16]>>>,
}

/// A pattern and the context that it stands in.
#[derive(Debug)]
pub(crate) struct Entry {
    regex: Regex,
    /// Whether the pattern refers to groups of the match that pushed its context.
    has_captures: bool,
    pub(crate) context: ContextId,
    pub(crate) pat_index: usize,
}

impl Dispatch {
    pub(crate) fn new(set: &SyntaxSet, context: &ContextId) -> Result<Dispatch, ParsingError> {
        let mut entries = Vec::new();
        collect(set, context, &mut Vec::new(), &mut entries)?;
        entries.truncate(usize::from(u16::MAX));
        Ok(Dispatch {
            entries,
            candidates: (0..NEXT_BYTES * 3).map(|_| OnceCell::new()).collect(),
        })
    }

    /// The patterns to try at a boundary, in order.
    #[inline]
    pub(crate) fn candidates(&self, boundary: Boundary) -> impl Iterator<Item = &Entry> {
        let row = match boundary.previous {
            PreviousChar::None => 0,
            PreviousChar::Word => 1,
            PreviousChar::NonWord => 2,
        };
        let column = boundary.next_byte.map_or(NEXT_BYTES - 1, usize::from);
        let indexes = self.candidates[row * NEXT_BYTES + column].get_or_init(|| {
            let may_match = |entry: &Entry| {
                let regex = entry.regex.compiled();
                entry.has_captures || regex.is_some_and(|regex| regex.may_match(boundary))
            };
            let entries = self.entries.iter().enumerate();
            entries
                .filter(|(_, entry)| may_match(entry))
                .map(|(index, _)| index as u16)
                .collect()
        });
        indexes
            .iter()
            .map(|index| &self.entries[usize::from(*index)])
    }
}

/// Collects the patterns of a context and its includes. A context that includes itself is not entered again.
fn collect(
    set: &SyntaxSet,
    id: &ContextId,
    parents: &mut Vec<ContextId>,
    entries: &mut Vec<Entry>,
) -> Result<(), ParsingError> {
    if parents.contains(id) {
        return Ok(());
    }
    parents.push(*id);
    for (pat_index, pattern) in set.get_context(id)?.patterns.iter().enumerate() {
        match pattern {
            Pattern::Match(rule) => entries.push(Entry {
                regex: rule.regex.clone(),
                has_captures: rule.has_captures,
                context: *id,
                pat_index,
            }),
            Pattern::Include(ContextReference::Direct(target)) => {
                collect(set, target, parents, entries)?
            }
            Pattern::Include(_) => {}
        }
    }
    parents.pop();
    Ok(())
}

/// The patterns of one context that are to be tried.
pub(crate) struct List<'a> {
    pub(crate) dispatch: &'a Dispatch,
    pub(crate) from_with_prototype: bool,
    pub(crate) captures: Option<&'a Captured>,
}

impl List<'_> {
    /// Whether a pattern of the list matches at `at`; the groups are then in `scratch`.
    pub(crate) fn matches(
        &self,
        entry: &Entry,
        line: &str,
        at: usize,
        search_start: usize,
        set: &SyntaxSet,
        scratch: &mut Scratch,
    ) -> Result<bool, ParsingError> {
        let Some(captures) = self.captures.filter(|_| entry.has_captures) else {
            let regex = entry.regex.compiled();
            return Ok(
                regex.is_some_and(|regex| regex.match_at(line, at, search_start, scratch))
            );
        };
        let context = set.get_context(&entry.context)?;
        let regex = captures.regex(context.match_at(entry.pat_index)?);
        let boundary = Boundary::new(line.as_bytes(), at);
        Ok(regex
            .compiled()
            .filter(|regex| regex.may_match(boundary))
            .is_some_and(|regex| regex.match_at(line, at, search_start, scratch)))
    }
}

/// The texts of the groups of the match that pushed a context, for patterns that refer to them.
#[derive(Debug)]
pub(crate) struct Captured {
    groups: Vec<Option<String>>,
    /// Pairs of a pattern and the same pattern with these texts in it.
    regexes: Mutex<Vec<(Regex, Regex)>>,
}

impl Captured {
    pub(crate) fn new(line: &str, scratch: &Scratch) -> Captured {
        let text = |number| {
            let (start, end) = scratch.group(number)?;
            Some(line.get(start..end)?.to_owned())
        };
        Captured {
            // `\9` is the last reference that `substitute_backrefs_in_regex` knows.
            groups: (0..10).map(text).collect(),
            regexes: Mutex::new(Vec::new()),
        }
    }

    fn regex(&self, pattern: &MatchPattern) -> Regex {
        let Ok(mut regexes) = self.regexes.lock() else {
            return pattern.regex_with_refs(&self.groups);
        };
        if let Some((_, known)) = regexes.iter().find(|(key, _)| *key == pattern.regex) {
            return known.clone();
        }
        let regex = pattern.regex_with_refs(&self.groups);
        regexes.push((pattern.regex.clone(), regex.clone()));
        regex
    }
}

impl PartialEq for Captured {
    fn eq(&self, other: &Captured) -> bool {
        self.groups == other.groups
    }
}

impl Eq for Captured {}

/// A value that is computed from its neighbors on first use: a clone computes it again, and a comparison ignores it.
#[derive(Debug)]
pub(crate) struct Derived<T>(pub(crate) OnceCell<T>);

impl<T> Default for Derived<T> {
    fn default() -> Self {
        Derived(OnceCell::new())
    }
}

impl<T> Clone for Derived<T> {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl<T> PartialEq for Derived<T> {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl<T> Eq for Derived<T> {}
