//! What pages would not show: diagrams without a drawing, which only a browser can draw, and images that are nowhere.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use moyan_domain::limits::{
    MISSING_IMAGE_MAX_CHARS, MISSING_IMAGES_MAX, UNDRAWN_DIAGRAMS_MAX, UNDRAWN_DIAGRAMS_MAX_BYTES,
};
use moyan_domain::{DocumentId, SiteId};
use moyan_foundation::error::AppError;
use moyan_foundation::files::hash_of;
use moyan_foundation::rendering::{Media, image_of, media_of};
use moyan_foundation::state::AppState;
use uuid::Uuid;

use super::content::{Draft, DraftPlace, ReadDraft, without_connection};
use super::renderings::CORES;
use crate::features::publish::content::FileRef;
use crate::features::publish::dto::{DocumentMissingMediaDto, MissingMediaDto};

/// The diagrams and images that pages would not show if the site was published now, as many as an answer holds.
pub async fn list_missing(
    state: &AppState,
    account: Uuid,
    site_id: SiteId,
) -> Result<MissingMediaDto, AppError> {
    let place: DraftPlace = Some(Arc::new(state.drafts.acquire(account).await?));
    let held = place.clone();
    let read = state.db.run(move |connection| {
        let _held = held;
        ReadDraft::read(connection, site_id, Vec::new())
    });
    let read = read.await?;
    let stored = read.images().keys().cloned().collect();
    let Draft { plan, drawings, .. } = read.planned(place.clone()).await?;
    let mut found = Found {
        drawings,
        stored,
        ..Found::default()
    };
    for document in plan.documents {
        let may_hold_diagrams = document.names.may_hold_diagrams && !found.is_full();
        found.has_more |= document.names.may_hold_diagrams && !may_hold_diagrams;
        let may_hold_images = found.n_images < MISSING_IMAGES_MAX && may_hold_images(&document.base.content);
        if !may_hold_diagrams && !may_hold_images {
            continue;
        }
        // For one document at a time: whoever renders or publishes has the cores in between.
        let cores = CORES
            .acquire()
            .await
            .map_err(|error| AppError::Internal(error.to_string()))?;
        let (text, options) = (document.base.content, plan.options.clone());
        let media = without_connection(place.clone(), move || {
            let _cores = cores;
            Ok(media_of(&text, &options))
        });
        found.add(document.base.id, document.title, media.await?);
    }
    Ok(found.answer())
}

/// Whether a text may hold an image: it may find more than a parser does, never less.
fn may_hold_images(text: &str) -> bool {
    text.contains("![") || ["<img", "<IMG", "<Img"].iter().any(|tag| text.contains(tag))
}

/// What was found so far, and no more than an answer holds.
#[derive(Default)]
struct Found {
    /// What is drawn, by the hash of its source.
    drawings: HashMap<String, FileRef>,
    /// Names of the images of the base.
    stored: HashSet<String>,
    documents: Vec<DocumentMissingMediaDto>,
    n_sources: usize,
    n_bytes: usize,
    n_images: usize,
    has_more: bool,
}

impl Found {
    fn is_full(&self) -> bool {
        self.has_more || self.n_sources >= UNDRAWN_DIAGRAMS_MAX || self.n_bytes >= UNDRAWN_DIAGRAMS_MAX_BYTES
    }

    /// Adds what a document would not show.
    fn add(&mut self, id: DocumentId, title: String, media: Media) {
        let sources = self.undrawn(media.diagrams);
        let images = self.missing_images(media.images);
        if !sources.is_empty() || !images.is_empty() {
            self.documents.push(DocumentMissingMediaDto {
                id,
                title,
                sources,
                images,
            });
        }
    }

    /// The diagrams that nobody has drawn. The last one may go beyond the bytes: one is there always.
    fn undrawn(&mut self, sources: Vec<String>) -> Vec<String> {
        let mut undrawn = Vec::new();
        for source in sources {
            if self.drawings.contains_key(&hash_of(source.as_bytes())) {
                continue;
            }
            if self.is_full() {
                self.has_more = true;
                break;
            }
            self.n_sources += 1;
            self.n_bytes += source.len();
            undrawn.push(source);
        }
        undrawn
    }

    fn missing_images(&mut self, addresses: Vec<String>) -> Vec<String> {
        let is_missing = |url: &String| image_of(url).is_none_or(|name| !self.stored.contains(name));
        let missing: Vec<String> = addresses
            .into_iter()
            .filter(is_missing)
            .take(MISSING_IMAGES_MAX.saturating_sub(self.n_images))
            .map(|url| url.chars().take(MISSING_IMAGE_MAX_CHARS).collect())
            .collect();
        self.n_images += missing.len();
        missing
    }

    fn answer(self) -> MissingMediaDto {
        MissingMediaDto {
            documents: self.documents,
            has_more: self.has_more,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(documents: Vec<Vec<String>>) -> (Vec<usize>, bool) {
        let mut found = Found::default();
        for sources in documents {
            let media = Media {
                diagrams: sources,
                ..Media::default()
            };
            found.add(DocumentId(Uuid::nil()), String::new(), media);
        }
        let answer = found.answer();
        let counts = answer.documents.iter().map(|document| document.sources.len());
        (counts.collect(), answer.has_more)
    }

    #[test]
    fn an_answer_holds_so_many_diagrams_and_bytes() {
        let small = |n: usize| (0..n).map(|n| n.to_string()).collect::<Vec<_>>();
        let max = UNDRAWN_DIAGRAMS_MAX;
        assert_eq!(found(vec![small(max)]), (vec![max], false));
        assert_eq!(found(vec![small(max + 1)]), (vec![max], true));
        assert_eq!(found(vec![small(max - 1), small(2)]), (vec![max - 1, 1], true));
        let large = "x".repeat(UNDRAWN_DIAGRAMS_MAX_BYTES);
        assert_eq!(found(vec![vec![large.clone()]]), (vec![1], false));
        assert_eq!(
            found(vec![vec![large.clone(), large.clone()], vec![large]]),
            (vec![1], true)
        );
    }

    #[test]
    fn an_answer_names_so_many_images_and_so_much_of_each_address() {
        let mut found = Found::default();
        found.stored.insert("0123456789abcdef.png".to_owned());
        let mut add = |images: Vec<String>| {
            let media = Media {
                images,
                ..Media::default()
            };
            found.add(DocumentId(Uuid::nil()), String::new(), media);
        };
        add(vec!["images/0123456789abcdef.png".to_owned()]);
        add(vec!["图".repeat(MISSING_IMAGE_MAX_CHARS + 1)]);
        add((0..MISSING_IMAGES_MAX).map(|n| n.to_string()).collect());
        let answer = found.answer();
        let counts = answer.documents.iter().map(|document| document.images.len());
        assert_eq!(counts.collect::<Vec<_>>(), [1, MISSING_IMAGES_MAX - 1]);
        assert_eq!(
            answer.documents[0].images[0].chars().count(),
            MISSING_IMAGE_MAX_CHARS
        );
        assert!(!answer.has_more);
    }
}
