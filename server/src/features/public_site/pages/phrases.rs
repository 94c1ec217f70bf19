//! Where the lines of titles and leads end, in every browser: `word-break` and `text-wrap` do that for Chinese in some
//! only, and each in its own way.

use maud::{Markup, html};

/// Letters at the end of a lead that stay on one line.
const TOGETHER_CHARS: usize = 4;

/// A title whose lines end behind Chinese punctuation. A phrase that is longer than a line has lines of about the same
/// length, by the style sheet.
pub fn title(text: &str) -> Markup {
    let phrases = phrases_of(text);
    html! {
        @if phrases.len() < 2 {
            (text)
        } @else {
            @for phrase in phrases { span.phrase { (phrase) } }
        }
    }
}

/// A lead whose last line is never a single letter.
pub fn lead(text: &str) -> Markup {
    let end = text.char_indices().rev().nth(TOGETHER_CHARS - 1);
    let (rest, end) = end.map_or((text, ""), |(start, _)| text.split_at(start));
    html! {
        @if !rest.is_empty() && end.chars().any(is_chinese) {
            (rest) span.together { (end) }
        } @else {
            (text)
        }
    }
}

/// Parts that end behind punctuation, and behind what closes it. Joined, they are the text.
fn phrases_of(text: &str) -> Vec<&str> {
    let is_mark = |letter: char| "，。、；：！？…".contains(letter);
    let is_closing = |letter: char| "”’）》」』】".contains(letter);
    let mut phrases = Vec::new();
    let (mut start, mut is_ended) = (0, false);
    for (index, letter) in text.char_indices() {
        if is_ended && !is_mark(letter) && !is_closing(letter) {
            phrases.push(text.get(start..index).unwrap_or_default());
            (start, is_ended) = (index, false);
        }
        is_ended |= is_mark(letter);
    }
    phrases.push(text.get(start..).unwrap_or_default());
    phrases
}

/// True for letters and marks of Chinese, between any two of which a line may end.
fn is_chinese(letter: char) -> bool {
    matches!(letter, '\u{2E80}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}' | '\u{FF00}'..='\u{FFEF}' | '\u{20000}'..)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phrases_end_behind_the_punctuation_and_what_closes_it() {
        for (text, expected) in [
            ("落笔之前，先看一眼手册", vec!["落笔之前，", "先看一眼手册"]),
            (
                "他说：“写吧。”然后走了……",
                vec!["他说：", "“写吧。”", "然后走了……"],
            ),
            ("，开头也是", vec!["，", "开头也是"]),
            ("排版交给墨砚", vec!["排版交给墨砚"]),
            ("Write first, format later.", vec!["Write first, format later."]),
            ("", vec![""]),
        ] {
            assert_eq!(phrases_of(text), expected, "{text}");
        }
    }

    #[test]
    fn a_title_of_several_phrases_marks_each() {
        assert_eq!(
            title("先写，<后>看").into_string(),
            "<span class=\"phrase\">先写，</span><span class=\"phrase\">&lt;后&gt;看</span>"
        );
        assert_eq!(title("排版交给墨砚").into_string(), "排版交给墨砚");
    }

    #[test]
    fn the_last_letters_of_a_chinese_lead_stay_together() {
        for (text, expected) in [
            (
                "写作与建站的手册。",
                "写作与建站<span class=\"together\">的手册。</span>",
            ),
            ("手册。", "手册。"),
            ("A handbook.", "A handbook."),
            ("", ""),
        ] {
            assert_eq!(lead(text).into_string(), expected);
        }
    }
}
