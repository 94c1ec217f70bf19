//! What the site sells: packages, payment methods, coupon, redeem code.

use chrono::{DateTime, Utc};
use maud::{Markup, html};
use moyan_domain::PaymentMethod;
use uuid::Uuid;

use super::frame::Page;
use super::icons::{self, Icon};
use super::payment_methods;
use super::phrases;
use crate::features::public_site::content::page_context::PageContext;
use crate::features::public_site::machine::seo::Meta;

mod offers;
mod paths;
mod redeem;

pub use offers::length;
pub use paths::{chosen_path, login, plans_path, redeem_path};
pub use redeem::{RedeemField, redeem_form};

use offers::offers;
use paths::from;
use redeem::redeem;

/// What a visitor has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Nobody is logged in.
    Guest,
    /// Never a member.
    None,
    /// A member until then.
    Until(DateTime<Utc>),
    /// A member still, though it ended then.
    Grace(DateTime<Utc>),
    /// A member until then, and no longer.
    Expired(DateTime<Utc>),
    /// A member for ever.
    Lifetime,
}

/// A payment method that is offered.
#[derive(Clone, Copy)]
pub struct OfferedMethod {
    pub method: PaymentMethod,
    pub is_test: bool,
}

/// What was chosen and typed, and what is wrong with it.
#[derive(Clone, Debug, Default)]
pub struct PlansForm {
    pub package_id: Option<Uuid>,
    pub method: String,
    pub coupon: String,
    pub code: RedeemField,
    /// Where the reader came from: a path of the site.
    pub from: String,
    pub notice: Option<&'static str>,
    pub coupon_problem: Option<&'static str>,
}

/// What the page shows beside the settings of the site.
pub struct PlansPage<'a> {
    pub standing: Standing,
    pub methods: &'a [OfferedMethod],
    pub refund_policy: &'a str,
    pub contact: &'a str,
    pub form: &'a PlansForm,
}

/// The page.
pub fn page(context: &PageContext<'_>, plans: &PlansPage<'_>) -> Page {
    let words = context.words.buying;
    let can_buy = plans.standing != Standing::Lifetime && !plans.methods.is_empty();
    Page {
        meta: Meta::unlisted(words.plans),
        current: "/plans",
        kind: "page-buying",
        main: html! {
            div.buying {
                header.buying-head {
                    h1.index-title { (words.plans) }
                    @if can_buy && matches!(plans.standing, Standing::Guest | Standing::None) {
                        p.buying-lead { (phrases::lead(words.plans_text)) }
                    }
                    (standing(context, plans.standing))
                }
                @if let Some(notice) = plans.form.notice { p.buying-notice role="alert" { (notice) } }
                @if plans.standing == Standing::Lifetime {
                    p.buttons { a.button.button-primary href=(context.path(from(&plans.form.from))) { (words.read_on) } }
                } @else if can_buy {
                    (order_form(context, plans))
                } @else {
                    (offers(context, plans, false))
                    (no_methods(context, plans.contact))
                }
                @if plans.standing != Standing::Lifetime { (redeem(context, plans)) }
            }
        },
    }
}

/// What the visitor has, in a sentence.
pub fn standing(context: &PageContext<'_>, standing: Standing) -> Markup {
    let words = context.words.buying;
    let zone = context.settings().basic_info.zone();
    let text = match standing {
        Standing::Guest | Standing::None => None,
        Standing::Until(end) => Some(words.member_until(&words.day(end, zone))),
        Standing::Grace(end) => Some(words.grace_since(&words.day(end, zone))),
        Standing::Expired(end) => Some(words.expired_on(&words.day(end, zone))),
        Standing::Lifetime => Some(words.member_for_ever.to_owned()),
    };
    html! {
        @if let Some(text) = text { p.standing { (icons::draw(Icon::Member)) span { (text) } } }
    }
}

