//! Partners.

use maud::{Markup, html};

use super::heading;
use crate::features::public_site::content::page_context::{Fields, PageContext};
use crate::features::public_site::pages::frame::{known, rel};
use crate::features::site::settings::{Partner, Partners};

/// Partners.
pub fn render(context: &PageContext<'_>, partners: &Partners, at: &Fields<'_>) -> Markup {
    html! {
        section.section.companies.{ "companies-" (partners.layout.as_str()) }
            .{ "companies-" (partners.variant.as_str()) } data-field=[at.own()] {
            div.section-inner {
                (heading(at, &partners.title, ""))
                ul.company-items {
                    @for (index, partner) in partners.items.iter().enumerate() {
                        @let at = at.item("items", index);
                        li.company data-field=[at.of("name")] {
                            @match context.href(&partner.url).filter(|_| !partner.url.is_empty()) {
                                Some(href) => { a href=(href) rel=[rel(&partner.url)] { (face(context, partner, partners.shows_logos)) } }
                                None => { (face(context, partner, partners.shows_logos)) }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// The logo of a partner, else its name.
fn face(context: &PageContext<'_>, partner: &Partner, shows_logo: bool) -> Markup {
    let logo = partner.logo.as_ref().filter(|_| shows_logo);
    html! {
        @if let Some((logo, src)) = logo.and_then(|logo| Some((logo, context.image(&logo.url)?))) {
            img.company-logo src=(src) alt=(partner.name) width=[known(logo.width)] height=[known(logo.height)]
                loading="lazy" decoding="async";
        } @else {
            span.company-name { (partner.name) }
        }
    }
}
