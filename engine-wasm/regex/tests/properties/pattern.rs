//! Patterns made up at random, written for both engines.

use proptest::prelude::*;

/// A pattern as a tree.
#[derive(Clone, Debug)]
pub enum Pattern {
    /// The same text for both engines.
    Text(String),
    /// A class or an assertion that is written in another way for fancy-regex, which knows Unicode.
    Pair(&'static str, &'static str),
    Concat(Vec<Pattern>),
    Alternation(Vec<Pattern>),
    /// Between an opening text and a closing parenthesis.
    Enclosed(&'static str, Box<Pattern>),
    Quantified(Box<Pattern>, String),
    /// A capturing group.
    Group(Box<Pattern>),
    /// A reference to one of the groups that are closed before it.
    Backreference(prop::sample::Index),
}

/// Characters of a word, as our engine takes them.
macro_rules! word {
    () => {
        r"0-9A-Za-z_\x{80}-\x{10FFFF}"
    };
}

/// What both engines write differently.
const PAIRS: [(&str, &str); 11] = [
    // Inside a look-around fancy-regex takes the end of the text for the start of a line.
    ("(?m:^)", r"(?:\A|(?<=\n)(?!\z))"),
    (r"\w", concat!("[", word!(), "]")),
    (r"\W", concat!("[^", word!(), "]")),
    (r"\d", "[0-9]"),
    (r"\s", r"[\t-\r ]"),
    (r"\S", r"[^\t-\r ]"),
    (r"[\w-]", concat!("[", word!(), "-]")),
    (r"[^\w\s]", concat!("[^", word!(), r"\t-\r ]")),
    (r"\p{L}", r"[A-Za-z\x{80}-\x{10FFFF}]"),
    (
        r"\b",
        concat!(
            "(?:(?<=[",
            word!(),
            "])(?![",
            word!(),
            "])|(?<![",
            word!(),
            "])(?=[",
            word!(),
            "]))"
        ),
    ),
    (
        r"\B",
        concat!(
            "(?:(?<=[",
            word!(),
            "])(?=[",
            word!(),
            "])|(?<![",
            word!(),
            "])(?![",
            word!(),
            "]))"
        ),
    ),
];

impl Pattern {
    /// The pattern as our engine reads it.
    pub fn ours(&self) -> String {
        self.written(&mut 0, &mut Vec::new(), |ours, _| ours)
    }

    /// The pattern as fancy-regex reads it.
    pub fn fancy(&self) -> String {
        self.written(&mut 0, &mut Vec::new(), |_, fancy| fancy)
    }

    /// Whether a turn of a loop may prefer the empty text to another one, as in `(?:|a)*`.
    ///
    /// In Oniguruma and in ours such a turn ends the loop. fancy-regex tries the other text first.
    pub fn has_loop_that_prefers_the_empty_text(&self) -> bool {
        match self {
            Self::Text(_) | Self::Pair(..) | Self::Backreference(_) => false,
            Self::Concat(list) | Self::Alternation(list) => {
                list.iter().any(Self::has_loop_that_prefers_the_empty_text)
            }
            Self::Enclosed(_, part) | Self::Group(part) => part.has_loop_that_prefers_the_empty_text(),
            Self::Quantified(part, _) => {
                (part.can_be_empty() && part.has_choice()) || part.has_loop_that_prefers_the_empty_text()
            }
        }
    }

    fn can_be_empty(&self) -> bool {
        match self {
            Self::Text(text) => {
                ["(?:)", "$", "^", r"\A", r"\z", r"\Z", r"\G", "(?m:$)"].contains(&text.as_str())
            }
            Self::Pair(ours, _) => [r"\b", r"\B", "(?m:^)"].contains(ours),
            Self::Backreference(_) => true,
            Self::Concat(list) => list.iter().all(Self::can_be_empty),
            Self::Alternation(list) => list.iter().any(Self::can_be_empty),
            Self::Enclosed(open, part) => {
                ["(?=", "(?!", "(?<=", "(?<!"].contains(open) || part.can_be_empty()
            }
            Self::Group(part) => part.can_be_empty(),
            Self::Quantified(part, quantifier) => {
                quantifier.starts_with(['*', '?']) || quantifier.starts_with("{0") || part.can_be_empty()
            }
        }
    }

    /// Whether there is an alternation or a lazy quantifier in it.
    fn has_choice(&self) -> bool {
        match self {
            Self::Text(_) | Self::Pair(..) | Self::Backreference(_) => false,
            Self::Concat(list) => list.iter().any(Self::has_choice),
            Self::Alternation(_) => true,
            Self::Enclosed(_, part) | Self::Group(part) => part.has_choice(),
            Self::Quantified(part, quantifier) => {
                quantifier.ends_with('?') && quantifier.len() > 1 || part.has_choice()
            }
        }
    }

