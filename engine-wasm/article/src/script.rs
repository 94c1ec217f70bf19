//! Which characters are Chinese, which stand full-width, and how wide a character is.
//!
//! Word count, source formatting and table alignment share these answers.
//! The tables name whole Unicode blocks: a code point that Unicode assigns later inside a block is already right.

/// Whether `c` is written without spaces between words: Han, kana, Bopomofo.
///
/// Hangul is not: Korean separates its words by spaces.
pub fn is_cjk(c: char) -> bool {
    matches!(c,
        '\u{2E80}'..='\u{2FDF}'     // radicals
        | '\u{3005}'..='\u{3007}'   // 々 〆 〇
        | '\u{3021}'..='\u{3029}' | '\u{3038}'..='\u{303C}'
        | '\u{3041}'..='\u{3096}' | '\u{309D}'..='\u{309F}'
        | '\u{30A1}'..='\u{30FA}' | '\u{30FC}'..='\u{30FF}'
        | '\u{3105}'..='\u{312F}' | '\u{31A0}'..='\u{31BF}' | '\u{31F0}'..='\u{31FF}'
        | '\u{3400}'..='\u{4DBF}' | '\u{4E00}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}'
        | '\u{FF66}'..='\u{FF9D}'   // half-width kana
        | '\u{20000}'..='\u{3FFFD}')
}

/// `char::is_alphanumeric`, without a look into its tables for the punctuation of Chinese text.
pub(crate) fn is_alphanumeric(c: char) -> bool {
    let is_punctuation = matches!(c,
        '\u{2010}'..='\u{2027}'     // — … “”
        | '\u{3001}'..='\u{3003}'   // 、。
        | '\u{3008}'..='\u{3020}'   // 「」【】
        | '\u{FF01}'..='\u{FF0F}' | '\u{FF1A}'..='\u{FF20}');
    !is_punctuation && c.is_alphanumeric()
}

/// Whether `c` is Hangul (syllables and letters).
pub fn is_hangul(c: char) -> bool {
    matches!(c, '\u{1100}'..='\u{11FF}' | '\u{3131}'..='\u{318E}' | '\u{A960}'..='\u{A97C}'
        | '\u{AC00}'..='\u{D7A3}' | '\u{D7B0}'..='\u{D7FB}')
}

/// Columns that `c` takes in a monospaced font: 0 for marks and joiners, 2 for CJK, full-width forms and emoji, else 1.
pub fn char_width(c: char) -> usize {
    match c {
        '\0'..='\u{1F}' | '\u{7F}'..='\u{9F}' => 0,
        '\u{20}'..='\u{7E}' => 1,
        '\u{300}'..='\u{36F}'
        | '\u{483}'..='\u{489}'
        | '\u{200B}'..='\u{200F}'
        | '\u{2028}'..='\u{202E}'
        | '\u{2060}'..='\u{2064}'
        | '\u{20D0}'..='\u{20F0}'
        | '\u{302A}'..='\u{302D}'
        | '\u{3099}'..='\u{309A}'
        | '\u{FE00}'..='\u{FE0F}'
        | '\u{FE20}'..='\u{FE2F}'
        | '\u{FEFF}'
        | '\u{1F3FB}'..='\u{1F3FF}'
        | '\u{E0001}'..='\u{E01EF}' => 0,
        _ if is_wide(c) => 2,
        _ => 1,
    }
}

