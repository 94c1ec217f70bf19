use crate::{found, group, groups, matches_all};

#[test]
fn the_first_alternative_that_matches_wins() {
    assert_eq!(found("a|ab", "ab"), Some("a"));
    assert_eq!(found("ab|a", "ab"), Some("ab"));
    assert_eq!(found("x|b|a", "ab"), Some("a"));
    assert_eq!(found("x|y", "ab"), None);
}

#[test]
fn a_later_alternative_is_tried_when_the_rest_fails() {
    assert_eq!(found("(?:a|ab)c", "abc"), Some("abc"));
    assert_eq!(found("(?:a|ab)(?:c|bcd)(?:d*)", "abcd"), Some("abcd"));
}

#[test]
fn an_empty_alternative_matches_the_empty_text() {
    assert_eq!(found("a|", "b"), Some(""));
    assert_eq!(found("|a", "a"), Some(""));
    assert_eq!(found("(?:|a)b", "ab"), Some("ab"));
    assert_eq!(found("(?:a||b)c", "bc"), Some("bc"));
}

#[test]
fn words_with_the_same_beginning_keep_their_order() {
    assert_eq!(found("for|foreach|forever", "forever"), Some("for"));
    assert_eq!(found("forever|foreach|for", "forever"), Some("forever"));
    assert_eq!(found("foreach|for|fo", "foreve"), Some("for"));
    assert_eq!(found(r"(?:for|foreach|x|fo)\b", "fo foreach"), Some("fo"));
    assert_eq!(found(r"(?:for|foreach|x|fo)\b", "foreach"), Some("foreach"));
}

#[test]
fn every_word_of_a_list_matches_and_nothing_else() {
    let words = [
        "do", "double", "else", "elif", "e", "1", "1a", "->", "-", "été", "中文", "中",
    ];
    let pattern = words.join("|");
    for word in words {
        assert!(matches_all(&pattern, word), "{word}");
    }
    for text in ["d", "doubl", "els", "1b", ">", "é", "文", "中中", "doelse"] {
        assert!(!matches_all(&pattern, text), "{text}");
    }
}

#[test]
fn words_that_ignore_case_stand_beside_words_that_do_not() {
    let pattern = "(?i:ab|ac)|ab|AD|1|(?i:1b)";
    for text in ["ab", "aB", "AC", "Ac", "AD", "1", "1b", "1B"] {
        assert!(matches_all(pattern, text), "{text}");
    }
    for text in ["ad", "aD", "a", "b"] {
        assert!(!matches_all(pattern, text), "{text}");
    }
    assert!(matches_all("ad|(?i:AE)", "ae") && !matches_all("ad|(?i:AE)", "AD"));
    assert!(matches_all("(?i:AE)|ad", "aE") && !matches_all("(?i:AE)|ad", "Ad"));
}

#[test]
fn a_group_in_an_alternative_that_fails_is_unset() {
    assert_eq!(
        groups("(a)x|(b)|(a)", "a"),
        Some(vec![Some((0, 1)), None, None, Some((0, 1))])
    );
    assert_eq!(group(1, "(?:(a)|b)*", "ab"), Some("a"));
    assert_eq!(groups("(?:(a)b|ac)", "ac"), Some(vec![Some((0, 2)), None]));
    assert_eq!(
        groups("a(b)|ac|a(d)", "ad"),
        Some(vec![Some((0, 2)), None, Some((1, 2))])
    );
}

#[test]
fn a_long_common_beginning_is_no_burden() {
    let word = "a".repeat(5_000);
    let pattern = format!("{word}b|{word}c|{word}");
    assert!(matches_all(&pattern, &format!("{word}c")));
    assert!(matches_all(&pattern, &word));
    assert!(!matches_all(&pattern, &format!("{word}d")));
}