    /// - `n_groups`: the groups that were opened so far.
    /// - `closed`: the numbers of those that were closed.
    fn written(
        &self,
        n_groups: &mut usize,
        closed: &mut Vec<usize>,
        choose: fn(&'static str, &'static str) -> &'static str,
    ) -> String {
        let mut all = |list: &[Pattern], separator: &str| {
            let parts: Vec<String> = list
                .iter()
                .map(|part| part.written(n_groups, closed, choose))
                .collect();
            parts.join(separator)
        };
        match self {
            Self::Text(text) => text.clone(),
            Self::Pair(ours, fancy) => choose(ours, fancy).to_owned(),
            Self::Concat(list) => all(list, ""),
            Self::Alternation(list) => format!("(?:{})", all(list, "|")),
            Self::Enclosed(open, part) => format!("{open}{})", part.written(n_groups, closed, choose)),
            Self::Quantified(part, quantifier) => {
                format!("(?:{}){quantifier}", part.written(n_groups, closed, choose))
            }
            Self::Group(part) => {
                *n_groups += 1;
                let number = *n_groups;
                let text = format!("({})", part.written(n_groups, closed, choose));
                closed.push(number);
                text
            }
            Self::Backreference(index) => match closed.as_slice() {
                [] => "a".to_owned(),
                closed => format!(r"(?:\{})", index.get(closed)),
            },
        }
    }
}

fn leaf() -> impl Strategy<Value = Pattern> {
    let text = |text: &'static str| Just(Pattern::Text(text.to_owned()));
    prop_oneof![
        8 => "[abAB1_ -]|\\.|中|é|😀|ab|ba".prop_map(Pattern::Text),
        3 => prop::sample::select(&[
            "[ab]", "[^a]", "[a-c&&[^b]]", "[^ab中]", "[a-cé]", "[一-龥]", "[[:digit:]_]", "[^一-龥]", r"[\n ]",
        ][..]).prop_map(|class| Pattern::Text(class.to_owned())),
        4 => prop::sample::select(&PAIRS[..]).prop_map(|(ours, fancy)| Pattern::Pair(ours, fancy)),
        1 => text("."),
        1 => text("(?s:.)"),
        1 => prop::sample::select(&["^", "$", r"\A", r"\z", r"\Z", r"\G", "(?m:$)"][..])
            .prop_map(|anchor| Pattern::Text(anchor.to_owned())),
        1 => text("(?:)"),
        2 => any::<prop::sample::Index>().prop_map(Pattern::Backreference),
    ]
}

fn quantifier() -> impl Strategy<Value = String> {
    let count = prop_oneof![Just("*".to_owned()), Just("+".to_owned()), Just("?".to_owned()),];
    let counted = (0..3_u32, 0..3_u32).prop_map(|(min, more)| format!("{{{min},{}}}", min + more));
    let atleast = (0..3_u32).prop_map(|min| format!("{{{min},}}"));
    prop_oneof![
        3 => (count, prop::sample::select(&["", "?", "+"][..])).prop_map(|(count, kind)| count + kind),
        // `{n,m}+` is a repetition of a repetition in the Oniguruma mode of fancy-regex.
        1 => (prop_oneof![counted, atleast], prop::sample::select(&["", "?"][..])).prop_map(|(count, kind)| count + kind),
    ]
}

/// What a look-behind holds. A part of variable length is compared in alternatives only: with an atomic part in it,
/// `(?<!_?+)`, or a backreference, `(a?)(?<!\1)`, fancy-regex finds a match where there is none.
fn look_behind() -> impl Strategy<Value = Pattern> {
    let part = || {
        leaf().prop_filter("no backreference", |leaf| {
            !matches!(leaf, Pattern::Backreference(_))
        })
    };
    let sequence = move || prop::collection::vec(part(), 1..3).prop_map(Pattern::Concat);
    let body = prop_oneof![
        sequence(),
        prop::collection::vec(sequence(), 2..4).prop_map(Pattern::Alternation),
        sequence().prop_map(|part| Pattern::Group(Box::new(part))),
    ];
    (prop::sample::select(&["(?<=", "(?<!"][..]), body)
        .prop_map(|(open, part)| Pattern::Enclosed(open, Box::new(part)))
}

/// A pattern of a few constructs.
pub fn pattern() -> impl Strategy<Value = Pattern> {
    prop_oneof![9 => leaf().boxed(), 1 => look_behind().boxed()].prop_recursive(4, 24, 4, |inner| {
        let open = prop::sample::select(&["(?:", "(?>", "(?=", "(?!", "(?i:"][..]);
        prop_oneof![
            4 => prop::collection::vec(inner.clone(), 1..4).prop_map(Pattern::Concat),
            2 => prop::collection::vec(inner.clone(), 2..5).prop_map(Pattern::Alternation),
            2 => (open, inner.clone()).prop_map(|(open, part)| Pattern::Enclosed(open, Box::new(part))),
            2 => (inner.clone(), quantifier())
                .prop_map(|(part, quantifier)| Pattern::Quantified(Box::new(part), quantifier)),
            2 => inner.prop_map(|part| Pattern::Group(Box::new(part))),
        ]
    })
}
