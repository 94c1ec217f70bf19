//! Labels of link definitions and footnotes.

/// The form in which two labels are compared: they match when these are equal.
///
/// Case folded by Unicode's rules, without white space at the ends, and with one space for each run of it inside.
/// Source: CommonMark 0.31.2, "matches" under link reference definitions.
pub(super) fn normalize(label: &str) -> String {
    let words: Vec<&str> = label.split_whitespace().collect();
    caseless::default_case_fold_str(&words.join(" "))
}

#[cfg(test)]
mod tests {
    use comrak::nodes::NodeValue;
    use comrak::{Arena, Options, parse_document};

    use super::*;

    const EQUAL: [(&str, &str); 7] = [
        ("Foo", "fOO"),
        (" foo\t\n bar ", "foo bar"),
        ("ẞ", "SS"),
        ("ΑΓΩ", "αγω"),
        ("Straße", "STRASSE"),
        ("FooİBAR", "fooi\u{307}bar"),
        ("词　条", "词 条"),
    ];
    const DIFFERENT: [(&str, &str); 4] = [("foo", "foo bar"), ("a", "á"), ("foobar", "foo bar"), ("a", "ａ")];

    /// Whether the parser takes the labels for the same.
    fn match_in_parser(label: &str, other: &str) -> bool {
        let arena = Arena::new();
        let root = parse_document(
            &arena,
            &format!("[x][{label}]\n\n[{other}]: /u\n"),
            &Options::default(),
        );
        root.descendants()
            .any(|node| matches!(node.data().value, NodeValue::Link(_)))
    }

    #[test]
    fn case_is_folded_and_runs_of_white_space_are_one_space() {
        for (label, other) in EQUAL {
            assert_eq!(normalize(label), normalize(other), "{label:?} and {other:?}");
        }
        for (label, other) in DIFFERENT {
            assert_ne!(normalize(label), normalize(other), "{label:?} and {other:?}");
        }
    }

    #[test]
    fn labels_match_here_when_they_match_in_the_parser() {
        for (label, other) in EQUAL.into_iter().chain(DIFFERENT) {
            let is_equal = normalize(label) == normalize(other);
            assert_eq!(match_in_parser(label, other), is_equal, "{label:?} and {other:?}");
        }
    }
}
