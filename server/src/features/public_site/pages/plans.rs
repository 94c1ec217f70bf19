//! What the site sells: packages, payment methods, coupon, redeem code.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use maud::{Markup, html};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use uuid::Uuid;

use super::frame::Page;
use super::icons::{self, Icon};
use super::money::yuan;
use super::payment_methods;
use super::phrases;
use crate::config::limits::{REDEEM_CODE_TYPED_MAX_CHARS, RETURN_PATH_MAX_CHARS};
use crate::domain::PaymentMethod;
use crate::features::public_site::seo::Meta;
use crate::features::public_site::view::{Fields, View};
use crate::features::public_site::words::BuyingWords;
use crate::features::site::settings::{Package, PackagePeriod};

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

/// A redeem code as it was typed or as a link brought it, and what is wrong with it.
#[derive(Clone, Debug, Default)]
pub struct RedeemField {
    pub typed: String,
    pub problem: Option<String>,
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
pub fn page(view: &View<'_>, plans: &PlansPage<'_>) -> Page {
    let words = view.words.buying;
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
                    (standing(view, plans.standing))
                }
                @if let Some(notice) = plans.form.notice { p.buying-notice role="alert" { (notice) } }
                @if plans.standing == Standing::Lifetime {
                    p.buttons { a.button.button-primary href=(view.path(from(&plans.form.from))) { (words.read_on) } }
                } @else if can_buy {
                    (order_form(view, plans))
                } @else {
                    (offers(view, plans, false))
                    (no_methods(view, plans.contact))
                }
                @if plans.standing != Standing::Lifetime { (redeem(view, plans)) }
            }
        },
    }
}

/// What the visitor has, in a sentence.
pub fn standing(view: &View<'_>, standing: Standing) -> Markup {
    let words = view.words.buying;
    let zone = view.settings().basic_info.zone();
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

fn order_form(view: &View<'_>, plans: &PlansPage<'_>) -> Markup {
    let words = view.words.buying;
    let submit = match plans.standing {
        Standing::Guest => words.log_in_to_buy,
        Standing::Until(_) | Standing::Grace(_) => words.renew,
        _ => words.buy,
    };
    html! {
        form.order-form method="post" action=(view.path("/orders")) {
            input type="hidden" name="from" value=(from(&plans.form.from));
            (offers(view, plans, true))
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
                    p.lines data-field=[view.field("membership.refundPolicy")] { (plans.refund_policy) }
                }
            }
        }
    }
}

/// The packages that are sold; with fields to choose one where it can be bought.
fn offers(view: &View<'_>, plans: &PlansPage<'_>, has_fields: bool) -> Markup {
    let words = view.words.buying;
    let membership = &view.settings().membership;
    let (places, offered): (Vec<usize>, Vec<&Package>) = membership
        .packages
        .iter()
        .enumerate()
        .filter(|(_, package)| !package.is_archived)
        .unzip();
    let chosen = chosen(&offered, plans.form.package_id);
    let cards = html! {
        div.offers.{ "offers-" (offered.len().min(3)) } {
            @for (package, place) in offered.iter().zip(places) {
                @let at = view.at(format!("membership.packages[{place}]"));
                (offer(&at, view, package, &offered, has_fields.then_some(chosen == Some(package.id))))
            }
        }
    };
    html! {
        @if has_fields {
            fieldset.offers-field {
                legend.unseen { (words.choose_package) }
                (cards)
            }
        } @else {
            (cards)
        }
        @if !words.currency.is_empty() { p.small-print { (words.currency) } }
        @if !membership.general_benefits.is_empty() {
            section.for-all {
                h2.block-title { (words.for_all) }
                ul.ticks data-field=[view.field("membership.generalBenefits")] {
                    @for benefit in &membership.general_benefits { li { (icons::draw(Icon::Tick)) span { (benefit) } } }
                }
            }
        }
    }
}

/// The package that was asked for, else the recommended one, else the first.
fn chosen(offered: &[&Package], asked: Option<Uuid>) -> Option<Uuid> {
    let find = |is_it: &dyn Fn(&Package) -> bool| {
        offered
            .iter()
            .find(|package| is_it(package))
            .map(|package| package.id)
    };
    find(&|package| Some(package.id) == asked)
        .or_else(|| find(&|package| package.is_recommended))
        .or_else(|| find(&|_| true))
}

