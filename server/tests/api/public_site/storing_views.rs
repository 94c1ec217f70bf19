//! How views that were counted are stored: in pieces, once each, and beside those who write.

use diesel::connection::SimpleConnection as _;
use moyan_domain::SiteId;
use moyan_domain::limits::VIEWS_STORED_AT_ONCE;
use moyan_foundation::jobs;
use moyan_server::features::public_site::Sites;
use moyan_server::features::site::service::{DayViews, ViewCounts, add_views};

use super::hosts::published;
use crate::support::TestApp;
use crate::support::site::Site;

/// A view on each of so many days of a site, the last of them today.
fn views_of_days(app: &TestApp, site: &Site, n_days: usize) -> ViewCounts {
    let today = app.state.clock.now().date_naive();
    let mut views = DayViews::default();
    views.add("/docs", true, Some("example.com"));
    let days = (0..n_days as u64).map(|age| today - chrono::Days::new(age));
    days.map(|day| ((SiteId(site.id), day), views.clone())).collect()
}

/// Counts views in the memory of the server.
fn count(app: &TestApp, counts: &ViewCounts) {
    app.state.memory.of::<Sites>().views.add_all(counts);
}

/// The views that are stored: days and their sum, those of sources and of pages, of the site and of its base in all time.
fn stored(app: &TestApp) -> String {
    app.database().text(
        "SELECT concat_ws(' ', (SELECT count(*) FROM site_views), (SELECT sum(n_views) FROM site_views), \
         (SELECT sum(n_views) FROM site_sources), (SELECT sum(n_views) FROM site_page_views), \
         (SELECT sum(n_views) FROM site_view_totals), (SELECT sum(n_views) FROM knowledge_base_view_totals))",
    )
}

#[actix_web::test]
async fn a_piece_that_fails_is_stored_later_and_none_twice() {
    let app = TestApp::with_database();
    let site = published(&app).await;
    let n_days = 2 * VIEWS_STORED_AT_ONCE + 1;
    count(&app, &views_of_days(&app, &site, n_days));
    let today = app.state.clock.now().date_naive();
    let refused = today - chrono::Days::new(VIEWS_STORED_AT_ONCE as u64);
    app.sql(&format!(
        "ALTER TABLE site_page_views ADD CONSTRAINT refused CHECK (day <> '{refused}')"
    ));
    jobs::store_counts(&app.state);
    // The piece in the middle has the day that is refused; nothing of it is there.
    let n_others = n_days - VIEWS_STORED_AT_ONCE;
    assert_eq!(stored(&app), [n_others.to_string().as_str(); 6].join(" "));
    let n_waiting = app.state.memory.of::<Sites>().views.n_waiting();
    assert_eq!(n_waiting, i64::try_from(VIEWS_STORED_AT_ONCE).unwrap());
    app.sql("ALTER TABLE site_page_views DROP CONSTRAINT refused");
    for _ in 0..2 {
        jobs::store_counts(&app.state);
        assert_eq!(stored(&app), [n_days.to_string().as_str(); 6].join(" "));
    }
}

#[actix_web::test]
async fn nothing_is_lost_while_the_database_stores_nothing() {
    let app = TestApp::with_database();
    let site = published(&app).await;
    let n_days = 5 * VIEWS_STORED_AT_ONCE;
    count(&app, &views_of_days(&app, &site, n_days));
    app.sql("ALTER TABLE site_views RENAME TO away");
    jobs::store_counts(&app.state);
    app.sql("ALTER TABLE away RENAME TO site_views");
    jobs::store_counts(&app.state);
    assert_eq!(stored(&app), [n_days.to_string().as_str(); 6].join(" "));
}

#[actix_web::test]
async fn views_are_stored_while_somebody_writes_into_the_base_and_changes_the_site() {
    let app = TestApp::configured(&[("DATABASE_LOCK_TIMEOUT_MS", "100")]);
    let site = published(&app).await;
    count(&app, &views_of_days(&app, &site, 1));
    let mut other = app.database().connect();
    other
        .batch_execute(
            "BEGIN; SELECT FROM knowledge_bases FOR NO KEY UPDATE; SELECT FROM sites FOR NO KEY UPDATE; \
             UPDATE knowledge_bases SET revision = revision; UPDATE sites SET generation = generation",
        )
        .unwrap();
    jobs::store_counts(&app.state);
    assert_eq!(stored(&app), "1 1 1 1 1 1");
}

#[actix_web::test]
async fn a_push_and_a_release_do_not_wait_for_views_that_are_being_stored() {
    let app = TestApp::configured(&[("DATABASE_LOCK_TIMEOUT_MS", "100")]);
    let site = published(&app).await;
    let counts = views_of_days(&app, &site, 1);
    let mut other = app.database().connect();
    other.batch_execute("BEGIN").unwrap();
    add_views(&mut other, &counts).unwrap();
    site.base.document(&app, "written meanwhile").await;
    site.publish(&app).await.data();
    other.batch_execute("COMMIT").unwrap();
    assert_eq!(stored(&app), "1 1 1 1 1 1");
}

#[actix_web::test]
async fn views_that_were_counted_before_they_had_rows_of_their_own_count_on() {
    let app = TestApp::with_database();
    let site = published(&app).await;
    let second = site.second(&app);
    app.sql(&format!(
        "UPDATE knowledge_bases SET n_views = 5; UPDATE sites SET n_views = 2; \
         UPDATE sites SET n_views = 4 WHERE id = '{}'",
        second.id
    ));
    count(&app, &views_of_days(&app, &site, 3));
    jobs::store_counts(&app.state);
    let owner = &site.base.owner;
    let ask = async |path: String| {
        let path = format!("/api/teams/{}{path}", site.base.team);
        app.call(owner, "GET", &path, serde_json::Value::Null)
            .await
            .data()
    };
    let sites = ask("/sites?sort=nViews".to_owned()).await;
    let n_views: Vec<_> = sites["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|site| site["nViews"].clone())
        .collect();
    assert_eq!(n_views, [5, 4]);
    let bases = ask("/knowledge-bases?sort=nViews".to_owned()).await;
    assert_eq!(bases["items"][0]["nViews"], 8);
    assert_eq!(ask("/overview".to_owned()).await["nViews"], 9);
    let after = format!(
        "/sites?sort=nViews&limit=1&cursor={}",
        ask("/sites?sort=nViews&limit=1".to_owned()).await["nextCursor"]
            .as_str()
            .unwrap()
    );
    assert_eq!(ask(after).await["items"][0]["nViews"], 4);
}
