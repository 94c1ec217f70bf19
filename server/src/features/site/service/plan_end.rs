//! What becomes of published sites when the plan of their team ends: nothing can be published or sold any more, readers
//! and members read for some days more, then the sites are drafts again. Nothing of them is lost, and the owner is told
//! before each step.

use chrono::{DateTime, TimeDelta, Utc};
use diesel::PgConnection;
use moyan_domain::limits::SITE_AFTER_PLAN_DAYS;
use moyan_domain::{Feature, Plan, SiteId, SiteStatus, TeamId, stored_names};
use moyan_foundation::error::AppError;
use moyan_mail::MailTemplate;
use serde_json::json;
use uuid::Uuid;

use crate::features::audit::{AuditAction, Entry};
use crate::features::mail::Outbox as _;
use crate::features::site::queries::{self, EndingPlan, Payer};
use crate::features::team::service::owner_of;

stored_names! {
    /// What the owner of a team is told about the end of its plan.
    PlanNotice
    /// It ends in fourteen days.
    Before14: "before14",
    /// It ends in seven days.
    Before7: "before7",
    /// It ends tomorrow.
    Before1: "before1",
    /// It has ended.
    Ended: "ended",
    /// Its sites close in seven days.
    Closing7: "closing7",
    /// Its sites close tomorrow.
    Closing1: "closing1",
}

impl PlanNotice {
    /// Days from the end of the plan on which it is due; before the end they are negative.
    fn due_days(self) -> i64 {
        match self {
            Self::Before14 => -14,
            Self::Before7 => -7,
            Self::Before1 => -1,
            Self::Ended => 0,
            Self::Closing7 => SITE_AFTER_PLAN_DAYS - 7,
            Self::Closing1 => SITE_AFTER_PLAN_DAYS - 1,
        }
    }

    /// The notice that is due: the last one whose day has come. None before the first, and when the sites are closed.
    fn due(ends_at: DateTime<Utc>, now: DateTime<Utc>) -> Option<Self> {
        if now >= closes_at(ends_at) {
            return None;
        }
        Self::ALL
            .into_iter()
            .rfind(|notice| now >= ends_at + TimeDelta::days(notice.due_days()))
    }
}

/// How late it is told that a plan has ended when no site of the team is open: later it matters to nobody.
const TOLD_WITHIN: TimeDelta = TimeDelta::days(2);

/// From when on the sites of a team are not read any more.
fn closes_at(ends_at: DateTime<Utc>) -> DateTime<Utc> {
    ends_at + TimeDelta::days(SITE_AFTER_PLAN_DAYS)
}

/// Teams whose plan has an end about which their owner may have to be told.
pub fn list_ending_plans(connection: &mut PgConnection, now: DateTime<Utc>) -> Result<Vec<Uuid>, AppError> {
    let (from, to) = (
        now - TimeDelta::days(SITE_AFTER_PLAN_DAYS),
        now - TimeDelta::days(PlanNotice::Before14.due_days()),
    );
    Ok(queries::list_ending_plans(connection, from, to)?)
}

/// Tells the owner of a team about the end of its plan what is due and was not told yet.
pub fn tell_plan_end(
    connection: &mut PgConnection,
    public_url: &str,
    id: Uuid,
    now: DateTime<Utc>,
) -> Result<(), AppError> {
    let team_id = TeamId(id);
    let Some(EndingPlan { plan, ends_at }) = queries::lock_ending_plan(connection, team_id)? else {
        return Ok(());
    };
    let Some(notice) = PlanNotice::due(ends_at, now).filter(|_| plan.has(Feature::SiteDeployment)) else {
        return Ok(());
    };
    if queries::insert_plan_reminder(connection, team_id, ends_at, notice.as_str(), now)? == 0 {
        return Ok(());
    }
    let Some((team, owner)) = owner_of(connection, team_id)? else {
        return Ok(());
    };
    let url = format!("{public_url}/team/{team_id}/settings");
    let closes_at = closes_at(ends_at);
    let mail = match notice {
        PlanNotice::Before14 | PlanNotice::Before7 | PlanNotice::Before1 => {
            let last = Plan::last_moment(ends_at);
            MailTemplate::PlanEnding {
                team,
                plan,
                ends_on: last.date_naive(),
                n_days: days_until(last, now),
                read_until: Plan::last_moment(closes_at).date_naive(),
                url,
            }
        }
        PlanNotice::Ended => {
            let is_late = now >= ends_at + TOLD_WITHIN;
            if is_late && queries::list_open_of_team(connection, team_id)?.is_empty() {
                return Ok(());
            }
            let read_until = Plan::last_moment(closes_at).date_naive();
            MailTemplate::PlanEnded {
                team,
                read_until,
                url,
            }
        }
        PlanNotice::Closing7 | PlanNotice::Closing1 => {
            let sites = queries::list_open_of_team(connection, team_id)?;
            if sites.is_empty() {
                return Ok(());
            }
            MailTemplate::SiteClosing {
                sites,
                closes_on: closes_at.date_naive(),
                n_days: days_until(closes_at, now),
                url,
            }
        }
    };
    mail.enqueue(connection, &owner)
}

