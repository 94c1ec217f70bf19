//! Formatting must not change what the article says: a space beside a run of `*` changes whether the run may open
//! or close, and a letter made half-width can turn two dollars into a formula.
//!
//! The rules avoid what can be known beforehand. What is left is seen by parsing before and after: the lines of a
//! block that came out otherwise get their old text back.

use super::tables::lines;
use crate::markdown::gists;

/// So often blocks get their lines back; a text that still differs then stays as it is.
const MAX_ROUNDS: usize = 3;

/// `formatted`, with lines of `text` wherever the article would say something else otherwise.
///
/// Formatting neither adds lines nor takes any away.
pub(super) fn kept(text: &str, mut formatted: String) -> String {
    if formatted == text {
        return formatted;
    }
    let original = lines(text);
    let said = gists(text);
    for _ in 0..MAX_ROUNDS {
        let now = gists(&formatted);
        if now == said {
            return formatted;
        }
        let mut restored = lines(&formatted);
        if restored.len() != original.len() {
            break;
        }
        for block in said.symmetric_difference(&now) {
            let places = restored.iter_mut().zip(&original);
            let places = places.take(block.end).skip(block.start);
            places.for_each(|(place, line)| *place = line);
        }
        formatted = restored.concat();
    }
    text.to_owned()
}
