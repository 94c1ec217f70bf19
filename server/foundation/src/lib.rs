//! What every feature of the server stands on: HTTP, access, the database, files, jobs. It knows no feature.
//!
//! Start reading at [`state`], which is what handlers share, and at [`route`], which says what a route is.

pub mod access;
pub mod backups;
pub mod concurrency_limit;
pub mod config;
pub mod credentials;
pub mod db;
pub mod dns;
pub mod envelope;
pub mod error;
pub mod files;
pub mod http;
pub mod idempotency;
pub mod images;
pub mod jobs;
pub mod listing;
pub mod memory;
pub mod metrics;
pub mod openapi;
pub mod password_hash;
pub mod rendering;
pub mod route;
pub mod schema;
pub mod schema_limits;
pub mod sealing;
pub mod shown_pages;
pub mod state;
pub mod static_files;
pub mod stopping;
pub mod text_work;
pub mod throttle;
pub mod uploads;
pub mod work_thread;

pub use state::AppState;
