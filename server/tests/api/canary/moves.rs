//! A document that moves is under the rules of both categories, until its new place is published.

use chrono::TimeDelta;
use serde_json::Value;
use uuid::Uuid;

use super::world::{Audience, Document, World};
use crate::support::content::{delete_document, put_place};
use crate::support::visitor::Visitor;

/// Moves a document into another category of the base, and lets the server look at it again.
async fn move_to(world: &World, id: Uuid, slug: &str) {
    let category = format!("SELECT id FROM categories WHERE slug = '{slug}'");
    let category = world.app.database().text(&category).parse().unwrap();
    let change = put_place(id, category, None, 1.0);
    world.site.base.accepted(&world.app, change).await;
    world.app.clock.advance(TimeDelta::seconds(2));
}

#[actix_web::test]
async fn a_document_that_moves_where_it_is_hidden_is_as_if_it_did_not_exist() {
    let world = World::new().await;
    let visitor = Visitor::new(&world.app, world.site.id, "reader").await;
    let document = world.document("a1");
    let path = document.path();
    for cookie in ["", visitor.cookie.as_str()] {
        assert!(world.get(&path, cookie).await.text.contains("kqxa1body"));
    }
    move_to(&world, document.id, "gone").await;
    for cookie in ["", visitor.cookie.as_str()] {
        assert_eq!(world.get(&path, cookie).await.status, 404);
        for seen in world.crawl(cookie).await {
            for kind in ["ttl", "dsc", "tag", "vis", "kqx"] {
                let found = seen.all().contains(&format!("{kind}a1"));
                assert!(!found, "{kind}: {}: {}", seen.address, seen.all());
            }
        }
    }
    // What is opened by a move waits for the release.
    let closed = world.document("d1");
    move_to(&world, closed.id, "open").await;
    assert_eq!(world.get(&closed.path(), "").await.status, 404);
    move_to(&world, document.id, "open").await;
    assert!(world.get(&path, "").await.text.contains("kqxa1body"));
}

#[actix_web::test]
async fn a_document_that_moves_to_members_has_a_wall() {
    let world = World::new().await;
    let visitor = Visitor::new(&world.app, world.site.id, "reader").await;
    let document = world.document("a1");
    move_to(&world, document.id, "docs").await;
    // Guests see its title and why, people who are logged in the beginning.
    for (cookie, begins) in [("", false), (visitor.cookie.as_str(), true)] {
        let page = world.get(&document.path(), cookie).await;
        assert_eq!(page.header("cache-control"), "private, no-store");
        assert!(page.text.contains("class=\"wall"), "{}", page.text);
        assert!(
            page.text.contains("\"isAccessibleForFree\":false"),
            "{}",
            page.text
        );
        assert_eq!(page.text.contains("visa1"), begins, "{}", page.text);
        assert_eq!(page.text.contains("taga1"), begins, "{}", page.text);
        assert!(!page.text.contains("kqxa1"), "{}", page.text);
        let image = world.get(&format!("/images/{}", document.image()), cookie).await;
        assert_eq!(image.status, 404);
    }
    assert_eq!(document.secrets(Audience::Guest).len(), 0, "it was free before");
}

/// Deletes a document of the base, and lets the server look at it again.
async fn delete(world: &World, id: Uuid) {
    let revision = world.site.base.pulled(&world.app, id).await["textRevision"].clone();
    let change = delete_document(id, revision.as_i64().unwrap());
    world.site.base.accepted(&world.app, change).await;
    world.app.clock.advance(TimeDelta::seconds(2));
}

/// Whether guests find neither the rest of a text nor the image in it.
async fn is_kept_back(world: &World, document: &Document) -> bool {
    let page = world.get(&document.path(), "").await;
    let image = world.get(&format!("/images/{}", document.image()), "").await;
    let markdown = world.get(&format!("{}.md", document.path()), "").await;
    !page.text.contains("kqx") && image.status == 404 && !markdown.text.contains("kqx")
}

