//! A bare URL ends where full-width text begins: `见https://a.com。后面` links the address and no more.
//!
//! The parser takes everything up to the next space of ASCII, so the pre-pass ends the URL first.

/// Offsets in `text` at which a bare URL ends and full-width text begins, in order, of the URLs around the `offsets` of
/// `marker`.
///
/// What the pre-pass inserts there is allowed in an address that Markdown syntax holds, and is cleaned from it again. Only
/// what stands in angle brackets must be left alone.
pub(crate) fn ends(text: &str, marker: &str, offsets: &[usize]) -> Vec<usize> {
    let mut found = Vec::new();
    let mut from = 0;
    let mut stop: Option<Stop> = None;
    let mut brackets = AngleBrackets::default();
    for &at in offsets {
        if at < from || !may_start(text, at, marker) {
            continue;
        }
        let host = at + marker.len();
        // Addresses in a row stop at the same place, which is looked for once.
        let stop = match stop {
            Some(known) if known.at >= host => known,
            _ => *stop.insert(Stop::after(text, host)),
        };
        let host_starts = text.as_bytes().get(host).is_some_and(u8::is_ascii_alphanumeric);
        if !host_starts || !stop.is_missed {
            continue;
        }
        brackets.read_to(text, at);
        if !brackets.may_hold_address(text) {
            found.push(stop.at);
            from = stop.at;
        }
    }
    found
}

/// Where an address ends at the latest.
#[derive(Clone, Copy)]
struct Stop {
    /// Byte offset in the text.
    at: usize,
    /// Whether the parser reads on there: full-width text or a white space that is none to it, rather than `<`, a
    /// white space of ASCII or the end.
    is_missed: bool,
}

impl Stop {
    /// The first place from `host` on that ends an address.
    fn after(text: &str, host: usize) -> Self {
        let rest = text.get(host..).unwrap_or_default();
        let found = rest
            .char_indices()
            .find(|&(_, c)| c.is_ascii_whitespace() || c == '<' || ends_address(c));
        Self {
            at: found.map_or(text.len(), |(len, _)| host + len),
            is_missed: found.is_some_and(|(_, c)| ends_address(c)),
        }
    }
}

/// Whether the parser may begin a bare URL at `marker`, which stands at `at`.
fn may_start(text: &str, at: usize, marker: &str) -> bool {
    let before = text.get(..at).unwrap_or_default();
    if marker == "www." {
        return before
            .chars()
            .next_back()
            .is_none_or(|c| c.is_ascii_whitespace() || matches!(c, '*' | '_' | '~' | '(' | '['));
    }
    let name = before.get(scheme_start(before)..).unwrap_or_default();
    ["http", "https", "ftp"]
        .iter()
        .any(|known| known.eq_ignore_ascii_case(name))
}

/// Where the letters at the end of `text` begin.
fn scheme_start(text: &str) -> usize {
    text.len() - text.bytes().rev().take_while(u8::is_ascii_alphabetic).count()
}

/// The last `<` that no `>` has closed yet in its paragraph.
#[derive(Default)]
struct AngleBrackets {
    read: usize,
    open: Option<usize>,
    /// Whether white space, or `=`, stands behind it.
    has_space: bool,
    has_equals: bool,
}

impl AngleBrackets {
    fn read_to(&mut self, text: &str, end: usize) {
        let unread = text.as_bytes().get(self.read..end).unwrap_or_default();
        if let Some(blank) = unread.windows(2).rposition(|pair| pair == b"\n\n") {
            // No bracket is open where a paragraph begins.
            *self = Self {
                read: self.read + blank + 2,
                ..Self::default()
            };
        }
        let mut before = self
            .read
            .checked_sub(1)
            .and_then(|at| text.as_bytes().get(at))
            .copied();
        for (at, &byte) in text.as_bytes().iter().enumerate().take(end).skip(self.read) {
            match byte {
                b'<' if before != Some(b'\\') => {
                    *self = Self {
                        open: Some(at),
                        ..Self::default()
                    }
                }
                b'>' => self.open = None,
                b'\n' if before == Some(b'\n') => self.open = None,
                b' ' | b'\t' | b'\n' => self.has_space = true,
                b'=' => self.has_equals = true,
                _ => {}
            }
            before = Some(byte);
        }
        self.read = self.read.max(end);
    }

