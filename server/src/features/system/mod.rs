//! Health, version, configuration and description of the server itself.

use actix_web::http::Method;
use moyan_foundation::http::host::Host;
use moyan_foundation::route::{Access, QueryKind, QueryParameter, Route};

mod api_docs_page;
mod dev_clock;
mod dto;
mod routes;

const CLOCK_QUERY: &[QueryParameter] = &[QueryParameter {
    name: "aheadS",
    description: "Seconds that it is ahead of the system's; 0 sets it right",
    kind: QueryKind::Number,
}];

const READY_QUERY: &[QueryParameter] = &[QueryParameter {
    name: "for",
    description: "`pages`: 200 also while the database is away and pages of sites can be shown from memory",
    kind: QueryKind::OneOf(&["pages"]),
}];

/// The routes of this feature.
pub fn routes() -> Vec<Route> {
    [api_routes(), probe_routes()].concat()
}

/// What is said of the program below `/api`.
fn api_routes() -> Vec<Route> {
    use dto::*;
    vec![
        Route::new(
            Method::GET,
            "/api/health",
            "get_health",
            "Whether the server answers",
            Access::Anyone,
            routes::get_health,
        )
        .on(Host::Any)
        .without_database()
        .answers::<HealthDto>(),
        Route::new(
            Method::GET,
            "/api/version",
            "get_version",
            "The version of the program",
            Access::Anyone,
            routes::get_version,
        )
        .without_database()
        .answers::<VersionDto>(),
        Route::new(
            Method::GET,
            "/api/config",
            "get_config",
            "What the screens need to know before anybody logs in",
            Access::Anyone,
            routes::get_config,
        )
        .without_database()
        .answers::<ConfigDto>(),
        Route::new(
            Method::GET,
            "/api/openapi.json",
            "get_openapi",
            "This interface, as an OpenAPI document",
            Access::Anyone,
            routes::get_openapi,
        )
        .without_database()
        .answers_bytes(&["application/json"]),
        Route::new(
            Method::GET,
            "/api/docs",
            "get_docs",
            "This interface, as a page to read",
            Access::Anyone,
            routes::get_docs,
        )
        .without_database()
        .answers_bytes(&["text/html"]),
    ]
}

/// What balancers, monitoring and the tests ask for.
fn probe_routes() -> Vec<Route> {
    vec![
        Route::new(
            Method::GET,
            "/healthz",
            "get_healthz",
            "200 while the process answers",
            Access::Anyone,
            routes::get_healthz,
        )
        .on(Host::Any)
        .without_database()
        .answers_bytes(&["text/plain"]),
        Route::new(
            Method::GET,
            "/readyz",
            "get_readyz",
            "200 when requests can be served, 503 while the database cannot be used or the server stops",
            Access::Anyone,
            routes::get_readyz,
        )
        .on(Host::Any)
        .without_database()
        .query(READY_QUERY)
        .answers_bytes(&["text/plain"]),
        Route::new(
            Method::POST,
            "/dev/clock",
            "set_clock",
            "Move the server's clock; in development only",
            Access::Anyone,
            dev_clock::set_clock,
        )
        .query(CLOCK_QUERY)
        .without_database()
        .reading()
        .answers_bytes(&["text/plain"])
        .fails(&[(400, "request.invalid"), (404, "route.notFound")]),
    ]
}
