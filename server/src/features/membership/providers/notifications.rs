//! Notifications of providers: compared with the order, recorded once, and followed by what they mean for it.

use std::sync::Arc;

use actix_web::web;
use chrono::TimeDelta;
use diesel::PgConnection;
use moyan_domain::limits::{FORMER_KEYS_BODY_MAX_BYTES, FORMER_KEYS_NOTIFICATIONS_PER_DAY};
use moyan_foundation::error::AppError;
use moyan_foundation::state::AppState;
use moyan_foundation::throttle::{self, Allowance};
use moyan_payments::{
    Dispute, Notification, NotificationKind, Payment, PaymentError, PaymentProvider, PaymentState, Refund,
    RefundOrder, RefundState,
};
use uuid::Uuid;

use super::checkout::payment_order;
use super::polling::inquire;
use super::queries::{self, NewNotification, ProviderOrder};
use super::refund_totals;
use super::refunds::{RefundRequest, refund_order};
use crate::features::membership::order::{PaymentReceived, Problem, RefundReceived, RefundStatus};
use crate::features::membership::payment_methods::MethodInUse;
use crate::features::membership::service::{note_reported_problem, record_dispute, record_payment};

/// How many notifications by former keys are processed that the provider does not confirm.
const BY_FORMER_KEYS: Allowance = Allowance::each(TimeDelta::days(1), FORMER_KEYS_NOTIFICATIONS_PER_DAY);

/// Processes a notification. An error means that something is unavailable: the provider is to send it again.
pub async fn process_notification(
    state: &AppState,
    method: &MethodInUse,
    notification: Notification,
) -> Result<(), AppError> {
    if notification.is_by_former_keys {
        return process_by_former_keys(state, method, notification).await;
    }
    let Some(order) = order_of(state, method, &notification).await? else {
        return record_ignored(state, method, notification, None, "unknownOrder").await;
    };
    if order.site_id != method.site_id || order.method != method.method {
        return record_ignored(state, method, notification, None, "foreignOrder").await;
    }
    if !notification.is_own_merchant || order.is_test != method.is_test {
        return note_problem(state, method, order, notification, Problem::ForeignPayment).await;
    }
    match notification.kind.clone() {
        NotificationKind::Other => {
            record_ignored(state, method, notification, Some(order.id), "unknownEvent").await
        }
        NotificationKind::Progressed => {
            poll_order(state, method, &order).await?;
            record_ignored(state, method, notification, Some(order.id), "").await
        }
        NotificationKind::Paid(payment) => {
            let (shared, event) = (state.clone(), event_of(&notification));
            state
                .db
                .transaction(move |connection| record(connection, &shared, &order, &payment, Some(event)))
                .await
        }
        NotificationKind::Refunded(refund) => {
            process_refund(state, method, order, refund, notification).await
        }
        NotificationKind::Disputed(dispute) => {
            process_dispute(state, method, order, dispute, notification).await
        }
    }
}

/// Processes a notification that only former keys sign. They may have been replaced because they leaked, so the provider
/// is asked and its answer counts. What it does not confirm becomes a problem of the order for the creator to look at.
/// Notifications about no order are ignored. How many are processed in a day is limited.
async fn process_by_former_keys(
    state: &AppState,
    method: &MethodInUse,
    mut notification: Notification,
) -> Result<(), AppError> {
    if notification.kind == NotificationKind::Other {
        return Ok(());
    }
    count_by_former_keys(state, method).await?;
    let order = order_of(state, method, &notification).await?;
    let Some(order) = order.filter(|order| {
        order.site_id == method.site_id && order.method == method.method && order.is_test == method.is_test
    }) else {
        return Ok(());
    };
    if let Some(problem) = confirm_by_provider(state, method, &order, &notification).await? {
        let end = notification.body.floor_char_boundary(FORMER_KEYS_BODY_MAX_BYTES);
        notification.body.truncate(end);
        return note_problem(state, method, order, notification, problem).await;
    }
    let key = former_keys_counter(method);
    state
        .db
        .run(move |connection| Ok(throttle::refund(connection, &key)?))
        .await?;
    Ok(())
}

