//! The tables of sites.

mod domains;
mod listing;
mod moving;
mod pages;
mod redirects;
mod settings;
mod sites;
mod views;

pub use domains::*;
pub use listing::{After, Listing, SortValue, count_sites, list_sites};
pub use moving::{list_sites_of, lock_sites_of, update_team_of};
pub use pages::{PageCounts, add_pages, list_known_pages, list_pages, list_walls};
pub use redirects::{
    RedirectRow, count_redirects_change, delete_redirects, find_redirects_revision, insert_redirects,
    list_redirects,
};
pub use settings::{
    find_settings, insert_settings, list_categories_of, list_media, list_tab, update_settings,
};
pub use sites::*;
pub use views::{
    SiteDays, add_day_views, add_sources, add_totals, delete_views, find_views, keep_sites,
    list_known_sources, list_sources, list_views,
};
