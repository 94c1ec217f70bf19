//! Packages, orders and redeem codes.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::http::header::USER_AGENT;
use chrono::TimeDelta;
use maud::{Markup, html};
use uuid::Uuid;

use super::return_path::return_path;
use super::{Submitted, Visit};
use crate::domain::{PackageId, PaymentMethod, SiteId};
use crate::error::{AppError, Refusal};
use crate::features::membership::order::{NewOrder, Order, OrderStatus};
use crate::features::membership::payment_methods::Texts;
use crate::features::membership::payment_methods::service as methods;
use crate::features::membership::providers::{Payer, is_begun, start_checkout};
use crate::features::membership::{Entitlement, EntitlementState, redeem, service};
use crate::features::public_site::pages::frame::Page;
use crate::features::public_site::pages::order::{self, OrderPage, OrderState, PayeeCode, buy_again_path};
use crate::features::public_site::pages::orders::{self, Next, OrderLine};
use crate::features::public_site::pages::plans::{
    self, OfferedMethod, PlansForm, PlansPage, Standing, plans_path, redeem_form, standing,
};
use crate::features::public_site::view::View;
use crate::features::public_site::words::{BuyingWords, Words};
use crate::features::site::service::WallStep;
use crate::features::visitor::Visitor;
use crate::gate::Audience;
use crate::http::client_address::client_address;
use crate::payments::{Checkout, Client, PayerLogin};
use crate::state::AppState;

/// How long the member of a preview is one still.
const MEMBER_OF_PREVIEW: TimeDelta = TimeDelta::days(30);

/// What the site offers, and what the visitor has.
pub struct Offer {
    standing: Standing,
    /// Whether the plan of the team lets it sell.
    is_selling: bool,
    methods: Vec<(PaymentMethod, bool, Texts)>,
}

impl Offer {
    async fn of(visit: &Visit<'_>, visitor: Option<&Visitor>) -> Result<Self, AppError> {
        Self::find(visit.state, visit.site_id(), visitor.cloned()).await
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
                })
            })
            .await
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

    fn settings_of(&self, method: PaymentMethod) -> Option<&Texts> {
        let found = self.methods.iter().find(|(own, ..)| *own == method);
        found.map(|(_, _, settings)| settings)
    }
}

/// The packages.
pub async fn get_plans(visit: &Visit<'_>) -> Result<HttpResponse, AppError> {
    let from = visit.query("from");
    let form = PlansForm {
        package_id: visit.query("package").parse().ok(),
        from: return_path(&from).unwrap_or("/").to_owned(),
        ..PlansForm::default()
    };
    draw_plans(visit, form, None).await
}

/// Makes an order. Who is not logged in does that first and comes back with the package chosen.
pub async fn post_order(visit: &Visit<'_>, form: &Submitted) -> Result<HttpResponse, AppError> {
    let from = return_path(form.text("from")).unwrap_or("/").to_owned();
    let package_id: Uuid = form
        .text("packageId")
        .parse()
        .map_err(|_| Refusal::PackageNotSold)?;
    let Some(visitor) = visit.visitor()? else {
        return Ok(visit.redirect(&plans::login(&buy_again_path(package_id, &from))));
    };
    let words = words_of(visit);
    let filled = PlansForm {
        package_id: Some(package_id),
        method: form.text("method").to_owned(),
        coupon: form.text("coupon").to_owned(),
        from: from.clone(),
        ..PlansForm::default()
    };
    let offer = Offer::of(visit, Some(&visitor)).await?;
    let chosen = offer
        .methods
        .iter()
        .find(|(method, ..)| method.as_str() == filled.method);
    let Some((method, is_test, _)) = chosen else {
        let notice = Some(words.method_gone);
        return draw_plans(
            visit,
            PlansForm { notice, ..filled },
            Some(&Refusal::PaymentMethodNotSetUp.into()),
        )
        .await;
    };
    let new = NewOrder {
        site_id: visit.site_id(),
        visitor,
        package_id: PackageId(package_id),
        shown_price_fen: form.text(&format!("price.{package_id}")).parse().ok(),
        method: *method,
        coupon: Some(filled.coupon.clone()),
        return_path: from,
        is_test: *is_test,
    };
    let network = visit.client().await?.network();
    match service::place_order(visit.state, new, &network).await {
        Ok(order) => {
            let is_waiting = order.status()? == OrderStatus::Pending;
            let goes = is_waiting && order.method()? != PaymentMethod::Manual;
            let path = format!("/orders/{}{}", order.number, if goes { "?go=1" } else { "" });
            Ok(visit.redirect(&path))
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
            draw_plans(visit, form, Some(&error)).await
        }
    }
}

