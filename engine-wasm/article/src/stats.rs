//! Words, characters and reading time of an article's visible text.
//!
//! The caller decides what is visible: it feeds the text of its tree, not the source.

use serde::Serialize;

use crate::script::{is_alphanumeric, is_cjk};

/// Reading rate: Chinese characters and Latin words a minute.
///
/// The specification says only that minutes follow from the word count and are rounded up;
/// 300 is the usual figure for Chinese prose on a screen.
pub const WORDS_PER_MINUTE: u32 = 300;

/// Statistics of an article.
///
/// Source: specification §9, reading time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Stats {
    /// `cjk_characters` + `latin_words`: what the reading note calls words.
    pub words: u32,
    /// Characters that are not white space, punctuation included.
    pub characters: u32,
    /// Han characters, kana and Bopomofo.
    pub cjk_characters: u32,
    /// Runs of letters and digits of any other script; `don't`, `3.14` and `state-of-the-art` are one each.
    pub latin_words: u32,
    /// Reading time in whole minutes, rounded up; 0 for an article without words.
    pub minutes: u32,
}

/// Counts text that comes in pieces.
///
/// ```
/// use moyan_article::stats::Counter;
/// let mut counter = Counter::default();
/// counter.add_text("墨砚 is an editor，真的。");
/// let stats = counter.finish();
/// assert_eq!((stats.cjk_characters, stats.latin_words, stats.words, stats.minutes), (4, 3, 7, 1));
/// ```
#[derive(Debug, Clone, Default)]
pub struct Counter {
    stats: Stats,
    last: Last,
}

/// What stood just before, so that a word is counted once, at its first character.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Last {
    #[default]
    Outside,
    Word {
        digit: bool,
    },
    /// A character that joins two halves of a word, behind a word.
    Joiner {
        digits_only: bool,
        digit: bool,
    },
}

impl Counter {
    /// A counter that has seen nothing.
    pub fn new() -> Self {
        Self::default()
    }

    /// Counts `text` as a piece of its own: its first word does not continue the piece before.
    pub fn add_text(&mut self, text: &str) {
        self.last = Last::Outside;
        self.continue_text(text);
    }

    /// Counts `text` as the continuation of the piece before, as in `Mark**down**`.
    pub fn continue_text(&mut self, text: &str) {
        for c in text.chars() {
            self.add_char(c);
        }
    }

    /// The statistics of everything that was added.
    pub fn finish(self) -> Stats {
        let words = self.stats.cjk_characters.saturating_add(self.stats.latin_words);
        Stats {
            words,
            minutes: words.div_ceil(WORDS_PER_MINUTE),
            ..self.stats
        }
    }

    fn add_char(&mut self, c: char) {
        let is_cjk = is_cjk(c);
        if is_cjk || !(c.is_whitespace() || c.is_control()) {
            self.stats.characters = self.stats.characters.saturating_add(1);
        }
        self.last = if is_cjk {
            self.stats.cjk_characters = self.stats.cjk_characters.saturating_add(1);
            Last::Outside
        } else if is_alphanumeric(c) {
            self.add_word_char(c.is_numeric());
            Last::Word {
                digit: c.is_numeric(),
            }
        } else {
            self.after_other(c)
        };
    }

    fn add_word_char(&mut self, digit: bool) {
        let continues = match self.last {
            Last::Outside => false,
            Last::Word { .. } => true,
            Last::Joiner {
                digits_only,
                digit: before,
            } => !digits_only || (before && digit),
        };
        if !continues {
            self.stats.latin_words = self.stats.latin_words.saturating_add(1);
        }
    }

    fn after_other(&self, c: char) -> Last {
        match (self.last, c) {
            (Last::Word { digit }, '\'' | '’' | '-' | '_' | '.' | '@') => Last::Joiner {
                digits_only: false,
                digit,
            },
            (Last::Word { digit }, ',' | ':' | '/') => Last::Joiner {
                digits_only: true,
                digit,
            },
            // Marks written as characters of their own (accents, joiners) change nothing.
            (last, '\u{300}'..='\u{36F}' | '\u{200C}' | '\u{200D}') => last,
            _ => Last::Outside,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(text: &str) -> Stats {
        let mut counter = Counter::new();
        counter.add_text(text);
        counter.finish()
    }

    #[test]
    fn words_are_chinese_characters_and_latin_words() {
        let stats = count("用 Rust 写 WebAssembly。");
        assert_eq!((stats.cjk_characters, stats.latin_words, stats.words), (2, 2, 4));
        assert_eq!(stats.characters, 2 + 4 + 11 + 1);
    }

    #[test]
    fn marks_inside_a_word_do_not_split_it() {
        assert_eq!(
            count("don't state-of-the-art 3.14 1,000 2026/11/20 a@b.com").latin_words,
            6
        );
        assert_eq!(count("one,two a/b").latin_words, 4);
        assert_eq!(count("cafe\u{301}s").latin_words, 1);
    }

    #[test]
    fn a_word_ends_at_the_end_of_its_piece_unless_continued() {
        let mut counter = Counter::new();
        counter.add_text("Mark");
        counter.add_text("down");
        assert_eq!(counter.finish().latin_words, 2);
        let mut counter = Counter::new();
        counter.add_text("Mark");
        counter.continue_text("down");
        assert_eq!(counter.finish().latin_words, 1);
    }

    #[test]
    fn minutes_round_up() {
        assert_eq!(count("").minutes, 0);
        assert_eq!(count("字").minutes, 1);
        assert_eq!(count(&"字".repeat(300)).minutes, 1);
        assert_eq!(count(&"字".repeat(301)).minutes, 2);
    }

    #[test]
    fn korean_counts_by_its_spaces() {
        assert_eq!(count("안녕하세요 세계").latin_words, 2);
    }
}
