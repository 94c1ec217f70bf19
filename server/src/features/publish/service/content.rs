//! What a site consists of: the live release, or the base as it is now.

use std::collections::HashMap;
use std::sync::Arc;

use chrono::{DateTime, Utc};
use diesel::PgConnection;
use moyan_domain::gate::{RuleOverride, Rules, SealedDocument};
use moyan_domain::limits::{SITE_MAX_DOCUMENTS, SITE_MAX_TEXT_BYTES};
use moyan_domain::{CategoryId, DocumentId, KnowledgeBaseId, ReleaseId, SiteId};
use moyan_foundation::concurrency_limit::Permit;
use moyan_foundation::error::{AppError, Refusal};
use moyan_foundation::state::AppState;
use serde_json::{Map, Value};
use uuid::Uuid;

use super::renderings::{LoadedTexts, load_texts, render_missing};
use crate::features::publish::content::{
    FileRef, ReleaseIdentity, SharedText, SiteContent, SiteDocument, SiteHost, SiteIdentity, SiteRedirect,
};
use crate::features::publish::plan::{BaseContent, KeptPlace, Plan, PlannedDocument};
use crate::features::publish::queries::{self, ReleaseDocument, ReleaseRow, SiteRow, SiteStamp};
use crate::features::site::settings::{AccessRules, SettingsTab, SiteLanguage, SiteSettings};

/// The site that visitors call so, and what tells later whether it is still so; none for one in the bin.
pub fn find_site(
    connection: &mut PgConnection,
    host: SiteHost<'_>,
    now: DateTime<Utc>,
) -> Result<Option<(SiteIdentity, SiteStamp)>, AppError> {
    let Some(id) = queries::find_site_id(connection, host, now)? else {
        return Ok(None);
    };
    // Before the rest: a change that comes between the two is found by the next comparison.
    let Some(stamp) = queries::list_stamps(connection, &[id])?.pop() else {
        return Ok(None);
    };
    let Some(site) = queries::find_site(connection, id)?.filter(|site| site.purges_at.is_none()) else {
        return Ok(None);
    };
    let release = match site.live_release_id {
        Some(release_id) => queries::find_release(connection, id, release_id)?,
        None => None,
    };
    Ok(Some((identity(connection, &site, release.as_ref())?, stamp)))
}

/// What tells whether sites are as they were, by their IDs.
pub fn list_stamps(
    connection: &mut PgConnection,
    ids: &[SiteId],
) -> Result<HashMap<SiteId, SiteStamp>, AppError> {
    let stamps = queries::list_stamps(connection, ids)?;
    Ok(stamps.into_iter().map(|stamp| (stamp.id, stamp)).collect())
}

/// What visitors of a site read, as it was read from the database.
pub struct LiveRows {
    identity: SiteIdentity,
    settings: SiteSettings,
    categories: Value,
    documents: Vec<ReleaseDocument>,
    texts: LoadedTexts,
    files: HashMap<String, FileRef>,
    redirects: Vec<SiteRedirect>,
}

impl LiveRows {
    /// The site, with its texts read. No connection may be held.
    pub fn content(self) -> Result<SiteContent, AppError> {
        let texts = self.texts.read()?;
        let homes: HashMap<DocumentId, CategoryId> = self.identity.moves.iter().copied().collect();
        Ok(SiteContent {
            rules: rules_of(&self.settings.access),
            site: self.identity,
            settings: self.settings,
            categories: serde_json::from_value(self.categories).map_err(unreadable)?,
            documents: self
                .documents
                .into_iter()
                .filter_map(|row| released_document(row, &texts))
                .map(|document| match homes.get(&document.id) {
                    Some(home) => SiteDocument {
                        sealed: document.sealed.now_in(*home),
                        ..document
                    },
                    None => document,
                })
                .collect(),
            files: self.files,
            redirects: self.redirects,
        })
    }
}

/// What visitors of a site read: the live release with live access and packages. None without a release.
pub fn find_live(connection: &mut PgConnection, id: SiteId) -> Result<Option<LiveRows>, AppError> {
    let site = queries::find_site(connection, id)?.ok_or(Refusal::SiteNotFound)?;
    let Some(release_id) = site.live_release_id else {
        return Ok(None);
    };
    let Some(release) = queries::find_release(connection, id, release_id)? else {
        return Ok(None);
    };
    let documents = queries::list_release_documents(connection, release_id)?;
    let hashes: Vec<String> = documents.iter().map(|row| row.rendered_hash.clone()).collect();
    let texts = load_texts(connection, &hashes)?;
    Ok(Some(LiveRows {
        identity: identity(connection, &site, Some(&release))?,
        settings: released_settings(connection, id, &release)?,
        categories: release.categories,
        documents,
        texts,
        files: queries::list_release_files(connection, release_id)?,
        redirects: queries::list_redirects(connection, id)?,
    }))
}

