//! Reads a pattern: from its text to its syntax tree.

use crate::ast::{Assertion, Node, Quantifier, UNBOUNDED};
use crate::char_set::CharSet;
use crate::class::{Escape, parse_class, parse_escape};
use crate::error::PatternError;
use crate::trie;

/// How deep groups and repetitions may nest.
const MAX_DEPTH: u32 = 60;
/// The most repetitions that a pattern may ask for by number.
const MAX_REPEAT: u32 = 1000;

#[derive(Clone, Copy, Default)]
struct Flags {
    /// `i`
    ignore_case: bool,
    /// `s`: `.` matches a line end too.
    dot_matches_line_end: bool,
    /// `m`: `^` and `$` match at every line end.
    multi_line: bool,
    /// `x`: white space and comments are not part of the pattern.
    extended: bool,
}

/// Reads `pattern`. Returns its tree and the number of its groups, the whole match not included.
pub fn parse(pattern: &str) -> Result<(Node, u32), PatternError> {
    let mut parser = Parser {
        rest: pattern,
        flags: Flags::default(),
        n_groups: 0,
        depth: 0,
    };
    let node = parser.alternation()?;
    if !parser.rest.is_empty() {
        return Err(PatternError::Parenthesis);
    }
    Ok((node, parser.n_groups))
}

struct Parser<'a> {
    rest: &'a str,
    flags: Flags,
    n_groups: u32,
    depth: u32,
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

    fn alternation(&mut self) -> Result<Node, PatternError> {
        let mut branches = vec![self.concat()?];
        while self.eat("|") {
            branches.push(self.concat()?);
        }
        Ok(match branches.len() {
            1 => branches.pop().unwrap_or(Node::Empty),
            _ => trie::alternation(branches),
        })
    }

    fn concat(&mut self) -> Result<Node, PatternError> {
        let mut nodes = Vec::new();
        loop {
            self.skip_comments();
            match self.peek() {
                None | Some('|' | ')') => break,
                Some(_) => {}
            }
            let atom = self.atom()?;
            let node = self.quantified(atom)?;
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

    fn skip_comments(&mut self) {
        loop {
            if self.rest.starts_with("(?#") {
                let end = self.rest.find(')').map_or(self.rest.len(), |at| at + 1);
                self.rest = self.rest.get(end..).unwrap_or_default();
                continue;
            }
            if !self.flags.extended {
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

    /// The node with the quantifiers that follow it.
    fn quantified(&mut self, mut node: Node) -> Result<Node, PatternError> {
        for _ in 0..MAX_DEPTH {
            self.skip_comments();
            let Some((min, max)) = self.counts()? else {
                return Ok(node);
            };
            let quantifier = if self.eat("?") {
                Quantifier::Lazy
            } else if self.eat("+") {
                Quantifier::Possessive
            } else {
                Quantifier::Greedy
            };
            if !matches!(node, Node::Empty) {
                node = Node::Repeat {
                    node: Box::new(node),
                    min,
                    max,
                    quantifier,
                };
            }
        }
        Err(PatternError::TooLarge)
    }

    /// Reads `*`, `+`, `?` or numbers in braces. Braces around anything else are literal text.
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
            '.' if self.flags.dot_matches_line_end => Node::Set(CharSet::all()),
            '.' => Node::Set(CharSet::all_but_line_end()),
            '^' if self.flags.multi_line => Node::Assertion(Assertion::LineStart),
            '^' => Node::Assertion(Assertion::TextStart),
            '$' if self.flags.multi_line => Node::Assertion(Assertion::LineEnd),
            '$' => Node::Assertion(Assertion::TextEnd),
            '[' => {
                let (set, rest) = parse_class(self.rest, self.flags.ignore_case)?;
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
            ignore_case: self.flags.ignore_case && character.is_ascii_alphabetic(),
        }
    }

    /// What follows a backslash.
    fn escape(&mut self) -> Result<Node, PatternError> {
        let assertion = match self.peek() {
            Some('b') => Some(Assertion::WordBoundary),
            Some('B') => Some(Assertion::NotWordBoundary),
            Some('A') => Some(Assertion::TextStart),
            Some('z') => Some(Assertion::TextEnd),
            Some('Z') => Some(Assertion::TextEndBeforeLineEnds),
            Some('G') => Some(Assertion::SearchStart),
            _ => None,
        };
        if let Some(assertion) = assertion {
            self.next();
            return Ok(Node::Assertion(assertion));
        }
        if self.peek().is_some_and(|digit| ('1'..='9').contains(&digit)) {
            return self.backreference();
        }
        let (escape, rest) = parse_escape(self.rest)?;
        self.rest = rest;
        Ok(match escape {
            Escape::Char(character) => self.character(character),
            Escape::Set(mut set) => {
                if self.flags.ignore_case {
                    set.add_other_case();
                }
                Node::Set(set)
            }
        })
    }

    fn backreference(&mut self) -> Result<Node, PatternError> {
        let n_digits = self.rest.bytes().take_while(u8::is_ascii_digit).count();
        let (number, rest) = self.rest.split_at_checked(n_digits).unwrap_or_default();
        self.rest = rest;
        Ok(Node::Backreference {
            group: number.parse().map_err(|_| PatternError::Escape)?,
            ignore_case: self.flags.ignore_case,
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
            move |node| Node::Lookaround {
                node: Box::new(node),
                behind,
                negative,
            }
        };
        let node = if !self.rest.starts_with('?') || self.is_named_group() {
            self.skip_group_name();
            self.n_groups += 1;
            let number = self.n_groups;
            Node::Group(Box::new(self.group_body()?), number)
        } else if self.eat("?:") {
            self.group_body()?
        } else if self.eat("?=") {
            self.group_body().map(look(false, false))?
        } else if self.eat("?!") {
            self.group_body().map(look(false, true))?
        } else if self.eat("?<=") {
            self.group_body().map(look(true, false))?
        } else if self.eat("?<!") {
            self.group_body().map(look(true, true))?
        } else if self.eat("?>") {
            Node::Atomic(Box::new(self.group_body()?))
        } else {
            self.eat("?");
            match self.set_flags()? {
                ')' => {
                    // The flags hold to the end of the enclosing group.
                    self.depth -= 1;
                    return Ok(Node::Empty);
                }
                _ => self.group_body()?,
            }
        };
        self.flags = outer;
        self.depth -= 1;
        Ok(node)
    }

    fn is_named_group(&self) -> bool {
        self.rest
            .strip_prefix("?<")
            .is_some_and(|rest| !rest.starts_with(['=', '!']))
    }

    fn skip_group_name(&mut self) {
        if self.is_named_group() {
            let end = self.rest.find('>').map_or(self.rest.len(), |at| at + 1);
            self.rest = self.rest.get(end..).unwrap_or_default();
        }
    }

    fn group_body(&mut self) -> Result<Node, PatternError> {
        let node = self.alternation()?;
        if self.eat(")") {
            Ok(node)
        } else {
            Err(PatternError::Parenthesis)
        }
    }

    /// Reads the flags `i`, `m`, `s` and `x`. Returns the `:` or `)` after them.
    fn set_flags(&mut self) -> Result<char, PatternError> {
        let mut value = true;
        while let Some(flag) = self.next() {
            match flag {
                'i' => self.flags.ignore_case = value,
                'm' => self.flags.multi_line = value,
                's' => self.flags.dot_matches_line_end = value,
                'x' => self.flags.extended = value,
                '-' => value = false,
                ':' | ')' => return Ok(flag),
                _ => break,
            }
        }
        Err(PatternError::Flag)
    }
}
