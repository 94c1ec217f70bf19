//! What is done without being asked.

use chrono::TimeDelta;
use moyan_domain::limits::DOMAIN_CHECKS_EVERY_MINUTES;
use moyan_foundation::AppState;
use moyan_foundation::error::AppError;
use moyan_foundation::jobs::{Job, JobKind, Queue};
use serde::{Deserialize, Serialize};

use super::service;

/// Look again for the records that prove the domains of sites.
#[derive(Serialize, Deserialize)]
pub struct CheckSiteDomains {}

impl Job for CheckSiteDomains {
    const KIND: JobKind = JobKind::CheckSiteDomains;
    const QUEUE: Queue = Queue::Work;
    const PRIORITY: i16 = 40;
    const PERIOD: Option<TimeDelta> = Some(TimeDelta::minutes(DOMAIN_CHECKS_EVERY_MINUTES));

    fn run(&self, state: &AppState) -> Result<(), AppError> {
        service::check_due_domains(state)
    }
}
