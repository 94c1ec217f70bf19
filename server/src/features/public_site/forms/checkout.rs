//! The payment of an order: at the provider, or to the creator's own code.

use actix_web::http::header::USER_AGENT;
use moyan_domain::PaymentMethod;
use moyan_foundation::error::{AppError, Refusal};
use moyan_foundation::http::client_address::client_address;
use moyan_payments::{Checkout, Client, PayerLogin};

use super::FormContext;
use super::offer::Offer;
use super::order::find_order;
use crate::features::membership::order::{Order, OrderStatus};
use crate::features::membership::providers::{
    Payer, PaymentStep, ask_now, is_begun, start_checkout, step_of,
};
use crate::features::public_site::content::page_context::PageContext;
use crate::features::public_site::pages::order::{Again, OrderState, PayeeCode};
use crate::features::visitor::Visitor;

/// Asks the provider of an order where its payment may have changed: the payer comes back, pays again, or looks whether
/// the money has arrived. Gives the order as it is then.
pub(super) async fn ask_provider(
    context: &FormContext<'_>,
    visitor: &Visitor,
    order: Order,
) -> Result<Order, AppError> {
    let is_begun = order.status == OrderStatus::Pending && !order.provider_reference.is_empty();
    let is_awaited = step_of(&order.provider_data).may_be_paid_already();
    let back = Back::of(context);
    if !is_begun || (back.is_none() && !is_asked(context) && !is_awaited) {
        return Ok(order);
    }
    let has_paid = back == Some(Back::Paid);
    ask_now(context.state, context.site_id(), &order.number, has_paid).await?;
    find_order(context, visitor, &order.number).await
}

/// What the address says of a payer who comes back from the provider.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Back {
    Paid,
    Canceled,
}

impl Back {
    /// Alipay adds its own words to the address: `method=alipay.trade.page.pay.return`.
    fn of(context: &FormContext<'_>) -> Option<Self> {
        match context.query("back").as_str() {
            "1" => Some(Self::Paid),
            "canceled" => Some(Self::Canceled),
            _ => context.query("method").ends_with(".return").then_some(Self::Paid),
        }
    }
}

/// An order whose money goes to the creator's own code.
pub(super) fn by_hand<'a>(
    page_context: &PageContext<'_>,
    offer: &'a Offer,
    order: &Order,
    client: Client,
) -> OrderState<'a> {
    let settings = offer.settings_of(PaymentMethod::Manual);
    let text = |name: &str| {
        settings
            .and_then(|texts| texts.get(name))
            .map_or("", String::as_str)
    };
    let code = |(name, method): (&str, PaymentMethod)| {
        let image = page_context.image(text(name))?;
        Some(PayeeCode { method, image })
    };
    let codes = [
        ("wechatQrUrl", PaymentMethod::WechatPay),
        ("alipayQrUrl", PaymentMethod::Alipay),
    ];
    OrderState::Manual {
        codes: codes.into_iter().filter_map(code).collect(),
        instructions: text("instructions"),
        is_on_phone: client != Client::Desktop,
        closes_at: order.closes_at,
    }
}

/// An order that a provider takes the money of. `again`: where its payment is begun.
pub(super) fn to_be_paid<'a>(
    context: &FormContext<'_>,
    order: &Order,
    checkout: &'a CheckoutOfOrder,
    again: &'a str,
) -> OrderState<'a> {
    let closes_at = order.closes_at;
    let why = match (step_of(&order.provider_data), Back::of(context)) {
        (PaymentStep::AtBank, _) => return OrderState::Confirming { is_at_bank: true },
        (PaymentStep::Confirming, _) => return OrderState::Confirming { is_at_bank: false },
        (PaymentStep::Failed, _) => Some(Again::Failed),
        (_, Some(Back::Canceled)) => Some(Again::Canceled),
        (PaymentStep::Expired, _) => Some(Again::Expired),
        (PaymentStep::NotFound, _) => Some(Again::NotFound),
        (PaymentStep::Waiting, _) => None,
    };
    match checkout {
        // A page leads there, not a redirect: it would be one of the form that made the order, which the policy keeps
        // on the site.
        CheckoutOfOrder::Begun(Checkout::Redirect { url, .. } | Checkout::Login { url }) => {
            OrderState::Redirect {
                address: url,
                goes_now: true,
                closes_at,
            }
        }
        CheckoutOfOrder::Begun(Checkout::Code { text, .. }) => OrderState::Scan {
            text,
            is_inside_wechat: client_of(context) == Client::WeChat,
            closes_at,
        },
        CheckoutOfOrder::Begun(Checkout::InApp { call, .. }) => OrderState::InApp {
            call,
            opens_now: is_asked(context),
            closes_at,
        },
        CheckoutOfOrder::Elsewhere { address } => OrderState::Elsewhere { address, closes_at },
        CheckoutOfOrder::UnderWay if context.state.clock.now() < closes_at => {
            OrderState::Confirming { is_at_bank: false }
        }
        CheckoutOfOrder::UnderWay | CheckoutOfOrder::Unreachable => OrderState::Unreachable,
        CheckoutOfOrder::Refused => OrderState::Refused,
        CheckoutOfOrder::Waiting => match why {
            Some(why) => OrderState::Again {
                why,
                address: again,
                closes_at,
            },
            None => OrderState::Redirect {
                address: again,
                goes_now: false,
                closes_at,
            },
        },
    }
}

