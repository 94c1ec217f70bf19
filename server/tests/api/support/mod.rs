//! What the tests stand on.

mod app;
pub mod content;
mod database;
mod full_limit;
mod pictures;
mod s3_server;
pub mod site;
pub mod visitor;

pub use app::{Answer, METRICS_TOKEN, PASSWORD, TestApp, User, six_digits};
pub use database::Database;
pub use full_limit::FullLimit;
pub use pictures::{DRAWING, png};
pub use s3_server::S3Server;
