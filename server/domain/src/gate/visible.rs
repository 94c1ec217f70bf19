//! The only way out for the text of a document.

use moyan_export::{excerpt, visible_text};

use super::{AccessLevel, Audience, DecidingRule, Decision, DocumentHeading, Rules, SealedDocument};
use crate::held_connection;
use crate::limits::EXCERPT_CHARS;

/// What somebody sees of a document.
#[derive(Clone, Debug, PartialEq)]
pub struct VisibleDocument {
    /// The HTML: clean, complete, its slots filled. Empty when nothing of the text is shown.
    pub html: String,
    /// The headings that stand in it.
    pub headings: Vec<DocumentHeading>,
    /// True when some of the text is kept back.
    pub is_cut: bool,
    /// How much is shown.
    pub level: AccessLevel,
    /// The rule that decided.
    pub rule: DecidingRule,
    /// The beginning of what is shown, as plain text, without a title above it.
    pub excerpt: String,
}

/// How much of a document somebody sees by the rules of its site. One that has moved since it was released is under the
/// stricter of the rules of both categories.
pub fn decide(sealed: &SealedDocument, rules: &Rules, audience: Audience) -> Decision {
    let decide = |category_id| rules.decide(sealed.document_id, category_id, audience);
    let released = decide(sealed.category_id);
    sealed
        .moved_to
        .map_or(released, |category_id| released.stricter(decide(category_id)))
}

/// What of a document somebody sees by the rules of its site. Source: specification §6.
pub fn visible(sealed: &SealedDocument, rules: &Rules, audience: Audience) -> VisibleDocument {
    held_connection::forbid();
    let decision = decide(sealed, rules, audience);
    let text = &sealed.text;
    let (html, headings, is_cut) = match decision.level {
        AccessLevel::Free => (text.blocks.concat(), text.headings.clone(), false),
        AccessLevel::Partial => {
            let blocks: Vec<&str> = text.blocks.iter().map(String::as_str).collect();
            let part = excerpt(&blocks, text.cut(decision.partial_chars));
            let is_shown = |heading: &&DocumentHeading| part.heading_ids.contains(&heading.id);
            let headings = text.headings.iter().filter(is_shown).cloned().collect();
            (part.html, headings, part.is_cut)
        }
        AccessLevel::Members | AccessLevel::Hidden => (String::new(), Vec::new(), true),
    };
    let plain = visible_text(&html);
    VisibleDocument {
        is_cut,
        level: decision.level,
        rule: decision.rule,
        excerpt: beginning(behind_title(&plain, &headings)),
        headings,
        html,
    }
}

/// The text behind the heading of the first level that it begins with: what shows the text has shown a title already.
fn behind_title<'a>(text: &'a str, headings: &[DocumentHeading]) -> &'a str {
    headings
        .first()
        .filter(|heading| heading.level == 1)
        .and_then(|title| text.trim_start().strip_prefix(title.text.as_str()))
        .filter(|rest| rest.is_empty() || rest.starts_with(char::is_whitespace))
        .unwrap_or(text)
}

/// The first characters of a text in one line, with an ellipsis when there are more.
fn beginning(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let Some((end, _)) = line.char_indices().nth(EXCERPT_CHARS) else {
        return line;
    };
    let start = line.get(..end).unwrap_or_default().trim_end();
    format!("{start}…")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_excerpt_begins_behind_the_title() {
        let heading = |level: u8, text: &str| DocumentHeading {
            level,
            text: text.to_owned(),
            id: "id".to_owned(),
        };
        for (text, heading, rest) in [
            ("水\n水要活。", heading(1, "水"), "水要活。"),
            ("水", heading(1, "水"), ""),
            ("水要活。\n水", heading(1, "水"), "水要活。 水"),
            ("水\n水要活。", heading(2, "水"), "水 水要活。"),
            ("水要活。\n火", heading(1, "火"), "水要活。 火"),
        ] {
            assert_eq!(beginning(behind_title(text, &[heading])), rest, "{text}");
        }
        assert_eq!(behind_title("水", &[]), "水");
    }

    #[test]
    fn an_excerpt_is_one_line_and_says_when_there_is_more() {
        assert_eq!(beginning(" 一行\n\n  又一行 "), "一行 又一行");
        let all = "字".repeat(EXCERPT_CHARS);
        assert_eq!(beginning(&all), all);
        assert_eq!(beginning(&format!("{all}多")), format!("{all}…"));
        let words = format!("{} b c", "a".repeat(EXCERPT_CHARS - 1));
        assert_eq!(beginning(&words), format!("{}…", "a".repeat(EXCERPT_CHARS - 1)));
    }
}