/// What a site would consist of now: the base as it is, with drafts of tabs in place of the saved ones.
///
/// What was not rendered before is rendered, without holding a connection.
pub async fn draft_content(
    state: &AppState,
    account: Uuid,
    id: SiteId,
    drafts: Vec<(SettingsTab, Value)>,
    now: DateTime<Utc>,
) -> Result<SiteContent, AppError> {
    let place: DraftPlace = Some(Arc::new(state.drafts.acquire(account).await?));
    let held = place.clone();
    let read = move |connection: &mut PgConnection| {
        let _held = held;
        ReadDraft::read(connection, id, drafts)
    };
    let Draft {
        site,
        settings,
        plan,
        drawings,
    } = state.db.run(read).await?.planned(place.clone()).await?;
    let documents = Arc::new(plan.documents);
    let rendered = render_missing(
        state,
        documents.clone(),
        &plan.options,
        &drawings,
        now,
        place.clone(),
    );
    rendered.await?;
    let hashes: Vec<String> = documents.iter().map(|row| row.rendered_hash.clone()).collect();
    let held = place.clone();
    let (texts, site, redirects) = state
        .db
        .run(move |connection| {
            let _held = held;
            Ok((
                load_texts(connection, &hashes)?,
                identity(connection, &site, None)?,
                queries::list_redirects(connection, id)?,
            ))
        })
        .await?;
    without_connection(place, move || {
        let texts = texts.read()?;
        Ok(SiteContent {
            site,
            rules: rules_of(&settings.access),
            settings,
            categories: plan.categories,
            documents: documents
                .iter()
                .filter_map(|document| planned_document(document, &texts))
                .collect(),
            files: plan.files,
            redirects,
        })
    })
    .await
}

/// The right to have all texts of a base in memory, held by each step that does: a step goes on when whoever asked goes
/// away. None for what the server does by itself.
pub(super) type DraftPlace = Option<Arc<Permit>>;

/// Work on the texts of a site, off the event loop and while no connection is held.
pub(super) async fn without_connection<T: Send + 'static>(
    place: DraftPlace,
    work: impl FnOnce() -> Result<T, AppError> + Send + 'static,
) -> Result<T, AppError> {
    let work = move || {
        let _place = place;
        work()
    };
    tokio::task::spawn_blocking(work)
        .await
        .map_err(|error| AppError::Internal(format!("the texts of a site were not read: {error}")))?
}

/// A site as it would be released now: read at one moment, not rendered.
pub(super) struct Draft {
    pub(super) site: SiteRow,
    pub(super) settings: SiteSettings,
    pub(super) plan: Plan,
    pub(super) drawings: HashMap<String, FileRef>,
}

/// What a draft is made of, as it was read from the database.
pub(super) struct ReadDraft {
    pub(super) site: SiteRow,
    pub(super) settings: SiteSettings,
    base: BaseContent,
}

impl ReadDraft {
    /// Reads everything as it is at one moment.
    pub(super) fn read(
        connection: &mut PgConnection,
        id: SiteId,
        drafts: Vec<(SettingsTab, Value)>,
    ) -> Result<Self, AppError> {
        let (site, settings, base) = connection.build_transaction().repeatable_read().read_only().run(
            |connection| -> Result<_, AppError> {
                let site = queries::find_site(connection, id)?.ok_or(Refusal::SiteNotFound)?;
                let saved = queries::list_settings(connection, id)?;
                let settings = settings_of(saved, drafts)?;
                let base = read_base(connection, site.knowledge_base_id)?;
                Ok((site, settings, base))
            },
        )?;
        Ok(Self { site, settings, base })
    }

    /// The images of the base, by name.
    pub(super) fn images(&self) -> &HashMap<String, FileRef> {
        &self.base.images
    }

    /// Leaves a document of the base to its own moment.
    pub(super) fn hold_back(&mut self, id: DocumentId) {
        self.base.held.insert(id);
    }

