//! What is stored.

use chrono::{DateTime, TimeDelta, Utc};
use diesel::dsl::{count_star, min, sql};
use diesel::expression::SqlLiteral;
use diesel::prelude::*;
use diesel::sql_types::Timestamptz;
use moyan_domain::limits::{JOB_PROBLEM_MAX_CHARS, MAIL_KEPT_DAYS};
use moyan_domain::{Channel, SiteId, stored_names};
use moyan_foundation::schema::mails;
use moyan_mail::{OutgoingMail, TemplateName};
use uuid::Uuid;

stored_names! {
    /// The status of a mail.
    MailStatus
    /// It waits to be sent, perhaps again.
    Waiting: "waiting",
    /// It was sent.
    Sent: "sent",
    /// Sending was given up after the last attempt.
    Dead: "dead",
}

/// A mail to insert.
#[derive(Insertable)]
#[diesel(table_name = mails)]
pub struct NewMail<'a> {
    pub channel: Channel,
    pub recipient: &'a str,
    pub template: &'a str,
    pub subject: &'a str,
    pub body: &'a str,
    pub html: &'a str,
    pub sender_name: &'a str,
    pub reply_to: &'a str,
    pub unsubscribe_url: &'a str,
    pub site_id: Option<SiteId>,
}

/// A mail in the outbox.
#[derive(Clone, Debug, Queryable, Selectable)]
#[diesel(table_name = mails)]
pub struct MailRow {
    /// The mail.
    pub id: Uuid,
    /// How it leaves.
    pub channel: Channel,
    /// Where it goes.
    pub recipient: String,
    /// What it is.
    pub template: String,
    /// The subject of a mail.
    pub subject: String,
    /// The text; empty when it was sent.
    pub body: String,
    /// What became of it.
    pub status: MailStatus,
    /// How often sending was attempted.
    pub n_attempts: i32,
    /// Why the last attempt failed.
    pub last_error: Option<String>,
    /// When it was written.
    pub created_at: DateTime<Utc>,
    /// When it was handed over.
    pub sent_at: Option<DateTime<Utc>>,
    /// Where a mail program unsubscribes; may be empty.
    pub unsubscribe_url: String,
    /// The text as HTML; empty when it was sent, and for short messages.
    pub html: String,
    /// In whose name it is written; empty for the platform.
    pub sender_name: String,
    /// Where answers go; may be empty.
    pub reply_to: String,
}

impl MailRow {
    /// What is sent of it.
    pub fn outgoing(&self) -> OutgoingMail {
        OutgoingMail {
            id: self.id,
            channel: self.channel,
            recipient: self.recipient.clone(),
            subject: self.subject.clone(),
            body: self.body.clone(),
            html: self.html.clone(),
            sender_name: self.sender_name.clone(),
            reply_to: self.reply_to.clone(),
            unsubscribe_url: self.unsubscribe_url.clone(),
        }
    }
}

/// A server of the release before sends what is due by `next_attempt_at`: it leaves alone what a job sends.
fn never() -> SqlLiteral<Timestamptz> {
    sql("'infinity'")
}

/// The mails that a server of the release before wrote and did not send, with their templates: from now on they are
/// no longer its.
pub fn take_over_waiting(
    connection: &mut PgConnection,
    due_before: DateTime<Utc>,
) -> QueryResult<Vec<(Uuid, String)>> {
    let left = mails::status
        .eq(MailStatus::Waiting)
        .and(mails::next_attempt_at.lt(due_before));
    diesel::update(mails::table.filter(left))
        .set(mails::next_attempt_at.eq(never()))
        .returning((mails::id, mails::template))
        .get_results(connection)
}

pub fn insert_mail(connection: &mut PgConnection, id: Uuid, mail: NewMail<'_>) -> QueryResult<usize> {
    diesel::insert_into(mails::table)
        .values((mails::id.eq(id), mail, mails::next_attempt_at.eq(never())))
        .execute(connection)
}

/// Notes that a mail was sent, whoever has its job by now.
pub fn update_sent(
    connection: &mut PgConnection,
    id: Uuid,
    now: DateTime<Utc>,
    keeps_body: bool,
) -> QueryResult<usize> {
    diesel::update(mails::table.find(id))
        .set((
            mails::status.eq(MailStatus::Sent),
            mails::sent_at.eq(now),
            mails::n_attempts.eq(mails::n_attempts + 1),
            mails::last_error.eq(None::<String>),
        ))
        .execute(connection)?;
    if keeps_body {
        return Ok(1);
    }
    // A code or a link is not kept, and the subject may hold the code too.
    diesel::update(mails::table.find(id))
        .set((
            mails::body.eq(""),
            mails::html.eq(""),
            mails::subject.eq(""),
            mails::unsubscribe_url.eq(""),
        ))
        .execute(connection)
}

