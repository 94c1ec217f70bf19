//! Renders what stands at an address of a site, for one reader.

use std::net::IpAddr;

use actix_web::http::StatusCode;
use actix_web::{HttpRequest, web};
use moyan_domain::limits::SUGGESTIONS;
use moyan_foundation::state::AppState;
use percent_encoding::percent_decode_str;

use super::host::SiteOrigin;
use super::parsed_path::Address;
use super::policy;
use super::reader::Reader;
use super::spellings;
use super::table::Handler;
use crate::features::public_site::cache::answer::{Answer, Caching, HTML, surrogate_key};
use crate::features::public_site::cache::site_cache::Loaded;
use crate::features::public_site::content::audience_view::{Shown, View};
use crate::features::public_site::content::search::similar;
use crate::features::public_site::machine::feeds;
use crate::features::public_site::machine::markdown;
use crate::features::public_site::pages::frame::{self, Page};
use crate::features::public_site::pages::{self, home, index, notices, search};
use crate::features::public_site::words::Words;

/// What a query asks for, as far as a page depends on it.
pub struct PageQuery {
    page: usize,
    category: Option<String>,
    pub text: String,
}

impl PageQuery {
    /// Of a page that is shown. The page of a document has no pages: what is asked for beside its path changes nothing.
    pub fn of(request: &HttpRequest, address: &Address, shown: &Shown) -> Self {
        let query = Self::read(request.query_string(), address);
        match address.documents_path() {
            Some(path) if shown.at(path).is_some() => Self {
                page: 1,
                category: None,
                ..query
            },
            _ => query,
        }
    }

    /// Reads a query.
    pub fn read(query: &str, address: &Address) -> Self {
        let pairs = web::Query::<Vec<(String, String)>>::from_query(query);
        let pairs = pairs.map(web::Query::into_inner).unwrap_or_default();
        let find = |name: &str| {
            pairs
                .iter()
                .find(|(key, _)| key == name)
                .map(|(_, value)| value.clone())
        };
        let is_list = address.documents_path().is_some();
        let is_search = matches!(address.handler(), Some(Handler::Search));
        Self {
            page: find("page")
                .filter(|_| is_list)
                .map_or(1, |page| page.parse().unwrap_or(0)),
            category: find("category").filter(|_| is_list),
            text: find("q").filter(|_| is_search).unwrap_or_default(),
        }
    }

    /// What distinguishes its page from others of the site.
    pub fn key(&self, address: &Address) -> String {
        let route = address.route.map(|route| route.path);
        format!(
            "{route:?} {:?} {} {:?} {:?}",
            address.path, self.page, self.category, self.text
        )
    }
}

/// What is asked for.
pub struct PageRequest {
    pub address: Address,
    pub query: PageQuery,
    /// The path as it was asked for.
    pub path: String,
    /// Who asks.
    pub from: IpAddr,
}

/// What came of an address.
pub enum RenderOutcome {
    /// A page, and whether it is kept: pages of which there are as many as visitors think of are not.
    Page(Answer, bool),
    /// Another address.
    Redirect(StatusCode, String),
    /// Nobody can say whether this reader may see it.
    Unavailable,
}

/// Renders what stands at an address.
pub fn render(
    state: &AppState,
    loaded: &Loaded,
    shown: &Shown,
    reader: &Reader,
    site_origin: &SiteOrigin,
    page_request: &PageRequest,
) -> RenderOutcome {
    let PageRequest {
        address,
        query,
        path,
        from,
    } = page_request;
    let view = View {
        shown,
        reader,
        words: Words::of(shown.content.settings.basic_info.language),
        now: state.clock.now(),
        origin: &site_origin.origin,
        base: &site_origin.base,
        color_scheme: None,
        is_logged_in: reader.visitor.is_some(),
        is_preview: false,
        theme_name: &loaded.theme_name,
        again_path: "",
    };
    let document = address.documents_path().and_then(|path| shown.at(path));
    let is_gated = document.is_some_and(|document| !document.is_whole());
    if is_gated && !reader.is_known {
        return RenderOutcome::Unavailable;
    }
    let of_guests = Caching::of_guests(&shown.content.rules);
    if let Some((media_type, text)) = file_at(&view, address) {
        let answer = Answer::new(StatusCode::OK, media_type, text.into_bytes()).kept(of_guests);
        let key = surrogate_key(&loaded.identity);
        return RenderOutcome::Page(answer.with_surrogate_key(key).compressed(), true);
    }
    let rendered = |page: &Page, status, caching| {
        Answer::new(
            status,
            HTML,
            frame::document(&view, page).into_string().into_bytes(),
        )
        .kept(caching)
        .varied_by_reader()
        .with_policy(policy::of_page(site_origin.kind, &state.platform))
        .with_surrogate_key(surrogate_key(&loaded.identity))
    };
    if let Some((page, is_kept)) = page_at(&view, address, query) {
        let caching = match is_gated || !reader.is_anonymous() {
            true => Caching::Never,
            false => of_guests,
        };
        let answer = rendered(&page, StatusCode::OK, caching);
        return RenderOutcome::Page(if is_kept { answer.compressed() } else { answer }, is_kept);
    }
    if let Some((code, to)) = redirect_from(&view, path) {
        return RenderOutcome::Redirect(code, to);
    }
    if !reader.is_known && address.documents_path().is_some() {
        return RenderOutcome::Unavailable;
    }
    if let Some(to) = spellings::meant_by(&view, path) {
        return RenderOutcome::Redirect(StatusCode::MOVED_PERMANENTLY, to);
    }
    // Each address that somebody makes up is compared with all documents.
    let suggestions = match state.suggestions.check(*from) {
        Ok(_) => similar(shown, &percent_decode_str(path).decode_utf8_lossy(), SUGGESTIONS),
        Err(_) => Vec::new(),
    };
    let page = notices::not_found(&view, &suggestions);
    RenderOutcome::Page(rendered(&page, StatusCode::NOT_FOUND, Caching::Never), false)
}

