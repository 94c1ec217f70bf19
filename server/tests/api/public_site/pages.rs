use actix_web::http::Method;
use chrono::TimeDelta;
use moyan_server::features::public_site::Sites;
use serde_json::json;
use uuid::Uuid;

use super::hosts::{HOST, get, published};
use crate::support::TestApp;
use crate::support::site::Site;
use crate::support::visitor::Visitor;

#[actix_web::test]
async fn pages_carry_policy_validator_and_no_cookie() {
    let app = TestApp::with_database();
    published(&app).await;
    let page = get(&app, HOST, "/docs").await;
    let policy = page.header("content-security-policy");
    assert!(
        policy.contains("script-src 'self' 'sha256-") && !policy.contains("script-src 'self' 'unsafe"),
        "{policy}"
    );
    assert_eq!(page.header("cache-control"), "public, no-cache");
    assert!(page.header("surrogate-key").starts_with("site-"));
    assert_eq!(page.header("set-cookie"), "");
    let tag = page.header("etag").to_owned();
    let again = app
        .send(Method::GET, "/docs", &[("host", HOST), ("if-none-match", &tag)])
        .await;
    assert_eq!((again.status.as_u16(), again.body.len()), (304, 0));
    let brotli = app
        .send(Method::GET, "/docs", &[("host", HOST), ("accept-encoding", "br")])
        .await;
    assert_eq!(brotli.header("content-encoding"), "br");
    assert!(brotli.body.len() < page.body.len());
}

/// An address as browsers send it.
fn encoded(path: &str) -> String {
    let encode = |letter: char| match letter.is_ascii() {
        true => letter.to_string(),
        false => letter
            .to_string()
            .bytes()
            .map(|byte| format!("%{byte:02X}"))
            .collect(),
    };
    path.chars().map(encode).collect()
}

#[actix_web::test]
async fn the_page_of_a_document_is_kept_once_whatever_is_asked_beside_its_path() {
    let app = TestApp::with_database();
    published(&app).await;
    let index = get(&app, HOST, "/docs").await.text().to_owned();
    let path = index
        .split("href=\"")
        .filter_map(|part| part.split('"').next())
        .find(|path| path.starts_with("/docs/docs/"))
        .unwrap();
    let path = encoded(path);
    assert_eq!(get(&app, HOST, &path).await.status, 200);
    let n_pages = app.state.memory.of::<Sites>().n_pages();
    assert_eq!(n_pages, 2);
    for query in ["?page=2", "?page=3", "?category=x"] {
        assert_eq!(get(&app, HOST, &format!("{path}{query}")).await.status, 200);
    }
    assert_eq!(app.state.memory.of::<Sites>().n_pages(), n_pages);
}

#[actix_web::test]
async fn every_page_of_a_site_is_there() {
    let app = TestApp::with_database();
    published(&app).await;
    let index = get(&app, HOST, "/docs").await.text().to_owned();
    let mut paths = index.split("href=\"").filter_map(|part| part.split('"').next());
    let document = paths
        .find(|path| path.starts_with("/docs/docs/"))
        .unwrap()
        .to_owned();
    for path in [
        "/",
        "/docs",
        "/docs/docs",
        "/search?q=第一段",
        "/sitemap.xml",
        "/robots.txt",
        "/feed.xml",
        "/icon.svg",
        "/preview-frame",
        document.as_str(),
    ] {
        assert_eq!(get(&app, HOST, &encoded(path)).await.status, 200, "{path}");
    }
    let found = get(&app, HOST, "/search?q=%E7%AC%AC%E4%B8%80%E6%AE%B5")
        .await
        .text()
        .to_owned();
    assert!(found.contains("<mark>第一段</mark>"), "{found}");
    let missing = get(&app, HOST, "/docs/docs/nowhere").await;
    assert_eq!(missing.status, 404);
    assert!(missing.text().contains("noindex"));
    assert_eq!(get(&app, HOST, "/docs?page=99").await.status, 404);
    let slash = get(&app, HOST, "/docs/").await;
    assert_eq!((slash.status.as_u16(), slash.header("location")), (301, "/docs"));
    for (path, to) in [("//docs", "/docs"), ("/index.html", "/"), ("/DOCS", "/docs")] {
        let answer = get(&app, HOST, path).await;
        assert_eq!(
            (answer.status.as_u16(), answer.header("location")),
            (301, to),
            "{path}"
        );
    }
    assert_eq!(get(&app, HOST, "//evil.example").await.status, 404);
}

