//! The list of members, and all of them as a file.
//!
//! What somebody has is computed from grants, so the grants of the site are read in one query and computed for everybody.
//! Of the visitors only IDs are read, in the order that is asked for; the rest is read for those that are shown.

use std::collections::{BTreeMap, HashMap, HashSet};

use chrono::{DateTime, Utc};
use diesel::PgConnection;
use moyan_domain::limits::EXPORT_MAX_LINES;
use moyan_domain::{Language, SiteId, VisitorId, plain_yuan};
use moyan_foundation::error::AppError;
use moyan_foundation::http::csv::{Table, moment};
use moyan_foundation::http::pagination::Page;
use uuid::Uuid;

use super::member_dto::{MemberSort, SiteMemberDto, SiteMemberPageDto};
use super::member_file::{HEADINGS, forever, yes};
use super::member_queries::{self, VisitorRow};
use crate::features::membership::service;
use crate::features::membership::{Entitlement, EntitlementState};

/// What each visitor has who was ever given something.
pub type Standing = HashMap<VisitorId, Entitlement>;

/// Which members, in which order.
#[derive(Clone, Debug, Default)]
pub struct MemberFilter {
    pub pattern: Option<String>,
    pub state: Option<EntitlementState>,
    pub package_id: Option<Uuid>,
    pub ends_before: Option<DateTime<Utc>>,
    pub sort: Option<MemberSort>,
}

/// A page of members, with how many of those that are searched for are in each state.
pub fn list(
    connection: &mut PgConnection,
    site_id: SiteId,
    filter: &MemberFilter,
    page: &Page,
    now: DateTime<Utc>,
) -> Result<SiteMemberPageDto, AppError> {
    let Chosen {
        mut ids,
        standing,
        counts,
    } = choose(connection, site_id, filter, now)?;
    if let Some(cursor) = page.cursor_id()? {
        let at = ids.iter().position(|id| id.0 == cursor);
        // Nothing follows somebody who is not in the list any more: it never begins anew.
        ids.drain(..at.map_or(ids.len(), |at| at + 1));
    }
    let next_cursor = page.cut(&mut ids, |id| *id);
    let listed = load(connection, &ids, &standing)?;
    Ok(SiteMemberPageDto {
        members: listed.into_iter().map(|listed| listed.member).collect(),
        next_cursor,
        counts,
    })
}

/// Members that were asked for.
struct Chosen {
    /// In the order that was asked for.
    ids: Vec<VisitorId>,
    standing: Standing,
    /// How many of those that are searched for are in each state.
    counts: BTreeMap<String, i64>,
}

fn choose(
    connection: &mut PgConnection,
    site_id: SiteId,
    filter: &MemberFilter,
    now: DateTime<Utc>,
) -> Result<Chosen, AppError> {
    let sort = filter.sort.unwrap_or(MemberSort::Newest);
    let mut ids = member_queries::list_ids(connection, site_id, filter.pattern.as_deref(), sort)?;
    let standing = service::entitlements_of_site(connection, site_id, now)?;
    let mut counts = BTreeMap::new();
    for id in &ids {
        *counts
            .entry(held(&standing, *id).state.as_str().to_owned())
            .or_insert(0) += 1;
    }
    let holders: Option<HashSet<VisitorId>> = match filter.package_id {
        Some(package_id) => Some(HashSet::from_iter(member_queries::list_holders(
            connection, site_id, package_id,
        )?)),
        None => None,
    };
    ids.retain(|id| {
        is_asked_for(&held(&standing, *id), filter)
            && holders.as_ref().is_none_or(|holders| holders.contains(id))
    });
    if sort == MemberSort::NextToEnd {
        ids.sort_by_key(|id| {
            let end = held(&standing, *id).ends_at;
            (end.is_none(), end, *id)
        });
    }
    Ok(Chosen {
        ids,
        standing,
        counts,
    })
}

fn held(standing: &Standing, id: VisitorId) -> Entitlement {
    standing.get(&id).copied().unwrap_or(Entitlement::NONE)
}

fn is_asked_for(held: &Entitlement, filter: &MemberFilter) -> bool {
    filter.state.is_none_or(|state| state == held.state)
        && filter.ends_before.is_none_or(|moment| is_ending(held, moment))
}

/// Whether a membership holds and ends before a moment. One in its days of grace has ended.
fn is_ending(held: &Entitlement, moment: DateTime<Utc>) -> bool {
    held.state == EntitlementState::Active && held.ends_at.is_some_and(|end| end < moment)
}

