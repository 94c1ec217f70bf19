//! Diagrams without a drawing. Only a browser can draw them; until one has, pages show their source.

use std::collections::HashSet;
use std::sync::Arc;

use uuid::Uuid;

use super::content::{Draft, DraftPlace, ReadDraft, without_connection};
use super::renderings::CORES;
use crate::config::limits::UNDRAWN_DIAGRAMS_MAX;
use crate::domain::SiteId;
use crate::error::AppError;
use crate::features::publish::dto::{UndrawnDiagramsDto, UndrawnDocumentDto};
use crate::files::hash_of;
use crate::rendering::diagram_sources;
use crate::state::AppState;

/// The diagrams that pages would show as source if the site was published now.
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
    let read = read.await?;
    let cores = CORES
        .acquire()
        .await
        .map_err(|error| AppError::Internal(error.to_string()))?;
    without_connection(place, move || {
        let _cores = cores;
        Ok(undrawn(read.plan()))
    })
    .await
}

fn undrawn(Draft { plan, drawings, .. }: Draft) -> UndrawnDiagramsDto {
    let mut seen = HashSet::new();
    let mut documents = Vec::new();
    let may_hold = plan
        .documents
        .into_iter()
        .filter(|document| document.names.may_hold_diagrams);
    for document in may_hold {
        if seen.len() >= UNDRAWN_DIAGRAMS_MAX {
            return UndrawnDiagramsDto {
                documents,
                has_more: true,
            };
        }
        let sources: Vec<String> = diagram_sources(&document.base.content, &plan.options)
            .into_iter()
            .filter(|source| !drawings.contains_key(&hash_of(source.as_bytes())))
            .collect();
        seen.extend(sources.iter().cloned());
        if !sources.is_empty() {
            documents.push(UndrawnDocumentDto {
                id: document.base.id,
                title: document.title,
                sources,
            });
        }
    }
    UndrawnDiagramsDto {
        documents,
        has_more: false,
    }
}
