//! Invitations: sent by mail, bound to an address, good once.

use chrono::{DateTime, TimeDelta, Utc};
use diesel::PgConnection;
use moyan_domain::limits::{
    INVITATION_LIFETIME_DAYS, INVITATIONS_PER_INVITER_PER_DAY, INVITATIONS_PER_TARGET_PER_DAY,
    INVITATIONS_PER_TEAM_PER_DAY, MEMBERS_PER_TEAM,
};
use moyan_domain::{FieldProblem, Identifier, IdentityType, Language};
use moyan_foundation::access::{Caller, Role, TeamAccess, Tokens, hex};
use moyan_foundation::error::{AppError, Refusal};
use moyan_foundation::throttle::{self, Allowance};
use moyan_mail::{MailTemplate, Recipient};
use rand::Rng as _;
use serde_json::json;
use sha2::{Digest as _, Sha256};
use uuid::Uuid;

use super::overview::get_as;
use super::{lock_allowed, require_shared};
use crate::features::audit::{AuditAction, Entry};
use crate::features::mail::Outbox as _;
use crate::features::team::dto::{InvitationDto, InvitationLookupDto, InviteRequest, TeamDto};
use crate::features::team::queries::{self, InvitationRow, NewInvitation};

/// So many a day.
const fn daily(n_hits: i32) -> Allowance {
    Allowance::each(TimeDelta::days(1), n_hits)
}

fn invitation_of(row: InvitationRow) -> InvitationDto {
    InvitationDto {
        id: row.id,
        email: row.email,
        role: row.role,
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
    Ok(queries::list_invitations(connection, access.team_id, access.now)?
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
    // An account can make many teams, and it chooses the name in the mail: sender, team and recipient are each counted.
    let inviter = tokens.keyed_hash(&["invite", "by", &caller.user_id.to_string()]);
    throttle::hit(
        connection,
        &inviter,
        daily(INVITATIONS_PER_INVITER_PER_DAY),
        caller.now,
    )?;
    let team = tokens.keyed_hash(&["invite", &access.team_id.to_string()]);
    throttle::hit(connection, &team, daily(INVITATIONS_PER_TEAM_PER_DAY), caller.now)?;
    let target = tokens.keyed_hash(&["invite", "to", identifier.as_str()]);
    throttle::hit(
        connection,
        &target,
        daily(INVITATIONS_PER_TARGET_PER_DAY),
        caller.now,
    )?;
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
    let now = caller.now;
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
        role: checked.role,
        token_hash: &hash_of(&token),
        invited_by_id: caller.user_id,
        expires_at: now + TimeDelta::days(INVITATION_LIFETIME_DAYS),
    };
    queries::insert_invitation(connection, &invitation)?;
    let inviter = queries::find_nickname(connection, caller.user_id)?;
    let known = queries::find_locale_of(connection, email)?;
    let recipient = Recipient {
        identifier: checked.identifier.clone(),
        // A recipient without an account is written to in the sender's language.
        language: known.unwrap_or(language),
    };
    MailTemplate::Invitation {
        team: team.name,
        inviter: inviter.clone(),
        // A browser sends no fragment to a server, so no log holds the token.
        url: format!("{public_url}/invitations#{token}"),
        days: INVITATION_LIFETIME_DAYS,
    }
    .enqueue(connection, &recipient)?;
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

/// The hash of a token that is stored. A token is long and random, so a hash without a key is enough.
fn hash_of(token: &str) -> String {
    hex(&Sha256::digest(token.as_bytes()))
}

/// Revokes an invitation.
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
    now: DateTime<Utc>,
) -> Result<InvitationLookupDto, AppError> {
    let row =
        queries::find_invitation(connection, &hash_of(token), now)?.ok_or(Refusal::InvitationNotFound)?;
    let team = queries::find_team(connection, row.team_id)?.ok_or(Refusal::InvitationNotFound)?;
    Ok(InvitationLookupDto {
        team_name: team.name,
        invited_by_nickname: row.invited_by_nickname,
        email: row.email,
        role: row.role,
        expires_at: row.expires_at,
    })
}

/// The caller becomes a member; the invitation is used up.
pub fn accept_invitation(
    connection: &mut PgConnection,
    caller: &Caller,
    token: &str,
) -> Result<TeamDto, AppError> {
    let row = queries::find_invitation(connection, &hash_of(token), caller.now)?
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
    // Deleting the row uses the invitation up: of two at the same moment one deletes it.
    if queries::delete_invitation(connection, team.id, row.id)? == 0 {
        return Err(Refusal::InvitationNotFound.into());
    }
    if queries::find_role(connection, team.id, caller.user_id)?.is_some() {
        return Err(Refusal::AlreadyMember.into());
    }
    if queries::count_members(connection, team.id)? >= MEMBERS_PER_TEAM {
        return Err(Refusal::TooManyMembers.into());
    }
    queries::insert_member(connection, team.id, caller.user_id, row.role)?;
    Entry::by(caller.user_id, AuditAction::TeamJoined)
        .to_user(caller.user_id)
        .in_team(team.id)
        .with(json!({ "role": row.role }))
        .record(connection)?;
    get_as(connection, team.id, row.role, caller.now)
}