fn is_wide(c: char) -> bool {
    matches!(c,
        '\u{1100}'..='\u{115F}' | '\u{231A}'..='\u{231B}' | '\u{23E9}'..='\u{23EC}' | '\u{23F0}' | '\u{23F3}'
        | '\u{25FD}'..='\u{25FE}' | '\u{2614}'..='\u{2615}' | '\u{2648}'..='\u{2653}' | '\u{267F}' | '\u{2693}'
        | '\u{26A1}' | '\u{26AA}'..='\u{26AB}' | '\u{26BD}'..='\u{26BE}' | '\u{26C4}'..='\u{26C5}' | '\u{26CE}'
        | '\u{26D4}' | '\u{26EA}' | '\u{26F2}'..='\u{26F3}' | '\u{26F5}' | '\u{26FA}' | '\u{26FD}' | '\u{2705}'
        | '\u{270A}'..='\u{270B}' | '\u{2728}' | '\u{274C}' | '\u{274E}' | '\u{2753}'..='\u{2755}' | '\u{2757}'
        | '\u{2795}'..='\u{2797}' | '\u{27B0}' | '\u{27BF}' | '\u{2B1B}'..='\u{2B1C}' | '\u{2B50}' | '\u{2B55}'
        | '\u{2E80}'..='\u{303E}' | '\u{3041}'..='\u{33FF}' | '\u{3400}'..='\u{4DBF}' | '\u{4E00}'..='\u{A4CF}'
        | '\u{A960}'..='\u{A97C}' | '\u{AC00}'..='\u{D7A3}' | '\u{F900}'..='\u{FAFF}' | '\u{FE10}'..='\u{FE19}'
        | '\u{FE30}'..='\u{FE6B}' | '\u{FF01}'..='\u{FF60}' | '\u{FFE0}'..='\u{FFE6}' | '\u{1F004}' | '\u{1F0CF}'
        | '\u{1F18E}' | '\u{1F191}'..='\u{1F19A}' | '\u{1F200}'..='\u{1F320}' | '\u{1F32D}'..='\u{1F335}'
        | '\u{1F337}'..='\u{1F37C}' | '\u{1F37E}'..='\u{1F393}' | '\u{1F3A0}'..='\u{1F3CA}' | '\u{1F3CF}'..='\u{1F3D3}'
        | '\u{1F3E0}'..='\u{1F3F0}' | '\u{1F3F4}' | '\u{1F3F8}'..='\u{1F43E}' | '\u{1F440}' | '\u{1F442}'..='\u{1F4FC}'
        | '\u{1F4FF}'..='\u{1F53D}' | '\u{1F54B}'..='\u{1F54E}' | '\u{1F550}'..='\u{1F567}' | '\u{1F57A}'
        | '\u{1F595}'..='\u{1F596}' | '\u{1F5A4}' | '\u{1F5FB}'..='\u{1F64F}' | '\u{1F680}'..='\u{1F6C5}' | '\u{1F6CC}'
        | '\u{1F6D0}'..='\u{1F6D2}' | '\u{1F6D5}'..='\u{1F6D7}' | '\u{1F6DC}'..='\u{1F6DF}' | '\u{1F6EB}'..='\u{1F6EC}'
        | '\u{1F6F4}'..='\u{1F6FC}' | '\u{1F7E0}'..='\u{1F7EB}' | '\u{1F7F0}' | '\u{1F90C}'..='\u{1F93A}'
        | '\u{1F93C}'..='\u{1F945}' | '\u{1F947}'..='\u{1F9FF}' | '\u{1FA70}'..='\u{1FAFF}' | '\u{20000}'..='\u{3FFFD}')
}

/// Columns that `text` takes in a monospaced font. A sequence joined by U+200D counts as its first character.
pub fn display_width(text: &str) -> usize {
    let mut width = 0;
    let mut joined = false;
    for c in text.chars() {
        if !joined {
            width += char_width(c);
        }
        joined = c == '\u{200D}';
    }
    width
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_and_digits_are_those_of_the_standard_library() {
        for c in '\0'..=char::MAX {
            assert_eq!(is_alphanumeric(c), c.is_alphanumeric(), "{c:?}");
        }
    }

    #[test]
    fn han_and_kana_are_cjk_and_hangul_is_not() {
        assert!("墨砚々〇のカ𠮷".chars().all(is_cjk));
        assert!(!"aé1，。한".chars().any(is_cjk));
        assert!(is_hangul('한'));
    }

    #[test]
    fn width_counts_columns_of_a_terminal() {
        assert_eq!(display_width("abc"), 3);
        assert_eq!(display_width("墨砚，"), 6);
        assert_eq!(display_width("e\u{301}"), 1);
        assert_eq!(display_width("🎉"), 2);
        assert_eq!(display_width("👨\u{200D}👩\u{200D}👧"), 2);
    }
}
