//! Routes answer on the hosts that they are made for.

use actix_web::http::Method;
use actix_web::test::{TestRequest, call_service, init_service, read_body};
use actix_web::{App, web};
use moyan_foundation::http::host::Host;
use moyan_foundation::route::{Access, Route};
use moyan_server::{composition, router};

use crate::support::TestApp;

async fn console() -> &'static str {
    "console"
}

async fn site(path: web::Path<String>) -> String {
    format!("site {path}")
}

#[actix_web::test]
async fn one_path_may_be_a_route_of_the_console_and_another_of_sites() {
    let app = TestApp::configured(&[("SITE_DOMAIN", "sites.example")]);
    let get = |path, handler: Route| Route { path, ..handler };
    let of_console = Route::new(Method::GET, "/about", "console", "", Access::Anyone, console);
    let of_sites = Route::new(Method::GET, "/", "site", "", Access::Anyone, site).on(Host::Site);
    let table = [of_console, get("/{path:.*}", of_sites)];
    let served = init_service(
        App::new()
            .app_data(web::Data::new(app.state.clone()))
            .configure(|cfg| router::serve(cfg, &table)),
    )
    .await;
    for (host, path, expected) in [
        ("moyan.example", "/about", Some("console")),
        ("moyan.example", "/other", None),
        ("blog.sites.example", "/about", Some("site about")),
        // The rest of the path holds slashes.
        ("blog.sites.example", "/docs/a/b.html", Some("site docs/a/b.html")),
        ("evil.example", "/about", None),
    ] {
        let request = TestRequest::get().uri(path).insert_header(("host", host));
        let answer = call_service(&served, request.to_request()).await;
        let found = (answer.status() == 200).then_some(());
        let text = String::from_utf8(read_body(answer).await.to_vec()).unwrap();
        assert_eq!(found.map(|()| text.as_str()), expected, "{host}{path}");
    }
}

#[actix_web::test]
async fn a_route_of_the_console_is_not_there_on_another_host_and_a_probe_is() {
    let app = TestApp::with_database();
    for route in composition::routes() {
        let path = route.template().replace(['{', '}'], "");
        let ask = async |host| {
            let method = route.method.clone();
            app.send(method, &path, &[("host", host)]).await
        };
        for host in ["blog.localhost:8080", "evil.example", "192.0.2.1:8080"] {
            let answer = ask(host).await;
            if route.host == Host::Any {
                assert_eq!(answer.status, ask("moyan.example").await.status, "{}", route.name);
                continue;
            }
            assert_eq!(answer.status, 404, "{} on {host}", route.name);
            if route.is_api() {
                assert_eq!(answer.refusal().1, "route.notFound");
            }
        }
    }
    let probes = composition::routes()
        .into_iter()
        .filter(|route| route.host == Host::Any)
        .map(|route| route.path);
    assert_eq!(
        probes.collect::<Vec<_>>(),
        ["/api/health", "/healthz", "/readyz", "/internal/domains/check"]
    );
}

#[actix_web::test]
async fn the_pages_of_the_console_are_there_and_nowhere_else() {
    let app = TestApp::with_database();
    for (host, status) in [
        ("moyan.example", 200),
        ("MOYAN.example:443", 200),
        ("127.0.0.1:8080", 200),
        ("blog.localhost", 404),
        ("evil.example", 404),
    ] {
        let answer = app.send(Method::GET, "/md", &[("host", host)]).await;
        assert_eq!(answer.status, status, "{host}");
    }
}