/// Days from today until the day of a moment.
fn days_until(moment: DateTime<Utc>, now: DateTime<Utc>) -> i64 {
    (moment.date_naive() - now.date_naive()).num_days()
}

/// Takes what is due by now about the end of a plan for told.
pub fn skip_plan_notice(
    connection: &mut PgConnection,
    team_id: TeamId,
    ends_at: DateTime<Utc>,
    now: DateTime<Utc>,
) -> Result<(), AppError> {
    if let Some(notice) = PlanNotice::due(ends_at, now) {
        queries::insert_plan_reminder(connection, team_id, ends_at, notice.as_str(), now)?;
    }
    Ok(())
}

/// Sites that strangers find though their team has had no plan with sites for some days.
pub fn list_unpaid(connection: &mut PgConnection, now: DateTime<Utc>) -> Result<Vec<Uuid>, AppError> {
    let mut ids = Vec::new();
    for (id, payer) in queries::list_open(connection)? {
        if is_unpaid(&payer, now) {
            ids.push(id.0);
        }
    }
    Ok(ids)
}

/// A plan that was taken away has no day on which it ended: its sites go with the next sweep.
fn is_unpaid(payer: &Payer, now: DateTime<Utc>) -> bool {
    let moment = now - TimeDelta::days(SITE_AFTER_PLAN_DAYS);
    !Plan::effective(payer.plan, payer.plan_ends_at, moment).has(Feature::SiteDeployment)
}

/// Makes a site a draft again and tells the owner of its team. Does nothing when there is a plan again.
pub fn unpublish_unpaid(
    connection: &mut PgConnection,
    public_url: &str,
    id: Uuid,
    now: DateTime<Utc>,
) -> Result<(), AppError> {
    let Some(mut site) = queries::lock_site(connection, SiteId(id))? else {
        return Ok(());
    };
    if queries::find_payer(connection, site.id)?.is_none_or(|payer| !is_unpaid(&payer, now)) {
        return Ok(());
    }
    Entry::by_system(AuditAction::SiteStatusChanged)
        .in_team(site.team_id)
        .with(json!({
            "name": site.name, "slug": site.slug, "from": site.status, "to": SiteStatus::Draft, "reason": "planEnded",
        }))
        .record(connection)?;
    site.status = SiteStatus::Draft;
    site.publishes_at = None;
    queries::delete_document_schedules(connection, site.id)?;
    site.generation += 1;
    site.updated_at = now;
    queries::update_site(connection, &site)?;
    if let Some((_, owner)) = owner_of(connection, site.team_id)? {
        let url = format!("{public_url}/team/{}/site/{}/overview", site.team_id, site.id);
        MailTemplate::SiteUnpublished { site: site.name, url }.enqueue(connection, &owner)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_notice_is_due_from_its_day_until_the_next_and_none_after_the_sites_have_closed() {
        let end = DateTime::UNIX_EPOCH + TimeDelta::days(100);
        let at = |days: i64| PlanNotice::due(end, end + TimeDelta::days(days));
        let just_before =
            |days: i64| PlanNotice::due(end, end + TimeDelta::days(days) - TimeDelta::microseconds(1));
        assert_eq!(just_before(-14), None);
        for (days, notice) in [
            (-14, PlanNotice::Before14),
            (-8, PlanNotice::Before14),
            (-7, PlanNotice::Before7),
            (-1, PlanNotice::Before1),
            (0, PlanNotice::Ended),
            (22, PlanNotice::Ended),
            (23, PlanNotice::Closing7),
            (29, PlanNotice::Closing1),
        ] {
            assert_eq!(at(days), Some(notice), "{days}");
        }
        assert_eq!(just_before(30), Some(PlanNotice::Closing1));
        assert_eq!(at(30), None);
    }
}
