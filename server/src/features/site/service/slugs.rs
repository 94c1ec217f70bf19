//! The first part of an address: whether it is free, and what would be free instead.

use chrono::{DateTime, TimeDelta, Utc};
use diesel::PgConnection;
use moyan_domain::limits::{FORMER_SLUG_DAYS, FORMER_SLUGS_PER_SITE};
use moyan_domain::{FieldProblem, SiteSlug, TeamId};
use moyan_foundation::config::PlatformConfig;
use moyan_foundation::error::AppError;

use super::url_of;
use crate::features::site::dto::{SlugDto, SlugState};
use crate::features::site::queries::{self, Site};

/// Numbers that are tried at the end of a slug that is taken.
const PROPOSALS: std::ops::RangeInclusive<usize> = 2..=20;

pub(super) fn parse_slug(slug: &str) -> Result<SiteSlug, AppError> {
    SiteSlug::parse(slug).map_err(|problem| AppError::invalid("slug", problem))
}

/// Whether a slug can be taken. The answer holds for this moment: whoever takes it first has it.
pub fn check_slug(
    connection: &mut PgConnection,
    platform: &PlatformConfig,
    team_id: TeamId,
    text: &str,
    now: DateTime<Utc>,
) -> Result<SlugDto, AppError> {
    let (state, like) = match SiteSlug::parse(text) {
        Ok(slug) => {
            let is_taken = !queries::list_taken(connection, team_id, &[slug.as_str()], now)?.is_empty();
            let state = if is_taken {
                SlugState::Taken
            } else {
                SlugState::Free
            };
            (state, Some(slug))
        }
        Err(FieldProblem::SlugReserved) => (SlugState::Reserved, SiteSlug::resembling(text)),
        Err(_) => (SlugState::Invalid, SiteSlug::resembling(text)),
    };
    let slug = text.trim().to_lowercase();
    let proposal = match (like, state) {
        (_, SlugState::Free) | (None, _) => None,
        (Some(like), _) => propose(connection, team_id, &like, now)?,
    };
    Ok(SlugDto {
        url: url_of(platform, &slug),
        slug,
        state,
        proposal,
    })
}

/// A slug that is free: this one, else this one with a number.
fn propose(
    connection: &mut PgConnection,
    team_id: TeamId,
    like: &SiteSlug,
    now: DateTime<Utc>,
) -> Result<Option<String>, AppError> {
    let numbered = PROPOSALS.map(|number| like.numbered(number));
    let candidates: Vec<SiteSlug> = std::iter::once(like.clone()).chain(numbered).collect();
    let slugs: Vec<&str> = candidates.iter().map(SiteSlug::as_str).collect();
    let taken = queries::list_taken(connection, team_id, &slugs, now)?;
    let free = slugs
        .into_iter()
        .find(|slug| !taken.iter().any(|taken| taken == slug));
    Ok(free.map(str::to_owned))
}

/// Keeps the slug that a site gives up as a redirect: nobody else gets its readers. One that was never published has
/// none, and frees it.
pub(super) fn keep_former(
    connection: &mut PgConnection,
    site: &Site,
    now: DateTime<Utc>,
) -> Result<(), AppError> {
    if site.live_release_id.is_none() {
        return Ok(());
    }
    let kept_until = now + TimeDelta::days(FORMER_SLUG_DAYS);
    queries::keep_slug(connection, site.id, &site.slug, kept_until, FORMER_SLUGS_PER_SITE)?;
    Ok(())
}

/// Frees the slugs that were kept long enough.
pub fn sweep_slugs(connection: &mut PgConnection, now: DateTime<Utc>) -> Result<(), AppError> {
    queries::delete_expired_slugs(connection, now)?;
    Ok(())
}
