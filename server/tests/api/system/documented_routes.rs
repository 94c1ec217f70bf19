use moyan_server::route::{Access, Route};
use moyan_server::router;

/// Who may call a route, as docs/API.md says it.
fn who(route: &Route) -> String {
    match route.access {
        Access::Anyone => "everybody".to_owned(),
        Access::Session => "whoever is logged in".to_owned(),
        Access::Admin => "administrators".to_owned(),
        Access::Operator => "the bearer of `METRICS_TOKEN`".to_owned(),
        Access::Team(action) => {
            let name = serde_json::to_value(action).unwrap();
            format!("members who may `{}`", name.as_str().unwrap())
        }
    }
}

/// Routes and who may call them, from the first two columns of the tables of docs/API.md.
fn rows_of_the_page() -> Vec<(String, String)> {
    include_str!("../../../../docs/API.md")
        .lines()
        .filter_map(|line| {
            let (route, rest) = line.strip_prefix("| `")?.split_once("` | ")?;
            let (who, _) = rest.split_once(" |")?;
            let is_route = ["GET /", "POST /", "PUT /", "PATCH /", "DELETE /"]
                .iter()
                .any(|method| route.starts_with(method));
            is_route.then(|| (route.to_owned(), who.to_owned()))
        })
        .collect()
}

#[test]
fn every_route_is_documented_with_who_may_call_it_and_no_other() {
    let mut expected: Vec<(String, String)> = router::table()
        .iter()
        .map(|route| (format!("{} {}", route.method, route.path), who(route)))
        .collect();
    let mut written = rows_of_the_page();
    expected.sort();
    written.sort();
    assert_eq!(written, expected);
}

#[test]
fn every_key_is_documented_with_its_sentences() {
    use moyan_server::error::{FieldProblem, Refusal};
    use moyan_server::http::language::Language;
    let page = include_str!("../../../../docs/API.md");
    for refusal in Refusal::ALL {
        let row = format!(
            "| `{}` | {} | {} | {} |",
            refusal.key(),
            refusal.status().as_u16(),
            refusal.message(Language::ZhCn),
            refusal.message(Language::En)
        );
        assert!(page.contains(&row), "{row}");
    }
    for problem in FieldProblem::ALL {
        let row = format!(
            "| `{}` | {} | {} |",
            problem.key(),
            problem.message(Language::ZhCn),
            problem.message(Language::En)
        );
        assert!(page.contains(&row), "{row}");
    }
}
