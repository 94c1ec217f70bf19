//! What the payer says of a payment to the creator's own code.

use maud::{Markup, html};
use moyan_domain::limits::PAYER_NOTE_MAX_CHARS;

use super::{OrderPage, questions};
use crate::features::public_site::content::page_context::PageContext;
use crate::features::public_site::pages::icons::{self, Icon};

/// What the payer says of the payment.
pub fn note_form(context: &PageContext<'_>, order: &OrderPage<'_>) -> Markup {
    let words = context.words.buying;
    html! {
        form.note-form method="post" action=(context.path(&format!("/orders/{}/paid", order.number))) {
            div.field {
                label.field-label for="note" { (words.payer_note) " " span.field-optional { (words.optional) } }
                textarea.input #note name="note" rows="2" maxlength=(PAYER_NOTE_MAX_CHARS) aria-describedby="note-hint"
                    autofocus[order.note_problem.is_some()] aria-invalid=[order.note_problem.map(|_| "true")] { (order.payer_note) }
                p.field-hint #note-hint { (words.payer_note_hint) }
                @if let Some(problem) = order.note_problem { p.field-problem role="alert" { (problem) } }
            }
            button.button.button-primary type="submit" { (words.i_have_paid) }
        }
    }
}

/// The note that was sent, and the form to change it.
pub fn note_again(context: &PageContext<'_>, order: &OrderPage<'_>) -> Markup {
    let words = context.words.buying;
    html! {
        @if !order.payer_note.is_empty() {
            dl.order-reason { dt { (words.your_note) } dd.lines { (order.payer_note) } }
        }
        details.change-note open[order.note_problem.is_some()] {
            summary { (words.change_note) (icons::draw(Icon::Down)) }
            (note_form(context, order))
        }
        (questions(words, order.contact))
    }
}
