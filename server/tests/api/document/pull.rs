//! What changed after a revision.

use moyan_domain::Clock;
use moyan_server::features::document::service::start_new_histories;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::support::TestApp;
use crate::support::content::{Base, delete_document, put_category};

#[actix_web::test]
async fn a_pull_answers_what_changed_after_a_revision_and_nothing_else() {
    let app = TestApp::with_database();
    let base = Base::new(&app).await;
    let (first, revision) = base.document(&app, "one").await;
    let (second, _) = base.document(&app, "two").await;
    let all = base.pull(&app, 0).await;
    assert_eq!((&all["revision"], &all["hasMore"]), (&json!(4), &json!(false)));
    assert_eq!(all["categories"].as_array().unwrap().len(), 1);
    base.accepted(&app, base.put_text(first, revision, "three")).await;
    let later = base.pull(&app, 4).await;
    assert_eq!(later["revision"], 5);
    assert_eq!(later["categories"], json!([]));
    assert_eq!(later["documents"].as_array().unwrap().len(), 1);
    assert_eq!(later["documents"][0]["id"], first.to_string());
    assert_ne!(later["documents"][0]["id"], second.to_string());
    assert_eq!(base.pull(&app, 5).await["documents"], json!([]));
}

#[actix_web::test]
async fn a_change_of_the_settings_moves_the_pull_on() {
    let app = TestApp::with_database();
    let base = Base::new(&app).await;
    app.sql("UPDATE knowledge_bases SET revision = 9");
    let pulled = base.pull(&app, 2).await;
    assert_eq!(
        (&pulled["revision"], &pulled["documents"]),
        (&json!(9), &json!([]))
    );
}

#[actix_web::test]
async fn pages_have_two_megabytes_and_leave_nothing_out() {
    let app = TestApp::with_database();
    let base = Base::new(&app).await;
    let text = "墨".repeat(300_000);
    let mut ids = Vec::new();
    for _ in 0..5 {
        ids.push(base.document(&app, &text).await.0.to_string());
    }
    let category = Uuid::now_v7();
    base.accepted(&app, put_category(category, "后来", "later")).await;
    let (mut since, mut pages, mut pulled) = (0, Vec::new(), Vec::new());
    loop {
        let page = base.pull(&app, since).await;
        let documents = page["documents"].as_array().unwrap();
        pages.push(documents.len());
        pulled.extend(documents.iter().map(|row| row["id"].as_str().unwrap().to_owned()));
        since = page["revision"].as_i64().unwrap();
        if page["hasMore"] == false {
            assert_eq!(page["categories"][0]["id"], category.to_string());
            break;
        }
    }
    assert_eq!((pages, pulled), (vec![2, 2, 1], ids));
    assert_eq!(since.to_string(), base.revision(&app));
}

#[actix_web::test]
async fn a_revision_that_the_server_does_not_have_is_said_to_be_of_the_future() {
    let app = TestApp::with_database();
    let base = Base::new(&app).await;
    let ask = async |since: &str| {
        let path = format!("{}/changes?since={since}", base.path);
        app.call(&base.owner, "GET", &path, Value::Null).await
    };
    assert_eq!(ask("3").await.refusal(), (409, "sync.futureRevision".to_owned()));
    assert_eq!(ask("2").await.status, 200);
    for nonsense in ["-1", "x", "9223372036854775808"] {
        assert_eq!(
            ask(nonsense).await.refusal(),
            (400, "request.invalid".to_owned()),
            "{nonsense}"
        );
    }
}

#[actix_web::test]
async fn a_database_that_was_put_back_and_counted_on_is_noticed() {
    let app = TestApp::with_database();
    let base = Base::new(&app).await;
    let (id, old) = base.document(&app, "one").await;
    let page = base.pull(&app, 0).await;
    let (since, last) = (page["revision"].clone(), page["lastChange"].clone());
    let path = format!("{}/changes", base.path);
    let pull = async || {
        let query = format!("{path}?since={since}&lastChange={}", last.as_str().unwrap());
        app.call(&base.owner, "GET", &query, Value::Null).await
    };
    let push = async |text: &str| {
        let changes = [base.put_text(id, old, text)];
        let seen = json!({ "revision": since, "lastChange": last });
        let body = json!({ "device": "", "seen": seen, "changes": changes });
        app.call(&base.owner, "POST", &path, body).await
    };
    assert_eq!(pull().await.status, 200);
    assert_eq!(push("two").await.data()["results"][0]["outcome"], "accepted");
    // Another browser wrote the same revisions after the database was put back.
    app.database()
        .execute("UPDATE accepted_changes SET id = gen_random_uuid()");
    let noticed = (409, "sync.futureRevision".to_owned());
    assert_eq!(pull().await.refusal(), noticed);
    assert_eq!(push("three").await.refusal(), noticed);
    assert_eq!(base.pull(&app, 0).await["documents"][0]["content"], "two");
    // A browser that was away until the change was forgotten is of this history, as far as anybody knows.
    app.database().execute("DELETE FROM accepted_changes");
    assert_eq!(pull().await.status, 200);
}

