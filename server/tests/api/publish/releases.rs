use actix_web::http::Method;
use diesel::connection::SimpleConnection as _;
use moyan_foundation::access::Role;
use moyan_server::features::public_site::Sites;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::support::site::Site;
use crate::support::{TestApp, wait_until};

#[actix_web::test]
async fn what_is_published_stays_as_it_is_until_the_next_release() {
    let app = TestApp::with_database();
    let site = Site::new(&app).await;
    let (id, revision) = site.document(&app, "开始", "# 开始\n\n一").await;
    let released = site
        .call(&app, "POST", "/releases", json!({ "note": " 第一版 " }))
        .await
        .data();
    assert_eq!(
        (
            &released["number"],
            &released["note"],
            &released["nDocuments"],
            &released["isLive"]
        ),
        (&json!(1), &json!("第一版"), &json!(1), &json!(true))
    );
    assert!(released["createdByNickname"].is_string());
    site.write(&app, id, revision, "开始", "# 开始\n\n二").await;
    let text = site
        .call(&app, "GET", &format!("/changes/{id}"), Value::Null)
        .await
        .data();
    assert_eq!(
        (&text["before"], &text["after"]),
        (&json!("# 开始\n\n一"), &json!("# 开始\n\n二"))
    );
    assert_eq!(site.publish(&app).await.data()["number"], 2);
    assert!(site.changed_documents(&app).await.is_empty());
    let releases = site.call(&app, "GET", "/releases", Value::Null).await.data();
    let numbers: Vec<_> = releases["releases"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["number"].clone())
        .collect();
    assert_eq!(numbers, [2, 1]);
    assert_eq!(app.database().text("SELECT generation FROM sites"), "3");
    let audited = "SELECT count(*) FROM audit_entries WHERE action = 'site.published'";
    assert_eq!(app.database().text(audited), "2");
}

#[actix_web::test]
async fn the_second_publish_renders_only_what_changed() {
    let app = TestApp::with_database();
    let site = Site::new(&app).await;
    let (id, revision) = site.document(&app, "一", "一").await;
    site.document(&app, "二", "二").await;
    site.publish(&app).await.data();
    assert_eq!(
        app.database().text("SELECT count(*) FROM rendered_documents"),
        "2"
    );
    // A rendering that is there is taken, whatever is in it.
    app.sql("UPDATE rendered_documents SET data = '{}'");
    site.write(&app, id, revision, "一", "三").await;
    site.publish(&app).await.data();
    let rendered = "SELECT count(*) || ' ' || count(*) FILTER (WHERE data <> '{}') FROM rendered_documents";
    assert_eq!(app.database().text(rendered), "3 1");
}

#[actix_web::test]
async fn a_changed_address_leads_on_and_never_in_a_ring() {
    let app = TestApp::with_database();
    let site = Site::new(&app).await;
    let (id, first) = site.document(&app, "甲", "一").await;
    site.publish(&app).await.data();
    let second = site.write(&app, id, first, "乙", "一").await;
    site.publish(&app).await.data();
    assert_eq!(site.redirects(&app), "/docs/docs/甲 /docs/docs/乙");
    let third = site.write(&app, id, second, "丙", "一").await;
    site.publish(&app).await.data();
    assert_eq!(
        site.redirects(&app),
        "/docs/docs/乙 /docs/docs/丙, /docs/docs/甲 /docs/docs/丙"
    );
    site.write(&app, id, third, "甲", "一").await;
    site.publish(&app).await.data();
    assert_eq!(
        site.redirects(&app),
        "/docs/docs/丙 /docs/docs/甲, /docs/docs/乙 /docs/docs/甲"
    );
}

