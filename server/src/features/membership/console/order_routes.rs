//! HTTP in and out: orders.

use actix_web::web::{Data, Query};
use actix_web::{HttpRequest, HttpResponse};
use chrono::{DateTime, Utc};
use moyan_domain::{OrderId, PaymentMethod, Reason};
use moyan_foundation::access::{Caller, SiteAccess};
use moyan_foundation::error::{AppError, Refusal};
use moyan_foundation::http::accept_language::accepted_language;
use moyan_foundation::http::csv::respond_table;
use moyan_foundation::http::json::{Answer, Answered, Body, Nothing, done};
use moyan_foundation::http::pagination::PageQuery;
use moyan_foundation::http::path_ids::FromPath;
use moyan_foundation::state::AppState;
use moyan_payments::RefundState;
use serde::Deserialize;

use super::order_dto::{
    ConfirmOrderRequest, OrderDetailDto, OrderDto, OrderPageDto, OrdersTodoDto, RefundOrderRequest,
    RejectOrderRequest, SettleOrderRequest,
};
use super::{order_file, orders};
use crate::features::membership::order::{OrderStatus, RefundReceived};
use crate::features::membership::providers::{RefundRequest, send_refund};
use crate::features::membership::service::{self, RefundPart};

/// The query of the list, as it is sent.
#[derive(Debug, Deserialize)]
pub struct ListQuery {
    search: Option<String>,
    status: Option<OrderStatus>,
    method: Option<PaymentMethod>,
    problem: Option<String>,
    from: Option<DateTime<Utc>>,
    to: Option<DateTime<Utc>>,
}

pub async fn list_orders(
    state: Data<AppState>,
    site: SiteAccess,
    Query(query): Query<ListQuery>,
    Query(page): Query<PageQuery>,
) -> Answered<OrderPageDto> {
    let page = page.parse()?;
    let during = (query.from, query.to);
    let filter = orders::parse_filter(query.search, query.status, query.method, query.problem, during)?;
    state
        .db
        .run(move |connection| orders::list(connection, site.id, &filter, &page))
        .await
        .map(Answer::new)
}

pub async fn get_orders_todo(state: Data<AppState>, site: SiteAccess) -> Answered<OrdersTodoDto> {
    let now = state.clock.now();
    state
        .db
        .run(move |connection| orders::todo(connection, site.id, now))
        .await
        .map(Answer::new)
}

pub async fn get_order(
    state: Data<AppState>,
    site: SiteAccess,
    FromPath(id): FromPath<OrderId>,
) -> Answered<OrderDetailDto> {
    state
        .db
        .run(move |connection| orders::detail(connection, site.id, id))
        .await
        .map(Answer::new)
}

pub async fn export_orders(
    state: Data<AppState>,
    site: SiteAccess,
    request: HttpRequest,
) -> Result<HttpResponse, AppError> {
    let language = accepted_language(request.headers());
    let bytes = state
        .db
        .run(move |connection| order_file::export(connection, site.id, language))
        .await?;
    Ok(respond_table("orders", bytes))
}

pub async fn confirm_order(
    state: Data<AppState>,
    caller: Caller,
    site: SiteAccess,
    FromPath(id): FromPath<OrderId>,
    Body(request): Body<ConfirmOrderRequest>,
) -> Answered<OrderDto> {
    let note = request.note.trim().to_owned();
    if !note.is_empty() {
        Reason::parse(&note).map_err(|problem| AppError::invalid("note", problem))?;
    }
    let shared = state.clone();
    state
        .db
        .transaction(move |connection| {
            service::confirm(connection, &shared, &caller, site.id, id, request.amount_fen)?;
            orders::note_confirmation(connection, &caller, id, &note)?;
            orders::get(connection, site.id, id)
        })
        .await
        .map(Answer::new)
}

pub async fn reject_order(
    state: Data<AppState>,
    caller: Caller,
    site: SiteAccess,
    FromPath(id): FromPath<OrderId>,
    Body(request): Body<RejectOrderRequest>,
) -> Answered<OrderDto> {
    let reason = reason_of(&request.reason)?;
    let own = state.clone();
    state
        .db
        .transaction(move |connection| {
            service::reject(connection, &own, &caller, site.id, id, &reason)?;
            orders::get(connection, site.id, id)
        })
        .await
        .map(Answer::new)
}

pub async fn settle_order(
    state: Data<AppState>,
    caller: Caller,
    site: SiteAccess,
    FromPath(id): FromPath<OrderId>,
    Body(request): Body<SettleOrderRequest>,
) -> Answered<OrderDto> {
    let reason = reason_of(&request.reason)?;
    let shared = state.clone();
    state
        .db
        .transaction(move |connection| {
            service::resolve(
                connection,
                &shared,
                &caller,
                site.id,
                id,
                request.decision,
                &reason,
            )?;
            orders::get(connection, site.id, id)
        })
        .await
        .map(Answer::new)
}

