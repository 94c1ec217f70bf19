//! The binary `moyan`, run as its user runs it.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test that cannot go on must end"
)]

mod moyan;
mod render;
mod render_options;
mod serve;
