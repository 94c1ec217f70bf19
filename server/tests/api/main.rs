//! The HTTP interface, through the application that the binary serves.

mod static_files;
mod support;
mod system;
