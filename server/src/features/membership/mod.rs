//! Memberships of a site: what visitors buy, how they pay, and what they have because of it.
//!
//! `docs/membership.md` has the rules in words. Start reading at [`entitlement`], which says what a visitor has, and at
//! [`service`]. Nothing here knows a page.

mod console;
pub mod coupons;
pub mod entitlement;
mod hooks;
mod jobs;
mod models;
pub mod order;
pub mod payment_methods;
mod promotion_tries;
pub mod providers;
mod queries;
pub mod redeem;
pub mod service;

use moyan_foundation::jobs::{Expired, GaugeSource, Gauges, JobEntry};
use moyan_foundation::route::Route;

pub use console::export_for_operator;
pub use entitlement::{Entitlement, EntitlementState};

/// The routes of this feature.
pub fn routes() -> Vec<Route> {
    [
        console::routes(),
        coupons::routes(),
        redeem::routes(),
        payment_methods::routes(),
        hooks::routes(),
    ]
    .concat()
}

/// The kinds of jobs.
pub fn jobs() -> Vec<JobEntry> {
    vec![
        JobEntry::of::<jobs::CloseOverdueOrders>(),
        JobEntry::of::<jobs::RemindMembers>(),
        JobEntry::of::<jobs::AskPaymentProviders>(),
    ]
}

/// What monitoring reads: the orders that somebody has to look at.
pub fn gauges() -> Vec<Gauges> {
    vec![Gauges {
        name: "orders",
        source: GaugeSource::Database(service::measure_orders),
    }]
}

/// What expires: former keys, and notifications that were refused.
pub fn expired() -> Vec<Expired> {
    vec![
        Expired::All(|connection, sweep| payment_methods::sweep(connection, sweep.now)),
        Expired::All(|connection, sweep| providers::sweep(connection, sweep.now)),
    ]
}
