use crate::{found, group, groups};

#[test]
fn look_ahead_matches_what_follows_and_consumes_nothing() {
    assert_eq!(found(r"\w+(?=\()", "a b(c)"), Some("b"));
    assert_eq!(found(r"\w+(?!\w|\()", "a(b)"), Some("b"));
    assert_eq!(found("a(?=b)b", "ab"), Some("ab"));
    assert_eq!(found("a(?!b)", "abac"), Some("a"));
    assert_eq!(groups("a(?!b)", "abac"), Some(vec![Some((2, 3))]));
    assert_eq!(found("a(?=$)", "ba"), Some("a"));
    assert_eq!(found("(?!a)", "a"), Some(""));
}

#[test]
fn look_ahead_at_the_beginning_excludes_the_right_characters() {
    assert_eq!(groups("(?!a)", "ab"), Some(vec![Some((1, 1))]));
    assert_eq!(groups("(?![a-c])[a-e]", "abcd"), Some(vec![Some((3, 4))]));
    assert_eq!(groups("(?!ab)a", "abac"), Some(vec![Some((2, 3))]));
    assert_eq!(groups("(?!a|b)[abc]", "abc"), Some(vec![Some((2, 3))]));
    assert_eq!(groups("(?!(a))[ab]", "ab"), Some(vec![Some((1, 2)), None]));
    assert_eq!(groups("(?!é)[éè]", "éè"), Some(vec![Some((2, 4))]));
    assert_eq!(groups("(?![é])[éè]", "éè"), Some(vec![Some((2, 4))]));
    assert_eq!(groups("(?=[b-d])(?=[a-c])[a-z]", "adb"), Some(vec![Some((2, 3))]));
    assert_eq!(groups("(?=a)?b", "b"), Some(vec![Some((0, 1))]));
    assert_eq!(groups("(?i)(?!A)[ab]", "ab"), Some(vec![Some((1, 2))]));
}

#[test]
fn look_behind_matches_what_precedes() {
    assert_eq!(groups(r"(?<=\.)\w+", "a.b"), Some(vec![Some((2, 3))]));
    assert_eq!(groups(r"(?<!\.)\b\w+", "a.b c"), Some(vec![Some((0, 1))]));
    assert_eq!(groups(r"(?<!\.)\b[bc]", "a.b c"), Some(vec![Some((4, 5))]));
    assert_eq!(found("(?<=a)", "b"), None);
    assert_eq!(found("(?<!a)b", "ab"), None);
    assert_eq!(groups("(?<=^)a", "aa"), Some(vec![Some((0, 1))]));
    assert_eq!(groups("(?<!^)a", "aa"), Some(vec![Some((1, 2))]));
}

#[test]
fn look_behind_reaches_before_the_start_of_the_search() {
    assert_eq!(crate::groups_from("(?<=a)b", "ab", 1), Some(vec![Some((1, 2))]));
    assert_eq!(crate::groups_from("(?<!a)b", "ab", 1), None);
}

#[test]
fn look_behind_counts_characters_not_bytes() {
    assert_eq!(found("(?<=中.)b", "中éb"), Some("b"));
    assert_eq!(found("(?<=^..)b", "中éb"), Some("b"));
    assert_eq!(found("(?<=^.)b", "中éb"), None);
    assert_eq!(found("(?<![é中])b", "éb"), None);
}

#[test]
fn look_behind_may_have_many_lengths() {
    assert_eq!(found("(?<=a|bcd)e", "bcde"), Some("e"));
    assert_eq!(found("(?<=a|bcd)e", "acde"), None);
    assert_eq!(found("(?<=ab*)c", "abbbc"), Some("c"));
    assert_eq!(found("(?<=xb*)c", "abbbc"), None);
    assert_eq!(found("(?<=a{2,3})b", "ab aab"), Some("b"));
    assert_eq!(groups("(?<=a{2,3})b", "ab aab"), Some(vec![Some((5, 6))]));
    assert_eq!(found("(?<!ab{0,2})c", "abbc"), None);
    assert_eq!(found("(?<!ab{0,2})c", "abbbc"), Some("c"));
    assert_eq!(found("(?<=for|foreach|if)!", "foreach!"), Some("!"));
    assert_eq!(found("(?<=for|foreach|if)!", "each!"), None);
    assert_eq!(found(r"(a+)-(?<=\1-)b", "aa-b"), Some("aa-b"));
}

#[test]
fn look_behind_must_end_where_it_began() {
    assert_eq!(found("(?<=a+)b", "aab"), Some("b"));
    assert_eq!(found("(?<=ab)c", "abxc"), None);
    assert_eq!(found("(?<=a(?=b))b", "ab"), Some("b"));
    assert_eq!(found("(?<=a|ab)c", "abc"), Some("c"));
}

#[test]
fn groups_of_a_positive_look_around_are_kept() {
    assert_eq!(groups("(?=(a+))a", "aaa"), Some(vec![Some((0, 1)), Some((0, 3))]));
    assert_eq!(group(1, "(?<=(b))c", "abc"), Some("b"));
    assert_eq!(found(r"(?=(\w+) )\1 \w", "ab c"), Some("ab c"));
}

#[test]
fn groups_of_a_negative_look_around_are_not() {
    assert_eq!(groups("(?!(a)b)a", "ac"), Some(vec![Some((0, 1)), None]));
    assert_eq!(groups("(?<!(a)b)c", "xc"), Some(vec![Some((1, 2)), None]));
    assert_eq!(groups("(?:(?!(a))|a)b", "ab"), Some(vec![Some((0, 2)), None]));
}

#[test]
fn a_look_around_is_not_entered_again() {
    assert_eq!(found(r"(?=(a+))a*b\1", "baaabac"), Some("aba"));
    assert_eq!(found(r"(?=(a|aa))\1b", "aab"), Some("ab"));
    assert_eq!(groups("(?:(?=(a))|b)*c", "bc"), Some(vec![Some((0, 2)), None]));
}

#[test]
fn look_arounds_nest() {
    assert_eq!(found("a(?=b(?!c))", "abcab"), Some("a"));
    assert_eq!(groups("a(?=b(?!c))", "abcab"), Some(vec![Some((3, 4))]));
    assert_eq!(groups("(?<!a(?=b)b)c", "abcxc"), Some(vec![Some((4, 5))]));
    assert_eq!(groups("(?!(?!a))[ab]", "ba"), Some(vec![Some((1, 2))]));
}
