//! Orders, as the console lists and decides them.

use chrono::{DateTime, TimeDelta, Utc};
use diesel::PgConnection;
use moyan_domain::limits::{EXPIRING_DAYS, REVENUE_DAYS};
use moyan_domain::{OrderId, PaymentMethod, SiteId};
use moyan_foundation::access::Caller;
use moyan_foundation::error::{AppError, Refusal};
use moyan_foundation::http::csv::Table;
use moyan_foundation::http::pagination::Page;
use moyan_foundation::listing::{parse_search, pattern_of};
use moyan_foundation::state::AppState;
use serde_json::json;

use super::member_list;
use super::order_dto::{OrderDetailDto, OrderDto, OrderPageDto, OrdersTodoDto};
use super::order_queries::{self, ListedOrder, OrderFilter};
use crate::features::membership::order::{OrderEventKind, OrderStatus, Problem};
use crate::features::membership::{queries, service};

/// What `problem` of the list takes: the name of one, or `any`.
pub const PROBLEMS: &[&str] = &{
    let mut names = ["any"; Problem::NAMES.len() + 1];
    let (_, problems) = names.split_at_mut(1);
    problems.copy_from_slice(Problem::NAMES);
    names
};

/// Reads what the list is filtered by.
pub fn parse_filter(
    search: Option<String>,
    status: Option<OrderStatus>,
    method: Option<PaymentMethod>,
    problem: Option<String>,
    (from, to): (Option<DateTime<Utc>>, Option<DateTime<Utc>>),
) -> Result<OrderFilter, AppError> {
    if problem
        .as_deref()
        .is_some_and(|problem| !PROBLEMS.contains(&problem))
    {
        return Err(Refusal::BadRequest.into());
    }
    Ok(OrderFilter {
        pattern: parse_search(search)?.as_deref().map(pattern_of),
        status,
        method,
        problem,
        from,
        to,
    })
}

/// A page of orders, with how many there are in each state.
pub fn list(
    connection: &mut PgConnection,
    site_id: SiteId,
    filter: &OrderFilter,
    page: &Page,
) -> Result<OrderPageDto, AppError> {
    let after = page.cursor_id()?;
    let mut rows = order_queries::list_orders(connection, site_id, filter, after, page.limit + 1)?;
    let next_cursor = page.cut(&mut rows, |row| row.order.id);
    let orders = rows
        .into_iter()
        .map(OrderDto::try_from)
        .collect::<Result<_, _>>()?;
    Ok(OrderPageDto {
        orders,
        next_cursor,
        counts: order_queries::count_by_status(connection, site_id)?
            .into_iter()
            .map(|(status, number)| (status.as_str().to_owned(), number))
            .collect(),
    })
}

/// An order of the site.
pub fn find(connection: &mut PgConnection, site_id: SiteId, id: OrderId) -> Result<ListedOrder, AppError> {
    let found = order_queries::find_order(connection, site_id, id)?;
    Ok(found.ok_or(Refusal::OrderNotFound)?)
}

/// An order as it is now.
pub fn get(connection: &mut PgConnection, site_id: SiteId, id: OrderId) -> Result<OrderDto, AppError> {
    OrderDto::try_from(find(connection, site_id, id)?)
}

/// An order with all that happened.
pub fn detail(
    connection: &mut PgConnection,
    site_id: SiteId,
    id: OrderId,
) -> Result<OrderDetailDto, AppError> {
    Ok(OrderDetailDto {
        order: get(connection, site_id, id)?,
        events: order_queries::list_events(connection, id)?
            .into_iter()
            .map(Into::into)
            .collect(),
        payments: order_queries::list_payments(connection, id)?
            .into_iter()
            .map(Into::into)
            .collect(),
        refunds: order_queries::list_refunds(connection, id)?
            .into_iter()
            .map(Into::into)
            .collect(),
        disputes: queries::list_disputes(connection, id)?
            .into_iter()
            .map(Into::into)
            .collect(),
    })
}

/// Keeps what the team notes about a confirmation, in the timeline of the order.
pub fn note_confirmation(
    connection: &mut PgConnection,
    caller: &Caller,
    id: OrderId,
    note: &str,
) -> Result<(), AppError> {
    if !note.is_empty() {
        let data = json!({ "note": note });
        queries::insert_event(
            connection,
            id,
            OrderEventKind::Confirmed,
            &data,
            Some(caller.user_id),
            caller.now,
        )?;
    }
    Ok(())
}

