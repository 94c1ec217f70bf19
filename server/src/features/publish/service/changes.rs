//! What publishing would change.

use std::collections::HashMap;
use std::sync::Arc;

use diesel::PgConnection;
use moyan_domain::{DocumentId, SiteId};
use moyan_foundation::error::{AppError, Refusal};
use moyan_foundation::state::AppState;
use serde_json::Value;
use uuid::Uuid;

use super::content::{DraftPlace, ReadDraft, released_settings, settings_of, without_connection};
use super::releases::live;
use crate::features::publish::dto::{
    ChangedDocumentDto, ChangedSettingsDto, ChangedTabDto, ChangedTextDto, ChangesDto, DocumentChange,
    LeftOutDto, PathProblemDto, ReleaseDto,
};
use crate::features::publish::plan::{Plan, PlannedDocument};
use crate::features::publish::queries::{self, ReleaseDocument, ReleaseRow, SiteRow};
use crate::features::site::settings::{SettingsTab, SiteSettings};

/// What differs between the live release and what would be released now.
pub async fn list_changes(state: &AppState, account: Uuid, site_id: SiteId) -> Result<ChangesDto, AppError> {
    let place: DraftPlace = Some(Arc::new(state.drafts.acquire(account).await?));
    let held = place.clone();
    let read = state.db.run(move |connection| {
        let _held = held;
        ReadChanges::read(connection, site_id)
    });
    let read = read.await?;
    without_connection(place, move || Ok(read.compared())).await
}

/// A draft, and the release that it is compared with.
struct ReadChanges {
    draft: ReadDraft,
    release: Option<ReleaseRow>,
    before: Vec<ReleaseDocument>,
    tabs: Vec<ChangedTabDto>,
    live: Option<ReleaseDto>,
}

impl ReadChanges {
    fn read(connection: &mut PgConnection, site_id: SiteId) -> Result<Self, AppError> {
        let draft = ReadDraft::read(connection, site_id, Vec::new())?;
        let release = live_release(connection, &draft.site)?;
        let before = match &release {
            Some(release) => queries::list_release_documents(connection, release.id)?,
            None => Vec::new(),
        };
        Ok(Self {
            tabs: changed_tabs(connection, site_id, release.as_ref(), &draft.settings)?,
            live: live(connection, site_id)?,
            draft,
            release,
            before,
        })
    }

    fn compared(self) -> ChangesDto {
        let plan = self.draft.plan().plan;
        ChangesDto {
            live_release: self.live,
            tabs: self.tabs.into_iter().map(|changed| changed.tab).collect(),
            documents: changed_documents(self.before, &plan, self.release.as_ref()),
            n_documents: plan.documents.len(),
            path_problems: path_problems(&plan),
            left_out: plan
                .left_out
                .into_iter()
                .map(|left_out| LeftOutDto {
                    id: left_out.id,
                    title: left_out.title,
                    reason: left_out.reason,
                })
                .collect(),
        }
    }
}

fn live_release(connection: &mut PgConnection, site: &SiteRow) -> Result<Option<ReleaseRow>, AppError> {
    Ok(match site.live_release_id {
        Some(id) => queries::find_release(connection, site.id, id)?,
        None => None,
    })
}

/// What publishing would change of the settings.
pub fn list_changed_settings(
    connection: &mut PgConnection,
    site_id: SiteId,
) -> Result<ChangedSettingsDto, AppError> {
    connection
        .build_transaction()
        .repeatable_read()
        .read_only()
        .run(|connection| {
            let site = queries::find_site(connection, site_id)?.ok_or(Refusal::SiteNotFound)?;
            let settings = settings_of(queries::list_settings(connection, site_id)?, Vec::new())?;
            let release = live_release(connection, &site)?;
            let tabs = changed_tabs(connection, site_id, release.as_ref(), &settings)?;
            Ok(ChangedSettingsDto { tabs })
        })
}

