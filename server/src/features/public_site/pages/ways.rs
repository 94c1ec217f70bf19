//! Ways to pay, as visitors see them.

use maud::{Markup, html};

use crate::domain::stored_names;
use crate::features::public_site::words::BuyingWords;

stored_names! {
    /// A way to pay.
    Way
    /// The creator's code, and a confirmation by hand.
    Manual: "manual",
    /// Stripe.
    Stripe: "stripe",
    /// WeChat Pay.
    WeChatPay: "wechatPay",
    /// Alipay.
    Alipay: "alipay",
    /// Nothing is left to pay.
    Free: "free",
}

/// Its name, and a line about it.
pub fn name(words: &BuyingWords, way: Way) -> (&'static str, &'static str) {
    match way {
        Way::Manual => (words.manual, words.manual_text),
        Way::Stripe => (words.stripe, words.stripe_text),
        Way::WeChatPay => (words.wechat_pay, words.wechat_pay_text),
        Way::Alipay => (words.alipay, words.alipay_text),
        Way::Free => (words.free, ""),
    }
}

/// Whether test mode charges real money. None where nothing is a test.
///
/// Only Stripe and Alipay have a sandbox: WeChat Pay and the creator's own code take a test order's money.
pub fn test_text(words: &BuyingWords, way: Way, is_test: bool) -> Option<&'static str> {
    is_test.then_some(match way {
        Way::Stripe | Way::Alipay | Way::Free => words.test_text,
        Way::Manual | Way::WeChatPay => words.test_text_real_money,
    })
}

/// The mark of a test.
pub fn test_mark(words: &BuyingWords, way: Way, is_test: bool) -> Markup {
    html! {
        @if let Some(text) = test_text(words, way, is_test) { span.test-mark title=(text) { (words.test) } }
    }
}
