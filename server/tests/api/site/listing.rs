//! The list of a team's sites.

use chrono::Days;
use serde_json::{Value, json};

use super::create::team;
use crate::support::{Answer, TestApp, User};

async fn list(app: &TestApp, owner: &User, team: &str, query: &str) -> Answer {
    app.call(
        owner,
        "GET",
        &format!("/api/teams/{team}/sites{query}"),
        Value::Null,
    )
    .await
}

fn slugs(page: &Value) -> Vec<&str> {
    let items = page["items"].as_array().unwrap().iter();
    items.map(|site| site["slug"].as_str().unwrap()).collect()
}

/// Five sites of a team in different states, and one of another team.
async fn scene(app: &TestApp) -> (User, String) {
    let (owner, team) = team(app).await;
    let other = app.user("other").await;
    let theirs = app.team(&other, "theirs").await;
    let site = |team: &str, name: &str, slug: &str, status: &str, n_views: u8, bin: &str| {
        format!(
            "INSERT INTO sites (id, team_id, name, slug, status, n_views, updated_at, purges_at) VALUES \
             (gen_random_uuid(), '{team}', '{name}', '{slug}', '{status}', {n_views}, \
             now() - interval '{n_views} hours', {bin})"
        )
    };
    for statement in [
        site(&team, "安装手册", "install", "published", 3, "NULL"),
        site(&team, "100% 指南", "guide", "published", 1, "NULL"),
        site(&team, "API_文档", "reference", "draft", 2, "NULL"),
        site(&team, "旧手册", "old", "archived", 5, "NULL"),
        site(
            &team,
            "删除的手册",
            "gone",
            "published",
            4,
            "now() + interval '1 day'",
        ),
        site(&theirs, "他们的手册", "theirs", "published", 9, "NULL"),
    ] {
        app.sql(&statement);
    }
    (owner, team)
}

#[actix_web::test]
async fn a_list_is_narrowed_by_words_state_and_bin() {
    let app = TestApp::with_database();
    let (owner, team) = scene(&app).await;
    for (query, expected) in [
        ("", vec!["guide", "reference", "install", "old"]),
        ("?search=%20%E6%89%8B%E5%86%8C%20", vec!["install", "old"]),
        ("?search=REF", vec!["reference"]),
        // Wildcards are characters like others.
        ("?search=%25", vec!["guide"]),
        ("?search=_", vec!["reference"]),
        ("?search=nothing", vec![]),
        ("?status=published", vec!["guide", "install"]),
        ("?status=archived&search=%E6%89%8B%E5%86%8C", vec!["old"]),
        ("?bin=true", vec!["gone"]),
        ("?bin=true&status=draft", vec![]),
    ] {
        let page = list(&app, &owner, &team, query).await.data();
        assert_eq!(slugs(&page), expected, "{query}");
    }
}

#[actix_web::test]
async fn a_list_counts_each_state_whatever_state_is_asked_for() {
    let app = TestApp::with_database();
    let (owner, team) = scene(&app).await;
    let totals = |published: u8, draft: u8, archived: u8, bin: u8| json!({ "nPublished": published, "nDraft": draft, "nMaintenance": 0, "nArchived": archived, "nInBin": bin });
    for (query, expected) in [
        ("", totals(2, 1, 1, 1)),
        ("?status=draft", totals(2, 1, 1, 1)),
        ("?bin=true", totals(2, 1, 1, 1)),
        ("?search=%E6%89%8B%E5%86%8C", totals(1, 0, 1, 1)),
    ] {
        let page = list(&app, &owner, &team, query).await.data();
        assert_eq!(page["totals"], expected, "{query}");
    }
}

