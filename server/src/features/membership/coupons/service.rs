//! The rules of coupons.

use chrono::{DateTime, Utc};
use diesel::PgConnection;
use serde_json::json;
use uuid::Uuid;

use super::dto::{CouponDto, CouponTerms, CreateCouponRequest, UpdateCouponRequest};
use super::queries::{self, CouponRow};
use super::rules::{Discount, parse_code};
use crate::access::{Caller, TeamAccess};
use crate::config::limits::{COUPON_USES_MAX, COUPONS_PER_SITE, PACKAGES_MAX, PRICE_MAX_FEN};
use crate::domain::{CouponId, OrderId, PackageId, SiteId, VisitorId};
use crate::error::{AppError, FieldProblem, Refusal};
use crate::features::audit::{AuditAction, Entry};
use crate::features::site::settings::Fields;

/// The coupons of a site, the newest first.
pub fn list(connection: &mut PgConnection, site_id: SiteId) -> Result<Vec<CouponDto>, AppError> {
    let uses = queries::count_uses_of_site(connection, site_id)?;
    queries::list_coupons(connection, site_id)?
        .into_iter()
        .map(|row| {
            let n_uses = uses.get(&row.id).copied().unwrap_or(0);
            dto_of(row, n_uses)
        })
        .collect()
}

/// Makes a coupon.
pub fn create(
    connection: &mut PgConnection,
    caller: &Caller,
    access: &TeamAccess,
    site_id: SiteId,
    request: &CreateCouponRequest,
) -> Result<CouponDto, AppError> {
    let mut fields = Fields::default();
    let code = parse_code(&request.code);
    if code.is_none() {
        fields.refuse("code", FieldProblem::CouponCodeInvalid);
    }
    check_discount(&mut fields, request);
    check_terms(&mut fields, &request.terms);
    fields.into_result()?;
    queries::lock_site(connection, site_id)?;
    if queries::count_coupons(connection, site_id)? >= COUPONS_PER_SITE {
        return Err(Refusal::TooManyCoupons.into());
    }
    let coupon = with_terms(
        CouponRow {
            id: CouponId(Uuid::now_v7()),
            site_id,
            code: code.unwrap_or_default(),
            percent_off: request.percent_off,
            amount_off_fen: request.amount_off_fen,
            package_ids: json!([]),
            starts_at: None,
            ends_at: None,
            max_uses: None,
            max_uses_per_visitor: None,
            is_archived: false,
            created_at: caller.now,
        },
        &request.terms,
    );
    if !queries::insert_coupon(connection, &coupon)? {
        return Err(Refusal::CouponCodeTaken.into());
    }
    record(connection, caller, access, AuditAction::CouponCreated, &coupon)?;
    dto_of(coupon, 0)
}

/// Changes the terms of a coupon. Orders that use it keep what it took off.
pub fn update(
    connection: &mut PgConnection,
    caller: &Caller,
    access: &TeamAccess,
    site_id: SiteId,
    id: CouponId,
    request: &UpdateCouponRequest,
) -> Result<CouponDto, AppError> {
    let mut fields = Fields::default();
    check_terms(&mut fields, &request.terms);
    fields.into_result()?;
    let before = queries::lock_coupon(connection, site_id, id)?.ok_or(Refusal::CouponNotFound)?;
    let mut coupon = with_terms(before, &request.terms);
    coupon.is_archived = request.is_archived;
    queries::update_coupon(connection, &coupon)?;
    record(connection, caller, access, AuditAction::CouponChanged, &coupon)?;
    let n_uses = queries::count_uses(connection, id)?;
    dto_of(coupon, n_uses)
}

/// A coupon that an order uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TakenCoupon {
    /// The coupon.
    pub id: CouponId,
    /// Fen that it takes off.
    pub discount_fen: i64,
}

/// What a coupon takes off the price of a package, if this visitor may use it now. It is locked until the transaction
/// ends: [`note_use`] counts it once the order is there.
pub fn take(
    connection: &mut PgConnection,
    site_id: SiteId,
    visitor_id: VisitorId,
    code: &str,
    package_id: PackageId,
    price_fen: i64,
    now: DateTime<Utc>,
) -> Result<TakenCoupon, AppError> {
    let code = parse_code(code).ok_or(Refusal::CouponInvalid)?;
    let coupon =
        queries::lock_coupon_of_code(connection, site_id, &code)?.ok_or(Refusal::CouponInvalid)?;
    let has_begun = coupon.starts_at.is_none_or(|starts_at| starts_at <= now);
    let has_ended = coupon.ends_at.is_some_and(|ends_at| ends_at <= now);
    if coupon.is_archived || !has_begun || has_ended {
        return Err(Refusal::CouponInvalid.into());
    }
    let packages = packages_of(&coupon)?;
    if !packages.is_empty() && !packages.contains(&package_id) {
        return Err(Refusal::CouponNotForPackage.into());
    }
    let is_used_up = |max: Option<i32>, n_uses: i64| max.is_some_and(|max| n_uses >= i64::from(max));
    if is_used_up(coupon.max_uses, queries::count_uses(connection, coupon.id)?)
        || is_used_up(
            coupon.max_uses_per_visitor,
            queries::count_uses_by(connection, coupon.id, visitor_id)?,
        )
    {
        return Err(Refusal::CouponUsedUp.into());
    }
    Ok(TakenCoupon {
        id: coupon.id,
        discount_fen: discount_of(&coupon)?.of(price_fen),
    })
}

