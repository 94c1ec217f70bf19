//! Memberships of a site: what visitors buy, how they pay, and what they have because of it.

use crate::route::Route;

pub mod coupons;
pub mod redeem;

/// The routes of this feature.
pub fn routes() -> Vec<Route> {
    [coupons::routes(), redeem::routes()].concat()
}
