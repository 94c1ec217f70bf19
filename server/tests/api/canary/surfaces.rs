//! Every public address is known here, so that a new one is crawled.

use actix_web::http::Method;
use moyan_foundation::http::host::Host;
use moyan_server::composition;

use super::world::World;

const ADDRESSES: &str = include_str!("../../../src/features/public_site/routing/table.rs");
const FORMS: &str = include_str!("../../../src/features/public_site/forms/mod.rs");

/// The kinds of addresses of sites, each with one that the crawl asks for. Assets, uploaded images and the frame of
/// the preview hold nothing of a document.
const CRAWLED: &[(&str, &str)] = &[
    ("Home", "/"),
    ("Documents", "/docs"),
    ("Search", "/search"),
    ("Image", "/images/00000000000000a1.png"),
    ("Icon", "/icon.svg"),
    ("Sitemap", "/sitemap.xml"),
    ("Robots", "/robots.txt"),
    ("Feed", "/feed.xml"),
    ("Llms", "/llms.txt"),
    ("Markdown", "/docs/open/ttla1.md"),
    ("OwnVisit", "/own-visit"),
    ("PreviewFrame", "/preview-frame"),
    ("Unknown", "/nothing"),
    ("Visitor", "/plans"),
    ("Media", ""),
    ("Asset", ""),
];

/// The kinds of pages and forms for visitors, each with its path. All of them are asked for, and sent to.
pub const VISITOR_PATHS: [(&str, &str); 22] = [
    ("Login", "/login"),
    ("LoginCode", "/login/code"),
    ("LoginVerify", "/login/verify"),
    ("LoginPassword", "/login/password"),
    ("Account", "/account"),
    ("AccountProfile", "/account/profile"),
    ("AccountPassword", "/account/password"),
    ("AccountCode", "/account/code"),
    ("AccountDevices", "/account/devices"),
    ("AccountReminders", "/account/reminders"),
    ("AccountExport", "/account/export"),
    ("Plans", "/plans"),
    ("Orders", "/orders"),
    ("Order", "/orders/1"),
    ("OrderPaid", "/orders/1/paid"),
    ("Redeem", "/redeem"),
    ("Newsletter", "/newsletter"),
    ("NewsletterConfirm", "/newsletter/confirm"),
    ("NewsletterUnsubscribe", "/newsletter/unsubscribe"),
    ("RemindersUnsubscribe", "/reminders/unsubscribe"),
    // The last ones end the session.
    ("AccountDeletion", "/account/deletion"),
    ("Logout", "/logout"),
];

/// The names of the variants of an enum in a source.
fn variants(source: &str, name: &str) -> Vec<String> {
    let start = source.find(&format!("pub enum {name} {{")).unwrap();
    let body = source[start..].split("\n}").next().unwrap();
    body.lines()
        .skip(1)
        .map(str::trim)
        .filter(|line| line.starts_with(|letter: char| letter.is_ascii_uppercase()))
        .map(|line| line.split(['(', ',', '{']).next().unwrap().trim().to_owned())
        .collect()
}

#[actix_web::test]
async fn every_kind_of_address_is_crawled() {
    let mut known: Vec<&str> = CRAWLED.iter().map(|(kind, _)| *kind).collect();
    let mut there = variants(ADDRESSES, "Address");
    known.sort_unstable();
    there.sort_unstable();
    assert_eq!(there, known);
    let world = World::new().await;
    let addresses = world.addresses();
    for (kind, address) in CRAWLED.iter().filter(|(_, address)| !address.is_empty()) {
        assert!(addresses.iter().any(|crawled| crawled == address), "{kind}");
    }
}

#[actix_web::test]
async fn every_page_and_form_for_visitors_is_crawled() {
    let mut known = VISITOR_PATHS.map(|(kind, _)| kind);
    let mut there = variants(FORMS, "VisitorPath");
    known.sort_unstable();
    there.sort_unstable();
    assert_eq!(there, known);
}

#[actix_web::test]
async fn a_host_of_a_site_answers_nothing_but_its_addresses() {
    let world = World::new().await;
    // Probes answer on every host, and know nothing of sites.
    let routes = composition::routes()
        .into_iter()
        .filter(|route| route.host != Host::Any);
    for path in routes.map(|route| route.path.replace(['{', '}'], "x")) {
        let seen = world.ask(Method::GET, &path, "", "identity").await;
        assert_eq!(seen.status, 404, "{path}: {}", seen.text);
    }
}
