//! A look inside.

use maud::{Markup, html};

use super::heading;
use crate::features::public_site::content::page_context::{Fields, PageContext};
use crate::features::public_site::pages::frame::{button, picture};
use crate::features::site::settings::Demo;

/// A look inside.
pub fn render(context: &PageContext<'_>, demo: &Demo, at: &Fields<'_>) -> Markup {
    html! {
        section.section.demo data-field=[at.own()] {
            div.section-inner.demo-inner.has-picture[demo.image.is_some()] {
                div.demo-text {
                    (heading(at, &demo.title, &demo.subtitle))
                    @if !demo.benefits.is_empty() {
                        ul.benefits {
                            @for (index, benefit) in demo.benefits.iter().enumerate() {
                                li data-field=[at.of(&format!("benefits[{index}]"))] { (benefit) }
                            }
                        }
                    }
                    div.buttons { (button(context, &demo.button, "button-primary", at.of("button.text"))) }
                }
                @if let Some(image) = &demo.image {
                    div.demo-picture data-field=[at.of("image")] { (picture(context, image, "demo-image", false)) }
                }
            }
        }
    }
}