#[actix_web::test]
async fn a_browser_asks_each_time_whether_a_page_is_still_the_same() {
    let app = TestApp::with_database();
    let site = published(&app).await;
    let package = json!({ "id": Uuid::now_v7(), "name": "a year", "price": "99", "period": "yearly",
        "isRecommended": false, "benefits": [], "isArchived": false });
    site.set(
        &app,
        "membership",
        &json!({ "packages": [package], "generalBenefits": [] }),
    );
    app.sql("UPDATE sites SET generation = generation + 1");
    app.state.memory.of::<Sites>().expire();
    let visitor = Visitor::new(&app, site.id, "reader").await;
    let page = get(&app, HOST, "/docs").await;
    assert_eq!(page.header("cache-control"), "public, no-cache");
    assert_eq!(page.header("vary"), "Accept-Encoding, Cookie");
    // Who has logged in meanwhile gets a page of their own, although the browser has that of guests.
    let tag = page.header("etag").to_owned();
    let headers = [
        ("host", HOST),
        ("if-none-match", tag.as_str()),
        ("cookie", visitor.cookie.as_str()),
    ];
    let own = app.send(Method::GET, "/docs", &headers).await;
    assert_eq!(
        (own.status.as_u16(), own.header("cache-control")),
        (200, "private, no-store")
    );
    let feed = get(&app, HOST, "/feed.xml").await;
    assert_eq!(feed.header("cache-control"), "public, no-cache");
}

#[actix_web::test]
async fn a_redirect_leads_from_an_address_without_a_page() {
    let app = TestApp::with_database();
    let site = published(&app).await;
    app.sql(&format!(
        "INSERT INTO site_redirects (site_id, from_path, to_path) VALUES ('{}', '/old', '/docs')",
        site.id
    ));
    app.sql("UPDATE sites SET generation = generation + 1");
    app.state.memory.of::<Sites>().expire();
    let answer = get(&app, HOST, "/old").await;
    assert_eq!(
        (answer.status.as_u16(), answer.header("location")),
        (301, "/docs")
    );
}

#[actix_web::test]
async fn what_guests_may_not_see_is_on_no_page() {
    let app = TestApp::with_database();
    let site = Site::new(&app).await;
    site.document(&app, "公开", "公开的文字").await;
    site.document(&app, "藏起来的标题", "藏起来的文字").await;
    site.publish(&app).await.data();
    let id = app
        .database()
        .text("SELECT id FROM documents WHERE title = '藏起来的标题'");
    let rules = |level: &str| {
        json!({ "guest": "free", "nonMember": "free", "partialChars": 500, "categories": [],
        "documents": [{ "documentId": id, "guest": level, "nonMember": level, "partialChars": null }] })
    };
    site.set(&app, "access", &rules("hidden"));
    app.sql("UPDATE sites SET status = 'published', generation = generation + 1");
    app.state.memory.of::<Sites>().expire();
    for path in [
        "/",
        "/docs",
        "/docs/docs",
        "/search?q=%E8%97%8F",
        "/sitemap.xml",
        "/feed.xml",
        "/docs/docs/x",
    ] {
        let page = get(&app, HOST, path).await.text().to_owned();
        assert!(!page.contains("藏起来"), "{path}: {page}");
    }
    site.set(&app, "access", &rules("members"));
    app.sql("UPDATE sites SET generation = generation + 1");
    app.state.memory.of::<Sites>().expire();
    for path in ["/docs", "/search?q=%E8%97%8F", "/feed.xml"] {
        let page = get(&app, HOST, path).await.text().to_owned();
        assert!(
            page.contains("藏起来的标题") && !page.contains("藏起来的文字"),
            "{path}: {page}"
        );
    }
}

#[actix_web::test]
async fn a_search_is_answered_also_after_the_empty_form_was() {
    let app = TestApp::with_database();
    published(&app).await;
    assert_eq!(get(&app, HOST, "/search").await.status, 200);
    let found = get(&app, HOST, "/search?q=%E7%AC%AC%E4%B8%80%E6%AE%B5").await;
    assert!(found.text().contains("<mark>第一段</mark>"), "{}", found.text());
}

