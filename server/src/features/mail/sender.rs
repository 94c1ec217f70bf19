//! Sends what is due. Several workers, also of several servers, share the outbox: each mail is claimed by one of them.
//!
//! A mail is sent at least once. When a worker dies after the mail server took a mail and before that is noted, the
//! mail is sent again, with the same `Message-ID`, by which mail programs know it.

use chrono::{DateTime, TimeDelta, Utc};

use super::transport::Transport;
use super::{MailRow, queries};
use crate::config::limits::{MAIL_MAX_ATTEMPTS, MAIL_RETRY_S};
use crate::db::Db;
use crate::error::AppError;

/// The result of an attempt to send.
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

/// Sends the mail that is due first at `now`, if there is one; blocks while it does. `keeps_bodies` for the outbox page.
///
/// One at a time: the claim of a mail must hold until it was sent, and no other mail takes part of that time.
pub fn send_next(
    db: &Db,
    transport: &Transport,
    now: DateTime<Utc>,
    keeps_bodies: bool,
) -> Result<Option<Outcome>, AppError> {
    let Some(mail) = db.run_job(|connection| Ok(queries::claim_mail(connection, now)?))? else {
        return Ok(None);
    };
    // No connection is held while a mail server takes its time.
    let result = if mail.n_attempts > MAIL_MAX_ATTEMPTS {
        Err("no worker lived to the end of sending it".to_owned())
    } else {
        transport
            .send(&mail)
            .map_err(|problem| without_address(&problem, &mail))
    };
    let outcome = match &result {
        Ok(()) => Outcome::Sent,
        Err(_) if mail.n_attempts < MAIL_MAX_ATTEMPTS => Outcome::Retried,
        Err(_) => Outcome::Dead,
    };
    db.run_job(|connection| {
        match &result {
            Ok(()) => queries::update_sent(connection, &mail, now, keeps_bodies)?,
            Err(problem) => {
                tracing::warn!(mail_id = %mail.id, attempt = mail.n_attempts, problem, "a mail was not sent");
                let next = (outcome == Outcome::Retried).then(|| next_attempt(&mail, now));
                queries::update_failed(connection, &mail, problem, next)?
            }
        };
        Ok(())
    })?;
    Ok(Some(outcome))
}

/// A problem as it is logged and shown: mail servers like to repeat the address.
fn without_address(problem: &str, mail: &MailRow) -> String {
    problem.replace(&mail.recipient, "…")
}

/// When a mail is tried again. The waits are 30 s, 90 s, 4.5 min … 2 h.
fn next_attempt(mail: &MailRow, now: DateTime<Utc>) -> DateTime<Utc> {
    let tripled = u32::try_from(mail.n_attempts - 1).unwrap_or(0);
    now + TimeDelta::seconds(MAIL_RETRY_S * 3_i64.pow(tripled.min(5)))
}
