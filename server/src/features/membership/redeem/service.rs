//! The rules of redeem codes.

use chrono::{DateTime, Utc};
use diesel::PgConnection;
use diesel::prelude::*;
use moyan_domain::limits::{REDEEM_CODES_PER_BATCH, REDEEM_CODES_PER_SITE, REDEEM_NOTE_MAX_CHARS};
use moyan_domain::{FieldProblem, GrantId, PackageId, RedeemBatchId, SiteId, VisitorId};
use moyan_foundation::access::{Caller, TeamAccess};
use moyan_foundation::error::{AppError, Refusal};
use moyan_foundation::schema::grants;
use moyan_foundation::state::AppState;
use serde_json::json;
use uuid::Uuid;

use super::code::RedeemCode;
use super::dto::{CreateRedeemBatchRequest, CreatedRedeemBatchDto, RedeemBatchDto, RedeemCodeDto};
use super::queries::{self, BatchRow, CodeRow};
use crate::features::audit::{AuditAction, Entry};
use crate::features::membership::EntitlementState;
use crate::features::membership::models::GrantSource;
use crate::features::membership::promotion_tries::PromotionTries;
use crate::features::membership::service::{entitlement_under, granted, terms_of};
use crate::features::site::service::get_saved;
use crate::features::site::settings::{Fields, Membership, Package, PackagePeriod};

/// The batches of a site, the newest first.
pub fn list(connection: &mut PgConnection, site_id: SiteId) -> Result<Vec<RedeemBatchDto>, AppError> {
    let used = queries::count_used(connection, site_id)?;
    queries::list_batches(connection, site_id)?
        .into_iter()
        .map(|(batch, nickname)| {
            let n_used = used.get(&batch.id).copied().unwrap_or(0);
            dto_of(batch, nickname, n_used)
        })
        .collect()
}

/// Makes codes, and gives them this once.
pub fn create(
    connection: &mut PgConnection,
    caller: &Caller,
    access: &TeamAccess,
    site_id: SiteId,
    request: &CreateRedeemBatchRequest,
) -> Result<CreatedRedeemBatchDto, AppError> {
    let mut fields = Fields::default();
    fields.number("nCodes", request.n_codes, 1..=REDEEM_CODES_PER_BATCH);
    fields.line("note", &request.note, 0..=REDEEM_NOTE_MAX_CHARS);
    if request.ends_at.is_some_and(|ends_at| ends_at <= caller.now) {
        fields.refuse("endsAt", FieldProblem::InPast);
    }
    fields.into_result()?;
    let membership = get_saved::<Membership>(connection, site_id)?.data;
    let package = membership
        .packages
        .into_iter()
        .find(|package| package.id == request.package_id.0)
        .ok_or(Refusal::PackageNotFound)?;
    let n_codes = i64::from(request.n_codes);
    if queries::count_codes(connection, site_id)? + n_codes > REDEEM_CODES_PER_SITE {
        return Err(Refusal::TooManyRedeemCodes.into());
    }
    let batch = BatchRow {
        id: RedeemBatchId(Uuid::now_v7()),
        site_id,
        package_id: package.id,
        package: json!(package),
        n_codes: i32::try_from(n_codes).unwrap_or(i32::MAX),
        note: request.note.trim().to_owned(),
        ends_at: request.ends_at,
        revoked_at: None,
        created_by_id: Some(caller.user_id),
        created_at: caller.now,
    };
    let codes: Vec<RedeemCode> = (0..n_codes).map(|_| RedeemCode::draw()).collect();
    let rows: Vec<CodeRow> = codes
        .iter()
        .map(|code| CodeRow {
            id: Uuid::now_v7(),
            batch_id: batch.id,
            code_hash: code.hash(site_id),
            tail: code.tail().to_owned(),
            used_by_id: None,
            used_at: None,
        })
        .collect();
    queries::insert_batch(connection, &batch, &rows)?;
    record(
        connection,
        caller,
        access,
        AuditAction::RedeemCodesCreated,
        &batch,
    )?;
    Ok(CreatedRedeemBatchDto {
        batch: find(connection, site_id, batch.id)?,
        codes: codes.iter().map(RedeemCode::shown).collect(),
    })
}

/// Takes back the codes of a batch that nobody has used. Doing it twice changes nothing.
pub fn revoke(
    connection: &mut PgConnection,
    caller: &Caller,
    access: &TeamAccess,
    site_id: SiteId,
    id: RedeemBatchId,
) -> Result<RedeemBatchDto, AppError> {
    let batch = queries::lock_batch(connection, site_id, id)?.ok_or(Refusal::RedeemBatchNotFound)?;
    if batch.revoked_at.is_none() {
        queries::update_revoked(connection, id, caller.now)?;
        record(
            connection,
            caller,
            access,
            AuditAction::RedeemCodesRevoked,
            &batch,
        )?;
    }
    find(connection, site_id, id)
}

