//! Publishing some documents alone: the live release with those documents as they are now. Everything else stays as
//! visitors read it.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use chrono::{DateTime, Utc};
use diesel::PgConnection;
use moyan_article::RenderOptions;
use moyan_domain::limits::RELEASE_NOTE_MAX_CHARS;
use moyan_domain::{CategoryId, DocumentId, ReleaseId, SiteId};
use moyan_foundation::error::{AppError, Refusal};
use moyan_foundation::state::AppState;
use serde_json::json;
use uuid::Uuid;

use super::super::content::{ReadDraft, release_document, released_settings, unreadable, without_connection};
use super::super::renderings::render_missing;
use super::contents::Contents;
use super::{Request, TRIES, check_site, insert_building, measured};
use crate::features::publish::content::{FileRef, SiteCategory};
use crate::features::publish::dto::ReleaseDto;
use crate::features::publish::paths::Paths;
use crate::features::publish::plan::{DOCS, Plan, PlannedDocument};
use crate::features::publish::queries::{self, ReleaseDocument, ReleaseRow};

/// Documents that could not be published, and why.
pub(in super::super) type Refused = Vec<(DocumentId, Refusal)>;

/// What became of documents that were to be published alone.
pub(in super::super) struct Released {
    /// The release; none when none of them could be published.
    pub(in super::super) release: Option<ReleaseDto>,
    pub(in super::super) refused: Refused,
}

impl Released {
    /// The release of the one document that was asked for.
    pub(super) fn of_one(self) -> Result<ReleaseDto, AppError> {
        let refusal = self.refused.first().map(|(_, refusal)| *refusal);
        let refusal = refusal.unwrap_or(Refusal::ReleaseCanceled);
        self.release.ok_or_else(|| refusal.into())
    }
}

/// Releases documents on top of the live release, all in one. When another release takes its place meanwhile, or one of
/// them does not wait any more, it begins anew.
pub(in super::super) async fn release_documents(
    state: &AppState,
    request: &Request,
) -> Result<Released, AppError> {
    measured(state, release_documents_now(state, request)).await
}

async fn release_documents_now(state: &AppState, request: &Request) -> Result<Released, AppError> {
    for _ in 0..TRIES {
        let asked = request.clone();
        let read = move |connection: &mut PgConnection| {
            let ids = match asked.due_at {
                Some(due_at) => still_waiting(connection, &asked, due_at)?,
                None => asked.document_ids,
            };
            if ids.is_empty() {
                return Err(Refusal::ReleaseCanceled.into());
            }
            if queries::has_building(connection, asked.site_id)? {
                return Err(Refusal::ReleaseBuilding.into());
            }
            Ok((ReadLive::read(connection, asked.site_id)?, ids))
        };
        let (read, ids) = state.db.run(read).await?;
        let now = request.now;
        check_site(&read.draft.site, now)?;
        let (built, refused) = without_connection(None, move || read.with_documents(&ids)).await?;
        let Some(built) = built else {
            return Ok(Released {
                release: None,
                refused,
            });
        };
        let (options, drawings) = (built.options.clone(), built.drawings.clone());
        render_missing(state, built.rendered.clone(), &options, &drawings, now, None).await?;
        let request = request.clone();
        let released = state
            .db
            .transaction(move |connection| built.finish(connection, &request))
            .await?;
        if released.is_some() {
            return Ok(Released {
                release: released,
                refused,
            });
        }
    }
    Err(Refusal::ReleaseBuilding.into())
}

/// Those that still wait for the moment for which they are published.
fn still_waiting(
    connection: &mut PgConnection,
    request: &Request,
    due_at: DateTime<Utc>,
) -> Result<Vec<DocumentId>, AppError> {
    let waiting = queries::list_waiting_for(connection, request.site_id, due_at)?;
    let mut ids = request.document_ids.clone();
    ids.retain(|id| waiting.contains(id));
    Ok(ids)
}

/// The base as it is now, and the release that visitors read.
struct ReadLive {
    draft: ReadDraft,
    release: ReleaseRow,
    rows: Vec<ReleaseDocument>,
    files: HashMap<String, FileRef>,
}

