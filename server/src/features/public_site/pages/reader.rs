//! A document: tree at the side, article, table of contents, neighbors.

use std::borrow::Cow;
use std::collections::HashMap;

use maud::{Markup, PreEscaped, html};
use moyan_domain::DocumentId;
use moyan_domain::gate::{AccessLevel, Audience, DocumentHeading};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};

use super::frame::{Page, index_title};
use super::icons::{self, Icon};
use super::phrases;
use super::wall::wall;
use crate::features::public_site::content::document::Document;
use crate::features::public_site::content::links;
use crate::features::public_site::content::page_context::PageContext;
use crate::features::public_site::machine::seo::{self, Meta};

/// The page of a document.
pub fn page(context: &PageContext<'_>, document: Document<'_>) -> Page {
    let crumbs = crumbs(context, document);
    let seen = document.seen();
    let words = context.words;
    let contents: Vec<&DocumentHeading> = seen
        .headings
        .iter()
        .filter(|heading| (2..=3).contains(&heading.level) && !heading.text.trim().is_empty())
        .collect();
    let text = match context.base {
        "" => Cow::Borrowed(seen.html.as_str()),
        base => Cow::Owned(links::below(&seen.html, base)),
    };
    // An article that begins with a title of its own does not get a second one.
    let has_title = seen.headings.first().is_some_and(|heading| heading.level == 1);
    Page {
        meta: Meta {
            kind: "article",
            changed_at: Some(document.meta.changed_at.to_rfc3339()),
            facts: vec![
                seo::breadcrumb_facts(context, &crumbs),
                seo::article_facts(context, document),
            ],
            ..Meta::listed(
                document.meta.title.clone(),
                document.summary(),
                document.meta.path.clone(),
            )
        },
        current: "/docs",
        kind: "page-reader",
        main: html! {
            div.reader {
                div.reader-main {
                    div.reader-top {
                    nav.crumbs aria-label=(words.breadcrumbs) {
                        ol {
                            @for (name, path) in crumbs.iter().take(crumbs.len().saturating_sub(1)) {
                                li { a href=(context.path(path)) { (name) } }
                            }
                        }
                    }
                    a.tree-link href="#tree" { (icons::draw(Icon::Menu)) (words.see_contents) }
                    }
                    article {
                        header.reader-head {
                            @if !has_title { h1.reader-title { (phrases::title(&document.meta.title)) } }
                            p.reader-facts {
                                span { (words.last_change) " " time datetime=(document.meta.changed_at.to_rfc3339()) { (words.date(&document.changed_day())) } }
                                @if let Some(minutes) = document.minutes() { span { (words.minutes(minutes)) } }
                                @if context.is_preview && context.reader.audience == Audience::Staff {
                                    a.edit-link href="#" data-edit=(document.meta.id) { (words.edit) }
                                }
                            }
                        }
                        @if contents.len() > 1 {
                            details.contents-box {
                                summary { (words.on_this_page) (icons::draw(Icon::Down)) }
                                (contents_list(&contents))
                            }
                        }
                        @if !seen.html.is_empty() {
                            section.article.is-cut[!document.is_whole()] data-words=(words_of_scripts(context)) { (PreEscaped(text)) }
                        }
                        (wall(context, document))
                    }
                    @if !document.meta.tags.is_empty() && document.level() != AccessLevel::Members {
                        (tags(context, &document.meta.tags))
                    }
                    (neighbors(context, document))
                }
                div.reader-side #tree {
                    p.reader-side-title { (words.contents) }
                    nav.tree aria-label=(words.contents) { (tree(context, document)) }
                }
                @if contents.len() > 1 {
                    div.reader-contents {
                        nav aria-label=(words.on_this_page) {
                            p.contents-title { (words.on_this_page) }
                            (contents_list(&contents))
                        }
                    }
                }
            }
        },
    }
}

/// Tags lead to the search, where there is one.
fn tags(context: &PageContext<'_>, tags: &[String]) -> Markup {
    let has_search = context.settings().index.is_search_enabled;
    html! {
        ul.tags {
            @for tag in tags {
                li {
                    @if has_search {
                        a.tag rel="nofollow"
                            href=(format!("{}?q={}", context.path("/search"), utf8_percent_encode(tag, NON_ALPHANUMERIC))) {
                            (tag)
                        }
                    } @else { (tag) }
                }
            }
        }
    }
}

/// What scripts say, as JSON, so that they hold no words of their own.
fn words_of_scripts(context: &PageContext<'_>) -> String {
    let words = context.words;
    serde_json::json!({
        "copy": words.copy,
        "copied": words.copied,
        "link": words.link_to_heading,
        "enlarge": words.enlarge,
        "close": words.close,
    })
    .to_string()
}

