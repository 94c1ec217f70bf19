//! The file of the grammars: columns of small numbers and two tables of texts.
//!
//! The browser downloads it compressed by Brotli, which compresses similar data best when it stands together.
//! Therefore all names, all patterns, all scopes and all targets have a column each. Numbers are LEB128.
//! Only [`write`] and [`read`] know the layout. The first line of a file is the version of the layout.

use syntect::parsing::syntax_definition::{
    Context, ContextId, ContextReference, MatchOperation, MatchPattern, Pattern,
};
use syntect::parsing::{ClearAmount, Regex, Scope, SyntaxReference, SyntaxSet};

#[cfg(not(target_arch = "wasm32"))]
mod write;
#[cfg(not(target_arch = "wasm32"))]
pub use write::write;

const HEADER: &[u8] = b"moyan grammars 2\n";

/// The columns, in the order of the file.
#[derive(Debug, Default)]
struct Columns<T> {
    /// Names, extensions and numbers of contexts of the syntaxes.
    syntaxes: T,
    /// Every scope once.
    scopes: T,
    /// Every pattern once, in the order of its first use.
    regexes: T,
    /// For each context: flags, scopes to clear, number of patterns.
    contexts: T,
    /// The kind of each pattern.
    kinds: T,
    /// For each match: 0 for the next new pattern, else how far back in the table.
    uses: T,
    /// Lists of scopes.
    scope_lists: T,
    /// Numbers of groups and how many scopes they have.
    captures: T,
    /// Syntaxes of links: 0 for the same syntax, else its index and 1.
    link_syntaxes: T,
    /// Contexts of links.
    link_contexts: T,
}

impl<T> Columns<T> {
    fn each(&mut self) -> [&mut T; 10] {
        [
            &mut self.syntaxes,
            &mut self.scopes,
            &mut self.regexes,
            &mut self.contexts,
            &mut self.kinds,
            &mut self.uses,
            &mut self.scope_lists,
            &mut self.captures,
            &mut self.link_syntaxes,
            &mut self.link_contexts,
        ]
    }
}

// The kind of a pattern: an operation in the lower three bits, flags above.
const INCLUDE: u64 = 0;
const STAY: u64 = 1;
const POP: u64 = 2;
const PUSH: u64 = 3;
const SET: u64 = 4;
const OPERATIONS: u64 = 8;
const HAS_BACKREFERENCES: u64 = 8;
const HAS_SCOPES: u64 = 16;
const HAS_CAPTURES: u64 = 32;
const HAS_PROTOTYPE: u64 = 64;

/// The grammars of a file; `None` if the file is damaged or of another version.
pub fn read(file: &[u8]) -> Option<SyntaxSet> {
    let mut rest = Reader(file.strip_prefix(HEADER)?);
    let mut columns: Columns<Reader<'_>> = Columns::default();
    for column in columns.each() {
        let len = rest.count()?;
        *column = Reader(rest.take(len)?);
    }
    let scopes = columns
        .scopes
        .texts()?
        .into_iter()
        .map(|scope| Scope::new(scope).ok())
        .collect::<Option<_>>()?;
    let regexes = columns
        .regexes
        .texts()?
        .into_iter()
        .map(|pattern| Regex::new(pattern.to_owned()))
        .collect();
    let mut decoder = Decoder {
        columns,
        scopes,
        regexes,
        n_used: 0,
        syntax: 0,
    };
    let n_syntaxes = decoder.columns.syntaxes.count()?;
    let syntaxes = (0..n_syntaxes)
        .map(|index| {
            decoder.syntax = index;
            decoder.syntax()
        })
        .collect::<Option<_>>()?;
    Some(SyntaxSet::new(syntaxes))
}

struct Decoder<'a> {
    columns: Columns<Reader<'a>>,
    scopes: Vec<Scope>,
    regexes: Vec<Regex>,
    /// Patterns of the table that were used so far.
    n_used: usize,
    /// The index of the syntax that is being read.
    syntax: usize,
}

