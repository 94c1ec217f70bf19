//! The built frontend: its files, and its page for the addresses that the browser routes itself.
//!
//! The files come from a folder, or from the binary itself when it was built with the feature `embed`.

use std::path::PathBuf;

use actix_web::http::header::{ALLOW, CACHE_CONTROL, CONTENT_TYPE, HeaderValue, LOCATION, VARY};
use actix_web::http::{Method, StatusCode};
use actix_web::{HttpRequest, HttpResponse, web};
use moyan_domain::IdentityType;

mod asset_path;
mod encoding;
pub mod releases;
mod screens;
mod source;

use asset_path::AssetPath;
pub use encoding::Encoding;
use releases::Owner;
use source::File;
pub use source::Site;

use crate::AppState;
use crate::http::host::{Host, host_of};
use crate::http::route_name::RouteName;

const INDEX: &str = "index.html";
/// Folder of the screens that the build has rendered.
const RENDERED: &str = "pages";
/// How long caches keep a file whose name carries a hash of its content.
const IMMUTABLE: &str = "public, max-age=31536000, immutable";
const NO_FRONTEND: &str = "The frontend is not built: run make build, or set STATIC_DIR.\n";

/// Answers every request that is not for the API.
///
/// 1. Another host than the console's: 404.
/// 2. Other methods than GET and HEAD: 405.
/// 3. A path that leaves the folder or names a hidden file: 404.
/// 4. A file of the frontend: that file.
/// 5. Another path below `/assets/`: that file of another release, else 404, so that a page never arrives in place of a
///    script.
/// 6. A screen that the build has rendered, `pages/login.html` for `/login`: that page, or the one for the ways in which
///    users log in here, `pages/login.email-phone.html`.
/// 7. A path that begins as those of screens do: the page, which knows the routes.
/// 8. The same in capital letters: the path in small ones, with 301.
/// 9. Everything else: the page, which says that nothing is there, with 404.
pub async fn get_file(request: HttpRequest, state: web::Data<AppState>) -> HttpResponse {
    RouteName::set(&request, "console/unknown");
    if host_of(request.head(), &state.platform) != Some(Host::Console) {
        return not_found("Not found.\n");
    }
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return HttpResponse::MethodNotAllowed()
            .insert_header((ALLOW, "GET, HEAD"))
            .finish();
    }
    let Some(path) = AssetPath::parse(request.path()) else {
        return not_found("Not found.\n");
    };
    if let Some(to) = screens::in_small_letters(&path) {
        let query = request
            .uri()
            .query()
            .map_or_else(String::new, |query| format!("?{query}"));
        return HttpResponse::MovedPermanently()
            .insert_header((LOCATION, format!("{to}{query}")))
            .insert_header((CACHE_CONTROL, "no-cache"))
            .finish();
    }
    let is_screen = screens::is_screen(&path);
    match (path.is_asset(), is_screen) {
        (true, _) => RouteName::set(&request, "console/asset"),
        (false, true) => RouteName::set(&request, "console/screen"),
        (false, false) => {}
    }
    let encodings = Encoding::accepted(request.headers());
    let site = state.site.clone();
    let names = candidates(&path, &state.methods());
    let found = web::block(move || find(&site, &names, &encodings)).await;
    match found {
        Ok(Some(found)) if found.name == INDEX && !is_screen => {
            let mut page = found.respond(&request);
            if page.status() == StatusCode::OK {
                *page.status_mut() = StatusCode::NOT_FOUND;
            }
            page
        }
        Ok(Some(found)) => found.respond(&request),
        Ok(None) if path.is_asset() => {
            let name = path.as_str().split_once('/').map_or("", |(_, name)| name);
            releases::get_kept(&request, &state, Owner::Console, name).await
        }
        Ok(None) => not_found(NO_FRONTEND),
        Err(error) => {
            tracing::error!(%error, "a file of the frontend could not be read");
            HttpResponse::ServiceUnavailable().finish()
        }
    }
}

/// Where the pictures of the tutorial are.
const TUTORIAL: &str = "/tutorial/";

/// Answers with a picture of the tutorial, on every host: the text that names it may be published. None at another path.
pub async fn get_tutorial_picture(
    request: &HttpRequest,
    state: &AppState,
    path: &str,
) -> Option<HttpResponse> {
    let path = AssetPath::parse(path).filter(|_| path.starts_with(TUTORIAL) && path.ends_with(".png"))?;
    let (site, name) = (state.site.clone(), path.as_str().to_owned());
    let found = web::block(move || find(&site, &[name], &[])).await;
    found.ok()?.map(|found| found.respond(request))
}

