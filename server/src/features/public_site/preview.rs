//! The preview: the page itself, made of drafts, for the console's frame.

use std::sync::Arc;

use actix_web::http::StatusCode;
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse, web};
use maud::{DOCTYPE, html};
use moyan_domain::PREVIEW_SLUG;
use moyan_foundation::access::{Caller, SiteAccess};
use moyan_foundation::error::AppError;
use moyan_foundation::http::host::SiteName;
use moyan_foundation::http::json::{Answer as Envelope, Answered, Body};
use moyan_foundation::state::AppState;

use super::cache::answer::{Answer, Caching};
use super::content::assets;
use super::content::audience_view::AudienceView;
use super::content::document::Document;
use super::content::links::OwnNames;
use super::content::page_context::PageContext;
use super::content::theme::StyleSheet;
use super::dto::{PreviewDto, PreviewPage, PreviewRequest};
use super::forms::Offer;
use super::pages::plans::PlansForm;
use super::pages::{frame as page_frame, home, index, notices, reader, search};
use super::routing::host::{as_asked, origin_at, origin_of};
use super::routing::parsed_path::{Address, ParsedPath};
use super::routing::policy;
use super::routing::reader::Reader;
use super::routing::render::{PageQuery, documents};
use super::routing::table::Handler;
use super::words::Words;
use crate::features::publish::service as publish;

/// The page of a site as it would be with these drafts.
pub async fn preview_site(
    state: Data<AppState>,
    request: HttpRequest,
    caller: Caller,
    site: SiteAccess,
    Body(asked): Body<PreviewRequest>,
) -> Answered<PreviewDto> {
    let drafts = asked.drafts.tabs()?;
    let content = publish::draft_content(&state, caller.user_id, site.id, drafts, state.clock.now()).await?;
    let offer = if shows_plans(&asked.page) {
        Some(Offer::to_audience(&state, site.id, asked.audience).await?)
    } else {
        None
    };
    let origin = as_asked(&origin_of(&content.site, &state.platform), &state, &request);
    // A name of its own: that of a draft has no certificate, and a public one would tell of it. The console's policy
    // names the hosts below the domain of sites, and no domain of a creator.
    let framed_at = origin_at(&SiteName::Slug(PREVIEW_SLUG.to_owned()), &state.platform);
    let framed_at = as_asked(&framed_at, &state, &request);
    let made = web::block(move || {
        let names = OwnNames::of(&content.site, &state.platform);
        let view = AudienceView::new(Arc::new(content), asked.audience, Arc::new(names));
        let theme_name = StyleSheet::of(&view.content.settings.appearance).name;
        let reader = Reader::of(asked.audience);
        let context = PageContext {
            view: &view,
            reader: &reader,
            words: Words::of(view.content.settings.basic_info.language),
            now: state.clock.now(),
            origin: &origin,
            base: "",
            color_scheme: Some(asked.color_scheme),
            is_logged_in: false,
            is_preview: true,
            theme_name: &theme_name,
            again_path: "",
        };
        PreviewDto {
            html: page_frame::document(&context, &page(&context, &asked.page, offer.as_ref())).into_string(),
            frame_url: format!("{framed_at}/preview-frame"),
            document_id: document(&context, &asked.page).map(|document| document.meta.id),
        }
    })
    .await
    .map_err(|error| AppError::Internal(format!("the preview was not made: {error}")))?;
    Ok(Envelope::new(made))
}

/// True for the page on which packages are sold.
fn shows_plans(asked: &PreviewPage) -> bool {
    match asked {
        PreviewPage::Plans => true,
        PreviewPage::Path { path } => address_of(path).is_some_and(|(address, _)| address.path == "/plans"),
        _ => false,
    }
}

fn page(context: &PageContext<'_>, asked: &PreviewPage, offer: Option<&Offer>) -> page_frame::Page {
    let found = match asked {
        PreviewPage::Home => Some(home::page(context)),
        PreviewPage::Index => index::page(context, None, 1),
        PreviewPage::Document { .. } => {
            document(context, asked).map(|document| reader::page(context, document))
        }
        PreviewPage::Search { question } => Some(search::page(context, question)),
        PreviewPage::Plans => plans(context, offer),
        PreviewPage::Path { .. } if shows_plans(asked) => plans(context, offer),
        PreviewPage::Path { path } => at_path(context, path),
        PreviewPage::NotFound => None,
    };
    found.unwrap_or_else(|| notices::not_found(context, &[]))
}

fn plans(context: &PageContext<'_>, offer: Option<&Offer>) -> Option<page_frame::Page> {
    Some(offer?.page(context, &PlansForm::default()))
}

/// The document that is asked for, if it is one.
fn document<'a>(context: &PageContext<'a>, asked: &PreviewPage) -> Option<Document<'a>> {
    match asked {
        PreviewPage::Document {
            document_id: Some(id),
        } => context.view.by_id(*id),
        PreviewPage::Document { document_id: None } => context.view.documents().next(),
        PreviewPage::Path { path } => context.view.at(address_of(path)?.0.documents_path()?),
        _ => None,
    }
}

/// The page that a link leads to.
fn at_path(context: &PageContext<'_>, path: &str) -> Option<page_frame::Page> {
    let (address, query) = address_of(path)?;
    let query = PageQuery::read(query, &address);
    match address.handler()? {
        Handler::Home => Some(home::page(context)),
        Handler::Documents => documents(context, &address.path, &query),
        Handler::Search => Some(search::page(context, &query.text)),
        _ => None,
    }
}

/// The address that a link leads to, and its query; none for an address that leads to another one.
fn address_of(path: &str) -> Option<(Address, &str)> {
    let path = path.split('#').next().unwrap_or_default();
    let (path, query) = path.split_once('?').unwrap_or((path, ""));
    match ParsedPath::parse(path) {
        ParsedPath::Address(address) => Some((address, query)),
        ParsedPath::Redirect(_) => None,
    }
}

/// The empty frame of the preview, at an origin of a site.
pub fn frame(request: &HttpRequest, state: &AppState, origin: &str) -> HttpResponse {
    let origin = as_asked(origin, state, request);
    let page = html! {
        (DOCTYPE)
        html data-parent=(state.platform.public_url) data-development[state.is_development()] data-script=(assets::script_path()) {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="robots" content="noindex";
                title { "Preview" }
                link rel="stylesheet" href=(assets::style_path());
                script type="module" src=(assets::frame_script_path()) {}
            }
            body {}
        }
    };
    Answer::new(
        StatusCode::OK,
        "text/html; charset=utf-8",
        page.into_string().into_bytes(),
    )
    .kept(Caching::Never)
    .with_policy(policy::of_frame(&origin, &state.platform))
    .respond(request)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::public_site::testing::{document as written, site_with};

    #[test]
    fn where_no_document_is_chosen_the_first_one_is_shown() {
        let reading = site_with(vec![
            written(1, "first", &[], &[]),
            written(2, "second", &[], &[]),
        ]);
        let chosen = document(&reading.context(), &PreviewPage::Document { document_id: None });
        assert_eq!(chosen.map(|document| document.meta.title.as_str()), Some("first"));
    }
}
