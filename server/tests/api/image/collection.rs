use std::path::PathBuf;

use actix_web::http::Method;
use chrono::{DateTime, TimeDelta, Utc};
use diesel::RunQueryDsl as _;
use moyan_foundation::backups;
use moyan_foundation::files::{hash_of, new_name};
use moyan_server::features::image::service::collect;

use crate::support::{DRAWING, TestApp, User, png};

const NAME: &str = "0123456789abcdef.png";

/// Collects as the job does, off the event loop.
async fn collect_at(app: &TestApp, now: DateTime<Utc>) {
    let state = app.state.clone();
    tokio::task::spawn_blocking(move || collect(&state, now).unwrap())
        .await
        .unwrap();
}

/// Collects once a day for so many days from now.
async fn collect_for(app: &TestApp, days: i64) {
    for day in 1..=days {
        collect_at(app, app.clock.now() + TimeDelta::days(day)).await;
    }
}

fn rows(app: &TestApp) -> String {
    app.database().text(
        "SELECT concat_ws(' ', (SELECT count(*) FROM knowledge_base_images), \
         (SELECT count(*) FROM knowledge_base_diagrams), (SELECT count(*) FROM team_images), (SELECT count(*) FROM files))",
    )
}

fn stored(app: &TestApp) -> Vec<PathBuf> {
    std::fs::read_dir(app.folder().join("files"))
        .unwrap()
        .flat_map(|folder| std::fs::read_dir(folder.unwrap().path()).unwrap())
        .map(|file| file.unwrap().path())
        .collect()
}

struct World {
    app: TestApp,
    owner: User,
    team: String,
    base: String,
}

impl World {
    async fn new() -> Self {
        let app = TestApp::with_database();
        let owner = app.user("owner").await;
        let team = app.team(&owner, "ours").await;
        let base = app.knowledge_base(&team);
        Self {
            app,
            owner,
            team,
            base,
        }
    }

    async fn put(&self, path: &str, media_type: &str, bytes: &[u8]) {
        let path = format!("/api/teams/{}/knowledge-bases/{}/{path}", self.team, self.base);
        self.app
            .send_bytes(&self.owner, Method::PUT, &path, media_type, bytes)
            .await
            .data();
    }

    /// A document with this text; its past has another one.
    fn write(&self, content: &str, past: &str) {
        self.app.sql(&format!(
            "INSERT INTO categories (knowledge_base_id, id, name, slug, position, revision) \
             VALUES ('{0}', '{0}', 'docs', 'docs', 1, 1) ON CONFLICT DO NOTHING; \
             INSERT INTO documents (knowledge_base_id, id, category_id, position, title, content, text_revision, place_revision, revision) \
             VALUES ('{0}', gen_random_uuid(), '{0}', 1, 't', $${content}$$, 1, 1, 1); \
             INSERT INTO document_revisions (knowledge_base_id, document_id, revision, title, content, cause) \
             SELECT knowledge_base_id, id, 1, 't', $${past}$$, 'edit' FROM documents ON CONFLICT DO NOTHING",
            self.base
        ));
    }
}

#[actix_web::test]
async fn an_image_that_no_text_names_for_thirty_days_is_removed_with_its_file() {
    let world = World::new().await;
    world.put(&format!("images/{NAME}"), "image/png", &png(1)).await;
    collect_for(&world.app, 30).await;
    assert_eq!(rows(&world.app), "1 0 0 1");
    collect_at(
        &world.app,
        world.app.clock.now() + TimeDelta::days(31) + TimeDelta::minutes(1),
    )
    .await;
    assert_eq!(rows(&world.app), "0 0 0 1");
    // The file is kept for thirty days more.
    assert_eq!(stored(&world.app).len(), 1);
    collect_at(&world.app, world.app.clock.now() + TimeDelta::days(62)).await;
    assert_eq!(rows(&world.app), "0 0 0 0");
    assert!(stored(&world.app).is_empty());
}

