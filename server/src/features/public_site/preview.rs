//! The preview: the page itself, made of drafts, for the console's frame.

use std::sync::Arc;

use actix_web::http::StatusCode;
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse, web};
use maud::{DOCTYPE, html};

use super::answer::{Answer, Caching};
use super::assets;
use super::dto::{PreviewDto, PreviewPage, PreviewRequest};
use super::memory::theme_name;
use super::pages::{frame as page_frame, home, index, notices, reader, search};
use super::policy;
use super::reader::Reader;
use super::serve::origin_of;
use super::theme;
use super::view::{Shown, View};
use super::words::Words;
use crate::access::SiteAccess;
use crate::error::AppError;
use crate::features::publish::service as publish;
use crate::http::json::{Answer as Envelope, Answered, Body};
use crate::state::AppState;

/// The page of a site as it would be with these drafts.
pub async fn preview_site(
    state: Data<AppState>,
    request: HttpRequest,
    site: SiteAccess,
    Body(asked): Body<PreviewRequest>,
) -> Answered<PreviewDto> {
    let drafts = asked.drafts.tabs()?;
    let port = free_port(&state, &request);
    let content = publish::draft_content(&state, site.id, drafts, state.clock.now()).await?;
    let made = web::block(move || {
        let shown = Shown::new(Arc::new(content), asked.audience);
        let mut origin = origin_of(&shown.content.site, &state.platform);
        if let (Some(port), Some(rest)) = (port, origin.strip_suffix(":0")) {
            origin = format!("{rest}:{port}");
        }
        let css = theme::style_sheet(&shown.content.settings.appearance);
        let theme_name = theme_name(&css);
        state.sites.keep_theme(&theme_name, css);
        let reader = Reader::of(asked.audience);
        let view = View {
            shown: &shown,
            reader: &reader,
            words: Words::of(shown.content.settings.basic_info.language),
            now: state.clock.now(),
            origin: &origin,
            base: "",
            color_scheme: Some(asked.color_scheme),
            is_preview: true,
            theme_name: &theme_name,
        };
        PreviewDto {
            html: page_frame::document(&view, &page(&view, &asked.page)).into_string(),
            frame_url: format!("{origin}/preview-frame"),
        }
    })
    .await
    .map_err(|error| AppError::Internal(format!("the preview was not made: {error}")))?;
    Ok(Envelope::new(made))
}

/// The port of a server of developers that takes any free one: its callers know it.
fn free_port(state: &AppState, request: &HttpRequest) -> Option<u16> {
    let is_free = state.is_development() && state.platform.public_url.ends_with(":0");
    let info = request.connection_info();
    let (_, port) = info.host().rsplit_once(':').filter(|_| is_free)?;
    port.parse().ok()
}

fn page(view: &View<'_>, asked: &PreviewPage) -> page_frame::Page {
    let document = |id: Option<crate::domain::DocumentId>| match id {
        Some(id) => view.shown.by_id(id),
        None => view.shown.documents().next(),
    };
    let found = match asked {
        PreviewPage::Home => Some(home::page(view)),
        PreviewPage::Index => index::page(view, None, 1),
        PreviewPage::Document { document_id } => {
            document(*document_id).map(|document| reader::page(view, document))
        }
        PreviewPage::Search { question } => Some(search::page(view, question)),
        PreviewPage::NotFound => None,
    };
    found.unwrap_or_else(|| notices::not_found(view, "/"))
}

/// The empty frame of the preview.
pub fn frame(request: &HttpRequest, state: &AppState) -> HttpResponse {
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
    .with_policy(policy::of_frame(&state.platform))
    .respond(request)
}
