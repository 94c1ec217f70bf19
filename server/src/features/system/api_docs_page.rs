//! The page of `/api/docs`: the table of routes, without a script.

use moyan_foundation::http::plain_page;
use moyan_foundation::openapi::failures_of;
use moyan_foundation::route::{Access, Content, Route};

/// The page.
pub fn page(routes: &[Route]) -> String {
    let sections: String = routes.iter().map(section).collect();
    plain_page::page(
        "en",
        "The API of Moyan",
        "Every answer is { code, message, data }; 1 is success.",
        &format!(
            "<p>The whole description is an <a href=\"/api/openapi.json\">OpenAPI document</a>.</p>{sections}"
        ),
    )
}

fn section(route: &Route) -> String {
    let failures: String = failures_of(route)
        .iter()
        .map(|(status, keys)| format!("<li>{status}: {}</li>", code_list(keys)))
        .collect();
    let query: Vec<&str> = route.query.iter().map(|parameter| parameter.name).collect();
    let query = (!query.is_empty()).then(|| format!("query {}", code_list(&query)));
    let takes: Vec<String> = names(&route.body).into_iter().chain(query).collect();
    format!(
        "<section class=\"card\" id=\"{name}\"><h2><code>{method} {path}</code></h2><p>{summary}.</p>\
         <p>For {who}. Takes {takes}. Answers {answers}.</p>\
         <details><summary>Failures</summary><ul>{failures}</ul></details></section>",
        name = route.name,
        method = route.method,
        path = route.template(),
        summary = route.summary,
        who = who(route.access),
        takes = if takes.is_empty() {
            "nothing".to_owned()
        } else {
            takes.join(" and ")
        },
        answers = names(&route.answer).unwrap_or_else(|| "nothing".to_owned()),
    )
}

fn code_list(words: &[&str]) -> String {
    words
        .iter()
        .map(|word| format!("<code>{word}</code>"))
        .collect::<Vec<_>>()
        .join(", ")
}

/// What a body or an answer holds, when it holds something.
fn names(content: &Content) -> Option<String> {
    match content {
        Content::Nothing => None,
        Content::Json(describe) => {
            let described = describe();
            described.named.last().map(|(name, _)| code_list(&[name]))
        }
        Content::Other(media_types) => Some(code_list(media_types)),
    }
}

fn who(access: Access) -> String {
    match access {
        Access::Anyone => "everybody".to_owned(),
        Access::Session => "authenticated users".to_owned(),
        Access::Team(action) => format!("members who may <code>{action:?}</code>"),
        Access::Admin => "administrators".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use actix_web::http::Method;

    use super::*;
    use crate::features::system::dto::HealthDto;
    use moyan_foundation::access::Action;
    use moyan_foundation::http::pagination::PAGE_QUERY;

    async fn handler() -> &'static str {
        ""
    }

    fn route(access: Access) -> Route {
        Route::new(
            Method::GET,
            "/api/things",
            "list_things",
            "The things",
            access,
            handler,
        )
    }

    #[test]
    fn a_route_that_takes_and_answers_nothing_says_so() {
        assert_eq!(
            section(&route(Access::Anyone).without_database()),
            "<section class=\"card\" id=\"list_things\"><h2><code>GET /api/things</code></h2><p>The things.</p>\
             <p>For everybody. Takes nothing. Answers nothing.</p><details><summary>Failures</summary><ul>\
             <li>429: <code>request.tooMany</code></li>\
             <li>500: <code>server.internal</code></li></ul></details></section>"
        );
    }

    #[test]
    fn what_a_route_takes_and_answers_is_named() {
        for (route, line) in [
            (
                route(Access::Anyone).query(PAGE_QUERY).answers::<HealthDto>(),
                "Takes query <code>cursor</code>, <code>limit</code>. Answers <code>HealthDto</code>.",
            ),
            (
                route(Access::Anyone)
                    .takes::<HealthDto>()
                    .answers_bytes(&["text/plain", "text/csv"]),
                "Takes <code>HealthDto</code>. Answers <code>text/plain</code>, <code>text/csv</code>.",
            ),
            (
                route(Access::Anyone)
                    .takes_bytes(&["image/png"])
                    .query(PAGE_QUERY),
                "Takes <code>image/png</code> and query <code>cursor</code>, <code>limit</code>. Answers nothing.",
            ),
        ] {
            let section = section(&route);
            assert!(section.contains(line), "{section}");
        }
    }

    #[test]
    fn every_route_says_for_whom_it_is() {
        for (access, name) in [
            (Access::Anyone, "everybody"),
            (Access::Session, "authenticated users"),
            (
                Access::Team(Action::ManageMembers),
                "members who may <code>ManageMembers</code>",
            ),
            (Access::Admin, "administrators"),
        ] {
            assert_eq!(who(access), name);
        }
    }
}
