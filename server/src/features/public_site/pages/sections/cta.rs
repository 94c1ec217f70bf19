//! A call to action.

use maud::{Markup, html};

use super::heading;
use crate::features::public_site::content::page_context::{Fields, PageContext};
use crate::features::public_site::pages::frame::button;
use crate::features::public_site::pages::phrases;
use crate::features::site::settings::Cta;

/// A call to action.
pub fn render(context: &PageContext<'_>, cta: &Cta, at: &Fields<'_>) -> Markup {
    html! {
        section.section.cta data-field=[at.own()] {
            div.cta-inner {
                (heading(at, &cta.title, &cta.subtitle))
                @if !cta.description.is_empty() {
                    p.section-description data-field=[at.of("description")] { (phrases::lead(&cta.description)) }
                }
                div.buttons {
                    (button(context, &cta.primary_button, "button-primary", at.of("primaryButton.text")))
                    (button(context, &cta.secondary_button, "button-secondary", at.of("secondaryButton.text")))
                }
            }
        }
    }
}
