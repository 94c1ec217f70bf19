//! Memberships that are given by hand and taken back.

use chrono::TimeDelta;
use diesel::PgConnection;
use moyan_domain::limits::{GRANT_MAX_DAYS, GRANT_MAX_MONTHS, GRANT_NOTE_MAX_CHARS, GRANT_UNDO_MINUTES};
use moyan_domain::{FieldProblem, GrantId, PackageId, Reason, SiteId, VisitorId};
use moyan_foundation::access::{Caller, TeamAccess};
use moyan_foundation::error::{AppError, Refusal};
use moyan_foundation::state::AppState;
use serde_json::json;
use uuid::Uuid;

use super::member_dto::{GiveMembershipRequest, SiteMemberDto};
use super::member_queries;
use super::members::{get, record};
use crate::features::audit::AuditAction;
use crate::features::membership::models::{GrantSource, NewGrant};
use crate::features::membership::queries;
use crate::features::membership::service::{entitlement_of, granted, revoked, terms_of};
use crate::features::site::service::get_saved;
use crate::features::site::settings::{Fields, Membership, Package, PackagePeriod};

/// Gives a membership by hand.
pub fn give(
    connection: &mut PgConnection,
    state: &AppState,
    caller: &Caller,
    access: &TeamAccess,
    site_id: SiteId,
    id: VisitorId,
    request: &GiveMembershipRequest,
) -> Result<SiteMemberDto, AppError> {
    let before = get(connection, site_id, id, caller.now)?;
    check_length(request)?;
    let package = request
        .package_id
        .map(|package_id| package_of(connection, site_id, package_id))
        .transpose()?;
    let (n_months, n_days) = match (request.months, request.days, request.is_lifetime, &package) {
        (None, None, false, Some(package)) => (months_of(package.period), None),
        (months, days, ..) => (months, days),
    };
    let grant = NewGrant {
        id: GrantId(Uuid::now_v7()),
        site_id,
        visitor_id: id,
        source: GrantSource::Manual,
        order_id: None,
        package_id: request.package_id,
        package_name: package.as_ref().map_or("", |package| &package.name),
        n_months,
        n_days,
        is_lifetime: n_months.is_none() && n_days.is_none(),
        is_test: false,
        note: request.note.trim(),
        actor_id: Some(caller.user_id),
        granted_at: caller.now,
        created_at: caller.now,
        time_zone: terms_of(connection, site_id)?.time_zone.name(),
    };
    queries::insert_grant(connection, &grant)?;
    granted(connection, state, site_id, id, grant.package_name)?;
    let details = json!({ "visitor": before.identifier, "note": grant.note });
    record(connection, caller, access, AuditAction::MembershipGiven, details)?;
    get(connection, site_id, id, caller.now)
}

/// Takes a membership back. The reader is told when something of theirs ends by that, unless it was only just given.
pub fn revoke(
    connection: &mut PgConnection,
    state: &AppState,
    caller: &Caller,
    access: &TeamAccess,
    (site_id, id, grant_id): (SiteId, VisitorId, GrantId),
    reason: &Reason,
) -> Result<SiteMemberDto, AppError> {
    let named = (site_id, id, grant_id);
    let before = entitlement_of(connection, site_id, id, caller.now)?;
    let revoked_grant =
        member_queries::revoke_grant(connection, named, reason.as_str(), caller.user_id, caller.now)?;
    let (given_at, source) = revoked_grant.ok_or(Refusal::GrantNotFound)?;
    let is_undone =
        source == GrantSource::Manual && given_at > caller.now - TimeDelta::minutes(GRANT_UNDO_MINUTES);
    let after = entitlement_of(connection, site_id, id, caller.now)?;
    let is_felt = before.is_member() && (before.state, before.ends_at) != (after.state, after.ends_at);
    if is_felt && !is_undone {
        revoked(connection, state, site_id, id)?;
    }
    let member = get(connection, site_id, id, caller.now)?;
    let details = json!({ "visitor": member.identifier, "reason": reason.as_str() });
    record(
        connection,
        caller,
        access,
        AuditAction::MembershipRevoked,
        details,
    )?;
    Ok(member)
}

fn check_length(request: &GiveMembershipRequest) -> Result<(), AppError> {
    let mut fields = Fields::default();
    fields.line("note", &request.note, 0..=GRANT_NOTE_MAX_CHARS);
    let given = [
        request.months.is_some(),
        request.days.is_some(),
        request.is_lifetime,
    ];
    match given.into_iter().filter(|is_given| *is_given).count() {
        0 if request.package_id.is_none() => fields.refuse("months", FieldProblem::Required),
        0 | 1 => {}
        _ => fields.refuse("months", FieldProblem::UnknownValue),
    }
    for (field, length, max) in [
        ("months", request.months, GRANT_MAX_MONTHS),
        ("days", request.days, GRANT_MAX_DAYS),
    ] {
        if length.is_some_and(|length| !(1..=max).contains(&length)) {
            let max = usize::try_from(max).unwrap_or(usize::MAX);
            fields.refuse(field, FieldProblem::OutOfRange { min: 1, max });
        }
    }
    fields.into_result()
}

fn package_of(connection: &mut PgConnection, site_id: SiteId, id: PackageId) -> Result<Package, AppError> {
    let packages = get_saved::<Membership>(connection, site_id)?.data.packages;
    let found = packages.into_iter().find(|package| package.id == id.0);
    Ok(found.ok_or(Refusal::PackageNotFound)?)
}

fn months_of(period: PackagePeriod) -> Option<i32> {
    match period {
        PackagePeriod::Monthly => Some(1),
        PackagePeriod::Yearly => Some(12),
        PackagePeriod::Lifetime => None,
    }
}
