//! What stands first on the account page: the membership, redeem codes and orders.

use maud::{Markup, html};
use moyan_foundation::error::AppError;

use super::FormContext;
use super::buying::words_of;
use super::offer::standing_of;
use crate::features::membership::order::{Order, OrderStatus};
use crate::features::membership::service;
use crate::features::public_site::pages::orders::{self, Next, OrderLine};
use crate::features::public_site::pages::plans::{RedeemField, Standing, redeem_form, standing};
use crate::features::public_site::words::BuyingWords;
use crate::features::visitor::Visitor;

/// What stands first on the account page: the membership, redeem codes and orders.
pub async fn membership_panel(
    context: &FormContext<'_>,
    visitor: &Visitor,
    refused: Option<&RedeemField>,
) -> Result<Markup, AppError> {
    let (site_id, visitor_id) = (context.site_id(), visitor.id);
    let now = context.state.clock.now();
    let (entitlement, orders) = context
        .state
        .db
        .run(move |connection| {
            Ok((
                service::entitlement_of(connection, site_id, visitor_id, now)?,
                service::list_orders_of_visitor(connection, site_id, visitor_id)?,
            ))
        })
        .await?;
    let (words, page_context) = (words_of(context), context.page_context(true));
    let has = standing_of(Some(entitlement));
    let packages = orders.iter().map(Order::package).collect::<Result<Vec<_>, _>>()?;
    let lines = orders
        .iter()
        .zip(&packages)
        .map(|(order, package)| {
            let status = order.status;
            Ok(OrderLine {
                number: &order.number,
                package_id: package.id,
                package_name: &package.name,
                amount_fen: order.amount_fen,
                state: status_text(words, status),
                method: order.method,
                is_test: order.is_test,
                created_at: order.created_at,
                next: next_of(status),
            })
        })
        .collect::<Result<Vec<_>, AppError>>()?;
    Ok(html! {
        @if page_context.has_login() || !lines.is_empty() || has != Standing::None {
            section.panel #membership {
                h2.block-title { (words.membership) }
                (standing(&page_context, has))
                @if has == Standing::None { p.panel-text { (words.no_member) } }
                @if has != Standing::Lifetime {
                    @if page_context.has_login() {
                        p.buttons {
                            a.button.button-primary href=(page_context.path("/plans?from=%2Faccount")) {
                                (if has == Standing::None { words.plans } else { words.renew })
                            }
                        }
                    }
                    (redeem_form(&page_context, "/account", &refused.cloned().unwrap_or_default()))
                }
            }
            section.panel #orders {
                h2.block-title { (words.orders) }
                (orders::list(&page_context, &lines))
            }
        }
    })
}

fn next_of(status: OrderStatus) -> Next {
    match status {
        OrderStatus::Pending | OrderStatus::Rejected => Next::Pay,
        OrderStatus::Closed | OrderStatus::Refunded => Next::BuyAgain,
        OrderStatus::AwaitingConfirmation | OrderStatus::Paid | OrderStatus::PartiallyRefunded => Next::See,
    }
}

fn status_text(words: &'static BuyingWords, status: OrderStatus) -> &'static str {
    let [pending, awaiting, paid, partly, refunded, rejected, closed] = words.states;
    match status {
        OrderStatus::Pending => pending,
        OrderStatus::AwaitingConfirmation => awaiting,
        OrderStatus::Rejected => rejected,
        OrderStatus::Paid => paid,
        OrderStatus::PartiallyRefunded => partly,
        OrderStatus::Refunded => refunded,
        OrderStatus::Closed => closed,
    }
}
