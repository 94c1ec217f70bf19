//! What is shown where there is no page: 404, 410, 503.

use maud::html;
use moyan_article::theme::palette::Color;
use moyan_domain::gate::Audience;

use super::frame::{Page, button};
use super::phrases;
use crate::features::public_site::content::document::Document;
use crate::features::public_site::content::page_context::PageContext;
use crate::features::public_site::machine::seo::Meta;

/// The icon of a site that has set none: the first letter of its name on the primary color.
pub fn letter_icon(context: &PageContext<'_>) -> String {
    let settings = context.settings();
    let color = Color::parse(&settings.appearance.color).unwrap_or(Color::BLACK);
    let ink = if color.contrast(Color::WHITE) >= color.contrast(Color::BLACK) {
        "#fff"
    } else {
        "#000"
    };
    html! {
        svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" {
            rect width="64" height="64" rx="14" fill=(color.to_string()) {}
            text x="32" y="45" font-family="sans-serif" font-size="36" font-weight="700" text-anchor="middle" fill=(ink) {
                (super::first_letter(&settings.basic_info.name))
            }
        }
    }
    .into_string()
}

/// What a site with texts that are not for everybody says at every address without a page, so that nobody can tell a
/// hidden document from none. Source: specification §6.
fn members_note(context: &PageContext<'_>) -> Option<&'static str> {
    if context.settings().access.is_free() {
        return None;
    }
    match context.reader.audience {
        Audience::Guest => Some(context.words.not_found_login_or_join),
        Audience::NonMember => Some(context.words.not_found_join),
        Audience::Member | Audience::Staff => None,
    }
}

/// An address without a page, with what the reader may have looked for.
pub fn not_found(context: &PageContext<'_>, suggestions: &[Document<'_>]) -> Page {
    let own = &context.settings().appearance.not_found;
    let words = context.words;
    let or = |own: &str, default: &'static str| {
        if own.is_empty() {
            default.to_owned()
        } else {
            own.to_owned()
        }
    };
    let title = or(&own.title, words.not_found);
    Page {
        meta: Meta::unlisted(title.clone()),
        current: "",
        kind: "page-notice",
        main: html! {
            div.message {
                p.message-code aria-hidden="true" { "404" }
                h1.message-title data-field=[context.field("appearance.notFound.title")] { (phrases::title(&title)) }
                p.message-text data-field=[context.field("appearance.notFound.text")] { (or(&own.text, words.not_found_text)) }
                @if let Some(text) = members_note(context) { p.message-text { (text) } }
                div.buttons {
                    @if own.button.text.is_empty() {
                        a.button.button-primary href=(context.path("/")) { (words.to_home) }
                        a.button.button-secondary href=(context.path("/docs")) { (words.to_documents) }
                    } @else {
                        (button(context, &own.button, "button-primary", context.field("appearance.notFound.button.text")))
                    }
                }
                @if !suggestions.is_empty() {
                    section.suggestions {
                        h2.suggestions-title { (words.perhaps) }
                        ul {
                            @for document in suggestions {
                                li { a href=(context.path(&document.meta.path)) { (document.meta.title) } }
                            }
                        }
                    }
                }
            }
        },
    }
}
