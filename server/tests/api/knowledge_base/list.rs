//! The list of a team's knowledge bases.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use moyan_domain::{KnowledgeBaseId, Plan, TeamId};
use moyan_foundation::access::{Action, Role, TeamAccess};
use moyan_server::features::knowledge_base::service;
use serde_json::{Value, json};

use crate::support::{TestApp, User};

/// A team with these bases: title, description, category, status, words, documents, days since the last change.
const BASES: &str = "INSERT INTO knowledge_bases (id, team_id, title, description, category, status, n_words, n_documents, updated_at, purges_at) \
    SELECT gen_random_uuid(), (SELECT id FROM teams WHERE kind = 'team'), title, description, category, status, words, documents, \
           now() - interval '1 day' * days, CASE title WHEN 'gone' THEN now() END \
    FROM (VALUES \
        ('快速开始', '第一步', 'tutorial', 'active', 10, 3, 1), \
        ('接口文档', '给程序员看的快速参考', 'techDocs', 'draft', 30, 1, 3), \
        ('100%_sure', '', 'other', 'active', 20, 2, 2), \
        ('100 and sure', '', 'techDocs', 'archived', 20, 2, 4), \
        ('gone', '快速', 'tutorial', 'active', 1, 1, 0)) rows (title, description, category, status, words, documents, days)";

async fn team(app: &TestApp) -> (User, String) {
    let owner = app.user("owner").await;
    let team = app.team(&owner, "ours").await;
    app.sql(BASES);
    (owner, format!("/api/teams/{team}/knowledge-bases"))
}

async fn ask(app: &TestApp, user: &User, path: &str, query: &str) -> Value {
    app.call(user, "GET", &format!("{path}?{query}"), Value::Null)
        .await
        .data()
}

