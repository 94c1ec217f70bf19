//! The orders of a visitor, on the page of the account.

use chrono::{DateTime, Utc};
use maud::{Markup, html};
use moyan_domain::{PaymentMethod, yuan};

use super::order::buy_again_path;
use super::payment_methods;
use crate::features::public_site::content::page_context::PageContext;

/// What the visitor does next about an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// It is to be paid.
    Pay,
    /// It is over, and the package can be bought again.
    BuyAgain,
    /// It can be looked at.
    See,
}

/// An order in the list.
pub struct OrderLine<'a> {
    pub number: &'a str,
    pub package_id: uuid::Uuid,
    pub package_name: &'a str,
    pub amount_fen: i64,
    pub state: &'static str,
    pub method: PaymentMethod,
    pub is_test: bool,
    pub created_at: DateTime<Utc>,
    pub next: Next,
}

/// The list, the newest first.
pub fn list(context: &PageContext<'_>, orders: &[OrderLine<'_>]) -> Markup {
    let words = context.words.buying;
    let zone = context.settings().basic_info.zone();
    html! {
        @if orders.is_empty() {
            p.small-print { (words.no_orders) }
        } @else {
            ul.orders {
                @for order in orders {
                    @let path = context.path(&format!("/orders/{}", order.number));
                    li.orders-line {
                        div.orders-what {
                            a.orders-name href=(path) { (order.package_name) }
                            (payment_methods::test_mark(words, order.method, order.is_test))
                            span.orders-facts {
                                time datetime=(order.created_at.to_rfc3339()) { (words.day(order.created_at, zone)) }
                                " · " (order.state)
                            }
                        }
                        span.orders-amount { (yuan(order.amount_fen)) }
                        @match order.next {
                            Next::Pay => { a.button.button-primary.button-small href=(path) { (words.go_on) } }
                            Next::BuyAgain => {
                                a.button.button-secondary.button-small href=(context.path(&buy_again_path(order.package_id, "/account"))) { (words.buy_again) }
                            }
                            Next::See => {}
                        }
                    }
                }
            }
        }
    }
}
