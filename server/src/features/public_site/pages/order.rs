//! An order: how to pay it, what became of it.

use chrono::{DateTime, Utc};
use maud::{Markup, html};
use moyan_domain::limits::{ORDER_MANUAL_ASKS_AGAIN_S, ORDER_WAITING_ASKS_AGAIN_S};
use moyan_domain::{PaymentMethod, yuan};

use super::frame::Page;
use super::icons::{self, Icon};
use super::payment_methods;
use super::plans::{Standing, plans_path};
use crate::features::public_site::content::page_context::PageContext;
use crate::features::public_site::machine::seo::{Meta, Refresh};
use crate::features::public_site::words::BuyingWords;

mod note;
mod outcome;
mod pay;

/// What the page shows.
pub struct OrderPage<'a> {
    pub number: &'a str,
    pub package_id: uuid::Uuid,
    pub package_name: &'a str,
    pub period: &'static str,
    pub price_fen: i64,
    pub discount_fen: i64,
    pub amount_fen: i64,
    pub method: PaymentMethod,
    pub is_test: bool,
    pub created_at: DateTime<Utc>,
    /// Where the reader came from: a path of the site.
    pub return_path: &'a str,
    pub contact: &'a str,
    pub payer_note: &'a str,
    pub note_problem: Option<&'static str>,
    pub state: OrderState<'a>,
}

/// What is to be done, or what became of it.
pub enum OrderState<'a> {
    /// Money goes to the creator's own code.
    Manual {
        codes: Vec<PayeeCode>,
        instructions: &'a str,
        /// A phone cannot scan what it shows.
        is_on_phone: bool,
        closes_at: DateTime<Utc>,
    },
    /// The creator looks for the money.
    Awaiting,
    /// The creator did not find it.
    Rejected { reason: &'a str },
    /// The provider has a page of its own; `goes_now` is true right after the order was made.
    Redirect {
        address: &'a str,
        goes_now: bool,
        closes_at: DateTime<Utc>,
    },
    /// A code of the provider is scanned. WeChat does not read its own screen.
    Scan {
        text: &'a str,
        is_inside_wechat: bool,
        closes_at: DateTime<Utc>,
    },
    /// The app that shows the page opens its payment, by itself right after the order was made.
    InApp {
        call: &'a str,
        opens_now: bool,
        closes_at: DateTime<Utc>,
    },
    /// The app that shows the page does not open the provider's: `address` is that of this page.
    Elsewhere {
        address: &'a str,
        closes_at: DateTime<Utc>,
    },
    /// The payer came back, and the money may be on its way: nobody is to pay once more.
    Confirming { is_at_bank: bool },
    /// The payer came back without having paid, and may do so at `address`.
    Again {
        why: Again,
        address: &'a str,
        closes_at: DateTime<Utc>,
    },
    /// The provider did not answer.
    Unreachable,
    /// The provider does not take the order, such as one of too small an amount.
    Refused,
    /// Some of the money came in.
    Partial { paid_fen: i64 },
    /// Everything is done.
    Paid { paid_fen: i64, standing: Standing },
    /// Money went back.
    Refunded { refunded_fen: i64, is_all: bool },
    /// It was not paid in time.
    Closed,
}

/// Why an order that was begun at a provider is to be paid again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Again {
    /// The payer turned back.
    Canceled,
    /// What the payer did came to nothing.
    Failed,
    /// The page of the provider ended.
    Expired,
    /// The provider knows of no payment.
    NotFound,
}

/// A code of the creator: the address of its image, and what scans it.
pub struct PayeeCode {
    pub method: PaymentMethod,
    pub image: String,
}

