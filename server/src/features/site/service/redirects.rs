//! Redirects: one list, replaced as a whole.

use std::collections::{HashMap, HashSet};

use diesel::PgConnection;
use moyan_domain::{FieldProblem, SiteId};
use moyan_foundation::access::{Caller, TeamAccess};
use moyan_foundation::error::{AppError, Refusal};
use serde_json::json;

use super::{lock_writable, record, write_next};
use crate::features::audit::AuditAction;
use crate::features::site::dto::{NewRedirect, RedirectDto, RedirectsDto, SavedRedirectsDto};
use crate::features::site::queries::{self, RedirectRow, Site};
use crate::features::site::settings::{Fields, check_limits, is_path, is_web_address};

const PERMANENT: i32 = 301;
const TEMPORARY: i32 = 302;

/// The redirects of a site with their revision.
pub fn get_redirects(connection: &mut PgConnection, id: SiteId) -> Result<SavedRedirectsDto, AppError> {
    // The revision first: redirects that are newer than their revision are refused when they are sent back.
    let revision = queries::find_redirects_revision(connection, id)?.ok_or(Refusal::SiteNotFound)?;
    let data = list_redirects(connection, id)?;
    Ok(SavedRedirectsDto { data, revision })
}

fn list_redirects(connection: &mut PgConnection, id: SiteId) -> Result<RedirectsDto, AppError> {
    let redirects = queries::list_redirects(connection, id)?
        .into_iter()
        .map(|row| RedirectDto {
            from: row.from_path,
            to: row.to_path,
            is_permanent: row.code == PERMANENT,
            is_automatic: row.is_automatic,
        })
        .collect();
    Ok(RedirectsDto { redirects })
}

/// Replaces the redirects, unless they changed after `revision`. What is the same as before changes nothing.
pub fn replace_redirects(
    connection: &mut PgConnection,
    caller: &Caller,
    access: &TeamAccess,
    id: SiteId,
    revision: i64,
    mut request: RedirectsDto,
) -> Result<SavedRedirectsDto, AppError> {
    check(&request)?;
    let site = lock_writable(connection, access.team_id, id)?;
    // The row of the site orders all changes of them.
    let saved = get_redirects(connection, id)?;
    if saved.revision != revision {
        return Err(AppError::conflict(Refusal::SiteChanged, &saved));
    }
    let before = &saved.data.redirects;
    for redirect in &mut request.redirects {
        // Only a release says that a redirect is its own.
        redirect.is_automatic &= before.contains(redirect);
    }
    request.redirects.sort_by(|a, b| a.from.cmp(&b.from));
    if &request.redirects == before {
        return Ok(saved);
    }
    let rows: Vec<RedirectRow> = request
        .redirects
        .iter()
        .map(|redirect| row_of(id, redirect))
        .collect();
    queries::delete_redirects(connection, id)?;
    queries::insert_redirects(connection, &rows)?;
    queries::count_redirects_change(connection, id)?;
    let details = json!({ "name": site.name, "slug": site.slug, "from": before.len(), "to": rows.len() });
    record(
        connection,
        caller,
        access.team_id,
        AuditAction::SiteRedirectsChanged,
        details,
    )?;
    write_next(connection, site, caller)?;
    get_redirects(connection, id)
}

/// Adds lasting redirects for paths that have none. The caller holds the lock on the site and gives it its generation.
pub(super) fn add_redirects(
    connection: &mut PgConnection,
    caller: &Caller,
    site: &Site,
    wanted: Vec<NewRedirect>,
) -> Result<(), AppError> {
    let mut all = list_redirects(connection, site.id)?;
    let n_before = all.redirects.len();
    let known: HashSet<String> = all
        .redirects
        .iter()
        .map(|redirect| redirect.from.clone())
        .collect();
    let wanted = wanted.into_iter().filter(|new| !known.contains(&new.from));
    let added: Vec<RedirectDto> = wanted
        .map(|new| RedirectDto {
            from: new.from,
            to: new.to,
            is_permanent: true,
            is_automatic: false,
        })
        .collect();
    if added.is_empty() {
        return Ok(());
    }
    let rows: Vec<RedirectRow> = added.iter().map(|redirect| row_of(site.id, redirect)).collect();
    // They come first: what is wrong with them is found by their places in the request.
    all.redirects.splice(0..0, added);
    check(&all)?;
    queries::insert_redirects(connection, &rows)?;
    queries::count_redirects_change(connection, site.id)?;
    let details =
        json!({ "name": site.name, "slug": site.slug, "from": n_before, "to": all.redirects.len() });
    record(
        connection,
        caller,
        site.team_id,
        AuditAction::SiteRedirectsChanged,
        details,
    )
}

fn row_of(site_id: SiteId, redirect: &RedirectDto) -> RedirectRow {
    RedirectRow {
        site_id,
        from_path: redirect.from.clone(),
        to_path: redirect.to.clone(),
        code: if redirect.is_permanent {
            PERMANENT
        } else {
            TEMPORARY
        },
        is_automatic: redirect.is_automatic,
    }
}

fn check(request: &RedirectsDto) -> Result<(), AppError> {
    let mut fields = Fields::default();
    check_redirects(request, &mut fields);
    fields.into_result()
}

/// Notes which redirects cannot be used.
pub fn check_redirects(request: &RedirectsDto, fields: &mut Fields) {
    check_limits(request, fields);
    let mut targets = HashMap::new();
    for (index, redirect) in request.redirects.iter().enumerate() {
        fields.within(&format!("redirects[{index}]"), |fields| {
            // One with a slash at its end would never be asked for: that slash is taken off first.
            let is_from = is_path(&redirect.from) && !redirect.from.contains(['?', '#']);
            if !is_from || redirect.from.ends_with('/') {
                fields.refuse("from", FieldProblem::PathInvalid);
            } else if targets
                .insert(redirect.from.as_str(), redirect.to.as_str())
                .is_some()
            {
                fields.refuse("from", FieldProblem::Duplicate);
            }
            if !is_path(&redirect.to) && !is_web_address(&redirect.to) {
                fields.refuse("to", FieldProblem::UrlInvalid);
            }
        });
    }
    // Only when each path has one target is there something to follow.
    if !fields.is_empty() {
        return;
    }
    for (index, redirect) in request.redirects.iter().enumerate() {
        if leads_back(&targets, &redirect.from) {
            fields.refuse(&format!("redirects[{index}].to"), FieldProblem::RedirectLoop);
        }
    }
}

/// True when the redirects from a path on lead to that path again. What leads into a loop of others is no part of it.
fn leads_back(targets: &HashMap<&str, &str>, from: &str) -> bool {
    let mut path = from.to_owned();
    for _ in 0..targets.len() {
        let Some(next) = targets.get(path.as_str()) else {
            return false;
        };
        path = asked_for(next);
        if path == from {
            return true;
        }
    }
    false
}

/// The path that a reader asks for who is led to a target: decoded, without a slash at its end.
fn asked_for(target: &str) -> String {
    let path = target.split(['?', '#']).next().unwrap_or(target);
    let path = path.strip_suffix('/').unwrap_or(path);
    percent_encoding::percent_decode_str(path)
        .decode_utf8()
        .map_or_else(|_| path.to_owned(), std::borrow::Cow::into_owned)
}