/// What waits for the team.
pub fn todo(
    connection: &mut PgConnection,
    site_id: SiteId,
    now: DateTime<Utc>,
) -> Result<OrdersTodoDto, AppError> {
    let counts = order_queries::count_by_status(connection, site_id)?;
    let n_awaiting = counts
        .iter()
        .find(|(status, _)| *status == OrderStatus::AwaitingConfirmation);
    let soon = now + TimeDelta::days(EXPIRING_DAYS);
    Ok(OrdersTodoDto {
        n_awaiting_confirmation: n_awaiting.map_or(0, |(_, number)| *number),
        n_problems: order_queries::count_problems(connection, site_id)?,
        n_expiring: member_list::count_ending(connection, site_id, now, soon)?,
        revenue_fen_30_days: order_queries::sum_revenue(
            connection,
            site_id,
            now - TimeDelta::days(REVENUE_DAYS),
        )?,
    })
}

/// Sends the receipt of a paid order again.
pub fn resend_receipt(
    connection: &mut PgConnection,
    state: &AppState,
    site_id: SiteId,
    id: OrderId,
) -> Result<(), AppError> {
    let order = find(connection, site_id, id)?.order;
    match order.status {
        OrderStatus::Paid | OrderStatus::PartiallyRefunded => {
            service::send_receipt(connection, state, &order)
        }
        _ => Err(Refusal::OrderTransition.into()),
    }
}

/// The orders of a site, or of all sites, as CSV for who runs the platform: also of sites, teams and visitors that are
/// gone. `from`: only those that were made since.
pub fn export_for_operator(
    connection: &mut PgConnection,
    site_id: Option<SiteId>,
    from: Option<DateTime<Utc>>,
) -> Result<Vec<u8>, AppError> {
    let filter = OrderFilter {
        from,
        ..OrderFilter::default()
    };
    let names: Vec<&str> = ["siteId", "siteName", "teamId"]
        .into_iter()
        .chain(COLUMNS)
        .collect();
    let mut table = Table::new(&names)?;
    let mut after = None;
    loop {
        let rows = match site_id {
            Some(site_id) => order_queries::list_orders(connection, site_id, &filter, after, BATCH)?,
            None => order_queries::list_orders_of_all(connection, &filter, after, BATCH)?,
        };
        let Some(last) = rows.last() else {
            return table.into_bytes();
        };
        after = Some(last.order.id.0);
        for row in rows {
            let order = &row.order;
            let site = [
                order.site_id.to_string(),
                order.site_name.clone(),
                order.team_id.to_string(),
            ];
            let cells = cells_of(row)?;
            let line: Vec<&str> = site.iter().chain(&cells).map(String::as_str).collect();
            table.line(&line)?;
        }
    }
}

/// Orders that are read at once.
const BATCH: i64 = 1000;

/// The columns of an order in the operator's CSV.
const COLUMNS: [&str; 16] = [
    "number",
    "createdAt",
    "visitor",
    "package",
    "priceFen",
    "discountFen",
    "amountFen",
    "paidFen",
    "refundedFen",
    "coupon",
    "method",
    "isTest",
    "status",
    "problems",
    "paidAt",
    "note",
];

fn cells_of(row: ListedOrder) -> Result<[String; COLUMNS.len()], AppError> {
    let order = OrderDto::try_from(row)?;
    Ok([
        order.number,
        order.created_at.to_rfc3339(),
        order.visitor_identifier,
        order.package.name,
        order.price_fen.to_string(),
        order.discount_fen.to_string(),
        order.amount_fen.to_string(),
        order.paid_fen.to_string(),
        order.refunded_fen.to_string(),
        order.coupon_code.unwrap_or_default(),
        order.method.as_str().to_owned(),
        order.is_test.to_string(),
        order.status.as_str().to_owned(),
        order
            .problems
            .iter()
            .map(|problem| problem.as_str())
            .collect::<Vec<_>>()
            .join(" "),
        order.paid_at.map(|at| at.to_rfc3339()).unwrap_or_default(),
        order.payer_note,
    ])
}