/// The page.
pub fn page(context: &PageContext<'_>, order: &OrderPage<'_>) -> Page {
    let words = context.words.buying;
    let title = title(words, &order.state);
    let again = asks_again_after(&order.state);
    let refresh = match &order.state {
        OrderState::Redirect {
            address,
            goes_now: true,
            ..
        } => Some(Refresh::To((*address).to_owned())),
        _ => again.map(Refresh::Again),
    };
    Page {
        meta: Meta {
            refresh,
            ..Meta::unlisted(title)
        },
        current: "/plans",
        kind: "page-buying",
        main: html! {
            // Scripts ask for the page again and put in what came, as long as it waits.
            div.order data-asks-again-s=[again] data-state=(state_name(&order.state)) {
                div.order-main {
                    header.order-head {
                        span.order-mark.{ "order-mark-" (state_name(&order.state)) } { (icons::draw(icon_of(&order.state))) }
                        h1.order-title { (title) }
                    }
                    (body(context, order))
                }
                (summary(context, order))
            }
        },
    }
}

/// Seconds after which a waiting page is asked for again.
fn asks_again_after(state: &OrderState<'_>) -> Option<u32> {
    match state {
        // A page that leads on asks the provider each time.
        OrderState::Redirect { goes_now: true, .. } => None,
        OrderState::Redirect { .. }
        | OrderState::Scan { .. }
        | OrderState::InApp { .. }
        | OrderState::Elsewhere { .. } => Some(ORDER_WAITING_ASKS_AGAIN_S),
        OrderState::Confirming { is_at_bank: false } => Some(ORDER_WAITING_ASKS_AGAIN_S),
        OrderState::Confirming { is_at_bank: true }
        | OrderState::Awaiting
        | OrderState::Partial { .. }
        | OrderState::Again {
            why: Again::NotFound, ..
        } => Some(ORDER_MANUAL_ASKS_AGAIN_S),
        _ => None,
    }
}

