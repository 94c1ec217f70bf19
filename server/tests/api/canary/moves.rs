//! A document that moves is under the rules of both categories, until its new place is published.

use chrono::TimeDelta;
use uuid::Uuid;

use super::world::{Audience, World};
use crate::support::content::put_place;
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
