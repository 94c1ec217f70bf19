//! Keeps of a set of syntaxes only what the wanted ones can reach.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context as _, Result};
use syntect::parsing::Regex;
use syntect::parsing::syntax_definition::{ContextId, Pattern};

use crate::ascii::asciise;
use crate::dump::{ContextsDump, Place, SetDump, SyntaxDump, drop_unlinked, for_each_link, id, place};

/// The syntax that stands in for an embedded one that is left out.
const PLAIN: &str = "Plain Text";

/// The result of [`prune`].
pub struct Pruned {
    /// The smaller set.
    pub set: SetDump,
    /// Names of syntaxes that a kept one embeds and that became plain text, and links that lead nowhere,
    /// for the build's log.
    pub cut: BTreeSet<String>,
}

/// Drops every context that no syntax of `entries` reaches, and rewrites regular expressions.
///
/// - `entries`: names of syntaxes that a reader can ask for.
/// - `helpers`: names of syntaxes that may be reached but not asked for.
///   A link to any other syntax becomes a link to plain text.
pub fn prune(set: SetDump, entries: &[&str], helpers: &[&str]) -> Result<Pruned> {
    let known: BTreeSet<&str> = set.syntaxes.iter().map(|syntax| syntax.name.as_str()).collect();
    for name in entries.iter().chain(helpers) {
        anyhow::ensure!(known.contains(name), "no syntax is called {name}");
    }
    let mut graph = Graph::read(&set, entries, helpers)?;
    let order = graph.reach(&set)?;
    graph.write(set, &order)
}

struct Graph<'a> {
    contexts: Vec<ContextsDump>,
    entries: &'a [&'a str],
    allowed: BTreeSet<usize>,
    plain: Place,
    cut: BTreeSet<String>,
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
        let plain = place(main)?;
        Ok(Self {
            contexts,
            entries,
            allowed,
            plain,
            cut: BTreeSet::new(),
        })
    }

    /// Every place that can be reached, with its new number. Redirects links to what is left out.
    fn reach(&mut self, set: &SetDump) -> Result<BTreeMap<Place, Place>> {
        let mut found = BTreeSet::from([self.plain]);
        let mut open = vec![self.plain];
        for (syntax, dump) in set.syntaxes.iter().zip(&self.contexts) {
            if self.entries.contains(&syntax.name.as_str()) {
                let start = dump.names.get("__start").context("a syntax without start")?;
                found.insert(place(start)?);
                open.push(place(start)?);
            }
        }
        while let Some((syntax, context)) = open.pop() {
            for target in self.redirect(set, (syntax, context))? {
                if found.insert(target) {
                    open.push(target);
                }
            }
        }
        Ok(number(&found))
    }

    /// Points links into left-out syntaxes at plain text. Returns the targets of the context.
    fn redirect(&mut self, set: &SetDump, (syntax, context): Place) -> Result<Vec<Place>> {
        let (allowed, plain, cut) = (&self.allowed, self.plain, &mut self.cut);
        let dump = self.contexts.get_mut(syntax).context("a link to no syntax")?;
        let context = dump.contexts.get_mut(context).context("a link to no context")?;
        cut.extend(drop_unlinked(context));
        let mut targets = Vec::new();
        for_each_link(context, &mut |link: &mut ContextId| {
            let mut target = place(link)?;
            if !allowed.contains(&target.0) {
                cut.insert(
                    set.syntaxes
                        .get(target.0)
                        .map(|syntax| syntax.name.clone())
                        .unwrap_or_default(),
                );
                target = plain;
                *link = id(plain)?;
            }
            targets.push(target);
            Ok(())
        })?;
        Ok(targets)
    }

    fn write(mut self, set: SetDump, order: &BTreeMap<Place, Place>) -> Result<Pruned> {
        let mut syntaxes = Vec::new();
        for (index, syntax) in set.syntaxes.into_iter().enumerate() {
            let kept: Vec<Place> = order.keys().filter(|place| place.0 == index).copied().collect();
            if !kept.is_empty() {
                syntaxes.push(self.write_syntax(syntax, &kept, order)?);
            }
        }
        Ok(Pruned {
            set: SetDump {
                syntaxes,
                path_syntaxes: Vec::new(),
            },
            cut: self.cut,
        })
    }

    fn write_syntax(
        &mut self,
        syntax: SyntaxDump,
        kept: &[Place],
        order: &BTreeMap<Place, Place>,
    ) -> Result<SyntaxDump> {
        let is_entry = self.entries.contains(&syntax.name.as_str());
        let mut contexts = Vec::with_capacity(kept.len());
        let mut names = BTreeMap::new();
        let dump = kept
            .first()
            .and_then(|place| self.contexts.get(place.0))
            .context("no syntax")?;
        if let Some(start) = dump.names.get("__start").filter(|_| is_entry) {
            names.insert(
                "__start".to_owned(),
                id(*order.get(&place(start)?).context("start was dropped")?)?,
            );
        }
        for &(syntax, context) in kept {
            let dump = self.contexts.get(syntax).context("no syntax")?;
            let mut context = dump.contexts.get(context).context("no context")?.clone();
            for_each_link(&mut context, &mut |link| {
                *link = id(*order.get(&place(link)?).context("a link to a dropped context")?)?;
                Ok(())
            })?;
            for pattern in &mut context.patterns {
                if let Pattern::Match(rule) = pattern {
                    rule.regex = Regex::new(asciise(rule.regex.regex_str()));
                }
            }
            contexts.push(context);
        }
        Ok(SyntaxDump {
            name: syntax.name,
            file_extensions: if is_entry {
                syntax.file_extensions
            } else {
                Vec::new()
            },
            scope: syntax.scope,
            first_line_match: None,
            hidden: !is_entry,
            variables: BTreeMap::new(),
            contexts: ContextsDump { names, contexts }.write()?,
        })
    }
}

/// Gives the kept places new numbers, in their old order.
fn number(found: &BTreeSet<Place>) -> BTreeMap<Place, Place> {
    let mut order = BTreeMap::new();
    let mut syntax: Option<(usize, usize)> = None;
    let mut context = 0;
    for &old in found {
        let new = match syntax {
            Some((index, new)) if index == old.0 => new,
            Some((_, new)) => new + 1,
            None => 0,
        };
        context = if syntax.is_some_and(|(index, _)| index == old.0) {
            context + 1
        } else {
            0
        };
        syntax = Some((old.0, new));
        order.insert(old, (new, context));
    }
    order
}
