//! Unicode properties, from tables that `cargo run -p xtask -- parser-tables` writes.

use std::sync::OnceLock;

mod punctuation {
    include!("tables/punctuation.rs");
}

/// Characters that do not fold to their lower case, and what they fold to, a line each.
const FOLDING: &str = include_str!("tables/folding.txt");

/// Whether `c` is punctuation (P) or a symbol (S).
pub fn is_punctuation_or_symbol(c: char) -> bool {
    if c.is_ascii() {
        return c.is_ascii_punctuation();
    }
    let code = c as u32;
    let ranges = match code >> 16 {
        0 => punctuation::BASIC,
        1 => punctuation::SUPPLEMENTARY,
        _ => return false,
    };
    let code = code as u16;
    let after = ranges.partition_point(|&(first, _)| first <= code);
    after > 0 && code <= ranges[after - 1].1
}

/// `text` with full case folding.
pub fn fold_case(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_ascii() {
            out.push(c.to_ascii_lowercase());
        } else if let Some(folded) = folding(c) {
            out.push_str(folded);
        } else {
            out.extend(c.to_lowercase());
        }
    }
    out
}

fn folding(c: char) -> Option<&'static str> {
    static LINES: OnceLock<Vec<&'static str>> = OnceLock::new();
    // Ideographs and Hangul, which labels are mostly made of, have no case.
    if ('\u{2e80}'..='\u{a63f}').contains(&c) || ('\u{abc0}'..='\u{f8ff}').contains(&c) {
        return None;
    }
    let lines = LINES.get_or_init(|| FOLDING.lines().collect());
    let at = lines.partition_point(|line| !line.starts_with(c) && line.chars().next() < Some(c));
    lines.get(at)?.strip_prefix(c)
}
