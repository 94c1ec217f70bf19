//! The pages that strangers read, on hosts of sites, and the preview that the console shows of them.
//!
//! Start reading at [`SITE_ROUTES`], the table of all addresses, at [`get_page`], which answers a request of a visitor, at
//! [`routing::render::render`], which renders a page, and at [`content::page_context::PageContext`], which every template
//! takes. What a page says of a document comes from the gate. `docs/sites.md` has the rules in words.

use actix_web::http::Method;
use moyan_domain::Feature;
use moyan_foundation::access::Action;
use moyan_foundation::config::PlatformConfig;
use moyan_foundation::http::host::Host;
use moyan_foundation::jobs::{Counts, GaugeSource, Gauges};
use moyan_foundation::memory::Memory;
use moyan_foundation::route::{Access, QueryKind, QueryParameter, Route};
use moyan_foundation::shown_pages::ShownPages;
use moyan_foundation::state::AppState;
use moyan_foundation::static_files::releases::ReleasedAsset;

mod cache;
mod certificates;
mod content;
mod dto;
mod forms;
mod machine;
mod page_hashes;
mod pages;
mod preview;
mod routing;
#[cfg(test)]
mod testing;
mod words;

use cache::disk::Disk;
pub use cache::revalidate::notice_changes;
pub use cache::site_cache::Sites;
pub use page_hashes::hash_pages;
pub use routing::serve::{get_page, get_page_below_console};
pub use routing::table::{SITE_ROUTES, SiteRoute, Who, find_route};

/// What the question for a name takes.
const NAME_QUERY: &[QueryParameter] = &[QueryParameter {
    name: "domain",
    description: "The name that the web server is called by",
    kind: QueryKind::Text,
}];

/// The routes of the API that this feature has. Hosts of sites have a table of their own: [`SITE_ROUTES`].
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
        Route::new(
            Method::GET,
            "/internal/domains/check",
            "check_name_of_site",
            "Whether a name is that of a site, for a web server on this machine or in `TRUSTED_PROXIES` that gets certificates",
            Access::Anyone,
            certificates::check_name_of_site,
        )
        .on(Host::Any)
        .query(NAME_QUERY)
        .answers_bytes(&["text/plain"])
        .fails(&[(404, "route.notFound"), (503, "server.unavailable")])
        // Sites that are kept on disk have theirs from the start.
        .without_database(),
    ]
}

/// The sites and pages that are kept in memory.
pub fn memory(platform: &PlatformConfig, memory: &Memory) {
    memory.put(Sites::new(
        platform.sites_memory_bytes,
        platform.pages_memory_bytes,
    ));
}

/// Opens the folder with the sites that an earlier process kept, for a process that shows pages. Another one, such as one
/// that does jobs beside it, leaves it alone.
pub fn open_disk(state: &AppState) {
    let platform = &state.platform;
    if let Some(folder) = platform
        .sites_state_dir
        .clone()
        .filter(|_| platform.stale_sites_s > 0)
    {
        let pages = state.memory.of::<ShownPages>();
        let sites = state.memory.of::<Sites>();
        let now = state.clock.now();
        sites.keep_on(|| Disk::open(folder, state.db.fingerprint(), platform.stale_sites_s, pages, now));
    }
}

/// The scripts and styles of every site.
pub fn assets() -> Vec<ReleasedAsset> {
    content::assets::released()
}

/// What monitoring reads: sites and pages in memory.
pub fn gauges() -> Vec<Gauges> {
    vec![Gauges {
        name: "sites",
        source: GaugeSource::Memory(|state| {
            let sites = state.memory.of::<Sites>();
            sites.measure(&state.metrics.sites, state.clock.now());
        }),
    }]
}

/// What is counted in memory: views. And what is noted on disk of the sites in memory.
pub fn counts() -> Vec<Counts> {
    vec![
        Counts {
            name: "views",
            store: cache::views::store_views,
        },
        Counts {
            name: "sites on disk",
            store: |state| {
                let sites = state.memory.of::<Sites>();
                sites.note_on_disk_now(state.clock.now(), state.is_stopping());
                Ok(())
            },
        },
    ]
}
