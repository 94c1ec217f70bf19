//! Saving tabs.

use actix_web::http::Method;
use serde_json::{Value, json};

use super::create::{change, site, team};
use crate::support::TestApp;
use crate::support::site::Site;

#[actix_web::test]
async fn who_saves_on_an_old_revision_gets_the_current_value() {
    let app = TestApp::with_database();
    let (owner, team) = team(&app).await;
    let path = format!("{}/navigation", site(&app, &owner, &team, "handbook").await);
    let tab = |text: &str| json!({ "links": [{ "text": text, "url": "/docs" }], "showsHome": true, "showsIndex": true });
    let saved = change(&app, &owner, Method::PUT, &path, 1, tab("ours")).await;
    assert_eq!(saved.header("etag"), "\"2\"");
    assert_eq!(saved.data()["updatedByNickname"], "owner");
    let answer = change(&app, &owner, Method::PUT, &path, 1, tab("theirs")).await;
    assert_eq!(answer.refusal(), (409, "site.changed".to_owned()));
    let current = &answer.json()["data"]["current"];
    assert_eq!(
        (&current["revision"], &current["data"]),
        (&json!(2), &tab("ours"))
    );
}

#[actix_web::test]
async fn every_field_that_cannot_be_used_is_named_by_its_path() {
    let app = TestApp::with_database();
    let (owner, team) = team(&app).await;
    let site = site(&app, &owner, &team, "handbook").await;
    let media = format!("/media/{}.png", "0".repeat(64));
    let question = json!({ "question": "x", "answer": " " });
    let faq = json!({ "kind": "faq", "title": "", "items": vec![question; 11], "layout": "list", "variant": "modern" });
    let cta = json!({ "kind": "cta", "title": "a\u{202e}b", "subtitle": "", "description": "x".repeat(501),
        "primaryButton": { "text": "x", "url": "javascript:alert(1)" }, "secondaryButton": { "text": "", "url": "" } });
    let sections: Vec<Value> = [faq, cta]
        .into_iter()
        .map(|content| json!({ "id": uuid::Uuid::new_v4(), "isVisible": true, "content": content }))
        .collect();
    let slide = json!({ "id": uuid::Uuid::new_v4(), "isVisible": true, "title": "", "description": "", "link": "//evil.example",
        "image": { "url": media, "alt": "", "width": 0, "height": 0 }, "startsAt": null, "endsAt": null });
    let package = json!({ "id": uuid::Uuid::new_v4(), "name": "x", "price": "0", "period": "monthly", "isRecommended": true,
        "benefits": [], "isArchived": false });
    let rules = json!({ "guest": "free", "nonMember": "hidden", "partialChars": 100_001, "categories": [], "documents": [] });
    for (tab, body, fields) in [
        (
            "homepage",
            json!({ "sections": sections }),
            json!({ "sections[0].content.items": "field.tooMany", "sections[0].content.items[0].answer": "field.required",
                "sections[1].content.title": "field.controlCharacter", "sections[1].content.description": "field.tooLong",
                "sections[1].content.primaryButton.url": "url.invalid" }),
        ),
        (
            "carousel",
            json!({ "isEnabled": true, "slides": [slide] }),
            json!({ "slides[0].image.alt": "field.required", "slides[0].image.url": "image.address",
                "slides[0].link": "url.invalid" }),
        ),
        (
            "membership",
            json!({ "packages": [package.clone(), package], "generalBenefits": [""] }),
            json!({ "packages[0].price": "price.invalid", "packages[1].id": "field.duplicate",
                "packages[1].isRecommended": "package.secondRecommended", "generalBenefits[0]": "field.required" }),
        ),
        (
            "access",
            rules,
            json!({ "nonMember": "access.lessThanGuest", "partialChars": "field.outOfRange" }),
        ),
    ] {
        let answer = change(&app, &owner, Method::PUT, &format!("{site}/{tab}"), 1, body).await;
        let found = answer.json()["data"]["fields"].clone();
        for (path, key) in fields.as_object().unwrap() {
            assert_eq!(&found[path], key, "{tab}: {path}: {found}");
        }
    }
}

