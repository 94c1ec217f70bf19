//! Mails before a membership ends: 7 days, one day, and on the day. Source: design, "The published site".

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

use chrono::{DateTime, TimeDelta, Timelike as _, Utc};
use diesel::PgConnection;
use moyan_domain::limits::DUE_SITES_LISTED_AT_ONCE;
use moyan_domain::{GrantId, SiteId, VisitorId};
use moyan_foundation::error::AppError;
use moyan_foundation::state::AppState;
use moyan_mail::MailTemplate;

use super::notices::recipient;
use super::{entitlements_of_site, terms_of};
use crate::features::mail::Outbox as _;
use crate::features::membership::queries;
use crate::features::membership::{Entitlement, EntitlementState};
use crate::features::site::service::mail_site;

/// Days before the end on which a visitor is reminded, the last first.
const DAYS_BEFORE: [i64; 3] = [0, 1, 7];
/// Hours of the site's time zone in which messages disturb nobody.
const HOURS: Range<u32> = 9..21;
/// By so much at most an end moves when its site gets another time zone: a day, and days that a month does not have.
const MOVED: TimeDelta = TimeDelta::days(5);
/// Who was given something since then knows when it ends.
const QUIET: TimeDelta = TimeDelta::days(1);

/// Reminds everybody whose membership ends soon, once for each of the days. Only sites are read where one ends within
/// these days, or where one was given or taken back since the last time. What fails for one site keeps no other waiting.
pub fn remind_due(state: &AppState) -> Result<(), AppError> {
    let now = state.clock.now();
    let (from, to) = (now - MOVED, now + TimeDelta::days(DAYS_BEFORE[2] + 1) + MOVED);
    let mut last = None;
    loop {
        let sites = state.db.run_job(|connection| {
            Ok(queries::list_ending_sites(
                connection,
                from,
                to,
                last,
                DUE_SITES_LISTED_AT_ONCE,
            )?)
        })?;
        if sites.is_empty() {
            return Ok(());
        }
        last = sites.last().copied();
        for site_id in sites {
            if let Err(error) = state
                .db
                .run_job(|connection| remind(connection, state, site_id, now))
            {
                tracing::error!(%site_id, cause = %error, "members of a site were not reminded");
            }
            if state.is_stopping() {
                return Ok(());
            }
        }
    }
}

/// What visitors of a site have, by visitor. Notes when it ends where that is not known.
fn read_entitlements(
    connection: &mut PgConnection,
    site_id: SiteId,
    now: DateTime<Utc>,
) -> Result<HashMap<VisitorId, Entitlement>, AppError> {
    let changed = queries::lock_changed_grants(connection, site_id)?;
    let entitlements = entitlements_of_site(connection, site_id, now)?;
    let (ids, visitors): (Vec<GrantId>, Vec<VisitorId>) = changed.into_iter().unzip();
    let ends: BTreeMap<VisitorId, Option<DateTime<Utc>>> = visitors
        .into_iter()
        .filter_map(|id| match entitlements.get(&id) {
            // It has an end as soon as its method leaves test mode.
            Some(entitlement) if entitlement.is_test => None,
            entitlement => Some((id, entitlement.and_then(|entitlement| entitlement.ends_at))),
        })
        .collect();
    queries::note_ends(connection, site_id, &ids, &ends)?;
    Ok(entitlements)
}

fn remind(
    connection: &mut PgConnection,
    state: &AppState,
    site_id: SiteId,
    now: DateTime<Utc>,
) -> Result<(), AppError> {
    let time_zone = terms_of(connection, site_id)?.time_zone;
    let here = now.with_timezone(&time_zone);
    if !HOURS.contains(&here.hour()) {
        return Ok(());
    }
    let ending: Vec<(VisitorId, DateTime<Utc>, i64)> = read_entitlements(connection, site_id, now)?
        .into_iter()
        .filter_map(|(id, entitlement)| {
            let ends_at = end_of(&entitlement)?;
            let n_days = (ends_at.with_timezone(&time_zone).date_naive() - here.date_naive()).num_days();
            (n_days <= DAYS_BEFORE[2]).then_some((id, ends_at, n_days))
        })
        .collect();
    let ids: Vec<VisitorId> = ending.iter().map(|(id, ..)| *id).collect();
    let readers = queries::list_reminded(connection, &ids, now - QUIET)?;
    let mail_site = mail_site(connection, &state.platform, site_id)?;
    for (id, ends_at, n_days) in ending {
        let (Some(reader), Some(before)) = (
            readers.get(&id),
            DAYS_BEFORE.iter().find(|before| n_days <= **before),
        ) else {
            continue;
        };
        let identifier = reader.email.as_deref().or(reader.phone.as_deref());
        let Some(recipient) = identifier.and_then(|text| recipient(text, reader.language)) else {
            continue;
        };
        if queries::insert_reminder(connection, id, ends_at, *before, now)? == 0 {
            continue;
        }
        let mail = MailTemplate::MembershipEnding {
            site: mail_site.clone(),
            ends_on: ends_at.with_timezone(&time_zone).date_naive(),
            n_days,
            unsubscribe_url: format!(
                "{}reminders/unsubscribe?token={}",
                mail_site.address, reader.unsubscribe_token
            ),
        };
        mail.enqueue(connection, &recipient)?;
    }
    Ok(())
}

/// The end of a membership that holds and was paid for, or given.
fn end_of(entitlement: &Entitlement) -> Option<DateTime<Utc>> {
    let holds = entitlement.state == EntitlementState::Active && !entitlement.is_test;
    entitlement.ends_at.filter(|_| holds)
}
