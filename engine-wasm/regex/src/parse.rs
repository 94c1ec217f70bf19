//! Reads a pattern in the syntax of Oniguruma, as far as grammars use it.

use crate::class;
use crate::error::PatternError;
use crate::node::{Greed, Node, Place, UNBOUNDED};
use crate::set::Set;

/// How deep groups may nest.
const MAX_DEPTH: u32 = 60;
/// The most repetitions that a pattern may ask for by number.
const MAX_REPEAT: u32 = 1000;

#[derive(Clone, Copy, Default)]
struct Flags {
    fold: bool,
    /// `.` matches a line end.
    dot_all: bool,
    /// `^` and `$` match at every line end.
    lines: bool,
    /// Blanks and comments are not part of the pattern.
    spaced: bool,
}

/// A pattern as a tree.
pub struct Parsed {
    /// The tree.
    pub node: Node,
    /// Groups that are remembered, the whole match not counted.
    pub n_groups: u32,
    /// Whether the match depends on where the search began.
    pub has_search_start: bool,
}

/// Reads `pattern`.
pub fn parse(pattern: &str) -> Result<Parsed, PatternError> {
    let mut parser = Parser {
        rest: pattern,
        flags: Flags::default(),
        n_groups: 0,
        depth: 0,
        has_search_start: false,
    };
    let node = parser.alternatives()?;
    if !parser.rest.is_empty() {
        return Err(PatternError::Parenthesis);
    }
    Ok(Parsed {
        node,
        n_groups: parser.n_groups,
        has_search_start: parser.has_search_start,
    })
}

struct Parser<'a> {
    rest: &'a str,
    flags: Flags,
    n_groups: u32,
    depth: u32,
    has_search_start: bool,
}

