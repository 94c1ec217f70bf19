//! Making a release: it is begun, what is missing is rendered, and one transaction puts it in the live one's place.

mod contents;
mod documents;

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use chrono::{DateTime, TimeDelta, Utc};
use diesel::PgConnection;
use moyan_domain::limits::{PUBLISHES_PER_ACCOUNT_PER_HOUR, RELEASE_BUILDING_HOURS, RENDERING_KEPT_DAYS};
use moyan_domain::{DocumentId, Feature, Plan, ReleaseId, SiteId, SiteStatus};
use moyan_foundation::access::Caller;
use moyan_foundation::error::{AppError, Refusal};
use moyan_foundation::state::AppState;
use moyan_foundation::throttle::{self, Allowance};
use serde_json::json;
use uuid::Uuid;

use self::contents::Contents;
pub(super) use self::documents::release_documents;
use super::content::{Draft, ReadDraft, release_document};
use super::renderings::render_missing;
use crate::features::publish::content::FileRef;
use crate::features::publish::dto::ReleaseDto;
use crate::features::publish::plan::{ENGINE_VERSION, PlannedDocument};
use crate::features::publish::queries::{self, NewRelease, ReleaseDocument, ReleaseStatus, SiteRow};

const PUBLISHES: Allowance = Allowance::each(TimeDelta::hours(1), PUBLISHES_PER_ACCOUNT_PER_HOUR);

/// How often a release is made anew because what it is made of changed meanwhile.
const TRIES: usize = 3;

/// What is published, by whom and with which note.
#[derive(Clone, Debug)]
pub(super) struct Request {
    pub(super) site_id: SiteId,
    /// The documents that are published alone; none of them: the whole site.
    pub(super) document_ids: Vec<DocumentId>,
    /// The moment for which those documents waited; none for what is published by hand, and for the whole site.
    pub(super) due_at: Option<DateTime<Utc>>,
    /// None for a schedule whose author is gone.
    pub(super) user_id: Option<Uuid>,
    pub(super) note: String,
    pub(super) now: DateTime<Utc>,
}

/// Publishes a site, or one document of it, for somebody. It goes on when they go away meanwhile.
pub async fn publish(
    state: &AppState,
    caller: &Caller,
    site_id: SiteId,
    document_id: Option<DocumentId>,
    note: String,
) -> Result<ReleaseDto, AppError> {
    let request = Request {
        site_id,
        document_ids: document_id.into_iter().collect(),
        due_at: None,
        user_id: Some(caller.user_id),
        note,
        now: caller.now,
    };
    let (user_id, now) = (caller.user_id, caller.now);
    state
        .db
        .run(move |connection| count_publish(connection, user_id, now))
        .await?;
    let place = state.drafts.acquire(caller.user_id).await?;
    let state = state.clone();
    let publishing = async move {
        let _place = place;
        match request.document_ids.is_empty() {
            true => release(&state, request).await,
            false => release_documents(&state, &request).await?.of_one(),
        }
    };
    actix_web::rt::spawn(publishing)
        .await
        .map_err(|error| AppError::Internal(format!("a site was not published: {error}")))?
}

/// Counts a publish of an account, now or later.
pub(super) fn count_publish(
    connection: &mut PgConnection,
    user_id: Uuid,
    now: DateTime<Utc>,
) -> Result<(), AppError> {
    throttle::hit(connection, &format!("publishes {user_id}"), PUBLISHES, now)
}

/// Notes how long a publish took, and whether it failed by a fault of the server.
pub(super) async fn measured<T>(
    state: &AppState,
    publishing: impl Future<Output = Result<T, AppError>>,
) -> Result<T, AppError> {
    let metrics = &state.metrics.publishing;
    let _timer = metrics.publish_seconds.start_timer();
    let published = publishing.await;
    if matches!(published, Err(AppError::Internal(_) | AppError::Unavailable(_))) {
        metrics.failures.inc();
    }
    published
}

/// Makes a release of the whole site and puts it in the place of the live one, unless a newer one was faster.
pub(super) async fn release(state: &AppState, request: Request) -> Result<ReleaseDto, AppError> {
    measured(state, release_now(state, request)).await
}

async fn release_now(state: &AppState, request: Request) -> Result<ReleaseDto, AppError> {
    let begun = request.clone();
    let (id, number) = state
        .db
        .transaction(move |connection| begin(connection, &begun))
        .await?;
    let released = build_until_current(state, &request, id, number).await;
    if released.is_err() {
        // Else the sweep removes it.
        let _ = state
            .db
            .run(move |connection| Ok(queries::delete_building(connection, id)?))
            .await;
    }
    released
}

/// Builds a release. When documents get a moment of their own meanwhile, it is built anew without them.
async fn build_until_current(
    state: &AppState,
    request: &Request,
    id: ReleaseId,
    number: i32,
) -> Result<ReleaseDto, AppError> {
    for _ in 0..TRIES {
        if let Some(released) = build(state, request, id, number).await? {
            return Ok(released);
        }
    }
    Err(Refusal::ReleaseBuilding.into())
}