/// Uses a redeem code.
pub async fn post_redeem(visit: &Visit<'_>, form: &Submitted) -> Result<HttpResponse, AppError> {
    let from = return_path(form.text("from")).unwrap_or("/").to_owned();
    let Some(visitor) = visit.visitor()? else {
        return Ok(visit.redirect(&plans::login(&plans_path(&from))));
    };
    let words = words_of(visit);
    let network = visit.client().await?.network();
    let site_id = visit.site_id();
    match redeem::redeem(visit.state, site_id, visitor.id, &network, form.text("code")).await {
        Ok(_) => {
            visit.count_step(&from, WallStep::Redeemed);
            Ok(visit.redirect("/account?done=redeemed"))
        }
        Err(error) => {
            let problem = match &error {
                AppError::Refused(Refusal::RedeemCodeInvalid) => words.code_refused.to_owned(),
                AppError::Refused(Refusal::AlreadyLifetime) => words.already_lifetime.to_owned(),
                AppError::RateLimited { .. } => words.code_tries.to_owned(),
                AppError::Invalid(fields) => fields
                    .get("code")
                    .map_or_else(String::new, |problem| problem.message(visit.language())),
                _ => return Err(error),
            };
            let form = PlansForm {
                from,
                redeem_problem: Some(problem),
                ..PlansForm::default()
            };
            draw_plans(visit, form, Some(&error)).await
        }
    }
}

/// An order of the visitor.
pub async fn get_order(visit: &Visit<'_>) -> Result<HttpResponse, AppError> {
    let number = number_of(visit);
    let Some(visitor) = visit.visitor()? else {
        return Ok(visit.redirect(&plans::login(&format!("/orders/{number}"))));
    };
    draw_order(visit, &visitor, &number, None).await
}

/// The visitor says that an order was paid by hand.
pub async fn post_paid(visit: &Visit<'_>, form: &Submitted) -> Result<HttpResponse, AppError> {
    let number = number_of(visit);
    let Some(visitor) = visit.visitor()? else {
        return Ok(visit.redirect(&plans::login(&format!("/orders/{number}"))));
    };
    let (site_id, visitor_id) = (visit.site_id(), visitor.id);
    let (state, own, note) = (visit.state.clone(), number.clone(), form.text("note").to_owned());
    let noted = visit
        .state
        .db
        .transaction(move |connection| {
            service::note_manual_payment(connection, &state, site_id, visitor_id, &own, &note)
        })
        .await;
    match noted {
        // Who sends it again, or after the order was decided, sees what became of it.
        Ok(_) | Err(AppError::Refused(Refusal::OrderTransition)) => {
            Ok(visit.redirect(&format!("/orders/{number}")))
        }
        Err(error @ (AppError::Invalid(_) | AppError::Refused(Refusal::TooManyOrdersToConfirm))) => {
            draw_order(visit, &visitor, &number, Some(&error)).await
        }
        Err(error) => Err(error),
    }
}

