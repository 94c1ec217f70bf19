//! The bin of knowledge bases.

use chrono::TimeDelta;
use moyan_foundation::access::Role;
use moyan_foundation::jobs;
use serde_json::Value;

use crate::support::TestApp;
use crate::support::content::Base;

async fn sweep(app: &TestApp) {
    let state = app.state.clone();
    let swept = tokio::task::spawn_blocking(move || jobs::sweep(&state).is_ok()).await;
    assert!(swept.unwrap());
}

#[actix_web::test]
async fn a_deleted_base_is_in_the_bin_for_thirty_days_and_can_be_restored() {
    let app = TestApp::with_database();
    let base = Base::new(&app).await;
    let (document, _) = base.document(&app, "one").await;
    let restore = format!("{}/restore", base.path);
    let answer = app.call(&base.owner, "POST", &restore, Value::Null).await;
    assert_eq!(answer.refusal(), (409, "knowledgeBase.notInBin".to_owned()));
    let deleted = app
        .call(&base.owner, "DELETE", &base.path, Value::Null)
        .await
        .data();
    let purges_at: chrono::DateTime<chrono::Utc> = deleted["purgesAt"].as_str().unwrap().parse().unwrap();
    let days = purges_at - app.state.clock.now();
    assert!(
        days > TimeDelta::days(29) && days <= TimeDelta::days(30),
        "{days}"
    );
    // It can be read, and neither deleted again nor moved to a later day.
    base.pull(&app, 0).await;
    let answer = app.call(&base.owner, "DELETE", &base.path, Value::Null).await;
    assert_eq!(answer.refusal(), (409, "knowledgeBase.inBin".to_owned()));
    app.state.clock.advance(TimeDelta::days(29));
    sweep(&app).await;
    let restored = app.call(&base.owner, "POST", &restore, Value::Null).await.data();
    assert_eq!(
        (&restored["purgesAt"], &restored["nDocuments"]),
        (&Value::Null, &serde_json::json!(1))
    );
    let left = format!("SELECT content FROM documents WHERE id = '{document}'");
    assert_eq!(app.database().text(&left), "one");
    let entries =
        "SELECT string_agg(action, ' ' ORDER BY id) FROM audit_entries WHERE action LIKE 'knowledgeBase.%'";
    assert_eq!(
        app.database().text(entries),
        "knowledgeBase.created knowledgeBase.deleted knowledgeBase.restored"
    );
    let names = "SELECT count(*) FROM audit_entries WHERE action LIKE 'knowledgeBase.%' AND details->>'name' = '手册'";
    assert_eq!(app.database().text(names), "3");
}

#[actix_web::test]
async fn a_base_that_is_deleted_while_another_deletion_waits_stays_until_the_same_day() {
    let app = TestApp::with_database();
    let base = Base::new(&app).await;
    let ours = app.call(&base.owner, "DELETE", &base.path, Value::Null);
    let answer = app
        .while_changing("UPDATE knowledge_bases SET purges_at = now()", ours)
        .await;
    assert_eq!(answer.refusal(), (409, "knowledgeBase.inBin".to_owned()));
}

#[actix_web::test]
async fn a_base_is_removed_for_good_with_everything_in_it_when_its_time_is_over() {
    let app = TestApp::with_database();
    let base = Base::new(&app).await;
    base.document(&app, "one").await;
    app.call(&base.owner, "DELETE", &base.path, Value::Null)
        .await
        .data();
    app.state.clock.advance(TimeDelta::days(30));
    sweep(&app).await;
    for table in [
        "knowledge_bases",
        "categories",
        "documents",
        "document_revisions",
        "accepted_changes",
    ] {
        assert_eq!(
            app.database().text(&format!("SELECT count(*) FROM {table}")),
            "0",
            "{table}"
        );
    }
    let entry = "SELECT details->>'name' FROM audit_entries JOIN teams ON teams.id = team_id WHERE action = 'knowledgeBase.purged'";
    assert_eq!(app.database().text(entry), "手册");
}

#[actix_web::test]
async fn who_may_remove_a_base_for_good_does_so_only_in_the_bin() {
    let app = TestApp::with_database();
    let base = Base::new(&app).await;
    let (admin, editor) = (
        base.member(&app, Role::Admin).await,
        base.member(&app, Role::Editor).await,
    );
    let stranger = Base::named(&app, "stranger").await;
    base.document(&app, "one").await;
    let path = format!("{}/purge", base.path);
    let purge = async |user| app.call(user, "POST", &path, Value::Null).await;
    assert_eq!(
        purge(&base.owner).await.refusal(),
        (409, "knowledgeBase.notInBin".to_owned())
    );
    app.call(&editor, "DELETE", &base.path, Value::Null).await.data();
    // Who writes may put it into the bin, from which it can come back, and no more.
    assert_eq!(purge(&editor).await.refusal(), (403, "access.denied".to_owned()));
    assert_eq!(purge(&stranger.owner).await.status, 404);
    let foreign = format!("{}/purge", stranger.path.replace(&stranger.id, &base.id));
    let answer = app.call(&stranger.owner, "POST", &foreign, Value::Null).await;
    assert_eq!(answer.refusal(), (404, "knowledgeBase.notFound".to_owned()));
    purge(&admin).await.data();
    assert_eq!(purge(&admin).await.status, 404);
    let left = "SELECT count(*) || ' ' || (SELECT count(*) FROM documents) FROM knowledge_bases";
    assert_eq!(app.database().text(left), "1 0");
    let entry =
        "SELECT actor_id || (details->>'name') FROM audit_entries WHERE action = 'knowledgeBase.purged'";
    assert_eq!(app.database().text(entry), format!("{}手册", admin.id));
}

#[actix_web::test]
async fn what_is_restored_at_the_last_moment_is_kept() {
    let app = TestApp::with_database();
    let _base = Base::new(&app).await;
    app.sql("UPDATE knowledge_bases SET purges_at = now() - interval '1 day'");
    app.while_changing("UPDATE knowledge_bases SET purges_at = NULL", sweep(&app))
        .await;
    assert_eq!(app.database().text("SELECT count(*) FROM knowledge_bases"), "1");
}

#[actix_web::test]
async fn the_end_of_a_team_is_the_end_of_its_bases() {
    let app = TestApp::with_database();
    let base = Base::new(&app).await;
    base.document(&app, "one").await;
    app.sql("UPDATE teams SET purges_at = now() - interval '1 day' WHERE kind = 'team'");
    sweep(&app).await;
    assert_eq!(app.database().text("SELECT count(*) FROM knowledge_bases"), "0");
}

#[actix_web::test]
async fn the_end_of_an_account_leaves_what_it_wrote_for_its_team() {
    let app = TestApp::with_database();
    let base = Base::new(&app).await;
    let editor = base.member(&app, Role::Editor).await;
    let change = base.put_text(uuid::Uuid::now_v7(), 0, "one");
    base.try_push(&app, &editor, vec![change]).await.data();
    let path = "/api/teams/personal/knowledge-bases";
    app.call(&editor, "POST", path, serde_json::json!({ "title": "own" }))
        .await
        .data();
    app.sql(&format!(
        "UPDATE users SET deletes_at = now() - interval '1 day' WHERE id = '{}'",
        editor.id
    ));
    sweep(&app).await;
    assert_eq!(
        app.database()
            .text("SELECT string_agg(title, ' ') FROM knowledge_bases"),
        "手册"
    );
    assert_eq!(
        app.database()
            .text("SELECT content || coalesce(updated_by_id::text, '') FROM documents"),
        "one"
    );
}
