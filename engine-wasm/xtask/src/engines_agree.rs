//! Our engine finds what that of the published syntect finds: every pattern of every grammar, on real lines.
//!
//! What is compared is the matching: the position of each group, from the start and from the middle of a line. The
//! characters of a class are the same for both, those that our engine takes ([`ClassRanges`]). A pattern that refers
//! to groups of another match is compared with texts in their place, filled in by each parser itself.

use std::collections::BTreeMap;

use syntect::parsing::syntax_definition::{MatchPattern, Pattern};
use syntect_published::parsing::syntax_definition as published;
use syntect_published::parsing::{Regex as Published, Region};

use crate::class_ranges::ClassRanges;
use crate::grammars::{build, highlight};
use crate::scopes::Scopes;

/// How many lines every pattern is tried on.
const LINES_FOR_EACH: usize = 40;
/// What the groups of another match may hold: the end of a here-document, brackets, quotes, names.
const GROUP_TEXTS: [&str; 9] = ["EOF", "#", "\"", "if", "a.b*", "中文", "=", "(", " -"];

/// Every pattern once.
fn patterns() -> BTreeMap<String, MatchPattern> {
    let mut patterns = BTreeMap::new();
    for syntax in build(&Scopes::of_rules()).unwrap().syntaxes {
        for context in syntax.contexts {
            for pattern in context.patterns {
                if let Pattern::Match(rule) = pattern {
                    patterns.insert(rule.regex.regex_str().to_owned(), rule);
                }
            }
        }
    }
    patterns
}

/// The lines of the fixtures, each also with characters beyond ASCII in it.
fn lines() -> Vec<String> {
    let mut lines = Vec::new();
    let mut paths: Vec<_> = std::fs::read_dir(highlight().join("tests/fixtures"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "txt"))
        .collect();
    paths.sort();
    for path in paths {
        let text = std::fs::read_to_string(path).unwrap();
        for line in text.split_inclusive('\n') {
            lines.push(line.to_owned());
            lines.push(
                line.replace(['a', 's'], "é")
                    .replace(' ', "，")
                    .replace("e", "中"),
            );
        }
    }
    lines.sort();
    lines.dedup();
    lines
}

/// The start and end of the whole match and of each group; `None` if nothing matches.
type Groups = Option<Vec<Option<(usize, usize)>>>;

/// The two regular expressions that are compared.
struct Pair {
    ours: moyan_regex::Regex,
    published: Published,
}

impl Pair {
    fn new(rule: &MatchPattern, expanded: String) -> Self {
        let pattern = rule.regex.regex_str();
        if !rule.has_captures {
            return Self {
                ours: moyan_regex::Regex::new(pattern).unwrap(),
                published: Published::new(expanded),
            };
        }
        let groups: Vec<Option<String>> = [None]
            .into_iter()
            .chain(GROUP_TEXTS.map(|text| Some(text.to_owned())))
            .collect();
        let captured: String = GROUP_TEXTS.concat();
        let capturing: String = GROUP_TEXTS
            .map(|text| format!("({})", moyan_regex::escape(text)))
            .concat();
        let mut region = Region::new();
        assert!(Published::new(capturing).search(&captured, 0, captured.len(), Some(&mut region)));
        let operation = published::MatchOperation::None;
        let rule_of_published =
            published::MatchPattern::new(true, expanded, Vec::new(), None, operation, None);
        Self {
            ours: moyan_regex::Regex::new(rule.regex_with_refs(&groups).regex_str()).unwrap(),
            published: rule_of_published.regex_with_refs(&region, &captured),
        }
    }

    fn found(&self, line: &str, start: usize) -> [Groups; 2] {
        let numbers = 0..self.ours.n_groups();
        let mut scratch = moyan_regex::Scratch::with_steps(10_000_000);
        let ours = self
            .ours
            .search(line, start, &mut scratch)
            .then(|| numbers.clone().map(|number| scratch.group(number)).collect());
        let mut region = Region::new();
        let published = self
            .published
            .search(line, start, line.len(), Some(&mut region))
            .then(|| numbers.map(|number| region.pos(number)).collect());
        [ours, published]
    }
}

#[test]
fn every_pattern_matches_as_in_the_published_engine() {
    let (patterns, lines) = (patterns(), lines());
    let mut classes = ClassRanges::default();
    let mut differences = Vec::new();
    let (mut count, mut n_matches, mut n_matches_with_references) = (0_usize, 0, 0);
    for (index, (pattern, rule)) in patterns.iter().enumerate() {
        let pair = Pair::new(rule, classes.expand(pattern));
        for turn in 0..LINES_FOR_EACH {
            let mut line = lines[(index * 17 + turn * 31) % lines.len()].clone();
            if rule.has_captures {
                let middle = (line.len() / 2..).find(|at| line.is_char_boundary(*at)).unwrap();
                line.insert_str([0, middle][turn % 2], GROUP_TEXTS[turn / 2 % GROUP_TEXTS.len()]);
            }
            let middle = (line.len() / 2..).find(|at| line.is_char_boundary(*at)).unwrap();
            for start in [0, middle] {
                let [ours, published] = pair.found(&line, start);
                count += 1;
                n_matches += usize::from(ours.is_some());
                n_matches_with_references += usize::from(ours.is_some() && rule.has_captures);
                if ours != published {
                    differences.push(format!(
                        "{pattern}\n    {line:?} from {start}\n    {ours:?}\n    {published:?}"
                    ));
                }
            }
        }
    }
    assert!(
        n_matches * 20 > count && n_matches_with_references > 100,
        "{n_matches} of {count} matched, {n_matches_with_references} with references: the lines do not suit"
    );
    assert!(
        differences.is_empty(),
        "{} of {count}:\n{}",
        differences.len(),
        differences.join("\n")
    );
}
