use crate::{found, groups, matches_all};

#[test]
fn a_flag_holds_to_the_end_of_its_group() {
    assert!(matches_all("a(?i)b", "aB") && !matches_all("a(?i)b", "AB"));
    assert!(matches_all("(?:a(?i)b)c", "aBc") && !matches_all("(?:a(?i)b)c", "aBC"));
    assert!(matches_all("(?i)a(?-i)b", "Ab") && !matches_all("(?i)a(?-i)b", "AB"));
    assert!(matches_all("(?i:a)b", "Ab") && !matches_all("(?i:a)b", "AB"));
}

#[test]
fn a_flag_holds_for_the_alternatives_after_it() {
    assert!(matches_all("a(?i)b|c", "C") && !matches_all("a(?i)b|c", "A"));
    assert!(matches_all("(?:a|(?i)b)c", "Bc") && !matches_all("(?:a|(?i)b)c", "BC"));
}

#[test]
fn the_flag_s_lets_the_dot_match_a_line_end() {
    assert!(matches_all("(?s)a.b", "a\nb") && !matches_all("a.b", "a\nb"));
    assert!(matches_all("(?s:.).", "\na") && !matches_all("(?s:.).", "\n\n"));
}

#[test]
fn the_flag_x_ignores_white_space_and_comments() {
    assert!(matches_all("(?x) a b # c\n c", "abc"));
    assert!(matches_all("(?x: a\t\r\n\x0b\x0c b )c", "abc"));
    assert!(matches_all(r"(?x) a \  [ ] \#", "a  #"));
    assert!(matches_all("(?x) a + b {2} # end\n", "aabb"));
    assert!(matches_all("(?x)(?-x) a", " a"));
    assert_eq!(found("(?x)a#b", "ab"), Some("a"));
    assert!(!matches_all("a b", "ab"));
}

#[test]
fn comments_are_ignored() {
    assert!(matches_all("a(?#comment)b", "ab"));
    assert!(matches_all("a(?#comment)+", "aaa"));
    assert!(matches_all("(?#one)(?#two)", ""));
    assert_eq!(found("a(?#without an end", "ab"), Some("a"));
}

#[test]
fn several_flags_are_set_at_once() {
    assert!(matches_all("(?ims)A.^b", "a\nB"));
    assert!(matches_all("(?i-s:A.)", "ab") && !matches_all("(?is-s:A.)", "a\n"));
    assert_eq!(found("(?mi)^B$", "a\nb\nc"), Some("b"));
}

#[test]
fn flags_alone_match_the_empty_text() {
    assert_eq!(groups("(?i)", "a"), Some(vec![Some((0, 0))]));
    assert_eq!(groups("(?i)*", "a"), Some(vec![Some((0, 0))]));
}
