//! What visitors of a site buy and how they pay. `docs/membership.md` has the rules in words.

use crate::route::Route;

pub mod payment_methods;

/// The routes of this feature.
pub fn routes() -> Vec<Route> {
    payment_methods::routes()
}
