//! Sites and knowledge bases that go to another team of their owner.

use moyan_domain::limits::{KNOWLEDGE_BASES_PER_TEAM, SITES_PER_TEAM};
use moyan_foundation::access::Role;
use serde_json::{Value, json};

use crate::support::content::Base;
use crate::support::site::Site;
use crate::support::{Answer, TestApp, User};

/// Another team of the owner, with a plan.
async fn other_team(app: &TestApp, owner: &User, plan: &str) -> String {
    let team = app.team(owner, "theirs").await;
    app.sql(&format!("UPDATE teams SET plan = '{plan}' WHERE id = '{team}'"));
    team
}

async fn move_site(app: &TestApp, site: &Site, team: &str) -> Answer {
    site.call(app, "POST", "/move", json!({ "teamId": team })).await
}

async fn move_base(app: &TestApp, base: &Base, team: &str) -> Answer {
    let path = format!("{}/move", base.path);
    app.call(&base.owner, "POST", &path, json!({ "teamId": team }))
        .await
}

/// Which team has what.
fn owners(app: &TestApp, table: &str) -> String {
    app.database().text(&format!(
        "SELECT string_agg(t.name, ' ' ORDER BY x.id) FROM {table} x JOIN teams t ON t.id = x.team_id"
    ))
}

#[actix_web::test]
async fn a_site_goes_with_its_base_and_everything_that_belongs_to_it() {
    let app = TestApp::with_database();
    let site = Site::new(&app).await;
    let (document, _) = site.document(&app, "甲", "一").await;
    site.publish(&app).await.data();
    app.sql(&format!(
        "UPDATE sites SET status = 'published', publishes_at = now() + interval '1 day'; \
         INSERT INTO site_domains (id, site_id, host, token, verified_at, is_primary) \
         VALUES (gen_random_uuid(), '{0}', 'docs.example.com', 'x', now(), true); \
         INSERT INTO payment_methods (site_id, method, is_enabled, is_test, settings, sealed_keys) \
         VALUES ('{0}', 'stripe', true, false, '{{}}', 'sealed'); \
         INSERT INTO visitors (id, site_id, email, language) VALUES ('{0}', '{0}', 'reader@example.com', 'en'); \
         INSERT INTO orders (id, site_id, team_id, site_name, number, visitor_id, visitor_identifier, package_id, \
         package, price_fen, amount_fen, method, status, closes_at) \
         VALUES ('{0}', '{0}', '{1}', '手册', 'N1', '{0}', 'reader@example.com', '{0}', '{{}}', 9900, 9900, 'manual', \
         'awaitingConfirmation', now() + interval '1 day')",
        site.id, site.base.team
    ));
    let second = site.second(&app);
    let team = other_team(&app, &site.base.owner, "professional").await;
    let before = app
        .database()
        .text("SELECT generation FROM sites WHERE slug = 'handbook'");
    let moved = move_site(&app, &site, &team).await.data();
    let mut ids = [site.id, second.id].map(|id| id.to_string());
    ids.sort();
    assert_eq!(
        moved,
        json!({ "teamId": team, "knowledgeBaseId": site.base.id, "siteIds": ids })
    );
    assert_eq!(owners(&app, "sites"), "theirs theirs");
    assert_eq!(owners(&app, "knowledge_bases"), "theirs");
    assert_eq!(owners(&app, "orders"), "theirs");
    // Nothing that belongs to the site was touched, and what is planned stays planned.
    let path = format!("/api/teams/{team}/sites/{}", site.id);
    let now = app.call(&site.base.owner, "GET", &path, Value::Null).await.data();
    assert_eq!(now["url"], "https://docs.example.com/");
    assert_eq!(now["status"], "published");
    assert_eq!(now["liveRelease"]["number"], 1);
    assert!(now["publishesAt"].is_string());
    // Caches learn of it.
    assert_eq!(
        now["generation"].as_i64().unwrap(),
        before.parse::<i64>().unwrap() + 1
    );
    let methods = app
        .database()
        .text("SELECT string_agg(sealed_keys, ' ') FROM payment_methods");
    assert_eq!(methods, "sealed");
    // The old team has neither any more.
    for path in [&site.path, &site.base.path] {
        let answer = app.call(&site.base.owner, "GET", path, Value::Null).await;
        assert_eq!(answer.status, 404, "{path}");
    }
    // The texts are those that they were, by the same revisions.
    let path = format!(
        "/api/teams/{team}/knowledge-bases/{}/changes?since=0",
        site.base.id
    );
    let pulled = app.call(&site.base.owner, "GET", &path, Value::Null).await.data();
    assert_eq!(pulled["documents"][0]["id"], document.to_string());
}

