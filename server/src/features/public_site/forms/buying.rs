//! Packages, orders and redeem codes.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use chrono::TimeDelta;
use maud::{Markup, html};
use moyan_domain::gate::Audience;
use moyan_domain::limits::{COUPON_CODE_MAX_CHARS, REDEEM_CODE_TYPED_MAX_CHARS};
use moyan_domain::{PackageId, PaymentMethod, SiteId};
use moyan_foundation::error::{AppError, Refusal};
use moyan_foundation::state::AppState;
use moyan_payments::Client;
use uuid::Uuid;

use super::return_path::return_path;
use super::{FormContext, Submitted, account, order};
use crate::features::membership::order::{NewOrder, Order, OrderStatus};
use crate::features::membership::payment_methods::Texts;
use crate::features::membership::payment_methods::service as methods;
use crate::features::membership::{Entitlement, EntitlementState, redeem, service};
use crate::features::public_site::content::audience_view::View;
use crate::features::public_site::pages::frame::Page;
use crate::features::public_site::pages::order::buy_again_path;
use crate::features::public_site::pages::orders::{self, Next, OrderLine};
use crate::features::public_site::pages::plans::{
    self, OfferedMethod, PlansForm, PlansPage, RedeemField, Standing, redeem_form, standing,
};
use crate::features::public_site::words::{BuyingWords, Words};
use crate::features::site::service::WallStep;
use crate::features::visitor::Visitor;

/// How long the member of a preview is one still.
const MEMBER_OF_PREVIEW: TimeDelta = TimeDelta::days(30);

/// What the site offers, and what the visitor has.
pub struct Offer {
    pub(super) standing: Standing,
    /// Whether the plan of the team lets it sell.
    is_selling: bool,
    methods: Vec<(PaymentMethod, bool, Texts)>,
}

/// In which app the page is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PayingBrowser {
    WeChat,
    Alipay,
    Other,
}

impl PayingBrowser {
    fn of_user_agent(user_agent: &str) -> Self {
        match () {
            () if user_agent.contains("AlipayClient") => Self::Alipay,
            () if Client::of_user_agent(user_agent) == Client::WeChat => Self::WeChat,
            () => Self::Other,
        }
    }

    /// The place of a method among those that are offered: first the app's own, last the one that a person confirms.
    fn place_of(self, method: PaymentMethod) -> u8 {
        match (self, method) {
            (Self::WeChat, PaymentMethod::WechatPay) | (Self::Alipay, PaymentMethod::Alipay) => 0,
            (Self::Other, PaymentMethod::WechatPay) => 1,
            (Self::Other, PaymentMethod::Alipay) => 2,
            (_, PaymentMethod::Stripe) => 3,
            // The other app is opened from neither.
            (Self::WeChat | Self::Alipay, PaymentMethod::Alipay | PaymentMethod::WechatPay) => 4,
            (_, PaymentMethod::Manual | PaymentMethod::Free) => 5,
        }
    }
}

impl Offer {
    pub(super) async fn of(context: &FormContext<'_>, visitor: Option<&Visitor>) -> Result<Self, AppError> {
        let found = Self::find(context.state, context.site_id(), visitor.cloned()).await?;
        let browser = PayingBrowser::of_user_agent(order::user_agent_of(context));
        Ok(found.sorted_for(browser))
    }

    /// What somebody of an audience is offered, who has no account.
    pub async fn to_audience(
        state: &AppState,
        site_id: SiteId,
        audience: Audience,
    ) -> Result<Self, AppError> {
        let now = state.clock.now();
        Ok(Self {
            standing: match audience {
                Audience::Guest => Standing::Guest,
                Audience::NonMember | Audience::Staff => Standing::None,
                Audience::Member => Standing::Until(now + MEMBER_OF_PREVIEW),
            },
            ..Self::find(state, site_id, None).await?
        })
    }

    async fn find(state: &AppState, site_id: SiteId, visitor: Option<Visitor>) -> Result<Self, AppError> {
        let now = state.clock.now();
        state
            .db
            .run(move |connection| {
                let entitlement = visitor
                    .as_ref()
                    .map(|visitor| service::entitlement_of(connection, site_id, visitor.id, now))
                    .transpose()?;
                Ok(Self {
                    standing: standing_of(entitlement),
                    is_selling: service::is_selling(connection, site_id, now)?,
                    methods: methods::list_enabled(connection, site_id, visitor.as_ref())?,
                }
                .sorted_for(PayingBrowser::Other))
            })
            .await
    }

