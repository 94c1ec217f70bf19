//! What memberships give, by example, and what holds for all of them.

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
        granted_on: at(granted_at).date_naive(),
        length,
        is_test: false,
        is_revoked: false,
    }
}

/// The same, given where the site is.
fn given_in(grants: &[Grant], time_zone: Tz) -> Vec<Grant> {
    let given_there = |grant: &Grant| Grant {
        granted_on: grant.granted_at.with_timezone(&time_zone).date_naive(),
        ..grant.clone()
    };
    grants.iter().map(given_there).collect()
}

fn end_of(grants: &[Grant], time_zone: Tz) -> Option<DateTime<Utc>> {
    compute(&given_in(grants, time_zone), time_zone, 0, DateTime::UNIX_EPOCH).ends_at
}

fn last_day(grants: &[Grant], time_zone: Tz) -> String {
    let held = compute(&given_in(grants, time_zone), time_zone, 0, DateTime::UNIX_EPOCH);
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
            let state = |now| compute(&given_in(&grants, time_zone), time_zone, 0, now).state;
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
fn another_time_zone_of_the_site_moves_no_last_day() {
    // Both sides of midnight in Shanghai, in Los Angeles and in Kiritimati, and a leap day there and not here.
    for given in [
        "2026-01-31T15:59:59Z",
        "2026-01-31T16:00:00Z",
        "2026-01-31T07:59:59Z",
        "2026-01-31T10:00:00Z",
        "2028-02-28T16:30:00Z",
        "2028-02-29T15:30:00Z",
    ] {
        for length in [
            GrantLength::Months(1),
            GrantLength::Months(12),
            GrantLength::Days(30),
        ] {
            let grants = given_in(&[grant(given, length)], Asia::Shanghai);
            let held = |time_zone| compute(&grants, time_zone, 0, DateTime::UNIX_EPOCH);
            let here = held(Asia::Shanghai);
            for time_zone in [America::Los_Angeles, Pacific::Kiritimati, Tz::UTC] {
                let there = held(time_zone);
                assert_eq!(there.last_day, here.last_day, "{given} {length:?} {time_zone}");
                let shown = there.ends_at.unwrap().with_timezone(&time_zone).date_naive();
                assert_eq!(Some(shown), here.last_day, "{given} {length:?} {time_zone}");
            }
        }
    }
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
    fn any_grant()(
        granted_at in moments(),
        zone in 0..TIME_ZONES.len(),
        length in lengths(),
        id in any::<u128>(),
        is_revoked in prop::bool::weighted(0.15),
    ) -> Grant {
        let granted_on = granted_at.with_timezone(&TIME_ZONES[zone]).date_naive();
        Grant { id: Uuid::from_u128(id), granted_at, granted_on, length, is_test: false, is_revoked }
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
        let last_day = after.last_day;
        if before.state == EntitlementState::Lifetime {
            prop_assert_eq!(after.state, EntitlementState::Lifetime);
        } else if let (Some(before), Some(after)) = (before.ends_at, after.ends_at) {
            prop_assert!(before <= after, "{} became {}", before, after);
            prop_assert!(last_day >= Some(more.granted_on));
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
