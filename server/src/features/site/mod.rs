//! Sites of a team: what is set for them, their addresses, their state. `docs/sites.md` has the rules in words.

use actix_web::http::Method;
use moyan_domain::limits::SITE_SETTINGS_MAX_BYTES;
use moyan_domain::{Feature, SiteStatus};
use moyan_foundation::access::Action;
use moyan_foundation::http::pagination::{CURSOR, LIMIT};
use moyan_foundation::jobs::{Expired, GaugeSource, Gauges, JobEntry};
use moyan_foundation::route::{Access, QueryKind, QueryParameter, Route};

mod dto;
mod jobs;
mod queries;
mod routes;
pub mod service;
pub mod settings;

pub use dto::{CreateSiteRequest, SlugState, UpdateSiteRequest};

use dto::{SiteOrder, SiteSort, ViewPeriod};

/// What the list takes.
const LIST_QUERY: &[QueryParameter] = &[
    CURSOR,
    LIMIT,
    QueryParameter {
        name: "search",
        description: "Part of the name or the address, at most 100 characters",
        kind: QueryKind::Text,
    },
    QueryParameter {
        name: "status",
        description: "Only those in this state",
        kind: QueryKind::OneOf(SiteStatus::NAMES),
    },
    QueryParameter {
        name: "bin",
        description: "`true`: those in the bin; else those that are not",
        kind: QueryKind::OneOf(&["true", "false"]),
    },
    QueryParameter {
        name: "sort",
        description: "What the list is ordered by; `updatedAt` when absent",
        kind: QueryKind::OneOf(SiteSort::NAMES),
    },
    QueryParameter {
        name: "order",
        description: "`asc` or `desc`; when absent `asc` for names, else `desc`",
        kind: QueryKind::OneOf(SiteOrder::NAMES),
    },
];

const READ: Access = Access::Team(Action::ReadContent);
const READ_SETTINGS: Access = Access::Team(Action::ReadSettings);
const READ_STATISTICS: Access = Access::Team(Action::ReadStatistics);
const WRITE: Access = Access::Team(Action::PublishSites);

const MOVE: Access = Access::Team(Action::MoveContent);

/// What a move fails with.
const MOVE_FAILURES: &[(u16, &str)] = &[
    (403, "access.denied"),
    (403, "plan.notAvailable"),
    (403, "plan.tooManySites"),
    (403, "team.suspended"),
    (404, "team.notFound"),
    (409, "knowledgeBase.inBin"),
    (409, "knowledgeBase.tooMany"),
    (409, "site.movedMeanwhile"),
    (409, "site.tooMany"),
    (409, "team.deleted"),
    (409, "files.quotaExceeded"),
];

/// What the question for a slug takes.
const SLUG_QUERY: &[QueryParameter] = &[QueryParameter {
    name: "slug",
    description: "The first part of an address",
    kind: QueryKind::Text,
}];

/// What the question for views takes.
const VIEWS_QUERY: &[QueryParameter] = &[QueryParameter {
    name: "days",
    description: "How many days, today included; `30` when absent",
    kind: QueryKind::OneOf(ViewPeriod::NAMES),
}];

/// The routes of this feature. What changes a site that is open to others needs a plan with sites; in any plan a draft is
/// set up, and what is there can be read, deleted and taken offline.
pub fn routes() -> Vec<Route> {
    [
        list_routes(),
        moving_routes(),
        figures_routes(),
        settings_routes(),
        domain_routes(),
        source_routes(),
    ]
    .concat()
}