/// Notes why a try failed. After the last one the mail is given up.
pub fn update_failed(
    connection: &mut PgConnection,
    id: Uuid,
    problem: &str,
    is_last: bool,
) -> QueryResult<usize> {
    let problem: String = problem.chars().take(JOB_PROBLEM_MAX_CHARS).collect();
    let status = if is_last {
        MailStatus::Dead
    } else {
        MailStatus::Waiting
    };
    let n_noted =
        diesel::update(mails::table.filter(mails::id.eq(id).and(mails::status.eq(MailStatus::Waiting))))
            .set((
                mails::last_error.eq(problem),
                mails::n_attempts.eq(mails::n_attempts + 1),
                mails::status.eq(status),
            ))
            .execute(connection)?;
    if is_last {
        clear_dead_codes(connection, Some(id))?;
    }
    Ok(n_noted)
}

/// Gives up every mail that waits, after a restore: each may have been sent since the backup was written.
/// An administrator can have one sent all the same.
pub fn hold_waiting_mails(connection: &mut PgConnection) -> QueryResult<usize> {
    let n_held = diesel::update(mails::table.filter(mails::status.eq(MailStatus::Waiting)))
        .set((
            mails::status.eq(MailStatus::Dead),
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
        .eq_any(TemplateName::CODES.map(TemplateName::as_str))
        .and(mails::status.eq(MailStatus::Dead));
    let emptied = (mails::body.eq(""), mails::html.eq(""), mails::subject.eq(""));
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
    status: Option<MailStatus>,
    before: Option<Uuid>,
    limit: i64,
) -> QueryResult<Vec<MailRow>> {
    let mut query = mails::table
        .select(MailRow::as_select())
        .order(mails::id.desc())
        .limit(limit)
        .into_boxed();
    if let Some(status) = status {
        query = query.filter(mails::status.eq(status));
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

/// Those of some addresses to which the newest mail of a kind was given up, of the mails of one site.
pub fn list_undeliverable(
    connection: &mut PgConnection,
    site_id: SiteId,
    template: TemplateName,
    recipients: &[&str],
) -> QueryResult<Vec<String>> {
    let newest: Vec<(String, MailStatus)> = mails::table
        .filter(mails::site_id.eq(site_id))
        .filter(mails::recipient.eq_any(recipients))
        .filter(mails::template.eq(template.as_str()))
        .distinct_on(mails::recipient)
        .order((mails::recipient, mails::id.desc()))
        .select((mails::recipient, mails::status))
        .load(connection)?;
    Ok(newest
        .into_iter()
        .filter_map(|(recipient, status)| (status == MailStatus::Dead).then_some(recipient))
        .collect())
}

/// One mail.
pub fn find_mail(connection: &mut PgConnection, id: Uuid) -> QueryResult<Option<MailRow>> {
    mails::table
        .find(id)
        .select(MailRow::as_select())
        .first(connection)
        .optional()
}

/// A dead mail waits again; 0 when it is not dead, or when its text is gone.
pub fn revive(connection: &mut PgConnection, id: Uuid) -> QueryResult<usize> {
    diesel::update(
        mails::table
            .find(id)
            .filter(mails::status.eq(MailStatus::Dead).and(mails::body.ne(""))),
    )
    .set((mails::status.eq(MailStatus::Waiting), mails::n_attempts.eq(0)))
    .execute(connection)
}

/// How many mails have a status.
pub fn count_by_status(connection: &mut PgConnection, status: MailStatus) -> QueryResult<i64> {
    mails::table
        .filter(mails::status.eq(status))
        .count()
        .get_result(connection)
}

/// How many mails wait, and since when the oldest of them does.
pub fn find_waiting(connection: &mut PgConnection) -> QueryResult<(i64, Option<DateTime<Utc>>)> {
    mails::table
        .filter(mails::status.eq(MailStatus::Waiting))
        .select((count_star(), min(mails::created_at)))
        .first(connection)
}

/// Removes mails that were sent or given up long ago.
pub fn delete_old(connection: &mut PgConnection, now: DateTime<Utc>) -> QueryResult<usize> {
    diesel::delete(
        mails::table.filter(
            mails::status
                .ne(MailStatus::Waiting)
                .and(mails::created_at.lt(now - TimeDelta::days(MAIL_KEPT_DAYS))),
        ),
    )
    .execute(connection)
}
