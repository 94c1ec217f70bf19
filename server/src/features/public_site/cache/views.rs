//! Views of pages: counted in memory, and added to what is stored every few seconds and when the server stops.
//!
//! A view is a page that a browser was given: the homepage, the index or a document. Nothing is kept of who asked.
//! Browsers that came from the console do not count: the way there marks them.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use actix_web::http::header::{REFERER, USER_AGENT};
use actix_web::http::{Method, StatusCode, Uri};
use actix_web::{HttpRequest, web};
use chrono::NaiveDate;
use moyan_domain::SiteId;
use moyan_domain::limits::VIEWS_STORED_AT_ONCE;
use moyan_foundation::config::PlatformConfig;
use moyan_foundation::error::AppError;
use moyan_foundation::http::host::is_host_name;
use moyan_foundation::state::AppState;

use super::site_cache::Sites;
use crate::features::public_site::content::audience_view::AudienceView;
use crate::features::public_site::routing::parsed_path::Address;
use crate::features::public_site::routing::table::Handler;
use crate::features::site::service::{DayViews, ViewCounts, WallStep, add_views};
use crate::features::visitor::VisitorCookie;

/// Words in the names of programs that read pages for nobody.
const PROGRAMS: [&str; 6] = ["bot", "crawl", "spider", "slurp", "preview", "lighthouse"];
/// Headers of a browser that fetches a page before anybody asked for it. Source: Fetch, `Sec-Purpose`; `Purpose` is
/// what older browsers send.
const PURPOSES: [&str; 2] = ["sec-purpose", "purpose"];

/// After so many pieces in a row that could not be stored the database is taken to be away, and the others wait as well.
const FAILED_PIECES: u32 = 3;

/// Views that are not stored yet.
#[derive(Default)]
pub struct Views(Mutex<ViewCounts>);

impl Views {
    /// Counts a view of a page; with the host that led to it when it came from elsewhere.
    fn add(&self, site_id: SiteId, day: NaiveDate, viewing: &Viewing) {
        let mut own = self.own();
        let views = own.entry((site_id, day)).or_default();
        views.add(&viewing.path, viewing.has_wall, viewing.source.as_deref());
    }

    /// Counts what a reader did who came from the wall of the document at a path.
    pub fn add_step(&self, site_id: SiteId, day: NaiveDate, path: &str, step: WallStep) {
        self.own().entry((site_id, day)).or_default().add_step(path, step);
    }

    /// Counts what was counted elsewhere, or could not be stored.
    pub fn add_all(&self, counts: &ViewCounts) {
        let mut own = self.own();
        for (key, views) in counts {
            own.entry(*key).or_default().add_all(views);
        }
    }

    fn own(&self) -> MutexGuard<'_, ViewCounts> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many views are not stored yet.
    pub fn n_waiting(&self) -> i64 {
        let own = self.own();
        own.values().map(DayViews::n_views).sum()
    }

    fn take(&self) -> ViewCounts {
        std::mem::take(&mut *self.own())
    }
}

/// A request that is a view of a page, if the page is there.
pub struct Viewing {
    path: String,
    has_wall: bool,
    source: Option<String>,
}

impl Viewing {
    /// What a request looks at; none when it does not count. `origin`: that of the site.
    pub fn of(
        request: &HttpRequest,
        platform: &PlatformConfig,
        address: &Address,
        view: &AudienceView,
        origin: &str,
    ) -> Option<Self> {
        let path = address.documents_path().unwrap_or("/");
        is_view(request, platform, address).then(|| Self {
            path: path.to_owned(),
            has_wall: view.at(path).is_some_and(|document| !document.is_whole()),
            source: source_of(request, origin),
        })
    }

    /// Counts it on this day of the site, when its answer shows the page.
    pub fn count(&self, state: &AppState, view: &AudienceView, status: StatusCode) {
        if is_shown(status) {
            let zone = view.content.settings.basic_info.zone();
            let day = state.clock.now().with_timezone(&zone).date_naive();
            state
                .memory
                .of::<Sites>()
                .views
                .add(view.content.site.id, day, self);
        }
    }
}

