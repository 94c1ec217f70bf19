//! Pages of the newsletter: the form by itself, a question with one button, and what came of it.

use maud::html;

use super::fields::{self, Field, Problems};
use super::frame::Page;
use crate::features::public_site::content::audience_view::AudienceView;
use crate::features::public_site::content::page_context::PageContext;
use crate::features::public_site::machine::seo::Meta;
use crate::features::site::settings::{Newsletter, SectionContent};

/// What was typed so far.
#[derive(Default)]
pub struct Subscribing<'a> {
    pub email: &'a str,
    pub name: &'a str,
    pub problems: Problems,
}

/// The section of the homepage that asks for addresses; none where nobody is asked.
pub fn section(view: &AudienceView) -> Option<&Newsletter> {
    let mut sections = view.content.settings.homepage.sections.iter();
    sections.find_map(|section| match &section.content {
        SectionContent::Newsletter(newsletter) if section.is_visible => Some(newsletter),
        _ => None,
    })
}

/// The form.
pub fn page(context: &PageContext<'_>, typed: &Subscribing<'_>) -> Page {
    let words = context.words;
    let section = section(context.view);
    let title = section
        .map(|section| section.title.as_str())
        .filter(|title| !title.is_empty())
        .unwrap_or(words.newsletter.subscribe);
    let email = Field {
        id: "email",
        name: "email",
        label: words.newsletter_email,
        kind: "email",
        value: typed.email,
        autocomplete: "email",
        hint: "",
        is_required: true,
    };
    let name = Field {
        id: "name",
        name: "name",
        label: words.newsletter_name,
        kind: "text",
        value: typed.name,
        autocomplete: "name",
        hint: "",
        is_required: false,
    };
    Page {
        meta: Meta::unlisted(title),
        current: "",
        kind: "page-form",
        main: html! {
            div.form-page.form-page-narrow {
                h1.form-title { (title) }
                p.form-lead { (words.newsletter.lead) }
                form.form method="post" action="/newsletter" {
                    (fields::problem(&typed.problems))
                    (fields::field(&email, &typed.problems))
                    @if section.is_some_and(|section| section.shows_name_field) {
                        (fields::field(&name, &typed.problems))
                    }
                    button.button.button-primary type="submit" { (words.newsletter_submit) }
                }
            }
        },
    }
}

/// A question with one button, which sends the token of a link.
pub fn question(
    context: &PageContext<'_>,
    (title, text, button): (&str, &str, &str),
    to: &str,
    token: &str,
) -> Page {
    Page {
        meta: Meta::unlisted(title),
        current: "",
        kind: "page-form",
        main: html! {
            div.form-page.form-page-narrow {
                h1.form-title { (title) }
                p.form-lead { (context.settings().basic_info.name) " · " (text) }
                form.form method="post" action=(to) {
                    (fields::hidden("token", token))
                    button.button.button-primary type="submit" { (button) }
                }
            }
        },
    }
}

/// What came of it.
pub fn notice(context: &PageContext<'_>, title: &str, text: &str) -> Page {
    Page {
        meta: Meta::unlisted(title),
        current: "",
        kind: "page-notice",
        main: html! {
            div.message {
                h1.message-title { (title) }
                p.message-text { (text) }
                div.buttons {
                    a.button.button-secondary href=(context.path("/")) { (context.words.to_home) }
                }
            }
        },
    }
}
