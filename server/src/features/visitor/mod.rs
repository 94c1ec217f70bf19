//! Accounts of sites: visitors who log in on a site to read what they bought.
//!
//! The same address on two sites is two visitors. Nothing here knows pages, forms or orders. Start reading at
//! [`service::find_visitor`]; `docs/membership.md` has the rules in words.

mod code;
mod cookie;
mod guesses;
mod models;
mod queries;
pub mod service;

use moyan_foundation::jobs::Expired;

pub use cookie::VisitorCookie;
pub use models::{SessionRow, Visitor};

/// What expires: sessions and codes of visitors.
pub fn expired() -> Vec<Expired> {
    vec![Expired::All(|connection, sweep| {
        service::sweep(connection, sweep.now)?;
        Ok(())
    })]
}