    /// The methods in the order in which this browser opens them. Alipay's own does not open WeChat.
    fn sorted_for(mut self, browser: PayingBrowser) -> Self {
        self.methods.sort_by_key(|(method, ..)| browser.place_of(*method));
        if browser == PayingBrowser::Alipay && self.methods.len() > 1 {
            self.methods
                .retain(|(method, ..)| *method != PaymentMethod::WechatPay);
        }
        self
    }

    /// The page of the packages.
    pub fn page(&self, view: &View<'_>, form: &PlansForm) -> Page {
        let membership = &view.settings().membership;
        let page = PlansPage {
            standing: self.standing,
            methods: &self.methods(),
            refund_policy: &membership.refund_policy,
            contact: &membership.contact,
            form,
        };
        plans::page(view, &page)
    }

    fn methods(&self) -> Vec<OfferedMethod> {
        let offered = |(method, is_test, _): &(PaymentMethod, bool, Texts)| OfferedMethod {
            method: *method,
            is_test: *is_test,
        };
        let sold = self.methods.iter().filter(|_| self.is_selling);
        sold.map(offered).collect()
    }

    pub(super) fn settings_of(&self, method: PaymentMethod) -> Option<&Texts> {
        let found = self.methods.iter().find(|(own, ..)| *own == method);
        found.map(|(_, _, settings)| settings)
    }
}

/// The packages.
pub async fn get_plans(context: &FormContext<'_>) -> Result<HttpResponse, AppError> {
    let from = context.query("from");
    let form = PlansForm {
        package_id: context.query("package").parse().ok(),
        method: context.query("method"),
        coupon: context
            .query("coupon")
            .chars()
            .take(COUPON_CODE_MAX_CHARS)
            .collect(),
        code: RedeemField {
            typed: cut(&context.query("code")),
            problem: None,
        },
        from: return_path(&from).unwrap_or("/").to_owned(),
        ..PlansForm::default()
    };
    draw_plans(context, form, None).await
}

/// Makes an order. Who is not logged in does that first and comes back with what was chosen.
pub async fn post_order(context: &FormContext<'_>, form: &Submitted) -> Result<HttpResponse, AppError> {
    let from = return_path(form.text("from")).unwrap_or("/").to_owned();
    let package_id: Uuid = form
        .text("packageId")
        .parse()
        .map_err(|_| Refusal::PackageNotSold)?;
    let filled = PlansForm {
        package_id: Some(package_id),
        method: form.text("method").to_owned(),
        coupon: form.text("coupon").to_owned(),
        from: from.clone(),
        ..PlansForm::default()
    };
    let Some(visitor) = context.visitor()? else {
        // A path that is too long to be led back to is worth less than the page that one came from.
        let chosen = plans::chosen_path(&filled);
        let path = return_path(&chosen).map_or_else(|| buy_again_path(package_id, &from), str::to_owned);
        return Ok(context.redirect(&plans::login(&path)));
    };
    let words = words_of(context);
    let offer = Offer::of(context, Some(&visitor)).await?;
    let chosen = offer
        .methods
        .iter()
        .find(|(method, ..)| method.as_str() == filled.method);
    let Some((method, is_test, _)) = chosen else {
        let notice = Some(words.method_gone);
        return draw_plans(
            context,
            PlansForm { notice, ..filled },
            Some(&Refusal::PaymentMethodNotSetUp.into()),
        )
        .await;
    };
    let new = NewOrder {
        site_id: context.site_id(),
        visitor,
        package_id: PackageId(package_id),
        shown_price_fen: form.text(&format!("price.{package_id}")).parse().ok(),
        method: *method,
        coupon: Some(filled.coupon.clone()),
        return_path: from,
        is_test: *is_test,
    };
    let network = context.client().await?.network();
    match service::place_order(context.state, new, &network).await {
        Ok(order) => {
            let is_waiting = order.status == OrderStatus::Pending;
            let goes = is_waiting && order.method != PaymentMethod::Manual;
            let path = format!("/orders/{}{}", order.number, if goes { "?go=1" } else { "" });
            Ok(context.redirect(&path))
        }
        Err(error) => {
            let (notice, coupon_problem) = match &error {
                AppError::Refused(Refusal::PriceChanged) => (Some(words.price_changed), None),
                AppError::Refused(Refusal::NothingSold) => (Some(words.nothing_sold), None),
                AppError::Refused(Refusal::PackageNotSold) => (Some(words.package_gone), None),
                AppError::Refused(Refusal::AlreadyLifetime) => (Some(words.already_lifetime), None),
                AppError::Refused(Refusal::CouponInvalid | Refusal::CouponUsedUp) => {
                    (None, Some(words.coupon_refused))
                }
                AppError::RateLimited { .. } => (Some(words.too_often), None),
                _ => return Err(error),
            };
            let form = PlansForm {
                notice,
                coupon_problem,
                ..filled
            };
            draw_plans(context, form, Some(&error)).await
        }
    }
}

