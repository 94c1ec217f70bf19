use moyan_regex::{PatternError, Regex};

fn assert_refused(error: PatternError, patterns: &[&str]) {
    for pattern in patterns {
        assert_eq!(Regex::new(pattern).err(), Some(error), "{pattern}");
    }
}

#[test]
fn parentheses_must_be_balanced() {
    assert_refused(
        PatternError::Parenthesis,
        &[
            "(", "(a", ")", "a)", "(?:a", "(?=a", "(a))", "(?<name", "(?i:a", "((a)",
        ],
    );
}

#[test]
fn classes_must_be_complete() {
    assert_refused(
        PatternError::Class,
        &[
            "[",
            "[a",
            "[]",
            "[^]",
            "[z-a]",
            "[[:nothing:]]",
            r"\p{Nothing}",
            "[a[b]",
            "[a-",
            "[^",
            "[a&&",
        ],
    );
}

#[test]
fn escapes_must_be_known() {
    assert_refused(
        PatternError::Escape,
        &[
            r"\",
            r"\q",
            r"\k<name>",
            r"\g<1>",
            r"\K",
            r"\R",
            r"\X",
            r"\pL",
            r"\p{L",
            r"\x",
            r"\xg",
        ],
    );
    assert_refused(
        PatternError::Escape,
        &[
            r"\x{110000}",
            r"\x{",
            r"\x{}",
            r"\x{+41}",
            r"\ud800",
            r"\u",
            r"\01",
            r"[\q]",
            r"\99999999999",
        ],
    );
}

#[test]
fn flags_and_kinds_of_groups_must_be_known() {
    assert_refused(
        PatternError::Flag,
        &["(?u)", "(?y:a)", "(?~a)", "(?(1)a)", "(?i", "(?"],
    );
}

#[test]
fn a_quantifier_needs_something_to_repeat() {
    assert_refused(PatternError::Repetition, &["*", "+a", "a|?", "(*)", "(?:+)"]);
    assert_refused(
        PatternError::Repetition,
        &["a{2,1}", "a{1001}", "a{0,1001}", "a{1001,}"],
    );
}

#[test]
fn an_error_says_what_it_is() {
    let texts = ["(", "[", r"\q", "(?u)", "*", "(?:ab){1000}{1000}"]
        .map(|pattern| Regex::new(pattern).err().unwrap().to_string());
    assert_eq!(
        texts,
        [
            "unbalanced parenthesis",
            "malformed character class",
            "unknown escape",
            "unknown flag",
            "malformed repetition",
            "too large",
        ]
    );
}
