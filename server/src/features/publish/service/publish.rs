//! Making a release: it is begun, what is missing is rendered, and one transaction puts it in the live one's place.

use std::collections::HashMap;
use std::sync::Arc;

use chrono::{DateTime, TimeDelta, Utc};
use diesel::PgConnection;
use serde_json::{Value, json};
use uuid::Uuid;

use super::content::{Draft, ReadDraft, release_document};
use super::redirects::redirect_changed;
use super::releases::listed;
use super::renderings::render_missing;
use crate::access::{Caller, Feature, Plan};
use crate::config::limits::{
    PUBLISHES_PER_ACCOUNT_PER_HOUR, RELEASE_BUILDING_HOURS, RELEASES_PER_SITE, RENDERING_KEPT_DAYS,
};
use crate::domain::{KnowledgeBaseId, ReleaseId, SiteId, SiteStatus};
use crate::error::{AppError, Refusal};
use crate::features::audit::{AuditAction, Entry};
use crate::features::publish::content::FileRef;
use crate::features::publish::dto::ReleaseDto;
use crate::features::publish::plan::{ENGINE_VERSION, PlannedDocument};
use crate::features::publish::queries::{self, NewRelease, SiteRow};
use crate::state::AppState;
use crate::throttle::{self, Allowance};

const PUBLISHES: Allowance = Allowance::each(TimeDelta::hours(1), PUBLISHES_PER_ACCOUNT_PER_HOUR);

/// What is published, by whom and with which note.
#[derive(Clone, Debug)]
pub(super) struct Request {
    pub(super) site_id: SiteId,
    /// None for a schedule whose author is gone.
    pub(super) user_id: Option<Uuid>,
    pub(super) note: String,
    pub(super) now: DateTime<Utc>,
}

/// Publishes a site for somebody. It goes on when they go away meanwhile.
pub async fn publish(
    state: &AppState,
    caller: &Caller,
    site_id: SiteId,
    note: String,
) -> Result<ReleaseDto, AppError> {
    let request = Request {
        site_id,
        user_id: Some(caller.user_id),
        note,
        now: caller.now,
    };
    let (key, now) = (format!("publishes {}", caller.user_id), caller.now);
    state
        .db
        .run(move |connection| throttle::hit(connection, &key, PUBLISHES, now))
        .await?;
    let place = state.drafts.acquire(caller.user_id).await?;
    let state = state.clone();
    let publishing = async move {
        let _place = place;
        release(&state, request).await
    };
    actix_web::rt::spawn(publishing)
        .await
        .map_err(|error| AppError::Internal(format!("a site was not published: {error}")))?
}

/// Makes a release and puts it in the place of the live one, unless a newer one was faster.
pub(super) async fn release(state: &AppState, request: Request) -> Result<ReleaseDto, AppError> {
    let begun = request.clone();
    let (id, number) = state
        .db
        .transaction(move |connection| begin(connection, &begun))
        .await?;
    let released = build(state, &request, id, number).await;
    if released.is_err() {
        // Else the sweep removes it.
        let _ = state
            .db
            .run(move |connection| Ok(queries::delete_building(connection, id)?))
            .await;
    }
    released
}

async fn build(
    state: &AppState,
    request: &Request,
    id: ReleaseId,
    number: i32,
) -> Result<ReleaseDto, AppError> {
    let site_id = request.site_id;
    let read = move |connection: &mut PgConnection| ReadDraft::read(connection, site_id, Vec::new());
    let draft = state.db.run(read).await?.planned(None).await?;
    check(&draft)?;
    let documents = Arc::new(draft.plan.documents);
    render_missing(
        state,
        documents.clone(),
        &draft.plan.options,
        &draft.drawings,
        request.now,
        None,
    )
    .await?;
    let complete = Complete {
        id,
        number,
        site_id,
        settings: serde_json::to_value(&draft.settings)
            .map_err(|error| AppError::Internal(error.to_string()))?,
        categories: serde_json::to_value(&draft.plan.categories)
            .map_err(|error| AppError::Internal(error.to_string()))?,
        knowledge_base_id: draft.site.knowledge_base_id,
        documents,
        files: draft.plan.files,
    };
    let request = request.clone();
    state
        .db
        .transaction(move |connection| complete.finish(connection, &request))
        .await
}

