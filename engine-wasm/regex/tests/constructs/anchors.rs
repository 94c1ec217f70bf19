use crate::{found, groups, groups_from};

/// Where the pattern matches with no text, of all positions.
fn positions(pattern: &str, text: &str) -> Vec<usize> {
    (0..=text.len())
        .filter(|at| text.is_char_boundary(*at))
        .filter(|at| groups_from(&format!(r"\G(?:{pattern})"), text, *at).is_some())
        .collect()
}

#[test]
fn text_start_and_end_are_at_the_ends_only() {
    for pattern in ["^", r"\A"] {
        assert_eq!(positions(pattern, "a\nb\n"), [0], "{pattern}");
    }
    for pattern in ["$", r"\z"] {
        assert_eq!(positions(pattern, "a\nb\n"), [4], "{pattern}");
    }
    assert_eq!(positions("^$", ""), [0]);
    assert_eq!(found("^b", "ab"), None);
    assert_eq!(found("a$", "ab"), None);
}

#[test]
fn line_starts_and_ends_need_the_flag() {
    assert_eq!(positions("(?m)^", "a\nb\n"), [0, 2]);
    assert_eq!(positions("(?m)^", "\n\n"), [0, 1]);
    assert_eq!(positions("(?m)^", ""), [0]);
    assert_eq!(positions("(?m)$", "a\nb\n"), [1, 3, 4]);
    assert_eq!(positions(r"(?m)\A", "a\nb"), [0]);
    assert_eq!(positions(r"(?m)\z", "a\nb"), [3]);
}

#[test]
fn the_end_before_line_ends_allows_line_ends_only() {
    assert_eq!(positions(r"\Z", "a\n\n"), [1, 2, 3]);
    assert_eq!(positions(r"\Z", "a\nb"), [3]);
    assert_eq!(found(r"a\Z", "a\r\n"), None);
}

#[test]
fn word_boundaries_are_between_word_characters_and_others() {
    assert_eq!(positions(r"\b", "ab, c_1"), [0, 2, 4, 7]);
    assert_eq!(positions(r"\B", "ab, c_1"), [1, 3, 5, 6]);
    assert_eq!(positions(r"\b", ""), Vec::<usize>::new());
    assert_eq!(positions(r"\B", ""), [0]);
    assert_eq!(positions(r"\b", "- -"), Vec::<usize>::new());
}

#[test]
fn characters_beyond_ascii_are_word_characters() {
    assert_eq!(positions(r"\b", "é中，x"), [0, 9]);
    assert_eq!(positions(r"\b", "a é"), [0, 1, 2, 4]);
    assert_eq!(found(r"\b中\b", "x 中 y"), Some("中"));
    assert_eq!(found(r"\bif\b", "中if"), None);
}

#[test]
fn search_start_is_where_the_search_began() {
    assert_eq!(groups_from(r"\Ga", "aa", 1), Some(vec![Some((1, 2))]));
    assert_eq!(groups_from(r"\Gb", "aab", 1), None);
    assert_eq!(groups_from(r"a\G", "aa", 1), None);
    assert_eq!(groups_from(r"(?<=a)\Gb", "ab", 1), Some(vec![Some((1, 2))]));
}

#[test]
fn an_anchor_inside_an_alternative_binds_that_one_only() {
    assert_eq!(found("^a|b", "cb"), Some("b"));
    assert_eq!(found("^a|b", "ca"), None);
    assert_eq!(found(r"(?:\ba|b)c", "xbc"), Some("bc"));
    assert_eq!(found(r"(?:\ba|b)c", "xac"), None);
    assert_eq!(found("(?:^a|^b)c", "xbc"), None);
    assert_eq!(found(r"(?:\b|x)a", "1xa"), Some("xa"));
}

#[test]
fn an_optional_anchor_binds_nothing() {
    assert_eq!(found("(?:^a)?b", "cb"), Some("b"));
    assert_eq!(found(r"(?:\b-)*b", "ab"), Some("b"));
    assert_eq!(found("(?:^a)+b", "cab"), None);
    assert_eq!(found("(?<!^)a", "aa"), Some("a"));
    assert_eq!(groups("(?<!^)a", "aa"), Some(vec![Some((1, 2))]));
    assert_eq!(groups("(?!^)a", "aa"), Some(vec![Some((1, 2))]));
    assert_eq!(groups("(?=^)a|b", "cb"), Some(vec![Some((1, 2))]));
    assert_eq!(groups("(?<=^)a", "ba"), None);
}
