//! Jobs, as administrators see them and decide about those that were given up.

use diesel::PgConnection;
use moyan_foundation::access::Caller;
use moyan_foundation::error::{AppError, Refusal};
use moyan_foundation::http::pagination::Page;
use moyan_foundation::jobs::{self, JobKind, JobRow, JobStatus};
use serde_json::json;
use uuid::Uuid;

use crate::features::admin::dto::{AdminJobDto, AdminJobPageDto};
use crate::features::audit::{AuditAction, Entry};

fn job_of(row: JobRow) -> AdminJobDto {
    AdminJobDto {
        id: row.id,
        kind: JobKind::parse(&row.kind),
        payload: row.payload,
        status: row.status,
        run_at: row.run_at,
        n_attempts: row.n_attempts,
        last_error: row.last_error,
        created_at: row.created_at,
    }
}

/// A page of the jobs.
pub fn list_jobs(
    connection: &mut PgConnection,
    status: Option<&str>,
    page: &Page,
) -> Result<AdminJobPageDto, AppError> {
    let status = status
        .map(|name| JobStatus::parse(name).ok_or(Refusal::BadRequest))
        .transpose()?;
    let mut rows = jobs::list(connection, status, page.cursor_id()?, page.limit + 1)?;
    let next_cursor = page.cut(&mut rows, |row| row.id);
    Ok(AdminJobPageDto {
        items: rows.into_iter().map(job_of).collect(),
        next_cursor,
    })
}

fn record(
    connection: &mut PgConnection,
    caller: &Caller,
    action: AuditAction,
    row: &JobRow,
) -> Result<(), AppError> {
    Entry::by(caller.user_id, action)
        .with(json!({ "jobId": row.id, "jobKind": row.kind }))
        .record(connection)?;
    Ok(())
}

/// Starts a dead job again.
pub fn retry_job(connection: &mut PgConnection, caller: &Caller, id: Uuid) -> Result<AdminJobDto, AppError> {
    let row = jobs::find(connection, id)?.ok_or(Refusal::JobNotFound)?;
    if jobs::restart(connection, id)? == 0 {
        return Err(Refusal::JobNotDead.into());
    }
    record(connection, caller, AuditAction::JobRetried, &row)?;
    let row = jobs::find(connection, id)?.ok_or(Refusal::JobNotFound)?;
    Ok(job_of(row))
}

/// Discards a dead job.
pub fn discard_job(connection: &mut PgConnection, caller: &Caller, id: Uuid) -> Result<(), AppError> {
    let row = jobs::find(connection, id)?.ok_or(Refusal::JobNotFound)?;
    if jobs::discard(connection, id)? == 0 {
        return Err(Refusal::JobNotDead.into());
    }
    record(connection, caller, AuditAction::JobDiscarded, &row)
}
