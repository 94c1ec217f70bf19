//! The page of results.

use maud::{Markup, html};
use moyan_domain::limits::SEARCH_MAX_RESULTS;

use super::frame::Page;
use super::icons::{self, Icon};
use crate::features::public_site::content::audience_view::View;
use crate::features::public_site::content::search::{Hit, parts};
use crate::features::public_site::machine::seo::Meta;

/// Results for a question; the form alone when there is none.
pub fn page(view: &View<'_>, question: &str) -> Page {
    let question = question.trim();
    let hits = view.shown.search_index().find(view.shown, question);
    let words = view.words;
    Page {
        meta: Meta::unlisted(words.search),
        current: "/search",
        kind: "page-search",
        main: html! {
            div.search {
                h1.index-title { (words.search) }
                (form(view, question, question.is_empty() && !view.is_preview))
                @if question.is_empty() {
                    p.search-note { (words.search_hint) }
                } @else if hits.is_empty() {
                    p.search-note role="status" { (words.no_results) }
                    p.search-note { (words.no_results_hint) }
                    div.buttons { a.button.button-secondary href=(view.path("/docs")) { (words.to_documents) } }
                } @else {
                    p.search-note role="status" { (words.results_count(hits.len())) }
                    ol.hits {
                        @for hit in hits.iter().take(SEARCH_MAX_RESULTS) { (draw_hit(view, hit, question)) }
                    }
                }
            }
        },
    }
}

/// The field of the question. Whoever opens the page to ask types at once; a preview takes the focus from nobody.
pub fn form(view: &View<'_>, question: &str, is_focused: bool) -> Markup {
    html! {
        form.search-form role="search" action=(view.path("/search")) method="get" {
            (icons::draw(Icon::Search))
            input type="search" name="q" value=(question) maxlength="100" aria-label=(view.words.search)
                placeholder=(view.words.search_placeholder) autocomplete="off" enterkeyhint="search"
                autofocus[is_focused];
            button.button.button-primary type="submit" { (view.words.search) }
        }
    }
}

fn draw_hit(view: &View<'_>, hit: &Hit<'_>, question: &str) -> Markup {
    let anchor = hit
        .heading
        .map(|heading| format!("#{}", heading.id))
        .unwrap_or_default();
    html! {
        li.hit {
            h2.hit-title {
                a href=(format!("{}{anchor}", view.path(&hit.document.meta.path))) {
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