/// What the field of a redeem code takes.
fn cut(code: &str) -> String {
    code.chars().take(REDEEM_CODE_TYPED_MAX_CHARS).collect()
}

/// Leads to the field of a redeem code, which a link may bring: then by the login, without which it is worth nothing.
pub async fn get_redeem(context: &FormContext<'_>) -> Result<HttpResponse, AppError> {
    let (from, code) = (context.query("from"), cut(&context.query("code")));
    let path = plans::redeem_path(return_path(&from).unwrap_or("/"), &code);
    let is_to_log_in = !code.is_empty() && context.visitor()?.is_none();
    Ok(context.redirect(&if is_to_log_in { plans::login(&path) } else { path }))
}

/// Uses a redeem code.
pub async fn post_redeem(context: &FormContext<'_>, form: &Submitted) -> Result<HttpResponse, AppError> {
    let from = return_path(form.text("from")).unwrap_or("/").to_owned();
    let Some(visitor) = context.visitor()? else {
        let code = cut(form.text("code"));
        return Ok(context.redirect(&plans::login(&plans::redeem_path(&from, &code))));
    };
    let words = words_of(context);
    let network = context.client().await?.network();
    let site_id = context.site_id();
    match redeem::redeem(context.state, site_id, visitor.id, &network, form.text("code")).await {
        Ok(_) => {
            context.count_step(&from, WallStep::Redeemed);
            // Who came from an article reads on.
            let is_elsewhere = from == "/" || from.starts_with("/account");
            Ok(context.redirect(if is_elsewhere {
                "/account?done=redeemed"
            } else {
                &from
            }))
        }
        Err(error) => {
            let problem = match &error {
                AppError::Refused(Refusal::RedeemCodeInvalid) => words.code_refused.to_owned(),
                AppError::Refused(Refusal::AlreadyLifetime) => words.already_lifetime.to_owned(),
                AppError::RateLimited { .. } => words.code_tries.to_owned(),
                AppError::Invalid(fields) => fields
                    .get("code")
                    .map_or_else(String::new, |problem| problem.message(context.language())),
                _ => return Err(error),
            };
            let refused = RedeemField {
                typed: cut(form.text("code")),
                problem: Some(problem),
            };
            if from.starts_with("/account") {
                return account::refuse_code(context, &visitor, &refused, error).await;
            }
            let form = PlansForm {
                from,
                code: refused,
                ..PlansForm::default()
            };
            draw_plans(context, form, Some(&error)).await
        }
    }
}

/// What stands first on the account page: the membership, redeem codes and orders.
pub async fn account_part(
    context: &FormContext<'_>,
    visitor: &Visitor,
    refused: Option<&RedeemField>,
) -> Result<Markup, AppError> {
    let (site_id, visitor_id) = (context.site_id(), visitor.id);
    let now = context.state.clock.now();
    let (entitlement, orders) = context
        .state
        .db
        .run(move |connection| {
            Ok((
                service::entitlement_of(connection, site_id, visitor_id, now)?,
                service::list_orders_of_visitor(connection, site_id, visitor_id)?,
            ))
        })
        .await?;
    let (words, view) = (words_of(context), context.view(true));
    let has = standing_of(Some(entitlement));
    let packages = orders.iter().map(Order::package).collect::<Result<Vec<_>, _>>()?;
    let lines = orders
        .iter()
        .zip(&packages)
        .map(|(order, package)| {
            let status = order.status;
            Ok(OrderLine {
                number: &order.number,
                package_id: package.id,
                package_name: &package.name,
                amount_fen: order.amount_fen,
                state: status_text(words, status),
                method: order.method,
                is_test: order.is_test,
                created_at: order.created_at,
                next: next_of(status),
            })
        })
        .collect::<Result<Vec<_>, AppError>>()?;
    Ok(html! {
        @if view.has_login() || !lines.is_empty() || has != Standing::None {
            section.panel #membership {
                h2.block-title { (words.membership) }
                (standing(&view, has))
                @if has == Standing::None { p.panel-text { (words.no_member) } }
                @if has != Standing::Lifetime {
                    @if view.has_login() {
                        p.buttons {
                            a.button.button-primary href=(view.path("/plans?from=%2Faccount")) {
                                (if has == Standing::None { words.plans } else { words.renew })
                            }
                        }
                    }
                    (redeem_form(&view, "/account", &refused.cloned().unwrap_or_default()))
                }
            }
            section.panel #orders {
                h2.block-title { (words.orders) }
                (orders::list(&view, &lines))
            }
        }
    })
}

