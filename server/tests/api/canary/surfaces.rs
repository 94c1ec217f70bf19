//! Every public address is known here, so that a new one is crawled.

use actix_web::http::Method;
use moyan_foundation::http::host::Host;
use moyan_server::composition;
use moyan_server::features::public_site::{SITE_ROUTES, Who, find_route};

use super::world::World;

/// Forms after which nobody is logged in.
const ENDING_SESSIONS: [&str; 2] = ["/account/deletion", "/logout"];

/// The pages and forms for visitors. All of them are asked for, and sent to; those that end the session come last.
pub fn visitor_paths() -> Vec<String> {
    let routes = SITE_ROUTES.iter().filter(|route| route.who == Who::Visitors);
    let mut paths: Vec<String> = routes.map(|route| route.path.replace("{number}", "1")).collect();
    paths.sort_by_key(|path| ENDING_SESSIONS.iter().position(|ending| ending == path));
    paths
}

#[actix_web::test]
async fn every_address_is_crawled() {
    let world = World::new().await;
    let mut crawled = world.addresses();
    crawled.extend(visitor_paths());
    let is_crawled = |path: &str| {
        let mut routes = crawled
            .iter()
            .map(|address| find_route(address.split('?').next().unwrap()));
        routes.any(|found| found.is_some_and(|(route, _)| route.path == path))
    };
    for route in SITE_ROUTES {
        // Assets and uploaded images hold nothing of a document.
        let is_wanted = !matches!(route.path, "/media/{name}" | "/assets/{name}");
        assert_eq!(is_crawled(route.path), is_wanted, "{}", route.path);
    }
    assert!(crawled.contains(&"/nothing".to_owned()));
}

#[actix_web::test]
async fn a_host_of_a_site_answers_nothing_but_its_addresses() {
    let world = World::new().await;
    // Probes answer on every host, and know nothing of sites.
    let routes = composition::routes()
        .into_iter()
        .filter(|route| route.host != Host::Any);
    for path in routes.map(|route| route.path.replace(['{', '}'], "x")) {
        let seen = world.ask(Method::GET, &path, "", "identity").await;
        assert_eq!(seen.status, 404, "{path}: {}", seen.text);
    }
}
