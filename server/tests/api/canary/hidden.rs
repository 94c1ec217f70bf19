//! What is hidden is as if it did not exist, and what stands behind a cut leaves no trace.

use actix_web::http::Method;
use moyan_server::features::public_site::Sites;
use serde_json::{Value, json};
use uuid::Uuid;

use super::crawl::Seen;
use super::world::{Audience, Level, World};
use crate::support::Statements;
use crate::support::content::delete_document;
use crate::support::visitor::Visitor;

/// What differs between two releases whatever is in them: their numbers.
fn comparable(seen: Vec<Seen>) -> Vec<Seen> {
    let mut seen = seen;
    for answer in &mut seen {
        answer.headers.retain(|(name, _)| name != "surrogate-key");
    }
    seen
}

fn assert_same(before: Vec<Seen>, after: Vec<Seen>) {
    assert_eq!(before.len(), after.len());
    for (before, after) in comparable(before).into_iter().zip(comparable(after)) {
        assert_eq!(before, after);
    }
}

/// Every answer, whoever asks however.
async fn everything(world: &World, cookie: &str) -> Vec<Seen> {
    let mut seen = world.crawl(cookie).await;
    seen.extend(world.crawl_variants(cookie).await);
    seen.extend(world.crawl_probes(cookie).await);
    seen
}

/// An address as the site has it, and one of the same length that it does not have.
fn hidden_and_absent(world: &World) -> Vec<(String, String)> {
    let mut pairs = vec![("/docs/gone".to_owned(), "/docs/none".to_owned())];
    for key in ["b3", "d1"] {
        let document = world.document(key);
        let (path, image) = (document.path(), format!("/images/{}", document.image()));
        let absent = path.replace("/ttl", "/ttx");
        pairs.extend([
            (format!("{path}.md"), format!("{absent}.md")),
            (format!("{path}?print=1"), format!("{absent}?print=1")),
            (path, absent),
            (image, "/images/fedcba9876543210.png".to_owned()),
        ]);
    }
    pairs
}

#[actix_web::test]
async fn what_is_hidden_asks_the_database_for_the_same_as_what_there_is_not() {
    let statements = Statements::record();
    let world = World::new().await;
    let visitor = Visitor::new(&world.app, world.site.id, "reader").await;
    let database = &world.app.database().name;
    for cookie in ["", visitor.cookie.as_str()] {
        // Who the reader is and when the session was used is written down every few minutes.
        world.get("/", cookie).await;
        for (hidden, absent) in hidden_and_absent(&world) {
            for method in [Method::GET, Method::HEAD] {
                let ask = async |address: &str| {
                    // What is known of the site is as old for both.
                    world.app.state.memory.of::<Sites>().expire();
                    statements.take(database);
                    let seen = world.ask(method.clone(), address, cookie, "identity").await;
                    (seen.status, statements.take(database))
                };
                let (before, after) = (ask(&hidden).await, ask(&absent).await);
                assert_eq!(before, after, "{method} {hidden}");
                assert_eq!(before.0, 404, "{method} {hidden}");
                // The session and what it may read.
                let asks = before
                    .1
                    .iter()
                    .any(|statement| statement.contains("visitor_sessions"));
                assert_eq!(asks, !cookie.is_empty(), "{hidden}");
            }
        }
    }
}

#[actix_web::test]
async fn a_site_with_hidden_documents_is_the_site_without_them() {
    for audience in [Audience::Guest, Audience::NonMember] {
        let world = World::new().await;
        let cookie = match audience {
            Audience::Guest => String::new(),
            _ => Visitor::new(&world.app, world.site.id, "reader").await.cookie,
        };
        let before = everything(&world, &cookie).await;
        let mut n_hidden = 0;
        for document in &world.documents {
            if document.level(audience) == Level::Hidden {
                n_hidden += 1;
                let revision = world.app.database().text(&format!(
                    "SELECT greatest(text_revision, place_revision) FROM documents WHERE id = '{}'",
                    document.id
                ));
                let delete = delete_document(document.id, revision.parse().unwrap());
                world.site.base.accepted(&world.app, delete).await;
            }
        }
        assert!(n_hidden > 1);
        world.publish().await;
        assert_same(before, everything(&world, &cookie).await);
    }
}

#[actix_web::test]
async fn what_stands_behind_a_cut_changes_no_byte_of_an_answer() {
    let world = World::new().await;
    let before = world.crawl("").await;
    for document in world
        .documents
        .iter()
        .filter(|document| document.level(Audience::Guest) != Level::Free)
    {
        // One word: how many minutes it takes to read all of it is said.
        let text = format!("{}\n\n{}\n\n## kqxnew\n", document.text(), "kqxmore".repeat(500));
        let revision = world.app.database().text(&format!(
            "SELECT text_revision FROM documents WHERE id = '{}'",
            document.id
        ));
        let mut change = world
            .site
            .base
            .put_text(document.id, revision.parse().unwrap(), &text);
        change["title"] = format!("ttl{}", document.key).into();
        change.as_object_mut().unwrap().remove("place");
        world.site.base.accepted(&world.app, change).await;
    }
    world.publish().await;
    assert_same(before, world.crawl("").await);
}

