//! The features of the API, one folder each.

pub mod system;
