//! Finds the class of a scope by the rule table.
//!
//! A rule names a scope by prefix, after the scopes that must enclose it, as a CSS selector does:
//! `meta.mapping.key string` is a string somewhere inside a mapping key.
//! Among the rules that fit a scope the one with the longest prefix wins, then the one with more conditions.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use syntect::parsing::Scope;

use crate::rules::RULES;

/// A class attribute such as `hljs-title function_`; `None` is text without a span.
pub type Class = Option<&'static str>;

/// More atoms than any scope of syntect can have.
const MAX_ATOMS: usize = 8;

/// The atoms of a scope, four in a number.
type Prefix = (u64, u64);

/// The rule table, ready for look-up.
#[derive(Debug)]
pub struct Selectors {
    by_prefix: HashMap<Prefix, Vec<Selector>, BuildHasherDefault<Mix>>,
}

/// A quick hash for keys of our own, which nobody chooses to collide.
#[derive(Debug, Default)]
struct Mix(u64);

impl Hasher for Mix {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let number = chunk
                .iter()
                .rev()
                .fold(0, |number, byte| number << 8 | u64::from(*byte));
            self.write_u64(number);
        }
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = (self.0 ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 ^= self.0 >> 29;
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

#[derive(Debug)]
struct Selector {
    /// From the outermost to the innermost.
    ancestors: Vec<Scope>,
    class: Class,
}

impl Selectors {
    /// Reads the rule table.
    pub fn new() -> Self {
        let mut by_prefix: HashMap<Prefix, Vec<Selector>, _> = HashMap::default();
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
            list.sort_by_key(|selector| std::cmp::Reverse(selector.weight()));
        }
        Self { by_prefix }
    }

    /// The class that a rule gives to `scope` inside the scopes `stack`, outermost first.
    ///
    /// `None`: no rule speaks of the scope, so it looks like what encloses it.
    pub fn class(&self, scope: Scope, stack: &[Scope]) -> Option<Class> {
        (1..=scope.len() as usize).rev().find_map(|n_atoms| {
            let list = self.by_prefix.get(&prefix(scope, n_atoms))?;
            list.iter()
                .find(|selector| selector.fits(stack))
                .map(|selector| selector.class)
        })
    }
}

impl Selector {
    fn weight(&self) -> u32 {
        self.ancestors.iter().map(|scope| scope.len()).sum()
    }

    fn fits(&self, stack: &[Scope]) -> bool {
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
