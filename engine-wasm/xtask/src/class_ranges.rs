//! Writes patterns so that an engine that knows Unicode reads their classes as ours does.
//!
//! To our engine every character beyond ASCII is a letter. A class becomes the ranges of the characters that our
//! engine finds in it, so that two engines can be compared on any text.

use std::collections::BTreeMap;

use moyan_regex::{Regex, Scratch};

/// The ranges of classes that were asked for.
#[derive(Default)]
pub struct ClassRanges {
    known: BTreeMap<String, String>,
}

impl ClassRanges {
    /// The pattern with ranges in the place of `\w`, `\p{…}`, `[:alpha:]` and the like.
    ///
    /// `\b` and `\B` become look-arounds, since they depend on what a letter is.
    pub fn expand(&mut self, pattern: &str) -> String {
        let mut out = String::with_capacity(pattern.len());
        let mut rest = pattern;
        let mut depth = 0_usize;
        while let Some(first) = rest.chars().next() {
            let mut taken = first.len_utf8();
            match first {
                '\\' => {
                    taken = escape_len(rest);
                    out.push_str(&self.escape(&rest[..taken], depth > 0));
                }
                '[' if depth > 0 && rest.starts_with("[:") && rest.contains(":]") => {
                    taken = rest.find(":]").unwrap() + 2;
                    out.push_str(&self.ranges(&format!("[{}]", &rest[..taken])));
                }
                '[' => {
                    depth += 1;
                    // A bracket that comes first is literal.
                    taken = ["[^]", "[]", "[^", "["]
                        .into_iter()
                        .find(|head| rest.starts_with(head))
                        .unwrap()
                        .len();
                    out.push_str(&rest[..taken]);
                }
                ']' => {
                    depth = depth.saturating_sub(1);
                    out.push(']');
                }
                other => out.push(other),
            }
            rest = &rest[taken..];
        }
        out
    }

    fn escape(&mut self, escape: &str, in_class: bool) -> String {
        match escape.as_bytes()[1] {
            b'w' | b'W' | b'd' | b'D' | b's' | b'S' | b'p' | b'P' => {
                let ranges = self.ranges(escape);
                if in_class { ranges } else { format!("[{ranges}]") }
            }
            b'b' if !in_class => {
                let word = self.ranges(r"\w");
                format!("(?:(?<=[{word}])(?![{word}])|(?<![{word}])(?=[{word}]))")
            }
            b'B' if !in_class => {
                let word = self.ranges(r"\w");
                format!("(?:(?<=[{word}])(?=[{word}])|(?<![{word}])(?![{word}]))")
            }
            _ => escape.to_owned(),
        }
    }

    /// The characters that our engine finds in a class, as ranges.
    fn ranges(&mut self, class: &str) -> String {
        if let Some(ranges) = self.known.get(class) {
            return ranges.clone();
        }
        let regex = Regex::new(class).unwrap();
        let mut scratch = Scratch::with_steps(u64::MAX);
        let mut ranges: Vec<(u32, u32)> = Vec::new();
        for character in '\0'..=char::MAX {
            if regex.match_at(character.encode_utf8(&mut [0; 4]), 0, 0, &mut scratch) {
                let code = u32::from(character);
                match ranges.last_mut() {
                    // No character has a code between these two.
                    Some(range) if range.1 + 1 == code || (range.1, code) == (0xd7ff, 0xe000) => {
                        range.1 = code
                    }
                    _ => ranges.push((code, code)),
                }
            }
        }
        let text: String = ranges
            .iter()
            .map(|(first, last)| format!(r"\x{{{first:X}}}-\x{{{last:X}}}"))
            .collect();
        self.known.insert(class.to_owned(), text.clone());
        text
    }
}

/// The length of the escape at the beginning of `rest`.
fn escape_len(rest: &str) -> usize {
    match rest.as_bytes().get(1) {
        Some(b'p' | b'P') => rest.find('}').map_or(2, |at| at + 1),
        Some(_) => 1 + rest[1..].chars().next().map_or(0, char::len_utf8),
        None => 1,
    }
}

#[test]
fn classes_become_ranges() {
    let mut classes = ClassRanges::default();
    assert_eq!(classes.expand(r"\d+"), r"[\x{30}-\x{39}]+");
    assert_eq!(classes.expand(r"[\d_]"), r"[\x{30}-\x{39}_]");
    assert_eq!(classes.expand(r"\p{Lu}"), r"[\x{41}-\x{5A}]");
    assert_eq!(classes.expand("[^[:ascii:]]"), r"[^\x{0}-\x{7F}]");
    assert_eq!(
        classes.expand(r"\P{L}"),
        r"[\x{0}-\x{40}\x{5B}-\x{60}\x{7B}-\x{7F}]"
    );
    assert!(classes.expand(r"\bx").starts_with("(?:(?<=["));
}

#[test]
fn all_else_stays() {
    for pattern in [r"\\w", r"[]\]]", r"(?i:a)\1", r"[\b]", "[^]a]", "変数"] {
        assert_eq!(ClassRanges::default().expand(pattern), pattern);
    }
}