#[actix_web::test]
async fn a_network_searches_sixty_times_in_a_minute() {
    let app = TestApp::with_database();
    published(&app).await;
    let search = async |from: &str, path: &str| {
        app.send_from(from, Method::GET, path, &[("host", HOST)], Vec::new())
            .await
    };
    let mut refused = search("10.0.0.1", "/search?q=x").await;
    assert_eq!(refused.status, 200);
    // The allowance comes back by one a second, which a slow machine takes for a request.
    for _ in 0..20 {
        while let Ok(left) = app.state.searches.check([10, 0, 0, 1].into()) {
            assert_eq!(left.unwrap().limit, 60);
        }
        refused = search("10.0.0.1", "/search?q=x").await;
        if refused.status == 429 {
            break;
        }
    }
    assert_eq!(refused.status, 429);
    assert!(refused.header("retry-after").parse::<u64>().unwrap() > 0);
    assert_eq!(refused.header("cache-control"), "private, no-store");
    assert!(refused.text().contains("搜索过于频繁"), "{}", refused.text());
    assert!(
        refused.text().contains("href=\"./\">回到首页"),
        "{}",
        refused.text()
    );
    // Others search, and who searches too often reads on.
    assert_eq!(search("10.0.0.2", "/search?q=x").await.status, 200);
    for path in ["/search", "/docs"] {
        assert_eq!(search("10.0.0.1", path).await.status, 200, "{path}");
    }
}

#[actix_web::test]
async fn a_page_that_is_not_there_proposes_others_sixty_times_in_a_minute() {
    let app = TestApp::with_database();
    let site = published(&app).await;
    site.document(&app, "installation", "text").await;
    site.document(&app, "安装指南", "文字").await;
    site.publish(&app).await.data();
    let path = "/docs/docs/instal";
    let ask = async |from: &str, path: &str| {
        let answer = app
            .send_from(from, Method::GET, path, &[("host", HOST)], Vec::new())
            .await;
        (
            answer.status.as_u16(),
            answer.text().contains("class=\"suggestions\""),
        )
    };
    assert_eq!(ask("10.0.0.1", path).await, (404, true));
    assert_eq!(ask("10.0.0.1", &encoded("/docs/docs/安装")).await, (404, true));
    let mut seen = (404, true);
    // The allowance comes back by one a second, which a slow machine takes for a request.
    for _ in 0..20 {
        while let Ok(left) = app.state.suggestions.check([10, 0, 0, 1].into()) {
            assert_eq!(left.unwrap().limit, 60);
        }
        seen = ask("10.0.0.1", path).await;
        if !seen.1 {
            break;
        }
    }
    assert_eq!(seen, (404, false));
    assert_eq!(ask("10.0.0.1", "/docs").await.0, 200);
    assert_eq!(ask("10.0.0.2", path).await, (404, true));
}

#[actix_web::test]
async fn a_day_on_a_page_is_that_of_the_sites_time_zone() {
    let app = TestApp::with_database();
    let site = Site::new(&app).await;
    site.document(&app, "开始", "文字").await;
    // Half past midnight in Shanghai.
    app.sql("UPDATE documents SET updated_at = '2026-11-22T16:30:00Z'");
    site.publish(&app).await.data();
    app.sql("UPDATE sites SET status = 'published'");
    app.state.memory.of::<Sites>().expire();
    for (path, day) in [
        ("/docs", "2026 年 11 月 23 日"),
        ("/docs/docs/开始", "2026 年 11 月 23 日"),
        ("/sitemap.xml", "2026-11-23"),
    ] {
        let page = get(&app, HOST, &encoded(path)).await;
        assert!(
            page.text().contains(&format!(">{day}<")),
            "{path}: {}",
            page.text()
        );
    }
    let feed = get(&app, HOST, "/feed.xml").await;
    let moment = "<pubDate>Sun, 22 Nov 2026 16:30:00 +0000</pubDate>";
    assert!(feed.text().contains(moment), "{}", feed.text());
}