#[actix_web::test]
async fn members_of_the_new_team_work_there_as_their_roles_allow() {
    let app = TestApp::with_database();
    let site = Site::new(&app).await;
    let personal = app.database().text(&format!(
        "SELECT id FROM teams WHERE kind = 'personal' AND owner_id = '{}'",
        site.base.owner.id
    ));
    // It begins where nobody else is.
    app.sql(&format!(
        "UPDATE knowledge_bases SET team_id = '{personal}'; UPDATE sites SET team_id = '{personal}'"
    ));
    let helper = app.user("helper").await;
    app.join(&site.base.team, &helper, Role::Editor);
    let path = format!("/api/teams/personal/sites/{}/move", site.id);
    let body = json!({ "teamId": site.base.team });
    app.call(&site.base.owner, "POST", &path, body).await.data();
    app.call(&helper, "GET", &site.path, Value::Null).await.data();
    let text = site.base.put_text(uuid::Uuid::now_v7(), 0, "by the helper");
    let answer = site.base.try_push(&app, &helper, vec![text]).await;
    assert_eq!(answer.data()["results"][0]["outcome"], "accepted");
}

#[actix_web::test]
async fn only_an_owner_of_both_moves_and_only_where_it_can_be_changed() {
    let app = TestApp::with_database();
    let site = Site::new(&app).await;
    let owner = &site.base.owner;
    let team = other_team(&app, owner, "professional").await;
    let admin = site.base.member(&app, Role::Admin).await;
    let theirs = app.team(&admin, "of the admin").await;
    let body = |team: &str| json!({ "teamId": team });
    let call = async |user: &User, team: &str| {
        let path = format!("{}/move", site.path);
        app.call(user, "POST", &path, body(team)).await
    };
    assert_eq!(
        call(&admin, &theirs).await.refusal(),
        (403, "access.denied".to_owned())
    );
    assert_eq!(
        call(owner, &theirs).await.refusal(),
        (404, "team.notFound".to_owned())
    );
    app.join(&theirs, owner, Role::Admin);
    assert_eq!(
        call(owner, &theirs).await.refusal(),
        (403, "access.denied".to_owned())
    );
    assert_eq!(call(owner, &site.base.team).await.problem("teamId"), "team.same");
    app.sql(&format!(
        "UPDATE teams SET suspended_at = now() WHERE id = '{team}'"
    ));
    assert_eq!(
        call(owner, &team).await.refusal(),
        (403, "team.suspended".to_owned())
    );
    app.sql(&format!(
        "UPDATE teams SET suspended_at = NULL, purges_at = now() + interval '1 day' WHERE id = '{team}'"
    ));
    assert_eq!(
        call(owner, &team).await.refusal(),
        (409, "team.deleted".to_owned())
    );
    app.sql(
        "UPDATE teams SET purges_at = NULL; UPDATE knowledge_bases SET purges_at = now() + interval '1 day'",
    );
    assert_eq!(
        call(owner, &team).await.refusal(),
        (409, "knowledgeBase.inBin".to_owned())
    );
    assert_eq!(owners(&app, "sites"), "ours");
}

#[actix_web::test]
async fn the_plan_of_the_new_team_must_have_room_and_open_what_is_open() {
    let app = TestApp::with_database();
    let site = Site::new(&app).await;
    let second = site.second(&app);
    let team = other_team(&app, &site.base.owner, "creator").await;
    let refusal = async || move_site(&app, &site, &team).await.refusal();
    // The free plan has one site.
    assert_eq!(refusal().await, (403, "plan.tooManySites".to_owned()));
    let bin = format!(
        "UPDATE sites SET purges_at = now() + interval '1 day' WHERE id = '{}'",
        second.id
    );
    app.sql(&bin);
    app.sql("UPDATE sites SET status = 'published'");
    assert_eq!(refusal().await, (403, "plan.notAvailable".to_owned()));
    assert_eq!(owners(&app, "sites"), "ours ours");
    assert_eq!(owners(&app, "knowledge_bases"), "ours");
    app.sql("UPDATE sites SET status = 'draft'");
    move_site(&app, &site, &team).await.data();
    // What waits in the bin went along, and can be restored there.
    assert_eq!(owners(&app, "sites"), "theirs theirs");
}