impl ReadLive {
    fn read(connection: &mut PgConnection, site_id: SiteId) -> Result<Self, AppError> {
        let mut draft = ReadDraft::read(connection, site_id, Vec::new())?;
        let live_id = draft.site.live_release_id.ok_or(Refusal::SiteNotPublished)?;
        let release =
            queries::find_release(connection, site_id, live_id)?.ok_or(Refusal::SiteNotPublished)?;
        if draft.site.knowledge_base_id.is_none() {
            return Err(Refusal::SiteWithoutKnowledgeBase.into());
        }
        if release.knowledge_base_id != draft.site.knowledge_base_id {
            return Err(Refusal::ReleaseOfOtherBase.into());
        }
        // Which categories are shown, and how texts look, is as it was published.
        draft.settings = released_settings(connection, site_id, &release)?;
        Ok(Self {
            rows: queries::list_release_documents(connection, release.id)?,
            files: queries::list_release_files(connection, release.id)?,
            draft,
            release,
        })
    }

    /// The new release, none when it has none of the documents, and those that it cannot have: all texts are looked
    /// through, so no connection may be held.
    fn with_documents(self, ids: &[DocumentId]) -> Result<(Option<Built>, Refused), AppError> {
        let images = self.draft.images().clone();
        let draft = self.draft.plan();
        let plan = draft.plan;
        let categories = serde_json::from_value(self.release.categories.clone()).map_err(unreadable)?;
        let mut placed = Placed {
            categories,
            rows: self.rows,
            ids: HashSet::new(),
        };
        // Each after those above it, so that it stands below them.
        let wanted = |planned: &&PlannedDocument| ids.contains(&planned.base.id);
        plan.documents
            .iter()
            .filter(wanted)
            .for_each(|planned| placed.place(&plan, planned));
        let refused = refused_of(&plan, ids);
        if placed.ids.is_empty() {
            return Ok((None, refused));
        }
        let (mut rows, mut files) = (placed.rows, self.files);
        let paths: HashMap<Uuid, String> = rows
            .iter()
            .map(|row| (row.document_id.0, row.path.clone()))
            .collect();
        let mut documents = plan.documents;
        documents.retain(|document| placed.ids.contains(&document.base.id));
        for document in &mut documents {
            document.name(&paths, &images, &plan.options, &draft.drawings);
            files.extend(document.files(&images));
            let row = rows.iter_mut().find(|row| row.document_id == document.base.id);
            if let Some(row) = row {
                row.rendered_hash.clone_from(&document.rendered_hash);
            }
        }
        let built = Built {
            site_id: draft.site.id,
            base_release_id: self.release.id,
            ids: documents.iter().map(|document| document.base.id).collect(),
            title: joined_titles(&documents),
            contents: Contents {
                settings: self.release.settings,
                categories: serde_json::to_value(&placed.categories).map_err(unreadable)?,
                knowledge_base_id: self.release.knowledge_base_id,
                rows,
                files,
            },
            options: plan.options,
            drawings: draft.drawings,
            rendered: Arc::new(documents),
        };
        Ok((Some(built), refused))
    }
}

/// Those of the documents that are not on the site, and why.
fn refused_of(plan: &Plan, ids: &[DocumentId]) -> Refused {
    let planned: HashSet<DocumentId> = plan.documents.iter().map(|planned| planned.base.id).collect();
    let is_left_out = |id: &DocumentId| plan.left_out.iter().any(|left_out| left_out.id == *id);
    let reason = |id: &DocumentId| match is_left_out(id) {
        true => Refusal::ReleaseLeftOut,
        false => Refusal::DocumentNotFound,
    };
    let missing = ids.iter().filter(|id| !planned.contains(id));
    missing.map(|id| (*id, reason(id))).collect()
}

/// What a release of these documents is called when nobody notes anything: their titles, as many as a note holds.
fn joined_titles(documents: &[PlannedDocument]) -> String {
    let titles: Vec<&str> = documents.iter().map(|document| document.title.as_str()).collect();
    let all = titles.join(" · ");
    match all.char_indices().nth(RELEASE_NOTE_MAX_CHARS) {
        None => all,
        Some(_) => all
            .chars()
            .take(RELEASE_NOTE_MAX_CHARS - 1)
            .chain(['…'])
            .collect(),
    }
}

