//! What others say: testimonials, questions, partners.

use maud::{Markup, html};
use uuid::Uuid;

use super::heading;
use crate::features::public_site::content::audience_view::{Fields, View};
use crate::features::public_site::pages::frame::{known, rel};
use crate::features::public_site::pages::icons::{self, Icon};
use crate::features::site::settings::{
    Faq, FaqItem, FaqLayout, Partner, Partners, Testimonials, TestimonialsLayout,
};

/// What readers say.
pub fn testimonials(view: &View<'_>, testimonials: &Testimonials, at: &Fields<'_>) -> Markup {
    let scrolls = testimonials.layout == TestimonialsLayout::Carousel;
    html! {
        section.section.testimonials.{ "testimonials-" (testimonials.layout.as_str()) }
            .{ "voices-" (testimonials.variant.as_str()) } data-field=[at.own()] {
            div.section-inner {
                (heading(at, &testimonials.title, ""))
                ul.voices.{ "columns-" (testimonials.columns) }.scroller[scrolls] tabindex=[scrolls.then_some("0")] {
                    @for (index, item) in testimonials.items.iter().enumerate() {
                        @let at = at.item("items", index);
                        li.voice {
                            figure {
                                blockquote data-field=[at.of("content")] { p { (item.content) } }
                                figcaption {
                                    @match item.avatar.as_ref().and_then(|avatar| view.image(&avatar.url)) {
                                        Some(src) => { img.avatar src=(src) alt="" width="40" height="40" loading="lazy" decoding="async" data-field=[at.of("avatar")]; }
                                        None => { span.avatar.avatar-letter aria-hidden="true" { (first_letter(&item.author)) } }
                                    }
                                    span {
                                        span.voice-author data-field=[at.of("author")] { (item.author) }
                                        @if !item.position.is_empty() {
                                            span.voice-position data-field=[at.of("position")] { (item.position) }
                                        }
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// The first letter of a name, as a picture of who has none.
pub fn first_letter(name: &str) -> String {
    name.trim()
        .chars()
        .next()
        .map(|letter| letter.to_uppercase().collect())
        .unwrap_or_default()
}

/// Questions and answers. They open without a script; of tabs one is open at a time.
pub fn faq(faq: &Faq, at: &Fields<'_>, id: Uuid) -> Markup {
    html! {
        section.section.faq.{ "faq-" (faq.layout.as_str()) }.{ "faq-" (faq.variant.as_str()) } data-field=[at.own()] {
            div.section-inner.narrow[faq.layout != FaqLayout::Tabs] {
                (heading(at, &faq.title, ""))
                div.faq-items {
                    @for (index, item) in faq.items.iter().enumerate() {
                        (question(faq, item, &at.item("items", index), id, index))
                    }
                }
            }
        }
    }
}

fn question(faq: &Faq, item: &FaqItem, at: &Fields<'_>, id: Uuid, index: usize) -> Markup {
    // Details of one name close each other.
    let group = (faq.layout == FaqLayout::Tabs).then(|| format!("faq-{id}"));
    let is_open = faq.layout == FaqLayout::Tabs && index == 0;
    html! {
        @if faq.layout == FaqLayout::List {
            div.faq-item {
                p.faq-question role="heading" aria-level="3" data-field=[at.of("question")] { (item.question) }
                p.faq-answer data-field=[at.of("answer")] { (item.answer) }
            }
        } @else {
            details.faq-item name=[group] open[is_open] {
                summary.faq-question {
                    span data-field=[at.of("question")] { (item.question) }
                    (icons::draw(Icon::Down))
                }
                p.faq-answer data-field=[at.of("answer")] { (item.answer) }
            }
        }
    }
}

/// Partners.
pub fn partners(view: &View<'_>, partners: &Partners, at: &Fields<'_>) -> Markup {
    html! {
        section.section.companies.{ "companies-" (partners.layout.as_str()) }
            .{ "companies-" (partners.variant.as_str()) } data-field=[at.own()] {
            div.section-inner {
                (heading(at, &partners.title, ""))
                ul.company-items {
                    @for (index, partner) in partners.items.iter().enumerate() {
                        @let at = at.item("items", index);
                        li.company data-field=[at.of("name")] {
                            @match view.href(&partner.url).filter(|_| !partner.url.is_empty()) {
                                Some(href) => { a href=(href) rel=[rel(&partner.url)] { (face(view, partner, partners.shows_logos)) } }
                                None => { (face(view, partner, partners.shows_logos)) }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// The logo of a partner, else its name.
fn face(view: &View<'_>, partner: &Partner, shows_logo: bool) -> Markup {
    let logo = partner.logo.as_ref().filter(|_| shows_logo);
    html! {
        @if let Some((logo, src)) = logo.and_then(|logo| Some((logo, view.image(&logo.url)?))) {
            img.company-logo src=(src) alt=(partner.name) width=[known(logo.width)] height=[known(logo.height)]
                loading="lazy" decoding="async";
        } @else {
            span.company-name { (partner.name) }
        }
    }
}