#[actix_web::test]
async fn a_base_goes_with_its_sites_and_a_site_without_one_goes_alone() {
    let app = TestApp::with_database();
    let site = Site::new(&app).await;
    let team = other_team(&app, &site.base.owner, "professional").await;
    let moved = move_base(&app, &site.base, &team).await.data();
    assert_eq!(moved["siteIds"], json!([site.id]));
    assert_eq!(owners(&app, "knowledge_bases"), "theirs");
    app.sql(&format!(
        "UPDATE sites SET knowledge_base_id = NULL, status = 'archived', team_id = '{0}'; \
         UPDATE knowledge_bases SET status = 'archived', team_id = '{0}'",
        site.base.team
    ));
    let moved = move_site(&app, &site, &team).await.data();
    assert_eq!(
        (&moved["knowledgeBaseId"], &moved["siteIds"]),
        (&Value::Null, &json!([site.id]))
    );
    assert_eq!(owners(&app, "sites"), "theirs");
    assert_eq!(owners(&app, "knowledge_bases"), "ours");
    let moved = move_base(&app, &site.base, &team).await.data();
    assert_eq!(moved["siteIds"], json!([]));
}

#[actix_web::test]
async fn images_that_are_named_there_are_those_of_both_teams_and_take_room() {
    let app = TestApp::with_database();
    let site = Site::new(&app).await;
    let team = other_team(&app, &site.base.owner, "professional").await;
    for (hash, n_bytes) in [("a", 9_i64), ("b", 9), ("c", 9), ("d", 1)] {
        let hash = hash.repeat(64);
        app.sql(&format!(
            "INSERT INTO files (hash, name, media_type, n_bytes, width, height) \
             VALUES ('{hash}', '{hash}', 'image/png', {n_bytes}, 4, 3); \
             INSERT INTO team_images (team_id, file_hash) VALUES ('{}', '{hash}')",
            site.base.team
        ));
    }
    let media = |hash: &str| format!("https://moyan.example/media/{}.png", hash.repeat(64));
    site.document(&app, "甲", &format!("![]({})", media("a"))).await;
    app.sql(&format!(
        "INSERT INTO site_settings (site_id, tab, data) VALUES ('{0}', 'carousel', '{{\"image\": \"{1}\"}}'); \
         INSERT INTO releases (id, site_id, number, status, settings, categories, engine_version) \
         VALUES (gen_random_uuid(), '{0}', 1, 'ready', '{{\"logo\": \"{2}\"}}', '[]', 'x')",
        site.id,
        media("b"),
        media("c")
    ));
    let full = "UPDATE files SET n_bytes = 11::bigint << 30 WHERE hash = repeat('b', 64)";
    app.sql(full);
    let refused = move_site(&app, &site, &team).await;
    assert_eq!(refused.refusal(), (409, "files.quotaExceeded".to_owned()));
    app.sql("UPDATE files SET n_bytes = 9");
    move_site(&app, &site, &team).await.data();
    let named = format!(
        "SELECT string_agg(left(file_hash, 1), '' ORDER BY file_hash) FROM team_images WHERE team_id = '{team}'"
    );
    assert_eq!(app.database().text(&named), "abc");
    // Texts of the old team may name them, too.
    let kept = format!(
        "SELECT count(*) FROM team_images WHERE team_id = '{}'",
        site.base.team
    );
    assert_eq!(app.database().text(&kept), "4");
}

#[actix_web::test]
async fn both_teams_read_in_their_log_what_moved() {
    let app = TestApp::with_database();
    let site = Site::new(&app).await;
    let team = other_team(&app, &site.base.owner, "professional").await;
    app.sql("DELETE FROM audit_entries");
    move_site(&app, &site, &team).await.data();
    let entries = app.database().text(
        "SELECT string_agg(concat_ws(' ', action, t.name, details), E'\\n' ORDER BY action, t.name) \
         FROM audit_entries JOIN teams t ON t.id = team_id",
    );
    let base = r#"{"to": "theirs", "from": "ours", "name": "手册"}"#;
    let of_site = r#"{"to": "theirs", "from": "ours", "name": "手册", "slug": "handbook"}"#;
    assert_eq!(
        entries,
        format!(
            "knowledgeBase.moved ours {base}\nknowledgeBase.moved theirs {base}\n\
             site.moved ours {of_site}\nsite.moved theirs {of_site}"
        )
    );
}