/// What stands first on the account page: the membership, redeem codes and orders.
pub async fn account_part(visit: &Visit<'_>, visitor: &Visitor) -> Result<Markup, AppError> {
    let (site_id, visitor_id) = (visit.site_id(), visitor.id);
    let now = visit.state.clock.now();
    let (entitlement, orders) = visit
        .state
        .db
        .run(move |connection| {
            Ok((
                service::entitlement_of(connection, site_id, visitor_id, now)?,
                service::list_orders_of_visitor(connection, site_id, visitor_id)?,
            ))
        })
        .await?;
    let (words, view) = (words_of(visit), visit.view(true));
    let has = standing_of(Some(entitlement));
    let packages = orders.iter().map(Order::package).collect::<Result<Vec<_>, _>>()?;
    let lines = orders
        .iter()
        .zip(&packages)
        .map(|(order, package)| {
            let status = order.status()?;
            Ok(OrderLine {
                number: &order.number,
                package_id: package.id,
                package_name: &package.name,
                amount_fen: order.amount_fen,
                state: status_text(words, status),
                method: order.method()?,
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
                    (redeem_form(&view, "/account", None))
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
    visit: &Visit<'_>,
    form: PlansForm,
    error: Option<&AppError>,
) -> Result<HttpResponse, AppError> {
    let visitor = visit.visitor()?;
    let offer = Offer::of(visit, visitor.as_ref()).await?;
    let is_logged_in = visitor.is_some();
    let page = offer.page(&visit.view(is_logged_in), &form);
    Ok(match error {
        Some(error) => visit.respond_again(error, &page, is_logged_in),
        None => visit.respond(StatusCode::OK, &page, is_logged_in),
    })
}

async fn draw_order(
    visit: &Visit<'_>,
    visitor: &Visitor,
    number: &str,
    error: Option<&AppError>,
) -> Result<HttpResponse, AppError> {
    let (site_id, visitor_id, own) = (visit.site_id(), visitor.id, number.to_owned());
    let order = visit
        .state
        .db
        .run(move |connection| service::find_order_of_visitor(connection, site_id, visitor_id, &own))
        .await?;
    let offer = Offer::of(visit, Some(visitor)).await?;
    let checkout = checkout_of(visit, &order).await?;
    let (words, package, method) = (words_of(visit), order.package()?, order.method()?);
    let view = visit.view(true);
    let again = format!("/orders/{number}?go=1");
    let state = match (order.status()?, &checkout) {
        (OrderStatus::Pending, _) if order.paid_fen > 0 => OrderState::Partial {
            paid_fen: order.paid_fen,
        },
        (OrderStatus::Pending, _) if method == PaymentMethod::Manual => {
            let settings = offer.settings_of(method);
            let text = |name: &str| {
                settings
                    .and_then(|texts| texts.get(name))
                    .map_or("", String::as_str)
            };
            let code = |(name, method): (&str, PaymentMethod)| {
                let image = view.image(text(name))?;
                Some(PayeeCode { method, image })
            };
            let codes = [
                ("wechatQrUrl", PaymentMethod::WechatPay),
                ("alipayQrUrl", PaymentMethod::Alipay),
            ];
            OrderState::Manual {
                codes: codes.into_iter().filter_map(code).collect(),
                instructions: text("instructions"),
                closes_at: order.closes_at,
            }
        }
        // A page leads there, not a redirect: it would be one of the form that made the order, which the policy keeps
        // on the site.
        (
            OrderStatus::Pending,
            CheckoutOfOrder::Begun(Checkout::Redirect { url, .. } | Checkout::Login { url }),
        ) => OrderState::Redirect {
            address: url,
            goes_now: true,
            closes_at: order.closes_at,
        },
        (OrderStatus::Pending, CheckoutOfOrder::Begun(Checkout::Code { text, .. })) => OrderState::Scan {
            text,
            is_inside_wechat: client_of(visit) == Client::WeChat,
            closes_at: order.closes_at,
        },
        (OrderStatus::Pending, CheckoutOfOrder::Begun(Checkout::InApp { call, .. })) => OrderState::InApp {
            call,
            opens_now: is_asked(visit),
            closes_at: order.closes_at,
        },
        (OrderStatus::Pending, CheckoutOfOrder::Elsewhere) => OrderState::Elsewhere {
            closes_at: order.closes_at,
        },
        (OrderStatus::Pending, CheckoutOfOrder::Unreachable) => OrderState::Unreachable,
        (OrderStatus::Pending, CheckoutOfOrder::Waiting) => OrderState::Redirect {
            address: &again,
            goes_now: false,
            closes_at: order.closes_at,
        },
        (OrderStatus::AwaitingConfirmation, _) => OrderState::Awaiting,
        (OrderStatus::Rejected, _) => OrderState::Rejected {
            reason: &order.reason,
        },
        (OrderStatus::Paid, _) => OrderState::Paid {
            paid_fen: order.paid_fen,
            standing: offer.standing,
        },
        (status @ (OrderStatus::PartiallyRefunded | OrderStatus::Refunded), _) => OrderState::Refunded {
            refunded_fen: order.refunded_fen,
            is_all: status == OrderStatus::Refunded,
        },
        (OrderStatus::Closed, _) => OrderState::Closed,
    };
    let page = OrderPage {
        number,
        package_id: package.id,
        package_name: &package.name,
        period: plans::period(&view, package.period),
        price_fen: order.price_fen,
        discount_fen: order.discount_fen,
        amount_fen: order.amount_fen,
        method,
        is_test: order.is_test,
        created_at: order.created_at,
        return_path: &order.return_path,
        contact: &visit.shown.content.settings.membership.contact,
        payer_note: &order.payer_note,
        note_problem: error.map(|error| match error {
            AppError::Invalid(_) => words.note_too_long,
            _ => words.too_many_to_confirm,
        }),
        state,
    };
    let page = order::page(&view, &page);
    Ok(match error {
        Some(error) => visit.respond_again(error, &page, true),
        None => visit.respond(StatusCode::OK, &page, true),
    })
}

/// How far the payment of an order by a provider has come.
enum CheckoutOfOrder {
    Begun(Checkout),
    /// WeChat does not open Alipay.
    Elsewhere,
    /// The visitor has not asked for it in this request.
    Waiting,
    Unreachable,
}

/// Begins the payment of an order when the visitor asks for it; a code that was drawn before is shown again.
async fn checkout_of(visit: &Visit<'_>, order: &Order) -> Result<CheckoutOfOrder, AppError> {
    let is_by_hand = matches!(order.method()?, PaymentMethod::Manual | PaymentMethod::Free);
    let client = client_of(visit);
    let is_shown = is_begun(&order.provider_data, client) || is_asked(visit);
    if is_by_hand || order.status()? != OrderStatus::Pending || !is_shown {
        return Ok(CheckoutOfOrder::Waiting);
    }
    if client == Client::WeChat && order.method()? == PaymentMethod::Alipay {
        return Ok(CheckoutOfOrder::Elsewhere);
    }
    let address = client_address(visit.request, &visit.state.platform.trusted_proxies);
    let payer = Payer {
        client,
        address: address.to_string(),
        return_url: format!("{}/orders/{}", visit.own_origin(), order.number),
        login: login_of(visit, &order.number),
    };
    match start_checkout(visit.state, visit.site_id(), &order.number, payer).await {
        Ok(checkout) => Ok(CheckoutOfOrder::Begun(checkout)),
        Err(AppError::Refused(refusal)) => {
            tracing::warn!(number = order.number, ?refusal, "a payment could not be begun");
            Ok(CheckoutOfOrder::Unreachable)
        }
        Err(error) => Err(error),
    }
}

/// Whether the visitor asks for the payment in this request.
fn is_asked(visit: &Visit<'_>) -> bool {
    visit.query("go") == "1"
}

/// The payer's login at the provider. A code counts only with the state that this browser's session was sent away with:
/// a foreign link cannot pay an order with the account of somebody else.
fn login_of(visit: &Visit<'_>, number: &str) -> PayerLogin {
    let session = visit.token_hash().unwrap_or_default();
    let state = visit.state.tokens.keyed_hash(&["payer login", &session, number]);
    let is_own = visit.query("state") == state;
    PayerLogin {
        code: if is_own {
            visit.query("code")
        } else {
            String::new()
        },
        state,
    }
}

/// The payer's kind of browser.
fn client_of(visit: &Visit<'_>) -> Client {
    let agent = visit.request.headers().get(USER_AGENT);
    Client::of_user_agent(agent.and_then(|value| value.to_str().ok()).unwrap_or_default())
}

fn words_of(visit: &Visit<'_>) -> &'static BuyingWords {
    Words::of(visit.shown.content.settings.basic_info.language).buying
}

/// The number in the path of an order.
fn number_of(visit: &Visit<'_>) -> String {
    let path = visit.request.path();
    let rest = path.strip_prefix("/orders/").unwrap_or_default();
    rest.split('/').next().unwrap_or_default().to_owned()
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