/// A release that differs from the live one by some documents.
struct Built {
    site_id: SiteId,
    base_release_id: ReleaseId,
    ids: Vec<DocumentId>,
    title: String,
    contents: Contents,
    options: RenderOptions,
    drawings: HashMap<String, FileRef>,
    rendered: Arc<Vec<PlannedDocument>>,
}

impl Built {
    /// Writes it down and makes it the live one; none when another one became the live one meanwhile, or when a document
    /// was taken back or got another moment, which stays.
    fn finish(
        self,
        connection: &mut PgConnection,
        request: &Request,
    ) -> Result<Option<ReleaseDto>, AppError> {
        queries::lock_site(connection, self.site_id)?.ok_or(Refusal::SiteNotFound)?;
        let site = queries::find_site(connection, self.site_id)?.ok_or(Refusal::SiteNotFound)?;
        check_site(&site, request.now)?;
        if site.live_release_id != Some(self.base_release_id) {
            return Ok(None);
        }
        // It would be older than this one, and visitors would not read what it brings.
        if queries::has_building(connection, self.site_id)? {
            return Err(Refusal::ReleaseBuilding.into());
        }
        if let Some(due_at) = request.due_at {
            let waiting = queries::list_waiting_for(connection, self.site_id, due_at)?;
            if !self.ids.iter().all(|id| waiting.contains(id)) {
                return Ok(None);
            }
        }
        // What is published need not be published later.
        queries::delete_document_schedules(connection, self.site_id, &self.ids)?;
        let note = match request.note.is_empty() {
            true => &self.title,
            false => &request.note,
        };
        let (id, number) = insert_building(connection, request, note)?;
        let details = json!({
            "name": site.name, "number": number, "note": request.note, "document": self.title,
        });
        self.contents
            .put_live(connection, request, &site, (id, number), details)
            .map(Some)
    }
}

/// The documents of a release while some of them get their places.
struct Placed {
    categories: Vec<SiteCategory>,
    rows: Vec<ReleaseDocument>,
    /// Those that have theirs.
    ids: HashSet<DocumentId>,
}

impl Placed {
    /// Puts a document where it stands now, in the place of what visitors read of it.
    fn place(&mut self, plan: &Plan, planned: &PlannedDocument) {
        let id = planned.base.id;
        let at = self.rows.iter().position(|row| row.document_id == id);
        let before = at.map(|at| (at, self.rows.remove(at)));
        let known = std::mem::take(&mut self.categories);
        self.categories = with_category(known, plan, planned.base.category_id);
        let place = Place::of(plan, planned, &self.categories, &self.rows, before.as_ref());
        raise_children(&mut self.rows, planned, before.as_ref().map(|(_, row)| row));
        let row = ReleaseDocument {
            parent_id: place.parent_id,
            path: place.path,
            ..release_document(planned)
        };
        self.rows.insert(place.position, row);
        self.ids.insert(id);
    }
}

/// The categories of the release, and that of the document where the release has not got it.
fn with_category(mut known: Vec<SiteCategory>, plan: &Plan, id: CategoryId) -> Vec<SiteCategory> {
    let place = |id| plan.categories.iter().position(|category| category.id == id);
    let new = plan.categories.iter().find(|category| category.id == id);
    let Some(new) = new.filter(|_| known.iter().all(|category| category.id != id)) else {
        return known;
    };
    let mut slugs = Paths::default();
    for category in &known {
        slugs.free(category.slug.clone());
    }
    let new = SiteCategory {
        slug: slugs.free(new.slug.clone()),
        ..new.clone()
    };
    let is_behind = |category: &SiteCategory| place(category.id) > place(id);
    let at = known.iter().position(is_behind).unwrap_or(known.len());
    known.insert(at, new);
    known
}

/// Where a document stands among those of a release.
struct Place {
    parent_id: Option<DocumentId>,
    path: String,
    position: usize,
}