#[actix_web::test]
async fn what_moved_to_members_stays_there_when_it_is_deleted() {
    let world = World::new().await;
    let document = world.document("a1");
    assert!(!is_kept_back(&world, document).await);
    move_to(&world, document.id, "docs").await;
    assert!(is_kept_back(&world, document).await);
    delete(&world, document.id).await;
    assert!(is_kept_back(&world, document).await);
    assert_eq!(world.get(&document.path(), "").await.status, 200, "the wall");
    // Long after its text is forgotten, too.
    world.app.clock.advance(TimeDelta::days(40));
    assert!(world.app.sweep().await);
    assert!(is_kept_back(&world, document).await);
}

#[actix_web::test]
async fn what_moved_where_it_is_hidden_stays_hidden_when_it_is_deleted_or_an_older_release_is_live() {
    let world = World::new().await;
    let document = world.document("a1");
    let first = world.app.database().text("SELECT id FROM releases");
    move_to(&world, document.id, "gone").await;
    world.publish().await;
    delete(&world, document.id).await;
    world.publish().await;
    let restore = format!("/releases/{first}/restore");
    world
        .site
        .call(&world.app, "POST", &restore, Value::Null)
        .await
        .data();
    assert!(is_kept_back(&world, document).await);
    assert_eq!(world.get(&document.path(), "").await.status, 404);
}

#[actix_web::test]
async fn what_moved_to_members_stays_there_when_the_base_is_removed_for_good() {
    for is_due in [false, true] {
        let world = World::new().await;
        let (app, base) = (&world.app, &world.site.base);
        let moved = world.document("a1");
        let deleted = app
            .database()
            .text("SELECT id FROM documents WHERE title = 'links'");
        let deleted = deleted.parse().unwrap();
        move_to(&world, moved.id, "docs").await;
        move_to(&world, deleted, "gone").await;
        delete(&world, deleted).await;
        app.call(&base.owner, "DELETE", &base.path, Value::Null)
            .await
            .data();
        if is_due {
            app.sql("UPDATE knowledge_bases SET purges_at = now() - interval '1 second'");
            assert!(app.sweep().await);
        } else {
            let purge = format!("{}/purge", base.path);
            app.call(&base.owner, "POST", &purge, Value::Null).await.data();
        }
        app.clock.advance(TimeDelta::seconds(2));
        assert!(app.database().is_true("NOT EXISTS (SELECT FROM knowledge_bases)"));
        assert!(is_kept_back(&world, moved).await);
        assert_eq!(world.get("/docs/open/links", "").await.status, 404);
        // What stayed where it was is as it was.
        assert!(is_kept_back(&world, world.document("b1")).await);
        assert!(
            world
                .get(&world.document("a2").path(), "")
                .await
                .text
                .contains("visa2")
        );
    }
}

#[actix_web::test]
async fn one_document_that_is_published_brings_no_other_one_out() {
    let world = World::new().await;
    let visitor = Visitor::new(&world.app, world.site.id, "reader").await;
    // One waits for its place, one has been moved where it is hidden.
    let (opened, hidden) = (world.document("d1"), world.document("a1"));
    move_to(&world, opened.id, "open").await;
    move_to(&world, hidden.id, "gone").await;
    let links = world
        .app
        .database()
        .text("SELECT id FROM documents WHERE title = 'links'");
    let body = serde_json::json!({ "note": "", "documentId": links });
    world
        .site
        .call(&world.app, "POST", "/releases", body)
        .await
        .data();
    world.app.clock.advance(TimeDelta::seconds(2));
    for cookie in ["", visitor.cookie.as_str()] {
        for document in [opened, hidden] {
            assert_eq!(world.get(&document.path(), cookie).await.status, 404);
        }
        for seen in world.crawl(cookie).await {
            for key in ["a1", "d1"] {
                let found = seen.all().contains(&format!("kqx{key}"));
                assert!(!found, "{}: {}", seen.address, seen.all());
            }
        }
    }
    // Its own moment opens it.
    let body = serde_json::json!({ "note": "", "documentId": opened.id });
    world
        .site
        .call(&world.app, "POST", "/releases", body)
        .await
        .data();
    world.app.clock.advance(TimeDelta::seconds(2));
    assert!(world.get("/docs/open/ttld1", "").await.text.contains("kqxd1body"));
    assert_eq!(world.get(&hidden.path(), "").await.status, 404);
}
