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
use crate::features::public_site::cache::loaded::Loaded;
use crate::features::public_site::content::audience_view::AudienceView;
use crate::features::public_site::content::page_context::PageContext;
use crate::features::public_site::content::search::similar;
use crate::features::public_site::machine::feeds;
use crate::features::public_site::machine::llms;
use crate::features::public_site::machine::markdown;
use crate::features::public_site::pages::frame::{self, Page};
use crate::features::public_site::pages::{self, home, index, notices, search};
use crate::features::public_site::words::Words;

/// The parts of a query that change a page.
pub struct PageQuery {
    page: usize,
    category: Option<String>,
    pub text: String,
}

impl PageQuery {
    /// The query of a page. A document has one page only, so its query is ignored.
    pub fn of(request: &HttpRequest, address: &Address, view: &AudienceView) -> Self {
        let query = Self::read(request.query_string(), address);
        match address.documents_path() {
            Some(path) if view.at(path).is_some() => Self {
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

    /// The key of the page in the cache.
    pub fn key(&self, address: &Address) -> String {
        let route = address.route.map(|route| route.path);
        format!(
            "{route:?} {:?} {} {:?} {:?}",
            address.path, self.page, self.category, self.text
        )
    }
}

/// A request for a page or a file.
pub struct PageRequest {
    pub address: Address,
    pub query: PageQuery,
    /// The path before decoding.
    pub path: String,
    /// The address of the client.
    pub from: IpAddr,
}

/// The outcome of rendering.
pub enum RenderOutcome {
    /// A page, and whether it may be cached. Searches and 404 pages may not: visitors can make up any number of them.
    Page(Answer, bool),
    /// A redirect, with its status and target.
    Redirect(StatusCode, String),
    /// The database is away, so it is unknown whether this reader may see it.
    Unavailable,
}

/// Renders what stands at an address.
pub fn render(
    state: &AppState,
    loaded: &Loaded,
    view: &AudienceView,
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
    let context = PageContext {
        view,
        reader,
        words: Words::of(view.content.settings.basic_info.language),
        now: state.clock.now(),
        origin: &site_origin.origin,
        base: &site_origin.base,
        color_scheme: None,
        is_logged_in: reader.visitor.is_some(),
        is_preview: false,
        theme_name: &loaded.theme_name,
        again_path: "",
    };
    let document = address.documents_path().and_then(|path| view.at(path));
    let is_gated = document.is_some_and(|document| !document.is_whole());
    if is_gated && !reader.is_known {
        return RenderOutcome::Unavailable;
    }
    let of_guests = Caching::of_guests(&view.content.rules);
    if let Some((media_type, text)) = file_at(&context, address) {
        let answer = Answer::new(StatusCode::OK, media_type, text.into_bytes()).kept(of_guests);
        let key = surrogate_key(&loaded.identity);
        return RenderOutcome::Page(answer.with_surrogate_key(key).compressed(), true);
    }
    let rendered = |page: &Page, status, caching| {
        Answer::new(
            status,
            HTML,
            frame::document(&context, page).into_string().into_bytes(),
        )
        .kept(caching)
        .varied_by_reader()
        .with_policy(policy::of_page(site_origin.kind, &state.platform))
        .with_surrogate_key(surrogate_key(&loaded.identity))
    };
    if let Some((page, is_kept)) = page_at(&context, address, query) {
        let caching = match is_gated || !reader.is_anonymous() {
            true => Caching::Never,
            false => of_guests,
        };
        let answer = rendered(&page, StatusCode::OK, caching);
        return RenderOutcome::Page(if is_kept { answer.compressed() } else { answer }, is_kept);
    }
    if let Some((code, to)) = redirect_from(&context, path) {
        return RenderOutcome::Redirect(code, to);
    }
    if !reader.is_known && address.documents_path().is_some() {
        return RenderOutcome::Unavailable;
    }
    if let Some(to) = spellings::meant_by(&context, path) {
        return RenderOutcome::Redirect(StatusCode::MOVED_PERMANENTLY, to);
    }
    // An unknown address is compared with all documents, so a client gets a limited number of suggestions.
    let suggestions = match state.suggestions.check(*from) {
        Ok(_) => similar(view, &percent_decode_str(path).decode_utf8_lossy(), SUGGESTIONS),
        Err(_) => Vec::new(),
    };
    let page = notices::not_found(&context, &suggestions);
    RenderOutcome::Page(rendered(&page, StatusCode::NOT_FOUND, Caching::Never), false)
}

/// What programs read: the media type and the text.
fn file_at(context: &PageContext<'_>, address: &Address) -> Option<(&'static str, String)> {
    match address.handler()? {
        Handler::Sitemap => Some(("application/xml; charset=utf-8", feeds::sitemap(context))),
        Handler::Robots => Some(("text/plain; charset=utf-8", feeds::robots(context))),
        Handler::Feed => Some(("application/rss+xml; charset=utf-8", feeds::feed(context))),
        Handler::Llms if context.settings().index.offers_markdown => {
            Some(("text/plain; charset=utf-8", llms::list(context)))
        }
        Handler::Markdown => {
            let document = context.view.at(address.markdown_path()?)?;
            Some((
                "text/markdown; charset=utf-8",
                markdown::document(context, document),
            ))
        }
        Handler::Icon => Some(("image/svg+xml", notices::letter_icon(context))),
        _ => None,
    }
}

/// What people read, and whether it is kept.
fn page_at(context: &PageContext<'_>, address: &Address, query: &PageQuery) -> Option<(Page, bool)> {
    match address.handler()? {
        // Slides come and go by the clock.
        Handler::Home => Some((home::page(context), !has_timed_slides(context.view))),
        Handler::Search if context.settings().index.is_search_enabled => {
            Some((search::page(context, &query.text), query.text.is_empty()))
        }
        Handler::Documents => documents(context, &address.path, query).map(|page| (page, true)),
        _ => None,
    }
}

/// The target of a path by the redirects of the site.
fn redirect_from(context: &PageContext<'_>, path: &str) -> Option<(StatusCode, String)> {
    let mut redirects = context.view.content.redirects.iter();
    let redirect = redirects.find(|redirect| is_path(&redirect.from_path, path))?;
    let code = StatusCode::from_u16(redirect.code).unwrap_or(StatusCode::FOUND);
    Some((code, feeds::encoded_again(&context.href(&redirect.to_path)?)))
}

/// A document, else the index or a category of it.
pub fn documents(context: &PageContext<'_>, path: &str, query: &PageQuery) -> Option<Page> {
    if let Some(document) = context.view.at(path) {
        return Some(pages::reader::page(context, document));
    }
    let category = match (path.strip_prefix("/docs/"), &query.category) {
        (Some(slug), _) => Some(context.view.category(slug)?),
        (None, Some(slug)) => Some(context.view.category(slug)?),
        (None, None) => None,
    };
    index::page(context, category, query.page)
}

/// True when both are one path, encoded or not.
fn is_path(stored: &str, asked: &str) -> bool {
    stored == asked
        || percent_decode_str(asked)
            .decode_utf8()
            .is_ok_and(|asked| stored == asked)
}

fn has_timed_slides(view: &AudienceView) -> bool {
    let carousel = &view.content.settings.carousel;
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
            assert_eq!(has_timed_slides(reading.context().view), is_timed);
        }
    }
}
