//! What is stored about visitors.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use moyan_domain::{Identifier, IdentityType, SiteId, VisitorId, VisitorSessionId};
use moyan_foundation::credentials::StoredCode;
use moyan_foundation::schema::{visitor_codes, visitor_sessions, visitors};
use uuid::Uuid;

use super::models::{Account, FoundSession, NewAccount, NewSession, SessionRow};

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

pub fn find_account(connection: &mut PgConnection, id: VisitorId) -> QueryResult<Option<Account>> {
    visitors::table
        .find(id)
        .select(Account::as_select())
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

/// The sessions that were used last: at most `limit`.
pub fn list_newest_sessions(
    connection: &mut PgConnection,
    visitor_id: VisitorId,
    limit: i64,
) -> QueryResult<Vec<VisitorSessionId>> {
    visitor_sessions::table
        .filter(visitor_sessions::visitor_id.eq(visitor_id))
        .order((visitor_sessions::last_seen_at.desc(), visitor_sessions::id.desc()))
        .select(visitor_sessions::id)
        .limit(limit)
        .load(connection)
}

/// Ends the sessions that were used longest ago, so that `kept` are left.
pub fn delete_oldest_sessions(
    connection: &mut PgConnection,
    visitor_id: VisitorId,
    kept: i64,
) -> QueryResult<usize> {
    let newest = list_newest_sessions(connection, visitor_id, kept)?;
    diesel::delete(
        visitor_sessions::table
            .filter(visitor_sessions::visitor_id.eq(visitor_id))
            .filter(visitor_sessions::id.ne_all(newest)),
    )
    .execute(connection)
}

pub fn update_nickname(connection: &mut PgConnection, id: VisitorId, nickname: &str) -> QueryResult<usize> {
    diesel::update(visitors::table.find(id))
        .set(visitors::nickname.eq(nickname))
        .execute(connection)
}

pub fn update_is_reminded(
    connection: &mut PgConnection,
    id: VisitorId,
    is_reminded: bool,
) -> QueryResult<usize> {
    diesel::update(visitors::table.find(id))
        .set(visitors::is_reminded.eq(is_reminded))
        .execute(connection)
}

/// The same for the visitor of a link.
pub fn stop_reminders(connection: &mut PgConnection, site_id: SiteId, token: Uuid) -> QueryResult<usize> {
    let own = visitors::table.filter(visitors::site_id.eq(site_id));
    diesel::update(own.filter(visitors::unsubscribe_token.eq(token)))
        .set(visitors::is_reminded.eq(false))
        .execute(connection)
}

/// Whether the visitor of a link gets no reminders.
pub fn has_stopped_reminders(
    connection: &mut PgConnection,
    site_id: SiteId,
    token: Uuid,
) -> QueryResult<bool> {
    let own = visitors::table.filter(visitors::site_id.eq(site_id));
    let stopped = own
        .filter(visitors::unsubscribe_token.eq(token))
        .filter(visitors::is_reminded.eq(false));
    diesel::select(diesel::dsl::exists(stopped)).get_result(connection)
}

pub fn update_is_blocked(
    connection: &mut PgConnection,
    site_id: SiteId,
    id: VisitorId,
    is_blocked: bool,
) -> QueryResult<usize> {
    let own = visitors::table.filter(visitors::site_id.eq(site_id));
    diesel::update(own.filter(visitors::id.eq(id)))
        .set(visitors::is_blocked.eq(is_blocked))
        .execute(connection)
}

pub fn update_password_hash(connection: &mut PgConnection, id: VisitorId, hash: &str) -> QueryResult<usize> {
    diesel::update(visitors::table.find(id))
        .set(visitors::password_hash.eq(hash))
        .execute(connection)
}

/// Removes the account, its sessions and its reminders.
pub fn delete_account(connection: &mut PgConnection, id: VisitorId) -> QueryResult<usize> {
    diesel::delete(visitors::table.find(id)).execute(connection)
}

pub fn list_sessions(
    connection: &mut PgConnection,
    visitor_id: VisitorId,
    now: DateTime<Utc>,
    used_after: DateTime<Utc>,
) -> QueryResult<Vec<SessionRow>> {
    visitor_sessions::table
        .filter(visitor_sessions::visitor_id.eq(visitor_id))
        .filter(visitor_sessions::expires_at.gt(now))
        .filter(visitor_sessions::last_seen_at.gt(used_after))
        .order((visitor_sessions::last_seen_at.desc(), visitor_sessions::id.desc()))
        .select(SessionRow::as_select())
        .load(connection)
}

pub fn delete_session(
    connection: &mut PgConnection,
    visitor_id: VisitorId,
    id: VisitorSessionId,
) -> QueryResult<usize> {
    let own = visitor_sessions::table.filter(visitor_sessions::visitor_id.eq(visitor_id));
    diesel::delete(own.filter(visitor_sessions::id.eq(id))).execute(connection)
}

pub fn delete_session_by_hash(
    connection: &mut PgConnection,
    site_id: SiteId,
    token_hash: &str,
) -> QueryResult<usize> {
    let of_site = visitors::table
        .filter(visitors::site_id.eq(site_id))
        .select(visitors::id);
    diesel::delete(
        visitor_sessions::table
            .filter(visitor_sessions::token_hash.eq(token_hash))
            .filter(visitor_sessions::visitor_id.eq_any(of_site)),
    )
    .execute(connection)
}

/// Ends the sessions of a visitor, but for one.
pub fn delete_sessions(
    connection: &mut PgConnection,
    visitor_id: VisitorId,
    kept: Option<VisitorSessionId>,
) -> QueryResult<usize> {
    let all = visitor_sessions::table.filter(visitor_sessions::visitor_id.eq(visitor_id));
    match kept {
        Some(kept) => diesel::delete(all.filter(visitor_sessions::id.ne(kept))).execute(connection),
        None => diesel::delete(all).execute(connection),
    }
}

/// Site, recipient and purpose of a code.
type CodeKey<'a> = (SiteId, &'a str, &'a str);

pub fn upsert_code(
    connection: &mut PgConnection,
    (site_id, recipient, purpose): CodeKey<'_>,
    code_hash: &str,
    expires_at: DateTime<Utc>,
) -> QueryResult<usize> {
    let values = (
        visitor_codes::code_hash.eq(code_hash),
        visitor_codes::expires_at.eq(expires_at),
        visitor_codes::n_tries.eq(0),
    );
    diesel::insert_into(visitor_codes::table)
        .values((
            visitor_codes::site_id.eq(site_id),
            visitor_codes::recipient.eq(recipient),
            visitor_codes::purpose.eq(purpose),
            values,
        ))
        .on_conflict((
            visitor_codes::site_id,
            visitor_codes::recipient,
            visitor_codes::purpose,
        ))
        .do_update()
        .set(values)
        .execute(connection)
}

/// Counts a try and gives the code; none when there is no code that was tried less than `max_tries` times.
pub fn count_try(
    connection: &mut PgConnection,
    key: CodeKey<'_>,
    max_tries: i32,
) -> QueryResult<Option<StoredCode>> {
    let tried: Option<(String, DateTime<Utc>)> = diesel::update(
        visitor_codes::table
            .find(key)
            .filter(visitor_codes::n_tries.lt(max_tries)),
    )
    .set(visitor_codes::n_tries.eq(visitor_codes::n_tries + 1))
    .returning((visitor_codes::code_hash, visitor_codes::expires_at))
    .get_result(connection)
    .optional()?;
    Ok(tried.map(StoredCode::from))
}

pub fn delete_code(connection: &mut PgConnection, key: CodeKey<'_>, code_hash: &str) -> QueryResult<usize> {
    diesel::delete(
        visitor_codes::table
            .find(key)
            .filter(visitor_codes::code_hash.eq(code_hash)),
    )
    .execute(connection)
}

pub fn delete_codes_to(
    connection: &mut PgConnection,
    site_id: SiteId,
    recipient: &str,
) -> QueryResult<usize> {
    let of_site = visitor_codes::table.filter(visitor_codes::site_id.eq(site_id));
    diesel::delete(of_site.filter(visitor_codes::recipient.eq(recipient))).execute(connection)
}

/// Removes codes and sessions that have ended.
pub fn sweep(
    connection: &mut PgConnection,
    now: DateTime<Utc>,
    used_before: DateTime<Utc>,
) -> QueryResult<usize> {
    diesel::delete(visitor_codes::table.filter(visitor_codes::expires_at.lt(now))).execute(connection)?;
    let is_over = visitor_sessions::expires_at
        .lt(now)
        .or(visitor_sessions::last_seen_at.lt(used_before));
    diesel::delete(visitor_sessions::table.filter(is_over)).execute(connection)
}