#[actix_web::test]
async fn an_older_release_comes_back_with_its_addresses() {
    let app = TestApp::with_database();
    let site = Site::new(&app).await;
    let (id, revision) = site.document(&app, "甲", "一").await;
    let first = site.publish(&app).await.data();
    site.write(&app, id, revision, "乙", "一").await;
    site.publish(&app).await.data();
    let route = format!("/releases/{}/restore", first["id"].as_str().unwrap());
    let restored = site.call(&app, "POST", &route, Value::Null).await.data();
    assert_eq!(
        (&restored["number"], &restored["isLive"]),
        (&json!(1), &json!(true))
    );
    assert_eq!(site.redirects(&app), "/docs/docs/乙 /docs/docs/甲");
    assert_eq!(
        site.changed_documents(&app).await,
        ["changed /docs/docs/乙 /docs/docs/甲"]
    );
    let generation = app.database().text("SELECT generation FROM sites");
    site.call(&app, "POST", &route, Value::Null).await.data();
    assert_eq!(app.database().text("SELECT generation FROM sites"), generation);
    let unknown = format!("/releases/{}/restore", Uuid::now_v7());
    let refused = site.call(&app, "POST", &unknown, Value::Null).await;
    assert_eq!(refused.refusal(), (404, "release.notFound".to_owned()));
}

#[actix_web::test]
async fn what_cannot_be_published_is_refused_with_the_reason() {
    let app = TestApp::with_database();
    let site = Site::new(&app).await;
    let refusal = async |statement: &str| {
        app.sql(statement);
        site.publish(&app).await.refusal()
    };
    let refused = |status: u16, key: &str| (status, key.to_owned());
    assert_eq!(refusal("SELECT 1").await, refused(409, "site.withoutDocuments"));
    site.document(&app, "甲", "一").await;
    assert_eq!(
        refusal("UPDATE knowledge_bases SET purges_at = now()").await,
        refused(409, "site.withoutKnowledgeBase")
    );
    assert_eq!(
        refusal("DELETE FROM knowledge_bases").await,
        refused(409, "site.withoutKnowledgeBase")
    );
    assert_eq!(
        refusal("UPDATE sites SET status = 'archived'").await,
        refused(409, "site.archived")
    );
    assert_eq!(
        refusal("UPDATE sites SET status = 'draft', purges_at = now()").await,
        refused(409, "site.inBin")
    );
    assert_eq!(
        refusal("UPDATE sites SET purges_at = NULL; UPDATE teams SET plan = 'creator'").await,
        refused(403, "plan.notAvailable")
    );
    assert_eq!(app.database().text("SELECT count(*) FROM releases"), "0");
}

#[actix_web::test]
async fn who_may_not_publish_reads_what_would_change() {
    let app = TestApp::with_database();
    let site = Site::new(&app).await;
    site.document(&app, "甲", "一").await;
    let viewer = site.base.member(&app, Role::Viewer).await;
    let changes = app
        .call(&viewer, "GET", &format!("{}/changes", site.path), Value::Null)
        .await;
    assert_eq!(changes.data()["nDocuments"], 1);
    let releases = format!("{}/releases", site.path);
    let refused = app.call(&viewer, "POST", &releases, json!({ "note": "" })).await;
    assert_eq!(refused.refusal(), (403, "access.denied".to_owned()));
    let stranger = app.user("stranger").await;
    let refused = app
        .call(&stranger, "POST", &releases, json!({ "note": "" }))
        .await;
    assert_eq!(refused.refusal().0, 404);
}

#[actix_web::test]
async fn a_note_has_five_hundred_characters() {
    let app = TestApp::with_database();
    let site = Site::new(&app).await;
    site.document(&app, "甲", "一").await;
    let publish = async |note: String| {
        site.call(&app, "POST", "/releases", json!({ "note": note }))
            .await
    };
    assert_eq!(publish("字".repeat(501)).await.problem("note"), "field.tooLong");
    assert_eq!(
        publish("a\u{7}".to_owned()).await.problem("note"),
        "field.controlCharacter"
    );
    assert_eq!(publish("字".repeat(500)).await.data()["number"], 1);
}

#[actix_web::test]
async fn of_two_at_once_the_later_one_has_the_last_word() {
    let app = TestApp::with_database();
    let site = Site::new(&app).await;
    site.document(&app, "甲", "一").await;
    let (one, other) = tokio::join!(site.publish(&app), site.publish(&app));
    let mut numbers = [one.data()["number"].as_i64(), other.data()["number"].as_i64()];
    numbers.sort_unstable();
    assert_eq!(numbers, [Some(1), Some(2)]);
    let live = "SELECT number FROM releases r JOIN sites s ON s.live_release_id = r.id";
    assert_eq!(app.database().text(live), "2");
    // One that was begun earlier and ends now changes nothing for visitors.
    app.sql(&format!(
        "INSERT INTO releases (id, site_id, number, status, settings, categories, engine_version) \
         VALUES (gen_random_uuid(), '{}', 9, 'ready', '{{}}', '[]', 'x')",
        site.id
    ));
    let newer = "UPDATE releases SET number = 99 WHERE number = 9";
    let late = app
        .while_changing(
            &format!("SELECT 1 FROM sites FOR UPDATE; {newer}"),
            site.publish(&app),
        )
        .await;
    assert!(late.data()["number"].as_i64() > Some(9));
}

