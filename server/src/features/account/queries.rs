//! What is stored about accounts.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use moyan_domain::{Identifier, IdentityType, TeamKind};
use moyan_foundation::credentials::StoredCode;
use moyan_foundation::schema::{avatars, sessions, teams, users, verification_codes};
use uuid::Uuid;

use super::models::{NewSession, NewUser, Session, User, UserChanges};

pub fn insert_user(connection: &mut PgConnection, user: &NewUser<'_>) -> QueryResult<usize> {
    diesel::insert_into(users::table).values(user).execute(connection)
}

pub fn find_user(connection: &mut PgConnection, id: Uuid) -> QueryResult<Option<User>> {
    users::table
        .find(id)
        .select(User::as_select())
        .first(connection)
        .optional()
}

/// The account, locked until the transaction ends: nobody else sets its password or suspends it meanwhile.
pub fn lock_user(connection: &mut PgConnection, id: Uuid) -> QueryResult<Option<User>> {
    users::table
        .find(id)
        .select(User::as_select())
        .for_no_key_update()
        .first(connection)
        .optional()
}

pub fn find_user_by(connection: &mut PgConnection, identifier: &Identifier) -> QueryResult<Option<User>> {
    let query = users::table.select(User::as_select()).into_boxed();
    match identifier.kind() {
        IdentityType::Email => query.filter(users::email.eq(identifier.as_str().to_owned())),
        IdentityType::Phone => query.filter(users::phone.eq(identifier.as_str().to_owned())),
    }
    .first(connection)
    .optional()
}

pub fn update_user(connection: &mut PgConnection, id: Uuid, changes: &UserChanges) -> QueryResult<usize> {
    diesel::update(users::table.find(id))
        .set(changes)
        .execute(connection)
}

pub fn update_deletes_at(
    connection: &mut PgConnection,
    id: Uuid,
    deletes_at: Option<DateTime<Utc>>,
) -> QueryResult<usize> {
    diesel::update(users::table.find(id))
        .set(users::deletes_at.eq(deletes_at))
        .execute(connection)
}

/// Replaces a hash by another of the same password; changes nothing when the password was changed meanwhile.
pub fn replace_password_hash(
    connection: &mut PgConnection,
    id: Uuid,
    old: &str,
    new: &str,
) -> QueryResult<usize> {
    diesel::update(users::table.find(id).filter(users::password_hash.eq(old)))
        .set(users::password_hash.eq(new))
        .execute(connection)
}

/// The IDs of the picture, when there is one, and of the personal space.
pub fn find_avatar_and_space(
    connection: &mut PgConnection,
    user_id: Uuid,
) -> QueryResult<(Option<Uuid>, Uuid)> {
    let avatar_id = avatars::table
        .filter(avatars::user_id.eq(user_id))
        .select(avatars::id)
        .first(connection)
        .optional()?;
    let team_id = teams::table
        .filter(
            teams::owner_id
                .eq(user_id)
                .and(teams::kind.eq(TeamKind::Personal)),
        )
        .select(teams::id)
        .first(connection)?;
    Ok((avatar_id, team_id))
}

/// Begins a session; the account is used from then on, also when the session has ended.
pub fn insert_session(connection: &mut PgConnection, session: &NewSession<'_>) -> QueryResult<()> {
    diesel::update(users::table.find(session.user_id))
        .set(users::last_used_at.eq(session.last_seen_at))
        .execute(connection)?;
    diesel::insert_into(sessions::table)
        .values(session)
        .execute(connection)?;
    Ok(())
}

/// The account's sessions that have not ended, the one used last first.
pub fn list_sessions(
    connection: &mut PgConnection,
    user_id: Uuid,
    now: DateTime<Utc>,
    used_after: DateTime<Utc>,
) -> QueryResult<Vec<Session>> {
    sessions::table
        .filter(
            sessions::user_id
                .eq(user_id)
                .and(sessions::expires_at.gt(now))
                .and(sessions::last_seen_at.gt(used_after)),
        )
        .order((sessions::last_seen_at.desc(), sessions::id.desc()))
        .select(Session::as_select())
        .load(connection)
}

pub fn delete_session(connection: &mut PgConnection, user_id: Uuid, id: Uuid) -> QueryResult<usize> {
    diesel::delete(sessions::table.filter(sessions::id.eq(id).and(sessions::user_id.eq(user_id))))
        .execute(connection)
}

/// Ends the sessions of an account, but for one.
pub fn delete_sessions(
    connection: &mut PgConnection,
    user_id: Uuid,
    kept: Option<Uuid>,
) -> QueryResult<usize> {
    let all = sessions::table.filter(sessions::user_id.eq(user_id));
    match kept {
        Some(kept) => diesel::delete(all.filter(sessions::id.ne(kept))).execute(connection),
        None => diesel::delete(all).execute(connection),
    }
}

/// Ends the sessions that were used longest ago, so that `kept` are left.
pub fn delete_oldest_sessions(connection: &mut PgConnection, user_id: Uuid, kept: i64) -> QueryResult<usize> {
    let newest = sessions::table
        .filter(sessions::user_id.eq(user_id))
        .order((sessions::last_seen_at.desc(), sessions::id.desc()))
        .select(sessions::id)
        .limit(kept)
        .load::<Uuid>(connection)?;
    diesel::delete(sessions::table.filter(sessions::user_id.eq(user_id).and(sessions::id.ne_all(newest))))
        .execute(connection)
}

