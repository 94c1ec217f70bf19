//! What readers say.

use maud::{Markup, html};

use super::heading;
use crate::features::public_site::content::page_context::{Fields, PageContext};
use crate::features::site::settings::{Testimonials, TestimonialsLayout};

/// What readers say.
pub fn render(context: &PageContext<'_>, testimonials: &Testimonials, at: &Fields<'_>) -> Markup {
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
                                    @match item.avatar.as_ref().and_then(|avatar| context.image(&avatar.url)) {
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