fn titles(page: &Value) -> Vec<&str> {
    page["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["title"].as_str().unwrap())
        .collect()
}

#[actix_web::test]
async fn a_search_finds_chinese_in_titles_and_descriptions_and_takes_wildcards_literally() {
    let app = TestApp::with_database();
    let (owner, path) = team(&app).await;
    for (search, expected) in [
        ("%E5%BF%AB%E9%80%9F", vec!["快速开始", "接口文档"]),
        ("%20%E5%BF%AB%E9%80%9F%20", vec!["快速开始", "接口文档"]),
        ("100%25_", vec!["100%_sure"]),
        ("SURE", vec!["100%_sure", "100 and sure"]),
        ("%5C", vec![]),
        ("", vec!["快速开始", "100%_sure", "接口文档", "100 and sure"]),
    ] {
        let page = ask(&app, &owner, &path, &format!("search={search}")).await;
        assert_eq!(titles(&page), expected, "{search}");
    }
    ask(&app, &owner, &path, &format!("search={}", "a".repeat(100))).await;
    let long = format!("{path}?search={}", "a".repeat(101));
    for path in [long, format!("{path}?search=%00")] {
        let answer = app.call(&owner, "GET", &path, Value::Null).await;
        assert_eq!(answer.refusal(), (400, "request.invalid".to_owned()));
    }
}

#[actix_web::test]
async fn filters_narrow_the_list_and_totals_count_the_states_beside_it() {
    let app = TestApp::with_database();
    let (owner, path) = team(&app).await;
    for (query, expected, totals) in [
        ("", 4, [2, 1, 1, 1]),
        ("status=draft", 1, [2, 1, 1, 1]),
        ("category=techDocs", 2, [0, 1, 1, 0]),
        ("category=techDocs&status=archived", 1, [0, 1, 1, 0]),
        ("bin=true", 1, [2, 1, 1, 1]),
        ("bin=false&search=sure", 2, [1, 0, 1, 0]),
        ("bin=true&status=draft", 0, [2, 1, 1, 1]),
    ] {
        let page = ask(&app, &owner, &path, query).await;
        assert_eq!(titles(&page).len(), expected, "{query}");
        let [active, draft, archived, bin] = totals;
        assert_eq!(
            page["totals"],
            json!({ "nActive": active, "nDraft": draft, "nArchived": archived, "nInBin": bin }),
            "{query}"
        );
    }
    for nonsense in [
        "status=lost",
        "category=x",
        "sort=password",
        "order=up",
        "bin=maybe",
    ] {
        let answer = app
            .call(&owner, "GET", &format!("{path}?{nonsense}"), Value::Null)
            .await;
        assert_eq!(
            answer.refusal(),
            (400, "request.invalid".to_owned()),
            "{nonsense}"
        );
    }
}

#[actix_web::test]
async fn every_order_has_both_directions_and_pages_that_miss_and_repeat_nothing() {
    let app = TestApp::with_database();
    let (owner, path) = team(&app).await;
    for (sort, first) in [
        ("title", None),
        ("updatedAt", Some("100 and sure")),
        ("nWords", Some("快速开始")),
        ("nDocuments", Some("接口文档")),
        ("nViews", None),
    ] {
        let mut orders = Vec::new();
        for order in ["asc", "desc"] {
            let query = format!("sort={sort}&order={order}");
            let whole = ask(&app, &owner, &path, &query).await;
            let (mut pages, mut cursor) = (Vec::new(), String::new());
            loop {
                let page = ask(&app, &owner, &path, &format!("{query}&limit=1{cursor}")).await;
                pages.extend(titles(&page).into_iter().map(str::to_owned));
                match page["nextCursor"].as_str() {
                    Some(next) => cursor = format!("&cursor={next}"),
                    None => break,
                }
            }
            assert_eq!(pages, titles(&whole), "{query}");
            assert_eq!(pages.len(), 4);
            orders.push(pages);
        }
        let back: Vec<_> = orders[1].iter().rev().cloned().collect();
        assert_eq!(orders[0], back, "{sort}");
        if let Some(first) = first {
            assert_eq!(orders[0][0], first, "{sort}");
        }
    }
    // Titles begin at the front, everything else at the greatest.
    assert_eq!(titles(&ask(&app, &owner, &path, "").await)[0], "快速开始");
    let usual = ask(&app, &owner, &path, "sort=title").await;
    assert_eq!(
        usual["items"],
        ask(&app, &owner, &path, "sort=title&order=asc").await["items"]
    );
}

#[actix_web::test]
async fn a_cursor_holds_while_its_row_changes_and_is_of_one_order() {
    let app = TestApp::with_database();
    let (owner, path) = team(&app).await;
    let page = ask(&app, &owner, &path, "sort=nWords&limit=1").await;
    let cursor = page["nextCursor"].as_str().unwrap();
    assert_eq!(titles(&page), ["接口文档"]);
    app.sql("UPDATE knowledge_bases SET n_words = 0 WHERE title = '接口文档'");
    let rest = ask(
        &app,
        &owner,
        &path,
        &format!("sort=nWords&limit=3&cursor={cursor}"),
    )
    .await;
    assert_eq!(titles(&rest)[2], "快速开始");
    for query in [format!("sort=title&cursor={cursor}"), "cursor=WzEsMl0".to_owned()] {
        let answer = app
            .call(&owner, "GET", &format!("{path}?{query}"), Value::Null)
            .await;
        assert_eq!(answer.refusal(), (400, "request.invalid".to_owned()), "{query}");
    }
}

#[actix_web::test]
async fn a_team_sees_its_own_bases_only() {
    let app = TestApp::with_database();
    let (owner, path) = team(&app).await;
    let viewer = app.user("viewer").await;
    let page = ask(&app, &viewer, "/api/teams/personal/knowledge-bases", "").await;
    assert_eq!(
        (&page["items"], &page["totals"]["nActive"]),
        (&json!([]), &json!(0))
    );
    let team = app.database().text("SELECT id FROM teams WHERE kind = 'team'");
    app.join(&team, &viewer, Role::Viewer);
    assert_eq!(titles(&ask(&app, &viewer, &path, "").await).len(), 4);
    assert_eq!(titles(&ask(&app, &owner, &path, "").await).len(), 4);
}

#[actix_web::test]
async fn a_cursor_that_no_page_gave_is_refused() {
    let app = TestApp::with_database();
    let (owner, path) = team(&app).await;
    let id = "0198f000-0000-7000-8000-000000000000";
    for (sort, value) in [
        // Moments that the calendar does not have, and one that the database does not store.
        ("updatedAt", "9223372036854775807"),
        ("updatedAt", "-8000000000000000000"),
        // More documents than a base may have.
        ("nDocuments", "2147483648"),
        ("title", "\"a\\u0000\""),
    ] {
        let cursor = URL_SAFE_NO_PAD.encode(format!("[{value},\"{id}\"]"));
        let query = format!("{path}?sort={sort}&cursor={cursor}");
        let answer = app.call(&owner, "GET", &query, Value::Null).await;
        assert_eq!(
            answer.refusal(),
            (400, "request.invalid".to_owned()),
            "{sort} {value}"
        );
    }
}

#[actix_web::test]
async fn no_rule_finds_a_base_of_another_team_also_if_nobody_had_checked_its_id() {
    let app = TestApp::with_database();
    let owner = app.user("owner").await;
    let (ours, theirs) = (app.team(&owner, "ours").await, app.team(&owner, "theirs").await);
    let id = KnowledgeBaseId(app.knowledge_base(&theirs).parse().unwrap());
    let mut connection = app.database().connect();
    for (team, is_there) in [(&theirs, true), (&ours, false)] {
        let access = TeamAccess {
            team_id: TeamId(team.parse().unwrap()),
            is_personal: false,
            role: Role::Owner,
            action: Action::WriteContent,
            plan: Plan::Creator,
            now: app.state.clock.now(),
        };
        assert_eq!(service::exists(&mut connection, &access, id).unwrap(), is_there);
        assert_eq!(service::get(&mut connection, &access, id).is_ok(), is_there);
        let locked = service::LockedBase::lock(&mut connection, &access, id);
        assert_eq!(locked.is_ok(), is_there);
    }
}
