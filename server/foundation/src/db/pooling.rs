//! Whether a pooler in front of the database gives connections to others after each transaction. Then nothing that is
//! set for a connection, locked or prepared with it can be relied on: it would work now and fail later.

use diesel::pg::PgConnection;
use diesel::sql_types::Integer;
use diesel::{Connection as _, QueryResult, QueryableByName, RunQueryDsl as _, sql_query};

/// What the operator is to do.
const SHARED: &str = "DATABASE_URL: a pooler gives connections to others after each transaction; Moyan needs each for as long as \
                      it holds it. Set the pooler to session pooling, or name the database itself";

#[derive(QueryableByName)]
struct Backend {
    #[diesel(sql_type = Integer)]
    pid: i32,
}

/// Fails when two connections that are held at once are not two of the database's own.
pub fn require_own(one: &mut PgConnection, other: &mut PgConnection) -> anyhow::Result<()> {
    // Twice each: a pooler may also take its connections in turn.
    let of_one = [pid(one)?, pid(one)?];
    let of_other = [pid(other)?, pid(other)?];
    anyhow::ensure!(are_own(&of_one, &of_other), SHARED);
    Ok(())
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
