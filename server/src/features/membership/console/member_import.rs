//! Memberships for a list of addresses.

use chrono::{DateTime, Days, NaiveDate, NaiveTime, TimeZone as _, Utc};
use chrono_tz::Tz;
use diesel::PgConnection;
use moyan_domain::{GrantId, Language, PackageId, SiteId, VisitorId};
use moyan_foundation::access::{Caller, TeamAccess};
use moyan_foundation::error::AppError;
use serde_json::json;
use uuid::Uuid;

use super::member_dto::ImportReportDto;
use super::member_file::{ImportEnd, ImportLine, read_import};
use super::members::record;
use crate::features::audit::AuditAction;
use crate::features::membership::models::{GrantSource, NewGrant};
use crate::features::membership::queries;
use crate::features::membership::service::{entitlement_of, terms_of};
use crate::features::membership::{Entitlement, EntitlementState};
use crate::features::site::service::get_saved;
use crate::features::site::settings::{Membership, Package};
use crate::features::visitor::service as visitors;

/// Gives memberships to a list of addresses. Where a line is bad nothing is given, unless it is asked for.
///
/// A day is the day on which a membership ends, whatever was there before: who has it already is given nothing. So a
/// file that was exported can be imported again.
pub fn import(
    connection: &mut PgConnection,
    caller: &Caller,
    access: &TeamAccess,
    site_id: SiteId,
    csv: &str,
    is_partial: bool,
) -> Result<ImportReportDto, AppError> {
    let time_zone = terms_of(connection, site_id)?.time_zone;
    let today = caller.now.with_timezone(&time_zone).date_naive();
    let (mut lines, problems) = read_import(csv, today)?;
    if !problems.is_empty() && !is_partial {
        return Ok(ImportReportDto {
            n_imported: 0,
            problems,
        });
    }
    let packages = get_saved::<Membership>(connection, site_id)?.data.packages;
    // In one order, so that imports at the same moment do not wait for each other. What is said of one account stays in
    // the order of the file.
    lines.sort_by(|one, other| one.identifier.as_str().cmp(other.identifier.as_str()));
    for line in &lines {
        let package = packages.iter().find(|package| package.name == line.package);
        import_line(connection, caller, site_id, line, package, (time_zone, today))?;
    }
    let details = json!({ "number": lines.len() });
    record(connection, caller, access, AuditAction::MembersImported, details)?;
    Ok(ImportReportDto {
        n_imported: lines.len(),
        problems,
    })
}

fn import_line(
    connection: &mut PgConnection,
    caller: &Caller,
    site_id: SiteId,
    line: &ImportLine,
    package: Option<&Package>,
    here: (Tz, NaiveDate),
) -> Result<(), AppError> {
    let id = visitors::find_or_create(connection, site_id, &line.identifier, Language::ZhCn, caller.now)?;
    if let Some(nickname) = &line.nickname {
        visitors::name_if_unnamed(connection, id, nickname)?;
    }
    // Nothing else is given meanwhile that what is missing is counted without.
    queries::lock_reader(connection, id)?;
    let held = entitlement_of(connection, site_id, id, caller.now)?;
    if let Some(given) = Given::of(line.end, &held, caller.now, here) {
        let grant = NewGrant {
            id: GrantId(Uuid::now_v7()),
            site_id,
            visitor_id: id,
            source: GrantSource::Import,
            order_id: None,
            package_id: package.map(|package| PackageId(package.id)),
            package_name: package.map_or("", |package| &package.name),
            n_months: given.n_months,
            n_days: given.n_days,
            is_lifetime: given.n_months.is_none() && given.n_days.is_none(),
            is_test: false,
            note: &line.note,
            actor_id: Some(caller.user_id),
            granted_at: given.granted_at,
            created_at: caller.now,
            time_zone: here.0.name(),
        };
        queries::insert_grant(connection, &grant)?;
    }
    block(connection, site_id, id, line.is_blocked)
}

/// Keeps out who is marked in the file. Nobody is let in again by one.
fn block(
    connection: &mut PgConnection,
    site_id: SiteId,
    id: VisitorId,
    is_blocked: bool,
) -> Result<(), AppError> {
    if is_blocked {
        visitors::set_blocked(connection, site_id, id, true)?;
    }
    Ok(())
}

