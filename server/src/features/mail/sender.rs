//! The job that sends a mail.
//!
//! A mail is sent at least once. When a worker dies after the mail server took a mail and before that is noted, the
//! mail is sent again, with the same `Message-ID`, by which mail programs know it.

use chrono::{DateTime, TimeDelta, Utc};
use diesel::PgConnection;
use uuid::Uuid;

use super::{MailRow, MailStatus, TemplateName, queries};
use crate::config::limits::MAIL_TAKEN_OVER_AFTER_MINUTES;
use crate::error::AppError;
use crate::jobs::{self, Job};
use crate::state::AppState;

/// The job that sends a mail. Somebody waits for a code: it overtakes everything else.
pub fn job_of(template: &str, mail_id: Uuid) -> Job {
    let is_code = TemplateName::CODES.iter().any(|code| code.as_str() == template);
    if is_code {
        Job::SendCode { mail_id }
    } else {
        Job::SendMail { mail_id }
    }
}

/// Sends a mail that waits; blocks while it does. Does nothing when it was sent or given up meanwhile.
pub fn send(state: &AppState, id: Uuid) -> Result<(), AppError> {
    let found = state
        .db
        .run_job(|connection| Ok(queries::find_mail(connection, id)?))?;
    let Some(mail) = found.filter(|mail| mail.status == MailStatus::Waiting) else {
        return Ok(());
    };
    // No connection is held while a mail server takes its time.
    if let Err(problem) = state.transport.send(&mail) {
        let text = without_address(&problem.text, &mail);
        if !problem.is_final {
            return Err(AppError::Internal(text));
        }
        tracing::warn!(mail_id = %id, template = mail.template, problem = text, "a mail cannot be delivered");
        return state
            .db
            .run_job(|connection| note_failure(state, connection, id, &text, true));
    }
    let keeps_body = state.is_development();
    let now = state.clock.now();
    // Noted apart from the job: should its lease have ended, the mail was sent all the same.
    state
        .db
        .run_job(|connection| Ok(queries::update_sent(connection, id, now, keeps_body)?))?;
    state.metrics.mailed("sent");
    Ok(())
}

/// Notes at the mail that it was not sent.
pub fn note_failure(
    state: &AppState,
    connection: &mut PgConnection,
    id: Uuid,
    problem: &str,
    is_last: bool,
) -> Result<(), AppError> {
    queries::update_failed(connection, id, problem, is_last)?;
    state.metrics.mailed(if is_last { "dead" } else { "retried" });
    Ok(())
}

/// Queues a dead mail again with all its attempts. False when it is not dead, or when its text is gone.
pub fn retry_mail(connection: &mut PgConnection, mail: &MailRow) -> Result<bool, AppError> {
    if queries::revive(connection, mail.id)? == 0 {
        return Ok(false);
    }
    jobs::enqueue(connection, &job_of(&mail.template, mail.id))?;
    Ok(true)
}

/// Removes mails that were sent or given up long ago, and takes over what a server of the release before left.
pub fn sweep(connection: &mut PgConnection, now: DateTime<Utc>) -> Result<(), AppError> {
    let due_before = now - TimeDelta::minutes(MAIL_TAKEN_OVER_AFTER_MINUTES);
    for (id, template) in queries::take_over_waiting(connection, due_before)? {
        jobs::enqueue(connection, &job_of(&template, id))?;
    }
    queries::delete_old(connection, now)?;
    Ok(())
}

/// A problem as it is logged and shown: mail servers like to repeat the address.
fn without_address(problem: &str, mail: &MailRow) -> String {
    problem.replace(&mail.recipient, "…")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_overtake_everything_else() {
        for name in TemplateName::NAMES {
            let is_code = matches!(job_of(name, Uuid::nil()), Job::SendCode { .. });
            assert_eq!(is_code, matches!(*name, "code" | "visitorCode"), "{name}");
        }
    }
}