/// Counts the use of a coupon by an order, in the transaction that took it.
pub fn note_use(
    connection: &mut PgConnection,
    id: CouponId,
    order_id: OrderId,
    visitor_id: VisitorId,
    now: DateTime<Utc>,
) -> Result<(), AppError> {
    queries::insert_use(connection, id, order_id, visitor_id, now)?;
    Ok(())
}

/// Takes back that an order uses a coupon, because it was closed or rejected.
pub fn give_back(connection: &mut PgConnection, order_id: OrderId) -> Result<(), AppError> {
    queries::delete_use(connection, order_id)?;
    Ok(())
}

fn check_discount(fields: &mut Fields, request: &CreateCouponRequest) {
    match (request.percent_off, request.amount_off_fen) {
        (Some(percent), None) => {
            if !(1..=100).contains(&percent) {
                fields.refuse("percentOff", FieldProblem::OutOfRange { min: 1, max: 100 });
            }
        }
        (None, Some(amount)) => {
            if !(1..=PRICE_MAX_FEN).contains(&amount) {
                fields.refuse("amountOffFen", FieldProblem::PriceInvalid);
            }
        }
        _ => fields.refuse("percentOff", FieldProblem::Required),
    }
}

fn check_terms(fields: &mut Fields, terms: &CouponTerms) {
    if terms.package_ids.len() > PACKAGES_MAX {
        fields.refuse("packageIds", FieldProblem::TooMany { max: PACKAGES_MAX });
    }
    if let (Some(starts_at), Some(ends_at)) = (terms.starts_at, terms.ends_at)
        && ends_at <= starts_at
    {
        fields.refuse("endsAt", FieldProblem::EndBeforeStart);
    }
    for (field, max) in [
        ("maxUses", terms.max_uses),
        ("maxUsesPerVisitor", terms.max_uses_per_visitor),
    ] {
        if max.is_some_and(|max| !(1..=COUPON_USES_MAX).contains(&max)) {
            let max = usize::try_from(COUPON_USES_MAX).unwrap_or(usize::MAX);
            fields.refuse(field, FieldProblem::OutOfRange { min: 1, max });
        }
    }
}

fn with_terms(coupon: CouponRow, terms: &CouponTerms) -> CouponRow {
    CouponRow {
        package_ids: json!(terms.package_ids),
        starts_at: terms.starts_at,
        ends_at: terms.ends_at,
        max_uses: terms.max_uses,
        max_uses_per_visitor: terms.max_uses_per_visitor,
        ..coupon
    }
}

fn discount_of(coupon: &CouponRow) -> Result<Discount, AppError> {
    match (coupon.percent_off, coupon.amount_off_fen) {
        (Some(percent), None) => Ok(Discount::Percent(percent)),
        (None, Some(amount)) => Ok(Discount::Amount(amount)),
        _ => Err(AppError::Internal(format!("coupon {} takes nothing off", coupon.id))),
    }
}

fn packages_of(coupon: &CouponRow) -> Result<Vec<PackageId>, AppError> {
    serde_json::from_value(coupon.package_ids.clone())
        .map_err(|error| AppError::Internal(format!("coupon {} cannot be read: {error}", coupon.id)))
}

fn record(
    connection: &mut PgConnection,
    caller: &Caller,
    access: &TeamAccess,
    action: AuditAction,
    coupon: &CouponRow,
) -> Result<(), AppError> {
    Entry::by(caller.user_id, action)
        .in_team(access.team_id)
        .with(json!({ "code": coupon.code, "siteId": coupon.site_id }))
        .record(connection)?;
    Ok(())
}

fn dto_of(coupon: CouponRow, n_uses: i64) -> Result<CouponDto, AppError> {
    Ok(CouponDto {
        package_ids: packages_of(&coupon)?,
        id: coupon.id,
        code: coupon.code,
        percent_off: coupon.percent_off,
        amount_off_fen: coupon.amount_off_fen,
        starts_at: coupon.starts_at,
        ends_at: coupon.ends_at,
        max_uses: coupon.max_uses,
        max_uses_per_visitor: coupon.max_uses_per_visitor,
        n_uses,
        is_archived: coupon.is_archived,
        created_at: coupon.created_at,
    })
}
