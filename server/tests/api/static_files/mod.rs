//! The built frontend.

mod get_file;
mod headers;
mod releases;
