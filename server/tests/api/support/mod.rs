//! What the tests stand on.

pub mod alipay_server;
mod app;
pub mod browser;
pub mod content;
mod database;
pub mod database_proxy;
mod dns_server;
mod full_limit;
pub mod member;
mod pictures;
pub mod provider_server;
mod s3_server;
pub mod site;
mod statements;
pub mod stripe_server;
pub mod visitor;
mod waiting;
pub mod wechat_pay_server;

pub use app::{Answer, PASSWORD, TestApp, User, password_hash, six_digits};
pub use database::Database;
pub use dns_server::DnsServer;
pub use full_limit::FullLimit;
pub use pictures::{DRAWING, png};
pub use s3_server::S3Server;
pub use statements::Statements;
pub use waiting::{block_until, wait_until};