    /// Keeps a document on the site, at the address that it has in a release.
    pub(super) fn keep(&mut self, row: &ReleaseDocument) {
        let kept = KeptPlace {
            category_id: row.category_id,
            parent_id: row.parent_id,
            path: row.path.clone(),
        };
        self.base.kept.insert(row.document_id, kept);
    }

    /// Plans the site: all texts are looked through, so no connection may be held.
    pub(super) fn plan(self) -> Draft {
        let drawings = self.base.drawings.clone();
        Draft {
            plan: Plan::new(self.base, &self.settings),
            site: self.site,
            settings: self.settings,
            drawings,
        }
    }

    /// Plans the site off the event loop.
    pub(super) async fn planned(self, place: DraftPlace) -> Result<Draft, AppError> {
        without_connection(place, move || Ok(self.plan())).await
    }
}

/// Whether a base is more than a site may show.
const fn is_too_large(n_documents: i64, n_bytes: i64) -> bool {
    n_documents > SITE_MAX_DOCUMENTS || n_bytes > SITE_MAX_TEXT_BYTES
}

/// The base of a site; an empty one when it has none, or when that is in the bin.
pub(super) fn read_base(
    connection: &mut PgConnection,
    id: Option<KnowledgeBaseId>,
) -> Result<BaseContent, AppError> {
    let Some(id) = id else {
        return Ok(BaseContent::default());
    };
    match queries::find_base_state(connection, id)? {
        Some((_, false)) => {}
        _ => return Ok(BaseContent::default()),
    }
    let (n_documents, n_bytes) = queries::measure(connection, id)?;
    if is_too_large(n_documents, n_bytes) {
        return Err(Refusal::SiteTooLarge.into());
    }
    Ok(BaseContent {
        id: Some(id),
        categories: queries::list_categories(connection, id)?,
        documents: queries::list_documents(connection, id)?,
        images: queries::list_images(connection, id)?,
        drawings: queries::list_drawings(connection, id)?,
        ..BaseContent::default()
    })
}

pub(super) fn unreadable(error: serde_json::Error) -> AppError {
    AppError::Internal(format!("stored settings cannot be read: {error}"))
}

/// All tabs: those that are saved, drafts in their place, and what a new site has for the rest.
pub(super) fn settings_of(
    saved: Vec<(String, Value)>,
    drafts: Vec<(SettingsTab, Value)>,
) -> Result<SiteSettings, AppError> {
    let drafts = drafts
        .into_iter()
        .map(|(tab, data)| (tab.as_str().to_owned(), data));
    let given: Map<String, Value> = saved.into_iter().chain(drafts).collect();
    let language = given
        .get(SettingsTab::BasicInfo.as_str())
        .and_then(|tab| tab.get("language")?.as_str())
        .and_then(SiteLanguage::parse)
        .unwrap_or(SiteLanguage::ZhCn);
    let initial = serde_json::to_value(SiteSettings::initial(language)).map_err(unreadable)?;
    let mut tabs = match initial {
        Value::Object(tabs) => tabs,
        _ => Map::new(),
    };
    tabs.extend(
        given
            .into_iter()
            .filter(|(tab, _)| SettingsTab::parse(tab).is_some()),
    );
    serde_json::from_value(Value::Object(tabs)).map_err(unreadable)
}

/// The settings of a release, with the saved tabs in place of those that are live.
pub(super) fn released_settings(
    connection: &mut PgConnection,
    id: SiteId,
    release: &ReleaseRow,
) -> Result<SiteSettings, AppError> {
    let frozen = match release.settings.clone() {
        Value::Object(tabs) => tabs.into_iter().collect(),
        _ => Vec::new(),
    };
    let saved = queries::list_settings(connection, id)?;
    let live = saved.into_iter().filter_map(|(tab, data)| {
        let tab = SettingsTab::parse(&tab).filter(|tab| tab.is_live())?;
        Some((tab, data))
    });
    // A rollback opens nothing: what a release says of access is never read.
    let is_frozen = |tab: &str| SettingsTab::parse(tab).is_some_and(|tab| !tab.is_live());
    let frozen = frozen
        .into_iter()
        .filter(|(tab, _): &(String, Value)| is_frozen(tab));
    settings_of(frozen.collect(), live.collect())
}

