//! Questions and answers.

use maud::{Markup, html};
use uuid::Uuid;

use super::heading;
use crate::features::public_site::content::page_context::Fields;
use crate::features::public_site::pages::icons::{self, Icon};
use crate::features::site::settings::{Faq, FaqItem, FaqLayout};

/// Questions and answers. They open without a script; of tabs one is open at a time.
pub fn render(faq: &Faq, at: &Fields<'_>, id: Uuid) -> Markup {
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
