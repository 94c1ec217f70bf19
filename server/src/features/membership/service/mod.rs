//! The rules of memberships.

mod decisions;
mod disputes;
mod entitlement;
mod export;
mod money;
mod notices;
mod orders;
mod problems;
mod reminders;

pub use decisions::{
    Decision, RefundPart, begin_refund, close_overdue, confirm, refund_outside, reject, resolve,
};
pub use disputes::record_dispute;
pub use entitlement::{Terms, entitlement_of, entitlement_under, entitlements_of_site, terms_of};
pub use export::export_of_visitor;
pub use money::{note_reported_problem, record_payment, record_refund};
pub use notices::{granted, receipt as send_receipt, revoked};
pub use orders::{
    create_order, find_order_of_visitor, is_selling, list_orders_of_visitor, note_manual_payment, place_order,
};
pub use problems::measure_orders;
pub use reminders::remind_due;

pub use super::order::{NewOrder, Order, OrderStatus, PaymentReceived, RefundReceived};
