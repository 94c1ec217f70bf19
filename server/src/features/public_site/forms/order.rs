//! The page of an order.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use moyan_domain::PaymentMethod;
use moyan_foundation::error::{AppError, Refusal};

use super::buying::words_of;
use super::checkout::{CheckoutOfOrder, ask_provider, by_hand, checkout_of, client_of, to_be_paid};
use super::offer::Offer;
use super::{FormContext, Submitted};
use crate::features::membership::order::{Order, OrderStatus};
use crate::features::membership::service;
use crate::features::public_site::content::page_context::PageContext;
use crate::features::public_site::pages::order::{self, OrderPage, OrderState};
use crate::features::public_site::pages::plans;
use crate::features::visitor::Visitor;

/// An order of the visitor.
pub async fn get_order(context: &FormContext<'_>) -> Result<HttpResponse, AppError> {
    let number = number_of(context);
    let Some(visitor) = context.visitor()? else {
        return Ok(context.redirect(&plans::login(&format!("/orders/{number}"))));
    };
    render_order(context, &visitor, &number, None).await
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
            render_order(context, &visitor, &number, Some(&error)).await
        }
        Err(error) => Err(error),
    }
}

async fn render_order(
    context: &FormContext<'_>,
    visitor: &Visitor,
    number: &str,
    error: Option<&AppError>,
) -> Result<HttpResponse, AppError> {
    let order = find_order(context, visitor, number).await?;
    let order = ask_provider(context, visitor, order).await?;
    let checkout = checkout_of(context, &order).await?;
    let order = match checkout {
        // It may be paid by now.
        CheckoutOfOrder::UnderWay => find_order(context, visitor, number).await?,
        _ => order,
    };
    let offer = Offer::of(context, Some(visitor)).await?;
    let (words, package) = (words_of(context), order.package()?);
    let page_context = context.page_context(true);
    let again = format!("/orders/{number}?go=1");
    let page = OrderPage {
        number,
        package_id: package.id,
        package_name: &package.name,
        period: plans::length(words, package.period),
        price_fen: order.price_fen,
        discount_fen: order.discount_fen,
        amount_fen: order.amount_fen,
        method: order.method,
        is_test: order.is_test,
        created_at: order.created_at,
        return_path: &order.return_path,
        contact: &context.view.content.settings.membership.contact,
        payer_note: &order.payer_note,
        note_problem: error.map(|error| match error {
            AppError::Invalid(_) => words.note_too_long,
            _ => words.too_many_to_confirm,
        }),
        state: state_of(context, &page_context, &offer, &order, &checkout, &again),
    };
    let page = order::page(&page_context, &page);
    Ok(match error {
        Some(error) => context.respond_again(error, &page, true, &format!("/orders/{number}")),
        None => context.respond(StatusCode::OK, &page, true),
    })
}

/// What the page says of an order. `again`: the path that begins its payment at a provider.
fn state_of<'a>(
    context: &FormContext<'_>,
    page_context: &PageContext<'_>,
    offer: &'a Offer,
    order: &'a Order,
    checkout: &'a CheckoutOfOrder,
    again: &'a str,
) -> OrderState<'a> {
    match order.status {
        OrderStatus::Pending => unpaid_state(context, page_context, offer, order, checkout, again),
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
    }
}

/// How an order is to be paid. `again`: the path that begins its payment at a provider.
fn unpaid_state<'a>(
    context: &FormContext<'_>,
    page_context: &PageContext<'_>,
    offer: &'a Offer,
    order: &'a Order,
    checkout: &'a CheckoutOfOrder,
    again: &'a str,
) -> OrderState<'a> {
    if order.paid_fen > 0 {
        return OrderState::Partial {
            paid_fen: order.paid_fen,
        };
    }
    match order.method {
        PaymentMethod::Manual => by_hand(page_context, offer, order, client_of(context)),
        _ => to_be_paid(context, order, checkout, again),
    }
}

pub(super) async fn find_order(
    context: &FormContext<'_>,
    visitor: &Visitor,
    number: &str,
) -> Result<Order, AppError> {
    let (site_id, visitor_id, own) = (context.site_id(), visitor.id, number.to_owned());
    let find =
        move |connection: &mut _| service::find_order_of_visitor(connection, site_id, visitor_id, &own);
    context.state.db.run(find).await
}

/// The number in the path of an order.
fn number_of(context: &FormContext<'_>) -> String {
    let path = context.request.path();
    let rest = path.strip_prefix("/orders/").unwrap_or_default();
    rest.split('/').next().unwrap_or_default().to_owned()
}
