//! Payment methods, as visitors see them.

use maud::{Markup, html};
use moyan_domain::PaymentMethod;

use crate::features::public_site::words::BuyingWords;

/// Its name, and a line about it.
pub fn name(words: &BuyingWords, method: PaymentMethod) -> (&'static str, &'static str) {
    match method {
        PaymentMethod::Manual => (words.manual, words.manual_text),
        PaymentMethod::Stripe => (words.stripe, words.stripe_text),
        PaymentMethod::WechatPay => (words.wechat_pay, words.wechat_pay_text),
        PaymentMethod::Alipay => (words.alipay, words.alipay_text),
        PaymentMethod::Free => (words.free, ""),
    }
}

/// Whether test mode charges real money. None where nothing is a test.
///
/// Only Stripe and Alipay have a sandbox: WeChat Pay and the creator's own code take a test order's money.
pub fn test_text(words: &BuyingWords, method: PaymentMethod, is_test: bool) -> Option<&'static str> {
    is_test.then_some(match method {
        PaymentMethod::Stripe | PaymentMethod::Alipay | PaymentMethod::Free => words.test_text,
        PaymentMethod::Manual | PaymentMethod::WechatPay => words.test_text_real_money,
    })
}

/// The mark of a test.
pub fn test_mark(words: &BuyingWords, method: PaymentMethod, is_test: bool) -> Markup {
    html! {
        @if let Some(text) = test_text(words, method, is_test) { span.test-mark title=(text) { (words.test) } }
    }
}
