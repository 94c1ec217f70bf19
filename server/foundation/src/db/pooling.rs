//! A pooler in front of the database that gives connections to others after each transaction. Then nothing that is set
//! for a connection, locked or prepared with it can be relied on: it would work now and fail later. With
//! `DATABASE_DIRECT_URL` the operator says that `DATABASE_URL` is such a pooler; without it, it must not be one.

use diesel::pg::PgConnection;
use diesel::sql_types::{BigInt, Bool, Integer, Text};
use diesel::{Connection as _, QueryResult, QueryableByName, RunQueryDsl as _, sql_query};

use super::connection::Timeouts;
use crate::config::DatabaseConfig;

/// What the operator is to do.
const SHARED: &str = "a pooler gives connections to others after each transaction, and some work needs one as long as \
                      it holds it. Name the database itself in DATABASE_DIRECT_URL, and the pooler in DATABASE_URL";

/// The advisory lock under which the role is changed, the same for every server: "moyap" in ASCII.
const ROLE_LOCK: i64 = 0x006d_6f79_6170;

#[derive(QueryableByName)]
struct Backend {
    #[diesel(sql_type = Integer)]
    pid: i32,
}

#[derive(QueryableByName)]
struct Found {
    #[diesel(sql_type = Bool)]
    found: bool,
}

/// Fails when two connections that are held at once are not two of the database's own.
pub fn require_own(one: &mut PgConnection, other: &mut PgConnection) -> anyhow::Result<()> {
    // Twice each: a pooler may also take its connections in turn.
    let of_one = [pid(one)?, pid(one)?];
    let of_other = [pid(other)?, pid(other)?];
    anyhow::ensure!(are_own(&of_one, &of_other), SHARED);
    Ok(())
}

/// Gives the role the limits that requests have, in this database, where it has others: the connections that a pooler
/// makes from now on begin with them.
///
/// - `direct`: a connection to the database itself
pub fn limit_role(direct: &mut PgConnection, config: &DatabaseConfig) -> anyhow::Result<()> {
    let timeouts = Timeouts::of_requests(config);
    direct
        .transaction(|direct| {
            // PostgreSQL refuses two changes of one role at the same moment.
            sql_query("SELECT pg_advisory_xact_lock($1)")
                .bind::<BigInt, _>(ROLE_LOCK)
                .execute(direct)?;
            if begins_limited(direct, timeouts)? {
                return Ok(());
            }
            timeouts.set(direct)?;
            // PostgreSQL takes no parameters here; what is set for this connection stands in for them.
            sql_query(
                "DO $$ BEGIN \
                   EXECUTE format('ALTER ROLE %I IN DATABASE %I SET statement_timeout = %L', \
                     current_user, current_database(), current_setting('statement_timeout')); \
                   EXECUTE format('ALTER ROLE %I IN DATABASE %I SET lock_timeout = %L', \
                     current_user, current_database(), current_setting('lock_timeout')); \
                   EXECUTE format('ALTER ROLE %I IN DATABASE %I SET idle_in_transaction_session_timeout = %L', \
                     current_user, current_database(), current_setting('idle_in_transaction_session_timeout')); \
                 END $$",
            )
            .execute(direct)?;
            Ok(())
        })
        .map_err(|error: diesel::result::Error| {
            anyhow::anyhow!("the role behind the pooler cannot be given the limits of requests: {error}")
        })
}

/// The role that a connection has.
pub fn role_of(connection: &mut PgConnection) -> QueryResult<String> {
    diesel::select(diesel::dsl::sql::<Text>("current_user::text")).get_result(connection)
}

/// Whether a connection began with the limits of requests. One that a pooler made before the role had them did not.
pub fn begins_limited(connection: &mut PgConnection, timeouts: Timeouts) -> QueryResult<bool> {
    let found: Found = sql_query(
        "SELECT count(*) = 3 AS found FROM pg_settings \
         WHERE (name, reset_val) IN (('statement_timeout', $1), ('lock_timeout', $2), \
           ('idle_in_transaction_session_timeout', $3))",
    )
    .bind::<Text, _>(timeouts.statement_ms.to_string())
    .bind::<Text, _>(timeouts.lock_ms.to_string())
    .bind::<Text, _>(timeouts.idle_in_transaction_ms.to_string())
    .get_result(connection)?;
    Ok(found.found)
}

/// Limits the statements of the running transaction, in milliseconds.
pub fn limit_transaction(connection: &mut PgConnection, statement_ms: u32) -> QueryResult<usize> {
    sql_query("SELECT set_config('statement_timeout', $1, true)")
        .bind::<Text, _>(statement_ms.to_string())
        .execute(connection)
}

/// Which process of the database answers. In a transaction: a pooler lets go of nothing before its end.
fn pid(connection: &mut PgConnection) -> QueryResult<i32> {
    connection.transaction(|connection| {
        let backend: Backend = sql_query("SELECT pg_backend_pid() AS pid").get_result(connection)?;
        Ok(backend.pid)
    })
}

/// Whether each of two connections was answered by one process, and not by that of the other.
fn are_own(one: &[i32], other: &[i32]) -> bool {
    let is_one = |pids: &[i32]| pids.windows(2).all(|pair| pair.first() == pair.last());
    is_one(one) && is_one(other) && one.first() != other.first()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_connection_is_ones_own_when_one_process_answers_it_and_nobody_else() {
        assert!(are_own(&[1, 1], &[2, 2]));
        // The process that was used last answers whoever asks next.
        assert!(!are_own(&[1, 1], &[1, 1]));
        // All of them in turn.
        assert!(!are_own(&[1, 2], &[1, 2]));
        assert!(!are_own(&[1, 2], &[3, 1]));
    }
}
