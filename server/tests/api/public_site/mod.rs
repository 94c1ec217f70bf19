//! The pages that strangers read, and the preview of them.

mod disk;
mod hosts;
mod pages;
mod preview;
mod routes;
mod serving;
mod storing_views;
mod views;

pub use hosts::{HOST, published};
