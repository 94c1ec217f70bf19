//! The job that sends a mail.
//!
//! A mail is sent at least once. When a worker dies after the mail server took a mail and before that is noted, the
//! mail is sent again, with the same `Message-ID`, by which mail programs know it.

use chrono::{DateTime, TimeDelta, Utc};
use diesel::PgConnection;
use moyan_domain::limits::MAIL_TAKEN_OVER_AFTER_MINUTES;
use moyan_foundation::error::AppError;
use moyan_foundation::jobs::{self, AfterLast, Job, JobKind, Queue};
use moyan_foundation::state::AppState;
use moyan_mail::TemplateName;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::{MailRow, MailStatus, queries};

/// Send a mail or a short message. A code, for which somebody waits, overtakes everything else.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SendMessage<const IS_CODE: bool> {
    /// The mail.
    pub mail_id: Uuid,
}

/// Send a code.
pub type SendCode = SendMessage<true>;
/// Send another mail or short message.
pub type SendMail = SendMessage<false>;

impl<const IS_CODE: bool> Job for SendMessage<IS_CODE> {
    const KIND: JobKind = if IS_CODE {
        JobKind::SendCode
    } else {
        JobKind::SendMail
    };
    const QUEUE: Queue = Queue::Mail;
    const PRIORITY: i16 = if IS_CODE { 0 } else { 10 };
    const AFTER_LAST: AfterLast = AfterLast::Remove;

    fn run(&self, state: &AppState) -> Result<(), AppError> {
        send(state, self.mail_id)
    }

    fn failed(
        &self,
        state: &AppState,
        connection: &mut PgConnection,
        problem: &str,
        is_last: bool,
    ) -> Result<(), AppError> {
        note_failure(state, connection, self.mail_id, problem, is_last)
    }
}

/// Notes how many mails wait, and for how long.
pub fn measure(state: &AppState, connection: &mut PgConnection) -> Result<(), AppError> {
    let (n_waiting, oldest) = queries::find_waiting(connection)?;
    let age = oldest.map_or(0.0, |since| (state.clock.now() - since).as_seconds_f64());
    state.metrics.mails.waiting.set(n_waiting);
    state.metrics.mails.oldest_waiting_seconds.set(age.max(0.0));
    Ok(())
}

/// Writes the job that sends a mail of a kind.
pub fn enqueue(connection: &mut PgConnection, template: &str, mail_id: Uuid) -> Result<(), AppError> {
    if is_code(template) {
        jobs::enqueue(connection, &SendCode { mail_id })
    } else {
        jobs::enqueue(connection, &SendMail { mail_id })
    }
}

fn is_code(template: &str) -> bool {
    TemplateName::CODES.iter().any(|code| code.as_str() == template)
}

/// Sends a mail that waits; blocks while it does. Does nothing when it was sent or given up meanwhile.
fn send(state: &AppState, id: Uuid) -> Result<(), AppError> {
    let found = state
        .db
        .run_job(|connection| Ok(queries::find_mail(connection, id)?))?;
    let Some(mail) = found.filter(|mail| mail.status == MailStatus::Waiting) else {
        return Ok(());
    };
    // No connection is held while a mail server takes its time.
    if let Err(problem) = state.transport.send(&mail.outgoing()) {
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
    state.metrics.mails.tried("sent");
    Ok(())
}

/// Notes at the mail that it was not sent.
fn note_failure(
    state: &AppState,
    connection: &mut PgConnection,
    id: Uuid,
    problem: &str,
    is_last: bool,
) -> Result<(), AppError> {
    queries::update_failed(connection, id, problem, is_last)?;
    state
        .metrics
        .mails
        .tried(if is_last { "dead" } else { "retried" });
    Ok(())
}

/// Queues a dead mail again with all its attempts. False when it is not dead, or when its text is gone.
pub fn retry_mail(connection: &mut PgConnection, mail: &MailRow) -> Result<bool, AppError> {
    if queries::revive(connection, mail.id)? == 0 {
        return Ok(false);
    }
    enqueue(connection, &mail.template, mail.id)?;
    Ok(true)
}

/// Removes mails that were sent or given up long ago, and takes over what a server of the release before left.
pub fn sweep(connection: &mut PgConnection, now: DateTime<Utc>) -> Result<(), AppError> {
    let due_before = now - TimeDelta::minutes(MAIL_TAKEN_OVER_AFTER_MINUTES);
    for (id, template) in queries::take_over_waiting(connection, due_before)? {
        enqueue(connection, &template, id)?;
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
        const { assert!(SendCode::PRIORITY < SendMail::PRIORITY) }
        for name in TemplateName::NAMES {
            assert_eq!(is_code(name), matches!(*name, "code" | "visitorCode"), "{name}");
        }
    }
}
