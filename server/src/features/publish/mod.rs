//! What sites consist of: the live release, or the base as it is now; releases, changes, schedule. `docs/sites.md` has
//! the rules in words.
//!
//! `plan` says what a site would consist of, `service` renders and releases it. Start reading at
//! [`service::live_content`] and [`service::draft_content`].

use actix_web::http::Method;

use crate::access::{Action, Feature};
use crate::route::{Access, Route};

mod content;
mod dto;
mod paths;
mod plan;
mod queries;
mod routes;
pub mod service;

pub use content::{
    FileRef, ReleaseIdentity, SiteCategory, SiteContent, SiteDocument, SiteHost, SiteIdentity, SiteRedirect,
};

const READ: Access = Access::Team(Action::ReadContent);
const WRITE: Access = Access::Team(Action::PublishSites);

/// What keeps a site from being published.
const FAILURES: &[(u16, &str)] = &[
    (409, "site.tooLarge"),
    (409, "site.withoutDocuments"),
    (409, "site.withoutKnowledgeBase"),
    (503, "files.unavailable"),
];

/// The routes of this feature.
pub fn routes() -> Vec<Route> {
    [changes_routes(), releases_routes(), schedule_routes()].concat()
}

fn changes_routes() -> Vec<Route> {
    use dto::*;
    vec![
        Route::new(
            Method::GET,
            "/api/teams/{teamId}/sites/{siteId}/changes",
            "list_site_changes",
            "What publishing would change, and what of the base is not on the site",
            READ,
            routes::list_site_changes,
        )
        .answers::<ChangesDto>()
        .fails(&[(409, "site.tooLarge")]),
        Route::new(
            Method::GET,
            "/api/teams/{teamId}/sites/{siteId}/changes/{documentId}",
            "get_site_change",
            "A document as visitors read it and as publishing would make it",
            READ,
            routes::get_site_change,
        )
        .answers::<ChangedTextDto>(),
    ]
}

fn releases_routes() -> Vec<Route> {
    use dto::*;
    vec![
        Route::new(
            Method::GET,
            "/api/teams/{teamId}/sites/{siteId}/releases",
            "list_releases",
            "The releases of a site, the newest first, and when it is published by itself",
            READ,
            routes::list_releases,
        )
        .answers::<ReleasesDto>(),
        Route::new(
            Method::POST,
            "/api/teams/{teamId}/sites/{siteId}/releases",
            "publish_site",
            "Make a release of the site as it is now, which visitors read from then on",
            WRITE,
            routes::publish_site,
        )
        .needs(Feature::SiteDeployment)
        .idempotent()
        .takes::<PublishRequest>()
        .answers::<ReleaseDto>()
        .fails(FAILURES),
        Route::new(
            Method::POST,
            "/api/teams/{teamId}/sites/{siteId}/releases/{releaseId}/restore",
            "restore_release",
            "Make an older release the one that visitors read; access and packages stay as they are",
            WRITE,
            routes::restore_release,
        )
        .needs(Feature::SiteDeployment)
        .answers::<ReleaseDto>()
        .fails(&[(409, "site.withoutKnowledgeBase")]),
    ]
}

fn schedule_routes() -> Vec<Route> {
    use dto::*;
    vec![
        Route::new(
            Method::PUT,
            "/api/teams/{teamId}/sites/{siteId}/schedule",
            "schedule_site",
            "Publish the site at a moment, as it is then",
            WRITE,
            routes::schedule_site,
        )
        .needs(Feature::SiteDeployment)
        .takes::<ScheduleRequest>()
        .answers::<ScheduleDto>()
        .fails(&[(409, "site.withoutKnowledgeBase")]),
        Route::new(
            Method::DELETE,
            "/api/teams/{teamId}/sites/{siteId}/schedule",
            "unschedule_site",
            "Do not publish the site by itself any more",
            WRITE,
            routes::unschedule_site,
        ),
    ]
}