#[actix_web::test]
async fn an_image_stays_that_a_document_a_tombstone_or_the_past_names() {
    for (content, past, deleted) in [
        (format!("![](images/{NAME})"), String::new(), "NULL"),
        (format!("<img src=\"images/{NAME}\">"), String::new(), "now()"),
        (String::new(), format!("![](images/{NAME} \"t\")"), "NULL"),
    ] {
        let world = World::new().await;
        world.put(&format!("images/{NAME}"), "image/png", &png(1)).await;
        world.write(&content, &past);
        world
            .app
            .sql(&format!("UPDATE documents SET deleted_at = {deleted}"));
        collect_for(&world.app, 40).await;
        assert_eq!(rows(&world.app), "1 0 0 1", "{content} {past} {deleted}");
        // From when it is named no more.
        world.app.sql("DELETE FROM documents");
        collect_at(&world.app, world.app.clock.now() + TimeDelta::days(42)).await;
        assert_eq!(rows(&world.app), "1 0 0 1");
        collect_at(&world.app, world.app.clock.now() + TimeDelta::days(73)).await;
        assert_eq!(rows(&world.app), "0 0 0 1");
    }
}

#[actix_web::test]
async fn a_drawing_stays_while_a_document_holds_its_source() {
    let world = World::new().await;
    let hash = hash_of(b"graph TD\n  A --> B");
    world
        .put(&format!("diagrams/{hash}"), "image/svg+xml", DRAWING.as_bytes())
        .await;
    world.write("```mermaid\ngraph TD\n  A --> B\n```\n", "");
    collect_for(&world.app, 40).await;
    assert_eq!(rows(&world.app), "0 1 0 1");
    world.app.sql("UPDATE documents SET content = 'mermaid'");
    collect_at(&world.app, world.app.clock.now() + TimeDelta::days(42)).await;
    collect_at(&world.app, world.app.clock.now() + TimeDelta::days(73)).await;
    assert_eq!(rows(&world.app), "0 0 0 1");
}

#[actix_web::test]
async fn a_deleted_team_gives_its_files_back() {
    let world = World::new().await;
    world.put(&format!("images/{NAME}"), "image/png", &png(1)).await;
    let path = format!("/api/teams/{}/images", world.team);
    let upload = world
        .app
        .send_bytes(&world.owner, Method::POST, &path, "image/png", &png(2))
        .await;
    upload.data();
    // Another team has one of them too.
    let path = "/api/teams/personal/images";
    let upload = world
        .app
        .send_bytes(&world.owner, Method::POST, path, "image/png", &png(1))
        .await;
    upload.data();
    world.app.sql("DELETE FROM teams WHERE kind = 'team'");
    collect_for(&world.app, 32).await;
    assert_eq!(rows(&world.app), "0 0 1 1");
    assert_eq!(stored(&world.app).len(), 1);
}

#[actix_web::test]
async fn a_file_that_is_used_again_is_kept_for_thirty_days_anew() {
    let app = TestApp::with_database();
    let user = app.user("li").await;
    let path = "/api/teams/personal/images";
    let upload = async || {
        app.send_bytes(&user, Method::POST, path, "image/png", &png(1))
            .await
            .data()
    };
    upload().await;
    app.sql("DELETE FROM team_images");
    collect_at(&app, app.clock.now() - TimeDelta::days(31)).await;
    upload().await;
    collect_at(&app, app.clock.now()).await;
    assert_eq!(rows(&app), "0 0 1 1");
    app.sql("DELETE FROM team_images");
    collect_at(&app, app.clock.now()).await;
    assert_eq!(rows(&app), "0 0 0 1");
}

