//! How much a push takes.

use moyan_domain::limits::SHORT_TEXT_MAX_BYTES;
use moyan_foundation::http::body_places::Sender;
use serde_json::json;
use uuid::Uuid;

use crate::support::content::{Base, delete_document};
use crate::support::{FullLimit, TestApp};

const MEGABYTE: usize = 1024 * 1024;

#[actix_web::test]
async fn a_text_has_a_megabyte_and_one_that_is_larger_is_refused_alone() {
    let app = TestApp::with_database();
    let base = Base::new(&app).await;
    let (fits, too_large, last) = (Uuid::now_v7(), Uuid::now_v7(), Uuid::now_v7());
    let results = base
        .push(
            &app,
            vec![
                base.put_text(fits, 0, &"a ".repeat(MEGABYTE / 2)),
                // Bytes are counted and not characters.
                base.put_text(too_large, 0, &format!("{}a", "é".repeat(MEGABYTE / 2))),
                base.put_text(last, 0, "small"),
            ],
        )
        .await;
    let outcomes: Vec<_> = results
        .iter()
        .map(|result| result["outcome"].as_str().unwrap())
        .collect();
    assert_eq!(outcomes, ["accepted", "refused", "accepted"]);
    assert_eq!(results[1]["error"], "document.tooLarge");
    assert_eq!(app.database().text("SELECT count(*) FROM documents"), "2");
}

#[actix_web::test]
async fn titles_and_paths_have_two_hundred_characters() {
    let app = TestApp::with_database();
    let base = Base::new(&app).await;
    for (field, key) in [
        ("title", "document.titleTooLong"),
        ("routerPath", "document.pathTooLong"),
    ] {
        let mut change = base.put_text(Uuid::now_v7(), 0, "text");
        change[field] = json!("墨".repeat(201));
        assert_eq!(base.refused(&app, change.clone()).await, key);
        change[field] = json!("墨".repeat(200));
        base.accepted(&app, change).await;
    }
}

#[actix_web::test]
async fn a_title_hides_nothing_and_turns_nothing_around() {
    let app = TestApp::with_database();
    let base = Base::new(&app).await;
    let id = Uuid::now_v7();
    for revision in 0..2 {
        let mut change = base.put_text(id, revision, "text");
        change["title"] = json!("\u{1b}[2J\u{7}a\n\u{202e}b\u{200b}👩\u{200d}💻");
        let results = base.push(&app, vec![change]).await;
        assert_eq!(results[0]["outcome"], "accepted");
    }
    assert_eq!(
        app.database().text("SELECT title FROM documents"),
        "[2Ja b👩\u{200d}💻"
    );
    // What another text is compared with has no such characters either.
    assert_eq!(
        app.database().text("SELECT count(*) FROM document_revisions"),
        "1"
    );
}

#[actix_web::test]
async fn a_nul_character_refuses_the_text_that_has_it() {
    let app = TestApp::with_database();
    let base = Base::new(&app).await;
    for field in ["content", "title", "routerPath"] {
        let mut change = base.put_text(Uuid::now_v7(), 0, "text");
        change[field] = json!("a\0b");
        let results = base
            .push(&app, vec![change, base.put_text(Uuid::now_v7(), 0, "text")])
            .await;
        assert_eq!(results[0]["error"], "document.nulCharacter", "{field}");
        assert_eq!(results[1]["outcome"], "accepted");
    }
    let mut category = crate::support::content::put_category(Uuid::now_v7(), "a\0", "a");
    assert_eq!(base.refused(&app, category.clone()).await, "category.invalid");
    category["name"] = json!("a");
    category["description"] = json!("\0");
    assert_eq!(base.refused(&app, category).await, "category.invalid");
    // A device is called as it is, without what cannot be stored.
    let body = json!({ "device": format!("Fire\0fox {}", "x".repeat(200)), "changes": [base.put_text(Uuid::now_v7(), 0, "t")] });
    app.call(&base.owner, "POST", &format!("{}/changes", base.path), body)
        .await
        .data();
    let device = "SELECT device FROM document_revisions ORDER BY revision DESC LIMIT 1";
    assert_eq!(app.database().text(device), format!("Firefox {}", "x".repeat(92)));
}

#[actix_web::test]
async fn a_push_has_a_hundred_changes() {
    let app = TestApp::with_database();
    let base = Base::new(&app).await;
    let changes = |n_changes: usize| {
        (0..n_changes)
            .map(|_| delete_document(Uuid::now_v7(), 0))
            .collect()
    };
    let answer = base.try_push(&app, &base.owner, changes(101)).await;
    assert_eq!(answer.refusal(), (413, "request.tooLarge".to_owned()));
    assert_eq!(base.push(&app, changes(100)).await.len(), 100);
}

#[actix_web::test]
async fn a_push_has_four_megabytes() {
    let app = TestApp::with_database();
    let base = Base::new(&app).await;
    let texts = |n_texts: usize| {
        (0..n_texts)
            .map(|_| base.put_text(Uuid::now_v7(), 0, &"a".repeat(1000 * 1000)))
            .collect()
    };
    let answer = base.try_push(&app, &base.owner, texts(5)).await;
    assert_eq!(answer.refusal(), (413, "request.tooLarge".to_owned()));
    assert_eq!(base.push(&app, texts(4)).await.len(), 4);
}

