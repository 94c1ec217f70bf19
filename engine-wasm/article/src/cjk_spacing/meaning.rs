//! Formatting must not change what the article says: a space beside a run of `*` changes whether the run may open
//! or close, and a digit made half-width can turn two dollars into a formula.
//!
//! The rules avoid what can be known beforehand. What is left is seen by rendering before and after: the lines of a
//! block that came out otherwise get their old text back.

use std::collections::BTreeSet;

use super::tables::lines;
use crate::markdown::Hasher;
use crate::options::RenderOptions;

/// So often blocks get their lines back; a text that still differs then stays as it is.
const MAX_ROUNDS: usize = 3;

/// A block: its first line, the line behind its last one, and what it says.
type Said = (usize, usize, u64);

/// `formatted`, with lines of `text` wherever the article would say something else otherwise.
///
/// Formatting neither adds lines nor takes any away.
pub(super) fn kept(text: &str, mut formatted: String) -> String {
    if formatted == text {
        return formatted;
    }
    let original = lines(text);
    let said = says(text, original.len());
    for _ in 0..MAX_ROUNDS {
        let mut new = lines(&formatted);
        if new.len() != original.len() {
            break;
        }
        let now = says(&formatted, new.len());
        if now == said {
            return formatted;
        }
        for (start, end, _) in said.symmetric_difference(&now) {
            let old = original.iter().enumerate().take(*end).skip(*start);
            old.for_each(|(at, line)| {
                if let Some(place) = new.get_mut(at) {
                    *place = line;
                }
            });
        }
        formatted = new.concat();
    }
    text.to_owned()
}

/// What the blocks of `text` say, apart from what formatting may change.
fn says(text: &str, n_lines: usize) -> BTreeSet<Said> {
    let blocks = crate::render(text, &RenderOptions::default()).blocks;
    let starts: Vec<usize> = blocks
        .iter()
        .map(|block| usize::try_from(block.start_line).map_or(0, |line| line.saturating_sub(1)))
        .collect();
    let ends = starts.iter().skip(1).copied().chain([n_lines]);
    let said = blocks.iter().map(|block| fingerprint(&block.html));
    starts
        .iter()
        .zip(ends)
        .zip(said)
        .map(|((start, end), said)| (*start, end, said))
        .collect()
}

/// Fingerprint of `html` without spaces, the width of characters, and the anchors that are made of headings.
fn fingerprint(html: &str) -> u64 {
    let mut said = String::with_capacity(html.len());
    let mut rest = html;
    while let Some(c) = rest.chars().next() {
        let anchor = [" id=\"", " href=\"#"]
            .iter()
            .find_map(|lead| rest.strip_prefix(lead));
        if let Some(anchor) = anchor {
            rest = anchor.split_once('"').map_or("", |(_, rest)| rest);
            continue;
        }
        if c != ' ' {
            said.push(half_width(c));
        }
        rest = rest.get(c.len_utf8()..).unwrap_or_default();
    }
    let mut hasher = Hasher::new();
    hasher.text(&said);
    hasher.finish()
}

fn half_width(c: char) -> char {
    match c {
        '。' => '.',
        '\u{FF01}'..='\u{FF5E}' => u32::from(c)
            .checked_sub(0xFEE0)
            .and_then(char::from_u32)
            .unwrap_or(c),
        c => c,
    }
}
