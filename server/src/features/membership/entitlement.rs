//! What a visitor has now, computed from the memberships that were given. Pure: no table, no clock.
//!
//! Memberships are counted in whole days of the site's time zone: one that ends on a day holds until that day is over.
//! The day on which one was given is that of the zone that the site had then: another zone moves no last day.
//! Grants follow each other: each begins on the later of its own day and the last day so far. Months are counted from the
//! beginning of the run, so that three single months from 31 January end on 30 April. Days begin a new count.
//! With one more grant the end is never earlier than without it: days of months are clamped.

use chrono::{
    DateTime, Days, LocalResult, Months, NaiveDate, NaiveDateTime, NaiveTime, TimeDelta, TimeZone as _, Utc,
};
use chrono_tz::Tz;
use moyan_domain::stored_names;
use uuid::Uuid;

/// A membership that was given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grant {
    /// The grant.
    pub id: Uuid,
    /// From when it counts.
    pub granted_at: DateTime<Utc>,
    /// The day of that moment, where the site was then.
    pub granted_on: NaiveDate,
    /// How long it is.
    pub length: GrantLength,
    /// True when it was made in test mode.
    pub is_test: bool,
    /// True when it was taken back: it counts as if it had never been.
    pub is_revoked: bool,
}

/// How long a grant is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GrantLength {
    /// Calendar months of the site's time zone.
    Months(u32),
    /// Days of the site's time zone.
    Days(u32),
    /// For ever.
    Lifetime,
}

stored_names! {
    /// What a visitor's membership is.
    EntitlementState
    /// There never was one.
    None: "none",
    /// It holds.
    Active: "active",
    /// It ended, and holds for some days more.
    Grace: "grace",
    /// It ended.
    Expired: "expired",
    /// It holds for ever.
    Lifetime: "lifetime",
}

/// What a visitor has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entitlement {
    /// What it is.
    pub state: EntitlementState,
    /// The last second of its last day, grace not counted; none when there never was one, or when it holds for ever.
    pub ends_at: Option<DateTime<Utc>>,
    /// Its last day in the site's time zone: that of `ends_at`.
    pub last_day: Option<NaiveDate>,
    /// True when something made in test mode counts.
    pub is_test: bool,
}

impl Entitlement {
    /// Nothing at all.
    pub const NONE: Self = Self {
        state: EntitlementState::None,
        ends_at: None,
        last_day: None,
        is_test: false,
    };

    /// Whether the visitor reads what members read.
    pub fn is_member(&self) -> bool {
        matches!(
            self.state,
            EntitlementState::Active | EntitlementState::Grace | EntitlementState::Lifetime
        )
    }
}

/// Where a row of grants without a gap has come to.
struct Run {
    /// The day that months are counted from.
    anchor: NaiveDate,
    /// Months since then.
    n_months: u32,
    /// The last day so far.
    last_day: NaiveDate,
}

/// What these grants give at a moment. Their order does not matter.
///
/// - `time_zone`: the site's, in which days begin and end.
/// - `grace_days`: for how many days it holds after its last one.
pub fn compute(grants: &[Grant], time_zone: Tz, grace_days: u32, now: DateTime<Utc>) -> Entitlement {
    let mut counted: Vec<&Grant> = grants.iter().filter(|grant| !grant.is_revoked).collect();
    counted.sort_by_key(|grant| (grant.granted_on, grant.granted_at, grant.id));
    let is_test = counted.iter().any(|grant| grant.is_test);
    let mut run: Option<Run> = None;
    for grant in counted {
        let Some(next) = extend(run, grant) else {
            return Entitlement {
                state: EntitlementState::Lifetime,
                is_test,
                ..Entitlement::NONE
            };
        };
        run = Some(next);
    }
    let Some(Run { last_day, .. }) = run else {
        return Entitlement::NONE;
    };
    let state = if now < end_of(last_day, time_zone) {
        EntitlementState::Active
    } else if now < end_of(later(last_day, grace_days), time_zone) {
        EntitlementState::Grace
    } else {
        EntitlementState::Expired
    };
    Entitlement {
        state,
        ends_at: Some(end_of(last_day, time_zone) - TimeDelta::seconds(1)),
        last_day: Some(last_day),
        is_test,
    }
}

/// The run with one more grant; none when that is for ever.
fn extend(run: Option<Run>, grant: &Grant) -> Option<Run> {
    let granted_on = grant.granted_on;
    let run = run.filter(|run| granted_on <= run.last_day).unwrap_or(Run {
        anchor: granted_on,
        n_months: 0,
        last_day: granted_on,
    });
    match grant.length {
        GrantLength::Lifetime => None,
        GrantLength::Months(n_months) => {
            let n_months = run.n_months.saturating_add(n_months);
            let last_day = run.anchor.checked_add_months(Months::new(n_months));
            Some(Run {
                last_day: before_last(last_day),
                n_months,
                ..run
            })
        }
        GrantLength::Days(n_days) => {
            let last_day = later(run.last_day, n_days);
            Some(Run {
                anchor: last_day,
                n_months: 0,
                last_day,
            })
        }
    }
}

/// A day so many days later.
pub fn later(day: NaiveDate, n_days: u32) -> NaiveDate {
    before_last(day.checked_add_days(Days::new(u64::from(n_days))))
}

/// The year after whose end nothing lasts.
const LAST_YEAR: i32 = 9998;

/// A day, or the last one there is.
fn before_last(day: Option<NaiveDate>) -> NaiveDate {
    let last = NaiveDate::from_ymd_opt(LAST_YEAR, 12, 31).unwrap_or(NaiveDate::MAX);
    day.map_or(last, |day| day.min(last))
}

/// The moment when a day is over.
pub fn end_of(day: NaiveDate, time_zone: Tz) -> DateTime<Utc> {
    let next = day.checked_add_days(Days::new(1)).unwrap_or(day);
    instant(next.and_time(NaiveTime::MIN), time_zone)
}

/// Hours around a time on the wall between which it is found: offsets are at most 14 hours, gaps at most 24.
const AROUND: TimeDelta = TimeDelta::hours(48);

/// The moment of a time on the wall. One that is there twice is the first, one that is left out the next that exists.
fn instant(local: NaiveDateTime, time_zone: Tz) -> DateTime<Utc> {
    match time_zone.from_local_datetime(&local) {
        LocalResult::Single(moment) | LocalResult::Ambiguous(moment, _) => moment.with_timezone(&Utc),
        LocalResult::None => after_gap(local, time_zone),
    }
}

/// The first second whose time on the wall is later than one that is left out.
fn after_gap(local: NaiveDateTime, time_zone: Tz) -> DateTime<Utc> {
    let is_after = |moment: DateTime<Utc>| moment.with_timezone(&time_zone).naive_local() > local;
    let middle = local.and_utc();
    let (mut before, mut after) = (middle - AROUND, middle + AROUND);
    while after - before > TimeDelta::seconds(1) {
        let half = before + (after - before) / 2;
        if is_after(half) {
            after = half;
        } else {
            before = half;
        }
    }
    // Time zones change at whole seconds.
    DateTime::from_timestamp(after.timestamp(), 0).unwrap_or(after)
}

#[cfg(test)]
mod tests;
