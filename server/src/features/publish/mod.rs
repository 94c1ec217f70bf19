//! What sites consist of: the live release, or the base as it is now; releases, changes, schedule. `docs/sites.md` has
//! the rules in words.
//!
//! `plan` says what a site would consist of, `service` renders and releases it. Start reading at
//! [`service::find_live`] and [`service::draft_content`].

use actix_web::http::Method;
use moyan_domain::Feature;
use moyan_domain::limits::SITE_SETTINGS_MAX_BYTES;
use moyan_foundation::access::Action;
use moyan_foundation::jobs::{Expired, JobEntry};
use moyan_foundation::route::{Access, QueryKind, QueryParameter, Route};

mod content;
mod dto;
mod jobs;
mod matching;
mod paths;
mod plan;
mod queries;
mod routes;
pub mod service;

pub use content::{
    FileRef, ReleaseIdentity, SiteCategory, SiteContent, SiteDocument, SiteHost, SiteIdentity, SiteRedirect,
};
pub use queries::SiteStamp;

/// What the comparison of bases takes.
const COMPARE_QUERY: &[QueryParameter] = &[QueryParameter {
    name: "knowledgeBaseId",
    description: "The base that would be bound",
    kind: QueryKind::Id,
}];

const READ: Access = Access::Team(Action::ReadContent);
const WRITE: Access = Access::Team(Action::PublishSites);

/// What keeps a site from being published.
const FAILURES: &[(u16, &str)] = &[
    (404, "document.notFound"),
    (409, "release.building"),
    (409, "release.canceled"),
    (409, "release.leftOut"),
    (409, "release.otherBase"),
    (409, "site.neverPublished"),
    (409, "site.tooLarge"),
    (409, "site.withoutDocuments"),
    (409, "site.withoutKnowledgeBase"),
    (503, "files.unavailable"),
    (503, "server.busy"),
];

/// The routes of this feature.
pub fn routes() -> Vec<Route> {
    [
        changes_routes(),
        forecast_routes(),
        releases_routes(),
        schedule_routes(),
    ]
    .concat()
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
        .fails(&[(409, "site.tooLarge"), (503, "server.busy")]),
        Route::new(
            Method::GET,
            "/api/teams/{teamId}/sites/{siteId}/changes/{documentId}",
            "get_site_change",
            "A document as visitors read it and as publishing would make it",
            READ,
            routes::get_site_change,
        )
        .answers::<ChangedTextDto>(),
        Route::new(
            Method::GET,
            "/api/teams/{teamId}/sites/{siteId}/changed-settings",
            "list_changed_settings",
            "The tabs that publishing would change, as visitors see them and as they would be",
            Access::Team(Action::ReadSettings),
            routes::list_changed_settings,
        )
        .answers::<ChangedSettingsDto>(),
        Route::new(
            Method::GET,
            "/api/teams/{teamId}/sites/{siteId}/missing-media",
            "list_missing_media",
            "Diagrams that pages would show as source, because no browser has drawn them, and images that nobody can load",
            READ,
            routes::list_missing_media,
        )
        .answers::<MissingMediaDto>()
        .fails(&[(409, "site.tooLarge"), (503, "server.busy")]),
    ]
}

/// What something would do before it is done.
fn forecast_routes() -> Vec<Route> {
    use dto::*;
    vec![
        Route::new(
            Method::POST,
            "/api/teams/{teamId}/sites/{siteId}/access/simulate",
            "simulate_site_access",
            "What an audience sees of a document, and what rules that are not saved yet would change",
            READ,
            routes::simulate_site_access,
        )
        .needs_once_open(Feature::SiteDeployment)
        .takes::<SimulateAccessRequest>()
        .takes_up_to(SITE_SETTINGS_MAX_BYTES)
        .answers::<AccessSimulationDto>()
        .reading()
        .fails(&[(404, "document.notFound"), (409, "site.tooLarge")]),
        Route::new(
            Method::GET,
            "/api/teams/{teamId}/sites/{siteId}/knowledge-base/compare",
            "compare_site_knowledge_base",
            "Which addresses visitors would gain and lose with another base, with redirects for the lost ones",
            READ,
            routes::compare_site_knowledge_base,
        )
        .query(COMPARE_QUERY)
        .answers::<BaseComparisonDto>()
        .fails(&[
            (404, "knowledgeBase.notFound"),
            (409, "site.tooLarge"),
            (503, "server.busy"),
        ]),
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
            "Make a release of the site, or of one document of it, as it is now; visitors read it from then on",
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
        Route::new(
            Method::PUT,
            "/api/teams/{teamId}/sites/{siteId}/schedule/{documentId}",
            "schedule_document",
            "Publish one document at a moment, as it is then",
            WRITE,
            routes::schedule_document,
        )
        .needs(Feature::SiteDeployment)
        .takes::<ScheduleDocumentRequest>()
        .fails(&[
            (404, "document.notFound"),
            (409, "release.tooManyScheduled"),
            (409, "site.neverPublished"),
            (409, "site.withoutKnowledgeBase"),
        ]),
        Route::new(
            Method::DELETE,
            "/api/teams/{teamId}/sites/{siteId}/schedule/{documentId}",
            "unschedule_document",
            "Do not publish the document by itself any more",
            WRITE,
            routes::unschedule_document,
        )
        .fails(&[(404, "document.notFound")]),
    ]
}

/// The kinds of jobs.
pub fn jobs() -> Vec<JobEntry> {
    vec![JobEntry::of::<jobs::PublishDueSites>()]
}

/// What expires: releases that were replaced, and renderings that nothing uses.
pub fn expired() -> Vec<Expired> {
    vec![Expired::All(|connection, sweep| {
        service::sweep(connection, sweep.now)
    })]
}
