//! What is set for sites, tab by tab.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use moyan_domain::{CategoryId, DocumentId, KnowledgeBaseId, SiteId, TeamId};
use moyan_foundation::schema::{documents, files, site_settings, team_images, users};
use serde_json::Value;
use uuid::Uuid;

use crate::features::site::settings::SettingsTab;

/// A tab as it is stored.
#[derive(Clone, Debug, Queryable, Selectable)]
#[diesel(table_name = site_settings)]
pub struct SettingsRow {
    pub tab: String,
    pub data: Value,
    pub revision: i64,
    pub updated_at: DateTime<Utc>,
    #[diesel(select_expression = users::nickname.nullable())]
    pub updated_by_nickname: Option<String>,
}

/// The tabs of a site; those that were never saved are absent.
pub fn find_settings(
    connection: &mut PgConnection,
    id: SiteId,
    tabs: &[&str],
) -> QueryResult<Vec<SettingsRow>> {
    site_settings::table
        .left_join(users::table)
        .filter(site_settings::site_id.eq(id))
        .filter(site_settings::tab.eq_any(tabs))
        .select(SettingsRow::as_select())
        .load(connection)
}

/// A tab of some sites; those where it was never saved are absent.
pub fn list_tab(
    connection: &mut PgConnection,
    ids: &[SiteId],
    tab: SettingsTab,
) -> QueryResult<Vec<(SiteId, Value)>> {
    site_settings::table
        .filter(site_settings::site_id.eq_any(ids))
        .filter(site_settings::tab.eq(tab.as_str()))
        .select((site_settings::site_id, site_settings::data))
        .load(connection)
}

/// Writes the tabs of a new site.
pub fn insert_settings(
    connection: &mut PgConnection,
    id: SiteId,
    tabs: Vec<(SettingsTab, Value)>,
    now: DateTime<Utc>,
) -> QueryResult<usize> {
    let rows: Vec<_> = tabs
        .into_iter()
        .map(|(tab, data)| {
            (
                site_settings::site_id.eq(id),
                site_settings::tab.eq(tab.as_str()),
                site_settings::data.eq(data),
                site_settings::updated_at.eq(now),
            )
        })
        .collect();
    diesel::insert_into(site_settings::table)
        .values(rows)
        .execute(connection)
}

/// Writes a tab with its new revision.
pub fn update_settings(
    connection: &mut PgConnection,
    id: SiteId,
    tab: SettingsTab,
    data: &Value,
    revision: i64,
    by: Uuid,
    now: DateTime<Utc>,
) -> QueryResult<usize> {
    let changes = (
        site_settings::data.eq(data),
        site_settings::revision.eq(revision),
        site_settings::updated_by_id.eq(by),
        site_settings::updated_at.eq(now),
    );
    diesel::insert_into(site_settings::table)
        .values((
            site_settings::site_id.eq(id),
            site_settings::tab.eq(tab.as_str()),
            changes,
        ))
        .on_conflict((site_settings::site_id, site_settings::tab))
        .do_update()
        .set(changes)
        .execute(connection)
}

/// The categories of documents of a base; those that it has not are left out.
pub fn list_categories_of(
    connection: &mut PgConnection,
    base: KnowledgeBaseId,
    ids: &[DocumentId],
) -> QueryResult<HashMap<DocumentId, CategoryId>> {
    let rows: Vec<(DocumentId, CategoryId)> = documents::table
        .filter(documents::knowledge_base_id.eq(base))
        .filter(documents::id.eq_any(ids))
        .select((documents::id, documents::category_id))
        .load(connection)?;
    Ok(rows.into_iter().collect())
}

/// Those of these files that a team has at public addresses: hash, media type and bytes.
pub fn list_media(
    connection: &mut PgConnection,
    team_id: TeamId,
    hashes: &[String],
) -> QueryResult<Vec<(String, String, i64)>> {
    team_images::table
        .inner_join(files::table)
        .filter(team_images::team_id.eq(team_id))
        .filter(team_images::file_hash.eq_any(hashes))
        .select((files::hash, files::media_type, files::n_bytes))
        .load(connection)
}
