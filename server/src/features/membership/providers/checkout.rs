//! From an order to the page or the code of its provider.

use actix_web::web;
use chrono::TimeDelta;
use moyan_domain::limits::CHECKOUTS_PER_ORDER_PER_HOUR;
use moyan_domain::{MethodProblem, SiteId};
use moyan_foundation::error::{AppError, Refusal};
use moyan_foundation::state::AppState;
use moyan_foundation::throttle::{self, Allowance};
use moyan_payments::{Checkout, Client, PayerLogin, PaymentError, PaymentOrder};
use serde_json::{Value, json};

use super::polling::{first_poll, inquire};
use super::progress::step_of;
use super::queries::{self, ProviderOrder};
use crate::features::membership::order::OrderStatus;
use crate::features::membership::payment_methods::{MethodInUse, refusal_of, service};

/// How often a provider is called for one order: reloading a page must not occupy all threads.
const CHECKOUTS: Allowance = Allowance::each(TimeDelta::hours(1), CHECKOUTS_PER_ORDER_PER_HOUR);

/// Who pays, and where to.
#[derive(Clone, Debug)]
pub struct Payer {
    /// The payer's kind of browser.
    pub client: Client,
    /// The payer's address.
    pub address: String,
    /// The page of the order, to which the provider leads back.
    pub return_url: String,
    /// How the provider knows the payer, where it asks for that.
    pub login: PayerLogin,
}

/// Begins the payment of an order of this site that waits for its money, or goes on with one that was begun.
pub async fn start_checkout(
    state: &AppState,
    site_id: SiteId,
    order_number: &str,
    payer: Payer,
) -> Result<Checkout, AppError> {
    let (shared, number) = (state.clone(), order_number.to_owned());
    let (client, now) = (payer.client, state.clock.now());
    let found = state
        .db
        .run(move |connection| {
            let Some(order) = queries::find(connection, &number)?.filter(|order| order.site_id == site_id)
            else {
                return Err(Refusal::OrderNotFound.into());
            };
            let method = service::find_method(connection, &shared, site_id, order.method)?;
            let method = service::require_method(method)?;
            if !is_begun(&order.provider_data, client) {
                throttle::hit(connection, &format!("checkout {number}"), CHECKOUTS, now)?;
            }
            Ok((order, method))
        })
        .await?;
    let (order, method) = found;
    if now >= order.closes_at {
        return Err(Refusal::OrderTransition.into());
    }
    if order.status != OrderStatus::Pending || order.is_test != method.is_test || !method.is_enabled {
        return Err(Refusal::PaymentMethodNotSetUp.into());
    }
    if step_of(&order.provider_data).may_be_paid_already() {
        return Err(Refusal::OrderTransition.into());
    }
    if let Some(checkout) = stored_code(&order.provider_data, client) {
        return Ok(checkout);
    }
    let checkout = begin(state, &order, &method, payer).await?;
    let (reference, data) = match &checkout {
        Checkout::Login { .. } => return Ok(checkout),
        Checkout::Redirect { reference, .. } => (reference.clone(), json!({})),
        Checkout::Code { text, reference } => (
            reference.clone(),
            json!({ "code": text, "client": format!("{client:?}") }),
        ),
        Checkout::InApp { begun, reference, .. } => (
            reference.clone(),
            json!({ "begun": begun, "client": format!("{client:?}") }),
        ),
    };
    match note_begun(state, &order, &method, &reference, data).await? {
        Noted::Payable => return Ok(checkout),
        Noted::Closed | Noted::No => {}
        Noted::Apart => close_apart(state, &order, method, reference).await?,
    }
    Err(Refusal::OrderTransition.into())
}

/// Begins the payment at the provider.
async fn begin(
    state: &AppState,
    order: &ProviderOrder,
    method: &MethodInUse,
    payer: Payer,
) -> Result<Checkout, AppError> {
    let now = state.clock.now();
    let asked = payment_order(state, order, method, Some(payer));
    let (shared, asking, known) = (state.clone(), method.clone(), order.clone());
    web::block(move || {
        let created = asking.provider.create(&asked);
        // Its notification may not have come yet, and it may not have been polled.
        if created == Err(PaymentError::UnderWay)
            && let Err(error) = inquire(&shared, &known, &asking)
        {
            tracing::warn!(order = known.number, cause = %error, "a provider was not asked for what is under way");
        }
        // The buyer cannot fix refused keys. The creator sees the problem beside the method until the keys are checked or
        // changed. A payment that begins does not prove the keys: Alipay's page is signed here, without a call.
        if matches!(created, Err(PaymentError::Keys(_))) {
            let problem = Some(MethodProblem::KeysRefused);
            if let Err(error) = service::note_problem(&shared, &asking, problem, now) {
                tracing::warn!(%error, "that a provider refused keys was not noted");
            }
        }
        created
    })
    .await
    .map_err(|error| AppError::Internal(error.to_string()))?
    .map_err(|error| refusal_of(&error))
}

