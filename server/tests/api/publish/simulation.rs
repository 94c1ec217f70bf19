use serde_json::{Value, json};
use uuid::Uuid;

use crate::support::content::{put_category, put_place};
use crate::support::site::Site;
use crate::support::{Answer, TestApp};

fn rules(guest: &str, non_member: &str, documents: Value) -> Value {
    json!({ "guest": guest, "nonMember": non_member, "partialChars": 4, "categories": [], "documents": documents })
}

async fn simulate(app: &TestApp, site: &Site, body: Value) -> Answer {
    site.call(app, "POST", "/access/simulate", body).await
}

#[actix_web::test]
async fn the_gate_says_what_a_draft_shows_and_which_rule_decides() {
    let app = TestApp::with_database();
    let site = Site::new(&app).await;
    let (id, _) = site.document(&app, "甲", "一二三。四五六。\n\n七八九").await;
    let (other, _) = site.document(&app, "乙", "一二三").await;
    let draft = rules(
        "partial",
        "free",
        json!([{ "documentId": other, "guest": "members" }]),
    );
    let found = simulate(
        &app,
        &site,
        json!({ "documentId": id, "audience": "guest", "access": draft }),
    )
    .await
    .data();
    assert_eq!(
        found["document"],
        json!({ "id": id, "title": "甲", "level": "partial", "rule": "site", "isCut": true, "nCharsShown": 4,
            "nChars": 11, "ending": "一二三。" })
    );
    assert_eq!(found["samples"], json!([found["document"]]));
    let document = async |body: Value| simulate(&app, &site, body).await.data()["document"].clone();
    let closed = document(json!({ "documentId": other, "audience": "guest", "access": draft })).await;
    assert_eq!(
        (&closed["level"], &closed["rule"], &closed["nCharsShown"]),
        (&json!("members"), &json!("document"), &json!(0))
    );
    let open = document(json!({ "documentId": other, "audience": "nonMember", "access": draft })).await;
    assert_eq!((&open["level"], &open["isCut"]), (&json!("free"), &json!(false)));
    // Without a draft it is what is saved, without a document the first one.
    let saved = document(json!({ "audience": "guest" })).await;
    assert_eq!((&saved["id"], &saved["level"]), (&json!(id), &json!("free")));
    // Nothing was saved by asking.
    assert_eq!(app.database().text("SELECT count(*) FROM site_settings"), "0");
}

#[actix_web::test]
async fn the_impact_compares_a_draft_with_what_is_saved() {
    let app = TestApp::with_database();
    let site = Site::new(&app).await;
    let (hidden, _) = site.document(&app, "甲", "一").await;
    let (opened, _) = site.document(&app, "乙", "一").await;
    site.document(&app, "丙", "一二三四五六").await;
    let saved = json!([{ "documentId": opened, "guest": "members", "nonMember": "members" }]);
    site.set(&app, "access", &rules("free", "free", saved));
    let draft = rules(
        "partial",
        "partial",
        json!([{ "documentId": hidden, "guest": "hidden", "nonMember": "members" }]),
    );
    let found = simulate(&app, &site, json!({ "audience": "guest", "access": draft }))
        .await
        .data();
    let impact = |audience: &str, n_members: u8, n_hidden: u8| {
        json!({ "audience": audience, "nFree": 0, "nPartial": 2, "nWhole": 1, "nMembers": n_members,
            "nHidden": n_hidden, "nOpened": 1, "nClosed": 2, "nNewlyHidden": n_hidden })
    };
    assert_eq!(
        found["impact"],
        json!([impact("guest", 0, 1), impact("nonMember", 1, 0)])
    );
    let same = simulate(&app, &site, json!({ "audience": "guest" })).await.data();
    for impact in same["impact"].as_array().unwrap() {
        assert_eq!(
            (&impact["nOpened"], &impact["nClosed"]),
            (&json!(0), &json!(0)),
            "{impact}"
        );
    }
}

#[actix_web::test]
async fn what_stays_as_it_was_is_counted_as_it_is_and_as_no_change() {
    let app = TestApp::with_database();
    let site = Site::new(&app).await;
    let (hidden, _) = site.document(&app, "甲", "一").await;
    site.document(&app, "乙", "一").await;
    let own = json!([{ "documentId": hidden, "guest": "hidden", "nonMember": "hidden" }]);
    let saved = rules("free", "free", own);
    site.set(&app, "access", &saved);
    let found = simulate(&app, &site, json!({ "audience": "guest", "access": saved }))
        .await
        .data();
    let guest = json!({ "audience": "guest", "nFree": 1, "nPartial": 0, "nWhole": 0, "nMembers": 0,
        "nHidden": 1, "nOpened": 0, "nClosed": 0, "nNewlyHidden": 0 });
    assert_eq!(found["impact"][0], guest);
}