fn order_form(context: &PageContext<'_>, plans: &PlansPage<'_>) -> Markup {
    let words = context.words.buying;
    let submit = match plans.standing {
        Standing::Guest => words.log_in_to_buy,
        Standing::Until(_) | Standing::Grace(_) => words.renew,
        _ => words.buy,
    };
    html! {
        form.order-form method="post" action=(context.path("/orders")) {
            input type="hidden" name="from" value=(from(&plans.form.from));
            (offers(context, plans, true))
            div.checkout {
                fieldset.methods {
                    legend.block-title { (words.pay_with) }
                    @for (index, offered) in plans.methods.iter().enumerate() {
                        @let (name, text) = payment_methods::name(words, offered.method);
                        @let value = offered.method.as_str();
                        @let is_chosen = if plans.methods.iter().any(|offered| offered.method.as_str() == plans.form.method) {
                            value == plans.form.method
                        } else {
                            index == 0
                        };
                        label.method {
                            input type="radio" name="method" value=(value) required checked[is_chosen];
                            span.method-name { (name) (payment_methods::test_mark(words, offered.method, offered.is_test)) }
                            @if !text.is_empty() { span.method-text { (text) } }
                            @if let Some(text) = payment_methods::test_text(words, offered.method, offered.is_test) { span.method-text { (text) } }
                        }
                    }
                }
                div.checkout-end {
                    div.field {
                        label.field-label for="coupon" { (words.coupon) " " span.field-optional { (words.optional) } }
                        input.input #coupon type="text" name="coupon" value=(plans.form.coupon) maxlength="50" autocomplete="off"
                            autocapitalize="characters" spellcheck="false" autofocus[plans.form.coupon_problem.is_some()]
                            aria-invalid=[plans.form.coupon_problem.map(|_| "true")]
                            aria-describedby=[plans.form.coupon_problem.map(|_| "coupon-problem")];
                        @if let Some(problem) = plans.form.coupon_problem {
                            p.field-problem #coupon-problem role="alert" { (problem) }
                        }
                    }
                    button.button.button-primary.button-wide type="submit" { (submit) }
                }
            }
            @if !plans.refund_policy.is_empty() {
                section.policy {
                    h2.block-title { (words.refund_policy) }
                    p.lines data-field=[context.field("membership.refundPolicy")] { (plans.refund_policy) }
                }
            }
        }
    }
}