#[actix_web::test]
async fn whole_addresses_of_the_site_lead_to_nothing_that_is_hidden() {
    let world = World::new().await;
    let visitor = Visitor::new(&world.app, world.site.id, "reader").await;
    world.app.sql(&format!(
        "INSERT INTO site_domains (id, site_id, host, token, verified_at) \
         VALUES (gen_random_uuid(), '{0}', 'docs.example', 't', now()); \
         INSERT INTO site_former_slugs (slug, site_id, kept_until) VALUES ('before', '{0}', now() + interval '1 day')",
        world.site.id
    ));
    let (hidden, free) = (world.document("c1").path(), world.document("a1").path());
    let origins = [
        "https://handbook.localhost",
        "HTTP://Handbook.localhost:8080",
        "//handbook.localhost",
        "https://before.localhost",
        "https://docs.example",
        "https://moyan.example/s/handbook",
        "https://elsewhere.example",
    ];
    let links = |path: &str| {
        let links = origins.map(|origin| format!("[hin]({origin}{path})"));
        links.join(" ")
    };
    let id = Uuid::now_v7();
    let text = format!("{}\n\n{}", links(&hidden), links(&free));
    let mut change = world.site.base.put_text(id, 0, &text);
    change["title"] = "whole".into();
    change["place"]["categoryId"] = json!(
        world
            .app
            .database()
            .text("SELECT id FROM categories WHERE slug = 'open'")
    );
    world.site.base.accepted(&world.app, change).await;
    world.publish().await;
    let n_links = async |cookie: &str, path: &str| {
        let page = world.get("/docs/open/whole", cookie).await.text;
        let article = page
            .split_once("<article")
            .unwrap()
            .1
            .split("</article>")
            .next()
            .unwrap()
            .to_owned();
        article.matches(&format!("{path}\"")).count()
    };
    // One of them leads to the site of somebody else.
    assert_eq!(n_links("", &hidden).await, 1);
    assert_eq!(n_links("", &free).await, origins.len());
    assert_eq!(n_links(&visitor.cookie, &hidden).await, origins.len());
}

/// A homepage that leads to a document in every way that settings have.
fn homepage(to: &str) -> Value {
    let link = json!({ "text": "hinlink", "url": to });
    let none = json!({ "text": "", "url": "" });
    let post = |title: &str, link: &str| {
        json!({ "title": title, "link": link, "excerpt": "", "category": "", "date": "",
        "image": null, "author": "", "readTimeMin": 1 })
    };
    let blog = |source: &str, posts: Value| {
        json!({ "kind": "blog", "title": "Neu", "subtitle": "", "viewAll": link,
        "source": source, "nLatest": 6, "posts": posts, "showsAuthor": true, "showsReadTime": true, "columns": 3 })
    };
    let sections = [
        json!({ "kind": "hero", "title": "Held", "subtitle": "", "primaryButton": link, "secondaryButton": none,
            "image": null, "showsImage": false, "variant": "solid", "layout": "centered" }),
        blog("latest", json!([])),
        blog("listed", json!([post("hinpost", to), post("otherpost", "/docs")])),
        json!({ "kind": "cta", "title": "Los", "subtitle": "", "description": "", "primaryButton": link, "secondaryButton": none }),
    ];
    let sections: Vec<Value> = sections
        .into_iter()
        .map(|content| json!({ "id": Uuid::now_v7(), "isVisible": true, "content": content }))
        .collect();
    json!({ "sections": sections })
}

#[actix_web::test]
async fn settings_and_redirects_lead_to_nothing_that_is_hidden() {
    let world = World::new().await;
    let visitor = Visitor::new(&world.app, world.site.id, "reader").await;
    let hidden = world.document("c1").path();
    world.site.set(&world.app, "homepage", &homepage(&hidden));
    let slide = json!({ "id": Uuid::now_v7(), "isVisible": true, "title": "Bild", "description": "", "link": hidden,
        "image": { "url": "/media/x.png", "alt": "x", "width": 1, "height": 1 }, "startsAt": null, "endsAt": null });
    world.site.set(
        &world.app,
        "carousel",
        &json!({ "isEnabled": true, "slides": [slide] }),
    );
    world.site.set(
        &world.app,
        "navigation",
        &json!({ "links": [{ "text": "hinlink", "url": "/docs/closed" }], "showsHome": true, "showsIndex": true }),
    );
    world.publish().await;
    world.app.sql(&format!(
        "INSERT INTO site_redirects (site_id, from_path, to_path) VALUES ('{}', '/alt', '{hidden}'); \
         UPDATE sites SET generation = generation + 1",
        world.site.id
    ));
    world.app.state.memory.of::<Sites>().expire();
    let home = world.get("/", "").await.text;
    for secret in ["ttlc1", "hinpost", "hinlink", "/docs/closed"] {
        assert!(!home.contains(secret), "{secret}: {home}");
    }
    assert!(home.contains("otherpost") && home.contains("ttla1"), "{home}");
    assert_eq!(world.get("/alt", "").await.status, 404);
    let home = world.get("/", &visitor.cookie).await.text;
    for part in ["/docs/closed/ttlc1", "hinpost", "hinlink"] {
        assert!(home.contains(part), "{part}: {home}");
    }
    let moved = world.get("/alt", &visitor.cookie).await;
    assert_eq!(
        (moved.status, moved.header("location")),
        (301, "/docs/closed/ttlc1")
    );
    assert_eq!(moved.header("cache-control"), "private, no-store");
}
