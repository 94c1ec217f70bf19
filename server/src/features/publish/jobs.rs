//! What is done without being asked.

use chrono::TimeDelta;
use moyan_domain::limits::SCHEDULE_EVERY_MINUTES;
use moyan_foundation::AppState;
use moyan_foundation::error::AppError;
use moyan_foundation::jobs::{Job, JobKind, Queue};
use serde::{Deserialize, Serialize};

use super::service;

/// Publish the sites whose moment has come.
#[derive(Serialize, Deserialize)]
pub struct PublishDueSites {}

impl Job for PublishDueSites {
    const KIND: JobKind = JobKind::PublishDueSites;
    const QUEUE: Queue = Queue::Work;
    const PRIORITY: i16 = 20;
    const PERIOD: Option<TimeDelta> = Some(TimeDelta::minutes(SCHEDULE_EVERY_MINUTES));

    fn run(&self, state: &AppState) -> Result<(), AppError> {
        service::publish_due(state)
    }
}
