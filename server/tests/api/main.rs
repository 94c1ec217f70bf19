//! The HTTP interface, through the application that the binary serves.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test that cannot go on must end"
)]

mod static_files;
mod support;
mod system;