#[actix_web::test]
async fn no_file_is_removed_while_a_backup_is_being_written() {
    let app = TestApp::with_database();
    let user = app.user("li").await;
    app.send_bytes(
        &user,
        Method::POST,
        "/api/teams/personal/images",
        "image/png",
        &png(1),
    )
    .await
    .data();
    app.sql("DELETE FROM team_images");
    let mut backup = app.database().connect();
    assert!(backups::begin(&mut backup).unwrap());
    assert!(!backups::begin(&mut app.database().connect()).unwrap());
    collect_for(&app, 32).await;
    assert_eq!((rows(&app).as_str(), stored(&app).len()), ("0 0 0 1", 1));
    diesel::sql_query("SELECT pg_advisory_unlock_all()")
        .execute(&mut backup)
        .unwrap();
    collect_for(&app, 32).await;
    assert_eq!((rows(&app).as_str(), stored(&app).len()), ("0 0 0 0", 0));
}

#[actix_web::test]
async fn bytes_that_no_row_names_are_removed_after_a_day_and_others_are_not() {
    let app = TestApp::with_database();
    let user = app.user("li").await;
    let path = "/api/teams/personal/images";
    app.send_bytes(&user, Method::POST, path, "image/png", &png(1))
        .await
        .data();
    // As a crash between the store and the table leaves them.
    let hash = app.database().text("SELECT hash FROM files");
    app.state
        .files
        .put(&new_name(&hash), "stray".into())
        .await
        .unwrap();
    assert_eq!(stored(&app).len(), 2);
    let folder = i64::from_str_radix(&hash[..2], 16).unwrap();
    // A moment at which this folder is looked at.
    let turn = |days: i64| {
        let later = app.clock.now() + TimeDelta::days(days);
        let missing = (folder * 600 - later.timestamp()).rem_euclid(256 * 600);
        later + TimeDelta::seconds(missing)
    };
    collect_at(&app, turn(-3)).await;
    assert_eq!(stored(&app).len(), 2);
    collect_at(&app, turn(2)).await;
    assert_eq!(stored(&app).len(), 1);
    assert_eq!(rows(&app), "0 0 1 1");
    let left = stored(&app).remove(0);
    let name = app.database().text("SELECT name FROM files");
    assert!(left.ends_with(name.split_once('/').unwrap().1));
}

#[actix_web::test]
async fn a_store_that_is_away_leaves_no_row_without_bytes() {
    let mut app = TestApp::with_database();
    let user = app.user("li").await;
    let path = "/api/teams/personal/images";
    app.send_bytes(&user, Method::POST, path, "image/png", &png(1))
        .await
        .data();
    app.sql("DELETE FROM team_images; UPDATE files SET unnamed_at = now() - interval '31 days'");
    app.reconfigure(&[
        ("S3_ENDPOINT", "http://127.0.0.1:1"),
        ("S3_BUCKET", "moyan"),
        ("S3_ACCESS_KEY", "key"),
        ("S3_SECRET_KEY", "secret"),
    ]);
    let state = app.state.clone();
    let now = app.clock.now();
    let failed = tokio::task::spawn_blocking(move || collect(&state, now).is_err());
    assert!(failed.await.unwrap());
    assert_eq!(rows(&app), "0 0 0 0");
    assert_eq!(stored(&app).len(), 1);
}

#[actix_web::test]
async fn a_base_is_looked_through_once_a_day() {
    let world = World::new().await;
    world.put(&format!("images/{NAME}"), "image/png", &png(1)).await;
    let start = world.app.clock.now() + TimeDelta::days(1);
    let is_unnamed = "(SELECT unnamed_at IS NOT NULL FROM knowledge_base_images)";
    world.write(&format!("![](images/{NAME})"), "");
    collect_at(&world.app, start).await;
    world.app.sql("DELETE FROM documents");
    collect_at(&world.app, start + TimeDelta::hours(23)).await;
    assert!(!world.app.database().is_true(is_unnamed));
    collect_at(&world.app, start + TimeDelta::hours(24)).await;
    assert!(world.app.database().is_true(is_unnamed));
}

