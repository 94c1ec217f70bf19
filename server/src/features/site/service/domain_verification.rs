//! Proving domains: the record is looked for when somebody asks, and every day after that.

use chrono::{DateTime, TimeDelta, Utc};
use diesel::PgConnection;
use moyan_domain::limits::{
    DOMAIN_CHECKED_EVERY_HOURS, DOMAIN_CHECKS_PER_ACCOUNT_PER_HOUR, DOMAINS_ASKED_AT_ONCE,
    DUE_DOMAINS_LISTED_AT_ONCE,
};
use moyan_domain::{SiteDomainId, SiteId};
use moyan_foundation::access::{Action, Caller};
use moyan_foundation::config::PlatformConfig;
use moyan_foundation::dns::DnsError;
use moyan_foundation::error::{AppError, Refusal};
use moyan_foundation::metrics::DomainState;
use moyan_foundation::state::AppState;
use moyan_foundation::throttle::{self, Allowance};
use moyan_mail::MailTemplate;
use serde_json::json;

use super::domains::{domain_dto_of, find_own, record_name};
use crate::features::audit::{AuditAction, Entry};
use crate::features::mail::Outbox as _;
use crate::features::site::dto::{DomainProblem, SiteDomainDto};
use crate::features::site::queries::{self, DomainRow, Site};
use crate::features::team;

/// Texts of a record that are shown to who looks for a mistake, and the characters of each.
const SHOWN_TEXTS: usize = 5;
const SHOWN_CHARS: usize = 100;

const CHECKS: Allowance = Allowance::each(TimeDelta::hours(1), DOMAIN_CHECKS_PER_ACCOUNT_PER_HOUR);

/// Looks for the record of a domain. No connection is held while name servers take their time.
pub async fn check_domain(
    state: &AppState,
    caller: &Caller,
    site_id: SiteId,
    id: SiteDomainId,
) -> Result<SiteDomainDto, AppError> {
    let (key, now) = (format!("domainChecks {}", caller.user_id), caller.now);
    let domain = state
        .db
        .transaction(move |connection| {
            let domain = find_own(connection, site_id, id)?;
            throttle::hit(connection, &key, CHECKS, now)?;
            Ok(domain)
        })
        .await?;
    let texts = state.dns.lookup_txt(&record_name(&domain.host)).await;
    let found = texts.as_deref().map(shortened).unwrap_or_default();
    let platform = state.platform.clone();
    let checked = state
        .db
        .transaction(move |connection| record_lookup(connection, &platform, id, texts, now))
        .await
        .map(domain_dto_of)?;
    let differs = checked.problem == Some(DomainProblem::RecordDiffers);
    Ok(SiteDomainDto {
        found_values: if differs { found } else { Vec::new() },
        ..checked
    })
}

/// The first texts of a record, each with as much of it as tells one from another.
fn shortened(texts: &[String]) -> Vec<String> {
    texts
        .iter()
        .take(SHOWN_TEXTS)
        .map(|text| text.chars().take(SHOWN_CHARS).collect())
        .collect()
}

/// Notes how many domains were proved, and how many of them need a look.
pub fn measure_domains(state: &AppState, connection: &mut PgConnection) -> Result<(), AppError> {
    let before = state.clock.now() - TimeDelta::hours(DOMAIN_CHECKED_EVERY_HOURS);
    let counts = queries::count_domains(connection, before, DomainProblem::NoAnswer.as_str())?;
    for (domain_state, n_domains) in [
        (DomainState::Proved, counts.n_proved),
        (DomainState::Due, counts.n_due),
        (DomainState::Failed, counts.n_failed),
        (DomainState::NoAnswer, counts.n_without_answer),
    ] {
        state.metrics.domains.set(domain_state, n_domains);
    }
    Ok(())
}

/// Looks again for the records of domains that were proved. Runs as a job. What fails for some keeps no others waiting: they
/// stay due.
pub fn check_due_domains(state: &AppState) -> Result<(), AppError> {
    let now = state.clock.now();
    let before = now - TimeDelta::hours(DOMAIN_CHECKED_EVERY_HOURS);
    let mut last = None;
    loop {
        let due = state.db.run_job(|connection| {
            Ok(queries::list_due(
                connection,
                before,
                last,
                DUE_DOMAINS_LISTED_AT_ONCE,
            )?)
        })?;
        if due.is_empty() {
            return Ok(());
        }
        last = due.last().copied();
        for together in due.chunks(DOMAINS_ASKED_AT_ONCE) {
            if state.is_stopping() {
                return Ok(());
            }
            if let Err(error) = check_again(state, together, now) {
                tracing::error!(cause = %error, n_domains = together.len(), "domains were not checked");
            }
        }
    }
}

/// Asks for the records of some domains at once: where nobody answers, one after the other takes long.
fn check_again(state: &AppState, ids: &[SiteDomainId], now: DateTime<Utc>) -> Result<(), AppError> {
    let domains = state.db.run_job(|connection| {
        let found = ids.iter().map(|id| queries::find_domain(connection, *id));
        Ok(found.collect::<Result<Vec<_>, _>>()?)
    })?;
    let domains: Vec<DomainRow> = domains.into_iter().flatten().collect();
    let names: Vec<String> = domains.iter().map(|domain| record_name(&domain.host)).collect();
    let found = state.dns.lookup_txt_blocking(&names);
    let found = found.map_err(|error| AppError::Internal(error.to_string()))?;
    for (domain, texts) in domains.iter().zip(found) {
        let noted = state
            .db
            .run_job(|connection| record_lookup(connection, &state.platform, domain.id, texts, now));
        match noted {
            // It was removed meanwhile.
            Ok(_) | Err(AppError::Refused(Refusal::SiteDomainNotFound)) => {}
            Err(error) => tracing::error!(host = domain.host, cause = %error, "a domain was not checked"),
        }
    }
    Ok(())
}

