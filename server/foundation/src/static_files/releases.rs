//! The assets of all releases that ran lately, in the store of files.
//!
//! While servers of two versions stand behind one balancer, a page of the one asks the other for its scripts and styles.
//! A tab that was opened before an upgrade asks for them later still. Only files whose names carry a hash of their
//! content are kept, so a name stands for the same bytes in every release.

use std::collections::BTreeMap;
use std::sync::mpsc::SyncSender;
use std::time::Duration;

use actix_web::http::header::{ACCESS_CONTROL_ALLOW_ORIGIN, CACHE_CONTROL, CONTENT_TYPE};
use actix_web::web::Bytes;
use actix_web::{HttpRequest, HttpResponse, ResponseError as _};
use chrono::{DateTime, TimeDelta, Utc};
use futures_util::{StreamExt as _, TryStreamExt as _, stream};
use moyan_domain::limits::{RELEASED_ASSETS_KEPT_DAYS, RELEASED_ASSETS_RENEWED_DAYS};

use super::asset_path::is_hashed;
use super::{content_type, not_found};
use crate::error::AppError;
use crate::files::Files;
use crate::http::client_address::client_address;
use crate::state::AppState;

/// How often a server looks whether its assets are still kept.
const KEPT_EVERY: Duration = Duration::from_secs(24 * 60 * 60);
/// How long it waits when the store cannot be used.
const RETRY: Duration = Duration::from_secs(60);
/// Files that are stored at once.
const FILES_AT_ONCE: usize = 8;
/// Where the assets of all releases are in the store; no upload has a name like this.
const FOLDER: &str = "released";
/// More than any build's name has.
const NAME_MAX_BYTES: usize = 128;

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
        let is_usual = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
        if name.len() > NAME_MAX_BYTES || !name.bytes().all(is_usual) {
            return None;
        }
        match self {
            Self::Console if is_hashed(&format!("assets/{name}")) => Some(format!("{FOLDER}/console/{name}")),
            Self::Sites if has_long_hash(name) => Some(format!("{FOLDER}/sites/{name}")),
            _ => None,
        }
    }
}

/// True for names as those of sites: `site-0123456789abcdef.css`.
fn has_long_hash(name: &str) -> bool {
    let Some((stem, "css" | "js")) = name.split_once('.') else {
        return false;
    };
    let hash = stem.rsplit('-').next().unwrap_or_default();
    hash.len() == 16 && hash.bytes().all(|digit| digit.is_ascii_hexdigit())
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
///
/// - `kept`: hears when it was tried
pub fn keep_until_stopped(state: &AppState, kept: &SyncSender<()>) {
    loop {
        let tried = keep(state, state.clock.now());
        // Nobody waits for the second time.
        let _ = kept.try_send(());
        let pause = match tried {
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
    let of_console = state.site.assets().into_iter();
    let own: BTreeMap<String, Bytes> = of_sites
        .map(|asset| (Owner::Sites, asset))
        .chain(of_console.map(|asset| (Owner::Console, asset)))
        .filter_map(|(owner, asset)| Some((owner.stored_name(&asset.name)?, asset.bytes)))
        .collect();
    let is_stale = |name: &str| kept.get(name).is_none_or(|stored_at| *stored_at < renewed_before);
    let stale: Vec<_> = own.iter().filter(|(name, _)| is_stale(name)).collect();
    let n_stored = stale.len();
    let stored = stream::iter(stale)
        .map(|(name, bytes)| state.files.put(name, bytes.clone()))
        .buffer_unordered(FILES_AT_ONCE)
        .try_collect::<Vec<()>>();
    Files::wait(stored)?;
    for (name, stored_at) in &kept {
        if *stored_at < removed_before && !own.contains_key(name) {
            Files::wait(state.files.delete(name))?;
        }
    }
    Ok(n_stored)
}

/// Answers with an asset of another release, by its name below `/assets/`: 404 when none has it, 503 while the store
/// cannot be used. Names that nobody has count against the rate limit of the API: each costs a question to the store.
pub async fn get_kept(request: &HttpRequest, state: &AppState, owner: Owner, name: &str) -> HttpResponse {
    let Some(stored) = owner.stored_name(name) else {
        return not_found("Not found.\n");
    };
    let address = client_address(request, &state.platform.trusted_proxies);
    if let Err(error) = state.rate_limit.check(address) {
        return error.error_response();
    }
    match state.files.read(&stored).await {
        Ok(Some(bytes)) => {
            state.rate_limit.refund(address);
            HttpResponse::Ok()
                .insert_header((CONTENT_TYPE, content_type(name)))
                .insert_header((CACHE_CONTROL, super::IMMUTABLE))
                // The frame of the preview has no origin, and modules are asked for with one.
                .insert_header((ACCESS_CONTROL_ALLOW_ORIGIN, "*"))
                .body(bytes)
        }
        Ok(None) => not_found("Not found.\n"),
        Err(error) => error.error_response(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_that_a_build_gives_are_looked_for() {
        let console = |name: &str| Owner::Console.stored_name(name).is_some();
        assert!(console("index-BqX3k_9z.js") && console("moyan_article_bg-12345678.wasm"));
        let long = format!("{}-12345678.js", "a".repeat(200));
        for name in [
            "logo.svg",
            "index-BqX3k_9z.js/x-12345678.js",
            "../index-BqX3k_9z.js",
            "墨-12345678.js",
            "",
            long.as_str(),
        ] {
            assert!(!console(name), "{name}");
        }
        let site = |name: &str| Owner::Sites.stored_name(name).is_some();
        assert!(site("site-0123456789abcdef.css") && site("preview-frame-0123456789abcdef.js"));
        for name in [
            "site-0123456789abcdef.html",
            "site-0123456789abcdeg.css",
            "site-12345678.js",
            "a",
        ] {
            assert!(!site(name), "{name}");
        }
    }
}
