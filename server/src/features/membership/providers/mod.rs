//! Orders that are paid through a provider: checkout, notifications, polling, refunds.
//!
//! Calls to providers block on the network: none of them happens while a row is locked or a transaction is open.

mod checkout;
mod dispute_polling;
mod notifications;
mod polling;
mod progress;
mod queries;
mod refund_polling;
mod refund_totals;
mod refunds;
mod side_by_side;

use chrono::{DateTime, TimeDelta, Utc};
use diesel::PgConnection;
use moyan_domain::limits::FOREIGN_NOTIFICATIONS_DAYS;
use moyan_foundation::error::AppError;

pub use checkout::{Payer, is_begun, start_checkout};
pub use dispute_polling::poll_due_disputes;
pub use notifications::process_notification;
pub use polling::poll_due;
pub use progress::{PaymentStep, ask_now, step_of};
pub use refund_polling::poll_due_refunds;
pub use refunds::{RefundRequest, send_refund};

/// Removes old notifications about payments that are no orders here. Those about an order stay with it.
pub fn sweep(connection: &mut PgConnection, now: DateTime<Utc>) -> Result<(), AppError> {
    queries::delete_foreign_notifications(connection, now - TimeDelta::days(FOREIGN_NOTIFICATIONS_DAYS))?;
    Ok(())
}
