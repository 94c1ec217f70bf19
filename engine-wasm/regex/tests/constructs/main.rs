//! What each construct of a pattern matches.
// A failure in a helper of a test is a failure of the test.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

mod alternation;
mod anchors;
mod backreferences;
mod case;
mod classes;
mod errors;
mod escapes;
mod flags;
mod groups;
mod limits;
mod lookaround;
mod quantifiers;
mod search;

use moyan_regex::{Regex, Scratch};

/// The start and end of the whole match and of each group; `None` if nothing matches.
fn groups(pattern: &str, text: &str) -> Option<Vec<Option<(usize, usize)>>> {
    groups_from(pattern, text, 0)
}

/// As [`groups`], for a search from `start`.
fn groups_from(pattern: &str, text: &str, start: usize) -> Option<Vec<Option<(usize, usize)>>> {
    let regex = Regex::new(pattern).unwrap_or_else(|error| panic!("{pattern}: {error}"));
    let mut scratch = Scratch::with_steps(1_000_000);
    regex.search(text, start, &mut scratch).then(|| {
        (0..regex.n_groups())
            .map(|number| scratch.group(number))
            .collect()
    })
}

/// The text of the first match.
fn found<'a>(pattern: &str, text: &'a str) -> Option<&'a str> {
    let (start, end) = groups(pattern, text)?[0]?;
    Some(&text[start..end])
}

/// The text of a group of the first match.
fn group<'a>(number: usize, pattern: &str, text: &'a str) -> Option<&'a str> {
    let (start, end) = groups(pattern, text)?[number]?;
    Some(&text[start..end])
}

/// Whether the pattern matches the whole text, from its start to its end.
fn matches_all(pattern: &str, text: &str) -> bool {
    groups(&format!(r"\A(?:{pattern})\z"), text).is_some()
}