/// How far the payment of an order by a provider has come.
pub(super) enum CheckoutOfOrder {
    Begun(Checkout),
    /// WeChat does not open Alipay: the address of the page, for another browser.
    Elsewhere {
        address: String,
    },
    /// The visitor has not asked for it in this request.
    Waiting,
    /// It changed while its payment was begun: somebody may have paid.
    UnderWay,
    Unreachable,
    Refused,
}

/// Begins the payment of an order when the visitor asks for it; a code that was drawn before is shown again.
pub(super) async fn checkout_of(
    context: &FormContext<'_>,
    order: &Order,
) -> Result<CheckoutOfOrder, AppError> {
    let is_by_hand = matches!(order.method, PaymentMethod::Manual | PaymentMethod::Free);
    let client = client_of(context);
    let is_shown = is_begun(&order.provider_data, client) || is_asked(context);
    let may_be_paid = step_of(&order.provider_data).may_be_paid_already();
    if is_by_hand || order.status != OrderStatus::Pending || !is_shown || may_be_paid {
        return Ok(CheckoutOfOrder::Waiting);
    }
    if client == Client::WeChat && order.method == PaymentMethod::Alipay {
        let address = format!("{}/orders/{}", context.own_origin(), order.number);
        return Ok(CheckoutOfOrder::Elsewhere { address });
    }
    let address = client_address(context.request, &context.state.platform.trusted_proxies);
    let payer = Payer {
        client,
        address: address.to_string(),
        return_url: format!("{}/orders/{}", context.own_origin(), order.number),
        login: login_of(context, &order.number),
    };
    // A login at the provider that is over can be tried again.
    let is_of_login = !payer.login.code.is_empty();
    match start_checkout(context.state, context.site_id(), &order.number, payer).await {
        Ok(checkout) => Ok(CheckoutOfOrder::Begun(checkout)),
        Err(AppError::Refused(refusal)) => {
            tracing::warn!(number = order.number, ?refusal, "a payment could not be begun");
            Ok(match refusal {
                Refusal::ProviderRefused if !is_of_login => CheckoutOfOrder::Refused,
                Refusal::OrderTransition => CheckoutOfOrder::UnderWay,
                _ => CheckoutOfOrder::Unreachable,
            })
        }
        Err(error) => Err(error),
    }
}

/// Whether the visitor asks for the payment in this request.
fn is_asked(context: &FormContext<'_>) -> bool {
    context.query("go") == "1"
}

/// The payer's login at the provider. A code counts only with the state that this browser's session was sent away with:
/// a foreign link cannot pay an order with the account of somebody else.
fn login_of(context: &FormContext<'_>, number: &str) -> PayerLogin {
    let session = context.token_hash().unwrap_or_default();
    let state = context
        .state
        .tokens
        .keyed_hash(&["payer login", &session, number]);
    let is_own = context.query("state") == state;
    PayerLogin {
        code: if is_own {
            context.query("code")
        } else {
            String::new()
        },
        state,
    }
}

/// The payer's kind of browser.
pub(super) fn client_of(context: &FormContext<'_>) -> Client {
    Client::of_user_agent(user_agent_of(context))
}

/// What the browser calls itself.
pub(super) fn user_agent_of<'a>(context: &FormContext<'a>) -> &'a str {
    let agent = context.request.headers().get(USER_AGENT);
    agent.and_then(|value| value.to_str().ok()).unwrap_or_default()
}
