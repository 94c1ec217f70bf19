//! Money that goes back through the provider that it came by.

use actix_web::web;
use chrono::{DateTime, Utc};
use moyan_domain::{PaymentMethod, SiteId};
use moyan_foundation::error::AppError;
use moyan_foundation::state::AppState;
use moyan_payments::{RefundOrder, RefundState};

use crate::features::membership::payment_methods::{refusal_of, service};

/// What goes back.
#[derive(Clone, Debug)]
pub struct RefundRequest {
    /// The site that was paid.
    pub site_id: SiteId,
    /// How it was paid.
    pub method: PaymentMethod,
    /// Whether the order was made in test mode.
    pub is_test: bool,
    /// The number of the order.
    pub order_number: String,
    /// When the order was made.
    pub ordered_at: DateTime<Utc>,
    /// Our number of the refund: the same one sends the money once.
    pub refund_number: String,
    /// The provider's number of the payment.
    pub payment_reference: String,
    /// How much, in fen.
    pub amount_fen: i64,
    /// How much was paid, in fen.
    pub payment_fen: i64,
    /// Why; the payer may read it.
    pub reason: String,
}

/// A refund as its provider sees it.
pub(super) fn refund_order(state: &AppState, request: RefundRequest) -> RefundOrder {
    RefundOrder {
        number: request.refund_number,
        order_number: request.order_number,
        ordered_at: request.ordered_at,
        payment_reference: request.payment_reference,
        amount_fen: request.amount_fen,
        payment_fen: request.payment_fen,
        currency: "CNY".to_owned(),
        reason: request.reason,
        notify_url: service::hook_url(&state.platform.public_url, request.site_id, request.method),
    }
}

/// Asks the provider to send money back. No transaction is open meanwhile.
pub async fn send_refund(state: &AppState, request: RefundRequest) -> Result<RefundState, AppError> {
    let (shared, site_id, method) = (state.clone(), request.site_id, request.method);
    let found = state
        .db
        .run(move |connection| service::find_methods(connection, &shared, site_id, method))
        .await?;
    // WeChat Pay knows no mode: an order of a test goes back with whatever keys there are.
    let of_mode = found.iter().find(|method| method.is_test == request.is_test);
    let method = service::require_method(of_mode.or_else(|| found.first()).cloned())?;
    let refund = refund_order(state, request);
    web::block(move || method.provider.refund(&refund))
        .await
        .map_err(|error| AppError::Internal(error.to_string()))?
        .map_err(|error| refusal_of(&error))
}
