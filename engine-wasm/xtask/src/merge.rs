//! Makes one of contexts that are alike.

use std::collections::BTreeMap;

use anyhow::Result;
use syntect::parsing::syntax_definition::Context;

use crate::dump::{Place, for_each_link, id, place};

/// Removes every context that is equal to an earlier one and points its links there, until all differ.
/// Returns where the removed ones went.
pub fn merge(contexts: &mut BTreeMap<Place, Context>) -> Result<BTreeMap<Place, Place>> {
    let mut moved: BTreeMap<Place, Place> = BTreeMap::new();
    loop {
        let mut first: BTreeMap<Vec<u8>, Place> = BTreeMap::new();
        let mut round: BTreeMap<Place, Place> = BTreeMap::new();
        for (at, context) in contexts.iter() {
            let kept = *first.entry(bincode::serialize(context)?).or_insert(*at);
            if kept != *at {
                round.insert(*at, kept);
            }
        }
        if round.is_empty() {
            return Ok(moved);
        }
        contexts.retain(|at, _| !round.contains_key(at));
        for context in contexts.values_mut() {
            for_each_link(context, &mut |link| {
                if let Some(kept) = round.get(&place(link)?) {
                    *link = id(*kept)?;
                }
                Ok(())
            })?;
        }
        for target in moved.values_mut() {
            *target = *round.get(target).unwrap_or(target);
        }
        moved.extend(round);
    }
}
