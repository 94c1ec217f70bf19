//! Orders that a provider moves the money of: begun, asked for, sent back.
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

/// Removes what providers told of the creator's other business a while ago. What is about an order stays with it.
pub fn sweep(connection: &mut PgConnection, now: DateTime<Utc>) -> Result<(), AppError> {
    queries::delete_foreign_notifications(connection, now - TimeDelta::days(FOREIGN_NOTIFICATIONS_DAYS))?;
    Ok(())
}
