//! The rules of teams.

use chrono::{DateTime, TimeDelta, Utc};
use diesel::PgConnection;
use rand::Rng as _;
use serde_json::json;
use sha2::{Digest as _, Sha256};
use uuid::Uuid;

use super::dto::{
    InvitationDto, InvitationLookupDto, InviteRequest, MemberDto, MemberPageDto, TeamDto, TeamKind,
    TeamOverviewDto,
};
use super::queries::{self, InvitationRow, MemberRow, NewInvitation, Team};
use crate::access::{Action, Caller, Plan, Role, TeamAccess, Tokens, hex};
use crate::config::limits::{
    DELETION_HOLD_DAYS, INVITATION_LIFETIME_DAYS, INVITATIONS_PER_INVITER_PER_DAY,
    INVITATIONS_PER_TARGET_PER_DAY, INVITATIONS_PER_TEAM_PER_DAY, MEMBERS_PER_TEAM, TEAMS_PER_OWNER,
};
use crate::domain::{Identifier, IdentityType, Nickname, TeamName};
use crate::error::{AppError, FieldProblem, Refusal};
use crate::features::audit::{AuditAction, Entry};
use crate::features::mail::{Letter, Recipient};
use crate::http::language::Language;
use crate::http::pagination::Page;
use crate::throttle::{self, Allowance};

/// Days within which somebody counts as active.
const ACTIVE_DAYS: i64 = 30;

/// So many a day.
const fn daily(n_hits: i32) -> Allowance {
    Allowance::each(TimeDelta::days(1), n_hits)
}

/// Makes the personal space of a new account, named after it.
pub fn create_personal(
    connection: &mut PgConnection,
    user_id: Uuid,
    nickname: &Nickname,
    language: Language,
) -> Result<Uuid, AppError> {
    let name = match language {
        // As Chinese is set beside Latin letters: with a space between.
        Language::ZhCn
            if nickname
                .as_str()
                .ends_with(|last: char| last.is_ascii_alphanumeric()) =>
        {
            format!("{} 的空间", nickname.as_str())
        }
        Language::ZhCn => format!("{}的空间", nickname.as_str()),
        Language::En => format!("{}'s space", nickname.as_str()),
    };
    let id = Uuid::now_v7();
    queries::insert_team(connection, id, "personal", &name, user_id)?;
    Ok(id)
}

/// True when the account owns a team in which there are others.
pub fn owns_shared_team(connection: &mut PgConnection, user_id: Uuid) -> Result<bool, AppError> {
    Ok(queries::owns_shared(connection, user_id)?)
}

/// Gives an account's shared teams to other members and deletes the rest, before the account goes.
pub fn release_teams_of(connection: &mut PgConnection, user_id: Uuid) -> Result<(), AppError> {
    for team_id in queries::list_owned(connection, user_id)? {
        // A member who is leaving at this moment must not become the owner.
        queries::lock_team(connection, team_id)?;
        if let Some(successor) = queries::find_successor(connection, team_id, user_id)? {
            queries::update_owner(connection, team_id, user_id, successor)?;
            Entry::by_system(AuditAction::TeamInherited)
                .to_user(successor)
                .in_team(team_id)
                .record(connection)?;
        }
    }
    queries::delete_teams_of(connection, user_id)?;
    Ok(())
}

/// The deleted teams whose time is over.
pub fn list_expired(connection: &mut PgConnection, now: DateTime<Utc>) -> Result<Vec<Uuid>, AppError> {
    Ok(queries::list_expired(connection, now)?)
}

/// Removes a deleted team whose time is over. Does nothing when its owner restored it meanwhile.
pub fn purge(connection: &mut PgConnection, id: Uuid, now: DateTime<Utc>) -> Result<(), AppError> {
    if queries::delete_expired(connection, id, now)? > 0 {
        Entry::by_system(AuditAction::TeamPurged)
            .in_team(id)
            .record(connection)?;
    }
    Ok(())
}

/// Removes invitations that expired.
pub fn delete_expired_invitations(
    connection: &mut PgConnection,
    now: DateTime<Utc>,
) -> diesel::QueryResult<usize> {
    queries::delete_expired_invitations(connection, now)
}

