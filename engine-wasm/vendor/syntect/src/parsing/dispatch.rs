//! Which patterns of a context can match at which place.

use super::regex::Regex;
use super::syntax_definition::*;
use super::syntax_set::SyntaxSet;
use super::ParsingError;
use moyan_regex::{Before, Place};
use once_cell::sync::OnceCell;

/// Before a byte and at the end of the line, each in three ways.
const PLACES: usize = 257 * 3;

/// The patterns of a context with those that it includes, in order.
#[derive(Debug)]
pub(crate) struct Dispatch {
    pub(crate) entries: Vec<Entry>,
    /// By place the indexes of the patterns that may match there.
    candidates: Vec<OnceCell<Box<[u16]>>>,
}

/// A pattern and where it stands.
#[derive(Debug)]
pub(crate) struct Entry {
    pub(crate) regex: Regex,
    /// Whether the pattern refers to groups of the match that pushed its context.
    pub(crate) has_captures: bool,
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
            candidates: (0..PLACES).map(|_| OnceCell::new()).collect(),
        })
    }

    /// The patterns to try, in order, at a place.
    #[inline]
    pub(crate) fn candidates(&self, place: Place) -> &[u16] {
        let row = match place.before {
            Before::Start => 0,
            Before::Word => 257,
            Before::Other => 514,
        };
        let column = place.byte.map_or(256, usize::from);
        self.candidates[row + column].get_or_init(|| {
            let can_begin = |entry: &Entry| {
                entry.has_captures || entry.regex.compiled().is_some_and(|regex| regex.can_begin(place))
            };
            let entries = self.entries.iter().enumerate();
            entries
                .filter(|(_, entry)| can_begin(entry))
                .map(|(index, _)| index as u16)
                .collect()
        })
    }
}

/// Walks the patterns and includes of a context. A context that includes itself is not entered again.
fn collect(
    set: &SyntaxSet,
    id: &ContextId,
    open: &mut Vec<ContextId>,
    entries: &mut Vec<Entry>,
) -> Result<(), ParsingError> {
    if open.contains(id) {
        return Ok(());
    }
    open.push(*id);
    for (pat_index, pattern) in set.get_context(id)?.patterns.iter().enumerate() {
        match pattern {
            Pattern::Match(rule) => entries.push(Entry {
                regex: rule.regex.clone(),
                has_captures: rule.has_captures,
                context: *id,
                pat_index,
            }),
            Pattern::Include(ContextReference::Direct(target)) => collect(set, target, open, entries)?,
            Pattern::Include(_) => {}
        }
    }
    open.pop();
    Ok(())
}
