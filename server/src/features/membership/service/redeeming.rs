//! Redeem codes: made in batches, used once each.

use chrono::{DateTime, TimeDelta, Utc};
use diesel::PgConnection;
use serde_json::json;
use uuid::Uuid;

use super::entitlement_of;
use super::orders::package_of;
use crate::access::{Caller, TeamAccess};
use crate::config::limits::{REDEEM_CODES_PER_BATCH, REDEEM_NOTE_CHARS, REDEEM_TRIES, REDEEM_TRIES_MINUTES};
use crate::domain::{GrantId, PackageId, RedeemBatchId, SiteId, VisitorId};
use crate::error::{AppError, FieldProblem, Refusal};
use crate::features::audit::{AuditAction, Entry};
use crate::features::membership::Entitlement;
use crate::features::membership::models::NewGrant;
use crate::features::membership::order::PackageSnapshot;
use crate::features::membership::queries::{self, NewBatch, NewCode};
use crate::features::membership::redeem_code::RedeemCode;
use crate::state::AppState;
use crate::throttle::{self, Allowance};

/// Wrong codes of one visitor, or from one network.
const WRONG: Allowance = Allowance::each(TimeDelta::minutes(REDEEM_TRIES_MINUTES), REDEEM_TRIES);

/// What a batch is made of.
#[derive(Clone, Debug)]
pub struct BatchRequest {
    /// What its codes give.
    pub package_id: PackageId,
    /// How many, 1 to 5,000.
    pub n_codes: i32,
    /// What they are for.
    pub note: String,
    /// Until when they can be used; none: for ever.
    pub ends_at: Option<DateTime<Utc>>,
}

/// Makes codes. Only this answer has them: the table has their hashes.
pub fn create_batch(
    connection: &mut PgConnection,
    state: &AppState,
    caller: &Caller,
    access: &TeamAccess,
    site_id: SiteId,
    request: &BatchRequest,
) -> Result<(RedeemBatchId, Vec<String>), AppError> {
    if !(1..=REDEEM_CODES_PER_BATCH).contains(&request.n_codes) {
        let max = usize::try_from(REDEEM_CODES_PER_BATCH).unwrap_or(usize::MAX);
        return Err(AppError::invalid(
            "nCodes",
            FieldProblem::OutOfRange { min: 1, max },
        ));
    }
    if request.note.chars().count() > REDEEM_NOTE_CHARS {
        return Err(AppError::invalid(
            "note",
            FieldProblem::TooLong {
                max: REDEEM_NOTE_CHARS,
            },
        ));
    }
    if request.note.contains('\0') {
        return Err(AppError::invalid("note", FieldProblem::ControlCharacter));
    }
    if request.ends_at.is_some_and(|end| end <= caller.now) {
        return Err(AppError::invalid("endsAt", FieldProblem::MomentOutOfRange));
    }
    let package = package_of(connection, site_id, request.package_id)?;
    let id = RedeemBatchId(Uuid::now_v7());
    let (mut codes, mut rows) = (Vec::new(), Vec::new());
    for _ in 0..request.n_codes {
        let code = RedeemCode::generate()?;
        rows.push(NewCode {
            id: Uuid::now_v7(),
            batch_id: id,
            code_hash: code.hash(&state.tokens, site_id),
            tail: code.tail(),
        });
        codes.push(code.display());
    }
    let batch = NewBatch {
        id,
        site_id,
        package_id: request.package_id,
        package: serde_json::to_value(&package).map_err(|error| AppError::Internal(error.to_string()))?,
        n_codes: request.n_codes,
        note: &request.note,
        ends_at: request.ends_at,
        created_by_id: Some(caller.user_id),
        created_at: caller.now,
    };
    queries::insert_batch(connection, &batch, &rows)?;
    Entry::by(caller.user_id, AuditAction::RedeemBatchCreated)
        .in_team(access.team_id)
        .with(json!({ "name": package.name, "nCodes": request.n_codes }))
        .record(connection)?;
    Ok((id, codes))
}

/// Takes back the unused codes of a batch.
pub fn revoke_batch(
    connection: &mut PgConnection,
    caller: &Caller,
    access: &TeamAccess,
    site_id: SiteId,
    id: RedeemBatchId,
) -> Result<(), AppError> {
    if queries::revoke_batch(connection, site_id, id, caller.now)? == 0 {
        return Err(Refusal::RedeemBatchNotFound.into());
    }
    Entry::by(caller.user_id, AuditAction::RedeemBatchRevoked)
        .in_team(access.team_id)
        .record(connection)?;
    Ok(())
}

/// Uses a code for a visitor of a site; gives what the visitor has then. `network`: where the request comes from.
///
/// A wrong code counts against the visitor and the network, and that count stays.
pub async fn redeem(
    state: &AppState,
    site_id: SiteId,
    visitor_id: VisitorId,
    network: &str,
    text: &str,
) -> Result<Entitlement, AppError> {
    let keys = [
        format!("redeem {visitor_id}"),
        format!("redeem {site_id} {network}"),
    ];
    let now = state.clock.now();
    let hash = RedeemCode::parse(text).map(|code| code.hash(&state.tokens, site_id));
    state
        .db
        .run({
            let keys = keys.clone();
            move |connection| {
                // Counted before it is tried, and taken back when it is right: parallel tries do not slip through.
                keys.iter()
                    .try_for_each(|key| throttle::hit(connection, key, WRONG, now))
            }
        })
        .await?;
    state
        .db
        .transaction(move |connection| {
            let hash = hash.ok_or(Refusal::RedeemCodeInvalid)?;
            let entitlement = give(connection, site_id, visitor_id, &hash, now)?;
            for key in &keys {
                throttle::refund(connection, key)?;
            }
            Ok(entitlement)
        })
        .await
}

fn give(
    connection: &mut PgConnection,
    site_id: SiteId,
    visitor_id: VisitorId,
    hash: &str,
    now: DateTime<Utc>,
) -> Result<Entitlement, AppError> {
    queries::lock_buyer(connection, site_id, visitor_id)?.ok_or(Refusal::VisitorNotFound)?;
    let (code_id, package) =
        queries::use_code(connection, site_id, hash, visitor_id, now)?.ok_or(Refusal::RedeemCodeInvalid)?;
    let package: PackageSnapshot = serde_json::from_value(package)
        .map_err(|error| AppError::Internal(format!("the package of a batch cannot be read: {error}")))?;
    let n_months = package.n_months();
    let grant = NewGrant {
        id: GrantId(Uuid::now_v7()),
        site_id,
        visitor_id,
        source: "redeemCode",
        order_id: None,
        redeem_code_id: Some(code_id),
        package_id: Some(PackageId(package.id)),
        package_name: &package.name,
        n_months,
        n_days: None,
        is_lifetime: n_months.is_none(),
        is_test: false,
        note: "",
        actor_id: None,
        granted_at: now,
        created_at: now,
    };
    queries::insert_grant(connection, &grant)?;
    entitlement_of(connection, site_id, visitor_id, now)
}