/// Tabs that are frozen and differ; all of them before the first release.
///
/// What was released is read as pages read it, so that a field that came later is no change by itself.
fn changed_tabs(
    connection: &mut PgConnection,
    site_id: SiteId,
    release: Option<&ReleaseRow>,
    settings: &SiteSettings,
) -> Result<Vec<ChangedTabDto>, AppError> {
    let json = |settings: &SiteSettings| {
        serde_json::to_value(settings).map_err(|error| AppError::Internal(error.to_string()))
    };
    let mut before = match release {
        Some(release) => Some(json(&released_settings(connection, site_id, release)?)?),
        None => None,
    };
    let mut after = json(settings)?;
    let tabs = SettingsTab::NAMES
        .iter()
        .filter_map(|name| SettingsTab::parse(name));
    let changed = tabs.filter(|tab| !tab.is_live()).filter_map(|tab| {
        let taken = |tabs: &mut Value| tabs.get_mut(tab.as_str()).map(Value::take);
        let before = before.as_mut().and_then(taken);
        let after = taken(&mut after)?;
        (before.as_ref() != Some(&after)).then_some(ChangedTabDto { tab, before, after })
    });
    Ok(changed.collect())
}

fn changed_documents(
    before: Vec<ReleaseDocument>,
    plan: &Plan,
    release: Option<&ReleaseRow>,
) -> Vec<ChangedDocumentDto> {
    let is_same_base = release.is_some_and(|release| release.knowledge_base_id == plan.base_id);
    let mut left: HashMap<DocumentId, ReleaseDocument> = HashMap::new();
    let mut order = Vec::new();
    for row in before {
        order.push(row.document_id);
        left.insert(row.document_id, row);
    }
    let mut changed = Vec::new();
    for document in &plan.documents {
        let row = left.remove(&document.base.id);
        let Some(change) = change_of(row.as_ref(), document, is_same_base) else {
            continue;
        };
        let previous = row.map(|row| row.path).filter(|path| *path != document.path);
        changed.push(ChangedDocumentDto {
            id: document.base.id,
            title: document.title.clone(),
            change,
            path: document.path.clone(),
            previous_path: previous,
        });
    }
    for id in order {
        if let Some(row) = left.remove(&id) {
            changed.push(ChangedDocumentDto {
                id,
                title: row.title,
                change: DocumentChange::Removed,
                path: row.path,
                previous_path: None,
            });
        }
    }
    changed
}

fn change_of(
    before: Option<&ReleaseDocument>,
    now: &PlannedDocument,
    is_same_base: bool,
) -> Option<DocumentChange> {
    let Some(before) = before else {
        return Some(DocumentChange::Added);
    };
    let has_other_words = before.title != now.title
        || before.sidebar_label != now.sidebar_label
        || before.description != now.description
        || before.date != now.date;
    // A text that was changed and changed back is rendered the same.
    let has_other_text = (!is_same_base || before.text_revision != now.base.text_revision)
        && before.rendered_hash != now.rendered_hash;
    let has_moved = before.path != now.path
        || before.parent_id != now.parent_id
        || before.category_id != now.base.category_id;
    if has_other_words || has_other_text {
        Some(DocumentChange::Changed)
    } else {
        has_moved.then_some(DocumentChange::Moved)
    }
}

fn path_problems(plan: &Plan) -> Vec<PathProblemDto> {
    let problem_of: HashMap<DocumentId, _> = plan.path_problems.iter().copied().collect();
    let documents = plan.documents.iter();
    documents
        .filter_map(|document| {
            Some(PathProblemDto {
                problem: *problem_of.get(&document.base.id)?,
                id: document.base.id,
                title: document.title.clone(),
                path: document.path.clone(),
            })
        })
        .collect()
}

/// Both texts of a document.
pub fn find_changed_text(
    connection: &mut PgConnection,
    site_id: SiteId,
    id: DocumentId,
) -> Result<ChangedTextDto, AppError> {
    let site = queries::find_site(connection, site_id)?.ok_or(Refusal::SiteNotFound)?;
    let before = match site.live_release_id {
        Some(release_id) => queries::find_release_document(connection, release_id, id)?,
        None => None,
    };
    let source = match &before {
        Some(row) => queries::find_source(connection, &row.rendered_hash)?,
        None => None,
    };
    let after = match site.knowledge_base_id {
        Some(base_id) => queries::find_text(connection, base_id, id)?,
        None => None,
    };
    if before.is_none() && after.is_none() {
        return Err(Refusal::DocumentNotFound.into());
    }
    let (title_after, after) = after.unzip();
    Ok(ChangedTextDto {
        id,
        title_before: before.map(|row| row.title),
        before: source.and_then(|source| source.as_str().map(str::to_owned)),
        title_after,
        after,
    })
}