async fn build(
    state: &AppState,
    request: &Request,
    id: ReleaseId,
    number: i32,
) -> Result<Option<ReleaseDto>, AppError> {
    let site_id = request.site_id;
    let read = move |connection: &mut PgConnection| read_whole(connection, site_id);
    let (draft, kept) = state.db.run(read).await?;
    let draft = draft.planned(None).await?;
    check(&draft)?;
    let mut documents = draft.plan.documents;
    let rows = rows_of(&documents, &kept.rows);
    // Those that are kept have their rendering.
    documents.retain(|document| !kept.rows.contains_key(&document.base.id));
    render_missing(
        state,
        Arc::new(documents),
        &draft.plan.options,
        &draft.drawings,
        request.now,
        None,
    )
    .await?;
    let mut files = kept.files;
    files.extend(draft.plan.files);
    let contents = Contents {
        settings: serde_json::to_value(&draft.settings)
            .map_err(|error| AppError::Internal(error.to_string()))?,
        categories: serde_json::to_value(&draft.plan.categories)
            .map_err(|error| AppError::Internal(error.to_string()))?,
        knowledge_base_id: draft.site.knowledge_base_id,
        rows,
        files,
    };
    let request = request.clone();
    state
        .db
        .transaction(move |connection| finish(connection, &request, (id, number), contents, &kept.waiting))
        .await
}

/// What visitors read of documents that wait for a moment of their own.
#[derive(Default)]
struct Kept {
    /// All that wait, also those that visitors do not read.
    waiting: HashSet<DocumentId>,
    rows: HashMap<DocumentId, ReleaseDocument>,
    files: HashMap<String, FileRef>,
}

/// A site as it is now, but for documents that wait for their moment: new ones are held back, the others stay as visitors
/// read them.
fn read_whole(connection: &mut PgConnection, site_id: SiteId) -> Result<(ReadDraft, Kept), AppError> {
    let mut draft = ReadDraft::read(connection, site_id, Vec::new())?;
    let mut kept = Kept {
        waiting: queries::list_waiting(connection, site_id)?,
        ..Kept::default()
    };
    let live_id = draft.site.live_release_id.filter(|_| !kept.waiting.is_empty());
    if let Some(live_id) = live_id {
        kept.files = queries::list_release_files(connection, live_id)?;
        kept.rows = queries::list_release_documents(connection, live_id)?
            .into_iter()
            .filter(|row| kept.waiting.contains(&row.document_id))
            .map(|row| (row.document_id, row))
            .collect();
    }
    kept.rows.values().for_each(|row| draft.keep(row));
    let new = kept.waiting.iter().filter(|id| !kept.rows.contains_key(id));
    new.for_each(|id| draft.hold_back(*id));
    Ok((draft, kept))
}

/// The rows of a release. A document that is kept has the place that the plan gives it, and the words of before.
fn rows_of(
    documents: &[PlannedDocument],
    kept: &HashMap<DocumentId, ReleaseDocument>,
) -> Vec<ReleaseDocument> {
    let row_of = |document: &PlannedDocument| match kept.get(&document.base.id) {
        Some(before) => ReleaseDocument {
            category_id: document.base.category_id,
            parent_id: document.parent_id,
            path: document.path.clone(),
            ..before.clone()
        },
        None => release_document(document),
    };
    documents.iter().map(row_of).collect()
}

/// Numbers a release. The lock on the site orders those that are begun at once.
fn begin(connection: &mut PgConnection, request: &Request) -> Result<(ReleaseId, i32), AppError> {
    queries::lock_site(connection, request.site_id)?.ok_or(Refusal::SiteNotFound)?;
    let site = queries::find_site(connection, request.site_id)?.ok_or(Refusal::SiteNotFound)?;
    check_site(&site, request.now)?;
    insert_building(connection, request, &request.note)
}

/// Begins a release of a site that is locked.
fn insert_building(
    connection: &mut PgConnection,
    request: &Request,
    note: &str,
) -> Result<(ReleaseId, i32), AppError> {
    let number = queries::find_last_number(connection, request.site_id)? + 1;
    let id = ReleaseId(Uuid::now_v7());
    let release = NewRelease {
        id,
        site_id: request.site_id,
        number,
        status: ReleaseStatus::Building,
        note,
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
    if site.status == SiteStatus::Archived {
        return Err(Refusal::SiteArchived.into());
    }
    if site.team_suspended_at.is_some() || site.team_purges_at.is_some() {
        return Err(Refusal::TeamSuspended.into());
    }
    let plan = Plan::effective(site.plan, site.plan_ends_at, now);
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

/// Puts a release that is built in the live one's place, all or nothing; none when a document waits that did not when it
/// was built.
fn finish(
    connection: &mut PgConnection,
    request: &Request,
    (id, number): (ReleaseId, i32),
    contents: Contents,
    waiting: &HashSet<DocumentId>,
) -> Result<Option<ReleaseDto>, AppError> {
    let site_id = request.site_id;
    queries::lock_site(connection, site_id)?.ok_or(Refusal::SiteNotFound)?;
    let site = queries::find_site(connection, site_id)?.ok_or(Refusal::SiteNotFound)?;
    // Meanwhile it may have been archived, deleted, suspended.
    check_site(&site, request.now)?;
    // Or somebody went back to an older release, which this one would undo.
    if !queries::lock_building(connection, id)? {
        return Err(Refusal::ReleaseCanceled.into());
    }
    if !queries::list_waiting(connection, site_id)?.is_subset(waiting) {
        return Ok(None);
    }
    queries::delete_failed_schedules(connection, site_id, waiting)?;
    let details = json!({ "name": site.name, "number": number, "note": request.note });
    contents
        .put_live(connection, request, &site, (id, number), details)
        .map(Some)
}

/// Removes what an unfinished publish left behind, and renderings that no release names.
pub fn sweep(connection: &mut PgConnection, now: DateTime<Utc>) -> Result<(), AppError> {
    queries::delete_given_up(connection, now - TimeDelta::hours(RELEASE_BUILDING_HOURS))?;
    queries::delete_unnamed_renderings(connection, now - TimeDelta::days(RENDERING_KEPT_DAYS))?;
    Ok(())
}