#[actix_web::test]
async fn an_empty_base_is_pulled_again_after_a_restore() {
    let app = TestApp::with_database();
    let base = Base::new(&app).await;
    start_new_histories(&mut app.database().connect(), Clock::default().now()).unwrap();
    let all = base.pull(&app, 0).await;
    let again = base.pull(&app, all["revision"].as_i64().unwrap()).await;
    assert_eq!(again["revision"], all["revision"]);
    assert_eq!(again["documents"], serde_json::json!([]));
}

#[actix_web::test]
async fn after_a_restore_no_revision_from_before_it_counts() {
    let app = TestApp::with_database();
    let base = Base::new(&app).await;
    let (id, old) = base.document(&app, "one").await;
    let before = base.pull(&app, 0).await["revision"].as_i64().unwrap();
    let mut newest = before;
    // A second restore in the same millisecond leaves the first behind too.
    let now = Clock::default().now();
    for _ in 0..2 {
        start_new_histories(&mut app.database().connect(), now).unwrap();
        let last = newest;
        newest = base.pull(&app, 0).await["revision"].as_i64().unwrap();
        assert!(newest > last, "{newest}");
        // One that follows at once moves no further than it has to.
        assert!(last == before || newest == last + 1 + before, "{newest}");
        // No browser has been further: it would have needed a change in each millisecond.
        assert!(newest > now.timestamp_millis(), "{newest}");
    }
    let settings = app.call(&base.owner, "GET", &base.path, Value::Null).await.data();
    assert!(settings["settingsRevision"].as_i64() > Some(now.timestamp_millis()));
    let all = base.pull(&app, 0).await;
    // Every row is of the new history: a page may end at any of them.
    for row in [&all["categories"][0], &all["documents"][0]] {
        assert!(row["revision"].as_i64() > all["historyStart"].as_i64(), "{row}");
    }
    assert_eq!(
        all["documents"][0]["placeRevision"],
        all["documents"][0]["textRevision"]
    );
    let ask = async |since: i64| {
        let path = format!("{}/changes?since={since}", base.path);
        app.call(&base.owner, "GET", &path, Value::Null).await
    };
    let history = newest - before;
    for (since, status) in [
        (1, 409),
        (before, 409),
        (history - 1, 409),
        (history, 200),
        (newest, 200),
        (newest + 1, 409),
    ] {
        assert_eq!(ask(since).await.status, status, "{since}");
    }
    assert_eq!(ask(before).await.refusal().1, "sync.futureRevision");
    // What was written on a text of before meets the text that is here.
    let current = base.conflict(&app, base.put_text(id, old, "two")).await;
    assert_eq!(current["content"], "one");
    let document = &all["documents"][0];
    let revision = document["textRevision"].as_i64().unwrap();
    assert_eq!(revision, old + history);
    base.accepted(&app, base.put_text(id, revision, "two")).await;
    let path = format!("{}/documents/{id}/revisions", base.path);
    let past = app.call(&base.owner, "GET", &path, Value::Null).await;
    let past: Vec<_> = past.data()["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["revision"].as_i64().unwrap())
        .collect();
    assert_eq!(past, [newest + 1, revision]);
}

#[actix_web::test]
async fn a_pull_while_a_change_is_at_work_misses_nothing() {
    let app = TestApp::with_database();
    let base = Base::new(&app).await;
    let (id, _) = base.document(&app, "one").await;
    // Another push has taken a revision and is not finished: a pull does not wait for it and does not go beyond it.
    let other = format!(
        "UPDATE knowledge_bases SET revision = 4 WHERE id = '{}'; \
         UPDATE documents SET content = 'two', text_revision = 4, revision = 4 WHERE id = '{id}'",
        base.id
    );
    let during = app.while_changing(&other, base.pull(&app, 3)).await;
    assert_eq!(
        (&during["revision"], &during["documents"]),
        (&json!(3), &json!([]))
    );
    assert_eq!(base.pull(&app, 3).await["documents"][0]["content"], "two");
}

#[actix_web::test]
async fn pages_have_a_thousand_rows_and_leave_nothing_out() {
    let app = TestApp::with_database();
    let base = Base::new(&app).await;
    // With the first one they are a thousand and one.
    app.sql(&format!(
        "INSERT INTO categories (knowledge_base_id, id, name, slug, position, revision) \
         SELECT '{}', gen_random_uuid(), 'x', 'x', 1, n FROM generate_series(3, 1002) n; \
         UPDATE knowledge_bases SET revision = 1002",
        base.id
    ));
    let first = base.pull(&app, 0).await;
    assert_eq!(
        (&first["revision"], &first["hasMore"]),
        (&json!(1001), &json!(true))
    );
    assert_eq!(first["categories"].as_array().unwrap().len(), 1000);
    let last = base.pull(&app, 1001).await;
    assert_eq!(
        (&last["revision"], &last["hasMore"]),
        (&json!(1002), &json!(false))
    );
    assert_eq!(last["categories"][0]["revision"], 1002);
    assert_eq!(last["categories"].as_array().unwrap().len(), 1);
}

#[actix_web::test]
async fn what_is_in_another_base_is_no_part_of_a_pull() {
    let app = TestApp::with_database();
    let (ours, theirs) = (Base::new(&app).await, Base::named(&app, "stranger").await);
    ours.document(&app, "one").await;
    for name in ["甲", "乙", "丙"] {
        ours.accepted(&app, put_category(ours.category, name, "docs"))
            .await;
    }
    let text = "a".repeat(900 * 1024);
    for _ in 0..3 {
        theirs.document(&app, &text).await;
    }
    app.sql(&format!(
        "INSERT INTO categories (knowledge_base_id, id, name, slug, position, revision) \
         SELECT '{}', gen_random_uuid(), 'x', 'x', 1, 2 FROM generate_series(1, 1001) n",
        theirs.id
    ));
    let pulled = ours.pull(&app, 0).await;
    assert_eq!(
        (
            pulled["categories"].as_array().unwrap().len(),
            pulled["documents"].as_array().unwrap().len(),
            &pulled["hasMore"]
        ),
        (1, 1, &json!(false))
    );
}

#[actix_web::test]
async fn what_changed_after_the_question_comes_with_the_next_pull() {
    let app = TestApp::with_database();
    let base = Base::new(&app).await;
    let text = "a".repeat(900 * 1024);
    for _ in 0..2 {
        base.document(&app, &text).await;
    }
    let (later, revision) = base.document(&app, &text).await;
    let category = Uuid::now_v7();
    base.accepted(&app, put_category(category, "后来", "later")).await;
    // As a pull sees it that asked for the newest revision before these two were written.
    let newest = revision - 1;
    app.sql(&format!("UPDATE knowledge_bases SET revision = {newest}"));
    let pulled = base.pull(&app, 0).await;
    assert_eq!(
        (&pulled["revision"], &pulled["hasMore"]),
        (&json!(newest), &json!(false))
    );
    assert_eq!(
        (
            pulled["categories"].as_array().unwrap().len(),
            pulled["documents"].as_array().unwrap().len()
        ),
        (1, 2)
    );
    app.sql(&format!("UPDATE knowledge_bases SET revision = {}", revision + 1));
    let next = base.pull(&app, newest).await;
    assert_eq!(
        (&next["documents"][0]["id"], &next["categories"][0]["id"]),
        (&json!(later), &json!(category))
    );
}

#[actix_web::test]
async fn a_deletion_weighs_nothing_in_a_page() {
    let app = TestApp::with_database();
    let base = Base::new(&app).await;
    let text = "a".repeat(900 * 1024);
    for _ in 0..3 {
        let (id, revision) = base.document(&app, &text).await;
        base.accepted(&app, delete_document(id, revision)).await;
    }
    let pulled = base.pull(&app, 0).await;
    assert_eq!(
        (pulled["documents"].as_array().unwrap().len(), &pulled["hasMore"]),
        (3, &json!(false))
    );
}
