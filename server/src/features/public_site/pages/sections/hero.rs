//! The hero: the first words of a page.

use maud::{Markup, html};

use crate::features::public_site::content::page_context::{Fields, PageContext};
use crate::features::public_site::pages::frame::{button, picture};
use crate::features::public_site::pages::phrases;
use crate::features::site::settings::{Hero, HeroLayout, HeroVariant};

/// The first words. Only the first hero holds the heading of the page.
pub fn render(context: &PageContext<'_>, hero: &Hero, at: &Fields<'_>, is_first: bool) -> Markup {
    let image = hero.image.as_ref().filter(|_| hero.shows_image);
    let is_ground = hero.variant == HeroVariant::Image;
    let beside = image.filter(|_| !is_ground && hero.layout != HeroLayout::Centered);
    let ground = image.filter(|_| is_ground);
    html! {
        section.hero.{ "hero-" (hero.variant.as_str()) }.{ "hero-" (hero.layout.as_str()) }
            .has-picture[beside.is_some()] .has-ground[ground.is_some()] data-field=[at.own()] {
            @if let Some(image) = ground { (picture(context, image, "hero-ground", is_first)) }
            div.hero-inner {
                div.hero-text {
                    @if is_first {
                        h1.hero-title data-field=[at.of("title")] { (phrases::title(&hero.title)) }
                    } @else {
                        h2.hero-title data-field=[at.of("title")] { (phrases::title(&hero.title)) }
                    }
                    @if !hero.subtitle.is_empty() {
                        p.hero-subtitle data-field=[at.of("subtitle")] { (phrases::lead(&hero.subtitle)) }
                    }
                    div.buttons {
                        (button(context, &hero.primary_button, "button-primary", at.of("primaryButton.text")))
                        (button(context, &hero.secondary_button, "button-secondary", at.of("secondaryButton.text")))
                    }
                }
                @if let Some(image) = beside {
                    div.hero-picture data-field=[at.of("image")] { (picture(context, image, "hero-image", is_first)) }
                }
            }
        }
    }
}
