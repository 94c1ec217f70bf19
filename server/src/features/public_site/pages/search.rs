//! The page of results.

use maud::{Markup, html};
use moyan_domain::limits::SEARCH_MAX_RESULTS;

use super::frame::Page;
use super::icons::{self, Icon};
use crate::features::public_site::content::page_context::PageContext;
use crate::features::public_site::content::search::{Hit, parts};
use crate::features::public_site::machine::seo::Meta;

/// Results for a question; the form alone when there is none.
pub fn page(context: &PageContext<'_>, question: &str) -> Page {
    let question = question.trim();
    let hits = context.view.search_index().find(context.view, question);
    let words = context.words;
    Page {
        meta: Meta::unlisted(words.search),
        current: "/search",
        kind: "page-search",
        main: html! {
            div.search {
                h1.index-title { (words.search) }
                (form(context, question, question.is_empty() && !context.is_preview))
                @if question.is_empty() {
                    p.search-note { (words.search_hint) }
                } @else if hits.is_empty() {
                    p.search-note role="status" { (words.no_results) }
                    p.search-note { (words.no_results_hint) }
                    div.buttons { a.button.button-secondary href=(context.path("/docs")) { (words.to_documents) } }
                } @else {
                    p.search-note role="status" { (words.results_count(hits.len())) }
                    ol.hits {
                        @for hit in hits.iter().take(SEARCH_MAX_RESULTS) { (draw_hit(context, hit, question)) }
                    }
                }
            }
        },
    }
}

/// The field of the question. Whoever opens the page to ask types at once; a preview takes the focus from nobody.
pub fn form(context: &PageContext<'_>, question: &str, is_focused: bool) -> Markup {
    html! {
        form.search-form role="search" action=(context.path("/search")) method="get" {
            (icons::draw(Icon::Search))
            input type="search" name="q" value=(question) maxlength="100" aria-label=(context.words.search)
                placeholder=(context.words.search_placeholder) autocomplete="off" enterkeyhint="search"
                autofocus[is_focused];
            button.button.button-primary type="submit" { (context.words.search) }
        }
    }
}

fn draw_hit(context: &PageContext<'_>, hit: &Hit<'_>, question: &str) -> Markup {
    let anchor = hit
        .heading
        .map(|heading| format!("#{}", heading.id))
        .unwrap_or_default();
    html! {
        li.hit {
            h2.hit-title {
                a href=(format!("{}{anchor}", context.path(&hit.document.meta.path))) {
                    (marked(&hit.document.meta.title, question))
                }
            }
            @if let Some(heading) = hit.heading { p.hit-heading { (marked(&heading.text, question)) } }
            @if !hit.snippet.is_empty() { p.hit-text { (marked(&hit.snippet, question)) } }
        }
    }
}

/// A text whose places that match are marked.
fn marked(text: &str, question: &str) -> Markup {
    html! {
        @for (part, is_match) in parts(text, question) {
            @if is_match { mark { (part) } } @else { (part) }
        }
    }
}
