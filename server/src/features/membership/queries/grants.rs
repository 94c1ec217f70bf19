//! Memberships that were given and taken back.

use diesel::dsl::exists;
use diesel::prelude::*;
use moyan_domain::{SiteId, VisitorId};
use moyan_foundation::schema::{grant_revocations, grants, orders, payment_methods};

use crate::features::membership::models::CountedGrant;

/// The grants of a site, or of one visitor of it, that count: not taken back, and made in test mode only while their
/// method still is in test mode.
pub fn list_counted_grants(
    connection: &mut PgConnection,
    site_id: SiteId,
    visitor_id: Option<VisitorId>,
) -> QueryResult<Vec<CountedGrant>> {
    let is_testing = exists(
        payment_methods::table.filter(
            payment_methods::site_id
                .eq(grants::site_id)
                .and(payment_methods::is_test)
                .and(payment_methods::method.nullable().eq(orders::method.nullable())),
        ),
    );
    let mut query = grants::table
        .left_join(grant_revocations::table)
        .left_join(orders::table)
        .filter(grants::site_id.eq(site_id))
        .filter(grant_revocations::grant_id.is_null())
        .filter(grants::is_test.eq(false).or(is_testing))
        .select(CountedGrant::as_select())
        .into_boxed();
    if let Some(visitor_id) = visitor_id {
        query = query.filter(grants::visitor_id.eq(visitor_id));
    }
    query.load(connection)
}
