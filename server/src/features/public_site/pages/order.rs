//! An order: how to pay it, what became of it.

use chrono::{DateTime, Utc};
use maud::{Markup, html};
use moyan_domain::limits::{ORDER_MANUAL_ASKS_AGAIN_S, ORDER_WAITING_ASKS_AGAIN_S, PAYER_NOTE_MAX_CHARS};
use moyan_domain::{PaymentMethod, yuan};

use super::frame::Page;
use super::icons::{self, Icon};
use super::payment_methods;
use super::plans::{Standing, plans_path};
use super::qr_code;
use crate::features::public_site::content::audience_view::View;
use crate::features::public_site::machine::seo::{Meta, Refresh};
use crate::features::public_site::words::BuyingWords;

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
pub fn page(view: &View<'_>, order: &OrderPage<'_>) -> Page {
    let words = view.words.buying;
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

fn body(view: &View<'_>, order: &OrderPage<'_>) -> Markup {
    let words = view.words.buying;
    match &order.state {
        OrderState::Manual {
            codes,
            instructions,
            is_on_phone,
            closes_at,
        } => manual(view, order, (codes, *is_on_phone), instructions, *closes_at),
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
        OrderState::Redirect {
            address,
            goes_now,
            closes_at,
        } => html! {
            p.order-text { (if *goes_now { words.redirect_text } else { words.go_on_text }) }
            (go_on(view, order, address, *closes_at))
        },
        OrderState::Confirming { is_at_bank } => html! {
            p.waiting role="status" {
                span.waiting-dot aria-hidden="true" {}
                (if *is_at_bank { words.at_bank_text } else { words.confirming_text })
            }
            (questions(words, order.contact))
        },
        OrderState::Again {
            why,
            address,
            closes_at,
        } => html! {
            p.order-text role="status" { (again(words, *why).1) }
            (go_on(view, order, address, *closes_at))
        },
        OrderState::InApp {
            call,
            opens_now,
            closes_at,
        } => html! {
            p.order-text { (words.scan_text) }
            (amount(view, order))
            // A script shows it: nothing else opens the app.
            p.buttons {
                button.button.button-primary.pay-in-app type="button" hidden data-call=(call) data-opens-now[*opens_now] {
                    (words.pay_in_wechat)
                }
            }
            p.field-problem.pay-in-app-failed role="alert" hidden { (words.wechat_did_not_open) }
            noscript { p.field-problem { (words.wechat_did_not_open) } }
            (waiting(view, *closes_at))
            (another_way(view, order))
        },
        OrderState::Scan {
            text,
            is_inside_wechat,
            closes_at,
        } => {
            let scan = match order.method {
                PaymentMethod::Alipay => words.scan_with_alipay,
                _ => words.scan_with_wechat,
            };
            html! {
                p.order-text { (words.scan_text) }
                (amount(view, order))
                @if let Some(code) = qr_code::draw(text, scan) {
                    figure.code { (code) figcaption { (scan) } }
                }
                @if *is_inside_wechat { p.order-text { (words.scan_inside_wechat) } }
                (waiting(view, *closes_at))
                (another_way(view, order))
            }
        }
        OrderState::Elsewhere { address, closes_at } => html! {
            p.order-text { (words.elsewhere_text) }
            div.remark {
                span.remark-label { (words.page_address) }
                code.remark-number { (address) }
                // A script shows it where something can be copied.
                button.copy-number type="button" hidden data-copied=(view.words.copied) { (words.copy_address) }
            }
            (amount(view, order))
            (waiting(view, *closes_at))
            (another_way(view, order))
        },
        OrderState::Unreachable => html! {
            p.order-text { (words.unreachable_text) }
            p.buttons {
                // The order itself goes on, with its price and its coupon.
                a.button.button-primary href={ (view.path("/orders/")) (order.number) "?go=1" } { (words.try_again) }
                a.button.button-secondary href=(view.path(&plans_path(order.return_path))) { (words.another_way) }
            }
        },
        OrderState::Refused => html! {
            p.order-text { (words.refused_text) }
            p.buttons {
                a.button.button-primary href=(view.path(&buy_again_path(order.package_id, order.return_path))) { (words.another_way) }
            }
            (questions(words, order.contact))
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
    (codes, is_on_phone): (&[PayeeCode], bool),
    instructions: &str,
    closes_at: DateTime<Utc>,
) -> Markup {
    let words = view.words.buying;
    let [scan, remark, say_so] = words.manual_steps;
    let pay = match (codes.is_empty(), is_on_phone) {
        (true, _) => words.manual_step_without_code,
        (false, true) => step_on_phone(words, codes),
        (false, false) => scan,
    };
    html! {
        ol.steps { @for step in [pay, remark, say_so] { li { span { (step) } } } }
        (amount(view, order))
        @if codes.is_empty() {
            @if instructions.is_empty() { p.panel-text { (words.no_codes) } }
        } @else {
            div.codes {
                @for code in codes {
                    @let scan = if code.method == PaymentMethod::Alipay { words.scan_with_alipay } else { words.scan_with_wechat };
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
        (pay_before(view, closes_at))
        (another_way(view, order))
        (questions(words, order.contact))
    }
}

/// How a phone pays what its own screen shows, with the apps that there are codes of.
fn step_on_phone(words: &BuyingWords, codes: &[PayeeCode]) -> &'static str {
    let [wechat, alipay, either] = words.manual_steps_on_phone;
    let (of_alipay, of_wechat): (Vec<_>, Vec<_>) = codes
        .iter()
        .partition(|code| code.method == PaymentMethod::Alipay);
    match (of_wechat.is_empty(), of_alipay.is_empty()) {
        (false, true) => wechat,
        (true, false) => alipay,
        _ => either,
    }
}

/// What the payer says of the payment.
fn note_form(view: &View<'_>, order: &OrderPage<'_>) -> Markup {
    let words = view.words.buying;
    html! {
        form.note-form method="post" action=(view.path(&format!("/orders/{}/paid", order.number))) {
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
fn note_again(view: &View<'_>, order: &OrderPage<'_>) -> Markup {
    let words = view.words.buying;
    html! {
        @if !order.payer_note.is_empty() {
            dl.order-reason { dt { (words.your_note) } dd.lines { (order.payer_note) } }
        }
        details.change-note open[order.note_problem.is_some()] {
            summary { (words.change_note) (icons::draw(Icon::Down)) }
            (note_form(view, order))
        }
        (questions(words, order.contact))
    }
}

fn waiting(view: &View<'_>, closes_at: DateTime<Utc>) -> Markup {
    let words = view.words.buying;
    html! {
        p.waiting role="status" { span.waiting-dot aria-hidden="true" {} (words.waiting) }
        (pay_before(view, closes_at))
    }
}

/// Until when it is to be paid.
fn pay_before(view: &View<'_>, closes_at: DateTime<Utc>) -> Markup {
    let words = view.words.buying;
    let (before, after) = words.closes_at;
    let moment = words.soon(closes_at, view.settings().basic_info.zone());
    // No blank stands behind a bracket as wide as a character.
    let after = if moment.ends_with('）') {
        after.trim_start()
    } else {
        after
    };
    html! {
        p.small-print {
            (before)
            time datetime=(closes_at.to_rfc3339()) { (moment) }
            (after)
        }
    }
}

/// What is to be paid, and in what money where the sign alone does not say it.
fn amount(view: &View<'_>, order: &OrderPage<'_>) -> Markup {
    let currency = view.words.buying.currency;
    html! {
        p.order-amount { (yuan(order.amount_fen)) }
        @if !currency.is_empty() { p.small-print { (currency) } }
    }
}

/// The amount, and the way to pay it at a provider.
fn go_on(view: &View<'_>, order: &OrderPage<'_>, address: &str, closes_at: DateTime<Utc>) -> Markup {
    let words = view.words.buying;
    html! {
        (amount(view, order))
        p.buttons { a.button.button-primary href=(address) rel="noopener" { (words.go_on) } }
        @if matches!(order.state, OrderState::Redirect { .. }) {
            (waiting(view, closes_at))
        } @else {
            (pay_before(view, closes_at))
        }
        (another_way(view, order))
    }
}

fn another_way(view: &View<'_>, order: &OrderPage<'_>) -> Markup {
    html! {
        p.order-other-way { a.text-link href=(view.path(&buy_again_path(order.package_id, order.return_path))) { (view.words.buying.another_way) } }
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
                div { dt { (words.ordered_at) } dd { (words.moment(order.created_at, view.settings().basic_info.zone())) } }
            }
            @if let Some(text) = payment_methods::test_text(words, order.method, order.is_test) { p.small-print { (text) } }
        }
    }
}

#[cfg(test)]
mod tests;
