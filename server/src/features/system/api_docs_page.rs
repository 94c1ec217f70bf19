//! The page of `/api/docs`: the table of routes, without a script.

use crate::http::plain_page;
use crate::openapi::failures_of;
use crate::route::{Access, Content, Route};

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
    let mut takes = names(&route.body);
    if !query.is_empty() {
        takes = format!("{takes} query {}", code_list(&query));
    }
    format!(
        "<section class=\"card\" id=\"{name}\"><h2><code>{method} {path}</code></h2><p>{summary}.</p>\
         <p>For {who}. Takes {takes}. Answers {answers}.</p>\
         <details><summary>Failures</summary><ul>{failures}</ul></details></section>",
        name = route.name,
        method = route.method,
        path = route.template(),
        summary = route.summary,
        who = who(route.access),
        takes = if takes.is_empty() { "nothing" } else { &takes },
        answers = match names(&route.answer) {
            answer if answer.is_empty() => "nothing".to_owned(),
            answer => answer,
        },
    )
}

fn code_list(words: &[&str]) -> String {
    words
        .iter()
        .map(|word| format!("<code>{word}</code>"))
        .collect::<Vec<_>>()
        .join(", ")
}

fn names(content: &Content) -> String {
    match content {
        Content::Nothing => String::new(),
        Content::Json(describe) => describe()
            .named
            .last()
            .map(|(name, _)| format!("<code>{name}</code>"))
            .unwrap_or_default(),
        Content::Other(media_types) => code_list(media_types),
    }
}

fn who(access: Access) -> String {
    match access {
        Access::Anyone => "everybody".to_owned(),
        Access::Session => "authenticated users".to_owned(),
        Access::Team(action) => format!("members who may <code>{action:?}</code>"),
        Access::Admin => "administrators".to_owned(),
        Access::Operator => "the operator".to_owned(),
    }
}
