//! Formatting must not change the meaning of the article. A space beside a run of `*` changes whether the run may
//! open or close emphasis, and a letter made half-width can turn two dollars into a formula.
//!
//! The rules avoid what they can. The rest is found by parsing before and after: the lines of a block that has changed
//! get their old text back.

use super::tables::lines;
use crate::markdown::block_fingerprints;

/// Number of attempts; a text that still differs after them is left unformatted.
const MAX_ROUNDS: usize = 3;

/// `formatted`, with the lines of `text` wherever formatting would change the meaning.
///
/// Formatting neither adds lines nor takes any away.
pub(super) fn preserve(text: &str, mut formatted: String) -> String {
    if formatted == text {
        return formatted;
    }
    let original = lines(text);
    let before = block_fingerprints(text);
    for _ in 0..MAX_ROUNDS {
        let after = block_fingerprints(&formatted);
        if after == before {
            return formatted;
        }
        let mut restored = lines(&formatted);
        if restored.len() != original.len() {
            break;
        }
        for block in before.symmetric_difference(&after) {
            let lines = restored.iter_mut().zip(&original);
            let lines = lines.take(block.end).skip(block.start);
            lines.for_each(|(restored, original)| *restored = original);
        }
        formatted = restored.concat();
    }
    text.to_owned()
}
