//! The language that a caller wants to read.

use actix_web::http::header::{ACCEPT_LANGUAGE, HeaderMap};
use moyan_domain::Language;

/// The language that the headers of a request ask for; the default when they name none of ours.
pub fn accepted_language(headers: &HeaderMap) -> Language {
    let accepted = headers.get(ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok());
    Language::of_accepted(accepted.unwrap_or_default())
}
