//! Reading and saving tabs.

use diesel::PgConnection;
use moyan_domain::{DocumentId, FieldProblem, SiteId, TeamId};
use moyan_foundation::access::{Caller, TeamAccess};
use moyan_foundation::error::{AppError, Refusal};
use serde_json::{Value, json};

use super::{lock_writable, record, write_next};
use crate::features::audit::AuditAction;
use crate::features::site::dto::SavedSettings;
use crate::features::site::queries;
use crate::features::site::settings::{
    AccessRules, BasicInfo, Fields, Settings, SettingsTab, SiteLanguage, SiteSettings,
};

pub(super) fn unreadable(tab: SettingsTab) -> impl Fn(serde_json::Error) -> AppError {
    move |error| AppError::Internal(format!("the tab {} cannot be read: {error}", tab.as_str()))
}

/// A tab as it is stored; what a new site has, at revision 0, where it never was.
pub fn get_saved<T: Settings>(
    connection: &mut PgConnection,
    id: SiteId,
) -> Result<SavedSettings<T>, AppError> {
    let row = queries::find_settings(connection, id, &[T::TAB.as_str()])?.pop();
    let Some(row) = row else {
        return Ok(SavedSettings {
            data: T::initial(SiteLanguage::ZhCn),
            revision: 0,
            updated_at: queries::find_created_at(connection, id)?.ok_or(Refusal::SiteNotFound)?,
            updated_by_nickname: None,
        });
    };
    Ok(SavedSettings {
        data: serde_json::from_value(row.data).map_err(unreadable(T::TAB))?,
        revision: row.revision,
        updated_at: row.updated_at,
        updated_by_nickname: row.updated_by_nickname,
    })
}

/// All tabs as they are stored. A tab that never was is as in a new site.
pub fn load_settings(connection: &mut PgConnection, id: SiteId) -> Result<SiteSettings, AppError> {
    let initial = SiteSettings::initial(SiteLanguage::ZhCn);
    let mut all = serde_json::to_value(initial).map_err(|error| AppError::Internal(error.to_string()))?;
    for row in queries::find_settings(connection, id, SettingsTab::NAMES)? {
        if let Some(tab) = all.get_mut(&row.tab) {
            *tab = row.data;
        }
    }
    serde_json::from_value(all)
        .map_err(|error| AppError::Internal(format!("the settings of {id} cannot be read: {error}")))
}

/// Replaces a tab, unless it changed after `revision`. What is the same as before changes nothing.
pub fn save<T: Settings>(
    connection: &mut PgConnection,
    caller: &Caller,
    access: &TeamAccess,
    id: SiteId,
    revision: i64,
    data: &T,
) -> Result<SavedSettings<T>, AppError> {
    let mut fields = Fields::default();
    data.check(&mut fields);
    let mut site = lock_writable(connection, access.team_id, id)?;
    // The row of the site orders all changes of it.
    let saved = get_saved::<T>(connection, id)?;
    if saved.revision != revision {
        return Err(AppError::conflict(Refusal::SiteChanged, &saved));
    }
    check_images(connection, access.team_id, &mut fields)?;
    let stored = serde_json::to_value(data).map_err(|error| AppError::Internal(error.to_string()))?;
    if T::TAB == SettingsTab::Access {
        let rules: AccessRules = serde_json::from_value(stored.clone()).map_err(unreadable(T::TAB))?;
        check_document_rules(connection, &site, &rules, &mut fields)?;
    }
    fields.into_result()?;
    if &saved.data == data {
        return Ok(saved);
    }
    if T::TAB == SettingsTab::BasicInfo {
        let info: BasicInfo = serde_json::from_value(stored.clone()).map_err(unreadable(T::TAB))?;
        site.name = info.name.trim().to_owned();
    }
    queries::update_settings(
        connection,
        id,
        T::TAB,
        &stored,
        revision + 1,
        caller.user_id,
        caller.now,
    )?;
    note_change(connection, caller, access, site, T::TAB, &stored)?;
    get_saved(connection, id)
}

/// What acts at once has a new generation and an entry in the audit log; the rest waits for a release.
fn note_change(
    connection: &mut PgConnection,
    caller: &Caller,
    access: &TeamAccess,
    mut site: queries::Site,
    tab: SettingsTab,
    stored: &Value,
) -> Result<(), AppError> {
    if !tab.is_live() {
        site.updated_at = caller.now;
        queries::update_site(connection, &site)?;
        return Ok(());
    }
    let details = json!({ "name": site.name, "slug": site.slug, "tab": tab, "to": stored });
    write_next(connection, site, caller)?;
    record(
        connection,
        caller,
        access.team_id,
        AuditAction::SiteSettingsChanged,
        details,
    )
}

/// Notes a problem at every rule of a document by which people see less once they are logged in: what a rule leaves
/// open it has from the document's category, which the table knows.
fn check_document_rules(
    connection: &mut PgConnection,
    site: &queries::Site,
    rules: &AccessRules,
    fields: &mut Fields,
) -> Result<(), AppError> {
    let Some(base) = site.knowledge_base_id.filter(|_| !rules.documents.is_empty()) else {
        return Ok(());
    };
    let ids: Vec<DocumentId> = rules.documents.iter().map(|rule| rule.document_id).collect();
    let categories = queries::list_categories_of(connection, base, &ids)?;
    rules.check_documents(fields, |id| categories.get(&id).copied());
    Ok(())
}

/// Notes a problem at every image that the team did not upload, or that is no image for its place.
pub fn check_images(
    connection: &mut PgConnection,
    team_id: TeamId,
    fields: &mut Fields,
) -> Result<(), AppError> {
    let named = fields.take_images();
    if named.is_empty() {
        return Ok(());
    }
    let hashes: Vec<String> = named.iter().map(|image| image.name.hash.clone()).collect();
    let found = queries::list_media(connection, team_id, &hashes)?;
    for image in named {
        let file = found.iter().find(|(hash, media_type, _)| {
            *hash == image.name.hash && media_type == image.name.kind.media_type()
        });
        let problem = match file {
            None => Some(FieldProblem::ImageAddress),
            Some((_, _, n_bytes)) => image.usage.problem_of(image.name.kind, *n_bytes),
        };
        if let Some(problem) = problem {
            fields.refuse_at(image.path, problem);
        }
    }
    Ok(())
}