/// Notes what was found at the record of a domain.
///
/// A record that is missing ends a proof when it was missing a day before too; that name servers do not answer ends
/// nothing. Who has the record takes the domain from a site that has it no more.
fn record_lookup(
    connection: &mut PgConnection,
    platform: &PlatformConfig,
    id: SiteDomainId,
    texts: Result<Vec<String>, DnsError>,
    now: DateTime<Utc>,
) -> Result<DomainRow, AppError> {
    let seen = queries::find_domain(connection, id)?.ok_or(Refusal::SiteDomainNotFound)?;
    // Two sites that have the record could both find the name free.
    queries::lock_host(connection, &seen.host)?;
    let site = queries::lock_site(connection, seen.site_id)?.ok_or(Refusal::SiteDomainNotFound)?;
    let mut domain = find_own(connection, site.id, id)?;
    let was_missing = [DomainProblem::RecordMissing, DomainProblem::RecordDiffers]
        .iter()
        .any(|problem| problem.as_str() == domain.problem);
    let problem = match &texts {
        Err(error) => {
            tracing::info!(host = domain.host, cause = %error, "name servers did not answer");
            Some(DomainProblem::NoAnswer)
        }
        Ok(texts) if texts.iter().any(|text| text.trim() == domain.token) => {
            let is_free = release_from_others(connection, platform, &domain, texts, now)?;
            (!is_free).then_some(DomainProblem::Taken)
        }
        Ok(texts) if texts.is_empty() => Some(DomainProblem::RecordMissing),
        Ok(_) => Some(DomainProblem::RecordDiffers),
    };
    let is_missing = matches!(
        problem,
        Some(DomainProblem::RecordMissing | DomainProblem::RecordDiffers)
    );
    if is_missing && !was_missing && domain.verified_at.is_some() {
        mail_domain_lost(connection, platform, &site, &domain.host, false)?;
    }
    let missing_since = domain.checked_at.filter(|_| was_missing && is_missing);
    match (problem, domain.verified_at, missing_since) {
        (None, None, _) => {
            domain.verified_at = Some(now);
            domain.checked_at = Some(now);
            record_change(connection, site, &domain, AuditAction::SiteDomainVerified, now)?;
        }
        (Some(_), Some(_), Some(since)) => {
            // The moment at which it was missed first stays until the day is over.
            if now - since >= TimeDelta::hours(DOMAIN_CHECKED_EVERY_HOURS) {
                domain.verified_at = None;
                domain.is_primary = false;
                domain.checked_at = Some(now);
                mail_domain_lost(connection, platform, &site, &domain.host, true)?;
                record_change(connection, site, &domain, AuditAction::SiteDomainLost, now)?;
            }
        }
        _ => domain.checked_at = Some(now),
    }
    // A proof that is missing is not less missing because nobody answers now.
    if problem != Some(DomainProblem::NoAnswer) || !was_missing {
        domain.problem = problem.map_or("", DomainProblem::as_str).to_owned();
    }
    queries::update_domain(connection, &domain)?;
    queries::ensure_primary(connection, domain.site_id)?;
    find_own(connection, domain.site_id, id)
}

/// Ends the proof of another site whose record is there no more. False when its record is there beside ours.
fn release_from_others(
    connection: &mut PgConnection,
    platform: &PlatformConfig,
    domain: &DomainRow,
    texts: &[String],
    now: DateTime<Utc>,
) -> Result<bool, AppError> {
    let other = queries::find_verified(connection, &domain.host)?.filter(|other| other.id != domain.id);
    let Some(mut other) = other else {
        return Ok(true);
    };
    if texts.iter().any(|text| text.trim() == other.token) {
        return Ok(false);
    }
    other.verified_at = None;
    other.is_primary = false;
    other.checked_at = Some(now);
    other.problem = DomainProblem::RecordMissing.as_str().to_owned();
    queries::update_domain(connection, &other)?;
    queries::ensure_primary(connection, other.site_id)?;
    if let Some(site) = queries::lock_site(connection, other.site_id)? {
        mail_domain_lost(connection, platform, &site, &other.host, true)?;
        record_change(connection, site, &other, AuditAction::SiteDomainLost, now)?;
    }
    Ok(true)
}

/// Tells those who set the site up that the record of a domain is gone; `is_over`: and that it leads nowhere now.
fn mail_domain_lost(
    connection: &mut PgConnection,
    platform: &PlatformConfig,
    site: &Site,
    host: &str,
    is_over: bool,
) -> Result<(), AppError> {
    let mail = MailTemplate::DomainLost {
        site: site.name.clone(),
        host: host.to_owned(),
        is_over,
        url: format!(
            "{}/team/{}/site/{}/domains",
            platform.public_url, site.team_id, site.id
        ),
    };
    for recipient in team::service::staff_of(connection, site.team_id, Action::PublishSites)? {
        mail.enqueue(connection, &recipient)?;
    }
    Ok(())
}

/// Gives a site the next generation, by which caches learn of its names, and writes the audit log.
fn record_change(
    connection: &mut PgConnection,
    mut site: Site,
    domain: &DomainRow,
    action: AuditAction,
    now: DateTime<Utc>,
) -> Result<(), AppError> {
    Entry::by_system(action)
        .in_team(site.team_id)
        .with(json!({ "name": site.name, "host": domain.host }))
        .record(connection)?;
    site.generation += 1;
    site.updated_at = now;
    queries::update_site(connection, &site)?;
    Ok(())
}
