//! Sections of the homepage, a function for each kind.

use maud::{Markup, html};

use crate::features::public_site::content::audience_view::{Fields, View};
use crate::features::public_site::pages::phrases;
use crate::features::site::settings::{Section, SectionContent};

mod articles;
mod invitations;
mod offers;
mod voices;

pub use voices::first_letter;

/// One section.
pub fn draw(view: &View<'_>, section: &Section, at: &Fields<'_>) -> Markup {
    match &section.content {
        SectionContent::Hero(hero) => {
            let is_first = first_hero(view) == Some(section.id);
            offers::hero(view, hero, at, is_first)
        }
        SectionContent::Stats(stats) => offers::stats(stats, at),
        SectionContent::Features(features) => offers::features(features, at),
        SectionContent::Demo(demo) => offers::demo(view, demo, at),
        SectionContent::Testimonials(testimonials) => voices::testimonials(view, testimonials, at),
        SectionContent::Blog(blog) => articles::blog(view, blog, at),
        SectionContent::Faq(faq) => voices::faq(faq, at, section.id),
        SectionContent::Partners(partners) => voices::partners(view, partners, at),
        SectionContent::Newsletter(newsletter) => invitations::newsletter(view, newsletter, at),
        SectionContent::Cta(cta) => invitations::cta(view, cta, at),
    }
}

/// The hero whose title is the heading of the page.
pub fn first_hero(view: &View<'_>) -> Option<uuid::Uuid> {
    let mut sections = view.settings().homepage.sections.iter();
    sections
        .find(|section| section.is_visible && matches!(section.content, SectionContent::Hero(_)))
        .map(|section| section.id)
}

/// The heading of a section with what stands below it; nothing when both are empty.
fn heading(at: &Fields<'_>, title: &str, subtitle: &str) -> Markup {
    html! {
        @if !title.is_empty() || !subtitle.is_empty() {
            header.section-head {
                @if !title.is_empty() { h2.section-title data-field=[at.of("title")] { (phrases::title(title)) } }
                @if !subtitle.is_empty() { p.section-subtitle data-field=[at.of("subtitle")] { (phrases::lead(subtitle)) } }
            }
        }
    }
}

/// The heading of an entry: one level below that of the section, if there is one.
fn entry_title(section_title: &str, content: Markup, field: Option<String>) -> Markup {
    html! {
        @if section_title.is_empty() {
            h2.entry-title data-field=[field] { (content) }
        } @else {
            h3.entry-title data-field=[field] { (content) }
        }
    }
}
