use crate::{found, groups, matches_all};

#[test]
fn greedy_takes_as_many_as_possible() {
    assert_eq!(found("a*", "aaab"), Some("aaa"));
    assert_eq!(found("a*", "b"), Some(""));
    assert_eq!(found("a+", "baab"), Some("aa"));
    assert_eq!(found("a?", "aa"), Some("a"));
    assert_eq!(found("a{2}", "aaa"), Some("aa"));
    assert_eq!(found("a{2,}", "aaa"), Some("aaa"));
    assert_eq!(found("a{1,2}", "aaa"), Some("aa"));
    assert_eq!(found("a{,2}", "aaa"), Some("aa"));
    assert_eq!(found("a{2,3}", "a"), None);
    assert_eq!(found("(?:ab)*", "ababa"), Some("abab"));
    assert_eq!(found("(?:ab){1,2}", "ababab"), Some("abab"));
    assert_eq!(found("(?:ab){2,}", "ab ababab"), Some("ababab"));
}

#[test]
fn greedy_gives_back_what_the_rest_needs() {
    assert_eq!(found("a*ab", "aaab"), Some("aaab"));
    assert_eq!(found("a+[ab]b", "aab"), Some("aab"));
    assert_eq!(found("a{2,3}ab", "aaab"), Some("aaab"));
    assert_eq!(found("a{3,}ab", "aaab"), None);
    assert_eq!(found(".*中", "a中b中c"), Some("a中b中"));
    assert_eq!(found("[^a]*é", "xéyéz"), Some("xéyé"));
    assert_eq!(found("(?:ab)*abc", "ababc"), Some("ababc"));
    assert_eq!(found("(?:a|b)*b", "abbx"), Some("abb"));
}

#[test]
fn lazy_takes_as_few_as_possible() {
    assert_eq!(found("a*?", "aaa"), Some(""));
    assert_eq!(found("a+?", "aaa"), Some("a"));
    assert_eq!(found("a??", "a"), Some(""));
    assert_eq!(found("a{2,3}?", "aaa"), Some("aa"));
    assert_eq!(found("(?:ab)+?", "abab"), Some("ab"));
    assert_eq!(found("(?:ab)*?", "abab"), Some(""));
    assert_eq!(found("(?:ab){1,2}?", "abab"), Some("ab"));
}

#[test]
fn lazy_takes_more_when_the_rest_fails() {
    assert_eq!(found("<.*?>", "<a><b>"), Some("<a>"));
    assert_eq!(found("a*?b", "aaab"), Some("aaab"));
    assert_eq!(found("a??b", "ab"), Some("ab"));
    assert_eq!(found("^a{1,2}?b", "aab"), Some("aab"));
    assert_eq!(found("^a{1,2}?b", "aaab"), None);
    assert_eq!(found("^a{1,3}?b", "aaab"), Some("aaab"));
    assert_eq!(found("^a{1,3}?b", "aaaab"), None);
    assert_eq!(found("^a{2}?b", "ab"), None);
    assert_eq!(found("^a{2}?b", "aaab"), None);
    assert_eq!(found(".*?中", "aé中b中"), Some("aé中"));
    assert_eq!(found("^(?:ab)*?c", "ababc"), Some("ababc"));
    assert_eq!(found("^(?:ab){1,2}?c", "abababc"), None);
    assert_eq!(found("x[^y]*?z", "xay xaz"), Some("xaz"));
}

#[test]
fn possessive_gives_nothing_back() {
    assert_eq!(found("a*+a", "aaa"), None);
    assert_eq!(found("a++b", "aab"), Some("aab"));
    assert_eq!(found("a?+a", "a"), None);
    assert_eq!(found("a?+a", "aa"), Some("aa"));
    assert_eq!(found("a{1,2}+a", "aa"), None);
    assert_eq!(found("a{1,2}+a", "aaa"), Some("aaa"));
    assert_eq!(found("a{2}+a", "aaa"), Some("aaa"));
    assert_eq!(found("(?:ab)++a", "aba"), Some("aba"));
    assert_eq!(found("^(?:a|ab)*+c", "abc"), None);
    assert_eq!(found("^(?:a|b)*+b", "ab"), None);
    assert_eq!(groups("(a)*+b", "aab"), Some(vec![Some((0, 3)), Some((1, 2))]));
}

#[test]
fn a_group_is_repeated_between_its_bounds() {
    for (pattern, min, max) in [("(?:ab){0,2}", 0, 2), ("(?:ab){2,4}", 2, 4), ("(?:ab){3}", 3, 3)] {
        for count in 0..6 {
            let matches = matches_all(pattern, &"ab".repeat(count));
            assert_eq!(matches, (min..=max).contains(&count), "{pattern} {count}");
        }
    }
    for (pattern, min, max) in [
        ("é{0,2}", 0, 2),
        ("[é中]{2,4}", 2, 4),
        ("中{3}", 3, 3),
        ("中{2,}", 2, 9),
    ] {
        for count in 0..6 {
            let text = if pattern.starts_with('é') { "é" } else { "中" };
            let matches = matches_all(pattern, &text.repeat(count));
            assert_eq!(matches, (min..=max).contains(&count), "{pattern} {count}");
        }
    }
}

#[test]
fn quantifiers_follow_each_other() {
    assert!(matches_all("(?:a{2}){3}", "aaaaaa") && !matches_all("(?:a{2}){3}", "aaaaa"));
    assert!(matches_all("a{2}{3}", "aaaaaa"));
    assert!(matches_all("a**", "aaa"));
    assert!(matches_all("(?:a*)*", "aaa") && matches_all("(?:a*)+b", "aab"));
    assert!(matches_all("(?:a+?)*?", "aaa"));
}

#[test]
fn a_turn_without_text_ends_the_loop() {
    assert_eq!(found("(?:)*a", "a"), Some("a"));
    assert_eq!(found("(?:a?)*b", "aab"), Some("aab"));
    assert_eq!(found("(?:a|)*b", "aab"), Some("aab"));
    assert_eq!(found("(?:a*?)*b", "aab"), Some("aab"));
    assert_eq!(found("(?:a*?)*?b", "aab"), Some("aab"));
    assert_eq!(found("(?:^)*a", "a"), Some("a"));
    assert_eq!(found("(?:(?=a))*a", "a"), Some("a"));
    assert_eq!(found("(?:a?){2,}b", "ab"), Some("ab"));
    assert_eq!(found("(?:a?){3}b", "b"), Some("b"));
    assert_eq!(found("(?:a?)*?$", "aa"), Some("aa"));
}

#[test]
fn braces_without_numbers_are_text() {
    for text in [
        "{", "a{", "{}", "a{}", "{,}", "a{b}", "a{1", "a{1,x}", "{a}", "a{ 1}", "}",
    ] {
        assert!(matches_all(text, text), "{text}");
    }
}