/// Two sites may render the same text at the same moment. Each writes the first rendering before the last, so that none
/// holds what the other waits for.
#[actix_web::test]
async fn renderings_are_written_in_one_order_whoever_writes_them() {
    let app = TestApp::with_database();
    let site = Site::new(&app).await;
    for n in 0..12 {
        site.document(&app, &format!("text {n}"), &format!("text {n}"))
            .await;
    }
    assert_eq!(site.publish(&app).await.status, 200);
    app.sql("CREATE TABLE kept AS SELECT * FROM rendered_documents");
    let write = |end: &str| {
        format!(
            "INSERT INTO rendered_documents SELECT * FROM kept WHERE hash = (SELECT {end}(hash) FROM kept)"
        )
    };
    for _ in 0..5 {
        app.sql(
            "UPDATE sites SET live_release_id = NULL; DELETE FROM releases; DELETE FROM rendered_documents",
        );
        let mut other = app.database().connect();
        other.batch_execute(&format!("BEGIN; {}", write("min"))).unwrap();
        let other_ends = async {
            wait_until(|| app.database().is_waited_for()).await;
            other.batch_execute(&format!("{}; COMMIT", write("max"))).unwrap();
        };
        let (answer, ()) = tokio::join!(site.publish(&app), other_ends);
        assert_eq!(answer.status, 200);
    }
}

#[actix_web::test]
async fn images_that_texts_name_stay_as_long_as_a_release_shows_them() {
    let app = TestApp::with_database();
    let site = Site::new(&app).await;
    let hash = "ab".repeat(32);
    app.sql(&format!(
        "INSERT INTO files (hash, name, media_type, n_bytes, width, height) VALUES ('{hash}', 'ab/x', 'image/png', 9, 4, 3); \
         INSERT INTO knowledge_base_images (knowledge_base_id, name, file_hash) \
         VALUES ('{0}', '0123456789abcdef.png', '{hash}'), ('{0}', 'ffffffffffffffff.png', '{hash}')",
        site.base.id
    ));
    site.document(&app, "甲", "![](images/0123456789abcdef.png)")
        .await;
    site.publish(&app).await.data();
    assert_eq!(
        app.database()
            .text("SELECT string_agg(name, ' ') FROM release_files"),
        "0123456789abcdef.png"
    );
    app.sql("DELETE FROM knowledge_base_images");
    assert!(app.sweep().await);
    assert_eq!(
        app.database()
            .text("SELECT count(*) FROM files WHERE unnamed_at IS NOT NULL"),
        "0"
    );
    app.sql("DELETE FROM release_files");
    assert!(app.sweep().await);
    assert_eq!(
        app.database()
            .text("SELECT count(*) FROM files WHERE unnamed_at IS NOT NULL"),
        "1"
    );
}

#[actix_web::test]
async fn fifty_releases_are_kept_and_the_live_one_always() {
    let app = TestApp::with_database();
    let site = Site::new(&app).await;
    site.document(&app, "甲", "一").await;
    app.sql(&format!(
        "INSERT INTO releases (id, site_id, number, status, settings, categories, engine_version) \
         SELECT gen_random_uuid(), '{}', n, 'ready', '{{}}', '[]', 'x' FROM generate_series(1, 60) n; \
         UPDATE sites SET live_release_id = (SELECT id FROM releases WHERE number = 3)",
        site.id
    ));
    site.publish(&app).await.data();
    let kept = "SELECT concat_ws(' ', count(*), min(number), max(number)) FROM releases";
    assert_eq!(app.database().text(kept), "50 12 61");
    app.sql("UPDATE sites SET live_release_id = (SELECT id FROM releases WHERE number = 12)");
    site.publish(&app).await.data();
    assert_eq!(app.database().text(kept), "50 13 62");
}