#[actix_web::test]
async fn published_addresses_that_would_vanish_are_counted_and_the_first_twenty_named() {
    let app = TestApp::with_database();
    let site = Site::new(&app).await;
    for number in 10..32 {
        site.document(&app, &format!("n{number}"), "一").await;
    }
    let hidden = json!({ "audience": "guest", "access": rules("hidden", "free", json!([])) });
    let before = simulate(&app, &site, hidden.clone()).await.data();
    assert_eq!(before["nVanishing"], 0, "nothing is published yet");
    site.publish(&app).await.data();
    let found = simulate(&app, &site, hidden).await.data();
    let named = found["vanishing"].as_array().unwrap();
    assert_eq!((&found["nVanishing"], named.len()), (&json!(22), 20));
    assert_eq!(named[0], json!({ "path": "/docs/docs/n10", "title": "n10" }));
    let members = json!({ "audience": "guest", "access": rules("members", "free", json!([])) });
    let found = simulate(&app, &site, members).await.data();
    assert_eq!(found["nVanishing"], 0, "a wall is a page");
}

#[actix_web::test]
async fn a_page_whose_document_has_moved_since_vanishes_by_the_rules_of_both_categories() {
    let app = TestApp::with_database();
    let site = Site::new(&app).await;
    let (id, _) = site.document(&app, "甲", "一二三").await;
    site.document(&app, "乙", "一二三").await;
    site.publish(&app).await.data();
    let closed = Uuid::now_v7();
    site.base
        .accepted(&app, put_category(closed, "关", "closed"))
        .await;
    let released = app
        .database()
        .text(&format!("SELECT category_id FROM documents WHERE id = '{id}'"));
    let hidden = |category: &str| {
        let mut access = rules("free", "free", json!([]));
        access["categories"] = json!([{ "categoryId": category, "guest": "hidden" }]);
        json!({ "audience": "guest", "access": access })
    };
    let by_new = hidden(&closed.to_string());
    let found = simulate(&app, &site, by_new.clone()).await.data();
    assert_eq!(found["nVanishing"], 0);
    site.base.accepted(&app, put_place(id, closed, None, 1.0)).await;
    let found = simulate(&app, &site, by_new).await.data();
    assert_eq!(found["nVanishing"], 1, "{found}");
    assert_eq!(found["vanishing"][0]["title"], "甲");
    // Where it was released counts too, until the next release.
    let found = simulate(&app, &site, hidden(&released)).await.data();
    assert_eq!(found["nVanishing"], 2, "{found}");
}

#[actix_web::test]
async fn three_samples_are_the_first_the_middle_and_the_last_that_are_cut() {
    let app = TestApp::with_database();
    let site = Site::new(&app).await;
    let body = json!({ "audience": "guest", "access": rules("partial", "partial", json!([])) });
    for (n_documents, expected) in [
        (1, vec!["n1"]),
        (2, vec!["n1", "n2"]),
        (3, vec!["n1", "n2", "n3"]),
        (4, vec!["n1", "n2", "n4"]),
        (5, vec!["n1", "n3", "n5"]),
    ] {
        site.document(&app, &format!("n{n_documents}"), "一").await;
        let found = simulate(&app, &site, body.clone()).await.data();
        let samples = found["samples"].as_array().unwrap();
        let titles: Vec<&str> = samples.iter().map(|row| row["title"].as_str().unwrap()).collect();
        assert_eq!(titles, expected);
    }
}

#[actix_web::test]
async fn a_document_that_is_not_on_the_site_cannot_be_tried() {
    let app = TestApp::with_database();
    let site = Site::new(&app).await;
    let empty = simulate(&app, &site, json!({ "audience": "guest" })).await.data();
    assert_eq!(empty["document"], Value::Null);
    let (draft, _) = site.document(&app, "甲", "---\ndraft: true\n---\n一").await;
    for id in [draft, Uuid::now_v7()] {
        let answer = simulate(&app, &site, json!({ "documentId": id, "audience": "guest" })).await;
        assert_eq!(answer.refusal(), (404, "document.notFound".to_owned()));
    }
}

