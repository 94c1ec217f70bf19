//! An order: how to pay it, what became of it.

use chrono::{DateTime, Utc};
use maud::{Markup, html};

use super::frame::Page;
use super::marks::{self, Mark};
use super::money::yuan;
use super::plans::{Standing, plans_path};
use super::qr_code;
use super::ways::{self, Way};
use crate::config::limits::{ORDER_MANUAL_ASKS_AGAIN_S, ORDER_WAITING_ASKS_AGAIN_S, PAYER_NOTE_MAX_CHARS};
use crate::features::public_site::words::BuyingWords;
use crate::features::public_site::seo::{Meta, Refresh};
use crate::features::public_site::view::View;

/// What the page shows.
pub struct OrderPage<'a> {
    pub number: &'a str,
    pub package_id: uuid::Uuid,
    pub package_name: &'a str,
    pub period: &'static str,
    pub price_fen: i64,
    pub discount_fen: i64,
    pub amount_fen: i64,
    pub coupon: Option<&'a str>,
    pub way: Way,
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
        closes_at: DateTime<Utc>,
    },
    /// The creator looks for the money.
    Awaiting,
    /// The creator did not find it.
    Rejected { reason: &'a str },
    /// The provider has a page of its own; `goes_now` is true right after the order was made.
    Redirect { address: &'a str, goes_now: bool, closes_at: DateTime<Utc> },
    /// A code of the provider is scanned.
    Scan { text: &'a str, closes_at: DateTime<Utc> },
    /// The provider did not answer.
    Unreachable,
    /// Some of the money came in.
    Partial { paid_fen: i64 },
    /// Everything is done.
    Paid { paid_fen: i64, standing: Standing },
    /// Money went back.
    Refunded { refunded_fen: i64, is_all: bool },
    /// It was not paid in time.
    Closed,
}

/// A code of the creator: the address of its image, and what scans it.
pub struct PayeeCode {
    pub way: Way,
    pub image: String,
}

/// The page.
pub fn page(view: &View<'_>, order: &OrderPage<'_>) -> Page {
    let words = view.words.buying;
    let title = title(words, &order.state);
    let again = asks_again_after(&order.state);
    let refresh = match &order.state {
        OrderState::Redirect { address, goes_now: true, .. } => Some(Refresh::To((*address).to_owned())),
        _ => again.map(Refresh::Again),
    };
    Page {
        meta: Meta { refresh, ..Meta::unlisted(title) },
        current: "/plans",
        kind: "page-buying",
        main: html! {
            // Scripts ask for the page again and put in what came, as long as it waits.
            div.order data-asks-again-s=[again] data-state=(state_name(&order.state)) {
                div.order-main {
                    header.order-head {
                        span.order-mark.{ "order-mark-" (state_name(&order.state)) } { (marks::draw(mark(&order.state))) }
                        h1.order-title { (title) }
                    }
                    (body(view, order))
                }
                (summary(view, order))
            }
        },
    }
}

/// Seconds after which a waiting page is asked for again.
fn asks_again_after(state: &OrderState<'_>) -> Option<u32> {
    match state {
        OrderState::Redirect { .. } | OrderState::Scan { .. } => Some(ORDER_WAITING_ASKS_AGAIN_S),
        OrderState::Awaiting | OrderState::Partial { .. } => Some(ORDER_MANUAL_ASKS_AGAIN_S),
        _ => None,
    }
}

fn state_name(state: &OrderState<'_>) -> &'static str {
    match state {
        OrderState::Manual { .. } | OrderState::Redirect { .. } | OrderState::Scan { .. } => "pending",
        OrderState::Awaiting => "awaiting",
        OrderState::Rejected { .. } => "rejected",
        OrderState::Unreachable => "unreachable",
        OrderState::Partial { .. } => "partial",
        OrderState::Paid { .. } => "paid",
        OrderState::Refunded { .. } => "refunded",
        OrderState::Closed => "closed",
    }
}

fn mark(state: &OrderState<'_>) -> Mark {
    match state {
        OrderState::Paid { .. } => Mark::Tick,
        OrderState::Refunded { .. } => Mark::Return,
        _ => Mark::Clock,
    }
}

fn title(words: &BuyingWords, state: &OrderState<'_>) -> &'static str {
    match state {
        OrderState::Manual { .. } | OrderState::Scan { .. } => words.pay_title,
        OrderState::Awaiting => words.awaiting_title,
        OrderState::Rejected { .. } => words.rejected_title,
        OrderState::Redirect { .. } => words.redirect_title,
        OrderState::Unreachable => words.unreachable_title,
        OrderState::Partial { .. } => words.partial_title,
        OrderState::Paid { .. } => words.paid_title,
        OrderState::Refunded { is_all: true, .. } => words.refunded_title,
        OrderState::Refunded { .. } => words.partly_refunded_title,
        OrderState::Closed => words.closed_title,
    }
}

fn body(view: &View<'_>, order: &OrderPage<'_>) -> Markup {
    let words = view.words.buying;
    match &order.state {
        OrderState::Manual { codes, instructions, closes_at } => manual(view, order, codes, instructions, *closes_at),
        OrderState::Awaiting => html! {
            p.order-text role="status" { (words.awaiting_text) }
            (note_again(view, order))
        },
        OrderState::Rejected { reason } => html! {
            p.order-text { (words.rejected_text) }
            @if !reason.is_empty() {
                dl.order-reason { dt { (words.reason) } dd.lines { (reason) } }
            }
            (note_form(view, order))
            (questions(words, order.contact))
        },
        OrderState::Redirect { address, closes_at, .. } => html! {
            p.order-text { (words.redirect_text) }
            p.order-amount { (yuan(order.amount_fen)) }
            p.buttons { a.button.button-primary href=(address) rel="noopener" { (words.go_on) } }
            (waiting(view, *closes_at))
            (another_way(view, order))
        },
        OrderState::Scan { text, closes_at } => {
            let scan = match order.way {
                Way::Alipay => words.scan_with_alipay,
                _ => words.scan_with_wechat,
            };
            html! {
                p.order-text { (words.scan_text) }
                p.order-amount { (yuan(order.amount_fen)) }
                @if let Some(code) = qr_code::draw(text, scan) {
                    figure.code { (code) figcaption { (scan) } }
                }
                (waiting(view, *closes_at))
                (another_way(view, order))
            }
        }
        OrderState::Unreachable => html! {
            p.order-text { (words.unreachable_text) }
            // The same order is used again.
            form.buttons method="post" action=(view.path("/orders")) {
                input type="hidden" name="packageId" value=(order.package_id);
                input type="hidden" name={ "price." (order.package_id) } value=(order.price_fen);
                input type="hidden" name="method" value=(order.way.as_str());
                input type="hidden" name="coupon" value=(order.coupon.unwrap_or_default());
                input type="hidden" name="from" value=(order.return_path);
                button.button.button-primary type="submit" { (words.try_again) }
                a.button.button-secondary href=(view.path(&plans_path(order.return_path))) { (words.another_way) }
            }
        },
        OrderState::Partial { paid_fen } => html! {
            p.order-text role="status" { (words.partial(&yuan(*paid_fen), &yuan(order.amount_fen.saturating_sub(*paid_fen)))) }
            (questions(words, order.contact))
        },
        OrderState::Paid { standing, .. } => paid(view, order, *standing),
        OrderState::Refunded { refunded_fen, .. } => html! {
            p.order-text { (words.refunded(&yuan(*refunded_fen))) }
            (questions(words, order.contact))
        },
        OrderState::Closed => html! {
            p.order-text { (words.closed_text) }
            p.buttons {
                a.button.button-primary href=(view.path(&buy_again_path(order.package_id, order.return_path))) { (words.buy_again) }
            }
            (questions(words, order.contact))
        },
    }
}

/// The path to the packages with one of them chosen.
pub fn buy_again_path(package_id: uuid::Uuid, return_path: &str) -> String {
    format!("{}&package={package_id}", plans_path(return_path))
}

fn manual(
    view: &View<'_>,
    order: &OrderPage<'_>,
    codes: &[PayeeCode],
    instructions: &str,
    closes_at: DateTime<Utc>,
) -> Markup {
    let words = view.words.buying;
    html! {
        ol.steps { @for step in words.manual_steps { li { span { (step) } } } }
        p.order-amount { (yuan(order.amount_fen)) }
        @if codes.is_empty() {
            p.panel-text { (words.no_codes) }
        } @else {
            div.codes {
                @for code in codes {
                    @let scan = if code.way == Way::Alipay { words.scan_with_alipay } else { words.scan_with_wechat };
                    figure.code {
                        img src=(code.image) alt=(scan) width="240" height="240";
                        figcaption { (scan) }
                    }
                }
            }
        }
        div.remark {
            span.remark-label { (words.remark) }
            code.remark-number { (order.number) }
            // A script shows it where something can be copied.
            button.copy-number type="button" hidden data-copied=(view.words.copied) { (words.copy_number) }
        }
        @if !instructions.is_empty() {
            section.policy { h2.block-title { (words.instructions) } p.lines { (instructions) } }
        }
        (note_form(view, order))
        p.small-print { (words.closes_at) " " time datetime=(closes_at.to_rfc3339()) { (words.moment(closes_at, view.settings().basic_info.zone())) } }
        (questions(words, order.contact))
    }
}

/// What the payer says of the payment.
fn note_form(view: &View<'_>, order: &OrderPage<'_>) -> Markup {
    let words = view.words.buying;
    html! {
        form.note-form method="post" action=(view.path(&format!("/orders/{}/paid", order.number))) {
            div.field {
                label.field-label for="note" { (words.payer_note) span.field-optional { (words.optional) } }
                textarea.input #note name="note" rows="2" maxlength=(PAYER_NOTE_MAX_CHARS) aria-describedby="note-hint"
                    aria-invalid=[order.note_problem.map(|_| "true")] { (order.payer_note) }
                p.field-hint #note-hint { (words.payer_note_hint) }
                @if let Some(problem) = order.note_problem { p.field-problem role="alert" { (problem) } }
            }
            button.button.button-primary type="submit" { (words.i_have_paid) }
        }
    }
}

/// The note that was sent, and the form to change it.
fn note_again(view: &View<'_>, order: &OrderPage<'_>) -> Markup {
    let words = view.words.buying;
    html! {
        @if !order.payer_note.is_empty() {
            dl.order-reason { dt { (words.your_note) } dd.lines { (order.payer_note) } }
        }
        details.change-note open[order.note_problem.is_some()] {
            summary { (words.change_note) (marks::draw(Mark::Down)) }
            (note_form(view, order))
        }
        (questions(words, order.contact))
    }
}

fn waiting(view: &View<'_>, closes_at: DateTime<Utc>) -> Markup {
    let words = view.words.buying;
    html! {
        p.waiting role="status" { span.waiting-dot aria-hidden="true" {} (words.waiting) }
        p.small-print {
            (words.closes_at) " "
            time datetime=(closes_at.to_rfc3339()) { (words.moment(closes_at, view.settings().basic_info.zone())) }
        }
    }
}

fn another_way(view: &View<'_>, order: &OrderPage<'_>) -> Markup {
    html! {
        p { a.text-link href=(view.path(&buy_again_path(order.package_id, order.return_path))) { (view.words.buying.another_way) } }
    }
}

fn paid(view: &View<'_>, order: &OrderPage<'_>, standing: Standing) -> Markup {
    let words = view.words.buying;
    let zone = view.settings().basic_info.zone();
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
            a.button.button-primary href=(view.path(order.return_path)) { (words.read_on) }
            a.button.button-secondary href=(view.path("/account")) { (words.to_account) }
        }
    }
}

fn questions(words: &BuyingWords, contact: &str) -> Markup {
    html! {
        @if !contact.is_empty() { p.small-print.lines { (words.questions) (contact) } }
    }
}

/// What was ordered.
fn summary(view: &View<'_>, order: &OrderPage<'_>) -> Markup {
    let words = view.words.buying;
    let (way, _) = ways::name(words, order.way);
    let (label, amount) = match order.state {
        OrderState::Paid { paid_fen, .. } => (words.paid_amount, paid_fen),
        _ => (words.to_pay, order.amount_fen),
    };
    html! {
        aside.order-summary {
            h2.block-title { (words.order) (ways::test_mark(words, order.is_test)) }
            p.summary-package { (order.package_name) " " span.offer-period { (order.period) } }
            dl.facts {
                div { dt { (words.price) } dd { (yuan(order.price_fen)) } }
                @if order.discount_fen > 0 {
                    div {
                        dt { (words.discount) @if let Some(coupon) = order.coupon { " " code { (coupon) } } }
                        dd { (yuan(order.discount_fen.saturating_neg())) }
                    }
                }
                div.facts-total { dt { (label) } dd { (yuan(amount)) } }
            }
            dl.facts.facts-small {
                div { dt { (words.method) } dd { (way) } }
                div { dt { (words.order_number) } dd { code { (order.number) } } }
                div { dt { (words.ordered_at) } dd { (words.moment(order.created_at, view.settings().basic_info.zone())) } }
            }
            @if order.is_test { p.small-print { (words.test_text) } }
        }
    }
}
