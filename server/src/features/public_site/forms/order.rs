//! The page of an order.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::http::header::USER_AGENT;
use moyan_domain::PaymentMethod;
use moyan_foundation::error::{AppError, Refusal};
use moyan_foundation::http::client_address::client_address;
use moyan_payments::{Checkout, Client, PayerLogin};

use super::buying::{Offer, words_of};
use super::{FormContext, Submitted};
use crate::features::membership::order::{Order, OrderStatus};
use crate::features::membership::providers::{
    Payer, PaymentStep, ask_now, is_begun, start_checkout, step_of,
};
use crate::features::membership::service;
use crate::features::public_site::content::audience_view::View;
use crate::features::public_site::pages::order::{self, Again, OrderPage, OrderState, PayeeCode};
use crate::features::public_site::pages::plans;
use crate::features::visitor::Visitor;

/// An order of the visitor.
pub async fn get_order(context: &FormContext<'_>) -> Result<HttpResponse, AppError> {
    let number = number_of(context);
    let Some(visitor) = context.visitor()? else {
        return Ok(context.redirect(&plans::login(&format!("/orders/{number}"))));
    };
    draw_order(context, &visitor, &number, None).await
}

/// Who reloads the answer to [`post_paid`] is led to the order.
pub async fn get_paid(context: &FormContext<'_>) -> Result<HttpResponse, AppError> {
    Ok(context.redirect(context.request.path().trim_end_matches("/paid")))
}

/// The visitor says that an order was paid by hand.
pub async fn post_paid(context: &FormContext<'_>, form: &Submitted) -> Result<HttpResponse, AppError> {
    let number = number_of(context);
    let Some(visitor) = context.visitor()? else {
        return Ok(context.redirect(&plans::login(&format!("/orders/{number}"))));
    };
    let (site_id, visitor_id) = (context.site_id(), visitor.id);
    let (state, own, note) = (
        context.state.clone(),
        number.clone(),
        form.text("note").to_owned(),
    );
    let noted = context
        .state
        .db
        .transaction(move |connection| {
            service::note_manual_payment(connection, &state, site_id, visitor_id, &own, &note)
        })
        .await;
    match noted {
        // Who sends it again, or after the order was decided, sees what became of it.
        Ok(_) | Err(AppError::Refused(Refusal::OrderTransition)) => {
            Ok(context.redirect(&format!("/orders/{number}")))
        }
        Err(error @ (AppError::Invalid(_) | AppError::Refused(Refusal::TooManyOrdersToConfirm))) => {
            draw_order(context, &visitor, &number, Some(&error)).await
        }
        Err(error) => Err(error),
    }
}

async fn draw_order(
    context: &FormContext<'_>,
    visitor: &Visitor,
    number: &str,
    error: Option<&AppError>,
) -> Result<HttpResponse, AppError> {
    let order = find_order(context, visitor, number).await?;
    let order = asked_for(context, visitor, order).await?;
    let checkout = checkout_of(context, &order).await?;
    let order = match checkout {
        // It may be paid by now.
        CheckoutOfOrder::UnderWay => find_order(context, visitor, number).await?,
        _ => order,
    };
    let offer = Offer::of(context, Some(visitor)).await?;
    let (words, package, method) = (words_of(context), order.package()?, order.method);
    let view = context.view(true);
    let again = format!("/orders/{number}?go=1");
    let state = match order.status {
        OrderStatus::Pending if order.paid_fen > 0 => OrderState::Partial {
            paid_fen: order.paid_fen,
        },
        OrderStatus::Pending if method == PaymentMethod::Manual => {
            by_hand(&view, &offer, &order, client_of(context))
        }
        OrderStatus::Pending => to_be_paid(context, &order, &checkout, &again),
        OrderStatus::AwaitingConfirmation => OrderState::Awaiting,
        OrderStatus::Rejected => OrderState::Rejected {
            reason: &order.reason,
        },
        OrderStatus::Paid => OrderState::Paid {
            paid_fen: order.paid_fen,
            standing: offer.standing,
        },
        status @ (OrderStatus::PartiallyRefunded | OrderStatus::Refunded) => OrderState::Refunded {
            refunded_fen: order.refunded_fen,
            is_all: status == OrderStatus::Refunded,
        },
        OrderStatus::Closed => OrderState::Closed,
    };
    let page = OrderPage {
        number,
        package_id: package.id,
        package_name: &package.name,
        period: plans::length(view.words.buying, package.period),
        price_fen: order.price_fen,
        discount_fen: order.discount_fen,
        amount_fen: order.amount_fen,
        method,
        is_test: order.is_test,
        created_at: order.created_at,
        return_path: &order.return_path,
        contact: &context.shown.content.settings.membership.contact,
        payer_note: &order.payer_note,
        note_problem: error.map(|error| match error {
            AppError::Invalid(_) => words.note_too_long,
            _ => words.too_many_to_confirm,
        }),
        state,
    };
    let page = order::page(&view, &page);
    Ok(match error {
        Some(error) => context.respond_again(error, &page, true, &format!("/orders/{number}")),
        None => context.respond(StatusCode::OK, &page, true),
    })
}

async fn find_order(context: &FormContext<'_>, visitor: &Visitor, number: &str) -> Result<Order, AppError> {
    let (site_id, visitor_id, own) = (context.site_id(), visitor.id, number.to_owned());
    let find =
        move |connection: &mut _| service::find_order_of_visitor(connection, site_id, visitor_id, &own);
    context.state.db.run(find).await
}

/// The order as it is once its provider was asked, where something may have happened there: its payer comes back, pays
/// again, or looks whether the money has arrived.
async fn asked_for(context: &FormContext<'_>, visitor: &Visitor, order: Order) -> Result<Order, AppError> {
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

/// With what the payer comes back from the provider, as its address says.
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
fn by_hand<'a>(view: &View<'_>, offer: &'a Offer, order: &Order, client: Client) -> OrderState<'a> {
    let settings = offer.settings_of(PaymentMethod::Manual);
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
        is_on_phone: client != Client::Desktop,
        closes_at: order.closes_at,
    }
}

/// An order that a provider takes the money of. `again`: where its payment is begun.
fn to_be_paid<'a>(
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
enum CheckoutOfOrder {
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
async fn checkout_of(context: &FormContext<'_>, order: &Order) -> Result<CheckoutOfOrder, AppError> {
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
fn client_of(context: &FormContext<'_>) -> Client {
    Client::of_user_agent(user_agent_of(context))
}

/// What the browser calls itself.
pub(super) fn user_agent_of<'a>(context: &FormContext<'a>) -> &'a str {
    let agent = context.request.headers().get(USER_AGENT);
    agent.and_then(|value| value.to_str().ok()).unwrap_or_default()
}

/// The number in the path of an order.
fn number_of(context: &FormContext<'_>) -> String {
    let path = context.request.path();
    let rest = path.strip_prefix("/orders/").unwrap_or_default();
    rest.split('/').next().unwrap_or_default().to_owned()
}
