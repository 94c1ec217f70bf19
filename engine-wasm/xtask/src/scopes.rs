//! Keeps of a scope only what a rule asks for.

use syntect::parsing::Scope;
use syntect::parsing::syntax_definition::{Context, Pattern};

/// What is done with the scopes of a grammar.
pub struct Scopes {
    /// The scopes of all rules; `None` to leave the grammar's as they are.
    asked: Option<Vec<Scope>>,
}

impl Scopes {
    /// Leaves every scope, for whoever tunes the rules.
    pub fn whole() -> Self {
        Self { asked: None }
    }

    /// Shortens every scope to the longest one that a rule names: the rules cannot tell the two apart.
    pub fn of_rules() -> Self {
        let mut asked: Vec<Scope> = moyan_highlight::rule_scopes()
            .filter_map(|scope| Scope::new(scope).ok())
            .collect();
        asked.sort_by_key(|scope| std::cmp::Reverse(scope.len()));
        asked.dedup();
        Self { asked: Some(asked) }
    }

    /// Shortens the scopes of a context.
    pub fn simplify(&self, context: &mut Context) {
        let Some(asked) = &self.asked else { return };
        let shorten = |scopes: &mut Vec<Scope>| {
            for scope in scopes {
                let known = asked.iter().find(|known| known.is_prefix_of(*scope));
                *scope = known.copied().unwrap_or_default();
            }
        };
        // These two are counted by `clear_scopes`, so that the empty ones stay.
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
