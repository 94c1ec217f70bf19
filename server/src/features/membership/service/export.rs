//! What a visitor's own export says of money and memberships. Source: the specification, §6; PIPL, article 45.

use diesel::PgConnection;
use moyan_domain::{OrderId, SiteId, VisitorId};
use moyan_foundation::error::AppError;
use serde_json::{Value, json};

use crate::features::membership::queries;

/// Orders with what came in and went back, and the memberships that were given, the newest first. What the team noted
/// for itself is left out.
pub fn export_of_visitor(
    connection: &mut PgConnection,
    site_id: SiteId,
    visitor_id: VisitorId,
) -> Result<(Value, Value), AppError> {
    let payments = queries::list_payments_of_visitor(connection, site_id, visitor_id)?;
    let refunds = queries::list_refunds_of_visitor(connection, site_id, visitor_id)?;
    let payments_of = |id: OrderId| -> Vec<Value> {
        let own = payments.iter().filter(|row| row.order_id == id);
        own.map(
            |row| json!({ "amountFen": row.amount_fen, "reference": row.reference, "paidAt": row.paid_at }),
        )
        .collect()
    };
    let refunds_of = |id: OrderId| -> Vec<Value> {
        let own = refunds.iter().filter(|row| row.order_id == id);
        own.map(
            |row| json!({ "amountFen": row.amount_fen, "status": row.status, "createdAt": row.created_at }),
        )
        .collect()
    };
    let orders = queries::list_orders_of_visitor(connection, site_id, visitor_id, i64::MAX)?
        .into_iter()
        .map(|order| {
            Ok(json!({
                "number": order.number, "package": order.package()?.name, "method": order.method,
                "amountFen": order.amount_fen, "discountFen": order.discount_fen, "status": order.status,
                "isTest": order.is_test, "note": order.payer_note, "createdAt": order.created_at,
                "paidAt": order.paid_at, "payments": payments_of(order.id), "refunds": refunds_of(order.id),
            }))
        })
        .collect::<Result<Vec<Value>, AppError>>()?;
    let memberships: Vec<Value> = queries::list_grants_of_visitor(connection, site_id, visitor_id)?
        .into_iter()
        .map(|grant| {
            json!({
                "source": grant.source, "package": grant.package_name, "months": grant.n_months,
                "days": grant.n_days, "isLifetime": grant.is_lifetime, "isTest": grant.is_test,
                "grantedAt": grant.granted_at, "revokedAt": grant.revoked_at,
            })
        })
        .collect();
    Ok((json!(orders), json!(memberships)))
}
