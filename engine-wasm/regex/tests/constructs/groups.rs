use crate::{found, group, groups};

#[test]
fn groups_are_numbered_by_their_opening_parenthesis() {
    assert_eq!(
        groups("((a)(b))(c)", "abc"),
        Some(vec![
            Some((0, 3)),
            Some((0, 2)),
            Some((0, 1)),
            Some((1, 2)),
            Some((2, 3))
        ])
    );
}

#[test]
fn named_groups_have_numbers_too() {
    assert_eq!(
        groups("(?<first>a)(b)(?<rest>.*)", "abcd"),
        Some(vec![Some((0, 4)), Some((0, 1)), Some((1, 2)), Some((2, 4))])
    );
}

#[test]
fn a_group_can_be_without_a_number() {
    assert_eq!(groups("(?:a)(b)", "ab"), Some(vec![Some((0, 2)), Some((1, 2))]));
    assert_eq!(
        groups("(?i:a)(?>b)(c)", "abc"),
        Some(vec![Some((0, 3)), Some((2, 3))])
    );
}

#[test]
fn the_last_turn_of_a_repeated_group_counts() {
    assert_eq!(group(1, "(a|b)*", "aab"), Some("b"));
    assert_eq!(group(1, "(?:(a)|b)*", "aab"), Some("a"));
    assert_eq!(group(1, "(a){3}", "aaa"), Some("a"));
    assert_eq!(groups("(a){0}b", "b"), Some(vec![Some((0, 1)), None]));
    assert_eq!(groups("(a)?b", "b"), Some(vec![Some((0, 1)), None]));
    assert_eq!(groups("(a)*b", "b"), Some(vec![Some((0, 1)), None]));
}

#[test]
fn a_group_without_text_has_a_position() {
    assert_eq!(groups("a()b", "ab"), Some(vec![Some((0, 2)), Some((1, 1))]));
    assert_eq!(groups("(a*)b", "b"), Some(vec![Some((0, 1)), Some((0, 0))]));
}

#[test]
fn a_group_gets_its_old_text_back_when_the_match_goes_back() {
    assert_eq!(group(1, "(?:(a|ab)(?=c))?a", "abd"), None);
    assert_eq!(
        groups("(a)(?:(b)c)?", "abd"),
        Some(vec![Some((0, 1)), Some((0, 1)), None])
    );
    assert_eq!(
        groups("(?:(a)|(b))*?c", "abc").unwrap()[1..],
        [Some((0, 1)), Some((1, 2))]
    );
}

#[test]
fn an_atomic_group_keeps_its_first_match() {
    assert_eq!(found("(?>a+)a", "aaa"), None);
    assert_eq!(found("(?>a|ab)c", "abc"), None);
    assert_eq!(found("(?>ab|a)c", "ac"), Some("ac"));
    assert_eq!(found("(?>a+)b|a", "aaa"), Some("a"));
    assert_eq!(found("(?>.*?)b", "ab"), Some("b"));
}

#[test]
fn an_atomic_group_keeps_the_groups_in_it() {
    assert_eq!(
        groups("(?>(a+)(b))c", "aabc"),
        Some(vec![Some((0, 4)), Some((0, 2)), Some((2, 3))])
    );
    assert_eq!(groups("(?:(?>(a))b|ac)", "ac"), Some(vec![Some((0, 2)), None]));
}

#[test]
fn an_empty_pattern_matches_the_empty_text() {
    assert_eq!(groups("", "ab"), Some(vec![Some((0, 0))]));
    assert_eq!(groups("()", ""), Some(vec![Some((0, 0)), Some((0, 0))]));
    assert_eq!(groups("(?:)", "a"), Some(vec![Some((0, 0))]));
}
