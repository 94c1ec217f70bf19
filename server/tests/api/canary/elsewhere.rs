//! What leaves by other doors than pages: mails, exports, the log of what was done, answers of the console to others.

use actix_web::http::Method;
use moyan_foundation::route::Route;
use moyan_server::composition;
use serde_json::{Value, json};

use super::levels::buy;
use super::world::{HOST, World};
use crate::support::browser::Browser;
use crate::support::visitor::Visitor;

/// Tables that hold texts of documents, and what is made of them.
const TABLES_OF_TEXTS: [&str; 3] = ["documents", "document_revisions", "rendered_documents"];

/// Tables that hold titles, descriptions and tags too.
const TABLES_OF_TITLES: [&str; 5] = [
    "documents",
    "document_revisions",
    "rendered_documents",
    "release_documents",
    "site_redirects",
];

/// A site with readers, money, a newsletter and mails: whatever happens on one.
async fn busy() -> (World, Visitor) {
    let world = World::new().await;
    let (app, site) = (&world.app, world.site.id);
    // By a code, from a wall.
    let mut browser = Browser::new(app);
    browser.host = HOST.to_owned();
    browser.get("/login?from=%2Fdocs%2Fdocs%2Fttlb1").await;
    browser.log_in("new@reader.example").await;
    browser
        .post("/newsletter", &[("email", "letters@reader.example")])
        .await;
    let reader = Visitor::new(app, site, "reader").await;
    for cookie in ["", reader.cookie.as_str()] {
        world.crawl(cookie).await;
    }
    let order = buy(&world, &reader).await;
    world.crawl(&reader.cookie).await;
    for amount in [100, 9800] {
        let body = json!({ "amountFen": amount, "reason": "asked for", "isOutside": true });
        let path = format!("/orders/{order}/refund");
        world.site.call(app, "POST", &path, body).await.data();
    }
    let grant = json!({ "days": 3, "note": "a gift" });
    let path = format!("/members/{}/grants", reader.id);
    world.site.call(app, "POST", &path, grant).await.data();
    let view = format!("/members/{}/view", reader.id);
    world
        .site
        .call(app, "POST", &view, json!({ "isMember": true }))
        .await
        .data();
    world.site.publish(app).await.data();
    (world, reader)
}

/// Every secret of every document.
fn all_secrets(world: &World, kinds: &[&str]) -> Vec<String> {
    let secrets = |kind: &&str| {
        let of = |document: &super::world::Document| format!("{kind}{}", document.key);
        world.documents.iter().map(of).collect::<Vec<_>>()
    };
    kinds.iter().flat_map(secrets).collect()
}

#[actix_web::test]
async fn no_mail_no_record_and_no_entry_of_a_log_holds_a_sentence() {
    let (world, _) = busy().await;
    let database = world.app.database();
    let tables = database.text(
        "SELECT string_agg(table_name, ' ') FROM information_schema.tables WHERE table_schema = 'public'",
    );
    let is_in = |table: &str, texts: &[String]| {
        let pattern = texts.join("|");
        database.is_true(&format!(
            "EXISTS (SELECT FROM \"{table}\" AS row WHERE row::text ~ '{pattern}')"
        ))
    };
    let (sentences, titles) = (
        all_secrets(&world, &["vis", "kqx"]),
        all_secrets(&world, &["ttl", "dsc", "tag"]),
    );
    for table in tables.split(' ') {
        let of_texts = TABLES_OF_TEXTS.contains(&table);
        assert_eq!(is_in(table, &sentences), of_texts, "{table}");
        if !TABLES_OF_TITLES.contains(&table) {
            assert!(!is_in(table, &titles), "{table}");
        }
    }
    // What never happened would hold nothing.
    for table in [
        "mails",
        "audit_entries",
        "orders",
        "order_events",
        "refunds",
        "grants",
    ] {
        assert!(is_in(table, &[String::new()]), "{table} is empty");
    }
}

#[actix_web::test]
async fn no_export_holds_a_sentence() {
    let (world, reader) = busy().await;
    for route in [
        "/members/export",
        "/members",
        &format!("/members/{}", reader.id),
        "/orders/export",
        "/orders",
        "/orders/todo",
        "/subscribers/export",
        "/subscribers",
        "/overview",
    ] {
        let answer = world.site.call(&world.app, "GET", route, Value::Null).await;
        assert_eq!(answer.status, 200, "{route}: {}", answer.text());
        for secret in all_secrets(&world, &["ttl", "dsc", "tag", "vis", "kqx"]) {
            assert!(!answer.text().contains(&secret), "{secret} in {route}");
        }
    }
    let own = world.get("/account/export", &reader.cookie).await;
    assert_eq!(own.status, 200);
    assert!(own.text.contains(&reader.email), "{}", own.text);
    for secret in all_secrets(&world, &["ttl", "dsc", "tag", "vis", "kqx"]) {
        assert!(!own.text.contains(&secret), "{secret}: {}", own.text);
    }
}

/// The path with what is known of this site, and nothing for everything else.
fn path_of(world: &World, route: &Route) -> String {
    let (document, base) = (&world.documents[0], &world.site.base);
    let release = world.app.database().text("SELECT id FROM releases LIMIT 1");
    let part_of = |part: &str| match part {
        "{teamId}" => base.team.clone(),
        "{knowledgeBaseId}" => base.id.clone(),
        "{siteId}" => world.site.id.to_string(),
        "{documentId}" => document.id.to_string(),
        "{releaseId}" => release.clone(),
        "{tab}" => "access".to_owned(),
        part if part.starts_with('{') => document.image(),
        part => part.to_owned(),
    };
    route.path.split('/').map(part_of).collect::<Vec<_>>().join("/")
}

#[actix_web::test]
async fn no_route_of_the_console_says_anything_to_who_is_not_of_the_team() {
    let (world, reader) = busy().await;
    let app = &world.app;
    let stranger = app.user("stranger").await;
    let secrets = all_secrets(&world, &["ttl", "dsc", "tag", "vis", "kqx"]);
    for route in composition::routes() {
        let path = path_of(&world, &route);
        for (token, cookie) in [
            ("", ""),
            (stranger.token.as_str(), ""),
            ("", reader.cookie.as_str()),
        ] {
            let headers = [
                ("token", token),
                ("cookie", cookie),
                ("content-type", "application/json"),
            ];
            let given = headers.iter().filter(|(_, value)| !value.is_empty());
            let headers: Vec<_> = given.copied().collect();
            let body = match route.method {
                Method::GET => Vec::new(),
                _ => b"{}".to_vec(),
            };
            let answer = app
                .send_from("203.0.113.5", route.method.clone(), &path, &headers, body)
                .await;
            let text = String::from_utf8_lossy(&answer.body);
            // What is asked for by its address may be named.
            let text = text.replace(&path, "");
            for secret in &secrets {
                assert!(
                    !text.contains(secret),
                    "{secret}: {} {path}: {text}",
                    route.method
                );
            }
        }
    }
    // The site itself is still there, and so are its secrets.
    let sees = world.get(&world.document("a1").path(), "").await;
    assert!(sees.text.contains("kqxa1body"), "{}", sees.text);
}
