//! What a visitor has now, computed from the memberships that were given. Pure: no table, no clock.
//!
//! Grants follow each other: each begins at the later of its own moment and the end so far. Months are counted from the
//! beginning of the run, so that three single months from 31 January end on 30 April. Days begin a new count.
//! With one more grant the end is never earlier than without it: days of months are clamped, hours that a time zone
//! leaves out become the next one that exists, and hours that it has twice are the first of the two.

use chrono::{DateTime, Days, LocalResult, Months, NaiveDateTime, TimeDelta, TimeZone as _, Utc};
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
    /// When it ends or ended, grace not counted; none when there never was one, or when it holds for ever.
    pub ends_at: Option<DateTime<Utc>>,
    /// True when something made in test mode counts.
    pub is_test: bool,
}

impl Entitlement {
    /// Nothing at all.
    pub const NONE: Self = Self {
        state: EntitlementState::None,
        ends_at: None,
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
    /// The time on the wall that months are counted from.
    anchor: NaiveDateTime,
    /// Months since then.
    n_months: u32,
    /// The end so far.
    ends_at: DateTime<Utc>,
}

/// What these grants give at a moment. Their order does not matter.
///
/// - `time_zone`: the site's, in which months and days are counted.
/// - `grace_days`: for how many days of 24 hours it holds after its end.
pub fn compute(grants: &[Grant], time_zone: Tz, grace_days: u32, now: DateTime<Utc>) -> Entitlement {
    let mut counted: Vec<&Grant> = grants.iter().filter(|grant| !grant.is_revoked).collect();
    counted.sort_by_key(|grant| (grant.granted_at, grant.id));
    let is_test = counted.iter().any(|grant| grant.is_test);
    let mut run: Option<Run> = None;
    for grant in counted {
        let Some(next) = extend(run, grant, time_zone) else {
            return Entitlement {
                state: EntitlementState::Lifetime,
                ends_at: None,
                is_test,
            };
        };
        run = Some(next);
    }
    let Some(Run { ends_at, .. }) = run else {
        return Entitlement::NONE;
    };
    let state = if now < ends_at {
        EntitlementState::Active
    } else if now < ends_at + TimeDelta::days(i64::from(grace_days)) {
        EntitlementState::Grace
    } else {
        EntitlementState::Expired
    };
    Entitlement {
        state,
        ends_at: Some(ends_at),
        is_test,
    }
}

/// The run with one more grant; none when that is for ever.
fn extend(run: Option<Run>, grant: &Grant, time_zone: Tz) -> Option<Run> {
    // A grant of the very moment of the end begins anew, as it would without what was before.
    let run = run
        .filter(|run| grant.granted_at < run.ends_at)
        .unwrap_or_else(|| Run {
            anchor: grant.granted_at.with_timezone(&time_zone).naive_local(),
            n_months: 0,
            ends_at: grant.granted_at,
        });
    match grant.length {
        GrantLength::Lifetime => None,
        GrantLength::Months(n_months) => {
            let n_months = run.n_months.saturating_add(n_months);
            let local = run.anchor.checked_add_months(Months::new(n_months));
            Some(Run {
                anchor: run.anchor,
                n_months,
                ends_at: instant(local, time_zone),
            })
        }
        GrantLength::Days(n_days) => {
            let local = run.ends_at.with_timezone(&time_zone).naive_local();
            let ends_at = instant(local.checked_add_days(Days::new(u64::from(n_days))), time_zone);
            Some(Run {
                anchor: ends_at.with_timezone(&time_zone).naive_local(),
                n_months: 0,
                ends_at,
            })
        }
    }
}

/// The end of the year 9998, in seconds since 1970: what is longer than that ends there.
const LAST_S: i64 = 253_370_764_800;
/// Hours around a time on the wall between which it is found: offsets are at most 14 hours, gaps at most 24.
const AROUND: TimeDelta = TimeDelta::hours(48);

/// The moment of a time on the wall. One that is there twice is the first, one that is left out the next that exists.
fn instant(local: Option<NaiveDateTime>, time_zone: Tz) -> DateTime<Utc> {
    let last = DateTime::from_timestamp(LAST_S, 0).unwrap_or(DateTime::<Utc>::MAX_UTC);
    let Some(local) = local.filter(|local| local.and_utc() < last) else {
        return last;
    };
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

    fn months(granted_at: &str, n_months: u32) -> Grant {
        grant(granted_at, GrantLength::Months(n_months))
    }

    #[test]
    fn a_month_from_the_31st_ends_on_the_last_day_and_three_singles_end_as_three_at_once() {
        let end = |n: usize| {
            let grants: Vec<Grant> = (0..n).map(|_| months("2026-01-31T02:00:00Z", 1)).collect();
            end_of(&grants, Asia::Shanghai)
        };
        assert_eq!(end(1), Some(at("2026-02-28T02:00:00Z")));
        assert_eq!(end(2), Some(at("2026-03-31T02:00:00Z")));
        assert_eq!(end(3), Some(at("2026-04-30T02:00:00Z")));
        let at_once = [months("2026-01-31T02:00:00Z", 3)];
        assert_eq!(end(3), end_of(&at_once, Asia::Shanghai));
    }

    #[test]
    fn a_year_from_29_february_ends_on_the_28th() {
        let leap = [months("2028-02-29T02:00:00Z", 12)];
        assert_eq!(end_of(&leap, Asia::Shanghai), Some(at("2029-02-28T02:00:00Z")));
        let four = [months("2028-02-29T02:00:00Z", 48)];
        assert_eq!(end_of(&four, Asia::Shanghai), Some(at("2032-02-29T02:00:00Z")));
    }

    #[test]
    fn months_are_those_of_the_sites_time_zone() {
        // It is 1 February in Shanghai already.
        let grants = [months("2026-01-31T17:00:00Z", 1)];
        assert_eq!(end_of(&grants, Asia::Shanghai), Some(at("2026-02-28T17:00:00Z")));
        assert_eq!(end_of(&grants, Tz::UTC), Some(at("2026-02-28T17:00:00Z")));
        let grants = [months("2026-03-31T17:00:00Z", 1)];
        assert_eq!(end_of(&grants, Asia::Shanghai), Some(at("2026-04-30T17:00:00Z")));
        assert_eq!(end_of(&grants, Tz::UTC), Some(at("2026-04-30T17:00:00Z")));
        let grants = [months("2026-02-28T17:00:00Z", 1)];
        assert_eq!(end_of(&grants, Asia::Shanghai), Some(at("2026-03-31T17:00:00Z")));
        assert_eq!(end_of(&grants, Tz::UTC), Some(at("2026-03-28T17:00:00Z")));
    }

    #[test]
    fn an_hour_that_a_time_zone_leaves_out_becomes_the_next_one() {
        // São Paulo had no midnight on 4 November 2018: the day began at 01:00, which was 03:00 UTC.
        let grants = [months("2018-10-04T03:30:00Z", 1)];
        assert_eq!(
            end_of(&grants, America::Sao_Paulo),
            Some(at("2018-11-04T03:00:00Z"))
        );
        // Cairo leaves out midnight on 28 April 2023.
        let grants = [months("2023-03-27T22:15:00Z", 1)];
        assert_eq!(end_of(&grants, Africa::Cairo), Some(at("2023-04-27T22:00:00Z")));
        // Samoa had no 30 December 2011.
        let grants = [months("2011-11-30T22:00:00Z", 1)];
        assert_eq!(end_of(&grants, Pacific::Apia), Some(at("2011-12-30T10:00:00Z")));
    }

    #[test]
    fn an_hour_that_a_time_zone_has_twice_is_the_first() {
        let grants = [months("2026-09-25T00:30:00Z", 1)];
        assert_eq!(end_of(&grants, Europe::Berlin), Some(at("2026-10-25T00:30:00Z")));
    }

    #[test]
    fn a_membership_bought_early_begins_at_the_end_and_one_bought_late_when_it_is_bought() {
        let early = [
            months("2026-01-10T00:00:00Z", 1),
            months("2026-02-01T00:00:00Z", 1),
        ];
        assert_eq!(end_of(&early, Tz::UTC), Some(at("2026-03-10T00:00:00Z")));
        let late = [
            months("2026-01-10T00:00:00Z", 1),
            months("2026-02-20T00:00:00Z", 1),
        ];
        assert_eq!(end_of(&late, Tz::UTC), Some(at("2026-03-20T00:00:00Z")));
        let days = [
            months("2026-01-31T00:00:00Z", 1),
            grant("2026-02-01T00:00:00Z", GrantLength::Days(2)),
        ];
        assert_eq!(end_of(&days, Tz::UTC), Some(at("2026-03-02T00:00:00Z")));
    }

    #[test]
    fn a_membership_of_the_very_moment_of_the_end_is_counted_from_there() {
        let first = months("2026-01-31T00:00:00Z", 1);
        let end_with = |moment: &str| end_of(&[first.clone(), months(moment, 1)], Tz::UTC);
        assert_eq!(end_with("2026-02-28T00:00:00Z"), Some(at("2026-03-28T00:00:00Z")));
        assert_eq!(end_with("2026-02-27T23:59:59Z"), Some(at("2026-03-31T00:00:00Z")));
    }

    #[test]
    fn the_state_follows_the_end_the_grace_and_what_was_taken_back() {
        let mut grants = vec![months("2026-01-10T00:00:00Z", 1)];
        let state = |grants: &[Grant], now: &str| compute(grants, Tz::UTC, 3, at(now)).state;
        assert_eq!(state(&[], "2026-01-10T00:00:00Z"), EntitlementState::None);
        assert_eq!(state(&grants, "2026-02-09T23:59:59Z"), EntitlementState::Active);
        assert_eq!(state(&grants, "2026-02-10T00:00:00Z"), EntitlementState::Grace);
        assert_eq!(state(&grants, "2026-02-12T23:59:59Z"), EntitlementState::Grace);
        assert_eq!(state(&grants, "2026-02-13T00:00:00Z"), EntitlementState::Expired);
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
            let end = end_of(
                &[
                    grant("2026-01-01T00:00:00Z", length),
                    months("2026-01-01T00:00:00Z", 1),
                ],
                Tz::UTC,
            );
            assert_eq!(end.map(|end| end.timestamp()), Some(LAST_S));
        }
    }

    #[test]
    fn the_end_of_the_calendar_is_one_moment_in_every_time_zone() {
        let last = DateTime::from_timestamp(LAST_S, 0).unwrap();
        for time_zone in TIME_ZONES {
            assert_eq!(instant(Some(last.naive_utc()), time_zone), last, "{time_zone}");
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
