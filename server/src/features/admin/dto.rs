//! Wire structs.

use chrono::{DateTime, Utc};
use moyan_domain::{Channel, Plan, TeamKind};
use moyan_foundation::jobs::{JobKind, JobStatus};
use moyan_mail::TemplateName;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::features::audit::AuditAction;
use crate::features::mail::MailStatus;

/// Figures of the platform.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AdminOverviewDto {
    /// Accounts.
    pub n_users: i64,
    /// Accounts used within the last 30 days.
    pub n_active_users: i64,
    /// Teams, personal spaces not counted.
    pub n_teams: i64,
    /// Teams and personal spaces with a paid plan.
    pub n_paid_teams: i64,
    /// Mails that wait to be sent.
    pub n_waiting_mails: i64,
    /// Mails that were given up.
    pub n_dead_mails: i64,
    /// Jobs that were given up.
    pub n_dead_jobs: i64,
}

/// An account, as administrators see it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AdminUserDto {
    /// The account.
    pub id: Uuid,
    /// The name that others see.
    pub nickname: String,
    /// The e-mail address.
    pub email: Option<String>,
    /// The phone number.
    pub phone: Option<String>,
    /// True for administrators of the platform.
    pub is_admin: bool,
    /// When it was made.
    pub created_at: DateTime<Utc>,
    /// When it was last used; absent when no session is left.
    pub last_seen_at: Option<DateTime<Utc>>,
    /// How many teams it is a member of, the personal space included.
    pub n_teams: i64,
    /// Since when it is suspended.
    pub suspended_at: Option<DateTime<Utc>>,
    /// Why it is suspended.
    pub suspended_reason: Option<String>,
    /// When it will be removed for good, after its owner asked for that.
    pub deletes_at: Option<DateTime<Utc>>,
}

/// Accounts, a page of them.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AdminUserPageDto {
    /// The newest first.
    pub items: Vec<AdminUserDto>,
    /// What `cursor` of the next page is; absent on the last.
    pub next_cursor: Option<String>,
}

/// Body of `PUT /api/admin/users/{userId}/admin-role`.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AdminRoleRequest {
    /// Whether the account is an administrator of the platform.
    pub is_admin: bool,
}

/// Body of a suspension.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SuspendRequest {
    /// Why: 1 to 500 characters. The suspended user or team sees it.
    pub reason: String,
}

/// A team, as administrators see it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AdminTeamDto {
    /// The team.
    pub id: Uuid,
    /// The kind.
    pub kind: TeamKind,
    /// The name.
    pub name: String,
    /// The owner's account.
    pub owner_id: Uuid,
    /// The owner's name.
    pub owner_nickname: String,
    /// The plan.
    pub plan: Plan,
    /// When the plan ends; absent when it does not.
    pub plan_ends_at: Option<DateTime<Utc>>,
    /// Members, the owner included.
    pub n_members: i64,
    /// When it was made.
    pub created_at: DateTime<Utc>,
    /// Since when it is suspended.
    pub suspended_at: Option<DateTime<Utc>>,
    /// Why it is suspended.
    pub suspended_reason: Option<String>,
    /// When it will be removed for good, after its owner deleted it.
    pub purges_at: Option<DateTime<Utc>>,
}

/// Teams, a page of them.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AdminTeamPageDto {
    /// The newest first.
    pub items: Vec<AdminTeamDto>,
    /// What `cursor` of the next page is; absent on the last.
    pub next_cursor: Option<String>,
}

/// Body of `PUT /api/admin/teams/{teamId}/plan`.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SetPlanRequest {
    /// The plan.
    pub plan: Plan,
    /// When it ends and the free one holds again; absent when it does not end.
    #[serde(default)]
    pub ends_at: Option<DateTime<Utc>>,
}

/// An entry of the audit log.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AuditEntryDto {
    /// The entry.
    pub id: Uuid,
    /// When it was done.
    pub created_at: DateTime<Utc>,
    /// The action; absent when a newer release wrote the entry.
    pub action: Option<AuditAction>,
    /// The account that did it; absent for the command line and jobs.
    pub actor_id: Option<Uuid>,
    /// The actor's current name; absent when the account was removed.
    pub actor_nickname: Option<String>,
    /// The account it was done to.
    pub user_id: Option<Uuid>,
    /// That account's current name; absent when it was removed.
    pub user_nickname: Option<String>,
    /// The team it was done in.
    pub team_id: Option<Uuid>,
    /// That team's current name; absent when it was removed.
    pub team_name: Option<String>,
    /// Of a personal space, the current name of its owner, after whom it is called.
    pub space_owner_nickname: Option<String>,
    /// The IP address it was done from.
    pub ip_address: Option<String>,
    /// What changed; never a secret.
    #[schema(value_type = std::collections::HashMap<String, serde_json::Value>)]
    pub details: serde_json::Value,
}

/// Entries, a page of them.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AuditPageDto {
    /// The newest first.
    pub items: Vec<AuditEntryDto>,
    /// What `cursor` of the next page is; absent on the last.
    pub next_cursor: Option<String>,
}

/// A mail or short message, without its text.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AdminMailDto {
    /// The mail.
    pub id: Uuid,
    /// How it leaves.
    pub channel: Channel,
    /// The recipient, with the middle hidden.
    pub recipient: String,
    /// The template; absent when another release wrote it.
    pub template: Option<TemplateName>,
    /// The status.
    pub status: MailStatus,
    /// How often sending was attempted.
    pub n_attempts: i32,
    /// Why the last attempt failed.
    pub last_error: Option<String>,
    /// When it was written.
    pub created_at: DateTime<Utc>,
    /// When it was sent.
    pub sent_at: Option<DateTime<Utc>>,
}

/// Mails, a page of them.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AdminMailPageDto {
    /// The newest first.
    pub items: Vec<AdminMailDto>,
    /// What `cursor` of the next page is; absent on the last.
    pub next_cursor: Option<String>,
}

/// A job.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AdminJobDto {
    /// The job.
    pub id: Uuid,
    /// The kind; absent when another release wrote it.
    pub kind: Option<JobKind>,
    /// The IDs of what it works on, by name.
    #[schema(value_type = std::collections::HashMap<String, serde_json::Value>)]
    pub payload: serde_json::Value,
    /// The status.
    pub status: JobStatus,
    /// When it is due, or was.
    pub run_at: DateTime<Utc>,
    /// How often it was begun.
    pub n_attempts: i32,
    /// Why the last attempt failed.
    pub last_error: Option<String>,
    /// When it was written.
    pub created_at: DateTime<Utc>,
}

/// Jobs, a page of them.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AdminJobPageDto {
    /// The newest first.
    pub items: Vec<AdminJobDto>,
    /// What `cursor` of the next page is; absent on the last.
    pub next_cursor: Option<String>,
}
