//! Making a knowledge base.

use actix_web::http::Method;
use moyan_foundation::access::Role;
use serde_json::{Value, json};

use crate::support::TestApp;

#[actix_web::test]
async fn a_base_is_made_with_what_was_said_and_usual_values_for_the_rest() {
    let app = TestApp::with_database();
    let owner = app.user("owner").await;
    let path = "/api/teams/personal/knowledge-bases";
    let made = app
        .call(&owner, "POST", path, json!({ "title": " 手册 " }))
        .await
        .data();
    for (field, value) in [
        ("title", json!("手册")),
        ("description", json!("")),
        ("category", json!("other")),
        ("status", json!("active")),
        ("nViews", json!(0)),
        ("nDocuments", json!(0)),
        ("nWords", json!(0)),
        ("revision", json!(1)),
        ("settingsRevision", json!(1)),
        ("purgesAt", Value::Null),
    ] {
        assert_eq!(made[field], value, "{field}");
    }
    let said =
        json!({ "title": "a", "description": "一行\n两行", "category": "techDocs", "status": "draft" });
    let made = app.call(&owner, "POST", path, said.clone()).await.data();
    for (field, value) in said.as_object().unwrap() {
        assert_eq!(&made[field], value, "{field}");
    }
    let path = format!("{path}/{}", made["id"].as_str().unwrap());
    let answer = app.call(&owner, "GET", &path, Value::Null).await;
    assert_eq!(answer.header("etag"), "\"1\"");
    assert_eq!(answer.data(), made);
    let entries = "SELECT string_agg(details->>'name', ' ' ORDER BY id) FROM audit_entries WHERE action = 'knowledgeBase.created'";
    assert_eq!(app.database().text(entries), "手册 a");
}

#[actix_web::test]
async fn what_cannot_be_a_title_or_a_description_is_refused_with_its_key() {
    let app = TestApp::with_database();
    let owner = app.user("owner").await;
    let path = "/api/teams/personal/knowledge-bases";
    for (field, value, key) in [
        ("title", json!(""), "field.required"),
        ("title", json!("墨".repeat(300)), "field.tooLong"),
        ("title", json!("a\nb"), "field.controlCharacter"),
        ("description", json!("墨".repeat(501)), "field.tooLong"),
        ("description", json!("a\u{7}"), "field.controlCharacter"),
        ("status", json!("archived"), "status.notGiven"),
    ] {
        let mut body = json!({ "title": "fits" });
        body[field] = value;
        let answer = app.call(&owner, "POST", path, body).await;
        assert_eq!(answer.status, 422, "{field}");
        let problem = &answer.json()["data"]["fields"][field];
        assert_eq!(problem, key, "{field}");
    }
    for (field, value) in [("category", "novel"), ("status", "lost")] {
        let answer = app
            .call(&owner, "POST", path, json!({ "title": "fits", field: value }))
            .await;
        assert_eq!(answer.refusal(), (400, "request.invalid".to_owned()));
    }
}

#[actix_web::test]
async fn a_team_has_two_thousand_bases() {
    let app = TestApp::with_database();
    let owner = app.user("owner").await;
    let team = app.team(&owner, "ours").await;
    app.sql(&format!(
        "INSERT INTO knowledge_bases (id, team_id, title, purges_at) \
         SELECT gen_random_uuid(), '{team}', 'x', CASE n WHEN 1 THEN now() END FROM generate_series(1, 1999) n"
    ));
    let path = format!("/api/teams/{team}/knowledge-bases");
    // Another request makes the last one and is not finished yet.
    let last = format!(
        "SELECT FROM teams WHERE id = '{team}' FOR NO KEY UPDATE; \
         INSERT INTO knowledge_bases (id, team_id, title) VALUES (gen_random_uuid(), '{team}', 'x')"
    );
    let creation = app.call(&owner, "POST", &path, json!({ "title": "one more" }));
    let answer = app.while_changing(&last, creation).await;
    assert_eq!(answer.refusal(), (409, "knowledgeBase.tooMany".to_owned()));
    // Those of other teams do not count.
    let personal = "/api/teams/personal/knowledge-bases";
    app.call(&owner, "POST", personal, json!({ "title": "own" }))
        .await
        .data();
    let one = app.database().text(&format!(
        "SELECT id FROM knowledge_bases WHERE purges_at IS NULL AND team_id = '{team}' LIMIT 1"
    ));
    let answer = app
        .call(&owner, "POST", &format!("{path}/{one}/duplicate"), Value::Null)
        .await;
    assert_eq!(answer.refusal(), (409, "knowledgeBase.tooMany".to_owned()));
}

#[actix_web::test]
async fn an_account_leaves_a_thousand_entries_an_hour() {
    let app = TestApp::with_database();
    let (owner, other) = (app.user("owner").await, app.user("other").await);
    let team = app.team(&owner, "ours").await;
    app.join(&team, &other, Role::Editor);
    let path = format!("/api/teams/{team}/knowledge-bases");
    let made = app
        .call(&owner, "POST", &path, json!({ "title": "a" }))
        .await
        .data();
    app.sql("UPDATE throttles SET n_hits = 1000 WHERE key LIKE 'knowledgeBaseChanges %'");
    let one = format!("{path}/{}", made["id"].as_str().unwrap());
    for (method, path, body) in [
        ("POST", path.clone(), json!({ "title": "b" })),
        ("POST", format!("{one}/duplicate"), Value::Null),
        ("DELETE", one.clone(), Value::Null),
    ] {
        let answer = app.call(&owner, method, &path, body).await;
        assert_eq!(
            answer.refusal(),
            (429, "request.tooMany".to_owned()),
            "{method} {path}"
        );
    }
    let headers = [
        ("token", owner.token.as_str()),
        ("content-type", "application/json"),
        ("if-match", "\"1\""),
    ];
    let archived = json!({ "status": "archived" }).to_string().into_bytes();
    let answer = app
        .send_from("10.0.0.1", Method::PATCH, &one, &headers, archived)
        .await;
    assert_eq!(answer.status, 429, "{}", answer.text());
    app.sql("UPDATE knowledge_bases SET purges_at = now() + interval '1 day'");
    let answer = app
        .call(&owner, "POST", &format!("{one}/purge"), Value::Null)
        .await;
    assert_eq!(answer.status, 429);
    app.call(&other, "POST", &path, json!({ "title": "b" }))
        .await
        .data();
}

#[actix_web::test]
async fn the_export_of_an_account_names_what_it_made_and_wrote() {
    let app = TestApp::with_database();
    let base = crate::support::content::Base::new(&app).await;
    base.document(&app, "one").await;
    let answer = app
        .call(&base.owner, "GET", "/api/account/export", Value::Null)
        .await;
    let export = answer.json();
    assert_eq!(export["knowledgeBases"][0]["title"], "手册", "{export}");
    assert_eq!(export["writtenDocuments"][0]["device"], "Firefox");
    let stranger = app.user("stranger").await;
    let export = app
        .call(&stranger, "GET", "/api/account/export", Value::Null)
        .await
        .json();
    assert_eq!(
        (&export["knowledgeBases"], &export["writtenDocuments"]),
        (&json!([]), &json!([]))
    );
}
