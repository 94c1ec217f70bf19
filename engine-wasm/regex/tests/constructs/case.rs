use crate::{found, matches_all};

#[test]
fn ascii_letters_match_in_both_cases() {
    assert!(matches_all("(?i)Select", "sELECT"));
    assert!(!matches_all("Select", "select"));
    assert!(matches_all("(?i)a*", "aAaA"));
    assert!(matches_all("(?i:a)b", "Ab") && !matches_all("(?i:a)b", "AB"));
}

#[test]
fn classes_match_in_both_cases() {
    assert!(matches_all("(?i)[a-c]+", "aBC"));
    assert!(matches_all("(?i)[A-C]+", "aBc"));
    assert!(!matches_all("(?i)[^a]", "A") && matches_all("(?i)[^a]", "B"));
    assert!(matches_all("(?i)[a-z&&[A-C]]+", "abC") && !matches_all("(?i)[a-z&&[A-C]]+", "d"));
    assert!(matches_all(r"(?i)\p{Lu}", "a") && matches_all("(?i)[[:upper:]]", "a"));
    assert!(!matches_all(r"\p{Lu}", "a"));
}

#[test]
fn what_is_no_letter_has_no_case() {
    for (pattern, text) in [
        ("@", "`"),
        ("[", "{"),
        (r"\[", "{"),
        ("[@-@]", "`"),
        ("_", "\x7f"),
    ] {
        let pattern = if pattern == "[" { r"\x5b" } else { pattern };
        assert!(!matches_all(&format!("(?i){pattern}"), text), "{pattern}");
    }
}

#[test]
fn characters_beyond_ascii_have_no_case() {
    assert!(matches_all("(?i)é", "é") && !matches_all("(?i)é", "É"));
    assert!(!matches_all("(?i)k", "\u{212a}") && !matches_all("(?i)s", "ſ"));
    assert!(!matches_all("(?i)[ä]", "Ä"));
}

#[test]
fn a_word_is_found_from_its_first_letter_in_either_case() {
    assert_eq!(found("(?i)end", "the END"), Some("END"));
    assert_eq!(found("(?i:END|do)", "the end"), Some("end"));
    assert_eq!(found("(?i:END|do)", "Do"), Some("Do"));
}