/// The list of sites, and a site of it.
fn list_routes() -> Vec<Route> {
    use dto::*;
    vec![
        Route::new(
            Method::GET,
            "/api/teams/{teamId}/sites",
            "list_sites",
            "The sites of a team, with how many there are in each state",
            READ,
            routes::list_sites,
        )
        .query(LIST_QUERY)
        .answers::<SitePageDto>(),
        Route::new(
            Method::POST,
            "/api/teams/{teamId}/sites",
            "create_site",
            "Make a site with a homepage to begin with",
            WRITE,
            routes::create_site,
        )
        .idempotent()
        .takes::<CreateSiteRequest>()
        .answers::<SiteDto>()
        .fails(&[
            (403, "plan.tooManySites"),
            (409, "site.tooMany"),
            (409, "site.slugTaken"),
        ]),
        Route::new(
            Method::GET,
            "/api/teams/{teamId}/sites/slugs",
            "check_site_slug",
            "Whether the first part of an address is free, with a proposal when it is not",
            READ,
            routes::check_site_slug,
        )
        .query(SLUG_QUERY)
        .answers::<SlugDto>(),
        Route::new(
            Method::GET,
            "/api/teams/{teamId}/sites/{siteId}",
            "get_site",
            "A site",
            READ,
            routes::get_site,
        )
        .answers::<SiteDto>(),
        Route::new(
            Method::PATCH,
            "/api/teams/{teamId}/sites/{siteId}",
            "update_site",
            "Change name, address or status",
            WRITE,
            routes::update_site,
        )
        .for_archived()
        .if_match()
        .takes::<UpdateSiteRequest>()
        .answers::<SiteDto>()
        .fails(&[
            (403, "plan.notAvailable"),
            (409, "site.archived"),
            (409, "site.changed"),
            (409, "site.neverPublished"),
            (409, "site.slugTaken"),
            (409, "site.transition"),
        ]),
        Route::new(
            Method::DELETE,
            "/api/teams/{teamId}/sites/{siteId}",
            "delete_site",
            "Put a site into the bin for seven days",
            WRITE,
            routes::delete_site,
        )
        .for_archived()
        .answers::<SiteDto>(),
    ]
}

/// The bin, copies, and moves to another space.
fn moving_routes() -> Vec<Route> {
    use dto::*;
    vec![
        Route::new(
            Method::POST,
            "/api/teams/{teamId}/sites/{siteId}/restore",
            "restore_site",
            "Take a site out of the bin",
            WRITE,
            routes::restore_site,
        )
        .for_bin()
        .for_archived()
        .answers::<SiteDto>()
        .fails(&[(403, "plan.tooManySites"), (409, "site.notInBin")]),
        Route::new(
            Method::POST,
            "/api/teams/{teamId}/sites/{siteId}/duplicate",
            "duplicate_site",
            "Make a site with the same settings and the same base, without domains and releases",
            WRITE,
            routes::duplicate_site,
        )
        .for_archived()
        .idempotent()
        .takes::<DuplicateSiteRequest>()
        .answers::<SiteDto>()
        .fails(&[
            (403, "plan.tooManySites"),
            (409, "site.tooMany"),
            (409, "site.slugTaken"),
        ]),
        Route::new(
            Method::POST,
            "/api/teams/{teamId}/sites/{siteId}/move",
            "move_site",
            "Give a site to another team of the same owner, with its base and the other sites of that base",
            MOVE,
            routes::move_site,
        )
        .for_archived()
        .takes::<MoveRequest>()
        .answers::<MovedDto>()
        .fails(MOVE_FAILURES),
        Route::new(
            Method::POST,
            "/api/teams/{teamId}/knowledge-bases/{knowledgeBaseId}/move",
            "move_knowledge_base",
            "Give a knowledge base to another team of the same owner, with the sites that publish it",
            MOVE,
            routes::move_knowledge_base,
        )
        .for_archived()
        .takes::<MoveRequest>()
        .answers::<MovedDto>()
        .fails(MOVE_FAILURES),
    ]
}

/// Figures.
fn figures_routes() -> Vec<Route> {
    use dto::*;
    vec![
        Route::new(
            Method::GET,
            "/api/teams/{teamId}/sites/{siteId}/overview",
            "get_site_overview",
            "Figures of a site, and its health with what it is made of",
            READ,
            routes::get_site_overview,
        )
        .answers::<SiteOverviewDto>(),
        Route::new(
            Method::GET,
            "/api/teams/{teamId}/sites/{siteId}/views",
            "get_site_views",
            "Views of the last days: by day, by source and by page, and what readers did at walls",
            READ_STATISTICS,
            routes::get_site_views,
        )
        .query(VIEWS_QUERY)
        .answers::<SiteViewsDto>(),
        Route::new(
            Method::GET,
            "/api/teams/{teamId}/views",
            "get_team_views",
            "Views of all sites in the last days: by day, by site, by source and by page, and what readers did at walls",
            READ_STATISTICS,
            routes::get_team_views,
        )
        .query(VIEWS_QUERY)
        .answers::<TeamViewsDto>(),
    ]
}