/// One package: `chosen` is none where nothing can be bought.
fn offer(
    at: &Fields<'_>,
    view: &View<'_>,
    package: &Package,
    offered: &[&Package],
    chosen: Option<bool>,
) -> Markup {
    let words = view.words.buying;
    let id = format!("package-{}", package.id);
    let price = package.price_fen();
    // What a preview is made of may be no price yet.
    let shown_price = price.map_or_else(|| package.price.clone(), yuan);
    html! {
        div.offer.offer-recommended[package.is_recommended] data-field=[at.own()] {
            @if let Some(is_chosen) = chosen {
                input.offer-choice type="radio" name="packageId" id=(id) value=(package.id) required checked[is_chosen];
                input type="hidden" name={ "price." (package.id) } value=(price.unwrap_or_default());
            }
            @let head = html! {
                span.offer-name data-field=[at.of("name")] { (package.name) }
                @if package.is_recommended { span.offer-mark { (words.recommended) } }
                span.offer-price {
                    span.offer-amount data-field=[at.of("price")] { (shown_price) } " " span.offer-period { (period(view, package.period)) }
                }
                @if let Some(saving) = saving(package, offered) {
                    span.offer-saving { (words.saving(&yuan(saving))) }
                }
            };
            @if chosen.is_some() { label.offer-head for=(id) { (head) } } @else { div.offer-head { (head) } }
            @if !package.benefits.is_empty() {
                ul.ticks data-field=[at.of("benefits")] {
                    @for benefit in &package.benefits { li { (icons::draw(Icon::Tick)) span { (benefit) } } }
                }
            }
        }
    }
}

/// What stands behind a price.
fn period(view: &View<'_>, period: PackagePeriod) -> &'static str {
    of_period(view.words.buying.per, period)
}

/// How long a package lasts, as it stands behind its name.
pub fn length(words: &BuyingWords, period: PackagePeriod) -> &'static str {
    of_period(words.lengths, period)
}