#[actix_web::test]
async fn another_base_is_compared_with_what_visitors_read() {
    let app = TestApp::with_database();
    let site = Site::new(&app).await;
    site.document(&app, "安装", "一").await;
    site.document(&app, "介绍", "一").await;
    site.document(&app, "别的", "一").await;
    site.publish(&app).await.data();
    let (base, category) = (Uuid::now_v7(), Uuid::now_v7());
    app.sql(&format!(
        "INSERT INTO knowledge_bases (id, team_id, title) VALUES ('{base}', '{}', 'new')",
        site.base.team
    ));
    let path = format!("/api/teams/{}/knowledge-bases/{base}/changes", site.base.team);
    let document = |title: &str, category: Uuid| {
        json!({ "id": Uuid::now_v7(), "kind": "putText", "documentId": Uuid::now_v7(), "baseRevision": 0,
            "title": title, "isNamed": true, "routerPath": "", "content": "一", "cause": "edit",
            "place": { "categoryId": category, "parentId": null, "position": 1 } })
    };
    let (old, guide) = (Uuid::now_v7(), category);
    let changes = json!({ "device": "Firefox", "changes": [put_category(guide, "指南", "guide"),
        put_category(old, "文档", "docs"), document("安装", guide), document("介绍", old), document("新的", guide)] });
    app.call(&site.base.owner, "POST", &path, changes).await.data();
    let compare = format!("/knowledge-base/compare?knowledgeBaseId={base}");
    let own = compare.replace(&base.to_string(), &site.base.id);
    let same = site.call(&app, "GET", &own, Value::Null).await.data();
    assert_eq!(
        (&same["nKept"], &same["nGained"]),
        (&same["nDocuments"], &json!(0))
    );
    let found = site.call(&app, "GET", &compare, Value::Null).await.data();
    assert_eq!(
        found,
        json!({ "nDocuments": 3, "nKept": 1, "nGained": 2,
            "gained": [{ "path": "/docs/guide/安装", "title": "安装" }, { "path": "/docs/guide/新的", "title": "新的" }],
            "nLost": 2, "lost": [
                { "path": "/docs/docs/安装", "title": "安装",
                    "proposal": { "to": "/docs/guide/安装", "title": "安装", "reason": "title" } },
                { "path": "/docs/docs/别的", "title": "别的",
                    "proposal": { "to": "/docs/docs", "title": "文档", "reason": "category" } }] })
    );
    // The proposals are taken with the base, and a redirect that is there stays.
    app.sql(&format!(
        "INSERT INTO site_redirects (site_id, from_path, to_path, code, is_automatic) \
         VALUES ('{}', '/docs/docs/别的', '/mine', 301, false)",
        site.id
    ));
    let found = site.call(&app, "GET", &compare, Value::Null).await.data();
    assert_eq!(found["lost"][1]["proposal"], Value::Null);
    let redirects = json!([{ "from": "/docs/docs/安装", "to": "/docs/guide/安装" }, { "from": "/docs/docs/别的", "to": "/docs/docs" }]);
    let bind = async |redirects: &Value| {
        let generation = app.database().text("SELECT generation FROM sites");
        let body = json!({ "knowledgeBaseId": base, "redirects": redirects });
        let headers = [
            ("token", site.base.owner.token.clone()),
            ("content-type", "application/json".to_owned()),
            ("if-match", format!("\"{generation}\"")),
        ];
        let headers: Vec<(&str, &str)> = headers
            .iter()
            .map(|(name, value)| (*name, value.as_str()))
            .collect();
        let path = format!("{}/knowledge-base", site.path);
        let put = actix_web::http::Method::PUT;
        app.send_from("10.0.0.1", put, &path, &headers, body.to_string().into())
            .await
    };
    let refused = bind(&json!([{ "from": "nowhere", "to": "/docs" }])).await;
    assert_eq!(refused.problem("redirects[0].from"), "path.invalid");
    assert_eq!(site.redirects(&app), "/docs/docs/别的 /mine");
    bind(&redirects).await.data();
    assert_eq!(
        site.redirects(&app),
        "/docs/docs/别的 /mine, /docs/docs/安装 /docs/guide/安装"
    );
    site.publish(&app).await.data();
    assert_eq!(
        site.redirects(&app),
        "/docs/docs/别的 /mine, /docs/docs/安装 /docs/guide/安装"
    );
}

#[actix_web::test]
async fn only_a_base_of_the_team_is_compared() {
    let app = TestApp::with_database();
    let site = Site::new(&app).await;
    let other = app.user("other").await;
    let theirs = app.knowledge_base(&app.team(&other, "theirs").await);
    let binned = app.knowledge_base(&site.base.team);
    app.sql(&format!(
        "UPDATE knowledge_bases SET purges_at = now() WHERE id = '{binned}'"
    ));
    for query in [
        format!("?knowledgeBaseId={theirs}"),
        format!("?knowledgeBaseId={binned}"),
        String::new(),
    ] {
        let route = format!("/knowledge-base/compare{query}");
        let answer = site.call(&app, "GET", &route, Value::Null).await;
        assert_eq!(answer.refusal(), (404, "knowledgeBase.notFound".to_owned()));
    }
}
