//! The index of the knowledge base, and of one category.

use maud::{Markup, html};
use moyan_domain::limits::RECENT_DOCUMENTS;

use super::frame::{Page, index_title};
use super::icons;
use super::pager;
use super::phrases;
use crate::features::public_site::content::document::Document;
use crate::features::public_site::content::page_context::PageContext;
use crate::features::public_site::machine::seo::{self, Meta};
use crate::features::publish::SiteCategory;
use crate::features::site::settings::IndexLayout;

/// The index of all documents, or of a category. None for a page that the list does not have.
pub fn page(context: &PageContext<'_>, category: Option<&SiteCategory>, number: usize) -> Option<Page> {
    let index = &context.settings().index;
    let documents: Vec<Document<'_>> = match category {
        Some(category) => context.view.of_category(category.id).collect(),
        None => context.view.documents().collect(),
    };
    let per_page = match index.is_paginated {
        true => usize::try_from(index.items_per_page).unwrap_or(1).max(1),
        false => documents.len().max(1),
    };
    let n_pages = documents.len().div_ceil(per_page).max(1);
    if number == 0 || number > n_pages {
        return None;
    }
    let start = (number - 1) * per_page;
    let shown = documents.get(start..documents.len().min(start + per_page))?;
    let path = category.map_or_else(
        || "/docs".to_owned(),
        |category| format!("/docs/{}", category.slug),
    );
    let address = |page: usize| match page {
        1 => path.clone(),
        page => format!("{path}?page={page}"),
    };
    let title = category.map_or_else(
        || index_title(context).to_owned(),
        |category| category.name.clone(),
    );
    let description = category.map_or(&index.description, |category| &category.description);
    let mut crumbs = vec![(index_title(context).to_owned(), "/docs".to_owned())];
    crumbs.extend(category.map(|category| (category.name.clone(), path.clone())));
    Some(Page {
        meta: Meta {
            facts: vec![seo::breadcrumb_facts(context, &crumbs)],
            ..Meta::listed(title.clone(), description, address(number))
        },
        current: "/docs",
        kind: "page-index",
        main: html! {
            div.index {
                header.index-head {
                    h1.index-title data-field=[category.is_none().then(|| context.field("index.title")).flatten()] { (phrases::title(&title)) }
                    @if !description.is_empty() {
                        p.index-description data-field=[category.is_none().then(|| context.field("index.description")).flatten()] { (phrases::lead(description)) }
                    }
                    @if index.shows_document_count {
                        p.index-count { (context.words.documents_count(documents.len())) }
                    }
                    @if index.is_search_enabled && category.is_none() { (super::search::form(context, "", false)) }
                }
                @if index.shows_category_filter { (filter(context, category)) }
                @if index.shows_recent && category.is_none() && number == 1 { (recent(context)) }
                @if shown.is_empty() { p.empty { (context.words.nothing_here) } }
                ul.documents.{ "documents-" (index.layout.as_str()) } {
                    @for document in shown { (entry(context, *document, category.is_none())) }
                }
                (pager(context, number, n_pages, |page| context.path(&address(page))))
            }
        },
    })
}

/// Links to the categories.
fn filter(context: &PageContext<'_>, current: Option<&SiteCategory>) -> Markup {
    let shows_count = context.settings().index.shows_document_count;
    let is_current = |category: &SiteCategory| {
        current
            .is_some_and(|current| current.id == category.id)
            .then_some("page")
    };
    html! {
        nav.category-filter aria-label=(context.words.categories) {
            ul {
                li { a href=(context.path("/docs")) aria-current=[current.is_none().then_some("page")] { (context.words.all) } }
                @for category in context.view.categories() {
                    li {
                        a href=(context.path(&format!("/docs/{}", category.slug))) aria-current=[is_current(category)] {
                            @if let Some(icon) = icons::chosen(&category.icon) { (icon) }
                            (category.name)
                            @if shows_count { span.count { (context.view.of_category(category.id).count()) } }
                        }
                    }
                }
            }
        }
    }
}

/// The documents that were changed last, with the day of the change as on their pages.
fn recent(context: &PageContext<'_>) -> Markup {
    let recent = context.view.recently_changed(RECENT_DOCUMENTS);
    html! {
        @if recent.len() > 1 {
            section.recent {
                h2.recent-title { (context.words.recent) }
                ul {
                    @for document in recent {
                        li {
                            a href=(context.path(&document.meta.path)) { (document.meta.title) }
                            time datetime=(document.changed_day()) { (context.words.date(&document.changed_day())) }
                        }
                    }
                }
            }
        }
    }
}

/// A document of the list.
fn entry(context: &PageContext<'_>, document: Document<'_>, names_category: bool) -> Markup {
    let layout = context.settings().index.layout;
    let category = context
        .view
        .categories()
        .find(|category| names_category && category.id == document.meta.category_id);
    let day = html! { time datetime=(document.date()) { (context.words.date(&document.date())) } };
    html! {
        li.document {
            @if let Some(category) = category { p.document-category { (category.name) } }
            h2.document-title {
                a href=(context.path(&document.meta.path)) { (document.meta.title) }
                (super::reader::lock(context, document))
            }
            @if layout != IndexLayout::Grid && !document.summary().is_empty() {
                p.document-summary { (document.summary()) }
            }
            p.document-facts {
                @if !document.has_own_date() { span { (context.words.last_change) " " (day) } } @else { (day) }
                @if layout == IndexLayout::Cards && let Some(minutes) = document.minutes() {
                    span { (context.words.minutes(minutes)) }
                }
            }
        }
    }
}
