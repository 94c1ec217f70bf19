//! A member, as the console shows one.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use diesel::PgConnection;
use moyan_domain::limits::ORDERS_PER_MEMBER;
use moyan_domain::{SiteId, VisitorId};
use moyan_foundation::access::{Caller, TeamAccess};
use moyan_foundation::error::{AppError, Refusal};
use serde_json::json;

use super::member_dto::{GrantDto, MemberSessionDto, MemberViewDto, SiteMemberDetailDto, SiteMemberDto};
use super::member_list::load;
use super::member_queries::{self, GrantRow};
use super::order_dto::OrderDto;
use super::order_queries;
use crate::features::audit::{AuditAction, Entry};
use crate::features::membership::service;
use crate::features::visitor::service as visitors;

/// A visitor of the site.
pub fn get(
    connection: &mut PgConnection,
    site_id: SiteId,
    id: VisitorId,
    now: DateTime<Utc>,
) -> Result<SiteMemberDto, AppError> {
    if !member_queries::has_visitor(connection, site_id, id)? {
        return Err(Refusal::VisitorNotFound.into());
    }
    let held = service::entitlement_of(connection, site_id, id, now)?;
    let found = load(connection, &[id], &HashMap::from([(id, held)]))?;
    let listed = found.into_iter().next().ok_or(Refusal::VisitorNotFound)?;
    Ok(listed.member)
}

/// A visitor with all that the team may know.
pub fn detail(
    connection: &mut PgConnection,
    site_id: SiteId,
    id: VisitorId,
    now: DateTime<Utc>,
) -> Result<SiteMemberDetailDto, AppError> {
    let member = get(connection, site_id, id, now)?;
    let grants = member_queries::list_grants(connection, site_id, id)?;
    let orders = order_queries::list_orders_of(connection, site_id, id, ORDERS_PER_MEMBER)?;
    let sessions = visitors::list_sessions(connection, id, now)?;
    Ok(SiteMemberDetailDto {
        member,
        grants: grants.into_iter().map(grant_dto).collect(),
        orders: orders
            .into_iter()
            .map(OrderDto::try_from)
            .collect::<Result<_, _>>()?,
        sessions: sessions
            .into_iter()
            .map(|session| MemberSessionDto {
                id: session.id.0,
                user_agent: session.user_agent,
                network: session.network,
                created_at: session.created_at,
                last_seen_at: session.last_seen_at,
            })
            .collect(),
    })
}

/// Keeps a visitor out, or lets them in again.
pub fn set_blocked(
    connection: &mut PgConnection,
    caller: &Caller,
    access: &TeamAccess,
    site_id: SiteId,
    id: VisitorId,
    is_blocked: bool,
) -> Result<SiteMemberDto, AppError> {
    if !visitors::set_blocked(connection, site_id, id, is_blocked)? {
        return Err(Refusal::VisitorNotFound.into());
    }
    let member = get(connection, site_id, id, caller.now)?;
    let details = json!({ "visitor": member.identifier, "isBlocked": is_blocked });
    record(connection, caller, access, AuditAction::MemberBlocked, details)?;
    Ok(member)
}

/// Whether a visitor reads what members read. The team looks at the site as they see it, which is written down.
pub fn view(
    connection: &mut PgConnection,
    caller: &Caller,
    access: &TeamAccess,
    site_id: SiteId,
    id: VisitorId,
) -> Result<MemberViewDto, AppError> {
    let member = get(connection, site_id, id, caller.now)?;
    let details = json!({ "visitor": member.identifier });
    record(connection, caller, access, AuditAction::MemberViewed, details)?;
    let held = service::entitlement_of(connection, site_id, id, caller.now)?;
    Ok(MemberViewDto {
        is_member: held.is_member() && !member.is_blocked,
    })
}

fn grant_dto(row: GrantRow) -> GrantDto {
    GrantDto {
        id: row.id,
        source: row.source,
        order_id: row.order_id,
        package_name: row.package_name,
        months: row.n_months,
        days: row.n_days,
        is_lifetime: row.is_lifetime,
        is_test: row.is_test,
        note: row.note,
        actor_nickname: row.actor_nickname,
        granted_at: row.granted_at,
        revoked_at: row.revoked_at,
        revoke_reason: row.revoke_reason.unwrap_or_default(),
    }
}

/// Writes down what the team did.
pub fn record(
    connection: &mut PgConnection,
    caller: &Caller,
    access: &TeamAccess,
    action: AuditAction,
    details: serde_json::Value,
) -> Result<(), AppError> {
    Entry::by(caller.user_id, action)
        .in_team(access.team_id)
        .with(details)
        .record(connection)?;
    Ok(())
}
