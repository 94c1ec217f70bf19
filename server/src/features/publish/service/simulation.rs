//! What rules of access do before they are saved. The gate itself says it, so nothing else knows its rules.

use std::collections::HashMap;

use actix_web::web;
use moyan_domain::gate::{AccessLevel, Audience, Rules, is_whole_when_partial, measure};
use moyan_domain::limits::{NAMED_ADDRESSES, SIMULATION_SAMPLES};
use moyan_domain::{CategoryId, DocumentId, SiteId};
use moyan_foundation::error::{AppError, Refusal};
use moyan_foundation::state::AppState;
use uuid::Uuid;

use super::content::{draft_content, rules_of};
use crate::features::publish::content::{SiteContent, SiteDocument};
use crate::features::publish::dto::{
    AccessSimulationDto, AudienceImpactDto, PageAddressDto, SimulateAccessRequest, SimulatedDocumentDto,
};
use crate::features::publish::queries::{self, ReleaseDocument};

/// What an audience sees of a document, and what rules that are not saved yet would change: of the documents as they
/// would be released now, and of the addresses that visitors read.
pub async fn simulate(
    state: &AppState,
    account: Uuid,
    site_id: SiteId,
    request: SimulateAccessRequest,
) -> Result<AccessSimulationDto, AppError> {
    let content = draft_content(state, account, site_id, Vec::new(), state.clock.now()).await?;
    let released = state
        .db
        .run(move |connection| {
            let site = queries::find_site(connection, site_id)?.ok_or(Refusal::SiteNotFound)?;
            Ok(match site.live_release_id {
                Some(release_id) => queries::list_release_documents(connection, release_id)?,
                None => Vec::new(),
            })
        })
        .await?;
    web::block(move || simulated(&content, &released, &request))
        .await
        .map_err(|error| AppError::Internal(format!("access was not simulated: {error}")))?
}

fn simulated(
    content: &SiteContent,
    released: &[ReleaseDocument],
    request: &SimulateAccessRequest,
) -> Result<AccessSimulationDto, AppError> {
    let saved = &content.rules;
    let draft = request.access.as_ref().map_or_else(|| saved.clone(), rules_of);
    let documents = &content.documents;
    let document = match request.document_id {
        None => documents.first(),
        Some(id) => {
            let found = documents.iter().find(|document| document.id == id);
            Some(found.ok_or(Refusal::DocumentNotFound)?)
        }
    };
    let show = |document| shown(document, &draft, request.audience);
    let vanishing = vanishing(released, documents, saved, &draft);
    Ok(AccessSimulationDto {
        document: document.map(show),
        samples: samples(documents, &draft, request.audience)
            .into_iter()
            .map(show)
            .collect(),
        impact: [Audience::Guest, Audience::NonMember]
            .map(|audience| impact(documents, saved, &draft, audience))
            .into(),
        n_vanishing: vanishing.len(),
        vanishing: vanishing
            .into_iter()
            .take(NAMED_ADDRESSES)
            .map(|row| PageAddressDto {
                path: row.path.clone(),
                title: row.title.clone(),
            })
            .collect(),
    })
}

fn shown(document: &SiteDocument, rules: &Rules, audience: Audience) -> SimulatedDocumentDto {
    let measured = measure(&document.sealed, rules, audience);
    SimulatedDocumentDto {
        id: document.id,
        title: document.title.clone(),
        level: measured.level,
        rule: measured.rule,
        is_cut: measured.is_cut,
        n_chars_shown: measured.n_chars_shown,
        n_chars: measured.n_chars,
        ending: measured.ending,
    }
}

/// Documents of which an audience sees the beginning: the first, one in the middle and the last.
fn samples<'a>(documents: &'a [SiteDocument], rules: &Rules, audience: Audience) -> Vec<&'a SiteDocument> {
    let partial: Vec<&SiteDocument> = documents
        .iter()
        .filter(|document| level(rules, document.id, document.category_id, audience) == AccessLevel::Partial)
        .collect();
    let last = partial.len().saturating_sub(1);
    let mut places = vec![0, last / 2, last];
    places.dedup();
    places.truncate(SIMULATION_SAMPLES);
    places
        .into_iter()
        .filter_map(|at| partial.get(at).copied())
        .collect()
}

fn level(rules: &Rules, document: DocumentId, category: CategoryId, audience: Audience) -> AccessLevel {
    rules.decide(document, category, audience).level
}

fn impact(documents: &[SiteDocument], saved: &Rules, draft: &Rules, audience: Audience) -> AudienceImpactDto {
    let mut impact = AudienceImpactDto {
        audience,
        n_free: 0,
        n_partial: 0,
        n_whole: 0,
        n_members: 0,
        n_hidden: 0,
        n_opened: 0,
        n_closed: 0,
        n_newly_hidden: 0,
    };
    for document in documents {
        let before = level(saved, document.id, document.category_id, audience);
        let decision = draft.decide(document.id, document.category_id, audience);
        match decision.level {
            AccessLevel::Free => impact.n_free += 1,
            AccessLevel::Partial => {
                impact.n_partial += 1;
                let is_whole = is_whole_when_partial(&document.sealed, decision.partial_chars);
                impact.n_whole += usize::from(is_whole);
            }
            AccessLevel::Members => impact.n_members += 1,
            AccessLevel::Hidden => impact.n_hidden += 1,
        }
        let (was, is) = (before.openness(), decision.level.openness());
        impact.n_opened += usize::from(is > was);
        impact.n_closed += usize::from(is < was);
        impact.n_newly_hidden += usize::from(is < was && decision.level == AccessLevel::Hidden);
    }
    impact
}

/// Pages of the live release that guests find now and would not find any more. As at the gate, one that has moved since
/// is under the rules of both its categories.
fn vanishing<'a>(
    released: &'a [ReleaseDocument],
    documents: &[SiteDocument],
    saved: &Rules,
    draft: &Rules,
) -> Vec<&'a ReleaseDocument> {
    let categories: HashMap<DocumentId, CategoryId> = documents
        .iter()
        .map(|document| (document.id, document.category_id))
        .collect();
    let is_hidden = |rules: &Rules, row: &ReleaseDocument| {
        let now = categories.get(&row.document_id).copied();
        [Some(row.category_id), now]
            .into_iter()
            .flatten()
            .any(|category| level(rules, row.document_id, category, Audience::Guest) == AccessLevel::Hidden)
    };
    released
        .iter()
        .filter(|row| !is_hidden(saved, row) && is_hidden(draft, row))
        .collect()
}