#[actix_web::test]
async fn a_base_has_twenty_thousand_documents() {
    let app = TestApp::with_database();
    let base = Base::new(&app).await;
    let (deleted, revision) = base.document(&app, "deleted").await;
    base.accepted(&app, delete_document(deleted, revision)).await;
    app.sql("UPDATE knowledge_bases SET n_documents = 19999");
    let (last, revision) = base.document(&app, "last").await;
    assert_eq!(
        base.refused(&app, base.put_text(Uuid::now_v7(), 0, "more")).await,
        "document.tooMany"
    );
    // One that comes back is one more; one that is there is not.
    let back = base.put_text(deleted, 3, "back");
    assert_eq!(base.refused(&app, back).await, "document.tooMany");
    base.accepted(&app, base.put_text(last, revision, "changed"))
        .await;
}

#[actix_web::test]
async fn an_account_writes_a_gigabyte_of_texts_an_hour() {
    let app = TestApp::with_database();
    let base = Base::new(&app).await;
    let text = "a".repeat(100 * 1024);
    let push = async || {
        let change = base.put_text(Uuid::now_v7(), 0, &text);
        base.try_push(&app, &base.owner, vec![change]).await
    };
    push().await.data();
    let kilobytes = "SELECT n_hits FROM throttles WHERE key LIKE 'texts %'";
    assert_eq!(app.database().text(kilobytes), "102");
    app.sql("UPDATE throttles SET n_hits = 1024 * 1024 - 101 WHERE key LIKE 'texts %'");
    push().await.data();
    let refused = push().await;
    assert_eq!(refused.refusal(), (429, "request.tooMany".to_owned()));
    // Others are not kept from writing.
    Base::named(&app, "other").await.document(&app, "two").await;
    // Nor may copies of what is there take more.
    let copy = app
        .call(
            &base.owner,
            "POST",
            &format!("{}/duplicate", base.path),
            json!({}),
        )
        .await;
    assert_eq!(copy.status, 429);
    app.state.clock.advance(chrono::TimeDelta::hours(1));
    push().await.data();
    // A copy weighs what its texts weigh: 300 KB.
    app.sql("UPDATE throttles SET n_hits = 1024 * 1024 - 200 WHERE key LIKE 'texts %'");
    let path = format!("{}/duplicate", base.path);
    let copy = app.call(&base.owner, "POST", &path, json!({})).await;
    assert_eq!(copy.status, 429);
}

/// What a push of one text of so many bytes is refused with; none when it is done.
async fn refusal_of_push(app: &TestApp, base: &Base, n_bytes: usize) -> Option<(u16, String)> {
    let change = base.put_text(Uuid::now_v7(), 0, &"a".repeat(n_bytes));
    let answer = base.try_push(app, &base.owner, vec![change]).await;
    (answer.status != 200).then(|| answer.refusal())
}

#[actix_web::test]
async fn long_texts_are_read_one_after_another_and_keep_no_short_one_waiting() {
    let app = TestApp::with_database();
    let (ours, theirs) = (Base::new(&app).await, Base::named(&app, "theirs").await);
    let busy = Some((503, "server.busy".to_owned()));
    let others = FullLimit::of(app.state.texts.limit(SHORT_TEXT_MAX_BYTES + 1));
    assert_eq!(refusal_of_push(&app, &ours, SHORT_TEXT_MAX_BYTES + 1).await, busy);
    assert_eq!(refusal_of_push(&app, &ours, SHORT_TEXT_MAX_BYTES).await, None);
    assert_eq!(app.database().text("SELECT count(*) FROM documents"), "1");
    drop(others);
    assert_eq!(refusal_of_push(&app, &ours, SHORT_TEXT_MAX_BYTES + 1).await, None);
    // An account that has many texts at work keeps nobody else waiting.
    let own = FullLimit::of(&app.state.texts.limit_of(ours.owner.id));
    assert_eq!(refusal_of_push(&app, &ours, 1).await, busy);
    assert_eq!(refusal_of_push(&app, &theirs, 1).await, None);
    drop(own);
    assert_eq!(refusal_of_push(&app, &ours, 1).await, None);
}

#[actix_web::test]
async fn an_account_that_has_sent_many_large_bodies_waits_and_nobody_else_does() {
    let app = TestApp::with_database();
    let (ours, theirs) = (Base::new(&app).await, Base::named(&app, "theirs").await);
    let large = 300 * 1024;
    let sender = Sender::Account(ours.owner.id);
    let _own = FullLimit::of(&app.state.bodies.limit_of(sender, large));
    let busy = Some((503, "server.busy".to_owned()));
    assert_eq!(refusal_of_push(&app, &ours, large).await, busy);
    // Small ones have places of their own.
    assert_eq!(refusal_of_push(&app, &ours, 1).await, None);
    assert_eq!(refusal_of_push(&app, &theirs, large).await, None);
}
