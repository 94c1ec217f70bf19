//! What the audit log says of sites.

use actix_web::http::Method;
use serde_json::{Value, json};

use super::create::{change, site, team};
use crate::support::TestApp;

/// The entries about sites since the last call, oldest first: action, actor, team, what changed.
fn take_entries(app: &TestApp) -> String {
    let entries = app.database().text(
        "SELECT coalesce(string_agg(concat_ws(' ', action, 'by', coalesce(a.nickname, 'nobody'), 'in', t.name, details), \
         E'\\n' ORDER BY e.id), '') FROM audit_entries e LEFT JOIN users a ON a.id = actor_id \
         LEFT JOIN teams t ON t.id = team_id WHERE action LIKE 'site.%'",
    );
    app.sql("DELETE FROM audit_entries");
    entries
}

#[actix_web::test]
async fn what_is_done_with_a_site_is_written_down() {
    let app = TestApp::with_database();
    let (owner, team) = team(&app).await;
    let path = site(&app, &owner, &team, "handbook").await;
    assert_eq!(
        take_entries(&app),
        r#"site.created by owner in ours {"name": "手册", "slug": "handbook"}"#
    );
    let redirect = json!({ "from": "/a", "to": "/b", "isPermanent": true, "isAutomatic": false });
    for (method, route, revision, body, entry) in [
        (
            Method::PATCH,
            "",
            1,
            json!({ "slug": "manual" }),
            r#"site.slugChanged by owner in ours {"to": "manual", "from": "handbook", "name": "手册"}"#,
        ),
        (
            Method::PATCH,
            "",
            2,
            json!({ "status": "archived" }),
            r#"site.statusChanged by owner in ours {"to": "archived", "from": "draft", "name": "手册", "slug": "manual"}"#,
        ),
        (
            Method::PATCH,
            "",
            3,
            json!({ "status": "draft" }),
            r#"site.statusChanged by owner in ours {"to": "draft", "from": "archived", "name": "手册", "slug": "manual"}"#,
        ),
        (
            Method::PUT,
            "/redirects",
            0,
            json!({ "redirects": [redirect] }),
            r#"site.redirectsChanged by owner in ours {"to": 1, "from": 0, "name": "手册", "slug": "manual"}"#,
        ),
        (
            Method::POST,
            "/domains",
            0,
            json!({ "host": "docs.example" }),
            r#"site.domainAdded by owner in ours {"host": "docs.example", "name": "手册"}"#,
        ),
        (
            Method::DELETE,
            "",
            0,
            Value::Null,
            r#"site.deleted by owner in ours {"name": "手册", "slug": "manual"}"#,
        ),
        (
            Method::POST,
            "/restore",
            0,
            Value::Null,
            r#"site.restored by owner in ours {"name": "手册", "slug": "manual"}"#,
        ),
    ] {
        let place = format!("{method} {route}");
        change(&app, &owner, method, &format!("{path}{route}"), revision, body)
            .await
            .data();
        assert_eq!(take_entries(&app), entry, "{place}");
    }
}

#[actix_web::test]
async fn what_a_sweep_does_to_sites_is_written_down() {
    let app = TestApp::with_database();
    let (owner, team) = team(&app).await;
    site(&app, &owner, &team, "handbook").await;
    take_entries(&app);
    app.sql("UPDATE sites SET status = 'published'; UPDATE teams SET plan = 'creator'");
    assert!(app.sweep().await);
    assert_eq!(
        take_entries(&app),
        r#"site.statusChanged by nobody in ours {"to": "draft", "from": "published", "name": "手册", "slug": "handbook", "reason": "planEnded"}"#
    );
    app.sql("UPDATE sites SET purges_at = now()");
    assert!(app.sweep().await);
    assert_eq!(
        take_entries(&app),
        r#"site.purged by nobody in ours {"name": "手册"}"#
    );
}
