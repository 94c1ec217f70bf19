//! What the site offers: hero, figures, features, a look inside.

use maud::{Markup, html};

use super::{entry_title, heading};
use crate::features::public_site::content::audience_view::{Fields, View};
use crate::features::public_site::pages::frame::{button, picture};
use crate::features::public_site::pages::icons;
use crate::features::public_site::pages::phrases;
use crate::features::site::settings::{Demo, Features, FeaturesLayout, Hero, HeroLayout, HeroVariant, Stats};

/// The first words. Only the first hero holds the heading of the page.
pub fn hero(view: &View<'_>, hero: &Hero, at: &Fields<'_>, is_first: bool) -> Markup {
    let image = hero.image.as_ref().filter(|_| hero.shows_image);
    let is_ground = hero.variant == HeroVariant::Image;
    let beside = image.filter(|_| !is_ground && hero.layout != HeroLayout::Centered);
    let ground = image.filter(|_| is_ground);
    html! {
        section.hero.{ "hero-" (hero.variant.as_str()) }.{ "hero-" (hero.layout.as_str()) }
            .has-picture[beside.is_some()] .has-ground[ground.is_some()] data-field=[at.own()] {
            @if let Some(image) = ground { (picture(view, image, "hero-ground", is_first)) }
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
                        (button(view, &hero.primary_button, "button-primary", at.of("primaryButton.text")))
                        (button(view, &hero.secondary_button, "button-secondary", at.of("secondaryButton.text")))
                    }
                }
                @if let Some(image) = beside {
                    div.hero-picture data-field=[at.of("image")] { (picture(view, image, "hero-image", is_first)) }
                }
            }
        }
    }
}

/// Figures.
pub fn stats(stats: &Stats, at: &Fields<'_>) -> Markup {
    html! {
        section.section.stats.{ "stats-" (stats.layout.as_str()) }.{ "stats-" (stats.variant.as_str()) } data-field=[at.own()] {
            div.section-inner {
                (heading(at, &stats.title, ""))
                dl.stats-items style={ "--n:" (stats.items.len().max(1)) } {
                    @for (index, item) in stats.items.iter().enumerate() {
                        @let at = at.item("items", index);
                        div.stats-item {
                            dt data-field=[at.of("label")] { (item.label) }
                            dd.stats-value data-field=[at.of("value")] { (item.value) }
                            @if !item.description.is_empty() {
                                dd.stats-description data-field=[at.of("description")] { (item.description) }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// What it offers.
pub fn features(features: &Features, at: &Fields<'_>) -> Markup {
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

/// A look inside.
pub fn demo(view: &View<'_>, demo: &Demo, at: &Fields<'_>) -> Markup {
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
                    div.buttons { (button(view, &demo.button, "button-primary", at.of("button.text"))) }
                }
                @if let Some(image) = &demo.image {
                    div.demo-picture data-field=[at.of("image")] { (picture(view, image, "demo-image", false)) }
                }
            }
        }
    }
}
