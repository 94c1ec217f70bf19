//! Finds the class of a scope in the table of rules.
//!
//! A rule names a scope by prefix, after the scopes that must enclose it, as a CSS selector does:
//! `meta.mapping.key string` is a string somewhere inside a mapping key.
//! Among the rules that match a scope the one with the longest prefix wins, then the one with more conditions.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use syntect::parsing::Scope;

use crate::rules::RULES;

/// A class attribute such as `hljs-title function_`; `None` is text without a span.
pub type Class = Option<&'static str>;

/// More atoms than any scope of syntect can have.
const MAX_ATOMS: usize = 8;

/// The first atoms of a scope, four in a number.
type Prefix = (u64, u64);

/// The table of rules, ready for look-up.
#[derive(Debug)]
pub struct Selectors {
    /// Of the rules with the same prefix those with more conditions come first.
    by_prefix: BTreeMap<Prefix, Vec<Selector>>,
}

#[derive(Debug)]
struct Selector {
    /// From the outermost to the innermost.
    ancestors: Vec<Scope>,
    class: Class,
}

impl Selectors {
    /// Reads the table of rules.
    pub fn new() -> Self {
        let mut by_prefix: BTreeMap<Prefix, Vec<Selector>> = BTreeMap::new();
        for (selector, class) in RULES {
            let mut scopes: Vec<Scope> = selector
                .split(' ')
                .filter_map(|scope| Scope::new(scope).ok())
                .collect();
            let Some(target) = scopes.pop() else { continue };
            let class = Some(*class).filter(|class| !class.is_empty());
            let list = by_prefix
                .entry(prefix(target, target.len() as usize))
                .or_default();
            list.push(Selector {
                ancestors: scopes,
                class,
            });
            list.sort_by_key(|selector| Reverse(selector.specificity()));
        }
        Self { by_prefix }
    }

    /// The class that a rule gives to `scope` inside the scopes `stack`, outermost first.
    ///
    /// `None`: no rule names the scope, so its text has the class of what encloses it.
    pub fn class(&self, scope: Scope, stack: &[Scope]) -> Option<Class> {
        (1..=scope.len() as usize).rev().find_map(|n_atoms| {
            let list = self.by_prefix.get(&prefix(scope, n_atoms))?;
            list.iter()
                .find(|selector| selector.matches(stack))
                .map(|selector| selector.class)
        })
    }
}

impl Selector {
    /// How many atoms the conditions have.
    fn specificity(&self) -> u32 {
        self.ancestors.iter().map(|scope| scope.len()).sum()
    }

    fn matches(&self, stack: &[Scope]) -> bool {
        let mut rest = stack.iter();
        self.ancestors
            .iter()
            .all(|ancestor| rest.any(|scope| ancestor.is_prefix_of(*scope)))
    }
}

fn prefix(scope: Scope, n_atoms: usize) -> Prefix {
    let mut key = (0, 0);
    for index in 0..n_atoms.min(MAX_ATOMS) {
        let half = if index < 4 { &mut key.0 } else { &mut key.1 };
        *half = *half << 16 | u64::from(scope.atom_at(index));
    }
    key
}

#[cfg(test)]
mod tests {
    use super::Selectors;
    use crate::rules::RULES;
    use syntect::parsing::Scope;

    fn class(stack: &[&str]) -> Option<Option<&'static str>> {
        let scopes: Vec<Scope> = stack.iter().map(|scope| Scope::new(scope).unwrap()).collect();
        let (last, outer) = scopes.split_last().unwrap();
        Selectors::new().class(*last, outer)
    }

    #[test]
    fn longest_prefix_wins() {
        assert_eq!(class(&["string.quoted.double.js"]), Some(Some("hljs-string")));
        assert_eq!(class(&["string.regexp.js"]), Some(Some("hljs-regexp")));
    }

    #[test]
    fn unknown_scope_has_no_rule() {
        assert_eq!(class(&["meta.block.js"]), None);
    }

    #[test]
    fn enclosing_scope_is_a_condition() {
        let key = [
            "source.json",
            "meta.mapping.key.json",
            "string.quoted.double.json",
        ];
        assert_eq!(class(&key), Some(Some("hljs-attr")));
    }

    #[test]
    fn every_rule_can_be_read() {
        for (index, (selector, class)) in RULES.iter().enumerate() {
            assert!(
                selector.split(' ').all(|scope| Scope::new(scope).is_ok()),
                "{selector}"
            );
            assert!(class.is_empty() || class.starts_with("hljs-"), "{class}");
            assert!(
                RULES.iter().skip(index + 1).all(|(other, _)| other != selector),
                "twice: {selector}"
            );
        }
    }
}
