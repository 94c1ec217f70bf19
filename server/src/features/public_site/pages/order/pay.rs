//! How an order is paid: by a code of the creator, on a page, in an app or by a code of the provider.

use chrono::{DateTime, Utc};
use maud::{Markup, html};
use moyan_domain::{PaymentMethod, yuan};

use super::note::note_form;
use super::{OrderPage, OrderState, PayeeCode, buy_again_path, questions};
use crate::features::public_site::content::page_context::PageContext;
use crate::features::public_site::pages::qr_code;
use crate::features::public_site::words::BuyingWords;

/// Money goes to the creator's own code.
pub fn manual(
    context: &PageContext<'_>,
    order: &OrderPage<'_>,
    (codes, is_on_phone): (&[PayeeCode], bool),
    instructions: &str,
    closes_at: DateTime<Utc>,
) -> Markup {
    let words = context.words.buying;
    let [scan, remark, say_so] = words.manual_steps;
    let pay = match (codes.is_empty(), is_on_phone) {
        (true, _) => words.manual_step_without_code,
        (false, true) => step_on_phone(words, codes),
        (false, false) => scan,
    };
    html! {
        ol.steps { @for step in [pay, remark, say_so] { li { span { (step) } } } }
        (amount(context, order))
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
            button.copy-number type="button" hidden data-copied=(context.words.copied) { (words.copy_number) }
        }
        @if !instructions.is_empty() {
            section.policy { h2.block-title { (words.instructions) } p.lines { (instructions) } }
        }
        (note_form(context, order))
        (pay_before(context, closes_at))
        (another_way(context, order))
        (questions(words, order.contact))
    }
}

/// How a phone pays what its own screen shows, with the apps that there are codes of.
pub fn step_on_phone(words: &BuyingWords, codes: &[PayeeCode]) -> &'static str {
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

/// The app that shows the page opens its payment.
pub fn in_app(
    context: &PageContext<'_>,
    order: &OrderPage<'_>,
    call: &str,
    opens_now: bool,
    closes_at: DateTime<Utc>,
) -> Markup {
    let words = context.words.buying;
    html! {
        p.order-text { (words.scan_text) }
        (amount(context, order))
        // A script shows it: nothing else opens the app.
        p.buttons {
            button.button.button-primary.pay-in-app type="button" hidden data-call=(call) data-opens-now[opens_now] {
                (words.pay_in_wechat)
            }
        }
        p.field-problem.pay-in-app-failed role="alert" hidden { (words.wechat_did_not_open) }
        noscript { p.field-problem { (words.wechat_did_not_open) } }
        (waiting(context, closes_at))
        (another_way(context, order))
    }
}

/// A code of the provider is scanned.
pub fn scan(
    context: &PageContext<'_>,
    order: &OrderPage<'_>,
    text: &str,
    is_inside_wechat: bool,
    closes_at: DateTime<Utc>,
) -> Markup {
    let words = context.words.buying;
    let scan = match order.method {
        PaymentMethod::Alipay => words.scan_with_alipay,
        _ => words.scan_with_wechat,
    };
    html! {
        p.order-text { (words.scan_text) }
        (amount(context, order))
        @if let Some(code) = qr_code::draw(text, scan) {
            figure.code { (code) figcaption { (scan) } }
        }
        @if is_inside_wechat { p.order-text { (words.scan_inside_wechat) } }
        (waiting(context, closes_at))
        (another_way(context, order))
    }
}

/// Another browser opens the page at `address`.
pub fn elsewhere(
    context: &PageContext<'_>,
    order: &OrderPage<'_>,
    address: &str,
    closes_at: DateTime<Utc>,
) -> Markup {
    let words = context.words.buying;
    html! {
        p.order-text { (words.elsewhere_text) }
        div.remark {
            span.remark-label { (words.page_address) }
            code.remark-number { (address) }
            // A script shows it where something can be copied.
            button.copy-number type="button" hidden data-copied=(context.words.copied) { (words.copy_address) }
        }
        (amount(context, order))
        (waiting(context, closes_at))
        (another_way(context, order))
    }
}

/// The amount, and the way to pay it at a provider.
pub fn go_on(
    context: &PageContext<'_>,
    order: &OrderPage<'_>,
    address: &str,
    closes_at: DateTime<Utc>,
) -> Markup {
    let words = context.words.buying;
    html! {
        (amount(context, order))
        p.buttons { a.button.button-primary href=(address) rel="noopener" { (words.go_on) } }
        @if matches!(order.state, OrderState::Redirect { .. }) {
            (waiting(context, closes_at))
        } @else {
            (pay_before(context, closes_at))
        }
        (another_way(context, order))
    }
}

/// What is to be paid, and in what money where the sign alone does not say it.
fn amount(context: &PageContext<'_>, order: &OrderPage<'_>) -> Markup {
    let currency = context.words.buying.currency;
    html! {
        p.order-amount { (yuan(order.amount_fen)) }
        @if !currency.is_empty() { p.small-print { (currency) } }
    }
}

fn waiting(context: &PageContext<'_>, closes_at: DateTime<Utc>) -> Markup {
    let words = context.words.buying;
    html! {
        p.waiting role="status" { span.waiting-dot aria-hidden="true" {} (words.waiting) }
        (pay_before(context, closes_at))
    }
}

/// Until when it is to be paid.
fn pay_before(context: &PageContext<'_>, closes_at: DateTime<Utc>) -> Markup {
    let words = context.words.buying;
    let (before, after) = words.closes_at;
    let moment = words.soon(closes_at, context.settings().basic_info.zone());
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

fn another_way(context: &PageContext<'_>, order: &OrderPage<'_>) -> Markup {
    html! {
        p.order-other-way { a.text-link href=(context.path(&buy_again_path(order.package_id, order.return_path))) { (context.words.buying.another_way) } }
    }
}
