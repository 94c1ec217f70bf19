//! Every route, in one table.

use actix_web::middleware::from_fn;
use actix_web::web::{self, ServiceConfig};

use crate::access::{self, Rules};
use crate::error::AppError;
use crate::error::Refusal;
use crate::features::{account, admin, document, image, knowledge_base, mail, system, team};
use crate::http::panics;
use crate::route::Route;
use crate::static_files;

/// Every route that is no file of the frontend.
pub fn table() -> Vec<Route> {
    [
        system::routes(),
        mail::routes(),
        account::routes(),
        team::routes(),
        knowledge_base::routes(),
        document::routes(),
        image::routes(),
        admin::routes(),
    ]
    .concat()
}

/// Registers all routes. A path of the API that is not listed answers 404, a wrong method 405, both as JSON.
pub fn routes(cfg: &mut ServiceConfig) {
    serve(cfg, &table());
    cfg.service(web::scope("/api").default_service(web::to(unknown_route)))
        .default_service(web::to(static_files::get_file));
}

/// Registers these routes, each behind its rules.
pub fn serve(cfg: &mut ServiceConfig, table: &[Route]) {
    let mut paths: Vec<&str> = Vec::new();
    for route in table {
        if !paths.contains(&route.path) {
            paths.push(route.path);
        }
    }
    for path in paths {
        let mut resource = web::resource(path);
        for route in table.iter().filter(|route| route.path == path) {
            let rules = Rules::of(route);
            for method in route.methods() {
                let handler = (route.service)(method)
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

async fn unknown_route() -> Result<&'static str, AppError> {
    Err(Refusal::UnknownRoute.into())
}
