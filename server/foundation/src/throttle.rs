//! Throttles that count in the database, and so for all servers together.

use chrono::{DateTime, TimeDelta, Utc};
use diesel::prelude::*;
use diesel::sql_query;
use diesel::sql_types::{Integer, Text, Timestamptz};

use crate::error::AppError;
use crate::jobs::Expired;
use crate::schema::throttles;

/// How often something may be done, in how long, and how the wait grows.
#[derive(Clone, Copy, Debug)]
pub struct Allowance {
    /// Hits that a window allows.
    pub n_hits: i32,
    /// The length of a window, or of the first wait.
    pub window: TimeDelta,
    /// The longest wait; each window that is used up doubles the next one. None: all windows have one length.
    pub longest_wait: Option<TimeDelta>,
}

impl Allowance {
    /// So many hits in each window, and all windows have one length.
    pub const fn each(window: TimeDelta, n_hits: i32) -> Self {
        Self {
            n_hits,
            window,
            longest_wait: None,
        }
    }

    /// So many times as many hits.
    pub const fn times(self, factor: i32) -> Self {
        Self {
            n_hits: self.n_hits * factor,
            ..self
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
    INSERT INTO throttles AS known (key, n_hits, resets_at) VALUES ($1, $4, $2) \
    ON CONFLICT (key) DO UPDATE SET \
        n_hits = CASE WHEN known.resets_at <= $3 THEN $4 ELSE least(known.n_hits::bigint + $4, 2147483647)::int END, \
        resets_at = CASE WHEN known.resets_at <= $3 THEN $2 ELSE known.resets_at END \
    RETURNING n_hits, n_full_windows, resets_at";

/// Counts a hit, or refuses with [`AppError::RateLimited`]. In a transaction that is rolled back it does not count.
pub fn hit(
    connection: &mut PgConnection,
    key: &str,
    allowance: Allowance,
    now: DateTime<Utc>,
) -> Result<(), AppError> {
    hit_times(connection, key, allowance, 1, now)
}

/// Counts so many hits at once, or refuses.
pub fn hit_times(
    connection: &mut PgConnection,
    key: &str,
    allowance: Allowance,
    n_hits: i32,
    now: DateTime<Utc>,
) -> Result<(), AppError> {
    let counted: Counted = sql_query(COUNT)
        .bind::<Text, _>(key)
        .bind::<Timestamptz, _>(now + allowance.window)
        .bind::<Timestamptz, _>(now)
        .bind::<Integer, _>(n_hits)
        .get_result(connection)?;
    if counted.n_hits > allowance.n_hits {
        return Err(AppError::RateLimited {
            retry_after_s: seconds_until(counted.resets_at, now),
        });
    }
    if let Some(longest) = allowance.longest_wait
        && counted.n_hits == allowance.n_hits
    {
        let wait = wait_after(allowance.window, counted.n_full_windows, longest);
        diesel::update(throttles::table.find(key))
            .set((
                throttles::resets_at.eq(now + wait),
                throttles::n_full_windows.eq(counted.n_full_windows + 1),
            ))
            .execute(connection)?;
    }
    Ok(())
}

/// Whole seconds, rounded up, so that nobody comes back too early.
fn seconds_until(moment: DateTime<Utc>, now: DateTime<Utc>) -> u64 {
    u64::try_from((moment - now).num_seconds() + 1).unwrap_or(1)
}

/// The wait after so many windows that were used up before: doubled for each of them, up to the longest.
fn wait_after(window: TimeDelta, n_full_windows: i32, longest: TimeDelta) -> TimeDelta {
    let doublings = u32::try_from(n_full_windows.clamp(0, 20)).unwrap_or(0);
    (window * 2_i32.pow(doublings)).min(longest)
}

/// Sets a counter back to zero.
pub fn reset(connection: &mut PgConnection, key: &str) -> QueryResult<usize> {
    diesel::delete(throttles::table.find(key)).execute(connection)
}

/// Takes one hit back.
pub fn refund(connection: &mut PgConnection, key: &str) -> QueryResult<usize> {
    diesel::update(throttles::table.find(key).filter(throttles::n_hits.gt(0)))
        .set(throttles::n_hits.eq(throttles::n_hits - 1))
        .execute(connection)
}

/// Removes counters whose window ended a day ago.
pub fn sweep(connection: &mut PgConnection, now: DateTime<Utc>) -> QueryResult<usize> {
    diesel::delete(throttles::table.filter(throttles::resets_at.lt(now - TimeDelta::days(1))))
        .execute(connection)
}

/// What expires: counters that are full again.
pub fn expired() -> Vec<Expired> {
    vec![Expired::All(|connection, sweep| {
        self::sweep(connection, sweep.now)?;
        Ok(())
    })]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_allowed_several_times_has_the_same_window_and_waits() {
        let once = Allowance {
            longest_wait: Some(TimeDelta::days(1)),
            ..Allowance::each(TimeDelta::minutes(10), 5)
        };
        let thrice = once.times(3);
        assert_eq!(thrice.n_hits, 15);
        assert_eq!(
            (thrice.window, thrice.longest_wait),
            (once.window, once.longest_wait)
        );
    }

    #[test]
    fn nobody_is_told_to_come_back_too_early() {
        let now = DateTime::UNIX_EPOCH;
        for (wait_ms, seconds) in [(200, 1), (999, 1), (1000, 2), (1500, 2), (59_900, 60)] {
            assert_eq!(
                seconds_until(now + TimeDelta::milliseconds(wait_ms), now),
                seconds
            );
        }
        assert_eq!(seconds_until(now - TimeDelta::seconds(5), now), 1);
    }

    #[test]
    fn each_wait_is_twice_as_long_up_to_the_longest() {
        let (window, longest) = (TimeDelta::minutes(10), TimeDelta::days(1));
        let minutes = [0, 1, 2, 7, 8, 1000].map(|n| wait_after(window, n, longest).num_minutes());
        assert_eq!(minutes, [10, 20, 40, 1280, 1440, 1440]);
    }
}
