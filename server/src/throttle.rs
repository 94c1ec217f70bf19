//! Counts, in the database and so for all servers together, what may not be done too often.

use chrono::{DateTime, TimeDelta, Utc};
use diesel::prelude::*;
use diesel::sql_query;
use diesel::sql_types::{Integer, Text, Timestamptz};

use crate::error::AppError;
use crate::schema::throttles;

/// How often, in how long, and how the wait grows.
#[derive(Clone, Copy, Debug)]
pub struct Allowance {
    /// Times that are let through in a window.
    pub n_hits: i32,
    /// Minutes of a window, or of the first wait.
    pub window: TimeDelta,
    /// The longest wait; each window that is used up doubles the next one. None: all windows are alike.
    pub longest_wait: Option<TimeDelta>,
}

impl Allowance {
    /// So many times in each window, and all windows are alike.
    pub const fn each(window: TimeDelta, n_hits: i32) -> Self {
        Self {
            n_hits,
            window,
            longest_wait: None,
        }
    }
}

#[derive(QueryableByName)]
struct Counted {
    #[diesel(sql_type = Integer)]
    n_hits: i32,
    #[diesel(sql_type = Integer)]
    n_full_windows: i32,
    #[diesel(sql_type = Timestamptz)]
    resets_at: DateTime<Utc>,
}

/// One statement, so that parallel requests cannot slip through between reading and writing.
const COUNT: &str = "\
    INSERT INTO throttles AS known (key, n_hits, resets_at) VALUES ($1, 1, $2) \
    ON CONFLICT (key) DO UPDATE SET \
        n_hits = CASE WHEN known.resets_at <= $3 THEN 1 ELSE known.n_hits + 1 END, \
        resets_at = CASE WHEN known.resets_at <= $3 THEN $2 ELSE known.resets_at END \
    RETURNING n_hits, n_full_windows, resets_at";

/// Counts once, or refuses with the seconds to wait. Not to be called in a transaction that may be taken back.
pub fn hit(connection: &mut PgConnection, key: &str, allowance: Allowance) -> Result<(), AppError> {
    let now = Utc::now();
    let counted: Counted = sql_query(COUNT)
        .bind::<Text, _>(key)
        .bind::<Timestamptz, _>(now + allowance.window)
        .bind::<Timestamptz, _>(now)
        .get_result(connection)?;
    if counted.n_hits > allowance.n_hits {
        let wait = (counted.resets_at - now).num_seconds() + 1;
        return Err(AppError::RateLimited {
            retry_after_s: u64::try_from(wait).unwrap_or(1),
        });
    }
    if let Some(longest) = allowance.longest_wait
        && counted.n_hits == allowance.n_hits
    {
        let doublings = u32::try_from(counted.n_full_windows.clamp(0, 20)).unwrap_or(0);
        let wait = (allowance.window * 2_i32.pow(doublings)).min(longest);
        diesel::update(throttles::table.find(key))
            .set((
                throttles::resets_at.eq(now + wait),
                throttles::n_full_windows.eq(counted.n_full_windows + 1),
            ))
            .execute(connection)?;
    }
    Ok(())
}

/// Forgets what was counted, after it turned out well.
pub fn forget(connection: &mut PgConnection, key: &str) -> QueryResult<usize> {
    diesel::delete(throttles::table.find(key)).execute(connection)
}

/// Takes one count back.
pub fn give_back(connection: &mut PgConnection, key: &str) -> QueryResult<usize> {
    diesel::update(throttles::table.find(key).filter(throttles::n_hits.gt(0)))
        .set(throttles::n_hits.eq(throttles::n_hits - 1))
        .execute(connection)
}

/// Removes counters that were calm for a day.
pub fn sweep(connection: &mut PgConnection, now: DateTime<Utc>) -> QueryResult<usize> {
    diesel::delete(throttles::table.filter(throttles::resets_at.lt(now - TimeDelta::days(1))))
        .execute(connection)
}
