//! What is stored about visitors.

use chrono::{DateTime, Utc};
use diesel::prelude::*;

use super::models::{Account, FoundSession, NewAccount, NewSession};
use crate::domain::{Identifier, IdentityType, SiteId, VisitorId, VisitorSessionId};
use crate::schema::{visitor_sessions, visitors};

pub fn insert_account(connection: &mut PgConnection, account: &NewAccount<'_>) -> QueryResult<usize> {
    diesel::insert_into(visitors::table)
        .values(account)
        .on_conflict_do_nothing()
        .execute(connection)
}

pub fn find_account_by(
    connection: &mut PgConnection,
    site_id: SiteId,
    identifier: &Identifier,
) -> QueryResult<Option<Account>> {
    let query = visitors::table
        .filter(visitors::site_id.eq(site_id))
        .select(Account::as_select())
        .into_boxed();
    match identifier.kind() {
        IdentityType::Email => query.filter(visitors::email.eq(identifier.as_str().to_owned())),
        IdentityType::Phone => query.filter(visitors::phone.eq(identifier.as_str().to_owned())),
    }
    .first(connection)
    .optional()
}

/// The account, locked until the transaction ends: nobody else begins or ends its sessions meanwhile.
pub fn lock_account(connection: &mut PgConnection, id: VisitorId) -> QueryResult<Option<Account>> {
    visitors::table
        .find(id)
        .select(Account::as_select())
        .for_no_key_update()
        .first(connection)
        .optional()
}

/// The session of a token, when it has not ended and its visitor is not blocked.
pub fn find_session(
    connection: &mut PgConnection,
    site_id: SiteId,
    token_hash: &str,
    now: DateTime<Utc>,
    used_after: DateTime<Utc>,
) -> QueryResult<Option<FoundSession>> {
    visitor_sessions::table
        .inner_join(visitors::table)
        .filter(visitor_sessions::token_hash.eq(token_hash))
        .filter(visitor_sessions::expires_at.gt(now))
        .filter(visitor_sessions::last_seen_at.gt(used_after))
        .filter(visitors::site_id.eq(site_id))
        .filter(visitors::is_blocked.eq(false))
        .select(FoundSession::as_select())
        .first(connection)
        .optional()
}

/// Begins a session; the account is seen.
pub fn insert_session(connection: &mut PgConnection, session: &NewSession<'_>) -> QueryResult<usize> {
    update_last_seen_of_account(connection, session.visitor_id, session.last_seen_at)?;
    diesel::insert_into(visitor_sessions::table)
        .values(session)
        .execute(connection)
}

/// Writes down that a session is used, and from where.
pub fn update_last_seen(
    connection: &mut PgConnection,
    visitor_id: VisitorId,
    session_id: VisitorSessionId,
    network: &str,
    now: DateTime<Utc>,
) -> QueryResult<usize> {
    update_last_seen_of_account(connection, visitor_id, now)?;
    diesel::update(visitor_sessions::table.find(session_id))
        .set((
            visitor_sessions::last_seen_at.eq(now),
            visitor_sessions::network.eq(network),
        ))
        .execute(connection)
}

fn update_last_seen_of_account(
    connection: &mut PgConnection,
    id: VisitorId,
    now: DateTime<Utc>,
) -> QueryResult<usize> {
    diesel::update(visitors::table.find(id))
        .set(visitors::last_seen_at.eq(now))
        .execute(connection)
}

/// Ends the sessions that were used longest ago, so that `kept` are left.
pub fn delete_oldest_sessions(
    connection: &mut PgConnection,
    visitor_id: VisitorId,
    kept: i64,
) -> QueryResult<usize> {
    let newest = visitor_sessions::table
        .filter(visitor_sessions::visitor_id.eq(visitor_id))
        .order((visitor_sessions::last_seen_at.desc(), visitor_sessions::id.desc()))
        .select(visitor_sessions::id)
        .limit(kept)
        .load::<VisitorSessionId>(connection)?;
    diesel::delete(
        visitor_sessions::table
            .filter(visitor_sessions::visitor_id.eq(visitor_id))
            .filter(visitor_sessions::id.ne_all(newest)),
    )
    .execute(connection)
}
