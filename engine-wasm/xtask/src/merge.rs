//! Replaces equal contexts by one.

use std::collections::BTreeMap;

use anyhow::Result;
use syntect::parsing::syntax_definition::{Context, ContextId};

use crate::dump::{ContextIndex, for_each_link};

/// Removes every context that is equal to an earlier one and links to that instead, until all differ.
/// Returns for each removed context the one that replaces it.
pub fn merge(contexts: &mut BTreeMap<ContextIndex, Context>) -> Result<BTreeMap<ContextIndex, ContextIndex>> {
    let mut replaced: BTreeMap<ContextIndex, ContextIndex> = BTreeMap::new();
    loop {
        let mut kept_by_content: BTreeMap<Vec<u8>, ContextIndex> = BTreeMap::new();
        let mut round: BTreeMap<ContextIndex, ContextIndex> = BTreeMap::new();
        for (at, context) in contexts.iter() {
            let kept = *kept_by_content.entry(bincode::serialize(context)?).or_insert(*at);
            if kept != *at {
                round.insert(*at, kept);
            }
        }
        if round.is_empty() {
            return Ok(replaced);
        }
        contexts.retain(|at, _| !round.contains_key(at));
        for context in contexts.values_mut() {
            for_each_link(context, &mut |link| {
                if let Some((syntax, context)) = round.get(&link.indexes()) {
                    *link = ContextId::new(*syntax, *context);
                }
                Ok(())
            })?;
        }
        for target in replaced.values_mut() {
            *target = *round.get(target).unwrap_or(target);
        }
        replaced.extend(round);
    }
}
