//! Runs of backticks that nothing closes: they are text, and the pre-pass says so.
//!
//! The parser notes where it saw the last run of each length, but overwrites the note with earlier places when it reads
//! on. Behind a run that nothing closes it then misses code: the `d` of ``x ``` `b` c `d` e``.

use std::collections::BTreeMap;

/// The places of the backticks of `ticks`, all of `text` in order, that stand in a run without a run of its length
/// behind it in the paragraph. Where no more than one run follows, the parser reads right.
pub(crate) fn unclosed(text: &str, ticks: &[usize]) -> Vec<usize> {
    let runs = runs(ticks);
    let mut found = Vec::new();
    // From the end on: what follows within the paragraph.
    let mut behind: BTreeMap<usize, usize> = BTreeMap::new();
    let mut n_behind = 0_usize;
    let mut next = text.len();
    for &(start, len) in runs.iter().rev() {
        let between = text.get(start + len..next).unwrap_or_default();
        if has_blank_line(between) {
            behind.clear();
            n_behind = 0;
        }
        if n_behind > 1 && !behind.contains_key(&len) {
            found.extend((start..start + len).rev());
        }
        *behind.entry(len).or_default() += 1;
        n_behind += 1;
        next = start;
    }
    found.reverse();
    found
}

/// Start and length of each run.
fn runs(ticks: &[usize]) -> Vec<(usize, usize)> {
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for &at in ticks {
        match runs.last_mut() {
            Some((start, len)) if *start + *len == at => *len += 1,
            _ => runs.push((at, 1)),
        }
    }
    runs
}

fn has_blank_line(text: &str) -> bool {
    let mut lines = text.split('\n').skip(1).peekable();
    while let Some(line) = lines.next() {
        let is_whole = lines.peek().is_some();
        if is_whole
            && line
                .bytes()
                .all(|byte| matches!(byte, b' ' | b'\t' | b'\r' | b'>'))
        {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places(text: &str) -> Vec<usize> {
        let ticks: Vec<usize> = text.match_indices('`').map(|(at, _)| at).collect();
        unclosed(text, &ticks)
    }

    #[test]
    fn a_longer_run_without_an_end_is_text() {
        assert_eq!(places("x ``` `b` c `d` e"), [2, 3, 4]);
        assert_eq!(places("`` `b` c `d` `` e"), [0; 0]);
        assert_eq!(places("x ``` `b` c"), [2, 3, 4]);
        assert_eq!(places("x ``` `b"), [0; 0]);
    }

    #[test]
    fn a_paragraph_ends_at_an_empty_line() {
        assert_eq!(places("> ``` `b` c `d`\n> \n> ```"), [2, 3, 4]);
        assert_eq!(places("``` `b` c `d`\n```"), [0; 0]);
    }
}
