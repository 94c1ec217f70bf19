//! Characters that are one em wide in every font that has them.

/// Whether a character fills a full em (East Asian width W and F, and pictographs).
pub(crate) fn is_wide(ch: char) -> bool {
    matches!(u32::from(ch),
        0x1100..=0x115f | 0x231a..=0x231b | 0x23e9..=0x23fa | 0x2600..=0x27bf | 0x2b00..=0x2bff
        | 0x2e80..=0x303e | 0x3041..=0x33ff | 0x3400..=0x4dbf | 0x4e00..=0x9fff | 0xa000..=0xa4cf
        | 0xa960..=0xa97c | 0xac00..=0xd7a3 | 0xf900..=0xfaff | 0xfe10..=0xfe19 | 0xfe30..=0xfe6f
        | 0xff01..=0xff60 | 0xffe0..=0xffe6 | 0x1f000..=0x1faff | 0x20000..=0x3fffd)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chinese_punctuation_is_as_wide_as_chinese_letters() {
        for ch in ['中', '、', '。', '「', '，', '（', '한', 'ア', '😀'] {
            assert!(is_wide(ch), "{ch}");
        }
        for ch in ['é', 'ж', 'α', '−'] {
            assert!(!is_wide(ch), "{ch}");
        }
    }
}
