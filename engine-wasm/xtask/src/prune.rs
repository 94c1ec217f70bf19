//! Keeps only the contexts that the wanted syntaxes can reach.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context as _, Result};
use syntect::parsing::SyntaxReference;
use syntect::parsing::syntax_definition::{Context, ContextId};

use crate::dump::{ContextIndex, ContextsDump, SetDump, drop_unlinked, for_each_link};
use crate::merge::merge;
use crate::scopes::Scopes;

/// The syntax that stands in for an embedded one that is left out.
const PLAIN: &str = "Plain Text";

/// The result of [`prune`].
pub struct Pruned {
    /// The smaller set.
    pub syntaxes: Vec<SyntaxReference>,
    /// Names of embedded syntaxes that became plain text, and links that are not resolved. For the log.
    pub left_out: BTreeSet<String>,
}

/// Drops every context that no syntax of `entries` reaches, and everything that changes no color.
///
/// - `scopes`: what is done with scopes.
/// - `entries`: names of syntaxes that a reader can ask for.
/// - `helpers`: names of syntaxes that may be reached but not asked for.
///   A link to any other syntax becomes a link to plain text.
pub fn prune(set: SetDump, entries: &[&str], helpers: &[&str], scopes: &Scopes) -> Result<Pruned> {
    let known: BTreeSet<&str> = set.syntaxes.iter().map(|syntax| syntax.name.as_str()).collect();
    for name in entries.iter().chain(helpers) {
        anyhow::ensure!(known.contains(name), "no syntax is called {name}");
    }
    let mut graph = Graph::read(&set, entries, helpers)?;
    let found = graph.reach(&set)?;
    graph.write(&set, &found, scopes)
}

struct Graph<'a> {
    contexts: Vec<ContextsDump>,
    entries: &'a [&'a str],
    allowed: BTreeSet<usize>,
    plain: ContextIndex,
    left_out: BTreeSet<String>,
}

impl<'a> Graph<'a> {
    fn read(set: &SetDump, entries: &'a [&'a str], helpers: &[&str]) -> Result<Self> {
        let contexts: Vec<ContextsDump> = set
            .syntaxes
            .iter()
            .map(|syntax| ContextsDump::read(&syntax.contexts))
            .collect::<Result<_>>()?;
        let allowed = set.syntaxes.iter().enumerate().filter(|(_, syntax)| {
            let name = syntax.name.as_str();
            name == PLAIN || entries.contains(&name) || helpers.contains(&name)
        });
        let allowed = allowed.map(|(index, _)| index).collect();
        let plain = set
            .syntaxes
            .iter()
            .position(|syntax| syntax.name == PLAIN)
            .context("no plain text")?;
        let main = contexts
            .get(plain)
            .and_then(|dump| dump.names.get("main"))
            .context("no plain main")?;
        let plain = main.indexes();
        Ok(Self {
            contexts,
            entries,
            allowed,
            plain,
            left_out: BTreeSet::new(),
        })
    }

    /// Every context that can be reached. Links to what is left out lead to plain text then.
    fn reach(&mut self, set: &SetDump) -> Result<BTreeSet<ContextIndex>> {
        let mut found = BTreeSet::from([self.plain]);
        let mut open = vec![self.plain];
        for (syntax, dump) in set.syntaxes.iter().zip(&self.contexts) {
            if self.entries.contains(&syntax.name.as_str()) {
                let start = dump.names.get("__start").context("a syntax without start")?;
                found.insert(start.indexes());
                open.push(start.indexes());
            }
        }
        while let Some((syntax, context)) = open.pop() {
            for target in self.redirect(set, (syntax, context))? {
                if found.insert(target) {
                    open.push(target);
                }
            }
        }
        Ok(found)
    }

    /// Makes links into syntaxes that are left out links to plain text. Returns the targets of the context.
    fn redirect(&mut self, set: &SetDump, (syntax, context): ContextIndex) -> Result<Vec<ContextIndex>> {
        let (allowed, plain, left_out) = (&self.allowed, self.plain, &mut self.left_out);
        let dump = self.contexts.get_mut(syntax).context("a link to no syntax")?;
        let context = dump.contexts.get_mut(context).context("a link to no context")?;
        left_out.extend(drop_unlinked(context));
        let mut targets = Vec::new();
        for_each_link(context, &mut |link: &mut ContextId| {
            let mut target = link.indexes();
            if !allowed.contains(&target.0) {
                left_out.insert(
                    set.syntaxes
                        .get(target.0)
                        .map(|syntax| syntax.name.clone())
                        .unwrap_or_default(),
                );
                target = plain;
                *link = ContextId::new(plain.0, plain.1);
            }
            targets.push(target);
            Ok(())
        })?;
        Ok(targets)
    }

    fn write(self, set: &SetDump, found: &BTreeSet<ContextIndex>, scopes: &Scopes) -> Result<Pruned> {
        let mut contexts = BTreeMap::new();
        for &(syntax, context) in found {
            let dump = self.contexts.get(syntax).context("no syntax")?;
            let mut kept: Context = dump.contexts.get(context).context("no context")?.clone();
            scopes.simplify(&mut kept);
            contexts.insert((syntax, context), kept);
        }
        let mut starts = BTreeMap::new();
        for (index, (syntax, dump)) in set.syntaxes.iter().zip(&self.contexts).enumerate() {
            if self.entries.contains(&syntax.name.as_str()) {
                starts.insert(
                    index,
                    dump.names
                        .get("__start")
                        .context("a syntax without start")?
                        .indexes(),
                );
            }
        }
        let replaced = merge(&mut contexts)?;
        for start in starts.values_mut() {
            *start = *replaced.get(start).unwrap_or(start);
        }
        let numbering = number(contexts.keys().copied(), starts.keys().copied());
        Ok(Pruned {
            syntaxes: renumber(set, contexts, &starts, &numbering)?,
            left_out: self.left_out,
        })
    }
}

