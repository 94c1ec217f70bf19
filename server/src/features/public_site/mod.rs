//! The pages that strangers read, on hosts of sites, and the preview that the console shows of them.
//!
//! Start reading at [`serve::get_page`], which answers a request of a visitor, at [`draw::make`], which draws what stands
//! at an address, and at [`view::View`], which every template takes. What a page says of a document comes from the gate. `docs/sites.md` has the rules in words.

use actix_web::http::Method;
use moyan_domain::Feature;
use moyan_foundation::access::Action;
use moyan_foundation::jobs::Counts;
use moyan_foundation::route::{Access, Route};

mod addresses;
mod answer;
mod assets;
mod draw;
mod dto;
mod feeds;
mod forms;
mod images;
mod links;
mod markdown;
mod memory;
mod pages;
mod plain;
mod policy;
mod preview;
mod reader;
mod search;
mod search_fold;
mod seo;
mod serve;
mod spellings;
#[cfg(test)]
mod testing;
mod theme;
mod view;
mod views;
mod visit;
mod words;

pub use memory::{Sites, notice_changes};
pub use serve::{get_page, get_page_below_console};

/// The routes of this feature. Pages themselves are no routes: every path of a site's host is one.
pub fn routes() -> Vec<Route> {
    use dto::*;
    vec![
        Route::new(
            Method::POST,
            "/api/teams/{teamId}/sites/{siteId}/preview",
            "preview_site",
            "The HTML of a page as it would be with these drafts in place of what is saved",
            Access::Team(Action::ReadContent),
            preview::preview_site,
        )
        .needs_once_open(Feature::SiteDeployment)
        .takes::<PreviewRequest>()
        .takes_up_to(moyan_domain::limits::PREVIEW_MAX_BYTES)
        .answers::<PreviewDto>()
        .reading(),
    ]
}

/// What is counted in memory: views.
pub fn counts() -> Vec<Counts> {
    vec![Counts {
        name: "views",
        store: views::store_views,
    }]
}
