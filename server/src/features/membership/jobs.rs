//! What is done without being asked.

use chrono::TimeDelta;
use moyan_domain::limits::{ORDERS_ASKED_EVERY_S, ORDERS_CLOSED_EVERY_MINUTES, REMINDERS_EVERY_MINUTES};
use moyan_foundation::error::AppError;
use moyan_foundation::jobs::{Job, JobKind, Queue};
use moyan_foundation::state::AppState;
use serde::{Deserialize, Serialize};

use super::{providers, service};

/// Close the orders that were not paid in time.
#[derive(Serialize, Deserialize)]
pub struct CloseOverdueOrders {}

impl Job for CloseOverdueOrders {
    const KIND: JobKind = JobKind::CloseOverdueOrders;
    const QUEUE: Queue = Queue::Work;
    const PRIORITY: i16 = 20;
    const PERIOD: Option<TimeDelta> = Some(TimeDelta::minutes(ORDERS_CLOSED_EVERY_MINUTES));

    fn run(&self, state: &AppState) -> Result<(), AppError> {
        service::close_overdue(state)
    }
}

/// Remind members whose membership ends soon.
#[derive(Serialize, Deserialize)]
pub struct RemindMembers {}

impl Job for RemindMembers {
    const KIND: JobKind = JobKind::RemindMembers;
    const QUEUE: Queue = Queue::Work;
    const PRIORITY: i16 = 40;
    const PERIOD: Option<TimeDelta> = Some(TimeDelta::minutes(REMINDERS_EVERY_MINUTES));

    fn run(&self, state: &AppState) -> Result<(), AppError> {
        service::remind_due(state)
    }
}

/// Ask payment providers what became of orders.
#[derive(Serialize, Deserialize)]
pub struct AskPaymentProviders {}

impl Job for AskPaymentProviders {
    const KIND: JobKind = JobKind::AskPaymentProviders;
    const QUEUE: Queue = Queue::Payments;
    const PRIORITY: i16 = 0;
    const PERIOD: Option<TimeDelta> = Some(TimeDelta::seconds(ORDERS_ASKED_EVERY_S));

    fn run(&self, state: &AppState) -> Result<(), AppError> {
        providers::poll_due(state)?;
        providers::poll_due_refunds(state)?;
        providers::poll_due_disputes(state)
    }
}
