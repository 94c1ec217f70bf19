//! For which names a web server in front gets certificates.

use actix_web::HttpRequest;
use actix_web::web::{Data, Query};
use moyan_domain::{PREVIEW_SLUG, SiteHost, SiteStatus};
use moyan_foundation::error::{AppError, Refusal};
use moyan_foundation::http::client_address::is_called_by_proxy;
use moyan_foundation::http::host::{SiteName, site_name};
use moyan_foundation::state::AppState;
use serde::Deserialize;

use super::cache::revalidate::{host_of, loaded_after};
use crate::features::publish::SiteIdentity;
use crate::features::publish::service as publish;

/// The query of the question for a name, as it is sent.
#[derive(Debug, Deserialize)]
pub struct NameQuery {
    domain: String,
}

/// For everybody but the web server the address does not exist. While the database is away, what is in memory or on disk answers:
/// who visits a page there needs the certificate too.
pub async fn check_name_of_site(
    state: Data<AppState>,
    request: HttpRequest,
    Query(query): Query<NameQuery>,
) -> Result<&'static str, AppError> {
    if !is_called_by_proxy(&request, &state.platform.trusted_proxies) {
        return Err(Refusal::UnknownRoute.into());
    }
    let needs_own = needs_own(&state, &query.domain).await;
    state.metrics.domains.asked(needs_own.as_ref().ok().copied());
    match needs_own? {
        true => Ok("ok"),
        false => Err(Refusal::UnknownRoute.into()),
    }
}

fn has_pages(site: &SiteIdentity) -> bool {
    site.status != SiteStatus::Draft && site.release.is_some() && !site.is_suspended
}

/// Whether a name is that of a site with pages for strangers, and no other certificate covers it. Those of drafts and
/// of suspended sites get none: certificates are public.
async fn needs_own(state: &Data<AppState>, name: &str) -> Result<bool, AppError> {
    let Ok(host) = SiteHost::parse(name) else {
        return Ok(false);
    };
    match site_name(host.as_str(), &state.platform) {
        None => Ok(false),
        Some(SiteName::Slug(_)) if state.platform.has_wildcard => Ok(false),
        Some(SiteName::Slug(slug)) if slug == PREVIEW_SLUG => Ok(true),
        Some(name) => {
            let (asked, now) = (name.clone(), state.clock.now());
            let found = state
                .db
                .run(move |connection| publish::find_site(connection, host_of(&asked), now))
                .await;
            match found {
                Ok(found) => Ok(found.is_some_and(|(site, _)| has_pages(&site))),
                Err(error) => loaded_after(state, &name, &error)
                    .await
                    .map(|site| has_pages(&site.identity))
                    .ok_or(error),
            }
        }
    }
}
