//! A bare URL ends where full-width text begins: `见https://a.com。后面` links the address and no more.
//!
//! The parser takes everything up to the next space, so the pre-pass ends the URL first.

/// Offsets in `text` at which a bare URL ends and full-width text begins, in order, of the URLs around the `offsets` of
/// `marker`.
pub(crate) fn ends(text: &str, marker: &str, offsets: &[usize]) -> Vec<usize> {
    let mut found = Vec::new();
    let mut from = 0;
    let mut stop: Option<Stop> = None;
    for &at in offsets {
        if at < from || !starts_bare(text, at, marker) {
            continue;
        }
        let host = at + marker.len();
        // Addresses in a row stop at the same place, which is looked for once.
        let stop = match stop {
            Some(known) if known.at >= host => known,
            _ => *stop.insert(Stop::after(text, host)),
        };
        let host_starts = text.as_bytes().get(host).is_some_and(u8::is_ascii_alphanumeric);
        if host_starts && stop.is_full_width {
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
    /// Whether full-width text stands there, rather than white space, `<` or the end.
    is_full_width: bool,
}

impl Stop {
    /// The first place from `host` on that ends an address.
    fn after(text: &str, host: usize) -> Self {
        let rest = text.get(host..).unwrap_or_default();
        let found = rest
            .char_indices()
            .find(|&(_, c)| c.is_whitespace() || c == '<' || is_full_width(c));
        Self {
            at: found.map_or(text.len(), |(len, _)| host + len),
            is_full_width: found.is_some_and(|(_, c)| is_full_width(c)),
        }
    }
}

/// Whether the URL around `at`, the offset of `marker`, is bare: not an address of Markdown or HTML syntax.
fn starts_bare(text: &str, at: usize, marker: &str) -> bool {
    let Some(before) = text.get(..at) else {
        return false;
    };
    let scheme = match marker {
        "www." => 0,
        _ => before.bytes().rev().take_while(u8::is_ascii_alphabetic).count(),
    };
    let (start, name) = before.split_at(at - scheme);
    if marker == "://"
        && !["http", "https", "ftp"]
            .iter()
            .any(|known| known.eq_ignore_ascii_case(name))
    {
        return false;
    }
    if start.ends_with(['<', '"', '\'', '=']) || start.ends_with("](") {
        return false;
    }
    // `[label]: https://…` is a definition.
    !start.trim_end_matches([' ', '\t']).ends_with("]:")
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
    fn syntax_that_holds_an_address_is_left_alone() {
        for text in [
            "[a](https://a.com/中)",
            "<https://a.com/中>",
            "<a href=\"https://a.com/中\">",
            "[a]: https://a.com/中",
            "https://中文.com",
            "xhttps://a.com/中",
        ] {
            assert_eq!(all_ends(text), [Vec::<usize>::new(), vec![]], "{text}");
        }
    }

    #[test]
    fn every_url_of_a_line_ends_at_full_width_text() {
        assert_eq!(all_ends("https://a.com，www.b.com）c"), [vec![13], vec![25]]);
    }
}
