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

/// Settings that are fine, and the limits of their fields, as the console checks them too.
const LIMITS: &str = include_str!("../../../../frontend/src/features/site-config/check/limits.json");

/// The field at a path such as `sections[3].content.title`.
fn field<'a>(settings: &'a mut Value, path: &str) -> &'a mut Value {
    let pointer = format!("/{}", path.replace('[', "/").replace(']', "").replace('.', "/"));
    settings.pointer_mut(&pointer).unwrap()
}

/// Values at the limit of a field, those beyond, and how these are refused.
fn values(limit: &Value, value: &Value) -> (Vec<Value>, Vec<Value>, &'static str) {
    if let Some(n) = limit["items"].as_u64() {
        let list = |n: u64| (0..n).map(|at| distinct(&value[0], at)).collect::<Value>();
        (vec![list(n)], vec![list(n + 1)], "field.tooMany")
    } else if let Some(n) = limit["chars"].as_u64() {
        let begins = limit["begins"].as_str().unwrap_or_default();
        let n = usize::try_from(n).unwrap() - begins.len();
        let text = |n: usize| json!(format!("{begins}{}", "字".repeat(n)));
        (vec![text(n)], vec![text(n + 1)], "field.tooLong")
    } else {
        let (min, max) = (limit["min"].as_u64().unwrap(), limit["max"].as_u64().unwrap());
        let beyond = min.checked_sub(1).into_iter().chain([max + 1]);
        (
            vec![json!(min), json!(max)],
            beyond.map(Value::from).collect(),
            "field.outOfRange",
        )
    }
}

/// Another item like this one: nothing by which items are found stands twice.
fn distinct(item: &Value, at: u64) -> Value {
    let mut item = item.clone();
    for id in ["id", "categoryId", "documentId"] {
        if !item[id].is_null() {
            item[id] = json!(uuid::Uuid::new_v4());
        }
    }
    if !item["from"].is_null() {
        item["from"] = json!(format!("/{at}"));
    }
    item
}

#[actix_web::test]
async fn one_beyond_a_limit_is_refused() {
    let app = TestApp::with_database();
    let site = Site::new(&app).await;
    let table: Value = serde_json::from_str(LIMITS).unwrap();
    let put = async |tab: &str, body: Value| {
        // Each is a first change.
        app.sql("DELETE FROM site_settings; DELETE FROM site_redirects");
        app.sql("UPDATE sites SET redirects_revision = 0");
        let path = format!("{}/{tab}", site.path);
        change(&app, &site.base.owner, Method::PUT, &path, 0, body).await
    };
    for limit in table["limits"].as_array().unwrap() {
        let (tab, path) = (limit["tab"].as_str().unwrap(), limit["field"].as_str().unwrap());
        let mut settings = table["tabs"][tab].clone();
        let (within, beyond, key) = values(limit, field(&mut settings, path));
        for value in within {
            *field(&mut settings, path) = value;
            let answer = put(tab, settings.clone()).await;
            assert_eq!(answer.status, 200, "{limit}: {}", answer.json());
        }
        for value in beyond {
            *field(&mut settings, path) = value;
            let answer = put(tab, settings.clone()).await;
            assert_eq!(answer.problem(path), key, "{limit}");
        }
    }
}
