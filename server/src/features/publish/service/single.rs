//! Publishing one document: the live release with that document as it is now. Everything else stays as visitors read it.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use diesel::PgConnection;
use moyan_article::RenderOptions;
use serde_json::{Value, json};
use uuid::Uuid;

use super::content::{ReadDraft, release_document, released_settings, unreadable, without_connection};
use super::publish::{Complete, Request, TRIES, check_site, insert_building};
use super::renderings::render_missing;
use crate::domain::{CategoryId, DocumentId, KnowledgeBaseId, ReleaseId, SiteId};
use crate::error::{AppError, Refusal};
use crate::features::publish::content::{FileRef, SiteCategory};
use crate::features::publish::dto::ReleaseDto;
use crate::features::publish::paths::Paths;
use crate::features::publish::plan::{DOCS, Plan, PlannedDocument};
use crate::features::publish::queries::{self, ReleaseDocument, ReleaseRow};
use crate::state::AppState;

/// Releases a document on top of the live release. When another release takes its place meanwhile, it begins anew.
pub(super) async fn release_single(
    state: &AppState,
    request: &Request,
    id: DocumentId,
) -> Result<ReleaseDto, AppError> {
    for _ in 0..TRIES {
        let (site_id, due_at) = (request.site_id, request.due_at);
        let read = move |connection: &mut PgConnection| {
            // Asked again at the end; here it spares the work.
            if let Some(due_at) = due_at
                && !queries::is_waiting_for(connection, site_id, id, due_at)?
            {
                return Err(Refusal::ReleaseCanceled.into());
            }
            if queries::has_building(connection, site_id)? {
                return Err(Refusal::ReleaseBuilding.into());
            }
            ReadSingle::read(connection, site_id)
        };
        let read = state.db.run(read).await?;
        let now = request.now;
        check_site(&read.draft.site, now)?;
        let single = without_connection(None, move || read.composed(id)).await?;
        let (options, drawings) = (single.plan_options.clone(), single.drawings.clone());
        render_missing(state, single.rendered.clone(), &options, &drawings, now, None).await?;
        let request = request.clone();
        let released = state
            .db
            .transaction(move |connection| single.finish(connection, &request))
            .await?;
        if let Some(released) = released {
            return Ok(released);
        }
    }
    Err(Refusal::ReleaseBuilding.into())
}

/// The base as it is now, and the release that visitors read.
struct ReadSingle {
    draft: ReadDraft,
    release: ReleaseRow,
    rows: Vec<ReleaseDocument>,
    files: HashMap<String, FileRef>,
}

impl ReadSingle {
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

    /// The rows of the new release: all texts are looked through, so no connection may be held.
    fn composed(self, id: DocumentId) -> Result<Single, AppError> {
        let images = self.draft.images().clone();
        let draft = self.draft.plan();
        let mut plan = draft.plan;
        let at = plan.documents.iter().position(|planned| planned.base.id == id);
        let Some((at, planned)) = at.and_then(|at| Some((at, plan.documents.get(at)?))) else {
            let is_left_out = plan.left_out.iter().any(|left_out| left_out.id == id);
            return Err(if is_left_out {
                Refusal::ReleaseLeftOut.into()
            } else {
                Refusal::DocumentNotFound.into()
            });
        };
        let known: Vec<SiteCategory> =
            serde_json::from_value(self.release.categories.clone()).map_err(unreadable)?;
        let before = self.rows.iter().find(|row| row.document_id == id).cloned();
        let mut others = self.rows;
        others.retain(|row| row.document_id != id);
        let categories = with_category(known, &plan, planned.base.category_id);
        let place = Place::of(&plan, planned, &categories, &others, before.as_ref());
        let mut document = plan.documents.swap_remove(at);
        document.path = place.path;
        document.parent_id = place.parent_id;
        let mut paths: HashMap<Uuid, String> = others
            .iter()
            .map(|row| (row.document_id.0, row.path.clone()))
            .collect();
        paths.insert(id.0, document.path.clone());
        document.name(&paths, &images, &plan.options, &draft.drawings);
        let mut files = self.files;
        files.extend(document.files(&images));
        raise_children(&mut others, &document, before.as_ref());
        let title = document.title.clone();
        others.insert(place.position, release_document(&document, self.release.id, 0));
        Ok(Single {
            site_id: draft.site.id,
            base_release_id: self.release.id,
            title,
            settings: self.release.settings,
            categories: serde_json::to_value(&categories).map_err(unreadable)?,
            knowledge_base_id: self.release.knowledge_base_id,
            rows: others,
            files,
            plan_options: plan.options,
            drawings: draft.drawings,
            rendered: Arc::new(vec![document]),
        })
    }
}

/// A release that differs from the live one by a document.
struct Single {
    site_id: SiteId,
    base_release_id: ReleaseId,
    title: String,
    settings: Value,
    categories: Value,
    knowledge_base_id: Option<KnowledgeBaseId>,
    rows: Vec<ReleaseDocument>,
    files: HashMap<String, FileRef>,
    plan_options: RenderOptions,
    drawings: HashMap<String, FileRef>,
    rendered: Arc<Vec<PlannedDocument>>,
}

impl Single {
    /// Writes it down and makes it the live one; none when another one became the live one meanwhile.
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
        if let Some(document_id) = request.document_id {
            match request.due_at {
                Some(due_at) => {
                    let n = queries::delete_due_schedule(connection, self.site_id, document_id, due_at)?;
                    // Meanwhile somebody took it back or chose another moment, which stays.
                    if n == 0 {
                        return Err(Refusal::ReleaseCanceled.into());
                    }
                }
                // Published by hand, it need not be published later.
                None => {
                    queries::delete_document_schedule(connection, self.site_id, document_id)?;
                }
            }
        }
        let note = if request.note.is_empty() {
            &self.title
        } else {
            &request.note
        };
        let (id, number) = insert_building(connection, request, note)?;
        let rows = (0..)
            .zip(self.rows)
            .map(|(position, row)| ReleaseDocument {
                release_id: id,
                position,
                ..row
            })
            .collect();
        let complete = Complete {
            id,
            number,
            site_id: self.site_id,
            settings: self.settings,
            categories: self.categories,
            knowledge_base_id: self.knowledge_base_id,
            rows,
            files: self.files,
        };
        let details = json!({
            "name": site.name, "number": number, "note": request.note, "document": self.title,
        });
        complete.put_live(connection, request, &site, details).map(Some)
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
        before: Option<&ReleaseDocument>,
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
        let stays = before.filter(|row| row.parent_id == parent_id && row.category_id == category_id);
        let path = match stays {
            Some(row) if taken.contains(wanted.as_str()) => row.path.clone(),
            _ => {
                let mut paths = Paths::default();
                for row in others {
                    paths.free(row.path.clone());
                }
                paths.free(wanted)
            }
        };
        let position = match stays {
            Some(row) => usize::try_from(row.position)
                .unwrap_or(others.len())
                .min(others.len()),
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
