use moyan_regex::{MAX_MATCH_STEPS, PatternError, Regex, Scratch};

/// The steps that a match of `pattern` at the start of `text` takes, and whether there is one.
fn steps(pattern: &str, text: &str) -> (u64, bool) {
    let mut scratch = Scratch::with_steps(u64::MAX);
    let matches = Regex::new(pattern).unwrap().match_at(text, 0, 0, &mut scratch);
    (u64::MAX - scratch.steps_left, matches)
}

#[test]
fn a_match_takes_at_most_its_limit() {
    let slow = [
        "(?:a*)*b",
        "(?:a|a)*b",
        "(?:a|aa)+b",
        "(?:a+)+b",
        "a*a*a*a*a*b",
        "(a*)*?b",
        "(?:a*?)*b",
        r"(a*)(a*)(a*)\1\2\3b",
        "(?=(?:a|a)*b)",
        "(?>(?:a|a)*b)",
        "(?:(?<=a*)a)*b",
        "(?:a?){50}b",
    ];
    let text = "a".repeat(2_000);
    for pattern in slow {
        let (steps, matches) = steps(pattern, &text);
        assert!(!matches, "{pattern}");
        assert!(steps <= MAX_MATCH_STEPS, "{pattern}: {steps}");
        assert!(steps > MAX_MATCH_STEPS / 2, "{pattern}: {steps}");
    }
}

#[test]
fn a_negative_look_around_does_not_match_because_it_was_given_up() {
    let text = "a".repeat(2_000);
    assert!(!steps("(?!(?:a|a)*b)", &text).1);
    let text = format!("b{text}");
    let regex = Regex::new("(?<!b(?:a|a)*c)a").unwrap();
    let mut scratch = Scratch::with_steps(u64::MAX);
    assert!(!regex.match_at(&text, 30, 0, &mut scratch));
    assert!(regex.match_at("baa", 2, 0, &mut scratch));
}

#[test]
fn an_ordinary_match_takes_a_few_steps() {
    assert_eq!(steps("abc", "abc"), (1, true));
    assert_eq!(steps("abc", "abd"), (1, false));
    assert_eq!(steps("a*", &"a".repeat(400)), (101, true));
    assert_eq!(steps("[a-c]*", &"abc".repeat(100)), (76, true));
    let two = "a".repeat(400) + &"b".repeat(400);
    assert_eq!(steps("a*b*", &two), (201, true));
    assert!(steps(r"\b(?:if|else|for)\b", "for").0 <= 3);
    assert!(steps(r"[A-Za-z_]\w*(?=\s*\()", "function_name (").0 <= 20);
}

#[test]
fn groups_and_flags_behind_each_other_are_not_deep() {
    assert!(steps(&"(?:a)".repeat(100), &"a".repeat(100)).1);
    assert!(steps(&("(?i)".repeat(100) + "a"), "A").1);
}

#[test]
fn words_that_begin_alike_for_long_take_no_deep_stack() {
    let beginning = "a".repeat(200_000);
    let words = format!("{beginning}b|{beginning}c");
    assert!(matches!(Regex::new(&words), Ok(_) | Err(PatternError::TooLarge)));
}

#[test]
fn each_turn_of_a_loop_is_a_step() {
    let (short, _) = steps("(?:ab)*+", &"ab".repeat(10));
    let (long, _) = steps("(?:ab)*+", &"ab".repeat(110));
    assert_eq!(long - short, 100);
    let (short, _) = steps("(?:a|bc)*+", &"bc".repeat(10));
    let (long, _) = steps("(?:a|bc)*+", &"bc".repeat(110));
    assert_eq!(long - short, 100);
}

#[test]
fn each_character_of_a_list_of_words_is_looked_at_once() {
    let words: Vec<String> = (0..100).map(|number| format!("w{number:02}")).collect();
    for list in [
        words.join("|"),
        format!("(?i:{})", words.join("|")),
        format!("{}|x*", words.join("|")),
    ] {
        let (steps, matches) = steps(&format!("(?:{list})!"), "w99!");
        assert!(matches && steps <= 10, "{list}: {steps}");
    }
}

#[test]
fn an_alternative_that_the_next_byte_excludes_takes_no_step() {
    assert_eq!(steps("[a-c]1|[d-f]2|[g-i]3", "g3"), (1, true));
    assert_eq!(steps("(?:[a-c]1)*[d-f]", "d"), (1, true));
    assert_eq!(steps("(?:[a-c]1)?[d-f]", "d"), (1, true));
}

#[test]
fn all_matches_together_take_at_most_what_the_scratch_has() {
    let regex = Regex::new("a*b").unwrap();
    let text = "a".repeat(100);
    let mut scratch = Scratch::with_steps(1_000);
    for _ in 0..1_000 {
        assert!(!regex.match_at(&text, 0, 0, &mut scratch));
    }
    assert_eq!(scratch.steps_left, 0);
    assert!(!Regex::new("a").unwrap().match_at("a", 0, 0, &mut scratch));
    assert!(!Regex::new("").unwrap().match_at("a", 0, 0, &mut scratch));
    scratch.steps_left = 10;
    assert!(Regex::new("a").unwrap().match_at("a", 0, 0, &mut scratch));
}

#[test]
fn the_same_match_takes_the_same_steps() {
    let pattern = r"(?:(\w+)\s*=\s*)*(?=;)";
    let text = "a = b = c = d ;";
    assert_eq!(steps(pattern, text), steps(pattern, text));
}

#[test]
fn a_pattern_has_a_largest_size() {
    let too_large = [
        "(?:ab){1000}{1000}".to_owned(),
        "(?:(?:(?:a?b){100}){100}){100}".to_owned(),
        "(?:ab){0,1000}{0,1000}".to_owned(),
        format!("{}a{}", "(".repeat(61), ")".repeat(61)),
        format!("{}a{}", "[".repeat(12), "]".repeat(12)),
        format!("a{}", "*".repeat(100_000)),
        format!("a{}", "{1}?".repeat(100)),
        "(".repeat(100_000),
        "[".repeat(100_000),
    ];
    for pattern in too_large {
        let shown: String = pattern.chars().take(40).collect();
        assert_eq!(
            Regex::new(&pattern).err(),
            Some(PatternError::TooLarge),
            "{shown}"
        );
    }
}

#[test]
fn a_pattern_may_be_large() {
    let nested = format!("{}a{}", "(".repeat(60), ")".repeat(60));
    assert_eq!(Regex::new(&nested).unwrap().n_groups(), 61);
    assert!(
        Regex::new(
            &"[".repeat(11)
                .replace('[', "[a")
                .chars()
                .chain("]".repeat(11).chars())
                .collect::<String>()
        )
        .is_ok()
    );
    assert!(Regex::new("(?:ab){1000}").is_ok());
    assert!(Regex::new(&"word|".repeat(5_000)).is_ok());
    assert!(Regex::new(&format!("a{}", "*".repeat(50))).is_ok());
}