#[actix_web::test]
async fn a_site_that_is_bound_to_the_base_meanwhile_is_not_left_behind() {
    let app = TestApp::with_database();
    let site = Site::new(&app).await;
    let second = site.second(&app);
    let team = other_team(&app, &site.base.owner, "professional").await;
    app.sql(&format!(
        "UPDATE sites SET knowledge_base_id = NULL WHERE id = '{}'",
        second.id
    ));
    // Another request binds the base and is not finished yet.
    let binding = format!(
        "SELECT FROM knowledge_bases WHERE id = '{0}' FOR SHARE; \
         UPDATE sites SET knowledge_base_id = '{0}' WHERE id = '{1}'",
        site.base.id, second.id
    );
    let refused = app.while_changing(&binding, move_site(&app, &site, &team)).await;
    assert_eq!(refused.refusal(), (409, "site.movedMeanwhile".to_owned()));
    move_site(&app, &site, &team).await.data();
    assert_eq!(owners(&app, "sites"), "theirs theirs");
}

#[actix_web::test]
async fn a_site_that_gets_a_base_meanwhile_does_not_leave_without_it() {
    let app = TestApp::with_database();
    let site = Site::new(&app).await;
    let team = other_team(&app, &site.base.owner, "professional").await;
    app.sql("UPDATE sites SET knowledge_base_id = NULL");
    let binding = format!("UPDATE sites SET knowledge_base_id = '{}'", site.base.id);
    let refused = app.while_changing(&binding, move_site(&app, &site, &team)).await;
    assert_eq!(refused.refusal(), (409, "site.movedMeanwhile".to_owned()));
    assert_eq!(owners(&app, "sites"), "ours");
}

#[actix_web::test]
async fn a_full_team_takes_nothing_more() {
    let app = TestApp::with_database();
    let site = Site::new(&app).await;
    let team = other_team(&app, &site.base.owner, "professional").await;
    app.sql(&format!(
        "INSERT INTO knowledge_bases (id, team_id, title) \
         SELECT gen_random_uuid(), '{team}', 'x' FROM generate_series(1, {KNOWLEDGE_BASES_PER_TEAM})"
    ));
    let refused = move_site(&app, &site, &team).await;
    assert_eq!(refused.refusal(), (409, "knowledgeBase.tooMany".to_owned()));
    app.sql(&format!(
        "DELETE FROM knowledge_bases WHERE team_id = '{team}'; \
         INSERT INTO sites (id, team_id, name, slug, purges_at) SELECT gen_random_uuid(), '{team}', 'x', 'site-' || n, \
         now() + interval '1 day' FROM generate_series(1, {SITES_PER_TEAM}) n"
    ));
    let refused = move_site(&app, &site, &team).await;
    assert_eq!(refused.refusal(), (409, "site.tooMany".to_owned()));
    // One less, and there is room, in the bin as well.
    app.sql("DELETE FROM sites WHERE slug = 'site-1'");
    move_site(&app, &site, &team).await.data();
}

#[actix_web::test]
async fn a_team_whose_files_are_too_many_already_takes_what_brings_none() {
    let app = TestApp::with_database();
    let site = Site::new(&app).await;
    let team = other_team(&app, &site.base.owner, "professional").await;
    app.sql(&format!(
        "INSERT INTO files (hash, name, media_type, n_bytes, width, height) \
         VALUES (repeat('a', 64), 'a', 'image/png', 11::bigint << 30, 4, 3); \
         INSERT INTO team_images (team_id, file_hash) VALUES ('{team}', repeat('a', 64))"
    ));
    move_site(&app, &site, &team).await.data();
}

#[actix_web::test]
async fn where_a_base_is_now_is_said_to_who_may_read_it_there() {
    let app = TestApp::with_database();
    let base = Base::new(&app).await;
    let reader = base.member(&app, Role::Viewer).await;
    let team = other_team(&app, &base.owner, "creator").await;
    let path = format!("/api/knowledge-bases/{}", base.id);
    let home = async |user: &User| app.call(user, "GET", &path, Value::Null).await;
    assert_eq!(home(&reader).await.data(), json!({ "teamId": base.team }));
    move_base(&app, &base, &team).await.data();
    assert_eq!(home(&base.owner).await.data(), json!({ "teamId": team }));
    assert_eq!(
        home(&reader).await.refusal(),
        (404, "knowledgeBase.notFound".to_owned())
    );
    // A deleted team is there for its owner only.
    app.join(&team, &reader, Role::Viewer);
    assert_eq!(home(&reader).await.status, 200);
    app.sql(&format!(
        "UPDATE teams SET purges_at = now() + interval '1 day' WHERE id = '{team}'"
    ));
    assert_eq!(home(&reader).await.status, 404);
    assert_eq!(home(&base.owner).await.status, 200);
}