/// Asks the provider to confirm a notification by former keys, and processes its answer. Gives the problem to record
/// when the provider does not confirm it.
async fn confirm_by_provider(
    state: &AppState,
    method: &MethodInUse,
    order: &ProviderOrder,
    notification: &Notification,
) -> Result<Option<Problem>, AppError> {
    let is_payment_known = match notification.payment_reference() {
        Some(reference) => knows_payment(state, method, order, reference).await?,
        None => false,
    };
    match &notification.kind {
        NotificationKind::Other => Ok(None),
        NotificationKind::Progressed => {
            poll_order(state, method, order).await?;
            Ok(None)
        }
        NotificationKind::Paid(_) if !is_payment_known => Ok(Some(Problem::ForeignPayment)),
        NotificationKind::Paid(_) => {
            record_ignored(state, method, notification.clone(), Some(order.id), "").await?;
            Ok(None)
        }
        NotificationKind::Refunded(_) if !is_payment_known => Ok(Some(Problem::UnknownRefund)),
        NotificationKind::Refunded(refund) => {
            let question = refund_question(state, method, order, refund);
            let answer = call_provider(method, move |provider| provider.query_refund(&question)).await?;
            let Some(now) = answer else {
                return Ok(Some(Problem::UnknownRefund));
            };
            let refund = Refund {
                state: now,
                ..refund.clone()
            };
            process_known_refund(state, order.clone(), refund, notification.clone()).await?;
            Ok(None)
        }
        NotificationKind::Disputed(_) if !is_payment_known => Ok(Some(Problem::DisputeUnclear)),
        NotificationKind::Disputed(dispute) => {
            let reference = dispute.reference.clone();
            let answer = call_provider(method, move |provider| match provider.query_dispute(&reference) {
                // Keys that may not read disputes do not confirm one.
                Err(PaymentError::Keys(_) | PaymentError::Refused(_)) => Ok(None),
                answer => answer,
            });
            let answer = answer.await?;
            let Some(now) = answer.filter(|now| now.payment_reference == dispute.payment_reference) else {
                return Ok(Some(Problem::DisputeUnclear));
            };
            book_dispute(state, order, now, Some(event_of(notification))).await?;
            Ok(None)
        }
    }
}

fn former_keys_counter(method: &MethodInUse) -> String {
    format!("formerKeys {} {}", method.site_id, method.method.as_str())
}

/// Counts a notification by former keys. Over the limit it is refused, and the provider sends it again another day.
async fn count_by_former_keys(state: &AppState, method: &MethodInUse) -> Result<(), AppError> {
    let (key, now) = (former_keys_counter(method), state.clock.now());
    state
        .db
        .run(move |connection| throttle::hit(connection, &key, BY_FORMER_KEYS, now))
        .await
}

/// The order that a notification is about: by our number, by the payment, or by what the provider remembers of it.
async fn order_of(
    state: &AppState,
    method: &MethodInUse,
    notification: &Notification,
) -> Result<Option<ProviderOrder>, AppError> {
    if let Some(number) = notification.order_number.clone() {
        return find(state, number).await;
    }
    let reference = match &notification.kind {
        NotificationKind::Paid(_) | NotificationKind::Progressed | NotificationKind::Other => None,
        NotificationKind::Refunded(_) | NotificationKind::Disputed(_) => notification.payment_reference(),
    };
    let Some(reference) = reference.map(str::to_owned) else {
        return Ok(None);
    };
    if let Some(number) = number_of_payment(state, method, reference.clone()).await? {
        return find(state, number).await;
    }
    let remembered = call_provider(method, move |provider| provider.order_of_payment(&reference)).await?;
    match remembered {
        None => Ok(None),
        Some(number) => find(state, number).await,
    }
}

async fn find(state: &AppState, number: String) -> Result<Option<ProviderOrder>, AppError> {
    state
        .db
        .run(move |connection| Ok(queries::find(connection, &number)?))
        .await
}

