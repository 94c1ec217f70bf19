//! The homepage: slides, then sections in their order.

use maud::{Markup, html};

use super::frame::{Page, known};
use super::icons::{self, Icon};
use super::sections;
use crate::features::public_site::content::page_context::PageContext;
use crate::features::public_site::machine::seo::{self, Meta};
use crate::features::site::settings::Slide;

/// The homepage.
pub fn page(context: &PageContext<'_>) -> Page {
    let info = &context.settings().basic_info;
    Page {
        meta: Meta {
            facts: vec![seo::site_facts(context)],
            ..Meta::listed("", &info.description, "/")
        },
        current: "/",
        kind: "page-home",
        main: html! {
            @if !has_heading(context) { h1.unseen { (info.name) } }
            (carousel(context))
            @for (index, section) in context.settings().homepage.sections.iter().enumerate() {
                @if section.is_visible {
                    (sections::render(context, section, &context.at(format!("homepage.sections[{index}].content"))))
                }
            }
        },
    }
}

/// True when a section gives the page its heading.
fn has_heading(context: &PageContext<'_>) -> bool {
    sections::first_hero(context).is_some()
}

/// The slides that are shown now.
fn carousel(context: &PageContext<'_>) -> Markup {
    let carousel = &context.settings().carousel;
    let is_now = |slide: &Slide| {
        slide.is_visible
            && slide.starts_at.is_none_or(|start| start <= context.now)
            && slide.ends_at.is_none_or(|end| context.now < end)
    };
    let slides: Vec<_> = carousel
        .slides
        .iter()
        .enumerate()
        .filter(|(_, slide)| carousel.is_enabled && is_now(slide))
        .filter_map(|(index, slide)| Some((index, slide, context.image(&slide.image.url)?)))
        .collect();
    let words = context.words;
    html! {
        @if !slides.is_empty() {
            section.slides aria-label=(words.carousel) aria-roledescription="carousel" {
                div.slides-track tabindex=[(slides.len() > 1).then_some("0")] role="group" aria-label=(words.carousel) {
                    @for (place, (index, slide, src)) in slides.iter().enumerate() {
                        (draw_slide(context, slide, src, *index, place, slides.len()))
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
    context: &PageContext<'_>,
    slide: &Slide,
    src: &str,
    index: usize,
    place: usize,
    n_slides: usize,
) -> Markup {
    let at = context.at(format!("carousel.slides[{index}]"));
    let href = context.href(&slide.link).filter(|_| !slide.link.is_empty());
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
        div.slide role="group" aria-roledescription="slide" aria-label={ (context.words.slide) " " (place + 1) " / " (n_slides) } {
            @if let Some(href) = href { a.slide-link href=(href) { (content) } } @else { (content) }
        }
    }
}
