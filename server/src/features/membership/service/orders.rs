//! Orders are made, found, and noted as paid by hand.

use chrono::{DateTime, TimeDelta, Utc};
use chrono_tz::Tz;
use diesel::PgConnection;
use moyan_domain::limits::{
    MANUAL_ORDER_DAYS, ORDER_MINUTES, ORDERS_PER_PAGE_OF_VISITOR, ORDERS_PER_VISITOR_PER_HOUR,
    ORDERS_TO_CONFIRM_PER_VISITOR, PAYER_NOTE_CHARS,
};
use moyan_domain::{
    CouponId, Feature, FieldProblem, OrderId, PackageId, PaymentMethod, Plan, SiteId, VisitorId,
    is_unprintable_in_lines,
};
use moyan_foundation::error::{AppError, Refusal};
use moyan_foundation::state::AppState;
use moyan_foundation::throttle::{self, Allowance};
use rand::Rng as _;
use serde_json::json;
use uuid::Uuid;

use super::{entitlement_under, money, notices, terms_of};
use crate::features::membership::EntitlementState;
use crate::features::membership::coupons::parse_code;
use crate::features::membership::models::CouponRow;
use crate::features::membership::order::{
    CouponTerms, NewOrder, Order, OrderEvent, OrderEventKind, OrderStatus, PackageSnapshot, discount_fen,
    next,
};
use crate::features::membership::promotion_tries::PromotionTries;
use crate::features::membership::queries;
use crate::features::site::service::get_saved;
use crate::features::site::settings::{Membership, is_path};

/// Orders of one visitor.
const ORDERS: Allowance = Allowance::each(TimeDelta::hours(1), ORDERS_PER_VISITOR_PER_HOUR);

/// Orders a package for a visitor who comes from a network.
///
/// An order with a coupon that is refused counts as a guess for visitor and network: a refusal may tell whether the code
/// exists.
pub async fn place_order(state: &AppState, new: NewOrder, network: &str) -> Result<Order, AppError> {
    // A text that cannot be a code is no guess.
    if new.coupon_code().is_some_and(|code| parse_code(code).is_none()) {
        return Err(Refusal::CouponInvalid.into());
    }
    let tries = match new.coupon_code() {
        Some(_) => Some(PromotionTries::count(state, "coupon", new.site_id, new.visitor.id, network).await?),
        None => None,
    };
    let own = state.clone();
    state
        .db
        .transaction(move |connection| {
            let order = create_order(connection, &own, new)?;
            if let Some(tries) = &tries {
                tries.refund(connection)?;
            }
            Ok(order)
        })
        .await
}

/// Orders a package. A pending order of the same package, price, method and coupon is used again; one that costs
/// nothing is paid at once.
pub fn create_order(
    connection: &mut PgConnection,
    state: &AppState,
    new: NewOrder,
) -> Result<Order, AppError> {
    let now = state.clock.now();
    let (team_id, site_name) = queries::lock_buyer(connection, new.site_id, new.visitor.id)?
        .filter(|_| new.visitor.site_id == new.site_id)
        .ok_or(Refusal::VisitorNotFound)?;
    if !is_selling(connection, new.site_id, now)? {
        return Err(Refusal::NothingSold.into());
    }
    let package = package_of(connection, new.site_id, new.package_id)?;
    // Before the coupon is read: a wrong price must reveal nothing about it.
    if new.shown_price_fen != Some(package.price_fen) {
        return Err(Refusal::PriceChanged.into());
    }
    let terms = terms_of(connection, new.site_id)?;
    let entitlement = entitlement_under(connection, terms, new.site_id, new.visitor.id, now)?;
    if entitlement.state == EntitlementState::Lifetime {
        return Err(Refusal::AlreadyLifetime.into());
    }
    let coupon = match new.coupon_code() {
        Some(code) => Some(coupon_of(connection, &new, code, now)?),
        None => None,
    };
    let discount = coupon
        .as_ref()
        .map_or(0, |coupon| discount_fen(coupon.terms, package.price_fen));
    let amount_fen = package.price_fen - discount;
    let method = if amount_fen == 0 {
        PaymentMethod::Free
    } else {
        new.method
    };
    let order = Order {
        id: OrderId(Uuid::now_v7()),
        site_id: new.site_id,
        team_id,
        site_name,
        number: number(now, terms.time_zone),
        visitor_id: new.visitor.id,
        visitor_identifier: new.visitor.identifier().to_owned(),
        package_id: new.package_id,
        price_fen: package.price_fen,
        discount_fen: discount,
        amount_fen,
        paid_fen: 0,
        refunded_fen: 0,
        coupon_id: coupon.as_ref().map(|coupon| coupon.id),
        method,
        // An order that costs nothing uses no payment method, so it is no test order.
        is_test: new.is_test && method != PaymentMethod::Free,
        status: OrderStatus::Pending,
        problems: Vec::new(),
        payer_note: String::new(),
        reason: String::new(),
        return_path: return_path(new.return_path),
        provider_reference: String::new(),
        provider_data: json!({}),
        created_at: now,
        closes_at: now + lifetime_of(method),
        paid_at: None,
        updated_at: now,
        package: serde_json::to_value(package).map_err(|error| AppError::Internal(error.to_string()))?,
    };
    if let Some(pending) = queries::find_pending_like(connection, &order, now)? {
        return Ok(pending);
    }
    // An order that waits has its use already and is found again; every new one needs a use of its own.
    if coupon.is_some_and(|coupon| coupon.is_used_up) {
        return Err(Refusal::CouponUsedUp.into());
    }
    let key = format!("orders {}", new.visitor.id);
    throttle::hit(connection, &key, ORDERS, now)?;
    queries::insert_order(connection, &order)?;
    if let Some(coupon_id) = order.coupon_id {
        queries::take_use(connection, coupon_id, order.id, order.visitor_id, now)?;
    }
    let data = json!({ "amountFen": order.amount_fen, "method": order.method });
    queries::insert_event(connection, order.id, OrderEventKind::Created, &data, None, now)?;
    if method == PaymentMethod::Free {
        return money::complete(connection, state, order, now, None);
    }
    Ok(order)
}

