use crate::{found, group, groups};

#[test]
fn a_backreference_matches_the_text_of_its_group() {
    assert_eq!(found(r#"(['"]).*?\1"#, r#"x "it's" y"#), Some(r#""it's""#));
    assert_eq!(found(r"(\w+) \1\b", "the the"), Some("the the"));
    assert_eq!(found(r"(\w+) \1\b", "the them"), None);
    assert_eq!(found(r"(a)(b)\2\1", "abba"), Some("abba"));
}

#[test]
fn a_backreference_matches_text_beyond_ascii() {
    assert_eq!(found(r"(中|é)-\1", "é-中 中-中"), Some("中-中"));
    assert_eq!(found(r"(é)\1", "éa"), None);
}

#[test]
fn a_group_that_took_no_part_is_not_matched() {
    assert_eq!(found(r"(?:(a)|b)\1", "b"), None);
    assert_eq!(found(r"(?:(a)|b)\1", "aa"), Some("aa"));
    assert_eq!(found(r"\1(a)", "aa"), None);
    assert_eq!(found(r"(a)\2", "aa"), None);
    assert_eq!(found(r"\10", "a\u{8}"), None);
}

#[test]
fn a_group_without_text_is_matched_everywhere() {
    assert_eq!(found(r"(a*)b\1c", "bc"), Some("bc"));
    assert_eq!(found(r"()\1a", "a"), Some("a"));
}

#[test]
fn the_last_turn_of_a_repeated_group_counts() {
    assert_eq!(found(r"(?:(a|b))+\1", "abb"), Some("abb"));
    assert_eq!(found(r"(?:(a|b))+\1", "aba"), None);
    assert_eq!(group(1, r"(a|b){2}\1", "abb"), Some("b"));
}

#[test]
fn the_match_goes_back_into_the_group() {
    assert_eq!(groups(r"(a+)\1", "aaaaa"), Some(vec![Some((0, 4)), Some((0, 2))]));
    assert_eq!(
        groups(r"(a+?)\1b", "aaaab"),
        Some(vec![Some((0, 5)), Some((0, 2))])
    );
    assert_eq!(found(r"(?>(a+))\1", "aaaa"), None);
}

#[test]
fn case_is_ignored_with_the_flag() {
    assert_eq!(found(r"(?i)(ab)-\1", "Ab-aB"), Some("Ab-aB"));
    assert_eq!(found(r"(ab)-(?i:\1)", "ab-AB"), Some("ab-AB"));
    assert_eq!(found(r"(?i)(ab)(?-i)-\1", "Ab-aB"), None);
}

#[test]
fn a_group_has_at_most_the_digits_that_follow() {
    let eleven = "(a)(b)(c)(d)(e)(f)(g)(h)(i)(j)(k)";
    assert_eq!(
        found(&format!(r"{eleven}\11"), "abcdefghijkk"),
        Some("abcdefghijkk")
    );
    assert_eq!(
        found(&format!(r"{eleven}(?:\1)1"), "abcdefghijka1"),
        Some("abcdefghijka1")
    );
}

#[test]
fn a_look_behind_may_refer_to_a_group() {
    assert_eq!(found(r"(a?)(?<!\1)", "baab"), None);
    assert_eq!(found(r"(a)b(?<=\1b)c", "abc"), Some("abc"));
}
