//! What is kept in memory: sites, pages that were made, views that are not stored yet.

pub mod answer;
mod counted_cache;
pub mod disk;
pub mod loaded;
pub mod revalidate;
pub mod site_cache;
pub mod views;
