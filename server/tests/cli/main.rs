//! The binary `moyan`, run as its user runs it.

mod moyan;
mod render;
mod render_options;
mod serve;
