//! HTTP in and out.

use actix_web::body::SizedStream;
use actix_web::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, ETAG, EntityTag, Header as _, IF_NONE_MATCH, IfNoneMatch,
};
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use moyan_domain::{DiagramHash, ImageName, MediaName};
use moyan_foundation::access::{Caller, KnowledgeBaseAccess, TeamAccess};
use moyan_foundation::error::{AppError, Refusal};
use moyan_foundation::http::json::{Answer, Answered};
use moyan_foundation::http::path_ids::FromPath;
use moyan_foundation::state::AppState;

use super::body::ImageBody;
use super::dto::{DiagramHashesDto, ImageNamesDto, StoredImageDto, UploadedImageDto, media_path};
use super::queries::FileRow;
use super::service;

/// A file that somebody uploaded runs nothing, loads nothing and is of no origin, should a browser show it as a page.
const CONTENT_SECURITY: &str = "sandbox; default-src 'none'; style-src 'unsafe-inline'";
/// For bytes that an address always has.
const FOREVER: &str = "public, max-age=31536000, immutable";
/// For bytes that only members may see, and that may be removed.
const ASK_AGAIN: &str = "private, no-cache";

pub async fn upload_team_image(
    state: Data<AppState>,
    request: HttpRequest,
    team: TeamAccess,
    caller: Caller,
    body: ImageBody,
) -> Answered<UploadedImageDto> {
    let kind = body.kind;
    let file = service::upload_team_image(&state, &team, &caller, body).await?;
    Ok(Answer::new(UploadedImageDto {
        url: format!("{}{}", origin(&state, &request), media_path(&file.hash, kind)),
        width: file.width,
        height: file.height,
        bytes: file.n_bytes,
    }))
}

/// The origin of public addresses. A server of developers that takes any free port learns it from its callers.
fn origin(state: &AppState, request: &HttpRequest) -> String {
    let configured = &state.platform.public_url;
    if state.is_development() && configured.ends_with(":0") {
        format!("http://{}", request.connection_info().host())
    } else {
        configured.clone()
    }
}

pub async fn put_knowledge_base_image(
    state: Data<AppState>,
    team: TeamAccess,
    caller: Caller,
    knowledge_base: KnowledgeBaseAccess,
    FromPath(name): FromPath<ImageName>,
    body: ImageBody,
) -> Answered<StoredImageDto> {
    let file = service::put_image(&state, &team, &caller, &knowledge_base, name, body).await?;
    Ok(Answer::new(dto_of(&file)))
}

pub async fn put_knowledge_base_diagram(
    state: Data<AppState>,
    team: TeamAccess,
    caller: Caller,
    knowledge_base: KnowledgeBaseAccess,
    FromPath(hash): FromPath<DiagramHash>,
    body: ImageBody,
) -> Answered<StoredImageDto> {
    let file = service::put_diagram(&state, &team, &caller, &knowledge_base, hash, body).await?;
    Ok(Answer::new(dto_of(&file)))
}

fn dto_of(file: &FileRow) -> StoredImageDto {
    StoredImageDto {
        width: file.width,
        height: file.height,
        bytes: file.n_bytes,
    }
}

pub async fn list_knowledge_base_images(
    state: Data<AppState>,
    knowledge_base: KnowledgeBaseAccess,
) -> Answered<ImageNamesDto> {
    let id = knowledge_base.id.0;
    let names = state
        .db
        .run(move |connection| service::list_image_names(connection, id))
        .await?;
    Ok(Answer::new(ImageNamesDto { names }))
}

pub async fn list_knowledge_base_diagrams(
    state: Data<AppState>,
    knowledge_base: KnowledgeBaseAccess,
) -> Answered<DiagramHashesDto> {
    let id = knowledge_base.id.0;
    let hashes = state
        .db
        .run(move |connection| service::list_diagram_hashes(connection, id))
        .await?;
    Ok(Answer::new(DiagramHashesDto { hashes }))
}

pub async fn get_knowledge_base_image(
    state: Data<AppState>,
    request: HttpRequest,
    knowledge_base: KnowledgeBaseAccess,
    FromPath(name): FromPath<ImageName>,
) -> Result<HttpResponse, AppError> {
    let file = service::find_image(&state, knowledge_base.id.0, name).await?;
    answer(&state, &request, file, ASK_AGAIN, Refusal::ImageNotFound).await
}

pub async fn get_knowledge_base_diagram(
    state: Data<AppState>,
    request: HttpRequest,
    knowledge_base: KnowledgeBaseAccess,
    FromPath(hash): FromPath<DiagramHash>,
) -> Result<HttpResponse, AppError> {
    let file = service::find_diagram(&state, knowledge_base.id.0, hash).await?;
    answer(&state, &request, file, ASK_AGAIN, Refusal::DiagramNotFound).await
}

pub async fn get_media(
    state: Data<AppState>,
    request: HttpRequest,
    FromPath(name): FromPath<MediaName>,
) -> Result<HttpResponse, AppError> {
    let file = service::find_media(&state, name.hash, name.kind).await?;
    answer(&state, &request, file, FOREVER, Refusal::ImageNotFound).await
}

/// An image at a public address, by the last part of it.
pub async fn respond_media(
    state: &AppState,
    request: &HttpRequest,
    file_name: &str,
) -> Result<HttpResponse, AppError> {
    let name: MediaName = file_name.parse().map_err(|_| Refusal::ImageNotFound)?;
    let file = service::find_media(state, name.hash, name.kind).await?;
    answer(state, request, file, FOREVER, Refusal::ImageNotFound).await
}

/// A file that a page shows. `caching`: who may keep it.
pub async fn respond_file(
    state: &AppState,
    request: &HttpRequest,
    file: FileRow,
    caching: &str,
) -> Result<HttpResponse, AppError> {
    answer(state, request, file, caching, Refusal::ImageNotFound).await
}

/// The bytes of a file, or 304 when the caller has them.
async fn answer(
    state: &AppState,
    request: &HttpRequest,
    file: FileRow,
    caching: &str,
    missing: Refusal,
) -> Result<HttpResponse, AppError> {
    let tag = EntityTag::new_strong(file.hash);
    if request.headers().contains_key(IF_NONE_MATCH) && has(request, &tag) {
        return Ok(HttpResponse::NotModified()
            .insert_header((CACHE_CONTROL, caching))
            .insert_header((ETAG, tag.to_string()))
            .finish());
    }
    let Some(pieces) = state.files.get(&file.name).await? else {
        tracing::error!(name = file.name, "the store has no bytes for a file");
        return Err(missing.into());
    };
    let n_bytes = u64::try_from(file.n_bytes).unwrap_or_default();
    Ok(HttpResponse::Ok()
        .content_type(file.media_type)
        .insert_header((CACHE_CONTROL, caching))
        .insert_header((ETAG, tag.to_string()))
        .insert_header((CONTENT_SECURITY_POLICY, CONTENT_SECURITY))
        .body(SizedStream::new(n_bytes, pieces)))
}

/// Whether the caller says that it has the file. Source: RFC 9110, 13.1.2.
fn has(request: &HttpRequest, tag: &EntityTag) -> bool {
    match IfNoneMatch::parse(request) {
        Ok(IfNoneMatch::Any) => true,
        Ok(IfNoneMatch::Items(items)) => items.iter().any(|item| item.weak_eq(tag)),
        Err(_) => false,
    }
}