/// The path of the document whose wall a reader came from: `from` is what a form leads back to, which may be the page of
/// packages on the way there.
pub fn wall_of<'a>(view: &'a AudienceView, from: &str) -> Option<&'a str> {
    let (path, query) = from.split_once('?').unwrap_or((from, ""));
    if path == "/plans" {
        let query = web::Query::<HashMap<String, String>>::from_query(query).ok()?;
        let from = query.get("from").filter(|from| !from.starts_with("/plans"))?;
        return wall_of(view, from);
    }
    let document = view.at(path).filter(|document| !document.is_whole())?;
    Some(&document.meta.path)
}

/// Adds the views so far to what is stored, in pieces of their own: what fails is kept for the next time, and the others
/// go on.
pub fn store_views(state: &AppState) -> Result<(), AppError> {
    let views = &state.memory.of::<Sites>().views;
    let mut counts = views.take();
    let (mut failure, mut n_failed) = (None, 0);
    while !counts.is_empty() && n_failed < FAILED_PIECES {
        let piece = take_piece(&mut counts, VIEWS_STORED_AT_ONCE);
        match state.db.run_job(|connection| add_views(connection, &piece)) {
            Ok(()) => n_failed = 0,
            Err(error) => {
                views.add_all(&piece);
                n_failed += 1;
                failure.get_or_insert(error);
            }
        }
    }
    views.add_all(&counts);
    failure.map_or(Ok(()), Err)
}

/// Takes the first days out of what was counted.
fn take_piece(counts: &mut ViewCounts, n_days: usize) -> ViewCounts {
    let rest = counts.keys().nth(n_days).copied();
    let rest = rest.map(|first| counts.split_off(&first));
    std::mem::replace(counts, rest.unwrap_or_default())
}

/// Whether a browser is one of the team that works on the site.
pub fn is_own(request: &HttpRequest, platform: &PlatformConfig) -> bool {
    VisitorCookie::of_own_visits(platform).is_sent(request.headers())
}

/// Whether a request is a view of a page, if the page is there.
fn is_view(request: &HttpRequest, platform: &PlatformConfig, address: &Address) -> bool {
    let header = |name: &str| {
        let value = request.headers().get(name);
        value.and_then(|value| value.to_str().ok()).unwrap_or_default()
    };
    let browser = header(USER_AGENT.as_str()).to_ascii_lowercase();
    *request.method() == Method::GET
        && matches!(address.handler(), Some(Handler::Home | Handler::Documents))
        && !PURPOSES.iter().any(|name| header(name).contains("prefetch"))
        && browser.starts_with("mozilla/")
        && !PROGRAMS.iter().any(|name| browser.contains(name))
        && !is_own(request, platform)
}

/// The host whose page led to this one: empty when the browser names none, nothing for a step within the site, whose
/// address begins with `origin`.
fn source_of(request: &HttpRequest, origin: &str) -> Option<String> {
    let header = |name: &str| request.headers().get(name)?.to_str().ok();
    if header("sec-fetch-site") == Some("same-origin") {
        return None;
    }
    let host_of = |address: &str| Some(address.parse::<Uri>().ok()?.host()?.to_ascii_lowercase());
    let Some(host) = header(REFERER.as_str()).and_then(host_of) else {
        return Some(String::new());
    };
    if Some(&host) == host_of(origin).as_ref() {
        return None;
    }
    let host = host.strip_prefix("www.").unwrap_or(&host);
    Some(if is_host_name(host) {
        host.to_owned()
    } else {
        String::new()
    })
}

/// Whether a page was there for those who asked.
fn is_shown(status: StatusCode) -> bool {
    matches!(status, StatusCode::OK | StatusCode::NOT_MODIFIED)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::public_site::testing::{Reading, content_with, document};
    use moyan_domain::gate::{AccessLevel, Audience};

    #[test]
    fn a_way_leads_from_a_wall_where_something_is_kept_back() {
        let mut content = content_with(vec![document(1, "one", &[], &["<p>one</p>"])]);
        for (level, is_wall) in [(AccessLevel::Members, true), (AccessLevel::Free, false)] {
            content.rules.guest = level;
            let reading = Reading::of(content.clone(), Audience::Guest);
            let view = reading.context().view;
            for from in ["/docs/guide/one", "/plans?from=%2Fdocs%2Fguide%2Fone"] {
                let expected = is_wall.then_some("/docs/guide/one");
                assert_eq!(wall_of(view, from), expected, "{level:?} {from}");
            }
        }
    }
}