/// Money that goes back through a provider is noted first, then asked for, then noted again: whatever happens between,
/// the order says that it is on its way.
///
/// It is refused only when the provider refuses all of it: as soon as a part is back or on its way this answers the
/// order, so that a request repeated with its key sends nothing again.
pub async fn refund_order(
    state: Data<AppState>,
    caller: Caller,
    site: SiteAccess,
    FromPath(id): FromPath<OrderId>,
    Body(request): Body<RefundOrderRequest>,
) -> Answered<OrderDto> {
    let reason = reason_of(&request.reason)?;
    let (site_id, amount_fen) = (site.id, request.amount_fen);
    if request.is_outside {
        let shared = state.clone();
        return state
            .db
            .transaction(move |connection| {
                service::refund_outside(connection, &shared, &caller, site_id, id, amount_fen, &reason)?;
                orders::get(connection, site_id, id)
            })
            .await
            .map(Answer::new);
    }
    let begun = state
        .db
        .transaction(move |connection| {
            let order = orders::get(connection, site_id, id)?;
            if matches!(order.method, PaymentMethod::Manual | PaymentMethod::Free) {
                return Err(Refusal::RefundOutside.into());
            }
            let (order, parts) =
                service::begin_refund(connection, &caller, site_id, id, amount_fen, &reason)?;
            let method = order.method;
            let request = |part: RefundPart| RefundRequest {
                site_id,
                method,
                is_test: order.is_test,
                order_number: order.number.clone(),
                ordered_at: order.created_at,
                refund_number: part.number,
                payment_reference: part.payment.reference,
                amount_fen: part.amount_fen,
                payment_fen: part.payment.amount_fen,
                reason: reason.as_str().to_owned(),
            };
            let parts = parts.into_iter().map(request).collect::<Vec<_>>();
            Ok((orders::get(connection, site_id, id)?, parts))
        })
        .await?;
    let (order, parts) = begun;
    // One part that fails keeps no other back.
    let (mut failure, mut is_sent) = (None, false);
    for part in parts {
        match refund_part(&state, part).await {
            Ok(()) => is_sent = true,
            Err(error) => {
                failure.get_or_insert(error);
            }
        }
    }
    if let (Some(error), false) = (failure, is_sent) {
        return Err(error);
    }
    let read = state
        .db
        .run(move |connection| orders::get(connection, site_id, id))
        .await;
    Ok(Answer::new(read.unwrap_or_else(|error| {
        tracing::error!(%error, "an order was not read after its refund");
        order
    })))
}

/// Sends a part of a refund and notes what became of it; an error when none of it is back or on its way.
async fn refund_part(state: &AppState, part: RefundRequest) -> Result<(), AppError> {
    let sent = send_refund(state, part.clone()).await;
    let (outcome, failure) = match sent {
        Ok(outcome) => (outcome, None),
        // The provider said no: nothing is on its way. When nobody knows, it stays on its way until it is known.
        Err(error @ AppError::Refused(_)) if !is_unknown(&error) => (RefundState::Failed, Some(error)),
        Err(error) => {
            tracing::warn!(%error, number = part.refund_number, "nobody knows yet whether a refund arrived");
            (RefundState::Pending, None)
        }
    };
    let received = RefundReceived {
        order_number: part.order_number,
        payment_reference: part.payment_reference,
        reference: part.refund_number,
        amount_fen: part.amount_fen,
        state: outcome,
        event: None,
    };
    let shared = state.clone();
    let recorded = state
        .db
        .transaction(move |connection| service::record_refund(connection, &shared, received))
        .await;
    // What is not noted stays on its way, and the provider is asked what became of it.
    if let Err(error) = recorded {
        tracing::error!(%error, "the outcome of a refund was not noted");
        return Ok(());
    }
    failure.map_or(Ok(()), Err)
}

/// Whether the provider may have done what it was asked for.
fn is_unknown(error: &AppError) -> bool {
    matches!(error, AppError::Refused(Refusal::ProviderUnavailable))
}

pub async fn resend_receipt(
    state: Data<AppState>,
    site: SiteAccess,
    FromPath(id): FromPath<OrderId>,
) -> Answered<Nothing> {
    let own = state.clone();
    state
        .db
        .transaction(move |connection| orders::resend_receipt(connection, &own, site.id, id))
        .await?;
    done()
}

/// Why something is done to an order, which its visitor reads.
pub fn reason_of(text: &str) -> Result<Reason, AppError> {
    Reason::parse(text).map_err(|problem| AppError::invalid("reason", problem))
}