fn dto_of(team: Team, role: Role, n_members: i64) -> TeamDto {
    let now = Utc::now();
    let plan = Plan::effective(&team.plan, team.plan_ends_at, now);
    TeamDto {
        n_members,
        max_members: plan.members_per_team(),
        id: team.id,
        kind: TeamKind::of(&team.kind),
        name: team.name,
        owner_id: team.owner_id,
        role,
        actions: actions_of(role, team.kind == "personal"),
        plan,
        plan_ends_at: team.plan_ends_at.filter(|end| *end > now),
        features: plan.features(),
        created_at: team.created_at,
        suspended_reason: team.suspended_reason,
        purges_at: team.purges_at,
    }
}

/// What a role may do; in a personal space there is nobody to share with.
fn actions_of(role: Role, is_personal: bool) -> Vec<Action> {
    let mut actions = role.actions();
    if is_personal {
        actions.retain(|action| {
            !matches!(
                action,
                Action::ManageMembers | Action::TransferTeam | Action::DeleteTeam
            )
        });
    }
    actions
}

impl TeamKind {
    /// The kind of a stored name.
    pub fn of(name: &str) -> Self {
        if name == "personal" {
            Self::Personal
        } else {
            Self::Team
        }
    }
}

/// The account's teams.
pub fn list(connection: &mut PgConnection, user_id: Uuid) -> Result<Vec<TeamDto>, AppError> {
    Ok(queries::list_teams(connection, user_id)?
        .into_iter()
        .map(|(team, role, n_members)| dto_of(team, Role::parse(&role).unwrap_or(Role::Viewer), n_members))
        .collect())
}

/// One team.
pub fn get(connection: &mut PgConnection, access: &TeamAccess) -> Result<TeamDto, AppError> {
    get_as(connection, access.team_id, access.role)
}

fn get_as(connection: &mut PgConnection, team_id: Uuid, role: Role) -> Result<TeamDto, AppError> {
    let team = queries::find_team(connection, team_id)?.ok_or(Refusal::TeamNotFound)?;
    let n_members = queries::count_members(connection, team_id)?;
    Ok(dto_of(team, role, n_members))
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
    let id = Uuid::now_v7();
    queries::insert_team(connection, id, "team", name.as_str(), caller.user_id)?;
    Entry::by(caller.user_id, AuditAction::TeamCreated)
        .in_team(id)
        .with(json!({ "name": name.as_str() }))
        .record(connection)?;
    get_as(connection, id, Role::Owner)
}

