//! What the tests stand on.

mod app;
pub mod content;
mod database;
mod full_limit;

pub use app::{Answer, METRICS_TOKEN, PASSWORD, TestApp, User, six_digits};
pub use database::Database;
pub use full_limit::FullLimit;
