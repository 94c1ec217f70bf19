//! What is stored.

use chrono::{DateTime, TimeDelta, Utc};
use diesel::prelude::*;
use diesel::sql_types::Timestamptz;
use uuid::Uuid;

use super::TemplateName;
use crate::config::limits::{MAIL_CLAIM_S, MAIL_KEPT_DAYS};
use crate::schema::mails;

/// A mail to insert.
#[derive(Insertable)]
#[diesel(table_name = mails)]
pub struct NewMail<'a> {
    pub channel: &'a str,
    pub recipient: &'a str,
    pub template: &'a str,
    pub subject: &'a str,
    pub body: &'a str,
}

/// A mail in the outbox.
#[derive(Clone, Debug, Queryable, QueryableByName, Selectable)]
#[diesel(table_name = mails)]
pub struct MailRow {
    /// The mail.
    pub id: Uuid,
    /// `email` or `sms`.
    pub channel: String,
    /// Where it goes.
    pub recipient: String,
    /// What it is.
    pub template: String,
    /// The subject of a mail.
    pub subject: String,
    /// The text; empty when it was sent.
    pub body: String,
    /// `waiting`, `sent` or `dead`.
    pub status: String,
    /// How often sending was attempted.
    pub n_attempts: i32,
    /// Why the last attempt failed.
    pub last_error: Option<String>,
    /// When it was written.
    pub created_at: DateTime<Utc>,
    /// When it was handed over.
    pub sent_at: Option<DateTime<Utc>>,
}

pub fn insert_mail(connection: &mut PgConnection, mail: NewMail<'_>) -> QueryResult<usize> {
    diesel::insert_into(mails::table)
        .values((mails::id.eq(Uuid::now_v7()), mail))
        .execute(connection)
}

/// Claims the mail that is due first, for this worker alone until the claim ends.
pub fn claim_mail(connection: &mut PgConnection, now: DateTime<Utc>) -> QueryResult<Option<MailRow>> {
    diesel::sql_query(
        "UPDATE mails SET n_attempts = n_attempts + 1, next_attempt_at = $2 \
         WHERE id = ( \
             SELECT id FROM mails WHERE status = 'waiting' AND next_attempt_at <= $1 \
             ORDER BY next_attempt_at, id LIMIT 1 FOR UPDATE SKIP LOCKED) \
         RETURNING id, channel, recipient, template, subject, body, status, n_attempts, last_error, created_at, sent_at",
    )
    .bind::<Timestamptz, _>(now)
    .bind::<Timestamptz, _>(now + TimeDelta::seconds(MAIL_CLAIM_S))
    .get_result(connection)
    .optional()
}

/// Notes that a mail was sent, also when its claim ended meanwhile.
pub fn update_sent(
    connection: &mut PgConnection,
    mail: &MailRow,
    now: DateTime<Utc>,
    keeps_body: bool,
) -> QueryResult<usize> {
    diesel::update(mails::table.find(mail.id))
        .set((
            mails::status.eq("sent"),
            mails::sent_at.eq(now),
            mails::last_error.eq(None::<String>),
        ))
        .execute(connection)?;
    if keeps_body {
        return Ok(1);
    }
    // A code or a link is not kept, and the subject may hold the code too.
    diesel::update(mails::table.find(mail.id))
        .set((mails::body.eq(""), mails::subject.eq("")))
        .execute(connection)
}

/// Notes why a try failed, unless the claim ended and another worker has the mail. Without a next moment it is given up.
pub fn update_failed(
    connection: &mut PgConnection,
    mail: &MailRow,
    problem: &str,
    next_attempt_at: Option<DateTime<Utc>>,
) -> QueryResult<usize> {
    let problem: String = problem.chars().take(500).collect();
    let claimed = mails::table.filter(
        mails::id
            .eq(mail.id)
            .and(mails::status.eq("waiting"))
            .and(mails::n_attempts.eq(mail.n_attempts)),
    );
    match next_attempt_at {
        Some(at) => diesel::update(claimed)
            .set((mails::last_error.eq(problem), mails::next_attempt_at.eq(at)))
            .execute(connection),
        None => {
            diesel::update(claimed)
                .set((mails::last_error.eq(problem), mails::status.eq("dead")))
                .execute(connection)?;
            clear_dead_codes(connection, Some(mail.id))
        }
    }
}

