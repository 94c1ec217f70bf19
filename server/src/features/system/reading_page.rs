//! The interface as a page to read: the table of routes, without a script.

use crate::openapi::failures_of;
use crate::route::{Access, Content, Route};

const STYLE: &str = "body{font:16px/1.6 system-ui,sans-serif;max-width:52rem;margin:2rem auto;padding:0 1rem}\
    :root{color-scheme:light dark}code{font-size:.9em;overflow-wrap:anywhere}section{border-top:1px solid #8884;padding:.5rem 0 1rem}\
    h2{font-size:1.05rem;margin:.5rem 0}.who{opacity:.75}ul{margin:.25rem 0}";

/// The page.
pub fn page(routes: &[Route]) -> String {
    let mut page = format!(
        "<!doctype html><html lang=en><meta charset=utf-8><meta name=viewport content='width=device-width'>\
         <title>Moyan: the API</title><style>{STYLE}</style><h1>The API</h1>\
         <p>Every answer is <code>{{ code, message, data }}</code>; 1 is success. \
         The whole description is an <a href='/api/openapi.json'>OpenAPI document</a>.</p>"
    );
    for route in routes {
        page.push_str(&section(route));
    }
    page
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
        "<section id='{name}'><h2><code>{method} {path}</code></h2><p>{summary}.</p>\
         <p class=who>For {who}. Takes {takes}. Answers {answers}.</p>\
         <details><summary>Failures</summary><ul>{failures}</ul></details></section>",
        name = route.name,
        method = route.method,
        path = route.path,
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
        Content::Json { named, .. } => named
            .last()
            .map(|(name, _)| format!("<code>{name}</code>"))
            .unwrap_or_default(),
        Content::Other(media_types) => code_list(media_types),
    }
}

fn who(access: Access) -> String {
    match access {
        Access::Anyone => "everybody".to_owned(),
        Access::Session => "whoever is logged in".to_owned(),
        Access::Team(action) => format!("members who may <code>{action:?}</code>"),
        Access::Admin => "administrators".to_owned(),
        Access::Operator => "whoever watches the server".to_owned(),
    }
}
