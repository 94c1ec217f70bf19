//! The homepage: slides, then sections in their order.

use maud::{Markup, html};

use super::frame::{Page, known};
use super::icons::{self, Icon};
use super::sections;
use crate::features::public_site::content::audience_view::View;
use crate::features::public_site::machine::seo::{self, Meta};
use crate::features::site::settings::Slide;

/// The homepage.
pub fn page(view: &View<'_>) -> Page {
    let info = &view.settings().basic_info;
    Page {
        meta: Meta {
            facts: vec![seo::site_facts(view)],
            ..Meta::listed("", &info.description, "/")
        },
        current: "/",
        kind: "page-home",
        main: html! {
            @if !has_heading(view) { h1.unseen { (info.name) } }
            (carousel(view))
            @for (index, section) in view.settings().homepage.sections.iter().enumerate() {
                @if section.is_visible {
                    (sections::draw(view, section, &view.at(format!("homepage.sections[{index}].content"))))
                }
            }
        },
    }
}

/// True when a section gives the page its heading.
fn has_heading(view: &View<'_>) -> bool {
    sections::first_hero(view).is_some()
}

/// The slides that are shown now.
fn carousel(view: &View<'_>) -> Markup {
    let carousel = &view.settings().carousel;
    let is_now = |slide: &Slide| {
        slide.is_visible
            && slide.starts_at.is_none_or(|start| start <= view.now)
            && slide.ends_at.is_none_or(|end| view.now < end)
    };
    let slides: Vec<_> = carousel
        .slides
        .iter()
        .enumerate()
        .filter(|(_, slide)| carousel.is_enabled && is_now(slide))
        .filter_map(|(index, slide)| Some((index, slide, view.image(&slide.image.url)?)))
        .collect();
    let words = view.words;
    html! {
        @if !slides.is_empty() {
            section.slides aria-label=(words.carousel) aria-roledescription="carousel" {
                div.slides-track tabindex=[(slides.len() > 1).then_some("0")] role="group" aria-label=(words.carousel) {
                    @for (place, (index, slide, src)) in slides.iter().enumerate() {
                        (draw_slide(view, slide, src, *index, place, slides.len()))
                    }
                }
                @if slides.len() > 1 {
                    div.slides-steps hidden {
                        button type="button" data-step="-1" aria-label=(words.previous_slide) { (icons::draw(Icon::Previous)) }
                        button type="button" data-step="1" aria-label=(words.next_slide) { (icons::draw(Icon::Next)) }
                    }
                }
            }
        }
    }
}

fn draw_slide(
    view: &View<'_>,
    slide: &Slide,
    src: &str,
    index: usize,
    place: usize,
    n_slides: usize,
) -> Markup {
    let at = view.at(format!("carousel.slides[{index}]"));
    let href = view.href(&slide.link).filter(|_| !slide.link.is_empty());
    let is_first = place == 0;
    let content = html! {
        img.slide-image src=(src) alt=(slide.image.alt) width=[known(slide.image.width)] height=[known(slide.image.height)]
            loading=(if is_first { "eager" } else { "lazy" }) fetchpriority=[is_first.then_some("high")] decoding="async"
            data-field=[at.of("image")];
        @if !slide.title.is_empty() || !slide.description.is_empty() {
            div.slide-text {
                @if !slide.title.is_empty() { p.slide-title data-field=[at.of("title")] { (slide.title) } }
                @if !slide.description.is_empty() {
                    p.slide-description data-field=[at.of("description")] { (slide.description) }
                }
            }
        }
    };
    html! {
        div.slide role="group" aria-roledescription="slide" aria-label={ (view.words.slide) " " (place + 1) " / " (n_slides) } {
            @if let Some(href) = href { a.slide-link href=(href) { (content) } } @else { (content) }
        }
    }
}