/// Notes at the order what was begun at the provider.
async fn note_begun(
    state: &AppState,
    order: &ProviderOrder,
    method: &MethodInUse,
    reference: &str,
    data: Value,
) -> Result<Noted, AppError> {
    let begun_at = state.clock.now();
    let (provider, known, begun) = (method.provider.clone(), order.clone(), reference.to_owned());
    state
        .db
        .transaction(move |connection| {
            // Meanwhile another payment may have begun, or the order been paid or closed.
            let Some(order) = queries::lock(connection, known.id)? else {
                return Ok(Noted::No);
            };
            let reference = provider.joined_reference(&order.provider_reference, &begun);
            if is_under_way(&known, &order, &reference) {
                // With a number in common both are the same payment at the provider.
                let mut numbers = begun.split(',');
                let is_shared = numbers.any(|number| order.provider_reference.contains(number));
                return Ok(if is_shared { Noted::No } else { Noted::Apart });
            }
            let polls_at = first_poll(begun_at, order.closes_at);
            queries::note_checkout(connection, order.id, &reference, &data, begun_at, polls_at)?;
            match order.status == OrderStatus::Pending && begun_at < order.closes_at {
                true => Ok(Noted::Payable),
                // The poll at its closing closes it at the provider.
                false => Ok(Noted::Closed),
            }
        })
        .await
}

/// Closes a payment at the provider that was begun in vain: nobody was shown it, and it is never polled.
async fn close_apart(
    state: &AppState,
    order: &ProviderOrder,
    method: MethodInUse,
    reference: String,
) -> Result<(), AppError> {
    let mut asked = payment_order(state, order, &method, None);
    asked.provider_reference = reference;
    let closed = web::block(move || method.provider.close(&asked))
        .await
        .map_err(|error| AppError::Internal(error.to_string()))?;
    if let Err(error) = closed {
        tracing::warn!(order = order.number, %error, "what was begun for nothing was not closed");
    }
    Ok(())
}

/// What became of a payment that was begun at the provider.
enum Noted {
    /// The order has it, and can be paid with it.
    Payable,
    /// The order has it, but cannot be paid any more.
    Closed,
    /// The order does not have it: it is gone, paid, or being paid under the same number.
    No,
    /// The order does not have it, and it is a payment of its own at the provider.
    Apart,
}

/// Whether an order was paid since it was read as `known`, or another payment than `reference` has begun for it.
fn is_under_way(known: &ProviderOrder, now: &ProviderOrder, reference: &str) -> bool {
    let is_open = matches!(now.status, OrderStatus::Pending | OrderStatus::Closed);
    let is_lost =
        now.provider_reference != known.provider_reference && !reference.starts_with(&now.provider_reference);
    !is_open || is_lost || step_of(&now.provider_data).may_be_paid_already()
}

/// Whether a page for this client can show the payment again without asking the provider: its code, or what its app
/// opens.
pub fn is_begun(data: &Value, client: Client) -> bool {
    stored(data, client, "code").is_some() || stored(data, client, "begun").is_some()
}

/// A text that was stored for this client.
fn stored<'a>(data: &'a Value, client: Client, name: &str) -> Option<&'a str> {
    let is_same_client = data.get("client")?.as_str()? == format!("{client:?}");
    is_same_client.then_some(())?;
    data.get(name)?.as_str()
}

/// A code that was made before. It lives as long as the order; addresses of pages end earlier and are requested again.
fn stored_code(data: &Value, client: Client) -> Option<Checkout> {
    Some(Checkout::Code {
        text: stored(data, client, "code")?.to_owned(),
        reference: String::new(),
    })
}

/// The order as the provider takes it; without a payer when it is only asked about.
pub(super) fn payment_order(
    state: &AppState,
    order: &ProviderOrder,
    method: &MethodInUse,
    payer: Option<Payer>,
) -> PaymentOrder {
    let package = order
        .package
        .get("name")
        .and_then(Value::as_str)
        .unwrap_or_default();
    let payer = payer.unwrap_or_else(|| Payer {
        client: Client::Desktop,
        address: String::new(),
        return_url: String::new(),
        login: PayerLogin::default(),
    });
    PaymentOrder {
        number: order.number.clone(),
        amount_fen: order.amount_fen,
        currency: order.currency.clone(),
        product: package.to_owned(),
        shop: order.site_name.clone(),
        return_url: payer.return_url,
        notify_url: service::hook_url(&state.platform.public_url, order.site_id, method.method),
        ordered_at: order.created_at,
        closes_at: order.closes_at,
        client_address: payer.address,
        client: payer.client,
        provider_reference: order.provider_reference.clone(),
        begun: stored(&order.provider_data, payer.client, "begun")
            .unwrap_or_default()
            .to_owned(),
        login: payer.login,
    }
}
