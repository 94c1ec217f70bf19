//! What is stored about subscribers.

use chrono::{DateTime, Utc};
use diesel::pg::Pg;
use diesel::prelude::*;
use moyan_domain::SiteId;
use moyan_foundation::schema::newsletter_subscribers;
use uuid::Uuid;

use super::models::{Subscriber, SubscriberStatus};

/// Notes that somebody subscribes: a new address waits to be confirmed, and so does one that was unsubscribed. Who has
/// confirmed stays so.
pub fn upsert_request(
    connection: &mut PgConnection,
    site_id: SiteId,
    email: &str,
    name: &str,
    now: DateTime<Utc>,
) -> QueryResult<Subscriber> {
    diesel::insert_into(newsletter_subscribers::table)
        .values((
            newsletter_subscribers::id.eq(Uuid::now_v7()),
            newsletter_subscribers::site_id.eq(site_id),
            newsletter_subscribers::email.eq(email),
            newsletter_subscribers::name.eq(name),
            newsletter_subscribers::status.eq(SubscriberStatus::Pending),
            newsletter_subscribers::requested_at.eq(now),
        ))
        .on_conflict_do_nothing()
        .execute(connection)?;
    let own = newsletter_subscribers::table
        .filter(newsletter_subscribers::site_id.eq(site_id))
        .filter(newsletter_subscribers::email.eq(email));
    diesel::update(own.filter(newsletter_subscribers::status.ne(SubscriberStatus::Confirmed)))
        .set((
            newsletter_subscribers::name.eq(name),
            newsletter_subscribers::status.eq(SubscriberStatus::Pending),
            newsletter_subscribers::requested_at.eq(now),
        ))
        .execute(connection)?;
    own.select(Subscriber::as_select()).first(connection)
}

/// A subscriber of a site, locked until the transaction ends.
pub fn lock_subscriber(
    connection: &mut PgConnection,
    site_id: SiteId,
    id: Uuid,
) -> QueryResult<Option<Subscriber>> {
    newsletter_subscribers::table
        .find(id)
        .filter(newsletter_subscribers::site_id.eq(site_id))
        .select(Subscriber::as_select())
        .for_no_key_update()
        .first(connection)
        .optional()
}

/// The subscriber of a link, locked until the transaction ends.
pub fn lock_subscriber_of_link(
    connection: &mut PgConnection,
    site_id: SiteId,
    token: Uuid,
) -> QueryResult<Option<Subscriber>> {
    newsletter_subscribers::table
        .filter(newsletter_subscribers::unsubscribe_token.eq(token))
        .filter(newsletter_subscribers::site_id.eq(site_id))
        .select(Subscriber::as_select())
        .for_no_key_update()
        .first(connection)
        .optional()
}

/// The state of the subscriber of a link to unsubscribe.
pub fn find_status_of_link(
    connection: &mut PgConnection,
    site_id: SiteId,
    token: Uuid,
) -> QueryResult<Option<SubscriberStatus>> {
    newsletter_subscribers::table
        .filter(newsletter_subscribers::unsubscribe_token.eq(token))
        .filter(newsletter_subscribers::site_id.eq(site_id))
        .select(newsletter_subscribers::status)
        .first(connection)
        .optional()
}

pub fn update_confirmed(connection: &mut PgConnection, id: Uuid, now: DateTime<Utc>) -> QueryResult<usize> {
    diesel::update(newsletter_subscribers::table.find(id))
        .set((
            newsletter_subscribers::status.eq(SubscriberStatus::Confirmed),
            newsletter_subscribers::confirmed_at.eq(now),
            newsletter_subscribers::unsubscribed_at.eq(None::<DateTime<Utc>>),
        ))
        .execute(connection)
}

pub fn update_unsubscribed(
    connection: &mut PgConnection,
    id: Uuid,
    now: DateTime<Utc>,
) -> QueryResult<usize> {
    diesel::update(newsletter_subscribers::table.find(id))
        .set((
            newsletter_subscribers::status.eq(SubscriberStatus::Unsubscribed),
            newsletter_subscribers::unsubscribed_at.eq(now),
        ))
        .execute(connection)
}

/// Which subscribers are listed.
#[derive(Clone, Debug, Default)]
pub struct SubscriberFilter {
    /// What address or name is like.
    pub pattern: Option<String>,
    pub status: Option<SubscriberStatus>,
}

/// Subscribers of a site behind one, the newest first.
pub fn list_subscribers(
    connection: &mut PgConnection,
    site_id: SiteId,
    filter: &SubscriberFilter,
    after: Option<Uuid>,
    limit: i64,
) -> QueryResult<Vec<Subscriber>> {
    let mut query = newsletter_subscribers::table
        .filter(newsletter_subscribers::site_id.eq(site_id))
        .into_boxed::<Pg>();
    if let Some(pattern) = &filter.pattern {
        let is_like = newsletter_subscribers::email
            .ilike(pattern.clone())
            .or(newsletter_subscribers::name.ilike(pattern.clone()));
        query = query.filter(is_like);
    }
    if let Some(status) = filter.status {
        query = query.filter(newsletter_subscribers::status.eq(status));
    }
    if let Some(after) = after {
        query = query.filter(newsletter_subscribers::id.lt(after));
    }
    query
        .order(newsletter_subscribers::id.desc())
        .limit(limit)
        .select(Subscriber::as_select())
        .load(connection)
}

/// How many of a site are in each state.
pub fn count_by_status(
    connection: &mut PgConnection,
    site_id: SiteId,
) -> QueryResult<Vec<(SubscriberStatus, i64)>> {
    newsletter_subscribers::table
        .filter(newsletter_subscribers::site_id.eq(site_id))
        .group_by(newsletter_subscribers::status)
        .select((newsletter_subscribers::status, diesel::dsl::count_star()))
        .load(connection)
}

/// Removes addresses that nobody confirmed in time.
pub fn delete_unconfirmed(connection: &mut PgConnection, asked_before: DateTime<Utc>) -> QueryResult<usize> {
    diesel::delete(
        newsletter_subscribers::table
            .filter(newsletter_subscribers::status.eq(SubscriberStatus::Pending))
            .filter(newsletter_subscribers::requested_at.le(asked_before)),
    )
    .execute(connection)
}
