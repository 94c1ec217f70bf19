//! Views of pages: counted in memory, and added to what is stored every few seconds and when the server stops.
//!
//! A view is a page that a browser was given: the homepage, the index or a document. Nothing is kept of who asked.

use std::sync::{Mutex, PoisonError};

use actix_web::HttpRequest;
use actix_web::http::header::USER_AGENT;
use actix_web::http::{Method, StatusCode};
use chrono::NaiveDate;

use super::addresses::Address;
use crate::domain::SiteId;
use crate::error::AppError;
use crate::features::site::service::{ViewCounts, add_views};
use crate::state::AppState;

/// Words in the names of programs that read pages for nobody.
const PROGRAMS: [&str; 6] = ["bot", "crawl", "spider", "slurp", "preview", "lighthouse"];
/// Headers of a browser that fetches a page before anybody asked for it. Source: Fetch, `Sec-Purpose`; `Purpose` is
/// what older browsers send.
const PURPOSES: [&str; 2] = ["sec-purpose", "purpose"];

/// Views that are not stored yet.
#[derive(Default)]
pub struct Views(Mutex<ViewCounts>);

impl Views {
    /// Counts a view.
    pub fn add(&self, site_id: SiteId, day: NaiveDate) {
        self.add_all([((site_id, day), 1)]);
    }

    fn add_all(&self, counts: impl IntoIterator<Item = ((SiteId, NaiveDate), i64)>) {
        let mut own = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        for (key, n_views) in counts {
            *own.entry(key).or_default() += n_views;
        }
    }

    fn take(&self) -> ViewCounts {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Adds the views so far to what is stored; they are kept when that fails.
pub fn store_views(state: &AppState) -> Result<(), AppError> {
    let counts = state.sites.views.take();
    if counts.is_empty() {
        return Ok(());
    }
    let stored = state.db.run_job(|connection| add_views(connection, &counts));
    if stored.is_err() {
        state.sites.views.add_all(counts);
    }
    stored
}

/// Whether a request is a view of a page, if the page is there.
pub fn is_view(request: &HttpRequest, address: &Address) -> bool {
    let header = |name: &str| {
        let value = request.headers().get(name);
        value.and_then(|value| value.to_str().ok()).unwrap_or_default()
    };
    let browser = header(USER_AGENT.as_str()).to_ascii_lowercase();
    *request.method() == Method::GET
        && matches!(address, Address::Home | Address::Documents(_))
        && !PURPOSES.iter().any(|name| header(name).contains("prefetch"))
        && browser.starts_with("mozilla/")
        && !PROGRAMS.iter().any(|name| browser.contains(name))
}

/// Whether a page was there for those who asked.
pub fn is_shown(status: StatusCode) -> bool {
    matches!(status, StatusCode::OK | StatusCode::NOT_MODIFIED)
}