/// Numbers a release. The lock on the site orders those that are begun at once.
fn begin(connection: &mut PgConnection, request: &Request) -> Result<(ReleaseId, i32), AppError> {
    queries::lock_site(connection, request.site_id)?.ok_or(Refusal::SiteNotFound)?;
    let site = queries::find_site(connection, request.site_id)?.ok_or(Refusal::SiteNotFound)?;
    check_site(&site, request.now)?;
    let number = queries::find_last_number(connection, request.site_id)? + 1;
    let id = ReleaseId(Uuid::now_v7());
    let release = NewRelease {
        id,
        site_id: request.site_id,
        number,
        status: "building",
        note: &request.note,
        settings: json!({}),
        categories: json!([]),
        engine_version: ENGINE_VERSION,
        created_by_id: request.user_id,
        created_at: request.now,
    };
    queries::insert_release(connection, &release)?;
    Ok((id, number))
}

/// Refuses a site that cannot be published, whatever is in it.
pub(super) fn check_site(site: &SiteRow, now: DateTime<Utc>) -> Result<(), AppError> {
    if site.purges_at.is_some() {
        return Err(Refusal::SiteInBin.into());
    }
    if site.status == SiteStatus::Archived.as_str() {
        return Err(Refusal::SiteArchived.into());
    }
    if site.team_suspended_at.is_some() || site.team_purges_at.is_some() {
        return Err(Refusal::TeamSuspended.into());
    }
    let plan = Plan::effective(&site.plan, site.plan_ends_at, now);
    if !plan.has(Feature::SiteDeployment) {
        return Err(Refusal::PlanLimit.into());
    }
    if site.knowledge_base_id.is_none() {
        return Err(Refusal::SiteWithoutKnowledgeBase.into());
    }
    Ok(())
}

/// Refuses what visitors could not read as it is meant.
fn check(draft: &Draft) -> Result<(), AppError> {
    if draft.plan.base_id.is_none() {
        return Err(Refusal::SiteWithoutKnowledgeBase.into());
    }
    if draft.plan.documents.is_empty() {
        return Err(Refusal::SiteWithoutDocuments.into());
    }
    Ok(())
}

/// A release whose documents are rendered.
struct Complete {
    id: ReleaseId,
    number: i32,
    site_id: SiteId,
    settings: Value,
    categories: Value,
    knowledge_base_id: Option<KnowledgeBaseId>,
    documents: Arc<Vec<PlannedDocument>>,
    files: HashMap<String, FileRef>,
}

impl Complete {
    /// Writes everything and swaps the pointer, all or nothing.
    fn finish(self, connection: &mut PgConnection, request: &Request) -> Result<ReleaseDto, AppError> {
        queries::lock_site(connection, self.site_id)?.ok_or(Refusal::SiteNotFound)?;
        let site = queries::find_site(connection, self.site_id)?.ok_or(Refusal::SiteNotFound)?;
        // Meanwhile it may have been archived, deleted, suspended.
        check_site(&site, request.now)?;
        // Or somebody went back to an older release, which this one would undo.
        if !queries::lock_building(connection, self.id)? {
            return Err(Refusal::ReleaseCanceled.into());
        }
        let rows = (0..)
            .zip(self.documents.iter())
            .map(|(position, document)| release_document(document, self.id, position))
            .collect::<Vec<_>>();
        queries::insert_documents(connection, &rows)?;
        queries::insert_files(connection, self.id, &self.files)?;
        let n_documents = i32::try_from(rows.len()).unwrap_or(i32::MAX);
        queries::complete_release(
            connection,
            self.id,
            &self.settings,
            &self.categories,
            n_documents,
            self.knowledge_base_id,
        )?;
        if !queries::has_newer_release(connection, self.site_id, self.number)? {
            redirect_changed(connection, &site, self.id, request.now)?;
            queries::update_live_release(connection, self.site_id, self.id, request.now)?;
        }
        queries::delete_old_releases(connection, self.site_id, RELEASES_PER_SITE)?;
        let entry = match request.user_id {
            Some(user_id) => Entry::by(user_id, AuditAction::SitePublished),
            None => Entry::by_system(AuditAction::SitePublished),
        };
        entry
            .in_team(site.team_id)
            .with(json!({ "name": site.name, "number": self.number, "note": request.note }))
            .record(connection)?;
        listed(connection, self.site_id, self.id)
    }
}

/// Removes what an unfinished publish left behind, and renderings that no release names.
pub fn sweep(connection: &mut PgConnection, now: DateTime<Utc>) -> Result<(), AppError> {
    queries::delete_given_up(connection, now - TimeDelta::hours(RELEASE_BUILDING_HOURS))?;
    queries::delete_unnamed_renderings(connection, now - TimeDelta::days(RENDERING_KEPT_DAYS))?;
    Ok(())
}