/// Visitors of a site whose membership holds and ends before a moment.
pub fn count_ending(
    connection: &mut PgConnection,
    site_id: SiteId,
    now: DateTime<Utc>,
    before: DateTime<Utc>,
) -> Result<i64, AppError> {
    let standing = service::entitlements_of_site(connection, site_id, now)?;
    let ending = standing.iter().filter(|(_, held)| is_ending(held, before));
    let ids: Vec<VisitorId> = ending.map(|(id, _)| *id).collect();
    // Grants stay when a visitor is gone.
    Ok(member_queries::count_visitors(connection, &ids)?)
}

/// The visitors that are asked for as CSV, which can be imported again: days and times are those of the site.
pub fn export(
    connection: &mut PgConnection,
    site_id: SiteId,
    filter: &MemberFilter,
    language: Language,
    now: DateTime<Utc>,
) -> Result<Vec<u8>, AppError> {
    let Chosen {
        mut ids, standing, ..
    } = choose(connection, site_id, filter, now)?;
    ids.truncate(usize::try_from(EXPORT_MAX_LINES).unwrap_or(usize::MAX));
    let time_zone = service::terms_of(connection, site_id)?.time_zone;
    let headings = HEADINGS.map(|names| language.pick(names));
    let mut table = Table::new(&headings)?;
    for Listed { member, note } in load(connection, &ids, &standing)? {
        let end = match member.state {
            EntitlementState::Lifetime => forever(language).to_owned(),
            _ => member.last_day.map(|day| day.to_string()).unwrap_or_default(),
        };
        table.line(&[
            &member.identifier,
            &member.nickname,
            word_of(member.state, language),
            &end,
            member.package_name.as_deref().unwrap_or_default(),
            &note,
            if member.is_blocked { yes(language) } else { "" },
            &plain_yuan(member.paid_fen),
            &moment(member.created_at, time_zone),
            &moment(member.last_seen_at, time_zone),
        ])?;
    }
    table.into_bytes()
}

/// A state as the console calls it.
fn word_of(state: EntitlementState, language: Language) -> &'static str {
    language.pick(match state {
        EntitlementState::None => ("非会员", "not a member"),
        EntitlementState::Active => ("会员", "member"),
        EntitlementState::Grace => ("宽限期", "in grace"),
        EntitlementState::Expired => ("已到期", "ended"),
        EntitlementState::Lifetime => ("终身会员", "lifetime"),
    })
}

/// A visitor, and what was noted of what they were given last.
pub struct Listed {
    pub member: SiteMemberDto,
    pub note: String,
}

/// These visitors as they are sent, in this order.
pub fn load(
    connection: &mut PgConnection,
    ids: &[VisitorId],
    standing: &Standing,
) -> Result<Vec<Listed>, AppError> {
    let mut rows: HashMap<VisitorId, VisitorRow> = member_queries::list_visitors(connection, ids)?
        .into_iter()
        .map(|row| (row.id, row))
        .collect();
    let mut given: HashMap<VisitorId, (String, String)> = member_queries::list_last_grants(connection, ids)?
        .into_iter()
        .map(|(id, package, note)| (id, (package, note)))
        .collect();
    let mut paid: HashMap<VisitorId, i64> = HashMap::new();
    for (id, came, back) in member_queries::list_paid(connection, ids)? {
        *paid.entry(id).or_insert(0) += came - back;
    }
    let members = ids.iter().filter_map(|id| {
        let row = rows.remove(id)?;
        let held = held(standing, *id);
        let (package, note) = given.remove(id).unwrap_or_default();
        let member = SiteMemberDto {
            id: *id,
            identifier: row.email.or(row.phone).unwrap_or_default(),
            nickname: row.nickname,
            state: held.state,
            ends_at: held.ends_at,
            last_day: held.last_day,
            package_name: Some(package).filter(|name| !name.is_empty()),
            is_blocked: row.is_blocked,
            is_test: held.is_test,
            paid_fen: paid.get(id).copied().unwrap_or(0),
            created_at: row.created_at,
            last_seen_at: row.last_seen_at,
        };
        Some(Listed { member, note })
    });
    Ok(members.collect())
}

#[cfg(test)]
mod tests {
    use chrono::TimeDelta;

    use super::*;

    #[test]
    fn a_membership_ends_before_a_moment_when_it_holds_no_more_then() {
        let end = DateTime::UNIX_EPOCH;
        let held = |state, ends_at| Entitlement {
            state,
            ends_at,
            ..Entitlement::NONE
        };
        let active = held(EntitlementState::Active, Some(end));
        assert!(is_ending(&active, end + TimeDelta::seconds(1)));
        assert!(!is_ending(&active, end));
        let later = end + TimeDelta::days(1);
        assert!(!is_ending(&held(EntitlementState::Grace, Some(end)), later));
        assert!(!is_ending(&held(EntitlementState::Active, None), later));
    }
}
