//! Queries of coupons.

use diesel::prelude::*;
use moyan_domain::SiteId;
use moyan_foundation::schema::{coupons, sites};

use crate::features::membership::models::CouponRow;

/// The coupons of a site, the newest first.
pub fn list_coupons(connection: &mut PgConnection, site_id: SiteId) -> QueryResult<Vec<CouponRow>> {
    coupons::table
        .filter(coupons::site_id.eq(site_id))
        .order((coupons::created_at.desc(), coupons::id.desc()))
        .select(CouponRow::as_select())
        .load(connection)
}

pub fn count_coupons(connection: &mut PgConnection, site_id: SiteId) -> QueryResult<i64> {
    coupons::table
        .filter(coupons::site_id.eq(site_id))
        .count()
        .get_result(connection)
}

/// Locks the site's row, so that coupons are made one after the other.
pub fn lock_site(connection: &mut PgConnection, site_id: SiteId) -> QueryResult<SiteId> {
    sites::table
        .find(site_id)
        .select(sites::id)
        .for_no_key_update()
        .first(connection)
}

/// Writes a coupon down; false when the site has its code already.
pub fn insert_coupon(connection: &mut PgConnection, coupon: &CouponRow) -> QueryResult<bool> {
    let n_rows = diesel::insert_into(coupons::table)
        .values(coupon)
        .on_conflict((coupons::site_id, coupons::code))
        .do_nothing()
        .execute(connection)?;
    Ok(n_rows > 0)
}

pub fn update_coupon(connection: &mut PgConnection, coupon: &CouponRow) -> QueryResult<usize> {
    diesel::update(coupons::table.find(coupon.id))
        .set((
            coupons::package_ids.eq(&coupon.package_ids),
            coupons::starts_at.eq(coupon.starts_at),
            coupons::ends_at.eq(coupon.ends_at),
            coupons::max_uses.eq(coupon.max_uses),
            coupons::max_uses_per_visitor.eq(coupon.max_uses_per_visitor),
            coupons::is_archived.eq(coupon.is_archived),
        ))
        .execute(connection)
}
