//! Heartbeats: what changed elsewhere, and who else is there.

use moyan_foundation::access::Role;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::support::content::{Base, delete_document};
use crate::support::{TestApp, User};

async fn beat(app: &TestApp, base: &Base, user: &User, document: Option<Uuid>) -> Value {
    let open = document.map(|id| json!({ "knowledgeBaseId": base.id, "documentId": id }));
    let path = format!("/api/teams/{}/sync", base.team);
    app.call(user, "POST", &path, json!({ "open": open }))
        .await
        .data()
}

#[actix_web::test]
async fn others_are_seen_where_they_are_by_nickname_and_picture_only() {
    let app = TestApp::with_database();
    let base = Base::new(&app).await;
    let (id, revision) = base.document(&app, "one").await;
    let viewer = base.member(&app, Role::Viewer).await;
    let mine = beat(&app, &base, &viewer, Some(id)).await;
    assert_eq!(
        mine,
        json!({ "knowledgeBases": [{ "id": base.id, "revision": revision }], "presences": [] })
    );
    let seen = beat(&app, &base, &base.owner, None).await;
    assert_eq!(
        seen["presences"],
        json!([{ "knowledgeBaseId": base.id, "documentId": id, "userId": viewer.id, "nickname": "viewer", "avatarUrl": null }])
    );
    // On two devices somebody is there once, and nobody sees themselves.
    let second = User {
        token: app.login(&viewer.email).await,
        ..viewer.clone()
    };
    beat(&app, &base, &second, Some(id)).await;
    assert_eq!(
        beat(&app, &base, &base.owner, None).await["presences"]
            .as_array()
            .unwrap()
            .len(),
        1
    );
    assert_eq!(beat(&app, &base, &viewer, Some(id)).await["presences"], json!([]));
    // Who closes the document is gone.
    beat(&app, &base, &viewer, None).await;
    beat(&app, &base, &second, None).await;
    assert_eq!(beat(&app, &base, &base.owner, None).await["presences"], json!([]));
}

#[actix_web::test]
async fn what_may_only_be_read_is_heard_of_and_notes_nobody() {
    let mut app = TestApp::with_database();
    let base = Base::new(&app).await;
    let (id, revision) = base.document(&app, "one").await;
    let viewer = base.member(&app, Role::Viewer).await;
    beat(&app, &base, &viewer, Some(id)).await;
    app.reconfigure(&[("READ_ONLY", "true")]);
    beat(&app, &base, &viewer, None).await;
    let heard = beat(&app, &base, &base.owner, Some(id)).await;
    assert_eq!(heard["knowledgeBases"][0]["revision"], revision);
    assert_eq!(
        app.database().text("SELECT count(*) FROM document_presences"),
        "1",
        "neither a new one, nor the old one taken away"
    );
    app.reconfigure(&[]);
    app.sql("UPDATE teams SET suspended_at = now(), suspended_reason = 'spam'");
    let heard = beat(&app, &base, &base.owner, Some(id)).await;
    assert_eq!(heard["knowledgeBases"][0]["revision"], revision);
}

#[actix_web::test]
async fn who_was_not_heard_of_for_ten_seconds_is_gone() {
    let app = TestApp::with_database();
    let base = Base::new(&app).await;
    let (id, _) = base.document(&app, "one").await;
    let viewer = base.member(&app, Role::Viewer).await;
    beat(&app, &base, &viewer, Some(id)).await;
    for (age, is_there) in [("9 seconds", true), ("11 seconds", false)] {
        app.sql(&format!(
            "UPDATE document_presences SET seen_at = now() - interval '{age}'"
        ));
        let seen = beat(&app, &base, &base.owner, None).await;
        assert_eq!(seen["presences"] != json!([]), is_there, "{age}");
    }
}

#[actix_web::test]
async fn a_document_of_another_team_or_of_nobody_counts_as_none() {
    let app = TestApp::with_database();
    let (ours, theirs) = (Base::new(&app).await, Base::named(&app, "stranger").await);
    let (secret, _) = theirs.document(&app, "secret").await;
    let (id, _) = ours.document(&app, "one").await;
    beat(&app, &ours, &ours.owner, Some(id)).await;
    let path = format!("/api/teams/{}/sync", ours.team);
    for open in [
        json!({ "knowledgeBaseId": theirs.id, "documentId": secret }),
        json!({ "knowledgeBaseId": ours.id, "documentId": Uuid::now_v7() }),
    ] {
        let answer = app
            .call(&ours.owner, "POST", &path, json!({ "open": open }))
            .await;
        assert_eq!(answer.data()["knowledgeBases"].as_array().unwrap().len(), 1);
        assert_eq!(
            app.database().text("SELECT count(*) FROM document_presences"),
            "0"
        );
    }
}

#[actix_web::test]
async fn a_base_in_the_bin_is_not_heard_of() {
    let app = TestApp::with_database();
    let base = Base::new(&app).await;
    let (id, _) = base.document(&app, "one").await;
    let viewer = base.member(&app, Role::Viewer).await;
    beat(&app, &base, &viewer, Some(id)).await;
    app.sql("UPDATE knowledge_bases SET purges_at = now()");
    assert_eq!(
        beat(&app, &base, &base.owner, None).await,
        json!({ "knowledgeBases": [], "presences": [] })
    );
}

#[actix_web::test]
async fn who_goes_on_to_another_document_is_seen_there_for_as_long_as_they_stay() {
    let app = TestApp::with_database();
    let base = Base::new(&app).await;
    let (first, _) = base.document(&app, "one").await;
    let (second, _) = base.document(&app, "two").await;
    let viewer = base.member(&app, Role::Viewer).await;
    let seen = async || {
        let heard = beat(&app, &base, &base.owner, None).await;
        heard["presences"][0]["documentId"].clone()
    };
    beat(&app, &base, &viewer, Some(first)).await;
    assert_eq!(seen().await, json!(first));
    for _ in 0..3 {
        app.state.clock.advance(chrono::TimeDelta::seconds(6));
        beat(&app, &base, &viewer, Some(second)).await;
        app.state.clock.advance(chrono::TimeDelta::seconds(2));
        assert_eq!(seen().await, json!(second));
    }
}

#[actix_web::test]
async fn who_is_in_another_team_is_not_seen_in_this_one() {
    let app = TestApp::with_database();
    let (ours, theirs) = (Base::new(&app).await, Base::named(&app, "stranger").await);
    let (id, _) = theirs.document(&app, "one").await;
    let both = ours.member(&app, Role::Viewer).await;
    app.join(&theirs.team, &both, Role::Viewer);
    beat(&app, &theirs, &both, Some(id)).await;
    assert_ne!(
        beat(&app, &theirs, &theirs.owner, None).await["presences"],
        json!([])
    );
    assert_eq!(beat(&app, &ours, &ours.owner, None).await["presences"], json!([]));
}

#[actix_web::test]
async fn a_document_that_was_deleted_is_open_nowhere() {
    let app = TestApp::with_database();
    let base = Base::new(&app).await;
    let (id, revision) = base.document(&app, "one").await;
    let viewer = base.member(&app, Role::Viewer).await;
    base.accepted(&app, delete_document(id, revision)).await;
    beat(&app, &base, &viewer, Some(id)).await;
    assert_eq!(beat(&app, &base, &base.owner, None).await["presences"], json!([]));
}