#[actix_web::test]
async fn every_order_goes_through_pages_without_gaps() {
    let app = TestApp::with_database();
    let (owner, team) = scene(&app).await;
    for (query, expected) in [
        ("sort=nViews", ["old", "install", "reference", "guide"]),
        ("sort=nViews&order=asc", ["guide", "reference", "install", "old"]),
        ("sort=updatedAt", ["guide", "reference", "install", "old"]),
        (
            "sort=updatedAt&order=asc",
            ["old", "install", "reference", "guide"],
        ),
    ] {
        let (mut found, mut cursor) = (Vec::new(), String::new());
        for _ in 0..expected.len() {
            let page = list(&app, &owner, &team, &format!("?limit=1&{query}{cursor}"))
                .await
                .data();
            found.extend(slugs(&page).into_iter().map(str::to_owned));
            cursor = page["nextCursor"]
                .as_str()
                .map_or_else(String::new, |next| format!("&cursor={next}"));
        }
        assert_eq!(found, expected, "{query}");
        assert!(cursor.is_empty(), "{query}");
    }
    // Which of two letters comes first is the database's affair.
    for query in ["sort=name", "sort=name&order=desc"] {
        let whole = list(&app, &owner, &team, &format!("?{query}")).await.data();
        let first = list(&app, &owner, &team, &format!("?limit=3&{query}"))
            .await
            .data();
        let cursor = first["nextCursor"].as_str().unwrap();
        let rest = list(&app, &owner, &team, &format!("?{query}&cursor={cursor}"))
            .await
            .data();
        assert_eq!([slugs(&first), slugs(&rest)].concat(), slugs(&whole), "{query}");
    }
    let by_name = list(&app, &owner, &team, "?sort=name").await.data();
    let mut reversed = list(&app, &owner, &team, "?sort=name&order=desc").await.data();
    reversed["items"].as_array_mut().unwrap().reverse();
    assert_eq!(slugs(&by_name), slugs(&reversed));
    assert_eq!(slugs(&by_name)[0], "guide");
}

#[actix_web::test]
async fn what_no_list_takes_is_refused() {
    let app = TestApp::with_database();
    let (owner, team) = scene(&app).await;
    let long = format!("?search={}", "x".repeat(101));
    let longest = format!("?search={}", "x".repeat(100));
    assert_eq!(list(&app, &owner, &team, &longest).await.status, 200);
    let page = list(&app, &owner, &team, "?limit=1&sort=nViews").await.data();
    let of_views = page["nextCursor"].as_str().unwrap();
    let page = list(&app, &owner, &team, "?limit=1&sort=name").await.data();
    let of_names = page["nextCursor"].as_str().unwrap();
    for query in [
        long.as_str(),
        "?search=%00",
        "?status=open",
        "?sort=price",
        "?order=up",
        "?limit=101",
        "?cursor=x",
        &format!("?sort=name&cursor={of_views}"),
        &format!("?sort=nViews&cursor={of_names}"),
        &format!("?cursor={of_names}"),
    ] {
        assert_eq!(list(&app, &owner, &team, query).await.status, 400, "{query}");
    }
}

#[actix_web::test]
async fn a_site_shows_its_icon_and_the_views_of_its_own_day() {
    let app = TestApp::with_database();
    let (owner, team) = scene(&app).await;
    // In the evening of London it is the next day in Shanghai.
    let tomorrow = app.clock.now().date_naive() + Days::new(1);
    let evening = tomorrow.and_hms_opt(20, 0, 0).unwrap().and_utc();
    app.clock.advance(evening - app.clock.now());
    let info = |zone: &str, icon: &str| {
        format!(
            r#"{{"name":"x","description":"","language":"en","timeZone":"{zone}","icon":{icon},"copyright":"","icpNumber":"","contactEmail":"","footerLinks":[]}}"#
        )
    };
    let icon = r#"{"url":"https://a.cn/icon.png","alt":"","width":0,"height":0}"#;
    for (slug, data) in [
        ("guide", info("Europe/London", icon)),
        ("install", info("Asia/Shanghai", "null")),
    ] {
        app.sql(&format!(
            "INSERT INTO site_settings (site_id, tab, data) SELECT id, 'basicInfo', '{data}' FROM sites WHERE slug = '{slug}'"
        ));
    }
    app.sql(&format!(
        "INSERT INTO site_views (site_id, day, n_views) SELECT id, date '{tomorrow}' + after, n FROM sites, \
         (VALUES (-1, 1), (0, 2), (1, 4)) AS days (after, n)"
    ));
    let page = list(&app, &owner, &team, "?sort=name").await.data();
    let shown = |slug: &str| {
        let items = page["items"].as_array().unwrap();
        let site = items.iter().find(|site| site["slug"] == slug).unwrap();
        json!([site["icon"], site["nViewsToday"]])
    };
    assert_eq!(shown("guide"), json!(["https://a.cn/icon.png", 2]));
    assert_eq!(shown("install"), json!([null, 4]));
    // Settings that were never saved are those of a new site.
    assert_eq!(shown("old"), json!([null, 4]));
}
