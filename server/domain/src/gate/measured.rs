//! How much of a text somebody sees, in numbers.

use moyan_export::{count_visible_chars, visible_text};

use super::{AccessLevel, Audience, DecidingRule, Rules, SealedDocument, visible};
use crate::held_connection;

/// Characters of the end of what is shown, for those who look where a text is cut.
const ENDING_CHARS: usize = 40;

/// How much of a text somebody sees.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MeasuredDocument {
    /// How much is shown.
    pub level: AccessLevel,
    /// The rule that decided.
    pub rule: DecidingRule,
    /// True when some of the text is kept back.
    pub is_cut: bool,
    /// Characters that are shown, as `partial` counts them.
    pub n_chars_shown: usize,
    /// Characters of the whole text.
    pub n_chars: usize,
    /// The last characters that are shown, as plain text.
    pub ending: String,
}

/// Measures what [`visible`] shows.
pub fn measure(sealed: &SealedDocument, rules: &Rules, audience: Audience) -> MeasuredDocument {
    let seen = visible(sealed, rules, audience);
    MeasuredDocument {
        level: seen.level,
        rule: seen.rule,
        is_cut: seen.is_cut,
        n_chars_shown: count_visible_chars(&seen.html),
        n_chars: sealed
            .text
            .blocks
            .iter()
            .map(|block| count_visible_chars(block))
            .sum(),
        ending: ending(&visible_text(&seen.html)),
    }
}

/// Whether a text is so short that `partial` shows all of it. Reads no more of it than it has to.
pub fn is_whole_when_partial(sealed: &SealedDocument, partial_chars: u32) -> bool {
    held_connection::forbid();
    let text = &sealed.text;
    if text.n_blocks_before_more.is_some() {
        return false;
    }
    let mut chars_left = usize::try_from(partial_chars).unwrap_or(usize::MAX);
    text.blocks.iter().all(|block| {
        let n_chars = count_visible_chars(block);
        let fits = n_chars <= chars_left;
        chars_left = chars_left.saturating_sub(n_chars);
        fits
    })
}

/// The last characters of a text in one line.
fn ending(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let n_chars = line.chars().count();
    line.chars().skip(n_chars.saturating_sub(ENDING_CHARS)).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;
    use std::sync::Arc;

    use uuid::Uuid;

    use super::*;
    use crate::gate::RenderedText;
    use crate::{CategoryId, DocumentId};

    fn sealed(n_blocks_before_more: Option<usize>) -> SealedDocument {
        let blocks = ["<p>一二三</p>", "<p>四五六</p>"].map(str::to_owned).to_vec();
        SealedDocument::new(
            DocumentId(Uuid::from_u128(1)),
            CategoryId(Uuid::from_u128(2)),
            Arc::new(RenderedText::new(blocks, Vec::new(), n_blocks_before_more)),
        )
    }

    fn rules(level: AccessLevel, partial_chars: u32) -> Rules {
        Rules {
            guest: level,
            non_member: level,
            partial_chars,
            categories: HashMap::new(),
            documents: HashMap::new(),
        }
    }

    #[test]
    fn what_is_shown_is_measured_beside_the_whole() {
        for (level, partial_chars, n_shown, ending, is_cut) in [
            (AccessLevel::Free, 0, 6, "一二三 四五六", false),
            (AccessLevel::Partial, 5, 3, "一二三", true),
            (AccessLevel::Partial, 6, 6, "一二三 四五六", false),
            (AccessLevel::Members, 6, 0, "", true),
        ] {
            let measured = measure(&sealed(None), &rules(level, partial_chars), Audience::Guest);
            assert_eq!(
                (measured.n_chars_shown, measured.n_chars, measured.is_cut),
                (n_shown, 6, is_cut),
                "{level:?} {partial_chars}"
            );
            assert_eq!(measured.ending, ending);
        }
    }

    #[test]
    fn a_short_text_is_whole_unless_its_author_marked_a_place() {
        assert!(is_whole_when_partial(&sealed(None), 6));
        assert!(!is_whole_when_partial(&sealed(None), 5));
        assert!(!is_whole_when_partial(&sealed(Some(1)), 6));
    }
}