/// Locks the team until the transaction ends, if the caller's role still allows what the route lets them do.
///
/// The check before the handler is older: the role may have been changed since. Every change of a team begins with this.
fn lock_allowed(
    connection: &mut PgConnection,
    caller: &Caller,
    access: &TeamAccess,
) -> Result<Team, AppError> {
    let team = queries::lock_team(connection, access.team_id)?.ok_or(Refusal::TeamNotFound)?;
    let role = queries::find_role(connection, team.id, caller.user_id)?.ok_or(Refusal::TeamNotFound)?;
    if Role::parse(&role).is_some_and(|role| role.may(access.action)) {
        Ok(team)
    } else {
        Err(Refusal::Forbidden.into())
    }
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

fn require_shared(access: &TeamAccess) -> Result<(), AppError> {
    if access.is_personal {
        return Err(Refusal::PersonalTeam.into());
    }
    Ok(())
}

/// Deletes a team; it can be restored until its time is over.
pub fn delete(
    connection: &mut PgConnection,
    caller: &Caller,
    access: &TeamAccess,
) -> Result<TeamDto, AppError> {
    require_shared(access)?;
    let team = lock_allowed(connection, caller, access)?;
    let purges_at = Utc::now() + TimeDelta::days(DELETION_HOLD_DAYS);
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
    get_as(connection, team.id, Role::Admin)
}

/// Figures for the overview.
pub fn overview(connection: &mut PgConnection, access: &TeamAccess) -> Result<TeamOverviewDto, AppError> {
    let now = Utc::now();
    let id = access.team_id;
    Ok(TeamOverviewDto {
        n_members: queries::count_members(connection, id)?,
        n_active_members: queries::count_active_members(connection, id, now - TimeDelta::days(ACTIVE_DAYS))?,
        n_pending_invitations: queries::count_invitations(connection, id, now)?,
    })
}

fn member_of(row: MemberRow, access: &TeamAccess) -> MemberDto {
    MemberDto {
        user_id: row.user_id,
        nickname: row.nickname,
        email: row.email.filter(|_| access.may(Action::ManageMembers)),
        avatar_url: row.avatar_id.map(|id| format!("/api/avatars/{id}")),
        role: Role::parse(&row.role).unwrap_or(Role::Viewer),
        joined_at: row.joined_at,
    }
}

/// A page of the members. The cursor is a moment in microseconds and an account.
pub fn list_members(
    connection: &mut PgConnection,
    access: &TeamAccess,
    page: &Page,
) -> Result<MemberPageDto, AppError> {
    let after = page.cursor.as_deref().map(parse_cursor).transpose()?;
    let mut rows = queries::list_members(connection, access.team_id, after, page.limit + 1)?;
    let next_cursor = page.cut(&mut rows, |row| {
        format!("{}_{}", row.joined_at.timestamp_micros(), row.user_id)
    });
    let items = rows.into_iter().map(|row| member_of(row, access)).collect();
    Ok(MemberPageDto { items, next_cursor })
}

fn parse_cursor(cursor: &str) -> Result<(DateTime<Utc>, Uuid), AppError> {
    cursor
        .split_once('_')
        .and_then(|(micros, id)| {
            Some((
                DateTime::from_timestamp_micros(micros.parse().ok()?)?,
                id.parse().ok()?,
            ))
        })
        .ok_or_else(|| Refusal::BadRequest.into())
}

/// The role of a member that can be changed: not the owner's.
fn changeable_role(connection: &mut PgConnection, team_id: Uuid, user_id: Uuid) -> Result<Role, AppError> {
    let role = queries::find_role(connection, team_id, user_id)?.ok_or(Refusal::MemberNotFound)?;
    match Role::parse(&role) {
        Some(Role::Owner) => Err(Refusal::OwnerRole.into()),
        Some(role) => Ok(role),
        None => Err(AppError::Internal(format!("unknown role {role}"))),
    }
}

/// Changes a member's role.
pub fn change_role(
    connection: &mut PgConnection,
    caller: &Caller,
    access: &TeamAccess,
    user_id: Uuid,
    role: Role,
) -> Result<MemberDto, AppError> {
    if role == Role::Owner {
        return Err(AppError::invalid("role", FieldProblem::RoleNotGiven));
    }
    lock_allowed(connection, caller, access)?;
    let before = changeable_role(connection, access.team_id, user_id)?;
    queries::update_role(connection, access.team_id, user_id, role.as_str())?;
    if !role.may(Action::ManageMembers) {
        // What a role may not send any more must not bring it back.
        queries::delete_invitations_by(connection, access.team_id, user_id)?;
    }
    Entry::by(caller.user_id, AuditAction::TeamRoleChanged)
        .to_user(user_id)
        .in_team(access.team_id)
        .with(json!({ "from": before, "to": role }))
        .record(connection)?;
    let row = queries::find_member(connection, access.team_id, user_id)?.ok_or(Refusal::MemberNotFound)?;
    Ok(member_of(row, access))
}

/// Ends a membership and the invitations that the member sent: one of them may be a way back in.
fn end_membership(connection: &mut PgConnection, team_id: Uuid, user_id: Uuid) -> Result<(), AppError> {
    queries::delete_member(connection, team_id, user_id)?;
    queries::delete_invitations_by(connection, team_id, user_id)?;
    Ok(())
}

/// Removes a member.
pub fn remove_member(
    connection: &mut PgConnection,
    caller: &Caller,
    access: &TeamAccess,
    user_id: Uuid,
) -> Result<(), AppError> {
    lock_allowed(connection, caller, access)?;
    changeable_role(connection, access.team_id, user_id)?;
    end_membership(connection, access.team_id, user_id)?;
    Entry::by(caller.user_id, AuditAction::TeamMemberRemoved)
        .to_user(user_id)
        .in_team(access.team_id)
        .record(connection)?;
    Ok(())
}

/// The caller leaves.
pub fn leave(connection: &mut PgConnection, caller: &Caller, access: &TeamAccess) -> Result<(), AppError> {
    lock_allowed(connection, caller, access)?;
    changeable_role(connection, access.team_id, caller.user_id)?;
    end_membership(connection, access.team_id, caller.user_id)?;
    Entry::by(caller.user_id, AuditAction::TeamLeft)
        .in_team(access.team_id)
        .record(connection)?;
    Ok(())
}

fn invitation_of(row: InvitationRow) -> InvitationDto {
    InvitationDto {
        id: row.id,
        email: row.email,
        role: Role::parse(&row.role).unwrap_or(Role::Viewer),
        invited_by_nickname: row.invited_by_nickname,
        created_at: row.created_at,
        expires_at: row.expires_at,
    }
}

/// The invitations that wait.
pub fn list_invitations(
    connection: &mut PgConnection,
    access: &TeamAccess,
) -> Result<Vec<InvitationDto>, AppError> {
    Ok(queries::list_invitations(connection, access.team_id, Utc::now())?
        .into_iter()
        .map(invitation_of)
        .collect())
}

/// An invitation that was checked and counted.
pub struct CheckedInvitation {
    identifier: Identifier,
    role: Role,
}

/// Checks an invitation and counts it; not to be called in a transaction that may be taken back.
pub fn check_invitation(
    connection: &mut PgConnection,
    tokens: &Tokens,
    caller: &Caller,
    access: &TeamAccess,
    request: &InviteRequest,
) -> Result<CheckedInvitation, AppError> {
    require_shared(access)?;
    if request.role == Role::Owner {
        return Err(AppError::invalid("role", FieldProblem::RoleNotGiven));
    }
    let identifier = Identifier::parse(IdentityType::Email, &request.email)
        .map_err(|problem| AppError::invalid("email", problem))?;
    // An account makes many teams, and a letter bears a text of its writer's choice: each of the three is counted.
    let inviter = tokens.keyed_hash(&["invite", "by", &caller.user_id.to_string()]);
    throttle::hit(connection, &inviter, daily(INVITATIONS_PER_INVITER_PER_DAY))?;
    let team = tokens.keyed_hash(&["invite", &access.team_id.to_string()]);
    throttle::hit(connection, &team, daily(INVITATIONS_PER_TEAM_PER_DAY))?;
    let target = tokens.keyed_hash(&["invite", "to", identifier.as_str()]);
    throttle::hit(connection, &target, daily(INVITATIONS_PER_TARGET_PER_DAY))?;
    Ok(CheckedInvitation {
        identifier,
        role: request.role,
    })
}

/// Sends an invitation; an earlier one of the same address ends.
pub fn invite(
    connection: &mut PgConnection,
    caller: &Caller,
    access: &TeamAccess,
    checked: &CheckedInvitation,
    public_url: &str,
    language: Language,
) -> Result<InvitationDto, AppError> {
    let team = lock_allowed(connection, caller, access)?;
    let email = checked.identifier.as_str();
    if queries::is_member_email(connection, team.id, email)? {
        return Err(Refusal::AlreadyMember.into());
    }
    let now = Utc::now();
    queries::delete_invitation_to(connection, team.id, email)?;
    let n_people =
        queries::count_members(connection, team.id)? + queries::count_invitations(connection, team.id, now)?;
    if n_people >= MEMBERS_PER_TEAM {
        return Err(Refusal::TooManyMembers.into());
    }
    if n_people >= access.plan.members_per_team() {
        return Err(Refusal::PlanLimit.into());
    }
    let secret: [u8; 32] = rand::rng().random();
    let token = hex(&secret);
    let invitation = NewInvitation {
        id: Uuid::now_v7(),
        team_id: team.id,
        email,
        role: checked.role.as_str(),
        token_hash: &hash_of(&token),
        invited_by_id: caller.user_id,
        expires_at: now + TimeDelta::days(INVITATION_LIFETIME_DAYS),
    };
    queries::insert_invitation(connection, &invitation)?;
    let inviter = queries::find_nickname(connection, caller.user_id)?;
    let locale = queries::find_locale_of(connection, email)?;
    let recipient = Recipient {
        identifier: checked.identifier.clone(),
        // Who has no account yet is written to in the language of who invites.
        language: locale.map_or(language, |locale| Language::from_name(&locale)),
    };
    Letter::Invitation {
        team: team.name,
        inviter: inviter.clone(),
        // A fragment reaches no server, so no log of ours or of a proxy holds the token.
        url: format!("{public_url}/invitations#{token}"),
        days: INVITATION_LIFETIME_DAYS,
    }
    .post(connection, &recipient)?;
    Entry::by(caller.user_id, AuditAction::TeamInvited)
        .in_team(team.id)
        .with(json!({ "role": checked.role }))
        .record(connection)?;
    Ok(InvitationDto {
        id: invitation.id,
        email: email.to_owned(),
        role: checked.role,
        invited_by_nickname: inviter,
        created_at: now,
        expires_at: invitation.expires_at,
    })
}

/// What is stored of a token. It is long and drawn, so a hash without a secret is enough.
fn hash_of(token: &str) -> String {
    hex(&Sha256::digest(token.as_bytes()))
}

/// Takes an invitation back.
pub fn delete_invitation(
    connection: &mut PgConnection,
    caller: &Caller,
    access: &TeamAccess,
    id: Uuid,
) -> Result<(), AppError> {
    let team = lock_allowed(connection, caller, access)?;
    match queries::delete_invitation(connection, team.id, id)? {
        0 => Err(Refusal::InvitationNotFound.into()),
        _ => Ok(()),
    }
}

/// What an invitation offers.
pub fn lookup_invitation(
    connection: &mut PgConnection,
    token: &str,
) -> Result<InvitationLookupDto, AppError> {
    let row = queries::find_invitation(connection, &hash_of(token), Utc::now())?
        .ok_or(Refusal::InvitationNotFound)?;
    let team = queries::find_team(connection, row.team_id)?.ok_or(Refusal::InvitationNotFound)?;
    Ok(InvitationLookupDto {
        team_name: team.name,
        invited_by_nickname: row.invited_by_nickname,
        email: row.email,
        role: Role::parse(&row.role).unwrap_or(Role::Viewer),
        expires_at: row.expires_at,
    })
}

/// The caller becomes a member; the invitation is used up.
pub fn accept_invitation(
    connection: &mut PgConnection,
    caller: &Caller,
    token: &str,
) -> Result<TeamDto, AppError> {
    let row = queries::find_invitation(connection, &hash_of(token), Utc::now())?
        .ok_or(Refusal::InvitationNotFound)?;
    if caller.email.as_deref() != Some(row.email.as_str()) {
        return Err(Refusal::InvitationOtherEmail.into());
    }
    let team = queries::lock_team(connection, row.team_id)?
        .filter(|team| team.purges_at.is_none())
        .ok_or(Refusal::InvitationNotFound)?;
    if team.suspended_at.is_some() {
        return Err(Refusal::TeamSuspended.into());
    }
    // Whoever deletes the row has used the invitation: of two at the same moment only one does.
    if queries::delete_invitation(connection, team.id, row.id)? == 0 {
        return Err(Refusal::InvitationNotFound.into());
    }
    if queries::find_role(connection, team.id, caller.user_id)?.is_some() {
        return Err(Refusal::AlreadyMember.into());
    }
    if queries::count_members(connection, team.id)? >= MEMBERS_PER_TEAM {
        return Err(Refusal::TooManyMembers.into());
    }
    let role = Role::parse(&row.role).ok_or(Refusal::InvitationNotFound)?;
    queries::insert_member(connection, team.id, caller.user_id, role.as_str())?;
    Entry::by(caller.user_id, AuditAction::TeamJoined)
        .to_user(caller.user_id)
        .in_team(team.id)
        .with(json!({ "role": role }))
        .record(connection)?;
    get_as(connection, team.id, role)
}