/// Reading and writing one tab.
fn tab_routes<T: settings::Settings>(
    read: Access,
    path: &'static str,
    names: [&'static str; 2],
    about: [&'static str; 2],
) -> [Route; 2] {
    let [get, put] = names;
    let [what, change] = about;
    [
        Route::new(Method::GET, path, get, what, read, routes::get_settings::<T>)
            .answers::<dto::SavedSettings<T>>(),
        Route::new(Method::PUT, path, put, change, WRITE, routes::put_settings::<T>)
            .needs_once_open(Feature::SiteDeployment)
            .if_match()
            .takes_up_to(SITE_SETTINGS_MAX_BYTES)
            .takes::<T>()
            .answers::<dto::SavedSettings<T>>()
            .fails(&[(409, "site.changed")]),
    ]
}

fn settings_routes() -> Vec<Route> {
    use settings::{
        AccessRules, Appearance, BasicInfo, Carousel, Homepage, IndexSettings, Membership, Navigation,
    };
    [
        tab_routes::<BasicInfo>(
            READ,
            "/api/teams/{teamId}/sites/{siteId}/basic-info",
            ["get_site_basic_info", "put_site_basic_info"],
            ["Names, logo and footer of a site", "Save names, logo and footer"],
        ),
        tab_routes::<Homepage>(
            READ_SETTINGS,
            "/api/teams/{teamId}/sites/{siteId}/homepage",
            ["get_site_homepage", "put_site_homepage"],
            [
                "The sections of a site's homepage",
                "Save the sections of the homepage",
            ],
        ),
        tab_routes::<Membership>(
            READ,
            "/api/teams/{teamId}/sites/{siteId}/membership",
            ["get_site_membership", "put_site_membership"],
            [
                "Packages and benefits of a site",
                "Save packages and benefits; they hold at once",
            ],
        ),
        tab_routes::<AccessRules>(
            READ_SETTINGS,
            "/api/teams/{teamId}/sites/{siteId}/access",
            ["get_site_access", "put_site_access"],
            [
                "Who sees how much of a site",
                "Save who sees how much; it holds at once",
            ],
        ),
        tab_routes::<Carousel>(
            READ_SETTINGS,
            "/api/teams/{teamId}/sites/{siteId}/carousel",
            ["get_site_carousel", "put_site_carousel"],
            ["The slides above a site's homepage", "Save the slides"],
        ),
        tab_routes::<IndexSettings>(
            READ_SETTINGS,
            "/api/teams/{teamId}/sites/{siteId}/index",
            ["get_site_index", "put_site_index"],
            [
                "How a site shows its knowledge base",
                "Save how the knowledge base is shown",
            ],
        ),
        tab_routes::<Navigation>(
            READ_SETTINGS,
            "/api/teams/{teamId}/sites/{siteId}/navigation",
            ["get_site_navigation", "put_site_navigation"],
            ["The links at the head of a site", "Save the links at the head"],
        ),
        tab_routes::<Appearance>(
            READ_SETTINGS,
            "/api/teams/{teamId}/sites/{siteId}/appearance",
            ["get_site_appearance", "put_site_appearance"],
            ["Theme, font and colors of a site", "Save theme, font and colors"],
        ),
    ]
    .concat()
}

/// The domains of a site.
fn domain_routes() -> Vec<Route> {
    use dto::*;
    vec![
        Route::new(
            Method::GET,
            "/api/teams/{teamId}/sites/{siteId}/domains",
            "get_site_domains",
            "The domains of a site, with the records that prove them",
            READ_SETTINGS,
            routes::get_site_domains,
        )
        .answers::<SiteDomainsDto>(),
        Route::new(
            Method::POST,
            "/api/teams/{teamId}/sites/{siteId}/domains",
            "add_site_domain",
            "Claim a domain, which a TXT record proves",
            WRITE,
            routes::add_site_domain,
        )
        .needs(Feature::CustomDomain)
        .takes::<AddDomainRequest>()
        .answers::<SiteDomainDto>()
        .fails(&[(409, "siteDomain.exists"), (409, "siteDomain.tooMany")]),
        Route::new(
            Method::DELETE,
            "/api/teams/{teamId}/sites/{siteId}/domains/{domainId}",
            "remove_site_domain",
            "Remove a domain",
            WRITE,
            routes::remove_site_domain,
        )
        .for_archived()
        .answers::<SiteDomainsDto>(),
        Route::new(
            Method::POST,
            "/api/teams/{teamId}/sites/{siteId}/domains/{domainId}/check",
            "check_site_domain",
            "Look for the record that proves a domain",
            WRITE,
            routes::check_site_domain,
        )
        .needs(Feature::CustomDomain)
        .answers::<SiteDomainDto>(),
        Route::new(
            Method::POST,
            "/api/teams/{teamId}/sites/{siteId}/domains/{domainId}/primary",
            "set_primary_site_domain",
            "Make a proved domain the one that the others redirect to",
            WRITE,
            routes::set_primary_site_domain,
        )
        .needs(Feature::CustomDomain)
        .answers::<SiteDomainsDto>()
        .fails(&[(409, "siteDomain.notVerified")]),
    ]
}

/// Where the pages of a site come from, and where former addresses lead.
fn source_routes() -> Vec<Route> {
    use dto::*;
    vec![
        Route::new(
            Method::PUT,
            "/api/teams/{teamId}/sites/{siteId}/knowledge-base",
            "bind_site_knowledge_base",
            "Bind, replace or unbind the base that a site publishes",
            WRITE,
            routes::bind_site_knowledge_base,
        )
        .needs_once_open(Feature::SiteDeployment)
        .if_match()
        .takes::<BindKnowledgeBaseRequest>()
        .answers::<SiteDto>()
        .fails(&[(409, "site.changed")]),
        Route::new(
            Method::GET,
            "/api/teams/{teamId}/sites/{siteId}/redirects",
            "get_site_redirects",
            "The redirects of a site",
            READ_SETTINGS,
            routes::get_site_redirects,
        )
        .answers::<SavedRedirectsDto>(),
        Route::new(
            Method::PUT,
            "/api/teams/{teamId}/sites/{siteId}/redirects",
            "put_site_redirects",
            "Replace the redirects; they hold at once. `If-Match` names their revision",
            WRITE,
            routes::put_site_redirects,
        )
        .needs_once_open(Feature::SiteDeployment)
        .if_match()
        .takes_up_to(SITE_SETTINGS_MAX_BYTES)
        .takes::<RedirectsDto>()
        .answers::<SavedRedirectsDto>()
        .fails(&[(409, "site.changed")]),
    ]
}

/// The kinds of jobs.
pub fn jobs() -> Vec<JobEntry> {
    vec![JobEntry::of::<jobs::CheckSiteDomains>()]
}

/// What monitoring reads: the domains that need a look.
pub fn gauges() -> Vec<Gauges> {
    vec![Gauges {
        name: "domains",
        source: GaugeSource::Database(service::measure_domains),
    }]
}

/// What expires: sites that were deleted, what a plan that has ended paid for, views, addresses that were given up.
pub fn expired() -> Vec<Expired> {
    vec![
        Expired::Each {
            list: |connection, sweep| service::list_expired(connection, sweep.now),
            remove: |connection, sweep, id| service::purge(connection, id, sweep.now),
        },
        Expired::Each {
            list: |connection, sweep| service::list_unpaid(connection, sweep.now),
            remove: |connection, sweep, id| {
                service::unpublish_unpaid(connection, &sweep.state.platform.public_url, id, sweep.now)
            },
        },
        Expired::Each {
            list: |connection, sweep| service::list_ending_plans(connection, sweep.now),
            remove: |connection, sweep, id| {
                service::tell_plan_end(connection, &sweep.state.platform.public_url, id, sweep.now)
            },
        },
        Expired::All(|connection, sweep| service::sweep_views(connection, sweep.now)),
        Expired::All(|connection, sweep| service::sweep_slugs(connection, sweep.now)),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::site::settings::SettingsTab;

    #[test]
    fn every_tab_is_read_and_saved() {
        let routes = settings_routes();
        for tab in SettingsTab::ALL {
            let is_its = |route: &&Route| {
                let name = route.path.rsplit('/').next().unwrap().replace('-', "");
                name.eq_ignore_ascii_case(tab.as_str())
            };
            let methods: Vec<_> = routes
                .iter()
                .filter(is_its)
                .map(|route| route.method.clone())
                .collect();
            assert_eq!(methods, [Method::GET, Method::PUT], "{tab:?}");
        }
    }
}