#[actix_web::test]
async fn a_list_leads_to_its_next_page_and_a_search_without_results_to_all_documents() {
    let app = TestApp::with_database();
    let site = published(&app).await;
    let settings = include_str!("../../data/site-settings.json");
    let mut settings: serde_json::Value = serde_json::from_str(settings).unwrap();
    settings["index"]["itemsPerPage"] = json!(1);
    site.set(&app, "index", &settings["index"]);
    site.publish(&app).await.data();
    app.state.memory.of::<Sites>().expire();
    let first = get(&app, HOST, "/docs").await;
    assert!(
        first.text().contains("href=\"/docs?page=2\">下一页<"),
        "{}",
        first.text()
    );
    let second = get(&app, HOST, "/docs?page=2").await;
    assert!(
        second.text().contains("href=\"/docs\">上一页<"),
        "{}",
        second.text()
    );
    let nothing = get(&app, HOST, "/search?q=qqqq").await;
    let link = "<a class=\"button button-secondary\" href=\"/docs\">";
    assert!(nothing.text().contains(link), "{}", nothing.text());
}

#[actix_web::test]
async fn recently_updated_goes_by_the_last_change_and_not_by_the_date_of_the_front_matter() {
    let app = TestApp::with_database();
    let site = Site::new(&app).await;
    site.document(&app, "早改的", "---\ndate: 2030-01-01\n---\n\n正文")
        .await;
    app.clock.advance(TimeDelta::days(3));
    site.document(&app, "晚改的", "---\ndate: 2001-01-01\n---\n\n正文")
        .await;
    site.publish(&app).await.data();
    app.sql("UPDATE sites SET status = 'published'");
    app.state.memory.of::<Sites>().expire();
    let index = get(&app, HOST, "/docs").await.text().to_owned();
    let recent = index.split_once("class=\"recent\"").unwrap().1;
    let recent = recent.split_once("</section>").unwrap().0;
    let at = |title: &str| recent.find(title).unwrap();
    assert!(at("晚改的") < at("早改的"), "{recent}");
    let there = app.state.clock.now().with_timezone(&chrono_tz::Asia::Shanghai);
    let today = there.format("%Y-%m-%d").to_string();
    assert!(
        recent.contains(&today) && !recent.contains("2001-01-01"),
        "{recent}"
    );
}

#[actix_web::test]
async fn the_way_to_the_tree_has_another_name_than_the_index_beside_it() {
    let app = TestApp::with_database();
    let site = published(&app).await;
    let settings = include_str!("../../data/site-settings.json");
    let mut settings: serde_json::Value = serde_json::from_str(settings).unwrap();
    for (language, title) in [("zh-CN", "目录"), ("en", "Contents"), ("en", "")] {
        settings["basic-info"]["language"] = json!(language);
        settings["index"]["title"] = json!(title);
        site.set(&app, "basicInfo", &settings["basic-info"]);
        site.set(&app, "index", &settings["index"]);
        site.publish(&app).await.data();
        app.state.memory.of::<Sites>().expire();
        let page = get(&app, HOST, "/docs/docs/%E5%BC%80%E5%A7%8B").await;
        let html = page.text();
        let after = |mark: &str| html.split_once(mark).unwrap().1.to_owned();
        let text = |part: String| {
            let inner = part.split_once("</a>").unwrap().0.to_owned();
            inner.rsplit('>').next().unwrap().trim().to_owned()
        };
        let crumb = text(after("class=\"crumbs\""));
        let tree = text(after("class=\"tree-link\""));
        assert!(!crumb.is_empty() && !tree.is_empty());
        assert!(title.is_empty() || crumb == title, "{crumb}");
        assert_ne!(crumb, tree);
    }
}

#[actix_web::test]
async fn links_that_do_not_fit_into_the_head_are_in_its_menu_and_the_name_is_whole() {
    let app = TestApp::with_database();
    let site = published(&app).await;
    let name = "一本名字很长的手册".repeat(11);
    let mut info = site.call(&app, "GET", "/basic-info", json!(null)).await.data()["data"].clone();
    info["name"] = json!(name);
    site.set(&app, "basicInfo", &info);
    for (n_links, class) in [(0, "has-short-nav"), (4, "has-long-nav"), (8, "has-no-nav")] {
        let links = vec![json!({ "text": "关于作者", "url": "/docs" }); n_links];
        let navigation = json!({ "links": links, "showsHome": true, "showsIndex": true });
        site.set(&app, "navigation", &navigation);
        site.publish(&app).await.data();
        let page = get(&app, HOST, "/").await;
        let head = format!("<header class=\"{class} site-head\">");
        assert!(page.text().contains(&head), "{n_links}: {}", page.text());
        let title = format!("<span class=\"brand-name\" title=\"{name}\">{name}</span>");
        assert!(page.text().contains(&title), "{}", page.text());
    }
}
