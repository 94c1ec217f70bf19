//! The rules of coupons.

use diesel::PgConnection;
use moyan_domain::limits::{COUPON_USES_MAX, COUPONS_PER_SITE, PACKAGES_MAX, PRICE_MAX_FEN};
use moyan_domain::{CouponId, FieldProblem, PackageId, SiteId};
use moyan_foundation::access::{Caller, TeamAccess};
use moyan_foundation::error::{AppError, Refusal};
use serde_json::json;
use uuid::Uuid;

use super::code::parse_code;
use super::dto::{CouponDto, CouponTerms, CreateCouponRequest, UpdateCouponRequest};
use super::queries;
use crate::features::audit::{AuditAction, Entry};
use crate::features::membership;
use crate::features::membership::models::CouponRow;
use crate::features::site::settings::Fields;

/// The coupons of a site, the newest first.
pub fn list(connection: &mut PgConnection, site_id: SiteId) -> Result<Vec<CouponDto>, AppError> {
    queries::list_coupons(connection, site_id)?
        .into_iter()
        .map(dto_of)
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
    check_terms(&mut fields, &request.terms());
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
            n_uses: 0,
            is_archived: false,
            created_at: caller.now,
        },
        &request.terms(),
    );
    if !queries::insert_coupon(connection, &coupon)? {
        return Err(Refusal::CouponCodeTaken.into());
    }
    record(connection, caller, access, AuditAction::CouponCreated, &coupon)?;
    dto_of(coupon)
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
    check_terms(&mut fields, &request.terms());
    fields.into_result()?;
    let before = membership::queries::lock_coupon(connection, site_id, id)?.ok_or(Refusal::CouponNotFound)?;
    let mut coupon = with_terms(before, &request.terms());
    coupon.is_archived = request.is_archived;
    queries::update_coupon(connection, &coupon)?;
    record(connection, caller, access, AuditAction::CouponChanged, &coupon)?;
    dto_of(coupon)
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

fn dto_of(coupon: CouponRow) -> Result<CouponDto, AppError> {
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
        n_uses: coupon.n_uses,
        is_archived: coupon.is_archived,
        created_at: coupon.created_at,
    })
}
