//! The rules of the administration. Every change is written into the audit log.

use chrono::{DateTime, Utc};
use diesel::PgConnection;
use moyan_domain::Reason;
use moyan_foundation::error::AppError;
use moyan_foundation::jobs::{self, JobStatus};
use serde_json::json;

use super::dto::AdminOverviewDto;
use super::queries;
use crate::features::audit::Entry;
use crate::features::mail::{self, MailStatus};

mod dead_jobs;
mod records;
mod teams;
mod users;

pub use dead_jobs::{discard_job, list_jobs, retry_job};
pub use records::{list_audit_entries, list_mails, retry_mail};
pub use teams::{list_teams, set_personal_plan, set_plan, suspend_team};
pub use users::{appoint, list_users, set_admin_role, suspend_user};

/// Figures of the platform.
pub fn overview(connection: &mut PgConnection, now: DateTime<Utc>) -> Result<AdminOverviewDto, AppError> {
    let [n_users, n_active_users, n_teams, n_paid_teams] = queries::count_platform(connection, now)?;
    Ok(AdminOverviewDto {
        n_users,
        n_active_users,
        n_teams,
        n_paid_teams,
        n_waiting_mails: mail::count_by_status(connection, MailStatus::Waiting)?,
        n_dead_mails: mail::count_by_status(connection, MailStatus::Dead)?,
        n_dead_jobs: jobs::count_by_status(connection, JobStatus::Dead)?,
    })
}

fn record_suspension(
    connection: &mut PgConnection,
    entry: Entry,
    reason: Option<&Reason>,
) -> Result<(), AppError> {
    let entry = match reason {
        Some(reason) => entry.with(json!({ "reason": reason.as_str() })),
        None => entry,
    };
    entry.record(connection)?;
    Ok(())
}
