//! Sends what is due. Several workers, also of several servers, share the outbox without sending a letter twice.

use chrono::{DateTime, TimeDelta, Utc};

use super::transport::Transport;
use super::{MailRow, queries};
use crate::config::limits::{MAIL_MAX_ATTEMPTS, MAIL_RETRY_S};
use crate::db::Db;
use crate::error::AppError;

/// Letters that a worker claims at once.
const BATCH: i64 = 10;

/// What became of a try.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It was handed over.
    Sent,
    /// It will be tried again.
    Retried,
    /// It was given up.
    Dead,
}

impl Outcome {
    /// The name in the metrics.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Sent => "sent",
            Self::Retried => "retried",
            Self::Dead => "dead",
        }
    }
}

/// Sends the letters that are due at `now`; blocks while it does. `keeps_bodies` for the outbox page.
pub fn send_due(
    db: &Db,
    transport: &Transport,
    now: DateTime<Utc>,
    keeps_bodies: bool,
) -> Result<Vec<Outcome>, AppError> {
    let mails = db.run_here(|connection| Ok(queries::claim_mails(connection, now, BATCH)?))?;
    mails
        .iter()
        .map(|mail| {
            // No connection is held while a mail server takes its time.
            let result = transport.send(mail).map_err(|problem| without_address(&problem, mail));
            db.run_here(|connection| {
                Ok(match &result {
                    Ok(()) => {
                        queries::update_sent(connection, mail.id, now, keeps_bodies)?;
                        Outcome::Sent
                    }
                    Err(problem) => {
                        tracing::warn!(mail_id = %mail.id, attempt = mail.n_attempts, problem, "a mail was not sent");
                        let next = next_attempt(mail, now);
                        queries::update_failed(connection, mail.id, problem, next)?;
                        if next.is_some() { Outcome::Retried } else { Outcome::Dead }
                    }
                })
            })
        })
        .collect()
}

/// A problem as it is logged and shown: mail servers like to repeat whom a letter is for.
fn without_address(problem: &str, mail: &MailRow) -> String {
    problem.replace(&mail.recipient, "…")
}

/// When a letter is tried again; none after the last try. The waits are 30 s, 90 s, 4.5 min … 2 h.
fn next_attempt(mail: &MailRow, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
    if mail.n_attempts >= MAIL_MAX_ATTEMPTS {
        return None;
    }
    let tripled = u32::try_from(mail.n_attempts - 1).unwrap_or(0);
    Some(now + TimeDelta::seconds(MAIL_RETRY_S * 3_i64.pow(tripled.min(5))))
}
