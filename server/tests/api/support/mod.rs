//! What the tests stand on.

mod app;

pub use app::TestApp;
