//! What binding another base would do to the addresses that visitors read.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use diesel::PgConnection;
use moyan_domain::limits::{NAMED_ADDRESSES, REDIRECTS_PER_SITE};
use moyan_domain::{DocumentId, KnowledgeBaseId, SiteId};
use moyan_foundation::error::{AppError, Refusal};
use moyan_foundation::state::AppState;
use uuid::Uuid;

use super::content::{DraftPlace, read_base, settings_of, without_connection};
use crate::features::publish::dto::{BaseComparisonDto, LostAddressDto, PageAddressDto, RedirectProposalDto};
use crate::features::publish::matching::{Page, Pages};
use crate::features::publish::plan::{BaseContent, Plan};
use crate::features::publish::queries::{self, ReleaseDocument};
use crate::features::site::settings::SiteSettings;

/// Compares the live release with what the site would consist of with another base. Before the first release there is
/// nothing to lose.
pub async fn compare(
    state: &AppState,
    account: Uuid,
    site_id: SiteId,
    base_id: KnowledgeBaseId,
) -> Result<BaseComparisonDto, AppError> {
    let place: DraftPlace = Some(Arc::new(state.drafts.acquire(account).await?));
    let held = place.clone();
    let read = state.db.run(move |connection| {
        let _held = held;
        Compared::read(connection, site_id, base_id)
    });
    let read = read.await?;
    without_connection(place, move || {
        let plan = Plan::new(read.base, &read.settings);
        Ok(compared(&read.before, &plan, &read.redirected))
    })
    .await
}

/// What is compared, as it is at one moment.
struct Compared {
    before: Vec<ReleaseDocument>,
    redirected: HashSet<String>,
    settings: SiteSettings,
    base: BaseContent,
}

impl Compared {
    fn read(
        connection: &mut PgConnection,
        site_id: SiteId,
        base_id: KnowledgeBaseId,
    ) -> Result<Self, AppError> {
        connection
            .build_transaction()
            .repeatable_read()
            .read_only()
            .run(|connection| {
                let site = queries::find_site(connection, site_id)?.ok_or(Refusal::SiteNotFound)?;
                if !queries::has_base(connection, site.team_id, base_id)? {
                    return Err(Refusal::KnowledgeBaseNotFound.into());
                }
                let before = match site.live_release_id {
                    Some(release_id) => queries::list_release_documents(connection, release_id)?,
                    None => Vec::new(),
                };
                let redirected: HashSet<String> = queries::list_redirects(connection, site_id)?
                    .into_iter()
                    .map(|redirect| redirect.from_path)
                    .collect();
                Ok(Self {
                    before,
                    redirected,
                    settings: settings_of(queries::list_settings(connection, site_id)?, Vec::new())?,
                    base: read_base(connection, Some(base_id))?,
                })
            })
    }
}

fn compared(before: &[ReleaseDocument], plan: &Plan, redirected: &HashSet<String>) -> BaseComparisonDto {
    let old: HashSet<&str> = before.iter().map(|row| row.path.as_str()).collect();
    let new: HashMap<&str, DocumentId> = plan
        .documents
        .iter()
        .map(|document| (document.path.as_str(), document.base.id))
        .collect();
    let stays: HashSet<DocumentId> = new.values().copied().collect();
    let gained = plan
        .documents
        .iter()
        .filter(|document| !old.contains(document.path.as_str()));
    let n_gained = gained.clone().count();
    let lost: Vec<&ReleaseDocument> = before
        .iter()
        .filter(|row| !new.contains_key(row.path.as_str()) && !stays.contains(&row.document_id))
        .collect();
    let indexes: Vec<String> = plan
        .categories
        .iter()
        .map(|category| format!("/docs/{}", category.slug))
        .collect();
    let pages = Pages::new(
        plan.documents.iter().map(|document| Page {
            path: &document.path,
            title: &document.title,
        }),
        indexes.iter().zip(&plan.categories).map(|(path, category)| Page {
            path,
            title: &category.name,
        }),
    );
    BaseComparisonDto {
        n_documents: plan.documents.len(),
        n_kept: plan.documents.len() - n_gained,
        n_gained,
        gained: gained
            .take(NAMED_ADDRESSES)
            .map(|document| PageAddressDto {
                path: document.path.clone(),
                title: document.title.clone(),
            })
            .collect(),
        n_lost: lost.len(),
        lost: lost
            .into_iter()
            .take(REDIRECTS_PER_SITE)
            .map(|row| LostAddressDto {
                path: row.path.clone(),
                title: row.title.clone(),
                proposal: proposal(row, &pages, redirected),
            })
            .collect(),
    }
}

fn proposal(
    lost: &ReleaseDocument,
    pages: &Pages<'_>,
    redirected: &HashSet<String>,
) -> Option<RedirectProposalDto> {
    if redirected.contains(&lost.path) {
        return None;
    }
    let (page, reason) = pages.propose(Page {
        path: &lost.path,
        title: &lost.title,
    })?;
    Some(RedirectProposalDto {
        to: page.path.to_owned(),
        title: page.title.to_owned(),
        reason,
    })
}