async fn number_of_payment(
    state: &AppState,
    method: &MethodInUse,
    reference: String,
) -> Result<Option<String>, AppError> {
    let (site_id, method) = (method.site_id, method.method);
    state
        .db
        .run(move |connection| {
            Ok(queries::find_number_by_payment(
                connection, site_id, method, &reference,
            )?)
        })
        .await
}

/// Calls the provider on the blocking pool, while no connection to the database is held.
async fn call_provider<T: Send + 'static>(
    method: &MethodInUse,
    call: impl FnOnce(Arc<dyn PaymentProvider>) -> Result<T, PaymentError> + Send + 'static,
) -> Result<T, AppError> {
    let provider = method.provider.clone();
    web::block(move || call(provider))
        .await
        .map_err(|error| AppError::Internal(error.to_string()))?
        .map_err(|error| AppError::Unavailable(error.to_string()))
}

/// Asks how far the payment of an order is.
async fn poll_order(state: &AppState, method: &MethodInUse, order: &ProviderOrder) -> Result<(), AppError> {
    let (shared, order, method) = (state.clone(), order.clone(), method.clone());
    web::block(move || inquire(&shared, &order, &method))
        .await
        .map_err(|error| AppError::Internal(error.to_string()))??;
    Ok(())
}

/// ID and body of a notification.
fn event_of(notification: &Notification) -> (String, String) {
    (notification.event_id.clone(), notification.body.replace('\0', ""))
}

/// Records a payment.
pub(super) fn record(
    connection: &mut PgConnection,
    state: &AppState,
    order: &ProviderOrder,
    payment: &Payment,
    event: Option<(String, String)>,
) -> Result<(), AppError> {
    let received = PaymentReceived {
        order_number: order.number.clone(),
        method: order.method,
        reference: payment.reference.clone(),
        amount_fen: payment.amount_fen,
        currency: payment.currency.clone(),
        paid_at: payment.paid_at,
        event,
    };
    record_payment(connection, state, received)
}

/// Whether a payment is recorded. If not, the provider is asked first and the payment recorded.
async fn knows_payment(
    state: &AppState,
    method: &MethodInUse,
    order: &ProviderOrder,
    reference: &str,
) -> Result<bool, AppError> {
    let known = number_of_payment(state, method, reference.to_owned()).await?;
    if known.is_some() {
        return Ok(true);
    }
    let question = payment_order(state, order, method, None);
    let answer = call_provider(method, move |provider| provider.query(&question)).await?;
    if let PaymentState::Paid(payment) = answer {
        let (shared, order) = (state.clone(), order.clone());
        state
            .db
            .transaction(move |connection| record(connection, &shared, &order, &payment, None))
            .await?;
    }
    let known = number_of_payment(state, method, reference.to_owned()).await?;
    Ok(known.is_some())
}

/// Records that a payer disputes a payment.
async fn process_dispute(
    state: &AppState,
    method: &MethodInUse,
    order: ProviderOrder,
    dispute: Dispute,
    notification: Notification,
) -> Result<(), AppError> {
    if !knows_payment(state, method, &order, &dispute.payment_reference).await? {
        return note_problem(state, method, order, notification, Problem::DisputeUnclear).await;
    }
    book_dispute(state, &order, dispute, Some(event_of(&notification))).await
}

async fn book_dispute(
    state: &AppState,
    order: &ProviderOrder,
    dispute: Dispute,
    event: Option<(String, String)>,
) -> Result<(), AppError> {
    let (shared, number) = (state.clone(), order.number.clone());
    state
        .db
        .transaction(move |connection| record_dispute(connection, &shared, &number, &dispute, event.as_ref()))
        .await
}

/// Records a refund, as the provider has it now.
async fn process_refund(
    state: &AppState,
    method: &MethodInUse,
    order: ProviderOrder,
    refund: Refund,
    notification: Notification,
) -> Result<(), AppError> {
    if !knows_payment(state, method, &order, &refund.payment_reference).await? {
        // No money came in that could go back: somebody has to look.
        return note_problem(state, method, order, notification, Problem::UnknownRefund).await;
    }
    let refund = current_refund(state, method, &order, refund).await?;
    process_known_refund(state, order, refund, notification).await
}

