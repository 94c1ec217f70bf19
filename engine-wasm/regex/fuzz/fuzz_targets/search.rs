//! Any pattern on any text: nothing panics, steps are limited, groups lie in the text, and the same search finds the
//! same. Where there is a match, `may_match` says that there may be one.
//!
//! An input is a pattern, a line end and a text.
#![no_main]

use libfuzzer_sys::fuzz_target;
use moyan_regex::{Boundary, MAX_MATCH_STEPS, Regex, Scratch};

fuzz_target!(|input: &str| {
    let (pattern, text) = input.split_once('\n').unwrap_or((input, ""));
    let Ok(regex) = Regex::new(pattern) else {
        return;
    };
    let positions = (0..=text.len()).filter(|at| text.is_char_boundary(*at));
    for at in positions.take(64) {
        let found = run(&regex, text, at);
        assert_eq!(found, run(&regex, text, at), "the same search finds something else");
        let (matches, groups, steps) = found;
        assert!(steps <= MAX_MATCH_STEPS, "{steps} steps");
        if matches {
            assert!(regex.may_match(Boundary::new(text.as_bytes(), at)), "excluded at {at}");
            assert_eq!(groups[0].map(|(start, _)| start), Some(at));
            for (start, end) in groups.into_iter().flatten() {
                assert!(start <= end && text.get(start..end).is_some(), "{start}..{end}");
            }
        }
    }
});

/// Whether there is a match at `at`, its groups, and the steps it took.
fn run(regex: &Regex, text: &str, at: usize) -> (bool, Vec<Option<(usize, usize)>>, u64) {
    let mut scratch = Scratch::with_steps(u64::MAX);
    let matches = regex.match_at(text, at, 0, &mut scratch);
    let groups = (0..regex.n_groups()).map(|number| scratch.group(number)).collect();
    (matches, groups, u64::MAX - scratch.steps_left)
}