fn of_period([monthly, yearly, lifetime]: [&'static str; 3], period: PackagePeriod) -> &'static str {
    match period {
        PackagePeriod::Monthly => monthly,
        PackagePeriod::Yearly => yearly,
        PackagePeriod::Lifetime => lifetime,
    }
}

/// What a year costs less than twelve months of the package with the same name, else of the only monthly one.
fn saving(package: &Package, offered: &[&Package]) -> Option<i64> {
    if package.period != PackagePeriod::Yearly {
        return None;
    }
    let monthly: BTreeMap<&str, &Package> = offered
        .iter()
        .filter(|other| other.period == PackagePeriod::Monthly)
        .map(|other| (other.name.as_str(), *other))
        .collect();
    let only = monthly.values().next().filter(|_| monthly.len() == 1);
    let month = monthly.get(package.name.as_str()).or(only)?.price_fen()?;
    let saving = month.checked_mul(12)?.checked_sub(package.price_fen()?)?;
    (saving > 0).then_some(saving)
}

/// Nobody can pay here: whom to ask.
fn no_methods(view: &View<'_>, contact: &str) -> Markup {
    let words = view.words.buying;
    let email = view.settings().basic_info.contact_email.as_str();
    html! {
        section.panel {
            h2.block-title { (words.no_methods) }
            p.panel-text { (words.no_methods_text) }
            @if !contact.is_empty() {
                p.contact.lines data-field=[view.field("membership.contact")] { (contact) }
            } @else if !email.is_empty() {
                p.contact { a href={ "mailto:" (email) } { (email) } }
            }
        }
    }
}

fn redeem(view: &View<'_>, plans: &PlansPage<'_>) -> Markup {
    let words = view.words.buying;
    html! {
        section.panel.redeem {
            h2.block-title { (words.redeem) }
            @if plans.standing == Standing::Guest {
                @let back = redeem_path(&plans.form.from, &plans.form.code.typed);
                p.panel-text { a.text-link href=(view.path(&login(&back))) { (words.log_in_to_redeem) } }
            } @else {
                (redeem_form(view, &plans.form.from, &plans.form.code))
            }
        }
    }
}

/// The field of a redeem code, which leads back to a path of the site.
pub fn redeem_form(view: &View<'_>, from_path: &str, code: &RedeemField) -> Markup {
    let words = view.words.buying;
    let problem = code.problem.as_deref();
    html! {
        form.redeem-form method="post" action=(view.path("/redeem")) {
            input type="hidden" name="from" value=(from(from_path));
            label.field-label for="redeem-code" { (words.redeem_text) }
            div.field-row {
                input.input.input-code #redeem-code type="text" name="code" value=[Some(&code.typed).filter(|typed| !typed.is_empty())]
                    required maxlength=(REDEEM_CODE_TYPED_MAX_CHARS) autocomplete="off"
                    autocapitalize="characters" spellcheck="false" placeholder="XXXX-XXXX-XXXX-XXXX"
                    autofocus[problem.is_some()]
                    aria-invalid=[problem.map(|_| "true")] aria-describedby=[problem.map(|_| "redeem-problem")];
                button.button.button-secondary type="submit" { (words.redeem_submit) }
            }
            @if let Some(problem) = problem { p.field-problem #redeem-problem role="alert" { (problem) } }
        }
    }
}

/// The path to the page with what was chosen, which a guest comes back to from the login.
pub fn chosen_path(form: &PlansForm) -> String {
    let mut path = plans_path(&form.from);
    let package = form.package_id.map(|id| id.to_string()).unwrap_or_default();
    for (name, text) in [
        ("package", package.as_str()),
        ("method", &form.method),
        ("coupon", form.coupon.trim()),
        ("code", form.code.typed.trim()),
    ] {
        if !text.is_empty() {
            path.push_str(&format!(
                "&{name}={}",
                utf8_percent_encode(text, NON_ALPHANUMERIC)
            ));
        }
    }
    path
}

/// The path to the page with a redeem code in its field. Where both are too long to be led back to, the code is kept.
pub fn redeem_path(from_path: &str, code: &str) -> String {
    if code.trim().is_empty() {
        return plans_path(from_path);
    }
    let with = |from: &str| {
        let path = chosen_path(&PlansForm {
            code: RedeemField {
                typed: code.to_owned(),
                problem: None,
            },
            from: from.to_owned(),
            ..PlansForm::default()
        });
        format!("{path}#redeem-code")
    };
    let path = with(from_path);
    if path.len() <= RETURN_PATH_MAX_CHARS {
        path
    } else {
        with("/")
    }
}

/// The path to the page, from a path of the site.
pub fn plans_path(from_path: &str) -> String {
    with_from("/plans", from_path)
}

/// The path to the login, which leads back to a path of the site.
pub fn login(from_path: &str) -> String {
    with_from("/login", from_path)
}

fn with_from(path: &str, from_path: &str) -> String {
    format!(
        "{path}?from={}",
        utf8_percent_encode(from(from_path), NON_ALPHANUMERIC)
    )
}

/// A path of the site; the homepage when there is none.
fn from(path: &str) -> &str {
    if path.is_empty() { "/" } else { path }
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
        page(&reading.view(), &plans).main.into_string()
    }

    #[test]
    fn a_year_names_what_it_saves_against_twelve_months() {
        let [month, year, life] = sold();
        let all = [&month, &year, &life];
        assert_eq!(saving(&year, &all), Some(30 * 1200 - 29_900));
        assert_eq!(saving(&month, &all), None);
        assert_eq!(saving(&life, &all), None);
        let dear = Package {
            price: "360".to_owned(),
            ..year.clone()
        };
        assert_eq!(saving(&dear, &all), None, "nothing is saved");
        let other = Package {
            name: "专业版".to_owned(),
            ..month.clone()
        };
        assert_eq!(
            saving(&year, &[&month, &other, &year]),
            None,
            "nobody knows which month"
        );
        let namesake = Package {
            name: year.name.clone(),
            price: "40".to_owned(),
            ..month.clone()
        };
        assert_eq!(
            saving(&year, &[&month, &namesake, &year]),
            Some(40 * 1200 - 29_900)
        );
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
    fn the_recommended_package_is_chosen_unless_another_was_asked_for() {
        let [month, year, life] = sold();
        let all = [&month, &year, &life];
        assert_eq!(chosen(&all, None), Some(year.id));
        assert_eq!(chosen(&all, Some(life.id)), Some(life.id));
        assert_eq!(chosen(&all, Some(Uuid::nil())), Some(year.id));
        assert_eq!(chosen(&[&month, &life], None), Some(month.id));
        assert_eq!(chosen(&[], None), None);
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
