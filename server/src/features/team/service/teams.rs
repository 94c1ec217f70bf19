//! Making a team, changing it, giving it away.

use chrono::TimeDelta;
use diesel::PgConnection;
use moyan_domain::limits::{DELETION_HOLD_DAYS, TEAMS_PER_OWNER};
use moyan_domain::{Language, Nickname, TeamId, TeamKind, TeamName};
use moyan_foundation::access::{Caller, Role, TeamAccess};
use moyan_foundation::error::{AppError, Refusal};
use serde_json::json;
use uuid::Uuid;

use super::overview::{get, get_as};
use super::{lock_allowed, require_shared};
use crate::features::audit::{AuditAction, Entry};
use crate::features::team::dto::TeamDto;
use crate::features::team::queries;

/// The name of somebody's personal space.
fn name_of_personal(nickname: &Nickname, language: Language) -> String {
    let nickname = nickname.as_str();
    match language {
        // As Chinese is set beside Latin letters: with a space between.
        Language::ZhCn if nickname.ends_with(|last: char| last.is_ascii_alphanumeric()) => {
            format!("{nickname} 的空间")
        }
        Language::ZhCn => format!("{nickname}的空间"),
        Language::En => format!("Personal space of {nickname}"),
    }
}

/// Makes the personal space of a new account, named after it.
pub fn create_personal(
    connection: &mut PgConnection,
    user_id: Uuid,
    nickname: &Nickname,
    language: Language,
) -> Result<(), AppError> {
    let name = name_of_personal(nickname, language);
    let id = TeamId(Uuid::now_v7());
    queries::insert_team(connection, id, TeamKind::Personal, &name, user_id)?;
    Ok(())
}

fn parse_name(name: &str) -> Result<TeamName, AppError> {
    TeamName::parse(name).map_err(|problem| AppError::invalid("name", problem))
}

/// Whether an account may own one more team; until the transaction ends nobody else gives it one.
fn may_own_more(connection: &mut PgConnection, owner_id: Uuid) -> Result<bool, AppError> {
    queries::lock_owner(connection, owner_id)?;
    Ok(queries::count_owned(connection, owner_id)? < TEAMS_PER_OWNER)
}

/// Makes a team that the caller owns.
pub fn create(connection: &mut PgConnection, caller: &Caller, name: &str) -> Result<TeamDto, AppError> {
    let name = parse_name(name)?;
    if !may_own_more(connection, caller.user_id)? {
        return Err(Refusal::TooManyTeams.into());
    }
    let id = TeamId(Uuid::now_v7());
    queries::insert_team(connection, id, TeamKind::Team, name.as_str(), caller.user_id)?;
    Entry::by(caller.user_id, AuditAction::TeamCreated)
        .in_team(id)
        .with(json!({ "name": name.as_str() }))
        .record(connection)?;
    get_as(connection, id, Role::Owner, caller.now)
}

/// Changes the name.
pub fn rename(
    connection: &mut PgConnection,
    caller: &Caller,
    access: &TeamAccess,
    name: &str,
) -> Result<TeamDto, AppError> {
    let name = parse_name(name)?;
    let team = lock_allowed(connection, caller, access)?;
    queries::update_name(connection, team.id, name.as_str())?;
    Entry::by(caller.user_id, AuditAction::TeamRenamed)
        .in_team(team.id)
        .with(json!({ "from": team.name, "to": name.as_str() }))
        .record(connection)?;
    get(connection, access)
}

/// Deletes a team; it can be restored for seven days.
pub fn delete(
    connection: &mut PgConnection,
    caller: &Caller,
    access: &TeamAccess,
) -> Result<TeamDto, AppError> {
    require_shared(access)?;
    let team = lock_allowed(connection, caller, access)?;
    let purges_at = caller.now + TimeDelta::days(DELETION_HOLD_DAYS);
    queries::update_purges_at(connection, team.id, Some(purges_at))?;
    Entry::by(caller.user_id, AuditAction::TeamDeleted)
        .in_team(team.id)
        .record(connection)?;
    get(connection, access)
}

/// Restores a deleted team.
pub fn restore(
    connection: &mut PgConnection,
    caller: &Caller,
    access: &TeamAccess,
) -> Result<TeamDto, AppError> {
    let team = lock_allowed(connection, caller, access)?;
    if team.purges_at.is_none() {
        return Err(Refusal::TeamNotDeleted.into());
    }
    queries::update_purges_at(connection, team.id, None)?;
    Entry::by(caller.user_id, AuditAction::TeamRestored)
        .in_team(team.id)
        .record(connection)?;
    get(connection, access)
}

/// Makes another member the owner.
pub fn transfer(
    connection: &mut PgConnection,
    caller: &Caller,
    access: &TeamAccess,
    to: Uuid,
) -> Result<TeamDto, AppError> {
    require_shared(access)?;
    let team = lock_allowed(connection, caller, access)?;
    if to == caller.user_id {
        return Err(Refusal::OwnerRole.into());
    }
    queries::find_role(connection, team.id, to)?.ok_or(Refusal::MemberNotFound)?;
    if !may_own_more(connection, to)? {
        return Err(Refusal::NewOwnerTooManyTeams.into());
    }
    queries::update_owner(connection, team.id, caller.user_id, to)?;
    Entry::by(caller.user_id, AuditAction::TeamTransferred)
        .to_user(to)
        .in_team(team.id)
        .record(connection)?;
    get_as(connection, team.id, Role::Admin, caller.now)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_personal_space_is_named_as_its_owners_language_writes_it() {
        for (nickname, language, name) in [
            ("李明", Language::ZhCn, "李明的空间"),
            ("Li Ming", Language::ZhCn, "Li Ming 的空间"),
            ("李明2", Language::ZhCn, "李明2 的空间"),
            ("李明", Language::En, "Personal space of 李明"),
        ] {
            let nickname = Nickname::parse(nickname).unwrap();
            assert_eq!(name_of_personal(&nickname, language), name);
        }
    }
}
