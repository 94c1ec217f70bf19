//! The assets of servers of other versions.

use std::sync::Arc;

use actix_web::http::Method;
use actix_web::web::Bytes;
use chrono::TimeDelta;
use moyan_foundation::jobs::Registry;
use moyan_foundation::static_files::releases::{self, ReleasedAsset};

use crate::support::{Answer, TestApp};

const OLD: &str = "/assets/index-0123abcd.js";
const NEW: &str = "/assets/index-4567abcd.js";
const PREVIEW_HOST: &str = "preview.localhost";

/// Two servers of two versions with one store of files. Both have a file whose name carries no hash.
fn two_versions() -> (TestApp, TestApp) {
    let version = |asset: &str, text| {
        let asset = asset.trim_start_matches('/');
        TestApp::with_files(&[("index.html", "page"), (asset, text), ("assets/logo.svg", text)])
    };
    let (old, mut new) = (version(OLD, "old"), version(NEW, "new"));
    let files = old.state.files.clone();
    new.change_state(|state| state.files = files);
    (old, new)
}

/// Keeps the assets of a server after so many days; how many were stored.
async fn keep(app: &TestApp, days: i64) -> usize {
    let state = app.state.clone();
    let now = app.clock.now() + TimeDelta::days(days);
    tokio::task::spawn_blocking(move || releases::keep(&state, now).unwrap())
        .await
        .unwrap()
}

fn seen(answer: &Answer) -> (u16, &str) {
    (answer.status.as_u16(), answer.text())
}

#[actix_web::test]
async fn servers_of_two_versions_have_the_assets_of_each_other() {
    let (old, new) = two_versions();
    assert_eq!(seen(&new.get(OLD).await), (404, "Not found.\n"));
    keep(&old, 0).await;
    keep(&new, 0).await;
    for (app, path, text) in [(&new, OLD, "old"), (&old, NEW, "new"), (&new, NEW, "new")] {
        let answer = app.get(path).await;
        assert_eq!(seen(&answer), (200, text), "{path}");
        assert_eq!(answer.header("content-type"), "text/javascript; charset=utf-8");
        assert_eq!(
            answer.header("cache-control"),
            "public, max-age=31536000, immutable"
        );
    }
    assert_eq!(seen(&new.get("/assets/logo.svg").await), (200, "new"));
    for path in [
        "/assets/index-89ababcd.js",
        "/assets/../index.html",
        "/assets/x/index-0123abcd.js",
    ] {
        assert_ne!(new.get(path).await.status, 200, "{path}");
    }
}

#[actix_web::test]
async fn an_asset_that_has_its_name_is_stored_once_and_renewed_before_it_is_old() {
    let (old, _) = two_versions();
    // What every site has, and one asset of the console.
    let n_assets = keep(&old, 0).await;
    assert!(n_assets > 1, "{n_assets}");
    assert_eq!(keep(&old, 29).await, 0);
    assert_eq!(keep(&old, 31).await, n_assets);
}

#[actix_web::test]
async fn the_assets_of_a_version_that_is_gone_are_removed_after_ninety_days() {
    let (old, new) = two_versions();
    keep(&old, 0).await;
    keep(&new, 89).await;
    assert_eq!(new.get(OLD).await.status, 200);
    keep(&new, 91).await;
    assert_eq!(new.get(OLD).await.status, 404);
    assert_eq!(old.get(NEW).await.status, 200);
}

#[actix_web::test]
async fn sites_have_their_assets_of_another_version_and_none_of_the_console() {
    let (old, _) = two_versions();
    let mut other = TestApp::with_database();
    let files = old.state.files.clone();
    other.change_state(|state| {
        state.files = files;
        let assets: fn() -> Vec<ReleasedAsset> = || {
            vec![ReleasedAsset {
                name: "site-0123456789abcdef.css".to_owned(),
                bytes: Bytes::from_static(b"of another version"),
            }]
        };
        state.registry = Arc::new(Registry {
            assets: vec![assets],
            ..Registry::default()
        });
    });
    keep(&old, 0).await;
    keep(&other, 0).await;
    let host = [("host", PREVIEW_HOST)];
    let style = other
        .send(Method::GET, "/assets/site-0123456789abcdef.css", &host)
        .await;
    assert_eq!(seen(&style), (200, "of another version"));
    assert_eq!(style.header("access-control-allow-origin"), "*");
    let script = other.send(Method::GET, OLD, &host).await;
    assert_eq!(script.status, 404);
    assert_eq!(other.get("/assets/site-0123456789abcdef.css").await.status, 404);
}

#[actix_web::test]
async fn while_the_store_is_away_nobody_is_told_that_an_asset_is_gone() {
    let (old, new) = two_versions();
    keep(&old, 0).await;
    // A file where the folder of the store was.
    let files = old.folder().join("files");
    std::fs::remove_dir_all(&files).unwrap();
    std::fs::write(&files, "").unwrap();
    assert_eq!(new.get(OLD).await.status, 503);
}
