use moyan_foundation::route::{Access, Route};
use moyan_server::composition;

/// Who may call a route, as docs/API.md says it.
fn who(route: &Route) -> String {
    match route.access {
        Access::Anyone => "everybody".to_owned(),
        Access::Session => "authenticated users".to_owned(),
        Access::Admin => "administrators".to_owned(),
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
    let mut expected: Vec<(String, String)> = composition::routes()
        .iter()
        .map(|route| (format!("{} {}", route.method, route.template()), who(route)))
        .collect();
    let mut written = rows_of_the_page();
    expected.sort();
    written.sort();
    assert_eq!(written, expected);
}

#[test]
fn every_key_is_documented_with_its_sentences() {
    use moyan_domain::FieldProblem;
    use moyan_domain::Language;
    use moyan_foundation::error::Refusal;
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
    for (key, zh, en) in FieldProblem::ALL {
        let row = format!("| `{key}` | {zh} | {en} |");
        assert!(page.contains(&row), "{row}");
    }
}

/// The text of all tests, of those beside the code too.
fn all_tests() -> String {
    let root = std::path::PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let mut folders = [
        "tests",
        "src",
        "domain/src",
        "foundation/src",
        "mail/src",
        "payments/src",
    ]
    .map(|folder| root.join(folder))
    .to_vec();
    let mut text = String::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                text += &std::fs::read_to_string(path).unwrap();
            }
        }
    }
    text
}

#[test]
fn the_tests_that_show_what_must_hold_are_there() {
    let page = include_str!("../../../../docs/TESTING.md");
    let (_, rest) = page.split_once("## Security and reliability").unwrap();
    let (table, _) = rest.split_once("## Golden files").unwrap();
    let tests = all_tests();
    let names: Vec<&str> = table
        .split('`')
        .skip(1)
        .step_by(2)
        .filter(|name| name.contains('_') && !name.contains(['/', '.']))
        .collect();
    assert!(names.len() > 50);
    for name in names {
        assert!(tests.contains(&format!("fn {name}(")), "{name}");
    }
}
