//! Images of a release. A reader gets an image when a text that the reader sees names it.

use std::sync::Arc;

use actix_web::http::header::{CACHE_CONTROL, HeaderValue};
use actix_web::{HttpRequest, HttpResponse, web};
use moyan_domain::gate::Audience;
use moyan_foundation::state::AppState;

use crate::features::image;
use crate::features::public_site::cache::answer::{Caching, SURROGATE_KEY, surrogate_key};
use crate::features::public_site::cache::loaded::Loaded;
use crate::features::public_site::routing::policy::Origin;
use crate::features::public_site::routing::reader::{Reader, find_reader};
use crate::features::public_site::routing::responses::{not_found, respond};
use crate::features::publish::FileRef;

/// Answers with an image of the release when a text that the reader sees names it.
pub async fn answer_image(
    request: &HttpRequest,
    state: &web::Data<AppState>,
    loaded: &Arc<Loaded>,
    origin: Origin,
    name: &str,
) -> HttpResponse {
    let Some(audiences) = &loaded.audiences else {
        return not_found();
    };
    let file = audiences.guest.content.files.get(name);
    // A hidden image and a missing one take the same path, so that their timing does not differ.
    let sees = async |audience| {
        let (view, name) = (audiences.of(audience), name.to_owned());
        web::block(move || view.has_image(&name)).await.unwrap_or(false)
    };
    if sees(Audience::Guest).await
        && let Some(file) = file
    {
        let of_guests = Caching::of_guests(&audiences.guest.content.rules);
        let answered = image::respond_file(state, request, row_of(file), &of_guests.header()).await;
        return respond(answered.map(|mut response| {
            if let Ok(key) = HeaderValue::from_str(&surrogate_key(&loaded.identity)) {
                response.headers_mut().insert(SURROGATE_KEY, key);
            }
            response
        }));
    }
    let reader = find_reader(request, state, loaded, origin).await;
    if reader.is_known
        && sees(reader.audience).await
        && let Some(file) = file
    {
        return respond(image::respond_file(state, request, row_of(file), &Caching::Never.header()).await);
    }
    not_found_for(reader)
}

/// 404 for this reader; 503 when the reader is unknown because the database is away.
fn not_found_for(reader: Reader) -> HttpResponse {
    if reader.is_known {
        return not_found();
    }
    HttpResponse::ServiceUnavailable()
        .insert_header((CACHE_CONTROL, "no-store"))
        .finish()
}

/// A file of a release, as the store knows it.
fn row_of(file: &FileRef) -> image::FileRow {
    image::FileRow {
        hash: file.hash.clone(),
        name: file.store_name.clone(),
        media_type: file.media_type.clone(),
        n_bytes: file.n_bytes,
        width: i32::try_from(file.width).unwrap_or(i32::MAX),
        height: i32::try_from(file.height).unwrap_or(i32::MAX),
    }
}
