//! What the tests stand on.

mod app;
mod database;

pub use app::{Answer, METRICS_TOKEN, PASSWORD, TestApp, User, six_digits};
pub use database::Database;
