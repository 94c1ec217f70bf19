use actix_web::http::Method;
use diesel::connection::SimpleConnection as _;
use futures_util::FutureExt as _;
use moyan_domain::gate::{AccessLevel, Audience, DecidingRule, visible};
use moyan_domain::{KnowledgeBaseId, SiteId};
use moyan_foundation::files::hash_of;
use moyan_server::features::publish::service::{
    compare_base, draft_content, find_live, find_site, list_changes,
};
use moyan_server::features::publish::{SiteContent, SiteHost};
use moyan_server::features::site::settings::SettingsTab;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::support::site::Site;
use crate::support::{DRAWING, TestApp, wait_until};

async fn live(app: &TestApp, site: &Site) -> Option<SiteContent> {
    let id = SiteId(site.id);
    let rows = app
        .state
        .db
        .run(move |connection| find_live(connection, id))
        .await;
    rows.unwrap().map(|rows| rows.content().unwrap())
}

async fn draft(app: &TestApp, site: &Site, drafts: Vec<(SettingsTab, Value)>) -> SiteContent {
    draft_content(&app.state, Uuid::nil(), SiteId(site.id), drafts, app.clock.now())
        .await
        .unwrap()
}

/// Runs work until it waits for the database, and drops it: its place is taken until the database has answered.
async fn place_is_kept_after_leaving<T>(app: &TestApp, name: &str, work: impl Future<Output = T>) {
    let place = app.state.drafts.of(Uuid::nil());
    let mut other = app.database().connect();
    other.batch_execute("BEGIN; LOCK TABLE sites").unwrap();
    let mut work = Box::pin(work);
    wait_until(|| {
        assert!((&mut work).now_or_never().is_none(), "{name} waits");
        app.database().is_waited_for()
    })
    .await;
    drop(work);
    assert!(!place.is_idle(), "{name}");
    other.batch_execute("ROLLBACK").unwrap();
    wait_until(|| place.is_idle()).await;
}

#[actix_web::test]
async fn whoever_goes_away_gives_no_place_back_before_the_work_ends() {
    let app = TestApp::with_database();
    let site = Site::new(&app).await;
    let (state, id) = (&app.state, SiteId(site.id));
    let base = KnowledgeBaseId(site.base.id.parse().unwrap());
    let now = app.clock.now();
    let content = draft_content(state, Uuid::nil(), id, Vec::new(), now);
    place_is_kept_after_leaving(&app, "content", content).await;
    place_is_kept_after_leaving(&app, "changes", list_changes(state, Uuid::nil(), id)).await;
    place_is_kept_after_leaving(&app, "comparison", compare_base(state, Uuid::nil(), id, base)).await;
}

fn texts(content: &SiteContent, audience: Audience) -> Vec<String> {
    let documents = content.documents.iter();
    documents
        .map(|document| visible(&document.sealed, &content.rules, audience).html)
        .collect()
}

#[actix_web::test]
async fn visitors_read_the_release_and_creators_the_base() {
    let app = TestApp::with_database();
    let site = Site::new(&app).await;
    assert!(live(&app, &site).await.is_none());
    let (id, revision) = site
        .document(&app, "甲", "---\ntags: [a]\ndescription: 说明\n---\n# 一\n\n二")
        .await;
    site.publish(&app).await.data();
    site.write(&app, id, revision, "甲", "三").await;
    let content = live(&app, &site).await.unwrap();
    assert_eq!(
        texts(&content, Audience::Guest),
        ["<h1 id=\"一\">一</h1><p>二</p>"]
    );
    let document = &content.documents[0];
    assert_eq!(
        (document.path.as_str(), document.title.as_str()),
        ("/docs/docs/甲", "甲")
    );
    assert_eq!(
        (document.description.as_str(), &document.tags[..]),
        ("说明", &["a".to_owned()][..])
    );
    assert_eq!(content.site.release.as_ref().unwrap().number, 1);
    assert_eq!(content.categories[0].slug, "docs");
    assert_eq!(
        texts(&draft(&app, &site, Vec::new()).await, Audience::Guest),
        ["<p>三</p>"]
    );
}

#[actix_web::test]
async fn a_draft_of_a_tab_stands_in_the_place_of_the_saved_one() {
    let app = TestApp::with_database();
    let site = Site::new(&app).await;
    let navigation = json!({ "links": [], "showsHome": false, "showsIndex": false });
    let content = draft(&app, &site, vec![(SettingsTab::Navigation, navigation)]).await;
    assert!(!content.settings.navigation.shows_home);
    assert!(
        draft(&app, &site, Vec::new())
            .await
            .settings
            .navigation
            .shows_home
    );
}

