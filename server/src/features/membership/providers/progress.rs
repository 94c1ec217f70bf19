//! Orders whose payer came back from the provider: it is asked at once, and what it says of money that did not come in
//! is kept beside the order.
//!
//! Source: docs.stripe.com/checkout/fulfillment, which asks again on return too; notifications may come late or not at
//! all.

use actix_web::rt::time::timeout;
use actix_web::web;
use chrono::{DateTime, TimeDelta, Utc};
use diesel::PgConnection;
use moyan_domain::SiteId;
use moyan_domain::limits::{
    ORDER_ANSWER_AWAITED_FOR, ORDER_ASKED_ON_RETURN, ORDER_CONFIRMING_FOR, ORDER_MINUTES,
    ORDER_ON_ITS_WAY_DAYS,
};
use moyan_foundation::error::{AppError, Refusal};
use moyan_foundation::state::AppState;
use moyan_foundation::throttle::{self, Allowance};
use moyan_payments::Progress;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::polling::inquire;
use super::queries::{self, ProviderOrder};
use crate::features::membership::order::OrderStatus;
use crate::features::membership::payment_methods::service;

/// How often a provider is asked for one order whose page is open.
const QUESTIONS: Allowance = Allowance::each(ORDER_ASKED_ON_RETURN, 1);

/// How far the payment of an unpaid order is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PaymentStep {
    /// Nothing is known of the payer.
    Waiting,
    /// The payer came back, and the provider may still say that the money is there.
    Confirming,
    /// The payer has confirmed, and a bank transfers the money.
    AtBank,
    /// The payment failed.
    Failed,
    /// The page or the code of the provider ended.
    Expired,
    /// The payer came back, and the provider knows of no payment.
    NotFound,
}

impl PaymentStep {
    /// Whether money may be on its way. Then the payer must not pay a second time.
    pub fn may_be_paid_already(self) -> bool {
        matches!(self, Self::Confirming | Self::AtBank)
    }
}

/// The progress as it is stored with the order. A new payment removes it.
#[derive(Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Kept {
    #[serde(skip_serializing_if = "Option::is_none")]
    progress: Option<Progress>,
    #[serde(skip_serializing_if = "Option::is_none")]
    returned_at: Option<DateTime<Utc>>,
    /// When the provider said last that no money is there.
    #[serde(skip_serializing_if = "Option::is_none")]
    answered_at: Option<DateTime<Utc>>,
}

impl Kept {
    fn of(data: &Value) -> Self {
        Self::deserialize(data).unwrap_or_default()
    }

    /// The data of an order with this in it.
    fn within(&self, data: &Value) -> Value {
        let mut fields = data.as_object().cloned().unwrap_or_default();
        for name in ["progress", "returnedAt", "answeredAt"] {
            fields.remove(name);
        }
        if let Ok(Value::Object(own)) = serde_json::to_value(self) {
            fields.extend(own);
        }
        Value::Object(fields)
    }

    fn step(&self) -> PaymentStep {
        match (self.progress, self.returned_at) {
            (Some(Progress::OnItsWay), _) => PaymentStep::AtBank,
            (Some(Progress::Failed), _) => PaymentStep::Failed,
            (Some(Progress::Expired), _) => PaymentStep::Expired,
            (None, None) => PaymentStep::Waiting,
            // An answer right after the return may have come too early.
            (None, Some(returned_at))
                if self
                    .answered_at
                    .is_some_and(|at| at >= returned_at + ORDER_CONFIRMING_FOR) =>
            {
                PaymentStep::NotFound
            }
            (None, Some(_)) => PaymentStep::Confirming,
        }
    }
}

/// How far the payment of an order is, by what is kept of it.
pub fn step_of(provider_data: &Value) -> PaymentStep {
    Kept::of(provider_data).step()
}