impl Place {
    fn of(
        plan: &Plan,
        document: &PlannedDocument,
        categories: &[SiteCategory],
        others: &[ReleaseDocument],
        before: Option<&(usize, ReleaseDocument)>,
    ) -> Self {
        let category_id = document.base.category_id;
        let released: HashMap<DocumentId, &ReleaseDocument> =
            others.iter().map(|row| (row.document_id, row)).collect();
        let planned: HashMap<DocumentId, &PlannedDocument> = plan
            .documents
            .iter()
            .map(|planned| (planned.base.id, planned))
            .collect();
        let mut parent_id = document.parent_id;
        while let Some(id) = parent_id {
            let is_there = released
                .get(&id)
                .is_some_and(|row| row.category_id == category_id);
            if is_there && !is_below(&released, id, document.base.id) {
                break;
            }
            parent_id = planned.get(&id).and_then(|parent| parent.parent_id);
        }
        let slug_in = |categories: &[SiteCategory]| {
            let found = categories.iter().find(|category| category.id == category_id);
            format!("{DOCS}/{}", found.map_or("", |category| &category.slug))
        };
        let parent = parent_id.and_then(|id| Some((planned.get(&id)?, released.get(&id)?)));
        let (above_now, above) = match parent {
            Some((planned, released)) => (planned.path.clone(), released.path.clone()),
            None => (slug_in(&plan.categories), slug_in(categories)),
        };
        let own = document.path.strip_prefix(&above_now);
        let own = own.or_else(|| document.path.rfind('/').and_then(|at| document.path.get(at..)));
        let wanted = format!("{above}{}", own.unwrap_or_default());
        let taken: HashSet<&str> = others.iter().map(|row| row.path.as_str()).collect();
        let is_same = |row: &ReleaseDocument| row.parent_id == parent_id && row.category_id == category_id;
        let stays = before.filter(|(_, row)| is_same(row));
        let path = match stays {
            Some((_, row)) if taken.contains(wanted.as_str()) => row.path.clone(),
            _ => {
                let mut paths = Paths::default();
                for row in others {
                    paths.free(row.path.clone());
                }
                paths.free(wanted)
            }
        };
        let position = match stays {
            Some((at, _)) => *at,
            None => position_of(plan, document, categories, others),
        };
        Self {
            parent_id,
            path,
            position,
        }
    }
}

/// Whether a document of the release stands below another one.
fn is_below(released: &HashMap<DocumentId, &ReleaseDocument>, id: DocumentId, above: DocumentId) -> bool {
    let mut current = Some(id);
    // Not more steps than there are documents, also in a ring.
    for _ in 0..=released.len() {
        match current {
            Some(id) if id == above => return true,
            Some(id) => current = released.get(&id).and_then(|row| row.parent_id),
            None => return false,
        }
    }
    true
}

/// Behind the last document of its category that the base has before it; else before the others of the category.
fn position_of(
    plan: &Plan,
    document: &PlannedDocument,
    categories: &[SiteCategory],
    others: &[ReleaseDocument],
) -> usize {
    let category_id = document.base.category_id;
    let earlier: HashSet<DocumentId> = plan
        .documents
        .iter()
        .map(|planned| &planned.base)
        .take_while(|base| base.id != document.base.id)
        .filter(|base| base.category_id == category_id)
        .map(|base| base.id)
        .collect();
    let is_earlier =
        |row: &ReleaseDocument| row.category_id == category_id && earlier.contains(&row.document_id);
    if let Some(last) = others.iter().rposition(is_earlier) {
        return last + 1;
    }
    let place = |id| categories.iter().position(|category| category.id == id);
    others
        .iter()
        .position(|row| place(row.category_id) >= place(category_id))
        .unwrap_or(others.len())
}

/// Documents below one that went to another category stay in theirs, below what was above it.
fn raise_children(
    others: &mut [ReleaseDocument],
    document: &PlannedDocument,
    before: Option<&ReleaseDocument>,
) {
    for row in others {
        if row.parent_id == Some(document.base.id) && row.category_id != document.base.category_id {
            row.parent_id = before
                .filter(|before| before.category_id == row.category_id)
                .and_then(|before| before.parent_id);
        }
    }
}