/// From the index down to the document: names and paths.
fn crumbs(context: &PageContext<'_>, document: Document<'_>) -> Vec<(String, String)> {
    let mut crumbs = vec![(index_title(context).to_owned(), "/docs".to_owned())];
    let category = context
        .view
        .categories()
        .find(|category| category.id == document.meta.category_id);
    crumbs.extend(category.map(|category| (category.name.clone(), format!("/docs/{}", category.slug))));
    let mut parents = Vec::new();
    let mut parent = document.meta.parent_id;
    // A parent stands once in a tree; one that is met again ends a circle.
    while let Some(found) = parent.and_then(|id| context.view.by_id(id)) {
        if parents.len() > context.view.content.documents.len() {
            break;
        }
        parents.push((found.meta.sidebar_label.clone(), found.meta.path.clone()));
        parent = found.meta.parent_id;
    }
    crumbs.extend(parents.into_iter().rev());
    crumbs.push((document.meta.title.clone(), document.meta.path.clone()));
    crumbs
}

/// All documents, by categories; branches that do not lead to the current one are closed.
fn tree(context: &PageContext<'_>, current: Document<'_>) -> Markup {
    let mut children: HashMap<Option<DocumentId>, Vec<Document<'_>>> = HashMap::new();
    for document in context.view.documents() {
        // What hangs on a document that is not shown stands at the top.
        let parent = document
            .meta
            .parent_id
            .filter(|id| context.view.by_id(*id).is_some());
        children.entry(parent).or_default().push(document);
    }
    let mut open = Vec::new();
    let mut id = Some(current.meta.id);
    while let Some(found) = id
        .filter(|id| !open.contains(id))
        .and_then(|id| context.view.by_id(id))
    {
        open.push(found.meta.id);
        id = found.meta.parent_id;
    }
    let branch = Branch {
        context,
        children: &children,
        open: &open,
        current: current.meta.id,
    };
    html! {
        @for category in context.view.categories() {
            details.tree-category open[category.id == current.meta.category_id] {
                summary {
                    span { @if let Some(icon) = icons::chosen(&category.icon) { (icon) } (category.name) }
                    (icons::draw(Icon::Down))
                }
                ul {
                    @for document in children.get(&None).into_iter().flatten().filter(|document| document.meta.category_id == category.id) {
                        (branch.draw(*document, 1))
                    }
                }
            }
        }
    }
}

/// Levels of the tree that are drawn: what lies deeper stands flat below.
const TREE_MAX_LEVELS: usize = 8;

struct Branch<'a> {
    context: &'a PageContext<'a>,
    children: &'a HashMap<Option<DocumentId>, Vec<Document<'a>>>,
    open: &'a [DocumentId],
    current: DocumentId,
}

impl Branch<'_> {
    fn draw(&self, document: Document<'_>, level: usize) -> Markup {
        let id = document.meta.id;
        let children = self.children.get(&Some(id)).filter(|_| level < TREE_MAX_LEVELS);
        let link = html! {
            a href=(self.context.path(&document.meta.path)) aria-current=[(id == self.current).then_some("page")] {
                (document.meta.sidebar_label) (lock(self.context, document))
            }
        };
        html! {
            li class=[children.is_some().then_some("branch")] {
                (link)
                @if let Some(children) = children {
                    details open[self.open.contains(&id)] {
                        summary aria-label={ (self.context.words.contents) ": " (document.meta.sidebar_label) } {
                            (icons::draw(Icon::Down))
                        }
                        ul { @for child in children { (self.draw(*child, level + 1)) } }
                    }
                }
            }
        }
    }
}

/// The sign of documents of which something is kept back.
pub fn lock(context: &PageContext<'_>, document: Document<'_>) -> Markup {
    html! {
        @let text = match document.level() {
            AccessLevel::Members => Some(context.words.members_only),
            AccessLevel::Partial if !document.is_whole() => Some(context.words.free_part),
            AccessLevel::Free | AccessLevel::Partial | AccessLevel::Hidden => None,
        };
        @if let Some(text) = text {
            span.lock title=(text) { (icons::draw(Icon::Lock)) span.unseen { (text) } }
        }
    }
}

fn contents_list(headings: &[&DocumentHeading]) -> Markup {
    html! {
        ol.contents {
            @for heading in headings {
                li.{ "level-" (heading.level) } { a href={ "#" (heading.id) } { (heading.text) } }
            }
        }
    }
}

fn neighbors(context: &PageContext<'_>, document: Document<'_>) -> Markup {
    let (previous, next) = context.view.neighbors(document.meta.id);
    html! {
        @if previous.is_some() || next.is_some() {
            nav.neighbors aria-label={ (context.words.previous) " / " (context.words.next) } {
                @if let Some(previous) = previous {
                    a.neighbor rel="prev" href=(context.path(&previous.meta.path)) {
                        span.neighbor-label { (context.words.previous) } span.neighbor-title { (previous.meta.title) }
                    }
                }
                @if let Some(next) = next {
                    a.neighbor.neighbor-next rel="next" href=(context.path(&next.meta.path)) {
                        span.neighbor-label { (context.words.next) } span.neighbor-title { (next.meta.title) }
                    }
                }
            }
        }
    }
}
