//! Domains of sites: claimed, proved by a record of DNS, and one of them primary.

use diesel::PgConnection;
use moyan_domain::limits::DOMAINS_PER_SITE;
use moyan_domain::{FieldProblem, SiteDomainId, SiteHost, SiteId, display_host};
use moyan_foundation::access::{Caller, TeamAccess, hex};
use moyan_foundation::config::PlatformConfig;
use moyan_foundation::error::{AppError, Refusal};
use rand::RngCore as _;
use serde_json::json;
use uuid::Uuid;

use super::{lock, lock_writable, record, write_next};
use crate::features::audit::AuditAction;
use crate::features::site::dto::{DomainProblem, SiteDomainDto, SiteDomainsDto};
use crate::features::site::queries::{self, DomainRow};

/// The label before a domain at which its record stands.
const RECORD_LABEL: &str = "_moyan";
/// What the text of a record begins with, so that its owner knows later what it is for.
const RECORD_PREFIX: &str = "moyan-verification=";
/// Bytes of chance in a record: nobody guesses one.
const TOKEN_BYTES: usize = 16;

/// The name of the record that proves a domain.
pub(super) fn record_name(host: &str) -> String {
    format!("{RECORD_LABEL}.{host}")
}

pub(super) fn domain_dto_of(row: DomainRow) -> SiteDomainDto {
    SiteDomainDto {
        id: row.id,
        display_host: display_host(&row.host),
        record_name: record_name(&row.host),
        host: row.host,
        is_primary: row.is_primary,
        verified_at: row.verified_at,
        checked_at: row.checked_at,
        problem: DomainProblem::parse(&row.problem),
        found_values: Vec::new(),
        record_value: row.token,
        created_at: row.created_at,
    }
}

/// The domains of a site.
pub fn list_domains(
    connection: &mut PgConnection,
    platform: &PlatformConfig,
    access: &TeamAccess,
    id: SiteId,
) -> Result<SiteDomainsDto, AppError> {
    let row = queries::find_site(connection, access.team_id, id)?.ok_or(Refusal::SiteNotFound)?;
    let domains = queries::list_domains(connection, id)?;
    Ok(SiteDomainsDto {
        domains: domains.into_iter().map(domain_dto_of).collect(),
        target: platform
            .site_domain
            .as_ref()
            .map(|domain| format!("{}.{domain}", row.site.slug)),
    })
}

/// Refuses the names of the platform, and those that stand for a machine itself.
fn require_foreign(platform: &PlatformConfig, host: &SiteHost) -> Result<(), AppError> {
    let console = platform.public_url.split("//").last().unwrap_or_default();
    let console = console.split(':').next().unwrap_or(console);
    let own = [Some(console), platform.site_domain.as_deref(), Some("localhost")];
    if own.into_iter().flatten().any(|domain| host.is_below(domain)) {
        return Err(AppError::invalid("host", FieldProblem::DomainReserved));
    }
    Ok(())
}

/// Claims a domain. Others may claim it too; whoever has the record proves it.
pub fn add_domain(
    connection: &mut PgConnection,
    platform: &PlatformConfig,
    caller: &Caller,
    access: &TeamAccess,
    id: SiteId,
    host: &str,
) -> Result<SiteDomainDto, AppError> {
    let host = SiteHost::parse(host).map_err(|problem| AppError::invalid("host", problem))?;
    require_foreign(platform, &host)?;
    let site = lock_writable(connection, access.team_id, id)?;
    let n_domains = queries::list_domains(connection, id)?.len();
    if i64::try_from(n_domains).unwrap_or(i64::MAX) >= DOMAINS_PER_SITE {
        return Err(Refusal::TooManySiteDomains.into());
    }
    let mut token = [0; TOKEN_BYTES];
    rand::rng().fill_bytes(&mut token);
    let domain = DomainRow {
        id: SiteDomainId(Uuid::now_v7()),
        site_id: id,
        host: host.as_str().to_owned(),
        token: format!("{RECORD_PREFIX}{}", hex(&token)),
        verified_at: None,
        checked_at: None,
        problem: String::new(),
        is_primary: false,
        created_at: caller.now,
    };
    if !queries::insert_domain(connection, &domain)? {
        return Err(Refusal::SiteDomainExists.into());
    }
    let details = json!({ "name": site.name, "host": domain.host });
    record(
        connection,
        caller,
        access.team_id,
        AuditAction::SiteDomainAdded,
        details,
    )?;
    Ok(domain_dto_of(domain))
}

/// A domain of a site.
pub(super) fn find_own(
    connection: &mut PgConnection,
    site_id: SiteId,
    id: SiteDomainId,
) -> Result<DomainRow, AppError> {
    let domain = queries::find_domain(connection, id)?.filter(|domain| domain.site_id == site_id);
    Ok(domain.ok_or(Refusal::SiteDomainNotFound)?)
}

/// Removes a domain; strangers do not find the site there any more.
pub fn remove_domain(
    connection: &mut PgConnection,
    platform: &PlatformConfig,
    caller: &Caller,
    access: &TeamAccess,
    site_id: SiteId,
    id: SiteDomainId,
) -> Result<SiteDomainsDto, AppError> {
    let site = lock(connection, access.team_id, site_id)?;
    let domain = find_own(connection, site_id, id)?;
    queries::delete_domain(connection, id)?;
    queries::ensure_primary(connection, site_id)?;
    let details = json!({ "name": site.name, "host": domain.host });
    record(
        connection,
        caller,
        access.team_id,
        AuditAction::SiteDomainRemoved,
        details,
    )?;
    write_next(connection, site, caller)?;
    list_domains(connection, platform, access, site_id)
}

/// Makes a proved domain the one that the others and the slug redirect to.
pub fn set_primary_domain(
    connection: &mut PgConnection,
    platform: &PlatformConfig,
    caller: &Caller,
    access: &TeamAccess,
    site_id: SiteId,
    id: SiteDomainId,
) -> Result<SiteDomainsDto, AppError> {
    let site = lock_writable(connection, access.team_id, site_id)?;
    let domain = find_own(connection, site_id, id)?;
    if domain.verified_at.is_none() {
        return Err(Refusal::SiteDomainNotVerified.into());
    }
    if !domain.is_primary {
        queries::update_primary(connection, site_id, id)?;
        let details = json!({ "name": site.name, "host": domain.host });
        record(
            connection,
            caller,
            access.team_id,
            AuditAction::SiteDomainPrimary,
            details,
        )?;
        write_next(connection, site, caller)?;
    }
    list_domains(connection, platform, access, site_id)
}