#[actix_web::test]
async fn access_is_live_and_going_back_opens_nothing() {
    let app = TestApp::with_database();
    let site = Site::new(&app).await;
    let (id, _) = site.document(&app, "甲", "一二三\n\n四五六").await;
    let first = site.publish(&app).await.data();
    assert_eq!(
        texts(&live(&app, &site).await.unwrap(), Audience::Guest),
        ["<p>一二三</p><p>四五六</p>"]
    );
    let rule = json!({ "documentId": id, "guest": "members", "nonMember": "partial", "partialChars": 3 });
    let access = json!({ "guest": "free", "nonMember": "free", "partialChars": 500, "categories": [], "documents": [rule] });
    site.set(&app, "access", &access);
    let restore = format!("/releases/{}/restore", first["id"].as_str().unwrap());
    site.call(&app, "POST", &restore, Value::Null).await.data();
    let content = live(&app, &site).await.unwrap();
    assert_eq!(texts(&content, Audience::Guest), [""]);
    assert_eq!(texts(&content, Audience::NonMember), ["<p>一二三</p>"]);
    assert_eq!(texts(&content, Audience::Member), ["<p>一二三</p><p>四五六</p>"]);
    let seen = visible(&content.documents[0].sealed, &content.rules, Audience::NonMember);
    assert_eq!(
        (seen.level, seen.rule, seen.is_cut),
        (AccessLevel::Partial, DecidingRule::Document, true)
    );
    assert_eq!(seen.excerpt, "一二三");
}

#[actix_web::test]
async fn a_release_that_is_older_than_a_move_opens_nothing() {
    let app = TestApp::with_database();
    let site = Site::new(&app).await;
    site.document(&app, "甲", "一二三").await;
    let first = site.publish(&app).await.data();
    let (open, paid) = (app.database().text("SELECT id FROM categories"), Uuid::now_v7());
    app.sql(&format!(
        "INSERT INTO categories (knowledge_base_id, id, name, slug, kind, description, position, revision, created_at, updated_at) \
         SELECT knowledge_base_id, '{paid}', 'paid', 'paid', kind, '', 2, revision, now(), now() FROM categories"
    ));
    let rule = json!({ "categoryId": paid, "guest": "members", "nonMember": "partial", "partialChars": 2 });
    let access = json!({ "guest": "free", "nonMember": "free", "partialChars": 500, "categories": [rule], "documents": [] });
    site.set(&app, "access", &access);
    let seen = async || {
        let content = live(&app, &site).await.unwrap();
        (
            texts(&content, Audience::Guest),
            texts(&content, Audience::NonMember),
        )
    };
    let (all, part) = ("<p>一二三</p>".to_owned(), "<p>一二</p>".to_owned());
    assert_eq!(seen().await, (vec![all.clone()], vec![all.clone()]));
    // What will be paid for is so at once; what will be open is so when it is published.
    app.sql(&format!("UPDATE documents SET category_id = '{paid}'"));
    assert_eq!(seen().await, (vec![String::new()], vec![part.clone()]));
    site.publish(&app).await.data();
    let restore = format!("/releases/{}/restore", first["id"].as_str().unwrap());
    site.call(&app, "POST", &restore, Value::Null).await.data();
    assert_eq!(seen().await, (vec![String::new()], vec![part]));
    app.sql(&format!("UPDATE documents SET category_id = '{open}'"));
    assert_eq!(seen().await, (vec![all.clone()], vec![all]));
}

#[actix_web::test]
async fn links_lead_to_pages_and_follow_them() {
    let app = TestApp::with_database();
    let site = Site::new(&app).await;
    let (id, revision) = site.document(&app, "甲", "一").await;
    site.document(&app, "乙", &format!("[甲]({id}.md#节)")).await;
    site.publish(&app).await.data();
    let content = live(&app, &site).await.unwrap();
    assert_eq!(
        texts(&content, Audience::Guest)[1],
        "<p><a href=\"/docs/docs/甲#%E8%8A%82\">甲</a></p>"
    );
    site.write(&app, id, revision, "丙", "一").await;
    site.publish(&app).await.data();
    let content = live(&app, &site).await.unwrap();
    assert_eq!(
        texts(&content, Audience::Guest)[1],
        "<p><a href=\"/docs/docs/丙#%E8%8A%82\">甲</a></p>"
    );
}