impl Parser<'_> {
    fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    fn next(&mut self) -> Option<char> {
        let mut chars = self.rest.chars();
        let character = chars.next();
        self.rest = chars.as_str();
        character
    }

    fn eat(&mut self, text: &str) -> bool {
        match self.rest.strip_prefix(text) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    fn alternatives(&mut self) -> Result<Node, PatternError> {
        let mut branches = vec![self.sequence()?];
        while self.eat("|") {
            branches.push(self.sequence()?);
        }
        Ok(match branches.len() {
            1 => branches.pop().unwrap_or(Node::Empty),
            _ => Node::Alternatives(branches),
        })
    }

    fn sequence(&mut self) -> Result<Node, PatternError> {
        let mut nodes = Vec::new();
        loop {
            self.skip_blanks();
            match self.peek() {
                None | Some('|' | ')') => break,
                Some(_) => {}
            }
            let atom = self.atom()?;
            let node = self.repeats(atom)?;
            if !matches!(node, Node::Empty) {
                nodes.push(node);
            }
        }
        Ok(match nodes.len() {
            0 => Node::Empty,
            1 => nodes.pop().unwrap_or(Node::Empty),
            _ => Node::Concat(nodes),
        })
    }

    fn skip_blanks(&mut self) {
        loop {
            if self.rest.starts_with("(?#") {
                let end = self.rest.find(')').map_or(self.rest.len(), |at| at + 1);
                self.rest = self.rest.get(end..).unwrap_or_default();
                continue;
            }
            if !self.flags.spaced {
                return;
            }
            let trimmed = self
                .rest
                .trim_start_matches([' ', '\t', '\n', '\r', '\x0b', '\x0c']);
            let after = match trimmed.strip_prefix('#') {
                Some(comment) => comment
                    .find('\n')
                    .map_or("", |at| comment.get(at..).unwrap_or_default()),
                None => trimmed,
            };
            if after.len() == self.rest.len() {
                return;
            }
            self.rest = after;
        }
    }

    fn repeats(&mut self, mut node: Node) -> Result<Node, PatternError> {
        loop {
            self.skip_blanks();
            let Some((min, max)) = self.counts()? else {
                return Ok(node);
            };
            let greed = if self.eat("?") {
                Greed::Lazy
            } else if self.eat("+") {
                Greed::Possessive
            } else {
                Greed::Greedy
            };
            node = match node {
                Node::Empty => Node::Empty,
                node => Node::Repeat {
                    node: Box::new(node),
                    min,
                    max,
                    greed,
                },
            };
        }
    }

    /// `*`, `+`, `?` and numbers in braces; braces around anything else are text.
    fn counts(&mut self) -> Result<Option<(u32, u32)>, PatternError> {
        let counts = match self.peek() {
            Some('*') => (0, UNBOUNDED),
            Some('+') => (1, UNBOUNDED),
            Some('?') => (0, 1),
            Some('{') => return self.braces(),
            _ => return Ok(None),
        };
        self.next();
        Ok(Some(counts))
    }

    fn braces(&mut self) -> Result<Option<(u32, u32)>, PatternError> {
        let inner = self
            .rest
            .strip_prefix('{')
            .and_then(|rest| Some(rest.split_once('}')?.0));
        let Some(inner) = inner else { return Ok(None) };
        let number = |text: &str, default| match text {
            "" => Some(default),
            _ => text
                .parse::<u32>()
                .ok()
                .filter(|_| text.bytes().all(|byte| byte.is_ascii_digit())),
        };
        let counts = match inner.split_once(',') {
            Some(("", "")) => None,
            Some((min, max)) => number(min, 0).zip(number(max, UNBOUNDED)),
            None if inner.is_empty() => None,
            None => number(inner, 0).map(|count| (count, count)),
        };
        let Some((min, max)) = counts else { return Ok(None) };
        if min > max || min > MAX_REPEAT || (max > MAX_REPEAT && max != UNBOUNDED) {
            return Err(PatternError::Repetition);
        }
        self.rest = self.rest.get(inner.len() + 2..).unwrap_or_default();
        Ok(Some((min, max)))
    }

    fn atom(&mut self) -> Result<Node, PatternError> {
        let Some(character) = self.next() else {
            return Ok(Node::Empty);
        };
        Ok(match character {
            '.' if self.flags.dot_all => Node::Set(Set::range(0, char::MAX as u32)),
            '.' => Node::Set(Set::dot()),
            '^' if self.flags.lines => Node::Place(Place::LineStart),
            '^' => Node::Place(Place::TextStart),
            '$' if self.flags.lines => Node::Place(Place::LineEnd),
            '$' => Node::Place(Place::TextEnd),
            '[' => {
                let (set, rest) = class::parse(self.rest, self.flags.fold)?;
                self.rest = rest;
                Node::Set(set)
            }
            '(' => self.group()?,
            '\\' => self.escape()?,
            '*' | '+' | '?' => return Err(PatternError::Repetition),
            character => self.character(character),
        })
    }

    fn character(&self, character: char) -> Node {
        Node::Char {
            character,
            fold: self.flags.fold && character.is_ascii_alphabetic(),
        }
    }

    fn escape(&mut self) -> Result<Node, PatternError> {
        let place = match self.peek() {
            Some('b') => Some(Place::WordEdge),
            Some('B') => Some(Place::NoWordEdge),
            Some('A') => Some(Place::TextStart),
            Some('z') => Some(Place::TextEnd),
            Some('Z') => Some(Place::LastLineEnd),
            Some('G') => {
                self.has_search_start = true;
                Some(Place::SearchStart)
            }
            _ => None,
        };
        if let Some(place) = place {
            self.next();
            return Ok(Node::Place(place));
        }
        if self.peek().is_some_and(|digit| ('1'..='9').contains(&digit)) {
            let digits = self.rest.bytes().take_while(u8::is_ascii_digit).count();
            let (number, rest) = self.rest.split_at_checked(digits).unwrap_or_default();
            self.rest = rest;
            let group = number.parse().map_err(|_| PatternError::Escape)?;
            return Ok(Node::Back {
                group,
                fold: self.flags.fold,
            });
        }
        let (escape, rest) = class::escape(self.rest)?;
        self.rest = rest;
        Ok(match escape {
            class::Escape::Char(character) => self.character(character),
            class::Escape::Set(mut set) => {
                if self.flags.fold {
                    set.fold();
                }
                Node::Set(set)
            }
        })
    }

    /// What follows an opening parenthesis.
    fn group(&mut self) -> Result<Node, PatternError> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(PatternError::TooLarge);
        }
        let outer = self.flags;
        let look = |behind, negative| {
            move |node| Node::Look {
                node: Box::new(node),
                behind,
                negative,
            }
        };
        let node = if !self.rest.starts_with('?') || self.is_name() {
            self.skip_name();
            self.n_groups += 1;
            let number = self.n_groups;
            Node::Group(Box::new(self.body()?), number)
        } else if self.eat("?:") {
            self.body()?
        } else if self.eat("?=") {
            self.body().map(look(false, false))?
        } else if self.eat("?!") {
            self.body().map(look(false, true))?
        } else if self.eat("?<=") {
            self.body().map(look(true, false))?
        } else if self.eat("?<!") {
            self.body().map(look(true, true))?
        } else if self.eat("?>") {
            Node::Atomic(Box::new(self.body()?))
        } else {
            self.eat("?");
            match self.set_flags()? {
                ')' => {
                    // The flags hold to the end of the group around this one.
                    self.depth -= 1;
                    return Ok(Node::Empty);
                }
                _ => self.body()?,
            }
        };
        self.flags = outer;
        self.depth -= 1;
        Ok(node)
    }

    fn is_name(&self) -> bool {
        self.rest
            .strip_prefix("?<")
            .is_some_and(|rest| !rest.starts_with(['=', '!']))
    }

    fn skip_name(&mut self) {
        if self.is_name() {
            let end = self.rest.find('>').map_or(self.rest.len(), |at| at + 1);
            self.rest = self.rest.get(end..).unwrap_or_default();
        }
    }

    fn body(&mut self) -> Result<Node, PatternError> {
        let node = self.alternatives()?;
        if self.eat(")") {
            Ok(node)
        } else {
            Err(PatternError::Parenthesis)
        }
    }

    /// Reads `i`, `m`, `s` and `x`; returns the `:` or `)` behind them.
    fn set_flags(&mut self) -> Result<char, PatternError> {
        let mut value = true;
        while let Some(flag) = self.next() {
            match flag {
                'i' => self.flags.fold = value,
                'm' => self.flags.lines = value,
                's' => self.flags.dot_all = value,
                'x' => self.flags.spaced = value,
                '-' => value = false,
                ':' | ')' => return Ok(flag),
                _ => break,
            }
        }
        Err(PatternError::Flag)
    }
}
