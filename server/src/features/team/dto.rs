//! Wire structs.

use chrono::{DateTime, Utc};
use moyan_domain::{Feature, Plan, TeamKind};
use moyan_foundation::access::{Action, Role};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

/// A team, as the caller sees it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TeamDto {
    /// The team.
    pub id: Uuid,
    /// The kind.
    pub kind: TeamKind,
    /// The name.
    pub name: String,
    /// The owner's account.
    pub owner_id: Uuid,
    /// The caller's role.
    pub role: Role,
    /// What the caller may do here.
    pub actions: Vec<Action>,
    /// The plan.
    pub plan: Plan,
    /// When the plan ends; absent when it does not.
    pub plan_ends_at: Option<DateTime<Utc>>,
    /// What the plan has.
    pub features: Vec<Feature>,
    /// How many members there are, the owner included.
    pub n_members: i64,
    /// How many members the plan allows, pending invitations included. Nobody is removed when the limit goes down.
    pub max_members: i64,
    /// When it was made.
    pub created_at: DateTime<Utc>,
    /// Why it is suspended; absent when it is not. A suspended team can be read only.
    pub suspended_reason: Option<String>,
    /// When it will be removed for good, after its owner deleted it; until then it can be restored.
    pub purges_at: Option<DateTime<Utc>>,
}

/// Body of `POST /api/teams` and `PATCH /api/teams/{teamId}`.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TeamNameRequest {
    /// The name: 1 to 50 characters.
    pub name: String,
}

/// Body of `POST /api/teams/{teamId}/transfer`.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TransferTeamRequest {
    /// The member who becomes the owner; the caller becomes an admin.
    pub user_id: Uuid,
}

/// Figures for the team's overview.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TeamOverviewDto {
    /// Members, the owner included.
    pub n_members: i64,
    /// Members who used the product within the last 30 days.
    pub n_active_members: i64,
    /// Invitations that are neither accepted nor expired.
    pub n_pending_invitations: i64,
    /// Knowledge bases on the server, without those in the bin.
    pub n_knowledge_bases: i64,
    /// Sites, without those in the bin.
    pub n_sites: i64,
    /// Views of these sites, of all time.
    pub n_views: i64,
}

/// A member of a team.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MemberDto {
    /// The member's account.
    pub user_id: Uuid,
    /// The name that others see.
    pub nickname: String,
    /// The e-mail address; shown to those who manage members.
    pub email: Option<String>,
    /// The path of the picture, when there is one.
    pub avatar_url: Option<String>,
    /// The role.
    pub role: Role,
    /// Since when they are a member.
    pub joined_at: DateTime<Utc>,
}

/// Members of a team, a page of them.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MemberPageDto {
    /// In the order in which they joined.
    pub items: Vec<MemberDto>,
    /// What `cursor` of the next page is; absent on the last.
    pub next_cursor: Option<String>,
}

/// Body of `PATCH /api/teams/{teamId}/members/{userId}`.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChangeRoleRequest {
    /// The new role; `owner` is given by a transfer only.
    pub role: Role,
}

/// An invitation that waits for an answer.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct InvitationDto {
    /// The invitation.
    pub id: Uuid,
    /// The invited address.
    pub email: String,
    /// The role that it gives.
    pub role: Role,
    /// The name of the sender.
    pub invited_by_nickname: String,
    /// When it was sent.
    pub created_at: DateTime<Utc>,
    /// When it expires.
    pub expires_at: DateTime<Utc>,
}

/// Body of `POST /api/teams/{teamId}/invitations`.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct InviteRequest {
    /// The address to invite; an earlier invitation of the same address ends.
    pub email: String,
    /// The role that it gives; never `owner`.
    pub role: Role,
}

/// Body of `POST /api/invitations/lookup` and `POST /api/invitations/accept`.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct InvitationTokenRequest {
    /// The token of the link in the mail.
    pub token: String,
}

/// An invitation, as the holder of its link sees it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct InvitationLookupDto {
    /// The team's name.
    pub team_name: String,
    /// The name of the sender.
    pub invited_by_nickname: String,
    /// The address that the invitation is bound to; only its account can accept.
    pub email: String,
    /// The role that it gives.
    pub role: Role,
    /// When it expires.
    pub expires_at: DateTime<Utc>,
}

/// A plan.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PlanDto {
    /// The plan.
    pub plan: Plan,
    /// The price of a month, in fen (CNY); absent when it is agreed upon.
    pub monthly_price_fen: Option<i64>,
    /// Months that a year's payment gives beside its twelve.
    pub yearly_extra_months: i32,
    /// Members that one team may have.
    pub members_per_team: i64,
    /// What it has.
    pub features: Vec<Feature>,
}