    /// Whether it opens `<https://…>`, the address of `](<…>)` or `]: <…>`, or a tag with attributes.
    fn may_hold_address(&self, text: &str) -> bool {
        let Some((before, inside)) = self.open.and_then(|open| text.split_at_checked(open)) else {
            return false;
        };
        let inside = inside.get(1..).unwrap_or_default();
        let n_letters = inside
            .bytes()
            .take_while(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'.' | b'-'))
            .count();
        let after = inside.get(n_letters..).unwrap_or_default();
        let is_autolink = !self.has_space && n_letters > 1 && after.starts_with(':');
        let is_tag = self.has_equals && n_letters > 0 && after.starts_with(|c: char| c.is_ascii_whitespace());
        let is_destination = before.ends_with("](") || before.trim_end_matches([' ', '\t']).ends_with("]:");
        is_autolink || is_tag || is_destination
    }
}

/// Whether no address reaches beyond `c`: full-width text, any white space, and what cannot be seen.
fn ends_address(c: char) -> bool {
    let is_invisible =
        matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}' | '\u{feff}');
    is_full_width(c) || (!c.is_ascii() && c.is_whitespace()) || is_invisible
}

/// Characters of East Asian text that nobody types inside an address: ideographs, kana, Hangul, full-width
/// forms and the punctuation written with them.
pub(crate) fn is_full_width(c: char) -> bool {
    matches!(c,
        '\u{1100}'..='\u{11ff}'
        | '\u{2014}' | '\u{2018}' | '\u{2019}' | '\u{201c}' | '\u{201d}' | '\u{2026}'
        | '\u{2e80}'..='\u{a4cf}'
        | '\u{ac00}'..='\u{d7af}'
        | '\u{f900}'..='\u{faff}'
        | '\u{fe30}'..='\u{fe4f}'
        | '\u{ff00}'..='\u{ffef}'
        | '\u{20000}'..='\u{3ffff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all_ends(text: &str) -> [Vec<usize>; 2] {
        ["://", "www."].map(|marker| {
            let offsets: Vec<usize> = text.match_indices(marker).map(|(at, _)| at).collect();
            ends(text, marker, &offsets)
        })
    }

    #[test]
    fn what_stands_in_angle_brackets_is_left_alone() {
        for text in [
            "[a](<https://a.com/中>)",
            "<https://a.com/中>",
            "<https://www.a.com/中>",
            "<a href=\"https://a.com/中\">",
            "<a href=https://www.a.com/?u=https://b.com/中>",
            "[a]: <https://a.com/中>",
            "https://中文.com",
            "xhttps://a.com/中",
            "a/www.b.com/中",
        ] {
            assert_eq!(all_ends(text), [Vec::<usize>::new(), vec![]], "{text}");
        }
        assert_eq!(all_ends("\\<https://a.com/中>"), [vec![16], vec![]]);
        assert_eq!(all_ends("价<100元https://a.com，后"), [vec![23], vec![]]);
    }

    #[test]
    fn what_closes_an_angle_bracket_or_makes_it_text_ends_its_reach() {
        for (text, at) in [
            ("<b c=d>https://a.com/中", 21),
            ("<b c=d\n\nhttps://a.com/中", 22),
            ("<ab: https://a.com，", 18),
            ("<a https://b.com，", 16),
            ("< https://b.com，", 15),
            ("< =https://b.com，", 16),
        ] {
            assert_eq!(all_ends(text), [vec![at], vec![]], "{text}");
        }
        for (text, at) in [("<a:(www.b.com，", 13), ("<a=b(www.b.com，", 14)] {
            assert_eq!(all_ends(text), [vec![], vec![at]], "{text}");
        }
        for text in [
            "<b c=d\nhttps://a.com/中>",
            "[a](< www.a.com/中>)",
            "[a]: <b/(www.a.com/中>",
        ] {
            assert_eq!(all_ends(text), [Vec::<usize>::new(), vec![]], "{text}");
        }
    }

    #[test]
    fn a_url_ends_once_and_before_white_space_and_markup() {
        assert_eq!(all_ends("https://a.com/?u=https://b.com，"), [vec![30], vec![]]);
        assert_eq!(all_ends("www.a.com，b"), [vec![], vec![9]]);
        assert_eq!(all_ends("https://a.com b，"), [Vec::<usize>::new(), vec![]]);
        assert_eq!(all_ends("https://a.com<b>，"), [Vec::<usize>::new(), vec![]]);
    }

    #[test]
    fn a_url_ends_at_every_white_space_and_at_what_cannot_be_seen() {
        for c in
            "\u{a0}\u{1680}\u{2000}\u{200a}\u{2028}\u{202f}\u{205f}\u{3000}\u{200b}\u{2060}\u{feff}".chars()
        {
            let text = format!("https://a.com/b{c}后面（括号）字");
            assert_eq!(all_ends(&text), [vec![15], vec![]], "{c:?}");
        }
    }

    #[test]
    fn every_url_of_a_line_ends_at_full_width_text() {
        assert_eq!(all_ends("https://a.com， www.b.com）c"), [vec![13], vec![26]]);
    }
}