/// Writes down what became of a refund.
async fn process_known_refund(
    state: &AppState,
    order: ProviderOrder,
    refund: Refund,
    notification: Notification,
) -> Result<(), AppError> {
    let received = RefundReceived {
        order_number: order.number,
        payment_reference: refund.payment_reference,
        reference: refund.reference,
        amount_fen: refund.amount_fen,
        state: refund.state,
        event: Some(event_of(&notification)),
    };
    let shared = state.clone();
    state
        .db
        .transaction(move |connection| refund_totals::record(connection, &shared, received, refund.is_total))
        .await
}

/// The current state of a refund when a notification contradicts the recorded one. Notifications come in any order, and
/// only some providers let a failed refund succeed later, or the other way round.
async fn current_refund(
    state: &AppState,
    method: &MethodInUse,
    order: &ProviderOrder,
    refund: Refund,
) -> Result<Refund, AppError> {
    let (site_id, reference) = (method.site_id, refund.reference.clone());
    let known = state
        .db
        .run(move |connection| Ok(queries::find_refund_status(connection, site_id, &reference)?))
        .await?;
    let is_contradicted = matches!(
        (known, refund.state),
        (Some(RefundStatus::Failed), RefundState::Succeeded)
            | (Some(RefundStatus::Succeeded), RefundState::Failed)
    );
    if !is_contradicted {
        return Ok(refund);
    }
    let question = refund_question(state, method, order, &refund);
    let answer = call_provider(method, move |provider| provider.query_refund(&question)).await?;
    Ok(Refund {
        // A refund that the provider does not know changes nothing.
        state: answer.unwrap_or(RefundState::Pending),
        ..refund
    })
}

/// The query for the state of a refund.
fn refund_question(
    state: &AppState,
    method: &MethodInUse,
    order: &ProviderOrder,
    refund: &Refund,
) -> RefundOrder {
    let request = RefundRequest {
        site_id: method.site_id,
        method: method.method,
        is_test: order.is_test,
        order_number: order.number.clone(),
        ordered_at: order.created_at,
        refund_number: refund.reference.clone(),
        payment_reference: refund.payment_reference.clone(),
        amount_fen: refund.amount_fen,
        payment_fen: order.amount_fen,
        reason: String::new(),
    };
    refund_order(state, request)
}

/// Records a notification that the creator has to look at. When it comes again the problem is not added again.
async fn note_problem(
    state: &AppState,
    method: &MethodInUse,
    order: ProviderOrder,
    notification: Notification,
    problem: Problem,
) -> Result<(), AppError> {
    let (site_id, method, now) = (method.site_id, method.method, state.clock.now());
    state
        .db
        .transaction(move |connection| {
            let (event_id, body) = event_of(&notification);
            let known = queries::find_noted_problem(connection, site_id, method, &event_id)?;
            if known.as_deref() == Some(problem.as_str()) {
                return Ok(());
            }
            note_reported_problem(connection, &order.number, problem, now)?;
            let new = NewNotification {
                id: Uuid::now_v7(),
                site_id,
                method,
                event_id: &event_id,
                order_id: Some(order.id),
                body: &body,
                problem: problem.as_str(),
                received_at: now,
            };
            queries::insert_notification(connection, &new)?;
            Ok(())
        })
        .await
}

/// Records a notification that changes nothing.
async fn record_ignored(
    state: &AppState,
    method: &MethodInUse,
    notification: Notification,
    order_id: Option<Uuid>,
    problem: &'static str,
) -> Result<(), AppError> {
    let (site_id, method, now) = (method.site_id, method.method, state.clock.now());
    state
        .db
        .run(move |connection| {
            let (event_id, body) = event_of(&notification);
            let new = NewNotification {
                id: Uuid::now_v7(),
                site_id,
                method,
                event_id: &event_id,
                order_id,
                body: &body,
                problem,
                received_at: now,
            };
            queries::insert_notification(connection, &new)?;
            Ok(())
        })
        .await
}
