//! What a server leaves behind that dies while it publishes.

use diesel::connection::SimpleConnection as _;

use crate::database::Database;
use crate::server::{Server, wait_until};

/// A site with one document that is to be published now.
const DUE_SITE: &str = "\
    INSERT INTO users (id, nickname, email, password_hash, locale) \
    VALUES ('11111111-1111-4111-8111-111111111111', 'owner', 'owner@example.com', 'x', 'en'); \
    INSERT INTO teams (id, kind, name, owner_id, plan) VALUES ('22222222-2222-4222-8222-222222222222', 'team', 'ours', \
    '11111111-1111-4111-8111-111111111111', 'professional'); \
    INSERT INTO knowledge_bases (id, team_id, title) \
    VALUES ('33333333-3333-4333-8333-333333333333', '22222222-2222-4222-8222-222222222222', 'notes'); \
    INSERT INTO categories (knowledge_base_id, id, name, slug, position, revision) \
    VALUES ('33333333-3333-4333-8333-333333333333', '44444444-4444-4444-8444-444444444444', 'docs', 'docs', 1, 1); \
    INSERT INTO documents (knowledge_base_id, id, category_id, position, title, content, text_revision, place_revision, revision) \
    VALUES ('33333333-3333-4333-8333-333333333333', '55555555-5555-4555-8555-555555555555', \
    '44444444-4444-4444-8444-444444444444', 1, 'first', 'first words', 1, 1, 1); \
    INSERT INTO sites (id, team_id, knowledge_base_id, name, slug, publishes_at) \
    VALUES ('66666666-6666-4666-8666-666666666666', '22222222-2222-4222-8222-222222222222', \
    '33333333-3333-4333-8333-333333333333', 'handbook', 'handbook', now() - interval '1 minute')";

#[test]
fn a_publish_whose_server_is_killed_shows_visitors_nothing_and_is_made_up_for() {
    let database = Database::new();
    database.execute(DUE_SITE);
    // Whoever publishes waits here, in the middle of it.
    let mut other = database.connect();
    other
        .batch_execute("BEGIN; LOCK TABLE rendered_documents IN ACCESS EXCLUSIVE MODE")
        .unwrap();
    let variables = [("DATABASE_URL", database.url.as_str())];
    let mut server = Server::start_with(&variables);
    wait_until(|| database.is_true("EXISTS (SELECT FROM releases WHERE status = 'building')"));
    server.signal("-KILL");
    server.child.wait().unwrap();
    other.batch_execute("COMMIT").unwrap();
    assert_eq!(
        database.text("SELECT string_agg(number || ' ' || status, ', ') FROM releases"),
        "1 building"
    );
    assert!(database.is_true("(SELECT live_release_id IS NULL AND generation = 1 FROM sites)"));
    // An hour later another server does what is due.
    database.execute("DELETE FROM jobs; UPDATE releases SET created_at = now() - interval '61 minutes'");
    let _server = Server::start_with(&variables);
    // The sweep of that server may remove what the dead one left before it publishes, and its number is free again.
    let live = "SELECT r.status FROM releases r, sites s \
        WHERE s.live_release_id = r.id AND s.publishes_at IS NULL AND (SELECT count(*) FROM releases) = 1";
    wait_until(|| database.is_true(&format!("coalesce(({live}) = 'ready', false)")));
}

/// The page of the document, as a reader gets it.
fn page(server: &Server) -> String {
    server.ask_host("handbook.localhost", "GET", "/docs/docs/first")
}

#[test]
fn readers_keep_the_last_release_until_another_server_has_made_up_for_a_publish_that_was_killed() {
    let database = Database::new();
    database.execute(DUE_SITE);
    database.execute("UPDATE sites SET status = 'published'");
    let variables = [
        ("DATABASE_URL", database.url.as_str()),
        ("SITE_DOMAIN", "localhost"),
    ];
    let is_live = |number: u32| {
        database.is_true(&format!(
            "EXISTS (SELECT FROM releases r, sites s WHERE s.live_release_id = r.id AND r.number >= {number} \
             AND s.publishes_at IS NULL)"
        ))
    };
    let first = Server::start_with(&variables);
    wait_until(|| is_live(1));
    wait_until(|| page(&first).contains("first words"));
    drop(first);

    database.execute(
        "UPDATE documents SET content = 'second words', text_revision = 2, revision = 2; \
         UPDATE knowledge_bases SET revision = 2; \
         UPDATE sites SET publishes_at = now() - interval '1 minute'; \
         UPDATE jobs SET run_at = now() WHERE kind = 'publishDueSites'",
    );
    let mut other = database.connect();
    other
        .batch_execute("BEGIN; LOCK TABLE rendered_documents IN SHARE MODE")
        .unwrap();
    let mut second = Server::start_with(&variables);
    wait_until(|| database.is_true("EXISTS (SELECT FROM releases WHERE status = 'building')"));
    assert!(page(&second).contains("first words"));
    second.signal("-KILL");
    second.child.wait().unwrap();

    let third = Server::start_with(&variables);
    assert!(page(&third).contains("first words"));
    other.batch_execute("COMMIT").unwrap();
    assert!(page(&third).contains("first words"));
    // As if the time of the dead server's leases had passed.
    database.execute("UPDATE jobs SET leased_until = now() WHERE lease_id IS NOT NULL");
    wait_until(|| is_live(2));
    wait_until(|| page(&third).contains("second words"));
    assert!(!page(&third).contains("first words"));
}