/// Gives up every mail that waits, after a restore: each may have been sent since the backup was written.
/// An administrator can have one sent all the same.
pub fn hold_waiting_mails(connection: &mut PgConnection) -> QueryResult<usize> {
    let n_held = diesel::update(mails::table.filter(mails::status.eq("waiting")))
        .set((
            mails::status.eq("dead"),
            mails::last_error.eq("restored from a backup; it may have been sent before"),
        ))
        .execute(connection)?;
    clear_dead_codes(connection, None)?;
    Ok(n_held)
}

/// Empties codes that were given up, one or all: they are void by now. A mail of another kind can be tried again and
/// keeps its text for that.
fn clear_dead_codes(connection: &mut PgConnection, only: Option<Uuid>) -> QueryResult<usize> {
    let codes = mails::template
        .eq(TemplateName::Code.as_str())
        .and(mails::status.eq("dead"));
    let emptied = (mails::body.eq(""), mails::subject.eq(""));
    match only {
        Some(id) => diesel::update(mails::table.filter(codes.and(mails::id.eq(id))))
            .set(emptied)
            .execute(connection),
        None => diesel::update(mails::table.filter(codes))
            .set(emptied)
            .execute(connection),
    }
}

/// Mails before one, the newest first.
pub fn list_mails(
    connection: &mut PgConnection,
    status: Option<&str>,
    before: Option<Uuid>,
    limit: i64,
) -> QueryResult<Vec<MailRow>> {
    let mut query = mails::table
        .select(MailRow::as_select())
        .order(mails::id.desc())
        .limit(limit)
        .into_boxed();
    if let Some(status) = status {
        query = query.filter(mails::status.eq(status.to_owned()));
    }
    if let Some(before) = before {
        query = query.filter(mails::id.lt(before));
    }
    query.load(connection)
}

/// Mails to these addresses and numbers, the newest first.
pub fn list_mails_to(
    connection: &mut PgConnection,
    recipients: &[String],
    limit: i64,
) -> QueryResult<Vec<MailRow>> {
    mails::table
        .filter(mails::recipient.eq_any(recipients))
        .select(MailRow::as_select())
        .order(mails::id.desc())
        .limit(limit)
        .load(connection)
}

/// One mail.
pub fn find_mail(connection: &mut PgConnection, id: Uuid) -> QueryResult<Option<MailRow>> {
    mails::table
        .find(id)
        .select(MailRow::as_select())
        .first(connection)
        .optional()
}

/// Queues a dead mail again with all its attempts; 0 when it is not dead, or when its text is gone.
pub fn retry_mail(connection: &mut PgConnection, id: Uuid, now: DateTime<Utc>) -> QueryResult<usize> {
    diesel::update(
        mails::table
            .find(id)
            .filter(mails::status.eq("dead").and(mails::body.ne(""))),
    )
    .set((
        mails::status.eq("waiting"),
        mails::n_attempts.eq(0),
        mails::next_attempt_at.eq(now),
    ))
    .execute(connection)
}

/// How many mails have a status.
pub fn count_by_status(connection: &mut PgConnection, status: &str) -> QueryResult<i64> {
    mails::table
        .filter(mails::status.eq(status))
        .count()
        .get_result(connection)
}

/// Removes mails that were sent or given up long ago.
pub fn sweep(connection: &mut PgConnection, now: DateTime<Utc>) -> QueryResult<usize> {
    diesel::delete(
        mails::table.filter(
            mails::status
                .ne("waiting")
                .and(mails::created_at.lt(now - TimeDelta::days(MAIL_KEPT_DAYS))),
        ),
    )
    .execute(connection)
}