/// What programs read: the media type and the text.
fn file_at(view: &View<'_>, address: &Address) -> Option<(&'static str, String)> {
    match address.handler()? {
        Handler::Sitemap => Some(("application/xml; charset=utf-8", feeds::sitemap(view))),
        Handler::Robots => Some(("text/plain; charset=utf-8", feeds::robots(view))),
        Handler::Feed => Some(("application/rss+xml; charset=utf-8", feeds::feed(view))),
        Handler::Llms if view.settings().index.offers_markdown => {
            Some(("text/plain; charset=utf-8", markdown::list(view)))
        }
        Handler::Markdown => {
            let document = view.shown.at(address.markdown_path()?)?;
            Some(("text/markdown; charset=utf-8", markdown::document(view, document)))
        }
        Handler::Icon => Some(("image/svg+xml", notices::letter_icon(view))),
        _ => None,
    }
}

/// What people read, and whether it is kept.
fn page_at(view: &View<'_>, address: &Address, query: &PageQuery) -> Option<(Page, bool)> {
    match address.handler()? {
        // Slides come and go by the clock.
        Handler::Home => Some((home::page(view), !has_timed_slides(view.shown))),
        Handler::Search if view.settings().index.is_search_enabled => {
            Some((search::page(view, &query.text), query.text.is_empty()))
        }
        Handler::Documents => documents(view, &address.path, query).map(|page| (page, true)),
        _ => None,
    }
}

/// Where a path leads by the redirects of the site.
fn redirect_from(view: &View<'_>, path: &str) -> Option<(StatusCode, String)> {
    let mut redirects = view.shown.content.redirects.iter();
    let redirect = redirects.find(|redirect| is_path(&redirect.from_path, path))?;
    let code = StatusCode::from_u16(redirect.code).unwrap_or(StatusCode::FOUND);
    Some((code, feeds::encoded_again(&view.href(&redirect.to_path)?)))
}

/// A document, else the index or a category of it.
pub fn documents(view: &View<'_>, path: &str, query: &PageQuery) -> Option<Page> {
    if let Some(document) = view.shown.at(path) {
        return Some(pages::reader::page(view, document));
    }
    let category = match (path.strip_prefix("/docs/"), &query.category) {
        (Some(slug), _) => Some(view.shown.category(slug)?),
        (None, Some(slug)) => Some(view.shown.category(slug)?),
        (None, None) => None,
    };
    index::page(view, category, query.page)
}

/// True when both are one path, encoded or not.
fn is_path(stored: &str, asked: &str) -> bool {
    stored == asked
        || percent_decode_str(asked)
            .decode_utf8()
            .is_ok_and(|asked| stored == asked)
}

fn has_timed_slides(shown: &Shown) -> bool {
    let carousel = &shown.content.settings.carousel;
    let is_timed =
        |slide: &crate::features::site::settings::Slide| slide.starts_at.is_some() || slide.ends_at.is_some();
    carousel.is_enabled && carousel.slides.iter().any(is_timed)
}

#[cfg(test)]
mod tests {
    use chrono::{TimeZone as _, Utc};
    use uuid::Uuid;

    use super::*;
    use crate::features::public_site::testing::{Reading, content_with};
    use crate::features::site::settings::{Carousel, SiteImage, Slide};
    use moyan_domain::gate::Audience;

    #[test]
    fn a_redirect_is_found_by_its_path_encoded_or_not() {
        for (stored, asked, is_same) in [
            ("/old", "/old", true),
            ("/old", "/other", false),
            ("/旧", "/%E6%97%A7", true),
            ("/a%20b", "/a%20b", true),
            ("/a b", "/a%20b", true),
            ("/a%20b", "/a b", false),
            ("/old", "/%FF", false),
        ] {
            assert_eq!(is_path(stored, asked), is_same, "{stored} {asked}");
        }
    }

    #[test]
    fn slides_are_timed_when_they_come_or_go() {
        let now = Utc.timestamp_opt(1_795_000_000, 0).unwrap();
        for (is_enabled, starts_at, ends_at, is_timed) in [
            (true, None, None, false),
            (true, Some(now), None, true),
            (true, None, Some(now), true),
            (true, Some(now), Some(now), true),
            (false, Some(now), Some(now), false),
        ] {
            let mut content = content_with(Vec::new());
            let slide = Slide {
                id: Uuid::nil(),
                is_visible: true,
                image: SiteImage::default(),
                title: String::new(),
                description: String::new(),
                link: String::new(),
                starts_at,
                ends_at,
            };
            let slides = vec![slide];
            content.settings.carousel = Carousel { is_enabled, slides };
            let reading = Reading::of(content, Audience::Guest);
            assert_eq!(has_timed_slides(reading.view().shown), is_timed);
        }
    }
}
