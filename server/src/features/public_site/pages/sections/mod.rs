//! Sections of the homepage, a file for each kind.

use maud::{Markup, html};

use crate::features::public_site::content::page_context::{Fields, PageContext};
use crate::features::public_site::pages::phrases;
use crate::features::site::settings::{Section, SectionContent};

mod blog;
mod cta;
mod demo;
mod faq;
mod features;
mod hero;
mod newsletter;
mod partners;
mod stats;
mod testimonials;

pub use testimonials::first_letter;

/// One section.
pub fn render(context: &PageContext<'_>, section: &Section, at: &Fields<'_>) -> Markup {
    match &section.content {
        SectionContent::Hero(hero) => {
            let is_first = first_hero(context) == Some(section.id);
            hero::render(context, hero, at, is_first)
        }
        SectionContent::Stats(stats) => stats::render(stats, at),
        SectionContent::Features(features) => features::render(features, at),
        SectionContent::Demo(demo) => demo::render(context, demo, at),
        SectionContent::Testimonials(testimonials) => testimonials::render(context, testimonials, at),
        SectionContent::Blog(blog) => blog::render(context, blog, at),
        SectionContent::Faq(faq) => faq::render(faq, at, section.id),
        SectionContent::Partners(partners) => partners::render(context, partners, at),
        SectionContent::Newsletter(newsletter) => newsletter::render(context, newsletter, at),
        SectionContent::Cta(cta) => cta::render(context, cta, at),
    }
}

/// The hero whose title is the heading of the page.
pub fn first_hero(context: &PageContext<'_>) -> Option<uuid::Uuid> {
    let mut sections = context.settings().homepage.sections.iter();
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