/// Nobody can pay here: whom to ask.
fn no_methods(context: &PageContext<'_>, contact: &str) -> Markup {
    let words = context.words.buying;
    let email = context.settings().basic_info.contact_email.as_str();
    html! {
        section.panel {
            h2.block-title { (words.no_methods) }
            p.panel-text { (words.no_methods_text) }
            @if !contact.is_empty() {
                p.contact.lines data-field=[context.field("membership.contact")] { (contact) }
            } @else if !email.is_empty() {
                p.contact { a href={ "mailto:" (email) } { (email) } }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use chrono::TimeZone as _;

    use super::*;
    use crate::features::public_site::testing::{Reading, site, sold};
    use crate::features::site::settings::SiteLanguage;

    const MANUAL: OfferedMethod = OfferedMethod {
        method: PaymentMethod::Manual,
        is_test: false,
    };

    fn drawn(reading: &Reading, standing: Standing, methods: &[OfferedMethod], form: &PlansForm) -> String {
        let plans = PlansPage {
            standing,
            methods,
            refund_policy: "七天内可退。",
            contact: "微信 moyan-help",
            form,
        };
        page(&reading.context(), &plans).main.into_string()
    }

    #[test]
    fn readers_of_english_are_told_whose_money_the_prices_are_in() {
        let text = "Prices are in Chinese yuan (CNY).";
        for (language, is_told) in [(SiteLanguage::En, true), (SiteLanguage::ZhCn, false)] {
            let form = PlansForm::default();
            let page = drawn(&site(language), Standing::None, &[MANUAL], &form);
            assert_eq!(page.contains(text), is_told, "{page}");
            assert!(page.contains("¥30"), "{page}");
        }
    }

    #[test]
    fn the_form_carries_the_price_that_is_shown_and_where_the_reader_came_from() {
        let reading = site(SiteLanguage::ZhCn);
        let [month, ..] = sold();
        let form = PlansForm {
            from: "/docs/\"a".to_owned(),
            ..PlansForm::default()
        };
        let page = drawn(&reading, Standing::None, &[MANUAL], &form);
        let price = format!(r#"name="price.{}" value="3000""#, month.id);
        assert!(page.contains(&price), "{page}");
        assert!(page.contains(r#"name="from" value="/docs/&quot;a""#), "{page}");
        assert!(
            page.contains("七天内可退。") && page.contains("比按月付省 ¥61"),
            "{page}"
        );
        assert!(
            !page.contains("旧方案"),
            "what is not sold any more is not shown: {page}"
        );
    }

    /// Both are far below what a phone shows of the page.
    #[test]
    fn the_page_opens_at_the_coupon_or_the_code_that_is_refused() {
        let opens_at = |form: &PlansForm| {
            let html = drawn(&site(SiteLanguage::En), Standing::None, &[MANUAL], form);
            let (before, _) = html.split_once(" autofocus")?;
            assert_eq!(html.matches(" autofocus").count(), 1);
            before
                .rsplit_once(" id=\"")
                .and_then(|(_, id)| Some(id.split_once('"')?.0.to_owned()))
        };
        let refused_coupon = PlansForm {
            coupon_problem: Some("refused"),
            ..PlansForm::default()
        };
        let refused_code = PlansForm {
            code: RedeemField {
                typed: "AAAA".to_owned(),
                problem: Some("refused".to_owned()),
            },
            ..PlansForm::default()
        };
        assert_eq!(opens_at(&PlansForm::default()), None);
        assert_eq!(opens_at(&refused_coupon).as_deref(), Some("coupon"));
        assert_eq!(opens_at(&refused_code).as_deref(), Some("redeem-code"));
    }

    #[test]
    fn without_a_way_to_pay_the_page_says_whom_to_ask() {
        let reading = site(SiteLanguage::En);
        let page = drawn(&reading, Standing::None, &[], &PlansForm::default());
        assert!(page.contains("微信 moyan-help"), "{page}");
        assert!(!page.contains(r#"action="/orders""#), "{page}");
        assert!(
            page.contains(r#"action="/redeem""#),
            "a code needs no payment: {page}"
        );
    }

    #[test]
    fn a_test_mode_is_marked_and_says_whether_it_charges() {
        let reading = site(SiteLanguage::En);
        let page = |method, is_test| {
            let offered = OfferedMethod { method, is_test };
            drawn(&reading, Standing::None, &[offered], &PlansForm::default())
        };
        let mark = |text: &str| format!(r#"<span class="test-mark" title="{text}">Test</span>"#);
        assert!(!page(PaymentMethod::Stripe, false).contains("test-mark"));
        for (method, text) in [
            (PaymentMethod::Stripe, "Test mode: no real money is charged."),
            (PaymentMethod::Alipay, "Test mode: no real money is charged."),
            (
                PaymentMethod::WechatPay,
                "Test mode: real money is charged, and can be refunded.",
            ),
            (
                PaymentMethod::Manual,
                "Test mode: real money is charged, and can be refunded.",
            ),
        ] {
            let page = page(method, true);
            assert!(page.contains(&mark(text)), "{method:?}: {page}");
            assert!(
                page.contains(&format!(r#"<span class="method-text">{text}</span>"#)),
                "{method:?}: {page}"
            );
        }
    }

    #[test]
    fn what_the_visitor_has_stands_first_and_days_are_those_of_the_site() {
        let reading = site(SiteLanguage::ZhCn);
        let end = Utc.with_ymd_and_hms(2027, 1, 31, 16, 0, 0).unwrap();
        let page = |standing| drawn(&reading, standing, &[MANUAL], &PlansForm::default());
        assert!(page(Standing::Until(end)).contains("2027 年 2 月 1 日"));
        assert!(page(Standing::Until(end)).contains("续费"));
        assert!(page(Standing::Expired(end)).contains("到期。"));
        let lifetime = page(Standing::Lifetime);
        assert!(
            lifetime.contains("终身会员") && !lifetime.contains("<form"),
            "{lifetime}"
        );
        let guest = page(Standing::Guest);
        assert!(
            guest.contains("登录并购买") && !guest.contains(r#"action="/redeem""#),
            "{guest}"
        );
    }
}
