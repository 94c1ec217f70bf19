//! Misspelled addresses of pages, as other programs, keyboards and shared links write them.

use percent_encoding::percent_decode_str;

use crate::features::public_site::content::page_context::PageContext;
use crate::features::public_site::machine::feeds::encoded;
use crate::features::public_site::pages::frame;

/// Pages at paths of their own that people type.
const PAGES: [&str; 3] = ["/", "/docs", "/search"];
/// Pages of visitors that people type.
const VISITOR_PAGES: [&str; 5] = ["/login", "/account", "/plans", "/orders", "/redeem"];
/// What stands at an address of its own for programs.
const FILES: [&str; 3] = ["/sitemap.xml", "/robots.txt", "/feed.xml"];
/// What other programs write behind the address of a page.
const ENDINGS: [&str; 4] = ["/index.html", "/index.htm", ".html", ".htm"];

/// The page that a misspelled path means, if there is one.
///
/// - `asked`: the path as it was asked for, encoded.
/// - The answer begins with one slash, and is a page that this reader is shown, or the icon of the site.
pub fn meant_by(context: &PageContext<'_>, asked: &str) -> Option<String> {
    let decoded = decoded_twice(asked)?;
    let path = with_single_slashes(&decoded)?;
    if path == "/favicon.ico" {
        return Some(frame::icon_address(context));
    }
    // WeChat writes `&from=timeline` behind an address that has no query.
    let alone = path.split(['&', '?']).next().unwrap_or_default();
    let plain = ENDINGS.iter().find_map(|ending| alone.strip_suffix(ending));
    let plain = plain.map(|plain| if plain.is_empty() { "/" } else { plain });
    let found = [Some(path.as_str()), Some(alone), plain]
        .into_iter()
        .flatten()
        .find_map(|path| page_at(context, path))?;
    // What is asked for as it is written has no page, whatever its query.
    let is_as_written = percent_decode_str(asked)
        .decode_utf8()
        .is_ok_and(|once| once == found);
    (!is_as_written).then(|| encoded(&context.path(found)))
}

/// The page at a path, whatever its case. None where several pages differ in case only.
fn page_at<'a>(context: &PageContext<'a>, path: &str) -> Option<&'a str> {
    let own: &[&str] = if context.has_login() { &VISITOR_PAGES } else { &[] };
    let is_same = |other: &&str| other.eq_ignore_ascii_case(path);
    if let Some(page) = PAGES.iter().chain(&FILES).chain(own).copied().find(is_same) {
        let is_there = page != "/search" || context.settings().index.is_search_enabled;
        return is_there.then_some(page);
    }
    let mut documents = context
        .view
        .documents()
        .map(|document| document.meta.path.as_str());
    if let Some(exact) = documents.clone().find(|other| *other == path) {
        return Some(exact);
    }
    let found = documents.find(is_same)?;
    documents.all(|other| !is_same(&other)).then_some(found)
}

/// A path decoded, and once more when it was encoded twice. None for bytes that are no text.
fn decoded_twice(path: &str) -> Option<String> {
    let once = percent_decode_str(path).decode_utf8().ok()?;
    let twice = percent_decode_str(&once).decode_utf8().ok()?;
    Some(twice.into_owned())
}

/// A path whose parts are separated by one slash each. None for what browsers read as another path or another host.
fn with_single_slashes(path: &str) -> Option<String> {
    if path.contains('\\') || path.contains(char::is_control) {
        return None;
    }
    let parts: Vec<_> = path.split('/').filter(|part| !part.is_empty()).collect();
    let is_dotted = parts.iter().any(|part| matches!(*part, "." | ".."));
    (!is_dotted).then(|| format!("/{}", parts.join("/")))
}

#[cfg(test)]
mod tests {
    use super::super::table::find_route;
    use super::*;
    use crate::features::public_site::testing::{document, site_with};

    #[test]
    fn each_page_that_people_type_is_an_address_of_sites() {
        for path in PAGES.iter().chain(&VISITOR_PAGES).chain(&FILES) {
            assert!(find_route(path).is_some(), "{path}");
        }
    }

    #[test]
    fn clear_spellings_lead_to_the_page_and_others_nowhere() {
        let reading = site_with(vec![
            document(1, "code", &[], &[]),
            document(2, "墨 100%", &[], &[]),
            document(3, "Twin", &[], &[]),
            document(4, "twin", &[], &[]),
        ]);
        let context = reading.context();
        for (asked, expected) in [
            ("/index.html", Some("/")),
            ("/INDEX.html", None),
            ("/docs/index.htm", Some("/docs")),
            ("/DOCS", Some("/docs")),
            ("//docs", Some("/docs")),
            ("/docs//guide///code", Some("/docs/guide/code")),
            ("/docs/guide/code.html", Some("/docs/guide/code")),
            ("/Docs/Guide/Code", Some("/docs/guide/code")),
            ("/docs/guide/code&from=timeline", Some("/docs/guide/code")),
            ("/docs/guide/code%3Ffrom=timeline", Some("/docs/guide/code")),
            ("/docs/guide/code%26from=timeline", Some("/docs/guide/code")),
            (
                "/docs/guide/%25E5%25A2%25A8%2520100%2525",
                Some("/docs/guide/%E5%A2%A8%20100%25"),
            ),
            ("/favicon.ico", Some("/icon.svg")),
            ("/Robots.txt", Some("/robots.txt")),
            // Two that differ in capital letters only.
            ("/docs/guide/TWIN", None),
            ("/docs/guide/TWIN.html", None),
            // No name of a host is ever led to.
            ("//evil.example", None),
            ("//evil.example/index.html", None),
            ("/%5cevil.example", None),
            ("/%2F%2Fevil.example", None),
            ("/docs/%2e%2e/docs", None),
            ("/%ff", None),
            ("/nothing.html", None),
            ("/docs/guide/cod", None),
        ] {
            assert_eq!(meant_by(&context, asked).as_deref(), expected, "{asked}");
        }
    }
}
