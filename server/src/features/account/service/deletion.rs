//! Deleting an account: asked for, taken back, and done when the time to take it back is over.

use chrono::{DateTime, TimeDelta, Utc};
use diesel::PgConnection;
use moyan_domain::limits::DELETION_HOLD_DAYS;
use moyan_foundation::access::Caller;
use moyan_foundation::error::{AppError, Refusal};
use moyan_foundation::http::client::Client;
use moyan_foundation::state::AppState;
use moyan_mail::MailTemplate;
use uuid::Uuid;

use super::passwords::{lock_proved, prove_password};
use super::profile::{info_of, tell};
use crate::features::account::dto::UserInfoDto;
use crate::features::account::queries;
use crate::features::audit::{self, AuditAction, Entry};
use crate::features::team;

/// Schedules the deletion of the account and logs all other devices out.
pub async fn request_deletion(
    state: &AppState,
    client: Client,
    caller: Caller,
    passwd: String,
) -> Result<UserInfoDto, AppError> {
    let user = prove_password(state, &client, &caller, passwd).await?;
    let profile_url = format!("{}/account", state.platform.public_url);
    state
        .db
        .transaction(move |connection| {
            lock_proved(connection, &user)?.ok_or(Refusal::PasswordWrong)?;
            if team::service::owns_shared_team(connection, user.id)? {
                return Err(Refusal::OwnsTeams.into());
            }
            let deletes_at = caller.now + TimeDelta::days(DELETION_HOLD_DAYS);
            queries::update_deletes_at(connection, user.id, Some(deletes_at))?;
            queries::delete_sessions(connection, user.id, Some(caller.session_id))?;
            Entry::by(user.id, AuditAction::AccountDeletionRequested)
                .to_user(user.id)
                .from_address(&client.address.to_string())
                .record(connection)?;
            let day = deletes_at.date_naive();
            tell(
                connection,
                &user,
                &MailTemplate::DeletionScheduled { day, profile_url },
            )?;
            info_of(connection, user.id)
        })
        .await
}

/// Takes the deletion back.
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

/// The accounts whose deletion is due.
pub fn list_expired(connection: &mut PgConnection, now: DateTime<Utc>) -> Result<Vec<Uuid>, AppError> {
    Ok(queries::list_expired_users(connection, now)?)
}

/// Removes an account whose deletion is due, and what belongs to it alone. Does nothing when its owner kept it meanwhile,
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