/// A file that answers a request, and what its headers depend on.
struct Found {
    file: File,
    name: String,
    encoding: Encoding,
}

/// The names under which a path is looked for, in their order. Of a screen that shows how users log in, the build has
/// rendered every way.
fn candidates(path: &AssetPath, methods: &[IdentityType]) -> Vec<String> {
    if path.is_root() {
        return vec![format!("{RENDERED}/{INDEX}"), INDEX.to_owned()];
    }
    let mut names = vec![path.as_str().to_owned()];
    if !path.is_asset() {
        let methods: Vec<_> = methods.iter().map(|method| method.name()).collect();
        let methods = if methods.is_empty() {
            "none".to_owned()
        } else {
            methods.join("-")
        };
        names.push(format!("{RENDERED}/{}.{methods}.html", path.as_str()));
        names.push(format!("{RENDERED}/{}.html", path.as_str()));
        names.push(INDEX.to_owned());
    }
    names
}

/// The first file of these names that there is, in the best encoding.
fn find(site: &Site, names: &[String], encodings: &[Encoding]) -> Option<Found> {
    names.iter().find_map(|name| {
        // The plain file decides whether the name exists; a stray compressed one is no file of its own.
        let plain = site.open(name)?;
        let compressed = encodings.iter().find_map(|encoding| {
            let file = site.open(&format!("{name}{}", encoding.suffix()))?;
            Some(Found {
                file,
                name: name.clone(),
                encoding: *encoding,
            })
        });
        Some(compressed.unwrap_or(Found {
            file: plain,
            name: name.clone(),
            encoding: Encoding::Identity,
        }))
    })
}

impl Found {
    fn respond(self, request: &HttpRequest) -> HttpResponse {
        let content_type = content_type(&self.name);
        let cache = if asset_path::is_hashed(&self.name) {
            IMMUTABLE
        } else {
            "no-cache"
        };
        let mut response = self.file.respond(request, self.encoding);
        let headers = response.headers_mut();
        if let Ok(content_type) = HeaderValue::from_str(&content_type) {
            headers.insert(CONTENT_TYPE, content_type);
        }
        headers.insert(CACHE_CONTROL, HeaderValue::from_static(cache));
        headers.insert(VARY, HeaderValue::from_static("Accept-Encoding"));
        response
    }
}

/// The media type by the file's ending, with the charset where the type is text.
fn content_type(name: &str) -> String {
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
    let mime = match ending {
        "webmanifest" => return "application/manifest+json".to_owned(),
        _ => actix_files::file_extension_to_mime(ending),
    };
    let is_text = mime.type_() == "text" || mime.essence_str() == "application/json";
    if is_text {
        format!("{}; charset=utf-8", mime.essence_str())
    } else {
        mime.essence_str().to_owned()
    }
}

fn not_found(text: &'static str) -> HttpResponse {
    HttpResponse::NotFound()
        .insert_header((CONTENT_TYPE, "text/plain; charset=utf-8"))
        .insert_header((CACHE_CONTROL, "no-store"))
        .body(text)
}

/// The frontend that the configuration names.
pub fn site_of(static_dir: Option<PathBuf>) -> Site {
    let site = static_dir.map_or_else(Site::default, Site::Folder);
    if site.open(INDEX).is_none() {
        tracing::warn!("the frontend is not built: only the API is served");
    }
    site
}

#[cfg(test)]
mod tests {
    use super::content_type;

    #[test]
    fn media_types_are_those_that_browsers_insist_on() {
        for (name, expected) in [
            ("index.html", "text/html; charset=utf-8"),
            ("assets/a-12345678.js", "text/javascript; charset=utf-8"),
            ("assets/a.css", "text/css; charset=utf-8"),
            ("assets/a.wasm", "application/wasm"),
            ("a.json", "application/json; charset=utf-8"),
            ("manifest.webmanifest", "application/manifest+json"),
            ("assets/a.woff2", "font/woff2"),
            ("icon.svg", "image/svg+xml"),
            ("assets/grammars.packdump", "application/octet-stream"),
            ("LICENSE", "application/octet-stream"),
        ] {
            assert_eq!(content_type(name), expected, "{name}");
        }
    }
}
