//! Coupons and their uses.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use moyan_domain::{CouponId, OrderId, SiteId, VisitorId};
use moyan_foundation::schema::{coupon_uses, coupons};

use crate::features::membership::models::CouponRow;

/// Locks a coupon by its code until the transaction ends: its uses are counted one after the other.
pub fn lock_coupon_by_code(
    connection: &mut PgConnection,
    site_id: SiteId,
    code: &str,
) -> QueryResult<Option<CouponRow>> {
    coupons::table
        .filter(coupons::site_id.eq(site_id).and(coupons::code.eq(code)))
        .select(CouponRow::as_select())
        .for_no_key_update()
        .first(connection)
        .optional()
}

/// Locks a coupon of a site until the transaction ends.
pub fn lock_coupon(
    connection: &mut PgConnection,
    site_id: SiteId,
    id: CouponId,
) -> QueryResult<Option<CouponRow>> {
    coupons::table
        .find(id)
        .filter(coupons::site_id.eq(site_id))
        .select(CouponRow::as_select())
        .for_no_key_update()
        .first(connection)
        .optional()
}

/// How often a visitor uses a coupon.
pub fn count_uses_of_visitor(
    connection: &mut PgConnection,
    coupon_id: CouponId,
    visitor_id: VisitorId,
) -> QueryResult<i64> {
    coupon_uses::table
        .filter(
            coupon_uses::coupon_id
                .eq(coupon_id)
                .and(coupon_uses::visitor_id.eq(visitor_id)),
        )
        .count()
        .get_result(connection)
}

/// Counts a use by an order, once.
pub fn take_use(
    connection: &mut PgConnection,
    coupon_id: CouponId,
    order_id: OrderId,
    visitor_id: VisitorId,
    now: DateTime<Utc>,
) -> QueryResult<()> {
    let n_taken = diesel::insert_into(coupon_uses::table)
        .values((
            coupon_uses::order_id.eq(order_id),
            coupon_uses::coupon_id.eq(coupon_id),
            coupon_uses::visitor_id.eq(visitor_id),
            coupon_uses::created_at.eq(now),
        ))
        .on_conflict_do_nothing()
        .execute(connection)?;
    if n_taken == 1 {
        diesel::update(coupons::table.find(coupon_id))
            .set(coupons::n_uses.eq(coupons::n_uses + 1))
            .execute(connection)?;
    }
    Ok(())
}

/// Gives a use back, once.
pub fn give_use_back(
    connection: &mut PgConnection,
    coupon_id: CouponId,
    order_id: OrderId,
) -> QueryResult<()> {
    let n_given = diesel::delete(coupon_uses::table.find(order_id)).execute(connection)?;
    if n_given == 1 {
        diesel::update(coupons::table.find(coupon_id))
            .set(coupons::n_uses.eq(coupons::n_uses - 1))
            .execute(connection)?;
    }
    Ok(())
}