/// Whether the plan of a site's team lets it sell.
pub fn is_selling(
    connection: &mut PgConnection,
    site_id: SiteId,
    now: DateTime<Utc>,
) -> Result<bool, AppError> {
    let plan = queries::find_plan(connection, site_id)?;
    Ok(plan
        .is_some_and(|(plan, ends_at)| Plan::effective(plan, ends_at, now).has(Feature::MembershipPayments)))
}

/// A package that is sold now, as it is.
fn package_of(
    connection: &mut PgConnection,
    site_id: SiteId,
    id: PackageId,
) -> Result<PackageSnapshot, AppError> {
    let packages = get_saved::<Membership>(connection, site_id)?.data.packages;
    let found = packages
        .iter()
        .find(|package| package.id == id.0 && !package.is_archived)
        .ok_or(Refusal::PackageNotSold)?;
    let price_fen = found.price_fen().ok_or(Refusal::PackageNotSold)?;
    Ok(PackageSnapshot::of(found, price_fen))
}

/// A coupon that holds for an order.
struct Coupon {
    id: CouponId,
    terms: CouponTerms,
    /// No new order may use it.
    is_used_up: bool,
}

/// A coupon that holds for this order, locked until the transaction ends.
fn coupon_of(
    connection: &mut PgConnection,
    new: &NewOrder,
    code: &str,
    now: DateTime<Utc>,
) -> Result<Coupon, AppError> {
    let code = parse_code(code).ok_or(Refusal::CouponInvalid)?;
    let row = queries::lock_coupon_by_code(connection, new.site_id, &code)?.ok_or(Refusal::CouponInvalid)?;
    let packages: Vec<Uuid> = serde_json::from_value(row.package_ids.clone())
        .map_err(|error| AppError::Internal(format!("the packages of a coupon cannot be read: {error}")))?;
    let is_in_time = is_in_time(row.starts_at, row.ends_at, now);
    let is_for_package = packages.is_empty() || packages.contains(&new.package_id.0);
    if row.is_archived || !is_in_time || !is_for_package {
        return Err(Refusal::CouponInvalid.into());
    }
    let is_used_up = is_used_up(connection, &row, new.visitor.id)?;
    let terms = match (row.percent_off, row.amount_off_fen) {
        (Some(percent), _) => CouponTerms::Percent(percent),
        (None, amount) => CouponTerms::Fen(amount.unwrap_or(0)),
    };
    Ok(Coupon {
        id: row.id,
        terms,
        is_used_up,
    })
}

/// Whether a coupon holds: from its start until right before its end.
fn is_in_time(starts_at: Option<DateTime<Utc>>, ends_at: Option<DateTime<Utc>>, now: DateTime<Utc>) -> bool {
    starts_at.is_none_or(|start| start <= now) && ends_at.is_none_or(|end| now < end)
}

/// Whether no new order of a visitor may use a coupon. The lock on it keeps that as it is.
fn is_used_up(
    connection: &mut PgConnection,
    coupon: &CouponRow,
    visitor_id: VisitorId,
) -> Result<bool, AppError> {
    let n_own = queries::count_uses_of_visitor(connection, coupon.id, visitor_id)?;
    let of_visitor = coupon.max_uses_per_visitor;
    Ok(coupon.max_uses.is_some_and(|max| coupon.n_uses >= max)
        || of_visitor.is_some_and(|max| n_own >= i64::from(max)))
}

