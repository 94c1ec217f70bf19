//! Diagrams without a drawing. Only a browser can draw them; until one has, pages show their source.

use std::collections::HashMap;
use std::sync::Arc;

use moyan_domain::limits::{UNDRAWN_DIAGRAMS_MAX, UNDRAWN_DIAGRAMS_MAX_BYTES};
use moyan_domain::{DocumentId, SiteId};
use moyan_foundation::error::AppError;
use moyan_foundation::files::hash_of;
use moyan_foundation::rendering::diagram_sources;
use moyan_foundation::state::AppState;
use uuid::Uuid;

use super::content::{Draft, DraftPlace, ReadDraft, without_connection};
use super::renderings::CORES;
use crate::features::publish::content::FileRef;
use crate::features::publish::dto::{UndrawnDiagramsDto, UndrawnDocumentDto};

/// The diagrams that pages would show as source if the site was published now, as many as an answer holds.
pub async fn list_undrawn(
    state: &AppState,
    account: Uuid,
    site_id: SiteId,
) -> Result<UndrawnDiagramsDto, AppError> {
    let place: DraftPlace = Some(Arc::new(state.drafts.acquire(account).await?));
    let held = place.clone();
    let read = state.db.run(move |connection| {
        let _held = held;
        ReadDraft::read(connection, site_id, Vec::new())
    });
    let Draft { plan, drawings, .. } = read.await?.planned(place.clone()).await?;
    let mut found = Found::default();
    let may_hold = plan
        .documents
        .into_iter()
        .filter(|document| document.names.may_hold_diagrams);
    for document in may_hold {
        if found.is_full() {
            found.has_more = true;
            break;
        }
        // For one document at a time: whoever renders or publishes has the cores in between.
        let cores = CORES
            .acquire()
            .await
            .map_err(|error| AppError::Internal(error.to_string()))?;
        let (text, options) = (document.base.content, plan.options.clone());
        let sources = without_connection(place.clone(), move || {
            let _cores = cores;
            Ok(diagram_sources(&text, &options))
        });
        found.add(document.base.id, document.title, sources.await?, &drawings);
    }
    Ok(found.answer())
}

/// What was found so far, and no more than an answer holds.
#[derive(Default)]
struct Found {
    documents: Vec<UndrawnDocumentDto>,
    n_sources: usize,
    n_bytes: usize,
    has_more: bool,
}

impl Found {
    fn is_full(&self) -> bool {
        self.has_more || self.n_sources >= UNDRAWN_DIAGRAMS_MAX || self.n_bytes >= UNDRAWN_DIAGRAMS_MAX_BYTES
    }

    /// Adds the diagrams of a document that nobody has drawn. The last one may go beyond the bytes: one is there always.
    fn add(
        &mut self,
        id: DocumentId,
        title: String,
        sources: Vec<String>,
        drawings: &HashMap<String, FileRef>,
    ) {
        let mut undrawn = Vec::new();
        for source in sources {
            if drawings.contains_key(&hash_of(source.as_bytes())) {
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
        if !undrawn.is_empty() {
            self.documents.push(UndrawnDocumentDto {
                id,
                title,
                sources: undrawn,
            });
        }
    }

    fn answer(self) -> UndrawnDiagramsDto {
        UndrawnDiagramsDto {
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
            found.add(DocumentId(Uuid::nil()), String::new(), sources, &HashMap::new());
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
}
