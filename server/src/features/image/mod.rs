//! Images: those of synchronized knowledge bases, drawings of their diagrams, and those at public addresses.
//!
//! What is stored was checked by [`moyan_foundation::images`]; its bytes are in [`moyan_foundation::files`], what is known about it is in the
//! table `files`, once for equal bytes. A team's files together have the room that its plan gives them.
//! [`service::collect`] removes what nothing names any more.

use actix_web::http::Method;
use moyan_domain::Feature;
use moyan_domain::limits::{ARTICLE_IMAGE_MAX_BYTES, SVG_MAX_BYTES};
use moyan_foundation::access::Action;
use moyan_foundation::jobs::Expired;
use moyan_foundation::route::{Access, Route};

mod body;
mod collection;
mod dto;
mod export;
mod queries;
mod routes;
pub mod service;

pub use export::list_images_by;
pub use queries::FileRow;
pub use routes::{respond_file, respond_media};

/// The types of pictures that are taken and given.
const MEDIA_TYPES: &[&str] = &[
    "image/png",
    "image/jpeg",
    "image/gif",
    "image/webp",
    "image/svg+xml",
];

/// The routes of this feature.
pub fn routes() -> Vec<Route> {
    use dto::*;
    vec![
        Route::new(
            Method::POST,
            "/api/teams/{teamId}/images",
            "upload_team_image",
            "Store an image at a public address: the bytes of a JPG, PNG, GIF or WebP file of at most 10 MB, or of an SVG of at most 5 MB",
            Access::Team(Action::WriteContent),
            routes::upload_team_image,
        )
        .needs(Feature::Documents)
        .takes_bytes(MEDIA_TYPES)
        .takes_up_to(ARTICLE_IMAGE_MAX_BYTES)
        .answers::<UploadedImageDto>()
        .fails(UPLOAD_FAILURES),
        Route::new(
            Method::GET,
            "/media/{fileName}",
            "get_media",
            "An image at its public address, which never shows another one",
            Access::Anyone,
            routes::get_media,
        )
        .answers_bytes(MEDIA_TYPES)
        .fails(&[(404, "image.notFound"), (503, "files.unavailable")]),
        Route::new(
            Method::GET,
            "/api/teams/{teamId}/knowledge-bases/{knowledgeBaseId}/images",
            "list_knowledge_base_images",
            "The names of the images that the server has of a knowledge base, in alphabetical order",
            Access::Team(Action::ReadContent),
            routes::list_knowledge_base_images,
        )
        .answers::<ImageNamesDto>(),
        Route::new(
            Method::PUT,
            "/api/teams/{teamId}/knowledge-bases/{knowledgeBaseId}/images/{imageName}",
            "put_knowledge_base_image",
            "Store an image of a knowledge base; a name that is there keeps what it has",
            Access::Team(Action::WriteContent),
            routes::put_knowledge_base_image,
        )
        .needs(Feature::Documents)
        .takes_bytes(MEDIA_TYPES)
        .takes_up_to(ARTICLE_IMAGE_MAX_BYTES)
        .answers::<StoredImageDto>()
        .fails(UPLOAD_FAILURES),
        Route::new(
            Method::GET,
            "/api/teams/{teamId}/knowledge-bases/{knowledgeBaseId}/images/{imageName}",
            "get_knowledge_base_image",
            "An image of a knowledge base",
            Access::Team(Action::ReadContent),
            routes::get_knowledge_base_image,
        )
        .answers_bytes(MEDIA_TYPES)
        .fails(&[(404, "image.notFound"), (503, "files.unavailable")]),
        Route::new(
            Method::GET,
            "/api/teams/{teamId}/knowledge-bases/{knowledgeBaseId}/diagrams",
            "list_knowledge_base_diagrams",
            "The hashes of the diagrams whose drawings the server has, in alphabetical order",
            Access::Team(Action::ReadContent),
            routes::list_knowledge_base_diagrams,
        )
        .answers::<DiagramHashesDto>(),
        Route::new(
            Method::PUT,
            "/api/teams/{teamId}/knowledge-bases/{knowledgeBaseId}/diagrams/{diagramHash}",
            "put_knowledge_base_diagram",
            "Store the drawing of a diagram, named by the SHA-256 of its source: an SVG, as XML",
            Access::Team(Action::WriteContent),
            routes::put_knowledge_base_diagram,
        )
        .needs(Feature::Documents)
        .takes_bytes(&["image/svg+xml"])
        .takes_up_to(SVG_MAX_BYTES)
        .answers::<StoredImageDto>()
        .fails(UPLOAD_FAILURES),
        Route::new(
            Method::GET,
            "/api/teams/{teamId}/knowledge-bases/{knowledgeBaseId}/diagrams/{diagramHash}",
            "get_knowledge_base_diagram",
            "The drawing of a diagram",
            Access::Team(Action::ReadContent),
            routes::get_knowledge_base_diagram,
        )
        .answers_bytes(&["image/svg+xml"])
        .fails(&[(404, "diagram.notFound"), (503, "files.unavailable")]),
    ]
}

const UPLOAD_FAILURES: &[(u16, &str)] = &[
    (409, "files.quotaExceeded"),
    (503, "files.unavailable"),
    (503, "server.busy"),
];

/// What expires: files that nothing names.
pub fn expired() -> Vec<Expired> {
    vec![Expired::Own(|sweep| service::collect(sweep.state, sweep.now))]
}