/// Takes the use of a coupon again that an order released when it was rejected, unless another order has it now.
fn take_coupon_again(
    connection: &mut PgConnection,
    order: &Order,
    now: DateTime<Utc>,
) -> Result<(), AppError> {
    let coupon = match order.coupon_id {
        Some(id) => queries::lock_coupon(connection, order.site_id, id)?,
        None => None,
    };
    if let Some(coupon) = coupon
        && is_used_up(connection, &coupon, order.visitor_id)?
    {
        return Err(Refusal::CouponUsedUp.into());
    }
    money::take_coupon(connection, order, now)
}

fn lifetime_of(method: PaymentMethod) -> TimeDelta {
    match method {
        PaymentMethod::Manual => TimeDelta::days(MANUAL_ORDER_DAYS),
        _ => TimeDelta::minutes(ORDER_MINUTES),
    }
}

/// A path of the site, else its homepage.
fn return_path(path: String) -> String {
    if is_path(&path) { path } else { "/".to_owned() }
}

/// A number that people can write into the remark of a payment: the site's day, and ten digits by chance.
fn number(now: DateTime<Utc>, time_zone: Tz) -> String {
    let digits: u64 = rand::rng().random_range(0..10_000_000_000);
    format!("{}{digits:010}", now.with_timezone(&time_zone).format("%Y%m%d"))
}

/// An order of a visitor by its number; nothing when it is somebody else's.
pub fn find_order_of_visitor(
    connection: &mut PgConnection,
    site_id: SiteId,
    visitor_id: VisitorId,
    number: &str,
) -> Result<Order, AppError> {
    let found = queries::find_order_of_visitor(connection, site_id, visitor_id, number)?;
    Ok(found.ok_or(Refusal::OrderNotFound)?)
}

/// The latest orders of a visitor, the newest first.
pub fn list_orders_of_visitor(
    connection: &mut PgConnection,
    site_id: SiteId,
    visitor_id: VisitorId,
) -> Result<Vec<Order>, AppError> {
    let limit = ORDERS_PER_PAGE_OF_VISITOR;
    Ok(queries::list_orders_of_visitor(
        connection, site_id, visitor_id, limit,
    )?)
}

/// The visitor says that an order was paid by hand. Those who may confirm it get a mail, once for each time it begins
/// to wait for them, unless many of the site did so within the hour. A visitor has a few orders that wait.
pub fn note_manual_payment(
    connection: &mut PgConnection,
    state: &AppState,
    site_id: SiteId,
    visitor_id: VisitorId,
    number: &str,
    note: &str,
) -> Result<Order, AppError> {
    let note = note.trim();
    if note.chars().count() > PAYER_NOTE_CHARS {
        return Err(AppError::invalid(
            "note",
            FieldProblem::TooLong {
                max: PAYER_NOTE_CHARS,
            },
        ));
    }
    if note.chars().any(is_unprintable_in_lines) {
        return Err(AppError::invalid("note", FieldProblem::ControlCharacter));
    }
    let now = state.clock.now();
    let mut order = queries::lock_order_by_number(connection, number)?
        .filter(|order| order.site_id == site_id && order.visitor_id == visitor_id)
        .ok_or(Refusal::OrderNotFound)?;
    let before = order.status;
    let after = next(before, OrderEvent::Noted)
        .filter(|_| order.method == PaymentMethod::Manual)
        .ok_or(Refusal::OrderTransition)?;
    if before != after && queries::count_to_confirm(connection, visitor_id)? >= ORDERS_TO_CONFIRM_PER_VISITOR
    {
        return Err(Refusal::TooManyOrdersToConfirm.into());
    }
    order.status = after;
    order.payer_note = note.to_owned();
    order.updated_at = now;
    queries::update_order(connection, &order)?;
    if before == OrderStatus::Rejected {
        take_coupon_again(connection, &order, now)?;
    }
    let data = json!({ "note": note });
    queries::insert_event(connection, order.id, OrderEventKind::Noted, &data, None, now)?;
    if before != after {
        notices::to_confirm(connection, state, &order)?;
    }
    Ok(order)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_begins_with_the_day_of_the_site() {
        // Midnight in Shanghai.
        let at = DateTime::from_timestamp(1_795_017_600, 0).unwrap_or_default();
        for (time_zone, day) in [
            (chrono_tz::UTC, "20261118"),
            (chrono_tz::Asia::Shanghai, "20261119"),
            (chrono_tz::America::New_York, "20261118"),
        ] {
            let number = number(at, time_zone);
            assert!(number.starts_with(day) && number.len() == 18, "{number}");
        }
    }

    #[test]
    fn a_coupon_holds_from_its_start_until_right_before_its_end() {
        let at = |seconds| DateTime::from_timestamp(seconds, 0);
        let holds = |start, end| is_in_time(start, end, at(100).unwrap_or_default());
        assert!(holds(None, None));
        assert!(holds(at(100), None) && !holds(at(101), None));
        assert!(holds(None, at(101)) && !holds(None, at(100)));
    }
}