#[actix_web::test]
async fn going_back_to_an_older_release_cancels_what_is_being_published() {
    let app = TestApp::with_database();
    let site = Site::new(&app).await;
    let (id, revision) = site.document(&app, "甲", "一").await;
    let first = site.publish(&app).await.data();
    let revision = site.write(&app, id, revision, "甲", "二").await;
    site.publish(&app).await.data();
    site.write(&app, id, revision, "甲", "三").await;
    let route = format!("/releases/{}/restore", first["id"].as_str().unwrap());
    // Renderings cannot be written until the older release is live.
    let mut other = app.database().connect();
    other
        .batch_execute("BEGIN; LOCK TABLE rendered_documents IN SHARE MODE")
        .unwrap();
    let going_back = async {
        wait_until(|| app.database().is_waited_for()).await;
        let restored = site.call(&app, "POST", &route, Value::Null).await.data();
        other.batch_execute("COMMIT").unwrap();
        restored
    };
    let (published, restored) = tokio::join!(site.publish(&app), going_back);
    assert_eq!(restored["isLive"], true);
    assert_eq!(published.refusal(), (409, "release.canceled".to_owned()));
    let live = "SELECT number FROM releases r JOIN sites s ON s.live_release_id = r.id";
    assert_eq!(app.database().text(live), "1");
    assert_eq!(app.database().text("SELECT count(*) FROM releases"), "2");
    assert_eq!(site.publish(&app).await.data()["isLive"], true);
}

#[actix_web::test]
async fn a_site_is_read_on_when_its_base_is_gone_for_good() {
    let app = TestApp::with_database();
    let site = Site::new(&app).await;
    site.document(&app, "甲", "一段文字").await;
    site.publish(&app).await.data();
    app.sql("UPDATE sites SET status = 'published'");
    app.state.memory.of::<Sites>().expire();
    let read = async || {
        let headers = [("host", "handbook.localhost:8080")];
        app.send(Method::GET, "/docs/docs/%E7%94%B2", &headers).await
    };
    assert_eq!(read().await.status, 200);
    let owner = &site.base.owner;
    app.call(owner, "DELETE", &site.base.path, Value::Null)
        .await
        .data();
    for is_purged in [false, true] {
        if is_purged {
            app.call(owner, "POST", &format!("{}/purge", site.base.path), Value::Null)
                .await
                .data();
        }
        app.state.memory.of::<Sites>().expire();
        let page = read().await;
        assert_eq!(page.status, 200, "{is_purged}");
        assert!(page.text().contains("一段文字"));
        let refused = site.publish(&app).await;
        assert_eq!(refused.refusal(), (409, "site.withoutKnowledgeBase".to_owned()));
        let overview = site.call(&app, "GET", "/overview", Value::Null).await.data();
        assert_eq!(overview["health"][0]["isDone"], false);
        let page = json!({ "page": { "kind": "index" }, "audience": "guest", "colorScheme": "light" });
        site.call(&app, "POST", "/preview", page).await.data();
        site.call(&app, "GET", "/changes", Value::Null).await.data();
    }
}

#[actix_web::test]
async fn a_deep_tree_of_long_titles_is_published_and_read() {
    let app = TestApp::with_database();
    let site = Site::new(&app).await;
    let (mut changes, mut parent) = (Vec::new(), None);
    for at in 0..14_u32 {
        // Letters that do not repeat: PostgreSQL makes shorter what repeats.
        let title: String = (0..80)
            .filter_map(|n| char::from_u32(0x4e00 + (at * 80 + n) * 7919 % 20_000))
            .collect();
        let id = Uuid::now_v7();
        let mut change = site.base.put_text(id, 0, "text");
        change["title"] = title.into();
        change["place"]["parentId"] = json!(parent);
        changes.push(change);
        parent = Some(id);
    }
    for result in site.base.push(&app, changes).await {
        assert_eq!(result["outcome"], "accepted", "{result}");
    }
    let published = site.publish(&app).await;
    assert_eq!(published.status, 200, "{}", published.text());
    let read = "SELECT count(*) || ' ' || (max(octet_length(path)) <= 1000) FROM release_documents";
    assert_eq!(app.database().text(read), "14 true");
    let problems = site.changes(&app).await["pathProblems"].clone();
    let first = &problems[0]["problem"];
    assert_eq!((problems.as_array().unwrap().len(), first), (3, &json!("long")));
}