async fn draw_plans(
    context: &FormContext<'_>,
    form: PlansForm,
    error: Option<&AppError>,
) -> Result<HttpResponse, AppError> {
    let visitor = context.visitor()?;
    let offer = Offer::of(context, visitor.as_ref()).await?;
    let is_logged_in = visitor.is_some();
    let page = offer.page(&context.view(is_logged_in), &form);
    Ok(match error {
        Some(error) => context.respond_again(error, &page, is_logged_in, &plans::chosen_path(&form)),
        None => context.respond(StatusCode::OK, &page, is_logged_in),
    })
}

pub(super) fn words_of(context: &FormContext<'_>) -> &'static BuyingWords {
    Words::of(context.shown.content.settings.basic_info.language).buying
}

fn standing_of(entitlement: Option<Entitlement>) -> Standing {
    let Some(entitlement) = entitlement else {
        return Standing::Guest;
    };
    match (entitlement.state, entitlement.ends_at) {
        (EntitlementState::Lifetime, _) => Standing::Lifetime,
        (EntitlementState::Active, Some(end)) => Standing::Until(end),
        (EntitlementState::Grace, Some(end)) => Standing::Grace(end),
        (EntitlementState::Expired, Some(end)) => Standing::Expired(end),
        _ => Standing::None,
    }
}

fn next_of(status: OrderStatus) -> Next {
    match status {
        OrderStatus::Pending | OrderStatus::Rejected => Next::Pay,
        OrderStatus::Closed | OrderStatus::Refunded => Next::BuyAgain,
        OrderStatus::AwaitingConfirmation | OrderStatus::Paid | OrderStatus::PartiallyRefunded => Next::See,
    }
}

fn status_text(words: &'static BuyingWords, status: OrderStatus) -> &'static str {
    let [pending, awaiting, paid, partly, refunded, rejected, closed] = words.states;
    match status {
        OrderStatus::Pending => pending,
        OrderStatus::AwaitingConfirmation => awaiting,
        OrderStatus::Rejected => rejected,
        OrderStatus::Paid => paid,
        OrderStatus::PartiallyRefunded => partly,
        OrderStatus::Refunded => refunded,
        OrderStatus::Closed => closed,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_app_that_shows_the_page_comes_first_and_what_a_person_confirms_last() {
        use PaymentMethod::{Alipay, Manual, Stripe, WechatPay};
        for (user_agent, expected) in [
            (
                "Mozilla/5.0 (X11; Linux) Firefox/140.0",
                vec![WechatPay, Alipay, Stripe, Manual],
            ),
            (
                "Mozilla/5.0 (iPhone) Mobile/15E148",
                vec![WechatPay, Alipay, Stripe, Manual],
            ),
            (
                "Mozilla/5.0 (iPhone) MicroMessenger/8.0.50",
                vec![WechatPay, Stripe, Alipay, Manual],
            ),
            (
                "Mozilla/5.0 (Linux) WindowsWechat MicroMessenger/7.0",
                vec![WechatPay, Stripe, Alipay, Manual],
            ),
            (
                "Mozilla/5.0 (iPhone) AliApp(AP/10.5) AlipayClient/10.5",
                vec![Alipay, Stripe, Manual],
            ),
        ] {
            let offer = Offer {
                standing: Standing::Guest,
                is_selling: true,
                methods: [Manual, WechatPay, Alipay, Stripe]
                    .map(|method| (method, false, Texts::new()))
                    .into(),
            };
            let offer = offer.sorted_for(PayingBrowser::of_user_agent(user_agent));
            let order: Vec<PaymentMethod> = offer.methods().iter().map(|offered| offered.method).collect();
            assert_eq!(order, expected, "{user_agent}");
        }
    }
}
