//! Registers the routes, each behind its rules, and what no route is for: files of the console, and hosts of sites, whose
//! addresses have a table of their own (`SITE_ROUTES` of `features::public_site`).

use actix_web::guard::fn_guard;
use actix_web::middleware::from_fn;
use actix_web::web::{self, ServiceConfig};
use actix_web::{HttpRequest, HttpResponse, Scope};
use moyan_foundation::access::{self, Rules};
use moyan_foundation::error::{AppError, Refusal};
use moyan_foundation::http::host::{self, Host};
use moyan_foundation::http::panics;
use moyan_foundation::route::Route;
use moyan_foundation::state::AppState;
use moyan_foundation::{idempotency, static_files};

use crate::composition;
use crate::features::public_site;

/// Registers all routes. A path of the API that is not listed answers 404, a wrong method 405, both as JSON.
pub fn routes(cfg: &mut ServiceConfig) {
    let (console, elsewhere): (Vec<_>, Vec<_>) = composition::routes()
        .into_iter()
        .partition(|route| route.host == Host::Console);
    serve(cfg, &elsewhere);
    // Before the routes of the console, so that a page of a site is not compared with each of them.
    let not_console = fn_guard(|context| !host::is_answered(context, Host::Console));
    cfg.service(
        web::scope("")
            .guard(not_console)
            .service(unknown_api())
            .default_service(web::to(get_file_or_page)),
    );
    serve(cfg, &console);
    cfg.service(unknown_api())
        .default_service(web::to(get_file_or_page));
}

/// Registers these routes, each behind its rules.
pub fn serve(cfg: &mut ServiceConfig, table: &[Route]) {
    let mut places: Vec<(&str, Host)> = Vec::new();
    for route in table {
        if !places.contains(&(route.path, route.host)) {
            places.push((route.path, route.host));
        }
    }
    for (path, host) in places {
        // A resource whose guard refuses is passed over: another one may have the same path on another host.
        let guard = fn_guard(move |context| host::is_answered(context, host));
        let mut resource = web::resource(path).guard(guard);
        for route in table
            .iter()
            .filter(|route| (route.path, route.host) == (path, host))
        {
            let rules = Rules::of(route);
            for method in route.methods() {
                let mut handler = (route.service)(method);
                if route.is_idempotent {
                    let name = route.name;
                    handler = handler
                        .wrap(from_fn(panics::catch))
                        .wrap(from_fn(move |request, next| {
                            idempotency::once(name, request, next)
                        }));
                }
                let handler = handler
                    .wrap(from_fn(move |request, next| {
                        access::authorize(rules, request, next)
                    }))
                    .wrap(from_fn(panics::catch));
                resource = resource.route(handler);
            }
        }
        cfg.service(resource);
    }
}

/// What no route is for: a file of the console on its host, else a page of a site.
async fn get_file_or_page(
    request: HttpRequest,
    payload: web::Payload,
    state: web::Data<AppState>,
) -> HttpResponse {
    let is_console = host::host_of(request.head(), &state.platform) == Some(Host::Console);
    match (is_console, request.path().starts_with("/s/")) {
        (false, _) => public_site::get_page(request, payload, state).await,
        (true, true) => public_site::get_page_below_console(request, state).await,
        (true, false) => static_files::get_file(request, state).await,
    }
}

/// Paths of the API that no route has.
fn unknown_api() -> Scope {
    web::scope("/api").default_service(web::to(unknown_route))
}

async fn unknown_route() -> Result<&'static str, AppError> {
    Err(Refusal::UnknownRoute.into())
}