/// The new number of every syntax and of every context in it, in their old order.
#[derive(Default)]
struct Numbering {
    syntaxes: BTreeMap<usize, usize>,
    contexts: BTreeMap<ContextIndex, ContextIndex>,
}

fn number(contexts: impl Iterator<Item = ContextIndex>, entries: impl Iterator<Item = usize>) -> Numbering {
    let mut numbering = Numbering::default();
    let contexts: Vec<ContextIndex> = contexts.collect();
    let kept: BTreeSet<usize> = contexts.iter().map(|context| context.0).chain(entries).collect();
    numbering.syntaxes = kept
        .into_iter()
        .enumerate()
        .map(|(new, old)| (old, new))
        .collect();
    let mut counts = BTreeMap::new();
    for context in contexts {
        let count = counts.entry(context.0).or_insert(0);
        let syntax = numbering.syntaxes.get(&context.0).copied().unwrap_or_default();
        numbering.contexts.insert(context, (syntax, *count));
        *count += 1;
    }
    numbering
}

fn renumber(
    set: &SetDump,
    contexts: BTreeMap<ContextIndex, Context>,
    starts: &BTreeMap<usize, ContextIndex>,
    numbering: &Numbering,
) -> Result<Vec<SyntaxReference>> {
    let new_id = |old: &ContextIndex| -> Result<ContextId> {
        let (syntax, context) = numbering
            .contexts
            .get(old)
            .context("a link to a dropped context")?;
        Ok(ContextId::new(*syntax, *context))
    };
    let mut by_syntax: BTreeMap<usize, Vec<Context>> = BTreeMap::new();
    for ((syntax, _), mut context) in contexts {
        for_each_link(&mut context, &mut |link| {
            *link = new_id(&link.indexes())?;
            Ok(())
        })?;
        by_syntax.entry(syntax).or_default().push(context);
    }
    numbering
        .syntaxes
        .keys()
        .map(|index| {
            let syntax = set.syntaxes.get(*index).context("no syntax")?;
            let start = starts.get(index).map(new_id).transpose()?;
            Ok(SyntaxReference {
                name: syntax.name.clone(),
                file_extensions: start.map(|_| syntax.file_extensions.clone()).unwrap_or_default(),
                start,
                contexts: by_syntax.remove(index).unwrap_or_default(),
            })
        })
        .collect()
}