#[actix_web::test]
async fn a_site_is_found_by_its_slug_and_by_a_verified_domain() {
    let app = TestApp::with_database();
    let site = Site::new(&app).await;
    app.sql(&format!(
        "INSERT INTO site_domains (id, site_id, host, token, verified_at, is_primary) VALUES \
         (gen_random_uuid(), '{0}', 'docs.example.com', 'x', now(), true), \
         (gen_random_uuid(), '{0}', 'other.example.com', 'x', NULL, false)",
        site.id
    ));
    let now = app.state.clock.now();
    let find = async |host: SiteHost<'static>| {
        let found = app
            .state
            .db
            .run(move |connection| find_site(connection, host, now))
            .await;
        found.unwrap().map(|(site, _)| site.primary_host)
    };
    let primary = Some(Some("docs.example.com".to_owned()));
    assert_eq!(find(SiteHost::Slug("handbook")).await, primary);
    assert_eq!(find(SiteHost::Domain("docs.example.com")).await, primary);
    assert_eq!(find(SiteHost::Domain("other.example.com")).await, None);
    assert_eq!(find(SiteHost::Slug("docs.example.com")).await, None);
    app.sql("UPDATE sites SET purges_at = now()");
    assert_eq!(find(SiteHost::Slug("handbook")).await, None);
}

#[actix_web::test]
async fn a_site_is_suspended_with_its_team_or_the_owner_of_it() {
    let app = TestApp::with_database();
    let site = Site::new(&app).await;
    site.document(&app, "甲", "一").await;
    site.publish(&app).await.data();
    let is_suspended = async || live(&app, &site).await.unwrap().site.is_suspended;
    assert!(!is_suspended().await);
    for column in ["teams suspended_at", "teams purges_at", "users suspended_at"] {
        let (table, column) = column.split_once(' ').unwrap();
        app.sql(&format!("UPDATE {table} SET {column} = now()"));
        assert!(is_suspended().await, "{table} {column}");
        app.sql(&format!("UPDATE {table} SET {column} = NULL"));
    }
    assert!(!is_suspended().await);
}

#[actix_web::test]
async fn a_text_that_is_in_no_memory_is_read_from_the_database() {
    let app = TestApp::with_database();
    let site = Site::new(&app).await;
    site.document(&app, "甲", "一").await;
    site.publish(&app).await.data();
    // Another process has rendered it: this one does not know the hash.
    let elsewhere = hash_of(site.id.as_bytes());
    app.sql(&format!(
        "INSERT INTO rendered_documents SELECT '{elsewhere}', data, created_at FROM rendered_documents; \
         UPDATE release_documents SET rendered_hash = '{elsewhere}'"
    ));
    for _ in 0..2 {
        let content = live(&app, &site).await.unwrap();
        assert_eq!(texts(&content, Audience::Guest), ["<p>一</p>"]);
    }
}

/// What a page shows of its first diagram.
async fn published_diagram(app: &TestApp, site: &Site) -> String {
    site.publish(app).await.data();
    texts(&live(app, site).await.unwrap(), Audience::Guest).concat()
}

#[actix_web::test]
async fn a_page_shows_the_drawing_of_a_diagram_and_the_source_of_one_that_is_too_large() {
    let app = TestApp::with_database();
    let site = Site::new(&app).await;
    let diagram = "```mermaid\ngraph TD\n```";
    let (id, mut revision) = site.document(&app, "甲", diagram).await;
    let shown = published_diagram(&app, &site).await;
    assert!(
        shown.contains("<code>graph TD") && !shown.contains("<path"),
        "{shown}"
    );
    let path = format!("{}/diagrams/{}", site.base.path, hash_of(b"graph TD"));
    app.send_bytes(
        &site.base.owner,
        Method::PUT,
        &path,
        "image/svg+xml",
        DRAWING.as_bytes(),
    )
    .await
    .data();
    let shown = published_diagram(&app, &site).await;
    assert!(shown.contains("<svg") && !shown.contains("graph TD"), "{shown}");
    for (n_bytes, is_drawn) in [(512 << 10, true), ((512 << 10) + 1, false)] {
        app.sql(&format!("UPDATE files SET n_bytes = {n_bytes}"));
        let text = format!("{n_bytes}\n\n{diagram}");
        revision = site.write(&app, id, revision, "甲", &text).await;
        let shown = published_diagram(&app, &site).await;
        assert_eq!(shown.contains("<code>graph TD"), !is_drawn, "{shown}");
    }
}