#[actix_web::test]
async fn what_holds_at_once_is_a_new_generation_also_of_a_published_site() {
    let app = TestApp::with_database();
    let (owner, team) = team(&app).await;
    let path = format!("{}/access", site(&app, &owner, &team, "handbook").await);
    let rules = json!({ "guest": "members", "nonMember": "members", "partialChars": 500, "categories": [], "documents": [] });
    app.sql("UPDATE sites SET status = 'published'");
    change(&app, &owner, Method::PUT, &path, 1, rules).await.data();
    assert_eq!(app.database().text("SELECT generation FROM sites"), "2");
}

#[actix_web::test]
async fn no_rule_says_that_somebody_sees_less_once_logged_in_with_what_it_inherits() {
    let app = TestApp::with_database();
    let site = Site::new(&app).await;
    let (document, _) = site.document(&app, "甲", "一").await;
    let path = format!("{}/access", site.path);
    let rule = |guest: Option<&str>, non_member: Option<&str>| {
        json!({ "categoryId": site.base.category, "documentId": document, "guest": guest,
            "nonMember": non_member, "partialChars": null })
    };
    let for_members = rule(Some("members"), Some("members"));
    for (categories, documents, field) in [
        (
            json!([rule(None, Some("members"))]),
            json!([]),
            "categories[0].nonMember",
        ),
        (
            json!([]),
            json!([rule(None, Some("members"))]),
            "documents[0].nonMember",
        ),
        (json!([for_members]), json!([rule(None, Some("members"))]), ""),
        (
            json!([for_members]),
            json!([rule(Some("free"), Some("members"))]),
            "documents[0].nonMember",
        ),
        // What is opened to guests is open to all.
        (json!([for_members]), json!([rule(Some("free"), None)]), ""),
    ] {
        let rules = json!({ "guest": "partial", "nonMember": "free", "partialChars": 500, "categories": categories, "documents": documents });
        let answer = change(&app, &site.base.owner, Method::PUT, &path, 0, rules).await;
        if field.is_empty() {
            answer.data();
            app.sql("DELETE FROM site_settings");
        } else {
            assert_eq!(answer.problem(field), "access.lessThanGuest");
        }
    }
}

/// Settings that are fine, and the limits of their fields. A unit test of `settings` tries all limits.
const SETTINGS: &str = include_str!("../../data/site-settings.json");
const LIMITS: &str = include_str!("../../data/site-settings-limits.json");

/// What is beyond the limit of a text or a number that is fine, and how it is refused. Nothing for a list.
fn beyond(limit: &Value, fine: &Value) -> Option<(Value, &'static str)> {
    if let Some(max) = limit["max"].as_u64() {
        return Some((json!(max + 1), "field.outOfRange"));
    }
    let n_chars = usize::try_from(limit["chars"].as_u64()?).unwrap();
    let begins = fine.as_str()?;
    Some((
        json!(format!("{begins}{}", "字".repeat(n_chars + 1))),
        "field.tooLong",
    ))
}

#[actix_web::test]
async fn every_tab_refuses_what_is_beyond_its_limits() {
    let app = TestApp::with_database();
    let site = Site::new(&app).await;
    let tabs: serde_json::Map<String, Value> = serde_json::from_str(SETTINGS).unwrap();
    let limits: Vec<Value> = serde_json::from_str(LIMITS).unwrap();
    for (tab, fine) in tabs {
        let mut settings = fine.clone();
        let of_tab = limits.iter().filter(|limit| limit["tab"] == json!(tab));
        let mut refused = of_tab.filter_map(|limit| {
            let field = limit["field"].as_str()?;
            let pointer = format!("/{}", field.replace('[', "/").replace(']', "").replace('.', "/"));
            let (value, key) = beyond(limit, fine.pointer(&pointer)?)?;
            Some((field, pointer, value, key))
        });
        let (field, pointer, value, key) = refused.next().unwrap();
        *settings.pointer_mut(&pointer).unwrap() = value;
        let path = format!("{}/{tab}", site.path);
        let answer = change(&app, &site.base.owner, Method::PUT, &path, 0, settings).await;
        assert_eq!(answer.problem(field), key, "{tab}");
        let answer = change(&app, &site.base.owner, Method::PUT, &path, 0, fine).await;
        assert_eq!(answer.status, 200, "{tab}: {}", answer.json());
    }
}
