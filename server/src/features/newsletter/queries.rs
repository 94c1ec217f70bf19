//! What is stored about subscribers.

use chrono::{DateTime, Utc};
use diesel::pg::Pg;
use diesel::prelude::*;
use uuid::Uuid;

use super::models::{Subscriber, SubscriberStatus};
use crate::domain::SiteId;
use crate::schema::newsletter_subscribers as subscribers;

/// Notes that somebody asks for letters: a new address waits to be confirmed, and so does one that wanted none any
/// more. Who has confirmed stays so.
pub fn upsert_request(
    connection: &mut PgConnection,
    site_id: SiteId,
    email: &str,
    name: &str,
    now: DateTime<Utc>,
) -> QueryResult<Subscriber> {
    diesel::insert_into(subscribers::table)
        .values((
            subscribers::id.eq(Uuid::now_v7()),
            subscribers::site_id.eq(site_id),
            subscribers::email.eq(email),
            subscribers::name.eq(name),
            subscribers::status.eq(SubscriberStatus::Pending.as_str()),
            subscribers::requested_at.eq(now),
        ))
        .on_conflict_do_nothing()
        .execute(connection)?;
    let own = subscribers::table
        .filter(subscribers::site_id.eq(site_id))
        .filter(subscribers::email.eq(email));
    diesel::update(own.filter(subscribers::status.ne(SubscriberStatus::Confirmed.as_str())))
        .set((
            subscribers::name.eq(name),
            subscribers::status.eq(SubscriberStatus::Pending.as_str()),
            subscribers::requested_at.eq(now),
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
    subscribers::table
        .find(id)
        .filter(subscribers::site_id.eq(site_id))
        .select(Subscriber::as_select())
        .for_no_key_update()
        .first(connection)
        .optional()
}

pub fn update_confirmed(connection: &mut PgConnection, id: Uuid, now: DateTime<Utc>) -> QueryResult<usize> {
    diesel::update(subscribers::table.find(id))
        .set((
            subscribers::status.eq(SubscriberStatus::Confirmed.as_str()),
            subscribers::confirmed_at.eq(now),
            subscribers::unsubscribed_at.eq(None::<DateTime<Utc>>),
        ))
        .execute(connection)
}

pub fn update_unsubscribed(
    connection: &mut PgConnection,
    id: Uuid,
    now: DateTime<Utc>,
) -> QueryResult<usize> {
    diesel::update(subscribers::table.find(id))
        .set((
            subscribers::status.eq(SubscriberStatus::Unsubscribed.as_str()),
            subscribers::unsubscribed_at.eq(now),
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
    let mut query = subscribers::table
        .filter(subscribers::site_id.eq(site_id))
        .into_boxed::<Pg>();
    if let Some(pattern) = &filter.pattern {
        let is_like = subscribers::email
            .ilike(pattern.clone())
            .or(subscribers::name.ilike(pattern.clone()));
        query = query.filter(is_like);
    }
    if let Some(status) = filter.status {
        query = query.filter(subscribers::status.eq(status.as_str()));
    }
    if let Some(after) = after {
        query = query.filter(subscribers::id.lt(after));
    }
    query
        .order(subscribers::id.desc())
        .limit(limit)
        .select(Subscriber::as_select())
        .load(connection)
}

/// How many of a site are in each state.
pub fn count_by_status(connection: &mut PgConnection, site_id: SiteId) -> QueryResult<Vec<(String, i64)>> {
    subscribers::table
        .filter(subscribers::site_id.eq(site_id))
        .group_by(subscribers::status)
        .select((subscribers::status, diesel::dsl::count_star()))
        .load(connection)
}

/// Removes addresses that nobody confirmed in time.
pub fn delete_unconfirmed(connection: &mut PgConnection, asked_before: DateTime<Utc>) -> QueryResult<usize> {
    diesel::delete(
        subscribers::table
            .filter(subscribers::status.eq(SubscriberStatus::Pending.as_str()))
            .filter(subscribers::requested_at.le(asked_before)),
    )
    .execute(connection)
}
