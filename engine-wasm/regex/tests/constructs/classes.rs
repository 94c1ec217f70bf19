use crate::{found, matches_all};

/// Asserts of which of the characters the class matches.
fn check(class: &str, inside: &str, outside: &str) {
    for character in inside.chars() {
        assert!(
            matches_all(class, &character.to_string()),
            "{class} does not match {character:?}"
        );
    }
    for character in outside.chars() {
        assert!(
            !matches_all(class, &character.to_string()),
            "{class} matches {character:?}"
        );
    }
}

#[test]
fn characters_and_ranges_are_in_a_class() {
    check("[abx-z]", "abxyz", "cw-X中");
    check("[^abx-z]", "cw-X中\n", "abxyz");
    check("[0-9A-Fa-f]", "09afAF", "gG@/:`");
    check("[一-龥é]", "一中龥é", "a，ê\u{9fa6}\u{4dff}");
    check("[^一-龥]", "a，é", "一中龥");
}

#[test]
fn a_bracket_that_comes_first_is_literal() {
    check("[]a]", "]a", "[b");
    check("[^]a]", "[b", "]a");
    check(r"[\]a]", "]a", r"\[");
}

#[test]
fn a_hyphen_at_an_end_or_beside_a_set_is_literal() {
    check("[a-]", "a-", "b");
    check("[-a]", "a-", "b");
    check(r"[\w-]", "a-", "+");
    check(r"[\w-.]", "a-.", "+/");
    check(r"[a-\d]", "a-5", "b");
    check(r"[+--]", "+,-", ".*");
    check("[a-[x]]", "a-x", "b");
    check("[a-&&a-]", "a-", "b&");
}

#[test]
fn a_colon_that_encloses_no_name_is_literal() {
    check("[[a]:]", "a:", "[]b");
    check("[[:a]b]", ":ab", "[]c");
}

#[test]
fn escapes_are_sets_in_a_class() {
    check(r"[\d.]", "05.", "a:");
    check(r"[\W]", " -\n", "a_é中");
    check(r"[^\W\d]", "a_中", "5 -");
    check(r"[\s\S]", "a \n中", "");
    check(r"[\h]", "09afAF", "g ");
    check(r"[\H]", "g ", "09afAF");
    check(r"[\b]", "\u{8}", "b");
    check(r"[\n\t\x41\x{4e2d}\u00e9]", "\n\tA中é", "nx4");
    check(r"[\^\-\\]", r"^-\", "a");
    check(r"[\x41-\x43]", "ABC", "D@");
}

#[test]
fn classes_nest_and_intersect() {
    check("[a[bc]d]", "abcd", "e[]");
    check("[a-f&&[^c]]", "abdef", "cg&");
    check("[a-f&&c-z&&d-e]", "de", "cf");
    check("[^a-f&&c-z]", "abgz", "cdef");
    check(r"[\w&&[^\d_]]", "aé", "5_");
    check("[[^a][a]]", "ab中", "");
    check("[a&b]", "a&b", "c");
    check("[^[^a]]", "a", "b");
}

#[test]
fn posix_classes_are_known() {
    check("[[:alpha:]]", "azAZé中", "0_ ");
    check("[[:alnum:]]", "az09é", "_ ");
    check("[[:digit:]]", "09", "a");
    check("[[:upper:]]", "AZ", "aé0");
    check("[[:lower:]]", "azé", "A0");
    check("[[:space:]]", " \t\n\r\u{b}\u{c}", "a\u{8}\u{e}");
    check("[[:blank:]]", " \t", "\n");
    check("[[:punct:]]", "!/:@[`{~、。", "aA0 ");
    check("[[:xdigit:]]", "09afAF", "gG");
    check("[[:cntrl:]]", "\0\u{1f}\u{7f}", " ~");
    check("[[:word:]_-]", "a_-5", "+");
    check("[[:ascii:]]", "\0\u{7f}", "\u{80}é");
    check("[[:^alpha:]]", "0_ ", "aé");
    check("[^[:alpha:]]", "0_ ", "aé");
}

#[test]
fn properties_are_known() {
    check(r"\p{L}", "aZé中", "0_ ");
    check(r"\P{L}", "0_ ", "aé");
    check(r"\p{^L}", "0_ ", "aé");
    check(r"\P{^L}", "aé", "0_");
    check(r"[\p{Lu}_]", "A_", "aé");
    check(r"\p{Ll}", "aé", "A");
    check(r"\p{Nd}", "09", "a٣");
    check(r"\p{Pc}", "_‿", "a");
    check(r"\p{Alphabetic}", "aé", "1");
    check(r"\p{Sm}", "+<=>|~¬±×÷⁄→⊕⨀", "-^$}");
    check(r"\p{Sc}", "$¢£¥€", "a#¦");
    check(r"\p{So}", "©®°™☃😀〄", "a+$");
    check(r"\p{S}", "$+<=>^`|~©¬±☃", "-}a");
    check(r"\p{P}", "!-.{}_、", "aé 5");
    check(r"\p{Xid_Start}\p{Xid_Continue}*", "aé", "5");
    check(r"\p{Mn}", "\u{301}", "a");
}

#[test]
fn the_dot_is_any_character_but_a_line_end() {
    check(".", "a\r\0中😀", "\n");
    assert_eq!(found(".", "中"), Some("中"));
    assert_eq!(found("a.b", "a😀b"), Some("a😀b"));
    check(r"\O", "a\n😀", "");
}

#[test]
fn characters_of_each_length_match_whole() {
    for text in [
        "\u{7f}",
        "\u{80}",
        "\u{7ff}",
        "\u{800}",
        "\u{ffff}",
        "\u{10000}",
        "\u{10ffff}",
    ] {
        assert_eq!(found(".", text), Some(text));
        assert_eq!(found(&format!("[{text}]"), text), Some(text));
        assert_eq!(found(&format!("[^{text}]"), text), None);
        assert_eq!(found(text, &format!("x{text}y")), Some(text));
    }
}
