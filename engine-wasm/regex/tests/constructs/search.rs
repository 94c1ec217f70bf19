use moyan_regex::{Boundary, PreviousChar, Regex, Scratch};

use crate::{found, groups_from};

#[test]
fn the_first_match_is_found() {
    assert_eq!(found("b+", "abbabbb"), Some("bb"));
    assert_eq!(groups_from("b+", "abbabbb", 2), Some(vec![Some((2, 3))]));
    assert_eq!(groups_from("b+", "abbabbb", 3), Some(vec![Some((4, 7))]));
    assert_eq!(groups_from("a", "ab", 1), None);
    assert_eq!(groups_from("$", "ab", 2), Some(vec![Some((2, 2))]));
}

#[test]
fn a_search_stops_between_characters_only() {
    assert_eq!(groups_from("(?:)", "中", 1), Some(vec![Some((3, 3))]));
    assert_eq!(groups_from("[^a]", "a中b", 0), Some(vec![Some((1, 4))]));
    assert_eq!(groups_from("b", "中é😀b", 0), Some(vec![Some((9, 10))]));
}

#[test]
fn a_match_is_at_its_position_only() {
    let mut scratch = Scratch::with_steps(1_000);
    let regex = Regex::new("b").unwrap();
    assert!(!regex.match_at("ab", 0, 0, &mut scratch));
    assert!(regex.match_at("ab", 1, 0, &mut scratch));
    assert_eq!(scratch.group(0), Some((1, 2)));
    assert!(!regex.match_at("ab", 2, 0, &mut scratch));
    assert!(!regex.match_at("ab", 3, 0, &mut scratch));
}

#[test]
fn there_are_no_groups_beyond_those_of_the_pattern() {
    let mut scratch = Scratch::with_steps(1_000);
    assert_eq!(scratch.group(0), None);
    let regex = Regex::new("(a)(?:b|)*").unwrap();
    assert!(regex.match_at("a", 0, 0, &mut scratch));
    assert_eq!(scratch.group(1), Some((0, 1)));
    assert_eq!(scratch.group(2), None);
    assert_eq!(scratch.group(usize::MAX / 2), None);
    assert!(Regex::new("a").unwrap().match_at("a", 0, 0, &mut scratch));
    assert_eq!(scratch.group(1), None);
}

#[test]
fn a_boundary_is_what_is_before_and_after_a_position() {
    let boundary = |at| {
        let Boundary { previous, next_byte } = Boundary::new("a-é".as_bytes(), at);
        (previous, next_byte)
    };
    assert_eq!(boundary(0), (PreviousChar::None, Some(b'a')));
    assert_eq!(boundary(1), (PreviousChar::Word, Some(b'-')));
    assert_eq!(boundary(2), (PreviousChar::NonWord, Some(0xc3)));
    assert_eq!(boundary(4), (PreviousChar::Word, None));
}

/// Before which of the bytes a pattern may match, behind a space.
fn first_bytes(pattern: &str, bytes: &[u8]) -> Vec<u8> {
    let regex = Regex::new(pattern).unwrap();
    let may_match = |byte: &u8| {
        regex.may_match(Boundary {
            previous: PreviousChar::NonWord,
            next_byte: Some(*byte),
        })
    };
    bytes.iter().copied().filter(may_match).collect()
}

#[test]
fn a_pattern_may_match_before_its_first_bytes_only() {
    assert_eq!(first_bytes("ab", b"abc"), b"a");
    assert_eq!(first_bytes("(?i)ab", b"aAbB"), b"aA");
    assert_eq!(first_bytes("[^a]b", b"ab\xe4"), b"b\xe4");
    assert_eq!(first_bytes("[a-b]", b"ab\xe4"), b"ab");
    assert_eq!(first_bytes("é|中", b"ab\xc3\xe4"), b"\xc3\xe4");
    assert_eq!(first_bytes("a?b", b"abc"), b"ab");
    assert_eq!(first_bytes("(?:(a))?(?>b?)c", b"abcd"), b"abc");
    assert_eq!(first_bytes("a*(?=x)", b"abx"), b"abx");
    assert_eq!(first_bytes("(?=[ab])[bc]", b"abc"), b"b");
    assert_eq!(first_bytes("(?![ab])[bc]", b"abc"), b"c");
    assert_eq!(first_bytes("(?!a|(b))[a-c]", b"abc"), b"c");
    assert_eq!(first_bytes("(?!a|b)[a-c]", b"abc"), b"c");
    assert_eq!(first_bytes("(?i)(?!a|b)[a-c]", b"aAbBcC"), b"cC");
    assert_eq!(first_bytes("(?!ab)a", b"ab"), b"a");
    assert_eq!(first_bytes("(?:if|else|for)", b"ief x"), b"ief");
    assert_eq!(first_bytes("(?i:IF|else)x", b"iIeE"), b"iIeE");
    assert_eq!(first_bytes("a+", b"ab"), b"a");
    assert_eq!(first_bytes("(?:a|b){2}", b"abc"), b"ab");
    assert_eq!(first_bytes(r"\w", b"a-\xe4"), b"a\xe4");
    assert_eq!(first_bytes("$", b"a\n"), b"");
    assert_eq!(first_bytes("(?m)$", b"a\n"), b"\n");
    assert_eq!(first_bytes(r"\Z", b"a\n"), b"\n");
    assert_eq!(first_bytes(r"\bx?", b"a-"), b"a");
    assert_eq!(first_bytes("(?<=a)b", b"ab"), b"b");
}

#[test]
fn a_pattern_may_match_after_what_its_anchors_allow_only() {
    let may_match = |pattern: &str, previous, next_byte| {
        Regex::new(pattern)
            .unwrap()
            .may_match(Boundary { previous, next_byte })
    };
    for pattern in [
        "^a",
        r"\Aa",
        "(?:^a|^b)",
        "(^)a",
        "(?>^)a",
        "(?:^)+a",
        "(?=^)a",
        r"(?<=x)^a",
    ] {
        assert!(may_match(pattern, PreviousChar::None, Some(b'a')), "{pattern}");
        assert!(
            !may_match(pattern, PreviousChar::NonWord, Some(b'a')),
            "{pattern}"
        );
    }
    for pattern in ["(?m)^a", "(?:^|x)a|a", "(?:^)?a", "(?!^)a", "(?<=^)a", "(?:^)*a"] {
        assert!(may_match(pattern, PreviousChar::NonWord, Some(b'a')), "{pattern}");
    }
    for pattern in [r"\ba", r"\b(?:a|b)", r"(?:\ba|\bb)", r"(?!x)\ba", r"(\b)a"] {
        assert!(may_match(pattern, PreviousChar::None, Some(b'a')), "{pattern}");
        assert!(may_match(pattern, PreviousChar::NonWord, Some(b'a')), "{pattern}");
        assert!(!may_match(pattern, PreviousChar::Word, Some(b'a')), "{pattern}");
    }
    for pattern in [r"\Ba", r"(?:\b)?a", r"\ba|a", r"a\b"] {
        assert!(may_match(pattern, PreviousChar::Word, Some(b'a')), "{pattern}");
    }
    assert!(may_match(r"\b", PreviousChar::Word, None) && !may_match(r"\b", PreviousChar::NonWord, None));
    assert!(!may_match("(?=a)b?", PreviousChar::Word, None));
    assert!(may_match("$", PreviousChar::Word, None) && !may_match("a", PreviousChar::Word, None));
}
