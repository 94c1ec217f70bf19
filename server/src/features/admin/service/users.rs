//! Accounts, as administrators see and change them.

use diesel::PgConnection;
use moyan_domain::Reason;
use moyan_foundation::access::Caller;
use moyan_foundation::error::{AppError, Refusal};
use moyan_foundation::http::pagination::Page;
use serde_json::json;
use uuid::Uuid;

use super::record_suspension;
use crate::features::account;
use crate::features::admin::dto::{AdminUserDto, AdminUserPageDto};
use crate::features::admin::queries::{self, UserRow};
use crate::features::audit::{AuditAction, Entry};

/// A page of accounts.
pub fn list_users(
    connection: &mut PgConnection,
    search: Option<&str>,
    page: &Page,
) -> Result<AdminUserPageDto, AppError> {
    let mut rows = queries::list_users(connection, search, page.cursor_id()?, page.limit + 1)?;
    let next_cursor = page.cut(&mut rows, |row| row.id);
    let items = users_of(connection, rows)?;
    Ok(AdminUserPageDto { items, next_cursor })
}

fn users_of(connection: &mut PgConnection, rows: Vec<UserRow>) -> Result<Vec<AdminUserDto>, AppError> {
    let ids: Vec<Uuid> = rows.iter().map(|row| row.id).collect();
    let memberships = queries::count_memberships(connection, &ids)?;
    let n_teams = |id| {
        memberships
            .iter()
            .find(|(user, _)| *user == id)
            .map_or(0, |(_, n)| *n)
    };
    Ok(rows
        .into_iter()
        .map(|row| AdminUserDto {
            last_seen_at: row.last_used_at,
            n_teams: n_teams(row.id),
            id: row.id,
            nickname: row.nickname,
            email: row.email,
            phone: row.phone,
            is_admin: row.is_admin,
            created_at: row.created_at,
            suspended_at: row.suspended_at,
            suspended_reason: row.suspended_reason,
            deletes_at: row.deletes_at,
        })
        .collect())
}

fn get_user(connection: &mut PgConnection, id: Uuid) -> Result<AdminUserDto, AppError> {
    let row = queries::find_user(connection, id)?.ok_or(Refusal::UserNotFound)?;
    users_of(connection, vec![row])?
        .pop()
        .ok_or_else(|| Refusal::UserNotFound.into())
}

fn require_other(caller: &Caller, user_id: Uuid) -> Result<(), AppError> {
    if caller.user_id == user_id {
        return Err(Refusal::OwnAccount.into());
    }
    Ok(())
}

/// Refuses callers who ceased to be administrators since the check before the handler. Until the transaction ends
/// nobody else changes who is: of two administrators who demote or suspend each other one stays.
fn require_still_admin(connection: &mut PgConnection, caller: &Caller) -> Result<(), AppError> {
    if account::service::lock_admins(connection)?.contains(&caller.user_id) {
        Ok(())
    } else {
        Err(Refusal::Forbidden.into())
    }
}

/// Appoints or dismisses an administrator.
pub fn set_admin_role(
    connection: &mut PgConnection,
    caller: &Caller,
    user_id: Uuid,
    is_admin: bool,
) -> Result<AdminUserDto, AppError> {
    require_other(caller, user_id)?;
    require_still_admin(connection, caller)?;
    if !account::service::set_admin(connection, user_id, is_admin)? {
        return Err(Refusal::UserNotFound.into());
    }
    Entry::by(caller.user_id, AuditAction::AdminRoleChanged)
        .to_user(user_id)
        .with(json!({ "isAdmin": is_admin }))
        .record(connection)?;
    get_user(connection, user_id)
}

/// Appoints or dismisses an administrator, for the command line.
pub fn appoint(connection: &mut PgConnection, user_id: Uuid, is_admin: bool) -> diesel::QueryResult<()> {
    account::service::set_admin(connection, user_id, is_admin)?;
    Entry::by_system(AuditAction::AdminRoleChanged)
        .to_user(user_id)
        .with(json!({ "isAdmin": is_admin }))
        .record(connection)?;
    Ok(())
}

/// Suspends an account, or ends that when there is no reason.
pub fn suspend_user(
    connection: &mut PgConnection,
    caller: &Caller,
    user_id: Uuid,
    reason: Option<Reason>,
) -> Result<AdminUserDto, AppError> {
    require_other(caller, user_id)?;
    require_still_admin(connection, caller)?;
    if !account::service::suspend(connection, user_id, reason.as_ref(), caller.now)? {
        return Err(Refusal::UserNotFound.into());
    }
    let action = match reason {
        Some(_) => AuditAction::AccountSuspended,
        None => AuditAction::AccountResumed,
    };
    let entry = Entry::by(caller.user_id, action).to_user(user_id);
    record_suspension(connection, entry, reason.as_ref())?;
    get_user(connection, user_id)
}
