//! The highlighter: what a host calls.

use moyan_regex::Scratch;
use syntect::parsing::{SyntaxReference, SyntaxSet};

use crate::diff::{self, DiffState};
use crate::dump;
use crate::error::HighlightError;
use crate::languages::{self, LANGUAGES};
use crate::limits::{MAX_BLOCK_BYTES, MAX_BLOCK_STEPS};
use crate::parser::{LineState, Tables};
use crate::selector::Selectors;
use crate::spans::{Spans, escape};

/// Colors code by grammars that were loaded once.
///
/// Patterns compile on first use, so the first block of a language takes longer than later ones: keep one
/// highlighter.
#[derive(Debug)]
pub struct Highlighter {
    set: SyntaxSet,
    selectors: Selectors,
}

/// A part of code with its scopes, for tuning the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// The text.
    pub text: String,
    /// The class attribute; empty for plain text.
    pub class: &'static str,
    /// The scopes of the grammar, outermost first, separated by spaces.
    pub scopes: String,
}

impl Highlighter {
    /// A highlighter with the grammars that are built into native programs.
    ///
    /// In a browser the same file is fetched and given to [`Self::from_dump`].
    #[cfg(not(target_arch = "wasm32"))]
    pub fn bundled() -> Self {
        let set = load(include_bytes!("../assets/grammars.packdump")).unwrap_or_default();
        Self {
            set,
            selectors: Selectors::new(),
        }
    }

    /// A highlighter with the grammars of a dump, the file `assets/grammars.packdump` of this crate.
    ///
    /// Fails with [`HighlightError::InvalidGrammars`] if the bytes are anything else.
    pub fn from_dump(grammars: &[u8]) -> Result<Self, HighlightError> {
        Ok(Self {
            set: load(grammars)?,
            selectors: Selectors::new(),
        })
    }

    /// The names of all languages, as highlight.js calls them, sorted. Many more aliases are understood.
    pub fn languages(&self) -> Vec<&'static str> {
        let mut names: Vec<&'static str> = LANGUAGES
            .iter()
            .filter(|language| self.set.find_syntax_by_name(language.grammar).is_some())
            .map(|language| language.name)
            .collect();
        names.sort_unstable();
        names
    }

    /// The code as HTML: escaped text in flat spans whose classes the themes of highlight.js style.
    ///
    /// - `lang`: what stands after the code fence, such as `js`, `C++` or `diff-rust`; case does not matter.
    /// - Returns HTML whose text is exactly `code`, newlines included. An unknown language, and code beyond
    ///   the limits ([`crate::MAX_BLOCK_BYTES`], [`crate::MAX_LINE_BYTES`], [`crate::MAX_BLOCK_STEPS`]), gives
    ///   the text without spans. Never fails.
    pub fn highlight(&self, lang: &str, code: &str) -> String {
        let lang = lang.trim().to_lowercase();
        if code.len() > MAX_BLOCK_BYTES {
            return plain(code);
        }
        match lang.strip_prefix(diff::PREFIX) {
            Some(base) => self.highlight_diff(base, code),
            None => match self.start(&lang) {
                Some(state) => self.highlight_lines(state, code),
                None => plain(code),
            },
        }
    }

    /// The tokens of `code` with their scopes. For tuning only: it has no limits of length.
    pub fn explain(&self, lang: &str, code: &str) -> Vec<Token> {
        let Some(mut state) = self.start(lang) else {
            return Vec::new();
        };
        let mut scratch = Scratch::with_steps(MAX_BLOCK_STEPS);
        let mut tokens = Vec::new();
        for line in code.split('\n') {
            let mut rest = line;
            for (len, class, scopes) in state.explain(line, self.tables(), &mut scratch) {
                let Some((text, after)) = rest.split_at_checked(len) else {
                    break;
                };
                let scopes: Vec<String> = scopes.iter().map(|scope| scope.build_string()).collect();
                tokens.push(Token {
                    text: text.to_owned(),
                    class: class.unwrap_or_default(),
                    scopes: scopes.join(" "),
                });
                rest = after;
            }
            tokens.push(Token {
                text: "\n".to_owned(),
                class: "",
                scopes: String::new(),
            });
        }
        tokens.pop();
        tokens
    }

    fn highlight_lines(&self, mut state: LineState, code: &str) -> String {
        let mut scratch = Scratch::with_steps(MAX_BLOCK_STEPS);
        let mut spans = Spans::with_room_for(code.len());
        for line in code.split_inclusive('\n') {
            diff::write_runs(line, &state.line(line, self.tables(), &mut scratch), &mut spans);
        }
        spans.finish()
    }

    fn highlight_diff(&self, base: &str, code: &str) -> String {
        let mut state = DiffState::start(self.start(base));
        let mut scratch = Scratch::with_steps(MAX_BLOCK_STEPS);
        let mut spans = Spans::with_room_for(code.len());
        for line in code.split_inclusive('\n') {
            state.line(line, self.tables(), &mut scratch, &mut spans);
        }
        spans.finish()
    }

    fn start(&self, lang: &str) -> Option<LineState> {
        LineState::start(self.syntax(lang)?)
    }

    fn syntax(&self, lang: &str) -> Option<&SyntaxReference> {
        let known = languages::find(lang).and_then(|language| self.set.find_syntax_by_name(language.grammar));
        known.or_else(|| self.set.find_syntax_by_token(lang.trim()))
    }

    fn tables(&self) -> Tables<'_> {
        Tables {
            set: &self.set,
            selectors: &self.selectors,
        }
    }
}

fn load(grammars: &[u8]) -> Result<SyntaxSet, HighlightError> {
    dump::read(grammars).ok_or(HighlightError::InvalidGrammars)
}

fn plain(code: &str) -> String {
    let mut html = String::with_capacity(code.len());
    escape(code, &mut html);
    html
}
