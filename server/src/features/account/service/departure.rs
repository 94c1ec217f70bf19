//! The end of an account, and what is taken along.

use chrono::DateTime;
use chrono::TimeDelta;
use chrono::Utc;
use diesel::PgConnection;
use serde_json::json;
use uuid::Uuid;

use super::Client;
use super::passwords::lock_proved;
use super::passwords::prove_password;
use super::profile::info_of;
use super::profile::tell;
use super::sessions::list_sessions;
use crate::access::Caller;
use crate::config::limits::DELETION_HOLD_DAYS;
use crate::error::AppError;
use crate::error::Refusal;
use crate::features::account::dto::UserInfoDto;
use crate::features::account::queries;
use crate::features::audit;
use crate::features::audit::{AuditAction, Entry};
use crate::features::mail::MailTemplate;
use crate::features::team;
use crate::state::AppState;

/// Schedules the end of the account and logs all other devices out.
pub async fn request_deletion(
    state: &AppState,
    client: Client,
    caller: Caller,
    passwd: String,
) -> Result<UserInfoDto, AppError> {
    let user = prove_password(state, &client, &caller, passwd).await?;
    state
        .db
        .transaction(move |connection| {
            lock_proved(connection, &user)?.ok_or(Refusal::PasswordWrong)?;
            if team::service::owns_shared_team(connection, user.id)? {
                return Err(Refusal::OwnsTeams.into());
            }
            let deletes_at = Utc::now() + TimeDelta::days(DELETION_HOLD_DAYS);
            queries::update_deletes_at(connection, user.id, Some(deletes_at))?;
            queries::delete_sessions(connection, user.id, Some(caller.session_id))?;
            Entry::by(user.id, AuditAction::AccountDeletionRequested)
                .to_user(user.id)
                .from_address(&client.address.to_string())
                .record(connection)?;
            let day = deletes_at.format("%Y-%m-%d").to_string();
            tell(connection, &user, &MailTemplate::DeletionScheduled { day })?;
            info_of(connection, user.id)
        })
        .await
}

/// Keeps the account after all.
pub fn cancel_deletion(connection: &mut PgConnection, caller: &Caller) -> Result<UserInfoDto, AppError> {
    let user = queries::find_user(connection, caller.user_id)?.ok_or(Refusal::SessionEnded)?;
    if user.deletes_at.is_none() {
        return Err(Refusal::NoDeletion.into());
    }
    queries::update_deletes_at(connection, user.id, None)?;
    Entry::by(user.id, AuditAction::AccountDeletionCanceled)
        .to_user(user.id)
        .record(connection)?;
    info_of(connection, user.id)
}

/// Everything that is stored about an account, secrets apart.
pub fn export(
    connection: &mut PgConnection,
    caller: &Caller,
    idle_days: i64,
) -> Result<serde_json::Value, AppError> {
    let account = info_of(connection, caller.user_id)?;
    let sessions = list_sessions(connection, caller, idle_days)?;
    let teams = team::service::list(connection, caller.user_id)?;
    let filter = audit::AuditFilter {
        user_id: Some(caller.user_id),
        ..Default::default()
    };
    let history: Vec<_> = audit::list_entries(connection, filter, None, 10_000)?
        .into_iter()
        .map(|entry| {
            // What others did to the account is part of it; from where they did it is theirs.
            let is_own = entry.actor_id == Some(caller.user_id);
            json!({
                "createdAt": entry.created_at,
                "action": entry.action,
                "isOwn": is_own,
                "ipAddress": entry.ip_address.filter(|_| is_own),
                "details": entry.details,
            })
        })
        .collect();
    Ok(json!({
        "exportedAt": Utc::now(),
        "account": account,
        "sessions": sessions,
        "teams": teams,
        "history": history,
    }))
}

/// The accounts whose time is over.
pub fn list_expired(connection: &mut PgConnection, now: DateTime<Utc>) -> Result<Vec<Uuid>, AppError> {
    Ok(queries::list_expired_users(connection, now)?)
}

/// Removes an account whose time is over, and what belongs to it alone. Does nothing when its owner kept it meanwhile,
/// or when another server is removing it.
pub fn purge(connection: &mut PgConnection, id: Uuid, now: DateTime<Utc>) -> Result<(), AppError> {
    if !queries::lock_expired_user(connection, id, now)? {
        return Ok(());
    }
    team::service::release_teams_of(connection, id)?;
    queries::delete_user(connection, id)?;
    audit::forget_addresses(connection, id)?;
    Entry::by_system(AuditAction::AccountPurged)
        .to_user(id)
        .record(connection)?;
    Ok(())
}