/// What a line gives; both lengths none is for ever.
#[derive(Debug, PartialEq)]
struct Given {
    n_months: Option<i32>,
    n_days: Option<i32>,
    granted_at: DateTime<Utc>,
}

impl Given {
    /// What is to be given to somebody who has something; none when they have that already.
    fn of(
        end: ImportEnd,
        held: &Entitlement,
        now: DateTime<Utc>,
        (time_zone, today): (Tz, NaiveDate),
    ) -> Option<Self> {
        let given = |n_months, n_days| Self {
            n_months,
            n_days,
            granted_at: now,
        };
        if held.state == EntitlementState::Lifetime {
            return None;
        }
        match end {
            ImportEnd::None => None,
            ImportEnd::Months(n_months) => Some(given(Some(n_months), None)),
            ImportEnd::Forever => Some(given(None, None)),
            ImportEnd::Day(day) if held.last_day.is_some_and(|last| last >= day) => None,
            ImportEnd::Day(day) if day <= today => {
                // One day, from noon of the day before.
                let before = day.checked_sub_days(Days::new(1))?;
                let noon = NaiveTime::from_hms_opt(12, 0, 0)?;
                let granted_at = time_zone.from_local_datetime(&before.and_time(noon)).earliest()?;
                Some(Self {
                    granted_at: granted_at.with_timezone(&Utc),
                    ..given(None, Some(1))
                })
            }
            ImportEnd::Day(day) => {
                let from = held.last_day.map_or(today, |last| last.max(today));
                let n_days = i32::try_from((day - from).num_days()).ok()?;
                Some(given(None, Some(n_days)))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use chrono_tz::Asia;

    use super::*;
    use crate::features::membership::entitlement::{Grant, GrantLength, compute};

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    #[test]
    fn a_day_is_the_day_on_which_it_ends_whatever_was_there_before() {
        let now = "2026-11-23T04:00:00Z".parse().unwrap();
        let here = (Asia::Shanghai, day("2026-11-23"));
        let grant = |given: Given| Grant {
            id: Uuid::now_v7(),
            granted_at: given.granted_at,
            granted_on: given.granted_at.with_timezone(&Asia::Shanghai).date_naive(),
            length: match (given.n_months, given.n_days) {
                (Some(n), _) => GrantLength::Months(u32::try_from(n).unwrap()),
                (_, Some(n)) => GrantLength::Days(u32::try_from(n).unwrap()),
                _ => GrantLength::Lifetime,
            },
            is_test: false,
            is_revoked: false,
        };
        let held = |grants: &[Grant]| compute(grants, Asia::Shanghai, 3, now);
        for before in [
            None,
            Some("2026-11-01"),
            Some("2026-11-22"),
            Some("2026-11-23"),
            Some("2026-12-01"),
        ] {
            for end in ["2026-11-10", "2026-11-23", "2026-11-24", "2026-12-31"] {
                let mut grants = Vec::new();
                if let Some(before) = before {
                    let given = Given::of(ImportEnd::Day(day(before)), &Entitlement::NONE, now, here);
                    grants.push(grant(given.unwrap()));
                    assert_eq!(held(&grants).last_day, Some(day(before)));
                }
                let wanted = before.map_or(day(end), |before| day(before).max(day(end)));
                let given = Given::of(ImportEnd::Day(day(end)), &held(&grants), now, here);
                grants.extend(given.map(grant));
                assert_eq!(held(&grants).last_day, Some(wanted), "{before:?} {end}");
                let again = Given::of(ImportEnd::Day(day(end)), &held(&grants), now, here);
                assert_eq!(again, None, "{before:?} {end}");
            }
        }
        let forever = Given::of(ImportEnd::Forever, &Entitlement::NONE, now, here).unwrap();
        let forever = held(&[grant(forever)]);
        assert_eq!(forever.state, EntitlementState::Lifetime);
        assert_eq!(Given::of(ImportEnd::Months(3), &forever, now, here), None);
    }
}
