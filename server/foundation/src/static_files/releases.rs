//! The assets of all releases that ran lately, in the store of files.
//!
//! While servers of two versions stand behind one balancer, a page of the one asks the other for its scripts and styles.
//! A tab that was opened before an upgrade asks for them later still. Only files whose names carry a hash of their
//! content are kept, so a name stands for the same bytes in every release.

use std::time::Duration;

use actix_web::http::header::{ACCESS_CONTROL_ALLOW_ORIGIN, CACHE_CONTROL, CONTENT_TYPE};
use actix_web::web::Bytes;
use actix_web::{HttpResponse, ResponseError as _};
use chrono::{DateTime, TimeDelta, Utc};
use moyan_domain::limits::{RELEASED_ASSETS_KEPT_DAYS, RELEASED_ASSETS_RENEWED_DAYS};

use super::asset_path::{AssetPath, is_hashed};
use super::{content_type, not_found};
use crate::error::AppError;
use crate::files::Files;
use crate::state::AppState;

/// How often a server looks whether its assets are still kept.
const KEPT_EVERY: Duration = Duration::from_secs(24 * 60 * 60);
/// How long it waits when the store cannot be used.
const RETRY: Duration = Duration::from_secs(60);

/// Where the assets of all releases are in the store; no upload has a name like this.
const FOLDER: &str = "released";

/// Whose assets they are. Those of the console are not there on hosts of sites.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// The console's: scripts, styles, fonts and modules of the engine.
    Console,
    /// Those of every published site.
    Sites,
}

impl Owner {
    /// The name in the store of a file below `/assets/`; none when no build names a file so.
    fn stored_name(self, name: &str) -> Option<String> {
        let path =
            AssetPath::parse(&format!("/assets/{name}")).filter(|path| path.as_str().ends_with(name))?;
        let folder = match self {
            Self::Console if is_hashed(path.as_str()) => "console",
            Self::Sites if !name.contains('/') => "sites",
            _ => return None,
        };
        let stored = format!("{FOLDER}/{folder}/{name}");
        Files::is_name(&stored).then_some(stored)
    }
}

/// A file whose name carries a hash of its content.
#[derive(Clone, Debug)]
pub struct ReleasedAsset {
    /// Its name below `/assets/`.
    pub name: String,
    /// Its bytes, not compressed.
    pub bytes: Bytes,
}

/// Keeps the assets of this release in the store until the server stops.
pub fn keep_until_stopped(state: &AppState) {
    loop {
        let pause = match keep(state, state.clock.now()) {
            Ok(n_stored) => {
                tracing::debug!(n_stored, "the assets of this release are kept");
                KEPT_EVERY
            }
            Err(error) => {
                tracing::warn!(%error, "the assets of this release could not be kept; trying again");
                RETRY
            }
        };
        if state.stopping.wait(pause) {
            return;
        }
    }
}

/// Stores the assets of this release that are not kept yet, or not renewed for long, and removes those that no server
/// has had for `RELEASED_ASSETS_KEPT_DAYS`. Returns how many were stored. Blocks on the store.
pub fn keep(state: &AppState, now: DateTime<Utc>) -> Result<usize, AppError> {
    let kept = Files::wait(state.files.list(FOLDER))?;
    let renewed_before = now - TimeDelta::days(RELEASED_ASSETS_RENEWED_DAYS);
    let removed_before = now - TimeDelta::days(RELEASED_ASSETS_KEPT_DAYS);
    let of_sites = state.registry.assets.iter().flat_map(|assets| assets());
    let own = state
        .site
        .assets()
        .into_iter()
        .map(|asset| (Owner::Console, asset))
        .chain(of_sites.map(|asset| (Owner::Sites, asset)));
    let mut names = Vec::new();
    let mut n_stored = 0;
    for (owner, asset) in own {
        let Some(name) = owner.stored_name(&asset.name) else {
            continue;
        };
        if kept
            .get(&name)
            .is_none_or(|stored_at| *stored_at < renewed_before)
        {
            Files::wait(state.files.put(&name, asset.bytes))?;
            n_stored += 1;
        }
        names.push(name);
    }
    for (name, stored_at) in kept {
        if stored_at < removed_before && !names.contains(&name) {
            Files::wait(state.files.delete(&name))?;
        }
    }
    Ok(n_stored)
}

/// Answers with an asset of another release, by its name below `/assets/`: 404 when none has it, 503 while the store
/// cannot be used.
pub async fn get_kept(state: &AppState, owner: Owner, name: &str) -> HttpResponse {
    let Some(stored) = owner.stored_name(name) else {
        return not_found("Not found.\n");
    };
    match state.files.get(&stored).await {
        Ok(Some(pieces)) => HttpResponse::Ok()
            .insert_header((CONTENT_TYPE, content_type(name)))
            .insert_header((CACHE_CONTROL, super::IMMUTABLE))
            // The frame of the preview has no origin, and modules are asked for with one.
            .insert_header((ACCESS_CONTROL_ALLOW_ORIGIN, "*"))
            .streaming(pieces),
        Ok(None) => not_found("Not found.\n"),
        Err(error) => error.error_response(),
    }
}
