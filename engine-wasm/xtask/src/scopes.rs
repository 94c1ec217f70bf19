//! Shortens scopes to what the rules need.

use syntect::parsing::Scope;
use syntect::parsing::syntax_definition::{Context, Pattern};

/// How the scopes of a grammar are shortened.
pub struct Scopes {
    /// The scopes of all rules; `None` to change nothing.
    known: Option<Vec<Scope>>,
}

impl Scopes {
    /// Changes no scope, for tuning the rules.
    pub fn whole() -> Self {
        Self { known: None }
    }

    /// Shortens every scope to the longest prefix that a rule names. No rule can tell the two apart.
    pub fn of_rules() -> Self {
        let mut known: Vec<Scope> = moyan_highlight::rule_scopes()
            .filter_map(|scope| Scope::new(scope).ok())
            .collect();
        known.sort_by_key(|scope| std::cmp::Reverse(scope.len()));
        known.dedup();
        Self { known: Some(known) }
    }

    /// Shortens the scopes of a context.
    pub fn simplify(&self, context: &mut Context) {
        let Some(known) = &self.known else { return };
        let shorten = |scopes: &mut Vec<Scope>| {
            for scope in scopes {
                let prefix = known.iter().find(|prefix| prefix.is_prefix_of(*scope));
                *scope = prefix.copied().unwrap_or_default();
            }
        };
        // `clear_scopes` counts these two, so the empty ones stay.
        shorten(&mut context.meta_scope);
        shorten(&mut context.meta_content_scope);
        context.meta_include_prototype = false;
        for pattern in &mut context.patterns {
            let Pattern::Match(rule) = pattern else { continue };
            shorten(&mut rule.scope);
            rule.scope.retain(|scope| !scope.is_empty());
            for (_, scopes) in rule.captures.iter_mut().flatten() {
                shorten(scopes);
                scopes.retain(|scope| !scope.is_empty());
            }
            if let Some(captures) = &mut rule.captures {
                captures.retain(|(_, scopes)| !scopes.is_empty());
            }
            rule.captures = rule.captures.take().filter(|captures| !captures.is_empty());
        }
    }
}
