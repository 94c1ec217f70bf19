//! What an operator asks the server: is it alive, and which version runs.

mod dto;
mod routes;

pub use routes::{get_health, get_version};
