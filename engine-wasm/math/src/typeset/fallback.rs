//! Sizes of characters that the KaTeX fonts lack, as a reader's system font draws them.

use std::collections::HashMap;
use std::sync::Arc;

use ratex_layout::FallbackGlyphMetrics;

use super::bold;
use super::wide::is_wide;

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

/// Sizes for every character of the source outside ASCII; RaTeX asks only for those it lacks.
pub(super) fn metrics(tex: &str) -> Metrics {
    let size = |ch: char| if is_wide(ch) { WIDE } else { NARROW };
    let mut metrics = HashMap::new();
    for ch in tex.chars().filter(|ch| !ch.is_ascii()) {
        metrics.insert(ch, size(ch));
        metrics.extend(bold::marked(ch).map(|private| (private, size(ch))));
    }
    Arc::new(metrics)
}
