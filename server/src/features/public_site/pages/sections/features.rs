//! What the site offers.

use maud::{Markup, html};

use super::{entry_title, heading};
use crate::features::public_site::content::page_context::Fields;
use crate::features::public_site::pages::icons;
use crate::features::public_site::pages::phrases;
use crate::features::site::settings::{Features, FeaturesLayout};

/// What it offers.
pub fn render(features: &Features, at: &Fields<'_>) -> Markup {
    let scrolls = features.layout == FeaturesLayout::Carousel;
    html! {
        section.section.features.{ "features-" (features.layout.as_str()) }.{ "cards-" (features.card_style.as_str()) }
            .cards-hover[features.has_hover_effect] data-field=[at.own()] {
            div.section-inner {
                (heading(at, &features.title, &features.subtitle))
                @if !features.description.is_empty() {
                    p.section-description data-field=[at.of("description")] { (phrases::lead(&features.description)) }
                }
                ul.cards.{ "columns-" (features.columns) }.scroller[scrolls] tabindex=[scrolls.then_some("0")] {
                    @for (index, item) in features.items.iter().enumerate() {
                        @let at = at.item("items", index);
                        li.card {
                            @if let Some(icon) = icons::chosen(&item.icon).filter(|_| features.shows_icons) {
                                span.card-icon data-field=[at.of("icon")] { (icon) }
                            }
                            div {
                                (entry_title(&features.title, html! { (item.title) }, at.of("title")))
                                @if !item.description.is_empty() {
                                    p.card-text data-field=[at.of("description")] { (item.description) }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}