/// Recipient and purpose of a code.
type CodeKey<'a> = (&'a str, &'a str);

pub fn upsert_code(
    connection: &mut PgConnection,
    (target, purpose): CodeKey<'_>,
    code_hash: &str,
    expires_at: DateTime<Utc>,
) -> QueryResult<usize> {
    let values = (
        verification_codes::code_hash.eq(code_hash),
        verification_codes::expires_at.eq(expires_at),
        verification_codes::n_tries.eq(0),
        verification_codes::created_at.eq(diesel::dsl::now),
    );
    diesel::insert_into(verification_codes::table)
        .values((
            verification_codes::target.eq(target),
            verification_codes::purpose.eq(purpose),
            values,
        ))
        .on_conflict((verification_codes::target, verification_codes::purpose))
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
        verification_codes::table
            .find(key)
            .filter(verification_codes::n_tries.lt(max_tries)),
    )
    .set(verification_codes::n_tries.eq(verification_codes::n_tries + 1))
    .returning((verification_codes::code_hash, verification_codes::expires_at))
    .get_result(connection)
    .optional()?;
    Ok(tried.map(StoredCode::from))
}

pub fn delete_code(connection: &mut PgConnection, key: CodeKey<'_>, code_hash: &str) -> QueryResult<usize> {
    diesel::delete(
        verification_codes::table
            .find(key)
            .filter(verification_codes::code_hash.eq(code_hash)),
    )
    .execute(connection)
}

pub fn replace_avatar(connection: &mut PgConnection, user_id: Uuid, png: &[u8]) -> QueryResult<usize> {
    let values = (
        // A new name, because caches keep the picture of a name for ever.
        avatars::id.eq(Uuid::new_v4()),
        avatars::png.eq(png),
        avatars::created_at.eq(diesel::dsl::now),
    );
    diesel::insert_into(avatars::table)
        .values((avatars::user_id.eq(user_id), values))
        .on_conflict(avatars::user_id)
        .do_update()
        .set(values)
        .execute(connection)
}

pub fn delete_avatar(connection: &mut PgConnection, user_id: Uuid) -> QueryResult<usize> {
    diesel::delete(avatars::table.filter(avatars::user_id.eq(user_id))).execute(connection)
}

pub fn find_avatar(connection: &mut PgConnection, id: Uuid) -> QueryResult<Option<Vec<u8>>> {
    avatars::table
        .find(id)
        .select(avatars::png)
        .first(connection)
        .optional()
}

/// The picture of an account.
pub fn find_avatar_of(connection: &mut PgConnection, user_id: Uuid) -> QueryResult<Option<Vec<u8>>> {
    avatars::table
        .filter(avatars::user_id.eq(user_id))
        .select(avatars::png)
        .first(connection)
        .optional()
}

/// The administrators who are not suspended, locked until the transaction ends. In one order, so that two who lock
/// them do not wait for each other.
pub fn lock_admins(connection: &mut PgConnection) -> QueryResult<Vec<Uuid>> {
    users::table
        .filter(users::is_admin.and(users::suspended_at.is_null()))
        .order(users::id.asc())
        .select(users::id)
        .for_no_key_update()
        .load(connection)
}

pub fn update_is_admin(connection: &mut PgConnection, id: Uuid, is_admin: bool) -> QueryResult<usize> {
    diesel::update(users::table.find(id))
        .set(users::is_admin.eq(is_admin))
        .execute(connection)
}

pub fn update_suspension(
    connection: &mut PgConnection,
    id: Uuid,
    suspension: Option<(DateTime<Utc>, &str)>,
) -> QueryResult<usize> {
    diesel::update(users::table.find(id))
        .set((
            users::suspended_at.eq(suspension.map(|(at, _)| at)),
            users::suspended_reason.eq(suspension.map(|(_, reason)| reason)),
        ))
        .execute(connection)
}

/// Accounts whose deletion is due.
pub fn list_expired_users(connection: &mut PgConnection, now: DateTime<Utc>) -> QueryResult<Vec<Uuid>> {
    users::table
        .filter(users::deletes_at.le(now))
        .order(users::deletes_at.asc())
        .select(users::id)
        .load(connection)
}

/// Locks an account until the transaction ends, if its time is over. False when it is not, or when it is locked.
pub fn lock_expired_user(connection: &mut PgConnection, id: Uuid, now: DateTime<Utc>) -> QueryResult<bool> {
    let locked: Option<Uuid> = users::table
        .filter(users::id.eq(id).and(users::deletes_at.le(now)))
        .select(users::id)
        .for_update()
        .skip_locked()
        .first(connection)
        .optional()?;
    Ok(locked.is_some())
}

pub fn delete_user(connection: &mut PgConnection, id: Uuid) -> QueryResult<usize> {
    diesel::delete(users::table.find(id)).execute(connection)
}

/// Removes expired codes and sessions.
pub fn sweep(
    connection: &mut PgConnection,
    now: DateTime<Utc>,
    used_before: DateTime<Utc>,
) -> QueryResult<usize> {
    diesel::delete(verification_codes::table.filter(verification_codes::expires_at.lt(now)))
        .execute(connection)?;
    diesel::delete(
        sessions::table.filter(
            sessions::expires_at
                .lt(now)
                .or(sessions::last_seen_at.lt(used_before)),
        ),
    )
    .execute(connection)
}