/// The rules as the gate takes them.
pub fn rules_of(access: &AccessRules) -> Rules {
    Rules {
        guest: access.guest,
        non_member: access.non_member,
        partial_chars: access.partial_chars,
        categories: access
            .categories
            .iter()
            .map(|rule| {
                let own = RuleOverride {
                    guest: rule.guest,
                    non_member: rule.non_member,
                    partial_chars: rule.partial_chars,
                };
                (rule.category_id, own)
            })
            .collect(),
        documents: access
            .documents
            .iter()
            .map(|rule| {
                let own = RuleOverride {
                    guest: rule.guest,
                    non_member: rule.non_member,
                    partial_chars: rule.partial_chars,
                };
                (rule.document_id, own)
            })
            .collect(),
    }
}

fn identity(
    connection: &mut PgConnection,
    site: &SiteRow,
    release: Option<&ReleaseRow>,
) -> Result<SiteIdentity, AppError> {
    let domains = queries::list_verified_domains(connection, site.id)?;
    let primary = domains.iter().find(|(_, is_primary)| *is_primary);
    let moves = match release.and_then(|release| Some((release.id, release.knowledge_base_id?))) {
        Some((release_id, base_id)) => queries::list_moves(connection, release_id, base_id)?,
        None => Vec::new(),
    };
    Ok(SiteIdentity {
        id: site.id,
        team_id: site.team_id,
        name: site.name.clone(),
        slug: site.slug.clone(),
        primary_host: primary.map(|(host, _)| host.clone()),
        domains: domains.into_iter().map(|(host, _)| host).collect(),
        former_slugs: queries::list_former_slugs(connection, site.id)?,
        status: site.status,
        is_suspended: site.team_suspended_at.is_some()
            || site.team_purges_at.is_some()
            || site.owner_suspended_at.is_some(),
        generation: site.generation,
        release: release.map(|release| ReleaseIdentity {
            id: release.id,
            number: release.number,
            created_at: release.created_at,
        }),
        moves,
    })
}

fn released_document(row: ReleaseDocument, texts: &HashMap<String, SharedText>) -> Option<SiteDocument> {
    let text = texts.get(&row.rendered_hash)?.clone();
    Some(SiteDocument {
        id: row.document_id,
        category_id: row.category_id,
        parent_id: row.parent_id,
        path: row.path,
        title: row.title,
        sidebar_label: row.sidebar_label,
        description: row.description,
        tags: serde_json::from_value(row.tags).unwrap_or_default(),
        date: row.date,
        n_words: row.n_words.try_into().unwrap_or_default(),
        changed_at: row.changed_at,
        sealed: SealedDocument::new(row.document_id, row.category_id, text),
    })
}

fn planned_document(document: &PlannedDocument, texts: &HashMap<String, SharedText>) -> Option<SiteDocument> {
    released_document(release_document(document), texts)
}

/// A document as a release has it, but for which release that is and the place in it.
pub(super) fn release_document(document: &PlannedDocument) -> ReleaseDocument {
    ReleaseDocument {
        release_id: ReleaseId(Uuid::nil()),
        document_id: document.base.id,
        category_id: document.base.category_id,
        parent_id: document.parent_id,
        position: 0,
        path: document.path.clone(),
        title: document.title.clone(),
        sidebar_label: document.sidebar_label.clone(),
        description: document.description.clone(),
        tags: document.tags.iter().map(String::as_str).collect(),
        date: document.date.clone(),
        n_words: document.base.n_words,
        text_revision: document.base.text_revision,
        changed_at: document.base.updated_at,
        rendered_hash: document.rendered_hash.clone(),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use futures_util::FutureExt as _;

    use super::*;
    use moyan_foundation::concurrency_limit::ConcurrencyLimit;

    #[test]
    fn a_site_shows_as_much_as_the_limits_say_and_no_more() {
        assert!(!is_too_large(SITE_MAX_DOCUMENTS, SITE_MAX_TEXT_BYTES));
        assert!(is_too_large(SITE_MAX_DOCUMENTS + 1, 0));
        assert!(is_too_large(1, SITE_MAX_TEXT_BYTES + 1));
    }

    #[tokio::test]
    async fn a_place_is_kept_for_as_long_as_the_work_runs() {
        let limit = ConcurrencyLimit::new(1, 0, Duration::MAX);
        let place = Some(Arc::new(limit.acquire().await.unwrap()));
        let (end, ended) = std::sync::mpsc::channel::<()>();
        let mut work = Box::pin(without_connection(place, move || {
            let _ = ended.recv();
            Ok(())
        }));
        assert!((&mut work).now_or_never().is_none());
        drop(work);
        assert!(!limit.is_idle());
        drop(end);
        while !limit.is_idle() {
            tokio::task::yield_now().await;
        }
    }
}
