//! Sizes of characters that the KaTeX fonts lack, as a reader's system font draws them.

use std::collections::HashMap;
use std::sync::Arc;

use ratex_layout::FallbackGlyphMetrics;

use super::bold;

/// Sizes by character.
pub(super) type Metrics = Arc<HashMap<char, FallbackGlyphMetrics>>;

/// Height of every letter that the fonts lack: KaTeX takes that of `M`, so what stands around is where the
/// preview has it.
const HEIGHT_EM: f64 = 0.683_33;

/// Chinese, Japanese, Korean, full-width forms and emoji: one em wide in every font that has them.
const WIDE: FallbackGlyphMetrics = FallbackGlyphMetrics {
    width: 1.0,
    height: HEIGHT_EM,
    depth: 0.0,
};

/// Letters of other scripts; an average width, since the font of the reader is not known here.
const NARROW: FallbackGlyphMetrics = FallbackGlyphMetrics {
    width: 0.58,
    height: HEIGHT_EM,
    depth: 0.0,
};

/// Sizes for every character of the source outside ASCII; the layout asks only for those it lacks.
pub(super) fn metrics(tex: &str) -> Metrics {
    let size = |ch: char| if is_wide(ch) { WIDE } else { NARROW };
    let mut metrics = HashMap::new();
    for ch in tex.chars().filter(|ch| !ch.is_ascii()) {
        metrics.insert(ch, size(ch));
        metrics.extend(bold::marked(ch).map(|private| (private, size(ch))));
    }
    Arc::new(metrics)
}

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
