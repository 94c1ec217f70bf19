use moyan_regex::escape;
use proptest::prelude::*;

use crate::matches_all;

#[test]
fn control_characters_have_escapes() {
    let escapes = [
        (r"\a", "\x07"),
        (r"\e", "\x1b"),
        (r"\f", "\x0c"),
        (r"\n", "\n"),
        (r"\r", "\r"),
        (r"\t", "\t"),
        (r"\v", "\x0b"),
        (r"\0", "\0"),
    ];
    for (pattern, text) in escapes {
        assert!(matches_all(pattern, text), "{pattern}");
        assert!(!matches_all(pattern, &pattern[1..]), "{pattern}");
    }
}

#[test]
fn a_number_names_a_character() {
    assert!(matches_all(r"\x41\x4a", "AJ"));
    assert!(matches_all(r"\x411", "A1"));
    assert!(matches_all(r"\x4g", "\u{4}g"));
    assert!(matches_all(r"\x{1F600}", "😀"));
    assert!(matches_all(r"\u4e2d9", "中9"));
    assert!(matches_all(r"\u{4E2D}", "中"));
}

#[test]
fn an_escaped_sign_is_that_sign() {
    for sign in r##"!"#$%&'()*+,-./:;<=>?@[\]^_`{|}~ ，"##.chars() {
        assert!(matches_all(&format!(r"\{sign}"), &sign.to_string()), "{sign}");
    }
}

#[test]
fn classes_have_escapes() {
    assert!(matches_all(r"\w\W\d\D\s\S\h\H", "_ 5x\t.fg"));
    for (pattern, text) in [
        (r"\w", " "),
        (r"\W", "a"),
        (r"\d", "a"),
        (r"\D", "1"),
        (r"\s", "a"),
    ] {
        assert!(!matches_all(pattern, text), "{pattern}");
    }
    for (pattern, text) in [
        (r"\S", " "),
        (r"\h", "g"),
        (r"\H", "f"),
        (r"\w", "-"),
        (r"\W", "中"),
    ] {
        assert!(!matches_all(pattern, text), "{pattern}");
    }
}

#[test]
fn escaped_white_space_counts_in_extended_patterns() {
    for text in ["a b", "a\tb", "a\nb", "#x", "\u{b}", "\u{c}\r"] {
        assert!(matches_all(&format!("(?x){}", escape(text)), text), "{text:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn an_escaped_text_matches_itself(text in r"[\x00-\x7f]{0,12}|\PC{0,6}", flags in "(\\(\\?[msx]\\))?") {
        let pattern = flags + &escape(&text);
        prop_assert!(matches_all(&pattern, &text));
    }
}
