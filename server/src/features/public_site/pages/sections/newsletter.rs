//! The newsletter.

use maud::{Markup, html};
use moyan_domain::limits::NEWSLETTER_NAME_MAX_CHARS;

use super::heading;
use crate::features::public_site::content::page_context::{Fields, PageContext};
use crate::features::public_site::pages::phrases;
use crate::features::site::settings::{Newsletter, NewsletterLayout};

/// A form for an address. It is left out where there are no forms: in the origin of the console. In a preview it looks the
/// same, and the frame sends nothing.
pub fn render(context: &PageContext<'_>, newsletter: &Newsletter, at: &Fields<'_>) -> Markup {
    let words = context.words;
    let text = |own: &str, default: &'static str| {
        if own.is_empty() {
            default.to_owned()
        } else {
            own.to_owned()
        }
    };
    let name = text(&newsletter.name_placeholder, words.newsletter_name);
    let email = text(&newsletter.email_placeholder, words.newsletter_email);
    html! {
        @if !context.is_without_visitors() {
            section.section.letter.{ "letter-" (newsletter.layout.as_str()) }
                .{ "letter-" (newsletter.variant.as_str()) } data-field=[at.own()] {
                div.section-inner.letter-inner {
                    @if newsletter.layout != NewsletterLayout::Minimal {
                        div.letter-text {
                            (heading(at, &newsletter.title, &newsletter.subtitle))
                            @if !newsletter.description.is_empty() {
                                p.section-description data-field=[at.of("description")] { (phrases::lead(&newsletter.description)) }
                            }
                        }
                    }
                    form.letter-form method="post" action="/newsletter" {
                        div.letter-fields {
                            @if newsletter.shows_name_field {
                                input type="text" name="name" autocomplete="name" maxlength=(NEWSLETTER_NAME_MAX_CHARS) aria-label=(name) placeholder=(name) data-field=[at.of("namePlaceholder")];
                            }
                            input type="text" inputmode="email" spellcheck="false" autocapitalize="none" name="email" autocomplete="email" required aria-label=(email) placeholder=(email) data-field=[at.of("emailPlaceholder")];
                            button.button.button-primary type="submit" data-field=[at.of("submitText")] {
                                (text(&newsletter.submit_text, words.newsletter_submit))
                            }
                        }
                        @if !newsletter.privacy_text.is_empty() {
                            p.letter-privacy data-field=[at.of("privacyText")] {
                                (newsletter.privacy_text) " "
                                @if let Some(href) = context.href(&newsletter.privacy_link.url).filter(|_| !newsletter.privacy_link.text.is_empty()) {
                                    a href=(href) { (newsletter.privacy_link.text) }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}
