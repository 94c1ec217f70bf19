//! Bases, redirects and domains of sites.

use actix_web::http::Method;
use serde_json::{Value, json};

use super::create::{change, site, team};
use crate::support::TestApp;

#[actix_web::test]
async fn a_base_of_another_team_or_in_the_bin_cannot_be_bound() {
    let app = TestApp::with_database();
    let (owner, team) = team(&app).await;
    let path = format!("{}/knowledge-base", site(&app, &owner, &team, "handbook").await);
    let other = app.user("other").await;
    let theirs = app.knowledge_base(&app.team(&other, "theirs").await);
    let (binned, ours) = (app.knowledge_base(&team), app.knowledge_base(&team));
    app.sql(&format!(
        "UPDATE knowledge_bases SET purges_at = now() + interval '1 day' WHERE id = '{binned}'"
    ));
    for base in [theirs, binned] {
        let answer = change(
            &app,
            &owner,
            Method::PUT,
            &path,
            1,
            json!({ "knowledgeBaseId": base }),
        )
        .await;
        let fields = &answer.json()["data"]["fields"];
        assert_eq!(fields["knowledgeBaseId"], "knowledgeBase.unusable");
    }
    let bound = change(
        &app,
        &owner,
        Method::PUT,
        &path,
        1,
        json!({ "knowledgeBaseId": ours }),
    )
    .await;
    assert_eq!(bound.data()["knowledgeBase"]["id"], json!(ours));
    // Nothing said is not the same as none.
    let answer = change(&app, &owner, Method::PUT, &path, 2, json!({})).await;
    assert_eq!(answer.status, 422);
}

#[actix_web::test]
async fn redirects_lead_somewhere_and_never_back() {
    let app = TestApp::with_database();
    let (owner, team) = team(&app).await;
    let path = format!("{}/redirects", site(&app, &owner, &team, "handbook").await);
    let list = |pairs: &[(&str, &str)]| {
        let redirects: Vec<Value> = pairs
            .iter()
            .map(|(from, to)| json!({ "from": from, "to": to, "isPermanent": true, "isAutomatic": true }))
            .collect();
        json!({ "redirects": redirects })
    };
    for (pairs, field, key) in [
        (
            vec![("/a", "/b"), ("/b", "/c?x=1"), ("/c", "/a#d")],
            "redirects[0].to",
            "redirect.loop",
        ),
        (vec![("/a", "/a")], "redirects[0].to", "redirect.loop"),
        (vec![("/a", "/a/")], "redirects[0].to", "redirect.loop"),
        (
            vec![("/墨", "/%E5%A2%A8?x#y")],
            "redirects[0].to",
            "redirect.loop",
        ),
        (vec![("/a/", "/b")], "redirects[0].from", "path.invalid"),
        (
            vec![("/a", "/b"), ("/a", "/c")],
            "redirects[1].from",
            "field.duplicate",
        ),
        (vec![("a", "/b")], "redirects[0].from", "path.invalid"),
        (vec![("/a", "javascript:x")], "redirects[0].to", "url.invalid"),
    ] {
        let answer = change(&app, &owner, Method::PUT, &path, 1, list(&pairs)).await;
        assert_eq!(answer.json()["data"]["fields"][field], key, "{pairs:?}");
    }
    let saved = change(&app, &owner, Method::PUT, &path, 1, list(&[("/a", "/b")])).await;
    assert_eq!(saved.header("etag"), "\"2\"");
    // Only a release says that a redirect is its own.
    assert_eq!(saved.data()["redirects"][0]["isAutomatic"], false);
}

#[actix_web::test]
async fn a_domain_of_the_platform_cannot_be_claimed_and_an_unproved_one_is_not_primary() {
    let app = TestApp::with_database();
    let (owner, team) = team(&app).await;
    let path = format!("{}/domains", site(&app, &owner, &team, "handbook").await);
    for (host, key) in [
        ("moyan.example", "domain.reserved"),
        ("a.localhost", "domain.reserved"),
        ("127.0.0.1", "domain.invalid"),
        ("*.example.com", "domain.invalid"),
    ] {
        let answer = app.call(&owner, "POST", &path, json!({ "host": host })).await;
        assert_eq!(answer.json()["data"]["fields"]["host"], key, "{host}");
    }
    let added = app
        .call(&owner, "POST", &path, json!({ "host": "Docs.Example." }))
        .await
        .data();
    assert_eq!(added["recordName"], "_moyan.docs.example");
    let primary = format!("{path}/{}/primary", added["id"].as_str().unwrap());
    let answer = app.call(&owner, "POST", &primary, Value::Null).await;
    assert_eq!(answer.refusal(), (409, "siteDomain.notVerified".to_owned()));
    let answer = app
        .call(&owner, "POST", &path, json!({ "host": "docs.example" }))
        .await;
    assert_eq!(answer.refusal(), (409, "siteDomain.exists".to_owned()));
}

#[actix_web::test]
async fn only_a_program_nearby_asks_which_names_are_sites() {
    let app = TestApp::with_database();
    let (owner, team) = team(&app).await;
    site(&app, &owner, &team, "handbook").await;
    let ask = async |from: &str, name: &str| {
        let path = format!("/internal/domains/check?domain={name}");
        app.send_from(from, Method::GET, &path, &[], Vec::new())
            .await
            .status
    };
    assert_eq!(ask("127.0.0.1", "handbook.localhost").await, 200);
    assert_eq!(ask("127.0.0.1", "nobody.localhost").await, 404);
    assert_eq!(ask("127.0.0.1", "docs.example").await, 404);
    assert_eq!(ask("10.0.0.1", "handbook.localhost").await, 404);
}
