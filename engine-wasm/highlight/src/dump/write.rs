//! Writes the file that [`super::read`] reads, for `cargo run -p xtask -- grammars`.

use std::collections::BTreeMap;

use syntect::parsing::syntax_definition::{Context, ContextId, ContextReference, MatchOperation, Pattern};
use syntect::parsing::{ClearAmount, Scope, SyntaxReference};

use super::{
    Columns, HAS_BACKREFERENCES, HAS_CAPTURES, HAS_PROTOTYPE, HAS_SCOPES, HEADER, INCLUDE, POP, PUSH, SET,
    STAY,
};

/// The bytes of the file. Links that are not resolved are left out.
pub fn write(syntaxes: &[SyntaxReference]) -> Vec<u8> {
    let mut encoder = Encoder::default();
    number(&mut encoder.columns.syntaxes, syntaxes.len());
    for (index, syntax) in syntaxes.iter().enumerate() {
        encoder.syntax = index;
        encoder.syntax(syntax);
    }
    let mut file = HEADER.to_vec();
    for column in encoder.columns.each() {
        number(&mut file, column.len());
        file.extend_from_slice(column);
    }
    file
}

#[derive(Default)]
struct Encoder {
    columns: Columns<Vec<u8>>,
    scopes: BTreeMap<Scope, usize>,
    regexes: BTreeMap<String, usize>,
    syntax: usize,
}

impl Encoder {
    fn syntax(&mut self, syntax: &SyntaxReference) {
        let column = &mut self.columns.syntaxes;
        text(column, &syntax.name);
        number(column, syntax.file_extensions.len());
        for extension in &syntax.file_extensions {
            text(column, extension);
        }
        number(column, usize::from(syntax.start.is_some()));
        if let Some(start) = &syntax.start {
            self.link(start);
        }
        number(&mut self.columns.syntaxes, syntax.contexts.len());
        for context in &syntax.contexts {
            self.context(context);
        }
    }

    fn context(&mut self, context: &Context) {
        let flags = usize::from(context.uses_backrefs) + 2 * usize::from(context.prototype.is_some());
        number(&mut self.columns.contexts, flags);
        if let Some(prototype) = &context.prototype {
            self.link(prototype);
        }
        let clear = match context.clear_scopes {
            None => 0,
            Some(ClearAmount::All) => 1,
            Some(ClearAmount::TopN(count)) => count + 2,
        };
        number(&mut self.columns.contexts, clear);
        self.scopes(&context.meta_scope);
        self.scopes(&context.meta_content_scope);
        number(&mut self.columns.contexts, context.patterns.len());
        for pattern in &context.patterns {
            self.pattern(pattern);
        }
    }

    fn pattern(&mut self, pattern: &Pattern) {
        let rule = match pattern {
            Pattern::Include(target) => {
                number_of(&mut self.columns.kinds, INCLUDE);
                self.reference(target);
                return;
            }
            Pattern::Match(rule) => rule,
        };
        let captures = rule.captures.as_deref().unwrap_or_default();
        let (operation, targets) = match &rule.operation {
            MatchOperation::None => (STAY, None),
            MatchOperation::Pop => (POP, None),
            MatchOperation::Push(targets) => (PUSH, Some(targets)),
            MatchOperation::Set(targets) => (SET, Some(targets)),
        };
        let has = |condition: bool, bit: u64| if condition { bit } else { 0 };
        number_of(
            &mut self.columns.kinds,
            operation
                | has(rule.has_captures, HAS_BACKREFERENCES)
                | has(!rule.scope.is_empty(), HAS_SCOPES)
                | has(!captures.is_empty(), HAS_CAPTURES)
                | has(rule.with_prototype.is_some(), HAS_PROTOTYPE),
        );
        self.regex(rule.regex.regex_str());
        if !rule.scope.is_empty() {
            self.scopes(&rule.scope);
        }
        if !captures.is_empty() {
            number(&mut self.columns.captures, captures.len());
            for (group, scopes) in captures {
                number(&mut self.columns.captures, *group);
                self.scopes(scopes);
            }
        }
        if let Some(targets) = targets {
            number(&mut self.columns.kinds, targets.len());
            targets.iter().for_each(|target| self.reference(target));
        }
        if let Some(target) = &rule.with_prototype {
            self.reference(target);
        }
    }

    fn regex(&mut self, pattern: &str) {
        let n_used = self.regexes.len();
        let back = match self.regexes.get(pattern) {
            Some(index) => n_used - index,
            None => {
                self.regexes.insert(pattern.to_owned(), n_used);
                text(&mut self.columns.regexes, pattern);
                0
            }
        };
        number(&mut self.columns.uses, back);
    }

    fn scopes(&mut self, scopes: &[Scope]) {
        number(&mut self.columns.scope_lists, scopes.len());
        for scope in scopes {
            let next = self.scopes.len();
            let index = *self.scopes.entry(*scope).or_insert_with(|| {
                text(&mut self.columns.scopes, &scope.build_string());
                next
            });
            number(&mut self.columns.scope_lists, index);
        }
    }

    fn reference(&mut self, reference: &ContextReference) {
        // `prune` in xtask leaves no other: the reader would refuse the file.
        if let Ok(id) = reference.id() {
            self.link(&id);
        }
    }

    fn link(&mut self, id: &ContextId) {
        let (syntax, context) = id.indexes();
        let syntax = if syntax == self.syntax { 0 } else { syntax + 1 };
        number(&mut self.columns.link_syntaxes, syntax);
        number(&mut self.columns.link_contexts, context);
    }
}

fn number(column: &mut Vec<u8>, value: usize) {
    number_of(column, value as u64);
}

fn number_of(column: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        column.push(value.to_le_bytes()[0] | 0x80);
        value >>= 7;
    }
    column.push(value.to_le_bytes()[0]);
}

fn text(column: &mut Vec<u8>, text: &str) {
    column.extend_from_slice(text.as_bytes());
    column.push(0);
}
