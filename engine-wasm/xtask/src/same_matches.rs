//! Our engine finds what another one finds: every pattern of every grammar, on lines of real code.

use std::collections::BTreeSet;

use syntect::parsing::syntax_definition::Pattern;
use syntect_published::parsing::{Regex as Published, Region};

use crate::ascii::asciise;
use crate::grammars::{build, highlight};
use crate::scopes::Scopes;

/// Lines that every pattern is tried on.
const LINES_FOR_EACH: usize = 40;

fn patterns() -> BTreeSet<String> {
    let mut patterns = BTreeSet::new();
    for syntax in build(&Scopes::of_rules()).unwrap().syntaxes {
        for pattern in syntax.contexts.iter().flat_map(|context| &context.patterns) {
            if let Pattern::Match(rule) = pattern
                && !rule.has_captures
            {
                patterns.insert(rule.regex.regex_str().to_owned());
            }
        }
    }
    patterns
}

fn lines() -> Vec<String> {
    let mut lines = BTreeSet::new();
    for entry in std::fs::read_dir(highlight().join("tests/fixtures")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "txt") {
            let text = std::fs::read_to_string(path).unwrap();
            // To the published engine punctuation beyond ASCII is no letter, to ours it is.
            let plain = text.split_inclusive('\n').filter(|line| line.is_ascii());
            lines.extend(plain.map(str::to_owned));
        }
    }
    lines.into_iter().collect()
}

type Groups = Option<Vec<Option<(usize, usize)>>>;

fn ours(regex: &moyan_regex::Regex, line: &str, from: usize) -> Groups {
    let mut scratch = moyan_regex::Scratch::with_steps(10_000_000);
    regex.search(line, from, &mut scratch).then(|| {
        (0..regex.n_groups())
            .map(|number| scratch.group(number))
            .collect()
    })
}

fn theirs(regex: &Published, n_groups: usize, line: &str, from: usize) -> Groups {
    let mut region = Region::new();
    regex
        .search(line, from, line.len(), Some(&mut region))
        .then(|| (0..n_groups).map(|number| region.pos(number)).collect())
}

#[test]
fn every_pattern_matches_as_in_the_published_engine() {
    let (patterns, lines) = (patterns(), lines());
    let mut differences = Vec::new();
    let (mut count, mut n_matches) = (0, 0);
    for (index, pattern) in patterns.iter().enumerate() {
        let ascii = asciise(pattern);
        if Published::try_compile(&ascii).is_some() {
            differences.push(format!("not theirs: {pattern}"));
            continue;
        }
        let (one, other) = (moyan_regex::Regex::new(pattern).unwrap(), Published::new(ascii));
        for turn in 0..LINES_FOR_EACH {
            let Some(line) = lines.get((index * 17 + turn * 31) % lines.len()) else {
                continue;
            };
            for from in [0, line.len() / 2] {
                count += 1;
                let (a, b) = (ours(&one, line, from), theirs(&other, one.n_groups(), line, from));
                n_matches += usize::from(a.is_some());
                if a != b {
                    differences.push(format!(
                        "{pattern}\n    {line:?} from {from}\n    {a:?}\n    {b:?}"
                    ));
                }
            }
        }
    }
    assert!(
        n_matches * 20 > count,
        "{n_matches} of {count} matched: the lines do not suit the patterns"
    );
    assert!(
        differences.is_empty(),
        "{} of {count}:\n{}",
        differences.len(),
        differences.join("\n")
    );
}
