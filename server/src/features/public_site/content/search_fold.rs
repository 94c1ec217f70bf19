//! Texts as a search compares them: what people take for the same letter is one.

use std::collections::HashMap;
use std::sync::LazyLock;

use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;

/// Digits from which a number with hyphens is looked for without them: those of a telephone or a day.
const NUMBER_MIN_DIGITS: usize = 7;

/// A text as it is compared: lower case, half width, without accents and variants, traditional characters as simplified
/// ones, quotes and dashes each of one kind.
pub struct Folded {
    pub text: String,
    /// For each character of `text` its place in the original, in characters; none where they are the same.
    places: Option<Vec<u32>>,
}

impl Folded {
    pub fn new(original: &str) -> Self {
        let mut text = String::with_capacity(original.len());
        let mut places = Vec::new();
        for (place, letter) in (0..).zip(original.chars()) {
            for folded in fold_letter(letter) {
                text.push(folded);
                places.push(place);
            }
        }
        let is_same = (0..).zip(&places).all(|(index, place)| index == *place);
        Self {
            text,
            places: (!is_same).then_some(places),
        }
    }

    /// The place in the original of a character of the folded text, both in characters.
    pub fn place(&self, index: usize) -> usize {
        match &self.places {
            None => index,
            Some(places) => places
                .get(index)
                .or(places.last())
                .and_then(|place| usize::try_from(*place).ok())
                .unwrap_or(index),
        }
    }
}

fn fold_letter(letter: char) -> impl Iterator<Item = char> {
    let is_plain = letter.is_ascii();
    let plain = is_plain.then(|| letter.to_ascii_lowercase());
    let folded = (!is_plain).then(|| {
        letter
            .nfkd()
            .filter(|part| is_shown(*part))
            .flat_map(char::to_lowercase)
    });
    let folded = folded
        .into_iter()
        .flatten()
        .filter(|part| is_shown(*part))
        .map(same);
    plain.into_iter().chain(folded)
}

/// Accents, selectors of variants and joiners are not shown; the marks of Japanese sounds make other letters.
fn is_shown(part: char) -> bool {
    let is_sound = matches!(part, '\u{3099}' | '\u{309a}');
    let is_unseen = matches!(part, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}' | '\u{feff}');
    (!is_combining_mark(part) || is_sound) && !is_unseen
}

/// One sign for those that people take for the same.
fn same(letter: char) -> char {
    match letter {
        '“' | '”' | '„' | '‟' => '"',
        '‘' | '’' | '‚' | '‛' => '\'',
        '\u{2010}'..='\u{2015}' | '\u{2212}' => '-',
        '\u{3400}'..='\u{9fff}' => SIMPLIFIED.get(&letter).copied().unwrap_or(letter),
        other => other,
    }
}

/// Traditional characters with their simplified ones, one by one: a search knows no context.
static SIMPLIFIED: LazyLock<HashMap<char, char>> = LazyLock::new(|| {
    let simplified = |letter: char| {
        let found = fast2s::convert(&letter.to_string()).chars().next()?;
        (found != letter).then_some((letter, found))
    };
    ('\u{3400}'..='\u{9fff}').filter_map(simplified).collect()
});

/// The digits of a word that is a long number, with hyphens or without.
pub fn number_of(word: &str) -> Option<String> {
    let is_number = word.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-');
    let digits: String = word.chars().filter(char::is_ascii_digit).collect();
    (is_number && digits.len() >= NUMBER_MIN_DIGITS).then_some(digits)
}

/// The long numbers with hyphens of a folded text, without them, each between spaces.
pub fn hyphened_numbers(folded: &str) -> String {
    folded
        .split(|letter: char| !letter.is_ascii_digit() && letter != '-')
        .filter(|part| part.trim_matches('-').contains('-'))
        .filter_map(number_of)
        .collect::<Vec<_>>()
        .join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_people_take_for_the_same_is_one() {
        for (one, other) in [
            ("ＡＩ", "ai"),
            ("軟體、網路", "软体、网路"),
            ("葛\u{e0100}城", "葛城"),
            ("naïve Ü", "naive u"),
            ("“话”‘x’", "\"话\"'x'"),
            ("α–β", "α-β"),
            ("Ｃ＋＋ ﬁ", "c++ fi"),
            ("サーバー", "ｻｰﾊﾞｰ"),
            ("İstanbul", "istanbul"),
            ("𠮷野家", "𠮷野家"),
        ] {
            assert_eq!(Folded::new(one).text, Folded::new(other).text, "{one}");
        }
        assert_ne!(Folded::new("が").text, Folded::new("か").text);
        assert_ne!(Folded::new("¥").text, Folded::new("$").text);
    }

    #[test]
    fn each_folded_letter_knows_where_it_stood() {
        let folded = Folded::new("葛\u{e0100}城ﬁn");
        assert_eq!(folded.text, "葛城fin");
        let places: Vec<_> = (0..5).map(|index| folded.place(index)).collect();
        assert_eq!(places, [0, 2, 3, 3, 4]);
        assert!(Folded::new("Ab 墨").places.is_none());
    }

    #[test]
    fn long_numbers_are_found_without_their_hyphens() {
        assert_eq!(
            hyphened_numbers("电话 138-0013-8000，2026-11-29, 1-2, --, a-1234567"),
            "13800138000 20261129"
        );
        assert_eq!(number_of("138-0013-8000").as_deref(), Some("13800138000"));
        assert_eq!(number_of("11-29"), None);
        assert_eq!(number_of("v1234567"), None);
    }
}
