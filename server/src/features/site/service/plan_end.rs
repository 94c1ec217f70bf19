//! What becomes of published sites when the plan of their team ends: they are read for some days more, then they are
//! drafts again. Nothing of them is lost.

use chrono::{DateTime, TimeDelta, Utc};
use diesel::PgConnection;
use serde_json::json;
use uuid::Uuid;

use crate::access::{Feature, Plan};
use crate::config::limits::SITE_AFTER_PLAN_DAYS;
use crate::domain::{Identifier, IdentityType, SiteId, SiteStatus};
use crate::error::AppError;
use crate::features::audit::{AuditAction, Entry};
use crate::features::mail::{MailTemplate, Recipient};
use crate::features::site::queries::{self, Payer};
use crate::language::Language;

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
    !Plan::effective(&payer.plan, payer.plan_ends_at, moment).has(Feature::SiteDeployment)
}

/// Makes a site a draft again and tells the owner of its team. Does nothing when there is a plan again.
pub fn unpublish_unpaid(connection: &mut PgConnection, id: Uuid, now: DateTime<Utc>) -> Result<(), AppError> {
    let Some(mut site) = queries::lock_site(connection, SiteId(id))? else {
        return Ok(());
    };
    let Some(payer) = queries::find_payer(connection, site.id)?.filter(|payer| is_unpaid(payer, now)) else {
        return Ok(());
    };
    Entry::by_system(AuditAction::SiteStatusChanged)
        .in_team(site.team_id)
        .with(json!({
            "name": site.name, "slug": site.slug, "from": site.status, "to": SiteStatus::Draft, "reason": "planEnded",
        }))
        .record(connection)?;
    SiteStatus::Draft.as_str().clone_into(&mut site.status);
    site.publishes_at = None;
    site.generation += 1;
    site.updated_at = now;
    queries::update_site(connection, &site)?;
    if let Some(recipient) = recipient_of(&payer) {
        MailTemplate::SiteUnpublished { site: site.name }.enqueue(connection, &recipient)?;
    }
    Ok(())
}

/// Where the owner is reached; nobody when the account has no address any more.
fn recipient_of(payer: &Payer) -> Option<Recipient> {
    let identifier = match (&payer.email, &payer.phone) {
        (Some(email), _) => Identifier::parse(IdentityType::Email, email),
        (None, Some(phone)) => Identifier::parse(IdentityType::Phone, phone),
        (None, None) => return None,
    };
    Some(Recipient {
        identifier: identifier.ok()?,
        language: Language::from_name(&payer.locale),
    })
}
