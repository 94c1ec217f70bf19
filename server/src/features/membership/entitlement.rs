//! What a visitor has now, computed from the memberships that were given. Pure: no table, no clock.
//!
//! Memberships are counted in whole days of the site's time zone: one that ends on a day holds until that day is over.
//! Grants follow each other: each begins on the later of its own day and the last day so far. Months are counted from the
//! beginning of the run, so that three single months from 31 January end on 30 April. Days begin a new count.
//! With one more grant the end is never earlier than without it: days of months are clamped.

use chrono::{
    DateTime, Days, LocalResult, Months, NaiveDate, NaiveDateTime, NaiveTime, TimeDelta, TimeZone as _, Utc,
};
use chrono_tz::Tz;
use uuid::Uuid;

use crate::domain::stored_names;

/// A membership that was given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grant {
    /// The grant.
    pub id: Uuid,
    /// From when it counts.
    pub granted_at: DateTime<Utc>,
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
    counted.sort_by_key(|grant| (grant.granted_at, grant.id));
    let is_test = counted.iter().any(|grant| grant.is_test);
    let mut run: Option<Run> = None;
    for grant in counted {
        let Some(next) = extend(run, grant, time_zone) else {
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
fn extend(run: Option<Run>, grant: &Grant, time_zone: Tz) -> Option<Run> {
    let granted_on = grant.granted_at.with_timezone(&time_zone).date_naive();
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
fn later(day: NaiveDate, n_days: u32) -> NaiveDate {
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
mod tests {
    use chrono_tz::{Africa, America, Asia, Europe, Pacific};
    use proptest::prelude::*;

    use super::*;

    fn at(text: &str) -> DateTime<Utc> {
        text.parse().unwrap()
    }

    fn grant(granted_at: &str, length: GrantLength) -> Grant {
        Grant {
            id: Uuid::now_v7(),
            granted_at: at(granted_at),
            length,
            is_test: false,
            is_revoked: false,
        }
    }

    fn end_of(grants: &[Grant], time_zone: Tz) -> Option<DateTime<Utc>> {
        compute(grants, time_zone, 0, DateTime::UNIX_EPOCH).ends_at
    }

    fn last_day(grants: &[Grant], time_zone: Tz) -> String {
        let held = compute(grants, time_zone, 0, DateTime::UNIX_EPOCH);
        let shown = held.ends_at.map(|end| end.with_timezone(&time_zone).date_naive());
        assert_eq!(shown, held.last_day, "one day, whichever is shown");
        held.last_day.map(|day| day.to_string()).unwrap_or_default()
    }

    fn months(granted_at: &str, n_months: u32) -> Grant {
        grant(granted_at, GrantLength::Months(n_months))
    }

    fn days(granted_at: &str, n_days: u32) -> Grant {
        grant(granted_at, GrantLength::Days(n_days))
    }

    #[test]
    fn a_month_from_the_31st_ends_on_the_last_day_and_three_singles_end_as_three_at_once() {
        let end = |n: usize| {
            let grants: Vec<Grant> = (0..n).map(|_| months("2026-01-31T02:00:00Z", 1)).collect();
            last_day(&grants, Asia::Shanghai)
        };
        assert_eq!(end(1), "2026-02-28");
        assert_eq!(end(2), "2026-03-31");
        assert_eq!(end(3), "2026-04-30");
        let at_once = [months("2026-01-31T02:00:00Z", 3)];
        assert_eq!(end(3), last_day(&at_once, Asia::Shanghai));
    }

    #[test]
    fn a_year_from_29_february_ends_on_the_28th() {
        let leap = [months("2028-02-29T02:00:00Z", 12)];
        assert_eq!(last_day(&leap, Asia::Shanghai), "2029-02-28");
        let four = [months("2028-02-29T02:00:00Z", 48)];
        assert_eq!(last_day(&four, Asia::Shanghai), "2032-02-29");
    }

    #[test]
    fn a_membership_holds_until_its_last_day_is_over_where_the_site_is() {
        // Half past midnight and half past eleven at night of 23 November, in each of the two places.
        for (time_zone, early, late, over) in [
            (
                Asia::Shanghai,
                "2026-11-22T16:30:00Z",
                "2026-11-23T15:30:00Z",
                "2026-12-31T16:00:00Z",
            ),
            (
                America::Los_Angeles,
                "2026-11-23T08:30:00Z",
                "2026-11-24T07:30:00Z",
                "2027-01-01T08:00:00Z",
            ),
        ] {
            for given in [early, late] {
                let grants = [days(given, 38)];
                assert_eq!(last_day(&grants, time_zone), "2026-12-31", "{time_zone} {given}");
                let over = at(over);
                let state = |now| compute(&grants, time_zone, 0, now).state;
                assert_eq!(state(over - TimeDelta::microseconds(1)), EntitlementState::Active);
                assert_eq!(state(over), EntitlementState::Expired);
                assert_eq!(end_of(&grants, time_zone), Some(over - TimeDelta::seconds(1)));
            }
        }
    }

    #[test]
    fn months_are_those_of_the_sites_time_zone() {
        // It is 1 February in Shanghai already.
        let grants = [months("2026-01-31T17:00:00Z", 1)];
        assert_eq!(last_day(&grants, Asia::Shanghai), "2026-03-01");
        assert_eq!(last_day(&grants, Tz::UTC), "2026-02-28");
    }

    #[test]
    fn a_day_that_begins_late_or_has_23_or_25_hours_is_a_whole_day() {
        // São Paulo had no midnight on 4 November 2018: the day began at 01:00, which was 03:00 UTC.
        let grants = [months("2018-10-03T03:30:00Z", 1)];
        assert_eq!(
            end_of(&grants, America::Sao_Paulo),
            Some(at("2018-11-04T02:59:59Z"))
        );
        // Cairo leaves out midnight on 28 April 2023.
        let grants = [months("2023-03-27T12:00:00Z", 1)];
        assert_eq!(end_of(&grants, Africa::Cairo), Some(at("2023-04-27T21:59:59Z")));
        // Berlin has an hour twice on 25 October 2026.
        let grants = [months("2026-09-25T00:30:00Z", 1)];
        assert_eq!(end_of(&grants, Europe::Berlin), Some(at("2026-10-25T22:59:59Z")));
    }

    #[test]
    fn a_membership_bought_early_begins_at_the_end_and_one_bought_late_when_it_is_bought() {
        let early = [
            months("2026-01-10T00:00:00Z", 1),
            months("2026-02-01T00:00:00Z", 1),
        ];
        assert_eq!(last_day(&early, Tz::UTC), "2026-03-10");
        let late = [
            months("2026-01-10T00:00:00Z", 1),
            months("2026-02-20T00:00:00Z", 1),
        ];
        assert_eq!(last_day(&late, Tz::UTC), "2026-03-20");
        let mixed = [months("2026-01-31T00:00:00Z", 1), days("2026-02-01T00:00:00Z", 2)];
        assert_eq!(last_day(&mixed, Tz::UTC), "2026-03-02");
    }

    #[test]
    fn a_membership_of_the_last_day_goes_on_at_its_end_whatever_the_hour() {
        let first = months("2026-01-31T12:00:00Z", 1);
        let with = |moment: &str| last_day(&[first.clone(), months(moment, 1)], Tz::UTC);
        assert_eq!(with("2026-02-28T00:00:00Z"), "2026-03-31");
        assert_eq!(with("2026-02-28T23:59:59Z"), "2026-03-31");
        assert_eq!(with("2026-03-01T00:00:00Z"), "2026-04-01");
    }

    #[test]
    fn the_state_follows_the_end_the_grace_and_what_was_taken_back() {
        let mut grants = vec![months("2026-01-10T13:00:00Z", 1)];
        let state = |grants: &[Grant], now: &str| compute(grants, Tz::UTC, 3, at(now)).state;
        assert_eq!(state(&[], "2026-01-10T00:00:00Z"), EntitlementState::None);
        assert_eq!(state(&grants, "2026-02-10T23:59:59Z"), EntitlementState::Active);
        assert_eq!(state(&grants, "2026-02-11T00:00:00Z"), EntitlementState::Grace);
        assert_eq!(state(&grants, "2026-02-13T23:59:59Z"), EntitlementState::Grace);
        assert_eq!(state(&grants, "2026-02-14T00:00:00Z"), EntitlementState::Expired);
        grants.push(grant("2026-01-20T00:00:00Z", GrantLength::Lifetime));
        let lifetime = compute(&grants, Tz::UTC, 3, at("2099-01-01T00:00:00Z"));
        assert_eq!(
            (lifetime.state, lifetime.ends_at),
            (EntitlementState::Lifetime, None)
        );
        for grant in &mut grants {
            grant.is_revoked = true;
        }
        assert_eq!(
            compute(&grants, Tz::UTC, 3, at("2026-01-20T00:00:00Z")),
            Entitlement::NONE
        );
        let members = [
            EntitlementState::Active,
            EntitlementState::Grace,
            EntitlementState::Lifetime,
        ];
        for name in EntitlementState::NAMES {
            let state = EntitlementState::parse(name).unwrap();
            let entitlement = Entitlement {
                state,
                ..Entitlement::NONE
            };
            assert_eq!(entitlement.is_member(), members.contains(&state), "{name}");
        }
    }

    #[test]
    fn what_is_longer_than_a_calendar_ends_at_its_end() {
        for length in [GrantLength::Months(u32::MAX), GrantLength::Days(u32::MAX)] {
            let grants = [
                grant("2026-01-01T00:00:00Z", length),
                months("2026-01-01T00:00:00Z", 1),
            ];
            for time_zone in TIME_ZONES {
                assert_eq!(last_day(&grants, time_zone), "9998-12-31", "{time_zone}");
            }
            let held = compute(&grants, Tz::UTC, 30, at("2026-01-01T00:00:00Z"));
            assert_eq!(held.state, EntitlementState::Active);
        }
    }

    const TIME_ZONES: [Tz; 8] = [
        Tz::UTC,
        Asia::Shanghai,
        Europe::Berlin,
        America::Sao_Paulo,
        America::New_York,
        Africa::Cairo,
        Pacific::Apia,
        Pacific::Chatham,
    ];

    /// Moments around the changes of 2011 to 2026, some of them very close together.
    fn moments() -> impl Strategy<Value = DateTime<Utc>> {
        let moment = |base: i64, minutes: i64| DateTime::from_timestamp(base + minutes * 60, 0).unwrap();
        prop_oneof![
            (0..8_000_000_i64).prop_map(move |minutes| moment(1_300_000_000, minutes)),
            (0..600_i64).prop_map(move |minutes| moment(1_792_877_400, minutes)),
            (0..100_000_i64).prop_map(move |minutes| moment(1_535_000_000, minutes)),
        ]
    }

    fn lengths() -> impl Strategy<Value = GrantLength> {
        prop_oneof![
            8 => (1..30_u32).prop_map(GrantLength::Months),
            6 => (1..400_u32).prop_map(GrantLength::Days),
            1 => Just(GrantLength::Lifetime),
        ]
    }

    prop_compose! {
        fn any_grant()(granted_at in moments(), length in lengths(), id in any::<u128>(), is_revoked in prop::bool::weighted(0.15)) -> Grant {
            Grant { id: Uuid::from_u128(id), granted_at, length, is_test: false, is_revoked }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(3000))]

        #[test]
        fn one_more_grant_never_moves_the_end_back(
            grants in prop::collection::vec(any_grant(), 0..7),
            more in any_grant(),
            zone in 0..TIME_ZONES.len(),
        ) {
            let before = compute(&grants, TIME_ZONES[zone], 0, DateTime::UNIX_EPOCH);
            let mut with_more = grants;
            with_more.push(Grant { is_revoked: false, ..more.clone() });
            let after = compute(&with_more, TIME_ZONES[zone], 0, DateTime::UNIX_EPOCH);
            if before.state == EntitlementState::Lifetime {
                prop_assert_eq!(after.state, EntitlementState::Lifetime);
            } else if let (Some(before), Some(after)) = (before.ends_at, after.ends_at) {
                prop_assert!(before <= after, "{} became {}", before, after);
                prop_assert!(after > more.granted_at);
            }
        }

        #[test]
        fn the_order_in_which_grants_are_read_does_not_matter(
            mut grants in prop::collection::vec(any_grant(), 0..7),
            zone in 0..TIME_ZONES.len(),
            turns in 0..7_usize,
        ) {
            let now = DateTime::UNIX_EPOCH;
            let before = compute(&grants, TIME_ZONES[zone], 0, now);
            let turns = turns.min(grants.len());
            grants.rotate_left(turns);
            prop_assert_eq!(before, compute(&grants, TIME_ZONES[zone], 0, now));
            grants.reverse();
            prop_assert_eq!(before, compute(&grants, TIME_ZONES[zone], 0, now));
            // What was taken back is as if it had never been.
            grants.retain(|grant| !grant.is_revoked);
            prop_assert_eq!(before, compute(&grants, TIME_ZONES[zone], 0, now));
        }
    }
}