/// Polls the provider of an unpaid order whose payment has begun, at most once in a few seconds. The page waits for the
/// answer a moment only; a later answer is recorded all the same. `is_back`: the payer has just returned from the provider.
pub async fn ask_now(state: &AppState, site_id: SiteId, number: &str, is_back: bool) -> Result<(), AppError> {
    if state.platform.is_read_only {
        return Ok(());
    }
    let (shared, number, now) = (state.clone(), number.to_owned(), state.clock.now());
    let found = state
        .db
        .transaction(move |connection| {
            let found = queries::find(connection, &number)?;
            let Some(order) = found.filter(|order| order.site_id == site_id && is_to_be_asked(order)) else {
                return Ok(None);
            };
            if is_back {
                note_return(connection, &order, now)?;
            }
            match throttle::hit(connection, &format!("orderAsked {number}"), QUESTIONS, now) {
                Err(AppError::RateLimited { .. }) => return Ok(None),
                counted => counted?,
            }
            let method = order.method;
            match service::find_method_in(connection, &shared, site_id, method, order.is_test) {
                Err(AppError::Refused(Refusal::MerchantKeysUnavailable)) => Ok(None),
                method => Ok(method?.map(|method| (order, method))),
            }
        })
        .await?;
    let Some((order, method)) = found else {
        return Ok(());
    };
    let shared = state.clone();
    let asking = web::block(move || {
        if let Err(error) = inquire(&shared, &order, &method) {
            tracing::warn!(order = order.number, cause = %error, "a provider was not asked on return");
        }
    });
    if let Ok(Err(error)) = timeout(ORDER_ANSWER_AWAITED_FOR, asking).await {
        return Err(AppError::Internal(error.to_string()));
    }
    Ok(())
}

fn is_to_be_asked(order: &ProviderOrder) -> bool {
    order.status == OrderStatus::Pending && !order.provider_reference.is_empty()
}

/// Notes that the payer came back, the first time since the payment was begun.
fn note_return(
    connection: &mut PgConnection,
    order: &ProviderOrder,
    now: DateTime<Utc>,
) -> Result<(), AppError> {
    change(connection, order, |kept| {
        kept.returned_at = kept.returned_at.or(Some(now));
        None
    })
}

/// Notes what the provider says of an order for which no money came: in the caller's transaction. Money on its way keeps
/// the order open for days, and one that failed leaves the time to pay again.
pub(super) fn note(
    connection: &mut PgConnection,
    order: &ProviderOrder,
    progress: Option<Progress>,
    now: DateTime<Utc>,
) -> Result<(), AppError> {
    change(connection, order, |kept| {
        let is_new = kept.progress != progress;
        kept.progress = progress;
        kept.answered_at = kept.returned_at.map(|_| now);
        match progress.filter(|_| is_new)? {
            Progress::OnItsWay => Some(now + TimeDelta::days(ORDER_ON_ITS_WAY_DAYS)),
            Progress::Failed => Some(now + TimeDelta::minutes(ORDER_MINUTES)),
            Progress::Expired => None,
        }
    })
}

/// Changes what is kept of an order, unless its payment was begun in another way since it was read. `change` says until
/// when it can be paid, when that is another moment.
fn change(
    connection: &mut PgConnection,
    order: &ProviderOrder,
    change: impl FnOnce(&mut Kept) -> Option<DateTime<Utc>>,
) -> Result<(), AppError> {
    let Some(now) = queries::lock(connection, order.id)? else {
        return Ok(());
    };
    if !is_to_be_asked(&now) || now.provider_reference != order.provider_reference {
        return Ok(());
    }
    let mut kept = Kept::of(&now.provider_data);
    let closes_at = change(&mut kept).unwrap_or(now.closes_at);
    let data = kept.within(&now.provider_data);
    if data != now.provider_data || closes_at != now.closes_at {
        queries::note_progress(connection, now.id, &data, closes_at)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_is_kept_says_how_far_the_payment_is() {
        use PaymentStep::{AtBank, Confirming, Expired, Failed, NotFound, Waiting};
        for (data, step) in [
            (json!({}), Waiting),
            (json!({ "code": "weixin://x", "client": "Desktop" }), Waiting),
            (json!({ "progress": "onItsWay" }), AtBank),
            (
                json!({ "progress": "failed", "returnedAt": "2026-01-31T12:00:00Z" }),
                Failed,
            ),
            (json!({ "progress": "expired" }), Expired),
            (json!({ "returnedAt": "2026-01-31T12:00:00Z" }), Confirming),
            (
                json!({ "returnedAt": "2026-01-31T12:00:00Z", "answeredAt": "2026-01-31T12:00:29Z" }),
                Confirming,
            ),
            (
                json!({ "returnedAt": "2026-01-31T12:00:00Z", "answeredAt": "2026-01-31T12:00:30Z" }),
                NotFound,
            ),
        ] {
            assert_eq!(step_of(&data), step, "{data}");
        }
    }

    #[test]
    fn what_opens_the_payment_stays() {
        let data = json!({ "code": "weixin://x", "client": "Desktop", "progress": "expired" });
        let kept = Kept::default().within(&data);
        assert_eq!(kept, json!({ "code": "weixin://x", "client": "Desktop" }));
    }
}
