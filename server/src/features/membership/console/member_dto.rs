//! Members as they are sent.

use std::collections::BTreeMap;

use chrono::{DateTime, NaiveDate, Utc};
use moyan_domain::{GrantId, OrderId, PackageId, VisitorId, stored_names};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::order_dto::OrderDto;
use crate::features::membership::EntitlementState;
use crate::features::membership::models::GrantSource;

stored_names! {
    /// What a list of members is ordered by.
    MemberSort
    /// When the account was made, the newest first.
    Newest: "createdAt",
    /// When the membership ends, the next one first.
    NextToEnd: "endsAt",
    /// When they were there last, the latest first.
    LatestSeen: "lastSeenAt",
}

stored_names! {
    /// What is wrong with a line of an import.
    ImportProblem
    /// It begins with no address.
    Identifier: "identifier",
    /// A spreadsheet wrote its number short: `1.38E+10`.
    Shortened: "shortened",
    /// It has neither months nor a day to come.
    End: "end",
    /// The address was there before.
    Double: "double",
    /// It has too few or too many columns.
    Columns: "columns",
    /// It goes on in the next line: a quote in it is not closed, or its note has several lines.
    LineBreak: "lineBreak",
    /// The line above goes on in it, so that it was not read.
    Swallowed: "swallowed",
}

/// Somebody with an account on a site.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SiteMemberDto {
    /// The visitor.
    pub id: VisitorId,
    /// The e-mail address or phone number.
    pub identifier: String,
    /// What they call themselves.
    pub nickname: String,
    /// What their membership is.
    pub state: EntitlementState,
    /// When the membership ends or ended: the last second of its last day.
    pub ends_at: Option<DateTime<Utc>>,
    /// The last day of the membership, in the site's time zone.
    pub last_day: Option<NaiveDate>,
    /// The package that was given last.
    pub package_name: Option<String>,
    /// True when the team keeps them out.
    pub is_blocked: bool,
    /// True when something made in test mode counts.
    pub is_test: bool,
    /// What they paid less refunds, in fen (CNY); test mode left out.
    pub paid_fen: i64,
    /// When the account was made.
    pub created_at: DateTime<Utc>,
    /// When they were there last.
    pub last_seen_at: DateTime<Utc>,
}

/// A page of members.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SiteMemberPageDto {
    /// In the order that was asked for.
    pub members: Vec<SiteMemberDto>,
    /// Where the next page begins; none on the last.
    pub next_cursor: Option<String>,
    /// How many visitors of the site are in each state.
    pub counts: BTreeMap<String, i64>,
}

/// A membership that was given.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GrantDto {
    /// The grant.
    pub id: GrantId,
    /// Where it came from.
    pub source: GrantSource,
    /// The order that it came of.
    pub order_id: Option<OrderId>,
    /// The package by its name at that time; empty when it was none.
    pub package_name: String,
    /// Months that it gives.
    pub months: Option<i32>,
    /// Days that it gives.
    pub days: Option<i32>,
    /// True when it never ends.
    pub is_lifetime: bool,
    /// True when it was made in test mode.
    pub is_test: bool,
    /// What the team noted.
    pub note: String,
    /// The member of the team who gave it, by nickname.
    pub actor_nickname: Option<String>,
    /// From when it counts.
    pub granted_at: DateTime<Utc>,
    /// When it was taken back.
    pub revoked_at: Option<DateTime<Utc>>,
    /// Why it was taken back.
    pub revoke_reason: String,
}

/// A device on which a member is logged in.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MemberSessionDto {
    /// The session.
    pub id: Uuid,
    /// What the browser calls itself.
    pub user_agent: String,
    /// The network of the last request.
    pub network: String,
    /// When it began.
    pub created_at: DateTime<Utc>,
    /// When it was used last.
    pub last_seen_at: DateTime<Utc>,
}

/// A visitor with all that the team may know.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SiteMemberDetailDto {
    /// The visitor.
    pub member: SiteMemberDto,
    /// Memberships, the latest first.
    pub grants: Vec<GrantDto>,
    /// Orders, the latest first.
    pub orders: Vec<OrderDto>,
    /// Devices, the one used last first.
    pub sessions: Vec<MemberSessionDto>,
}

/// How a visitor sees the site.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MemberViewDto {
    /// True when they read what members read.
    pub is_member: bool,
}

/// Whether somebody is kept out.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UpdateMemberRequest {
    /// True ends all sessions and lets no new one begin.
    pub is_blocked: bool,
}

/// A membership that is given by hand: a package, or months, or days, or for ever.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GiveMembershipRequest {
    /// A package, whose period counts when nothing else is given.
    pub package_id: Option<PackageId>,
    /// Months, 1 to 1,200.
    pub months: Option<i32>,
    /// Days, 1 to 36,500.
    pub days: Option<i32>,
    /// True for ever.
    #[serde(default)]
    pub is_lifetime: bool,
    /// The reason: at most 200 characters.
    #[serde(default)]
    pub note: String,
}

/// Why a membership is taken back.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RevokeMembershipRequest {
    /// 1 to 500 characters.
    pub reason: String,
}

/// Memberships for a list of addresses.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImportMembersRequest {
    /// CSV `account,end,note`, or with a heading as exported files have it; at most 5,000 lines. `end`: months, the last
    /// day, or `forever`.
    pub csv: String,
    /// True imports the good lines when others are bad.
    #[serde(default)]
    pub is_partial: bool,
}

/// What is wrong with a line of an import.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImportProblemDto {
    /// The number of the line, from 1; that of the names counts.
    pub line: u64,
    /// What it is.
    pub problem: ImportProblem,
}

/// What an import did.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImportReportDto {
    /// Memberships that were given.
    pub n_imported: usize,
    /// What is wrong.
    pub problems: Vec<ImportProblemDto>,
}