impl Decoder<'_> {
    fn syntax(&mut self) -> Option<SyntaxReference> {
        let column = &mut self.columns.syntaxes;
        let name = column.text()?.to_owned();
        let n_extensions = column.count()?;
        let file_extensions = (0..n_extensions)
            .map(|_| column.text().map(str::to_owned))
            .collect::<Option<_>>()?;
        let start = match column.number()? {
            0 => None,
            _ => Some(self.link()?),
        };
        let n_contexts = self.columns.syntaxes.count()?;
        let contexts = (0..n_contexts).map(|_| self.context()).collect::<Option<_>>()?;
        Some(SyntaxReference {
            name,
            file_extensions,
            start,
            contexts,
        })
    }

    fn context(&mut self) -> Option<Context> {
        let mut context = Context::new(false);
        let flags = self.columns.contexts.number()?;
        context.uses_backrefs = flags & 1 != 0;
        if flags & 2 != 0 {
            context.prototype = Some(self.link()?);
        }
        context.clear_scopes = match self.columns.contexts.count()? {
            0 => None,
            1 => Some(ClearAmount::All),
            count => Some(ClearAmount::TopN(count - 2)),
        };
        context.meta_scope = self.scopes()?;
        context.meta_content_scope = self.scopes()?;
        let n_patterns = self.columns.contexts.count()?;
        context.patterns = (0..n_patterns).map(|_| self.pattern()).collect::<Option<_>>()?;
        Some(context)
    }

    fn pattern(&mut self) -> Option<Pattern> {
        let kind = self.columns.kinds.number()?;
        if kind == INCLUDE {
            return Some(Pattern::Include(ContextReference::direct(self.link()?)));
        }
        let regex = self.regex()?;
        let scope = if kind & HAS_SCOPES != 0 {
            self.scopes()?
        } else {
            Vec::new()
        };
        let captures = if kind & HAS_CAPTURES != 0 {
            Some(self.captures()?)
        } else {
            None
        };
        let operation = match kind % OPERATIONS {
            STAY => MatchOperation::None,
            POP => MatchOperation::Pop,
            PUSH => MatchOperation::Push(self.links()?),
            SET => MatchOperation::Set(self.links()?),
            _ => return None,
        };
        let with_prototype = if kind & HAS_PROTOTYPE != 0 {
            Some(ContextReference::direct(self.link()?))
        } else {
            None
        };
        Some(Pattern::Match(MatchPattern {
            has_captures: kind & HAS_BACKREFERENCES != 0,
            regex,
            scope,
            captures,
            operation,
            with_prototype,
        }))
    }

    fn regex(&mut self) -> Option<Regex> {
        let back = self.columns.uses.count()?;
        let index = self.n_used.checked_sub(back)?;
        self.n_used += usize::from(back == 0);
        self.regexes.get(index).cloned()
    }

    fn scopes(&mut self) -> Option<Vec<Scope>> {
        let count = self.columns.scope_lists.count()?;
        (0..count)
            .map(|_| {
                let index = self.columns.scope_lists.index()?;
                self.scopes.get(index).copied()
            })
            .collect()
    }

    fn captures(&mut self) -> Option<Vec<(usize, Vec<Scope>)>> {
        let count = self.columns.captures.count()?;
        (0..count)
            .map(|_| Some((self.columns.captures.index()?, self.scopes()?)))
            .collect()
    }

    fn links(&mut self) -> Option<Vec<ContextReference>> {
        let count = self.columns.kinds.count()?;
        (0..count)
            .map(|_| self.link().map(ContextReference::direct))
            .collect()
    }

    fn link(&mut self) -> Option<ContextId> {
        let syntax = match self.columns.link_syntaxes.index()? {
            0 => self.syntax,
            index => index - 1,
        };
        let context = self.columns.link_contexts.index()?;
        Some(ContextId::new(syntax, context))
    }
}

/// The rest of a column.
#[derive(Clone, Copy, Debug, Default)]
struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn take(&mut self, len: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(len)?;
        self.0 = rest;
        Some(taken)
    }

    fn number(&mut self) -> Option<u64> {
        let mut number = 0;
        for shift in (0..u64::BITS).step_by(7) {
            let (byte, rest) = self.0.split_first()?;
            self.0 = rest;
            number |= u64::from(byte & 0x7f) << shift;
            if *byte < 0x80 {
                return Some(number);
            }
        }
        None
    }

    fn index(&mut self) -> Option<usize> {
        usize::try_from(self.number()?).ok()
    }

    /// How many of something follow. The limit keeps a damaged file from taking all memory.
    fn count(&mut self) -> Option<usize> {
        const MAX_COUNT: usize = 1 << 24;
        self.index().filter(|count| *count <= MAX_COUNT)
    }

    fn text(&mut self) -> Option<&'a str> {
        let end = self.0.iter().position(|byte| *byte == 0)?;
        let text = self.take(end)?;
        self.take(1)?;
        std::str::from_utf8(text).ok()
    }

    fn texts(mut self) -> Option<Vec<&'a str>> {
        let mut texts = Vec::new();
        while !self.0.is_empty() {
            texts.push(self.text()?);
        }
        Some(texts)
    }
}