fn state_name(state: &OrderState<'_>) -> &'static str {
    match state {
        OrderState::Manual { .. }
        | OrderState::Redirect { .. }
        | OrderState::Scan { .. }
        | OrderState::InApp { .. }
        | OrderState::Elsewhere { .. } => "pending",
        OrderState::Confirming { is_at_bank: false } => "confirming",
        OrderState::Confirming { is_at_bank: true } => "atBank",
        OrderState::Again { .. } => "again",
        OrderState::Awaiting => "awaiting",
        OrderState::Rejected { .. } => "rejected",
        OrderState::Unreachable => "unreachable",
        OrderState::Refused => "refused",
        OrderState::Partial { .. } => "partial",
        OrderState::Paid { .. } => "paid",
        OrderState::Refunded { .. } => "refunded",
        OrderState::Closed => "closed",
    }
}

fn icon_of(state: &OrderState<'_>) -> Icon {
    match state {
        OrderState::Paid { .. } => Icon::Tick,
        OrderState::Refunded { .. } => Icon::Return,
        _ => Icon::Clock,
    }
}

fn title(words: &BuyingWords, state: &OrderState<'_>) -> &'static str {
    match state {
        OrderState::Manual { .. }
        | OrderState::Scan { .. }
        | OrderState::InApp { .. }
        | OrderState::Redirect { goes_now: false, .. } => words.pay_title,
        OrderState::Confirming { .. } => words.confirming_title,
        OrderState::Again { why, .. } => again(words, *why).0,
        OrderState::Awaiting => words.awaiting_title,
        OrderState::Rejected { .. } => words.rejected_title,
        OrderState::Redirect { .. } => words.redirect_title,
        OrderState::Elsewhere { .. } => words.elsewhere_title,
        OrderState::Unreachable => words.unreachable_title,
        OrderState::Refused => words.refused_title,
        OrderState::Partial { .. } => words.partial_title,
        OrderState::Paid { .. } => words.paid_title,
        OrderState::Refunded { is_all: true, .. } => words.refunded_title,
        OrderState::Refunded { .. } => words.partly_refunded_title,
        OrderState::Closed => words.closed_title,
    }
}

/// Title and text for who comes back without having paid.
fn again(words: &BuyingWords, why: Again) -> (&'static str, &'static str) {
    match why {
        Again::Canceled => words.canceled,
        Again::Failed => words.failed,
        Again::Expired => words.expired,
        Again::NotFound => words.not_found,
    }
}

fn body(context: &PageContext<'_>, order: &OrderPage<'_>) -> Markup {
    let words = context.words.buying;
    match &order.state {
        OrderState::Manual {
            codes,
            instructions,
            is_on_phone,
            closes_at,
        } => pay::manual(context, order, (codes, *is_on_phone), instructions, *closes_at),
        OrderState::Redirect {
            address,
            goes_now,
            closes_at,
        } => html! {
            p.order-text { (if *goes_now { words.redirect_text } else { words.go_on_text }) }
            (pay::go_on(context, order, address, *closes_at))
        },
        OrderState::Again {
            why,
            address,
            closes_at,
        } => html! {
            p.order-text role="status" { (again(words, *why).1) }
            (pay::go_on(context, order, address, *closes_at))
        },
        OrderState::InApp {
            call,
            opens_now,
            closes_at,
        } => pay::in_app(context, order, call, *opens_now, *closes_at),
        OrderState::Scan {
            text,
            is_inside_wechat,
            closes_at,
        } => pay::scan(context, order, text, *is_inside_wechat, *closes_at),
        OrderState::Elsewhere { address, closes_at } => pay::elsewhere(context, order, address, *closes_at),
        OrderState::Awaiting => outcome::awaiting(context, order),
        OrderState::Rejected { reason } => outcome::rejected(context, order, reason),
        OrderState::Confirming { is_at_bank } => outcome::confirming(context, order, *is_at_bank),
        OrderState::Unreachable => outcome::unreachable(context, order),
        OrderState::Refused => outcome::refused(context, order),
        OrderState::Partial { paid_fen } => outcome::partial(context, order, *paid_fen),
        OrderState::Paid { standing, .. } => outcome::paid(context, order, *standing),
        OrderState::Refunded { refunded_fen, .. } => outcome::refunded(context, order, *refunded_fen),
        OrderState::Closed => outcome::closed(context, order),
    }
}

/// The path to the packages with one of them chosen.
pub fn buy_again_path(package_id: uuid::Uuid, return_path: &str) -> String {
    format!("{}&package={package_id}", plans_path(return_path))
}

fn questions(words: &BuyingWords, contact: &str) -> Markup {
    html! {
        @if !contact.is_empty() { p.small-print.lines { (words.questions) (contact) } }
    }
}

/// What was ordered.
fn summary(context: &PageContext<'_>, order: &OrderPage<'_>) -> Markup {
    let words = context.words.buying;
    let (method, _) = payment_methods::name(words, order.method);
    let (label, amount) = match order.state {
        OrderState::Paid { paid_fen, .. } => (words.paid_amount, paid_fen),
        _ => (words.to_pay, order.amount_fen),
    };
    html! {
        aside.order-summary {
            h2.block-title { (words.order) (payment_methods::test_mark(words, order.method, order.is_test)) }
            p.summary-package { (order.package_name) " " span.offer-period { (order.period) } }
            dl.facts {
                div { dt { (words.price) } dd { (yuan(order.price_fen)) } }
                @if order.discount_fen > 0 {
                    div {
                        dt { (words.discount) }
                        dd { (yuan(order.discount_fen.saturating_neg())) }
                    }
                }
                div.facts-total { dt { (label) } dd { (yuan(amount)) } }
            }
            dl.facts.facts-small {
                div { dt { (words.method) } dd { (method) } }
                div { dt { (words.order_number) } dd { code { (order.number) } } }
                div { dt { (words.ordered_at) } dd { (words.moment(order.created_at, context.settings().basic_info.zone())) } }
            }
            @if let Some(text) = payment_methods::test_text(words, order.method, order.is_test) { p.small-print { (text) } }
        }
    }
}

#[cfg(test)]
mod tests;
