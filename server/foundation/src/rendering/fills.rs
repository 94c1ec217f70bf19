//! What goes into the slots of an article.

use std::sync::LazyLock;

use moyan_export::{Fill, Slot, SlotKind};
use moyan_highlight::Highlighter;

use super::Failure;

/// Grammars compile on first use, so the whole process shares one highlighter.
static HIGHLIGHTER: LazyLock<Highlighter> = LazyLock::new(Highlighter::bundled);

/// Fills every slot that can be filled without a browser, and says what is wrong with the others.
pub(super) fn make(slots: Vec<Slot>) -> (Vec<Fill>, Vec<Failure>) {
    let mut failures = Vec::new();
    let fills = slots
        .into_iter()
        .map(|slot| match content(&slot) {
            Ok(html) => Fill {
                slot,
                html: Some(html),
                error: None,
            },
            Err((key, message)) => {
                failures.push(Failure {
                    slot: slot.clone(),
                    key,
                    message: message.clone(),
                });
                Fill {
                    slot,
                    html: None,
                    error: Some(message),
                }
            }
        })
        .collect();
    (fills, failures)
}

/// The HTML of a slot, or a key and a sentence that says why there is none.
pub(super) fn content(slot: &Slot) -> Result<String, (String, String)> {
    match slot.kind {
        SlotKind::Code => Ok(HIGHLIGHTER.highlight(slot.lang.as_deref().unwrap_or_default(), &slot.source)),
        SlotKind::Math => moyan_math::formula_svg(&slot.source, slot.display)
            .map_err(|error| (error.key().to_owned(), error.to_string())),
        SlotKind::Diagram => Err((
            "diagram.needsBrowser".to_owned(),
            "only a browser can draw this diagram; its source is shown".to_owned(),
        )),
    }
}
