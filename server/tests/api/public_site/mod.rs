//! The pages that strangers read, and the preview of them.

mod hosts;
mod pages;
mod preview;

pub use hosts::published;