/// The codes of a batch by their last characters.
pub fn list_codes(
    connection: &mut PgConnection,
    site_id: SiteId,
    id: RedeemBatchId,
) -> Result<Vec<RedeemCodeDto>, AppError> {
    find(connection, site_id, id)?;
    let codes = queries::list_codes(connection, site_id, id)?
        .into_iter()
        .map(|code| RedeemCodeDto {
            id: code.id,
            tail: code.tail,
            used_by_identifier: code.email.or(code.phone),
            used_at: code.used_at,
        })
        .collect();
    Ok(codes)
}

/// What a code gave.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Redeemed {
    /// The name of the package.
    pub package_name: String,
}

/// Uses a code for a visitor: once, whoever asks at the same moment.
///
/// A wrong code counts against the visitor and the network; a right one does not, nor does what is no code at all. One
/// that was used, taken back or ended, and one of another site, is wrong.
pub async fn redeem(
    state: &AppState,
    site_id: SiteId,
    visitor_id: VisitorId,
    network: &str,
    typed: &str,
) -> Result<Redeemed, AppError> {
    let now = state.clock.now();
    let code = RedeemCode::parse(typed).map_err(|problem| AppError::invalid("code", problem))?;
    let tries = PromotionTries::count(state, "redeem", site_id, visitor_id, network).await?;
    let own = state.clone();
    state
        .db
        .transaction(move |connection| {
            let redeemed = use_code(connection, site_id, visitor_id, &code, now)?;
            granted(connection, &own, site_id, visitor_id, &redeemed.package_name)?;
            tries.refund(connection)?;
            Ok(redeemed)
        })
        .await
}

fn use_code(
    connection: &mut PgConnection,
    site_id: SiteId,
    visitor_id: VisitorId,
    code: &RedeemCode,
    now: DateTime<Utc>,
) -> Result<Redeemed, AppError> {
    let (code, batch) =
        queries::lock_code(connection, site_id, &code.hash(site_id))?.ok_or(Refusal::RedeemCodeInvalid)?;
    let has_ended = batch.ends_at.is_some_and(|ends_at| ends_at <= now);
    if code.used_at.is_some() || batch.revoked_at.is_some() || has_ended {
        return Err(Refusal::RedeemCodeInvalid.into());
    }
    // Nothing is longer than for ever: the code stays good for somebody else.
    let terms = terms_of(connection, site_id)?;
    let held = entitlement_under(connection, terms, site_id, visitor_id, now)?;
    if held.state == EntitlementState::Lifetime {
        return Err(Refusal::AlreadyLifetime.into());
    }
    let package = package_of(&batch)?;
    queries::update_used(connection, code.id, visitor_id, now)?;
    let n_months = match package.period {
        PackagePeriod::Monthly => Some(1),
        PackagePeriod::Yearly => Some(12),
        PackagePeriod::Lifetime => None,
    };
    diesel::insert_into(grants::table)
        .values((
            grants::id.eq(GrantId(Uuid::now_v7())),
            grants::site_id.eq(site_id),
            grants::visitor_id.eq(visitor_id),
            grants::source.eq(GrantSource::RedeemCode),
            grants::redeem_code_id.eq(code.id),
            grants::package_id.eq(PackageId(package.id)),
            grants::package_name.eq(&package.name),
            grants::n_months.eq(n_months),
            grants::is_lifetime.eq(n_months.is_none()),
            grants::granted_at.eq(now),
            grants::time_zone.eq(terms.time_zone.name()),
        ))
        .execute(connection)?;
    Ok(Redeemed {
        package_name: package.name,
    })
}

fn find(
    connection: &mut PgConnection,
    site_id: SiteId,
    id: RedeemBatchId,
) -> Result<RedeemBatchDto, AppError> {
    list(connection, site_id)?
        .into_iter()
        .find(|batch| batch.id == id)
        .ok_or_else(|| Refusal::RedeemBatchNotFound.into())
}

fn package_of(batch: &BatchRow) -> Result<Package, AppError> {
    serde_json::from_value(batch.package.clone())
        .map_err(|error| AppError::Internal(format!("batch {} cannot be read: {error}", batch.id)))
}

fn record(
    connection: &mut PgConnection,
    caller: &Caller,
    access: &TeamAccess,
    action: AuditAction,
    batch: &BatchRow,
) -> Result<(), AppError> {
    Entry::by(caller.user_id, action)
        .in_team(access.team_id)
        .with(json!({ "siteId": batch.site_id, "number": batch.n_codes, "note": batch.note }))
        .record(connection)?;
    Ok(())
}

fn dto_of(batch: BatchRow, nickname: Option<String>, n_used: i64) -> Result<RedeemBatchDto, AppError> {
    Ok(RedeemBatchDto {
        package_name: package_of(&batch)?.name,
        id: batch.id,
        n_codes: batch.n_codes,
        n_used,
        note: batch.note,
        ends_at: batch.ends_at,
        revoked_at: batch.revoked_at,
        created_at: batch.created_at,
        created_by_nickname: nickname,
    })
}
