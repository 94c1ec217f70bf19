//! Rendered documents whose text nobody but the gate reads.

use std::fmt;
use std::sync::Arc;

use moyan_export::Cut;
use serde::{Deserialize, Serialize};

use crate::{CategoryId, DocumentId};

/// A rendered text. It is read from the store and handed on; only the gate looks into it, so nothing serializes it.
#[derive(Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RenderedText {
    pub(super) blocks: Vec<String>,
    pub(super) headings: Vec<DocumentHeading>,
    /// How many blocks stand before the author's `<!--more-->`; none without one.
    pub(super) n_blocks_before_more: Option<usize>,
}

/// A heading of a document.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DocumentHeading {
    /// 1 to 6.
    pub level: u8,
    /// The text without markup.
    pub text: String,
    /// The anchor: the `id` of its element.
    pub id: String,
}

impl RenderedText {
    /// Seals what was rendered: blocks that are clean and complete, in their order.
    pub fn new(
        blocks: Vec<String>,
        headings: Vec<DocumentHeading>,
        n_blocks_before_more: Option<usize>,
    ) -> Self {
        Self {
            blocks,
            headings,
            n_blocks_before_more,
        }
    }

    /// Bytes of its blocks, for those who keep it in memory.
    pub fn n_bytes(&self) -> usize {
        self.blocks.iter().map(String::len).sum()
    }

    /// Where `partial` cuts: at the author's mark, else after a number of characters.
    pub(super) fn cut(&self, partial_chars: u32) -> Cut {
        let max_chars = usize::try_from(partial_chars).unwrap_or(usize::MAX);
        self.n_blocks_before_more
            .map_or(Cut::Characters(max_chars), Cut::Blocks)
    }
}

/// Says nothing of the text, so that no log does.
impl fmt::Debug for RenderedText {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "RenderedText({} blocks)", self.blocks.len())
    }
}

/// A document of a site: whose rules hold for it, and its text, which [`super::visible`] gives away.
#[derive(Clone, Debug)]
pub struct SealedDocument {
    pub(super) document_id: DocumentId,
    pub(super) category_id: CategoryId,
    /// Its category in the base, when it has moved since.
    pub(super) moved_to: Option<CategoryId>,
    pub(super) text: Arc<RenderedText>,
}

impl SealedDocument {
    /// Seals a document.
    pub fn new(document_id: DocumentId, category_id: CategoryId, text: Arc<RenderedText>) -> Self {
        Self {
            document_id,
            category_id,
            moved_to: None,
            text,
        }
    }

    /// The same document, which is in this category of its base now. The stricter of both rules holds: a release that
    /// is older than the move opens nothing.
    pub fn now_in(self, category_id: CategoryId) -> Self {
        Self {
            moved_to: Some(category_id).filter(|id| *id != self.category_id),
            ..self
        }
    }

    /// Bytes of its text, for those who keep it in memory.
    pub fn n_bytes(&self) -> usize {
        self.text.n_bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sealed_text_tells_logs_its_blocks_and_caches_its_bytes_and_nothing_else() {
        let sealed = SealedDocument {
            document_id: DocumentId(uuid::Uuid::nil()),
            category_id: CategoryId(uuid::Uuid::nil()),
            moved_to: None,
            text: Arc::new(RenderedText::new(
                vec!["secret".to_owned(), "密".to_owned()],
                Vec::new(),
                None,
            )),
        };
        assert_eq!((sealed.n_bytes(), sealed.text.n_bytes()), (9, 9));
        let logged = format!("{sealed:?}");
        assert!(logged.contains("RenderedText(2 blocks)"), "{logged}");
        assert!(!logged.contains("secret"), "{logged}");
    }
}
