/// Routes as `GET /api/health`, from the calls `web::resource("/health").get(…)` of the table.
fn routes_of_the_table() -> Vec<String> {
    let table = include_str!("../../../src/router.rs");
    let mut routes = Vec::new();
    for resource in table.split("web::resource(\"").skip(1) {
        let (path, calls) = resource.split_once("\")").unwrap();
        for method in ["get", "post", "put", "patch", "delete"] {
            let line = calls.split("\n            .service(").next().unwrap();
            if line.contains(&format!(".{method}(")) {
                routes.push(format!("{} /api{path}", method.to_uppercase()));
            }
        }
    }
    routes.sort();
    routes
}

/// Routes as the first column of the table of docs/API.md names them.
fn routes_of_the_page() -> Vec<String> {
    let page = include_str!("../../../../docs/API.md");
    let mut routes: Vec<String> = page
        .lines()
        .filter_map(|line| line.strip_prefix("| `")?.split_once("` |"))
        .map(|(route, _)| route.to_owned())
        .filter(|route| route.contains(" /api/"))
        .collect();
    routes.sort();
    routes
}

#[test]
fn every_route_is_documented_and_no_other() {
    let routes = routes_of_the_table();
    assert!(!routes.is_empty());
    assert_eq!(routes, routes_of_the_page());
}