#[actix_web::test]
async fn bytes_that_were_stored_within_a_day_may_get_their_row_yet() {
    let app = TestApp::with_database();
    let hash = hash_of(b"stray");
    let name = new_name(&hash);
    app.state.files.put(&name, "stray".into()).await.unwrap();
    let file = std::fs::File::options()
        .write(true)
        .open(app.folder().join("files").join(&name))
        .unwrap();
    // A moment at which this folder is looked at.
    let folder = i64::from_str_radix(&hash[..2], 16).unwrap();
    let turn = DateTime::from_timestamp((10_000 * 256 + folder) * 600, 0).unwrap();
    for (age, n_left) in [
        (TimeDelta::hours(24) - TimeDelta::seconds(1), 1),
        (TimeDelta::hours(24), 0),
    ] {
        file.set_modified((turn - age).into()).unwrap();
        collect_at(&app, turn).await;
        assert_eq!(stored(&app).len(), n_left, "{age}");
    }
}

/// Bases, each with an image.
async fn bases_with_images<const N: usize>(world: &mut World) -> [String; N] {
    let mut bases = Vec::new();
    for number in 1..=u8::try_from(N).unwrap() {
        world.base = world.app.knowledge_base(&world.team);
        world
            .put(&format!("images/{NAME}"), "image/png", &png(number))
            .await;
        bases.push(world.base.clone());
    }
    bases.try_into().unwrap()
}

#[actix_web::test]
async fn a_base_that_cannot_be_looked_through_keeps_the_others_from_nothing() {
    let mut world = World::new().await;
    let [failing, _, _] = bases_with_images(&mut world).await;
    world.app.sql(&format!(
        "UPDATE knowledge_base_images SET checked_at = checked_at - interval '1 minute' WHERE knowledge_base_id = '{failing}'; \
         CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'too large'; END $$; \
         CREATE TRIGGER fail BEFORE UPDATE ON knowledge_base_images FOR EACH ROW \
         WHEN (OLD.knowledge_base_id = '{failing}') EXECUTE FUNCTION fail()"
    ));
    for days in [1, 32, 63] {
        let (state, now) = (world.app.state.clone(), world.app.clock.now());
        let collected = tokio::task::spawn_blocking(move || collect(&state, now + TimeDelta::days(days)));
        assert!(collected.await.unwrap().is_err(), "what failed is told");
    }
    assert_eq!(rows(&world.app), "1 0 0 1");
    assert_eq!(stored(&world.app).len(), 1);
}

#[actix_web::test]
async fn the_base_that_waits_longest_is_looked_through_first() {
    let mut world = World::new().await;
    let bases: [String; 3] = bases_with_images(&mut world).await;
    world.app.sql(
        "CREATE TABLE looked_through (number serial, id uuid); \
         CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS \
         $$ BEGIN INSERT INTO looked_through (id) VALUES (NEW.knowledge_base_id); RETURN NEW; END $$",
    );
    for (minutes, base) in [2, 3, 1].into_iter().zip(&bases) {
        world.app.sql(&format!(
            "UPDATE knowledge_base_images SET checked_at = now() - interval '{minutes} minutes' \
             WHERE knowledge_base_id = '{base}'"
        ));
    }
    // The base that waits longest has the newest image, too.
    world.app.sql(&format!(
        "INSERT INTO knowledge_base_images (knowledge_base_id, name, file_hash, created_at, checked_at) \
         SELECT knowledge_base_id, 'new.png', file_hash, now(), now() FROM knowledge_base_images \
         WHERE knowledge_base_id = '{}'",
        bases[1]
    ));
    world.app.sql(
        "CREATE TRIGGER note AFTER UPDATE ON knowledge_base_images FOR EACH ROW EXECUTE FUNCTION note()",
    );
    collect_for(&world.app, 1).await;
    let order = "SELECT string_agg(id::text, ' ' ORDER BY number) \
                 FROM (SELECT id, min(number) AS number FROM looked_through GROUP BY id) AS each";
    let expected = [1, 0, 2].map(|at: usize| bases[at].as_str()).join(" ");
    assert_eq!(world.app.database().text(order), expected);
}
