//! What became of an order that is not to be paid now.

use maud::{Markup, html};
use moyan_domain::yuan;

use super::note::{note_again, note_form};
use super::{OrderPage, buy_again_path, questions};
use crate::features::public_site::content::page_context::PageContext;
use crate::features::public_site::pages::plans::{Standing, plans_path};

/// The creator looks for the money.
pub fn awaiting(context: &PageContext<'_>, order: &OrderPage<'_>) -> Markup {
    html! {
        p.order-text role="status" { (context.words.buying.awaiting_text) }
        (note_again(context, order))
    }
}

/// The creator did not find the money.
pub fn rejected(context: &PageContext<'_>, order: &OrderPage<'_>, reason: &str) -> Markup {
    let words = context.words.buying;
    html! {
        p.order-text { (words.rejected_text) }
        @if !reason.is_empty() {
            dl.order-reason { dt { (words.reason) } dd.lines { (reason) } }
        }
        (note_form(context, order))
        (questions(words, order.contact))
    }
}

/// The payer came back, and the money may be on its way.
pub fn confirming(context: &PageContext<'_>, order: &OrderPage<'_>, is_at_bank: bool) -> Markup {
    let words = context.words.buying;
    html! {
        p.waiting role="status" {
            span.waiting-dot aria-hidden="true" {}
            (if is_at_bank { words.at_bank_text } else { words.confirming_text })
        }
        (questions(words, order.contact))
    }
}

/// The provider did not answer.
pub fn unreachable(context: &PageContext<'_>, order: &OrderPage<'_>) -> Markup {
    let words = context.words.buying;
    html! {
        p.order-text { (words.unreachable_text) }
        p.buttons {
            // The order itself goes on, with its price and its coupon.
            a.button.button-primary href={ (context.path("/orders/")) (order.number) "?go=1" } { (words.try_again) }
            a.button.button-secondary href=(context.path(&plans_path(order.return_path))) { (words.another_way) }
        }
    }
}

/// The provider does not take the order.
pub fn refused(context: &PageContext<'_>, order: &OrderPage<'_>) -> Markup {
    let words = context.words.buying;
    ended(context, order, words.refused_text, words.another_way)
}

/// It was not paid in time.
pub fn closed(context: &PageContext<'_>, order: &OrderPage<'_>) -> Markup {
    let words = context.words.buying;
    ended(context, order, words.closed_text, words.buy_again)
}

/// An order that cannot be paid any more, and the way to another one.
fn ended(context: &PageContext<'_>, order: &OrderPage<'_>, text: &str, button: &str) -> Markup {
    let path = buy_again_path(order.package_id, order.return_path);
    html! {
        p.order-text { (text) }
        p.buttons { a.button.button-primary href=(context.path(&path)) { (button) } }
        (questions(context.words.buying, order.contact))
    }
}

/// Some of the money came in.
pub fn partial(context: &PageContext<'_>, order: &OrderPage<'_>, paid_fen: i64) -> Markup {
    let words = context.words.buying;
    let missing_fen = order.amount_fen.saturating_sub(paid_fen);
    html! {
        p.order-text role="status" { (words.partial(&yuan(paid_fen), &yuan(missing_fen))) }
        (questions(words, order.contact))
    }
}

/// Everything is done.
pub fn paid(context: &PageContext<'_>, order: &OrderPage<'_>, standing: Standing) -> Markup {
    let words = context.words.buying;
    let zone = context.settings().basic_info.zone();
    let text = match standing {
        Standing::Until(end) => words.paid_until(&words.day(end, zone)),
        Standing::Grace(end) => words.grace_since(&words.day(end, zone)),
        Standing::Expired(end) => words.expired_on(&words.day(end, zone)),
        Standing::Lifetime => words.paid_for_ever.to_owned(),
        Standing::Guest | Standing::None => words.paid_text.to_owned(),
    };
    html! {
        p.order-text role="status" { (text) }
        p.buttons {
            a.button.button-primary href=(context.path(order.return_path)) { (words.read_on) }
            a.button.button-secondary href=(context.path("/account")) { (words.to_account) }
        }
    }
}

/// Money went back.
pub fn refunded(context: &PageContext<'_>, order: &OrderPage<'_>, refunded_fen: i64) -> Markup {
    let words = context.words.buying;
    html! {
        p.order-text { (words.refunded(&yuan(refunded_fen))) }
        (questions(words, order.contact))
    }
}
