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

/// The mark of what moves no real money.
pub fn test_mark(words: &BuyingWords, is_test: bool) -> Markup {
    html! {
        @if is_test { span.test-mark title=(words.test_text) { (words.test) } }
    }
}
