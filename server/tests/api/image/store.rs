use actix_web::http::Method;
use moyan_foundation::files::{Files, hash_of, new_name};
use serde_json::Value;

use crate::support::{S3Server, TestApp, png};

/// What both kinds of store do.
async fn keeps_what_it_is_given(files: &Files) {
    let (first, second) = (new_name(&hash_of(b"one")), new_name(&hash_of(b"two")));
    assert!(files.list(&first[..2]).await.unwrap().is_empty());
    files.put(&first, "one".into()).await.unwrap();
    files.put(&second, vec![7; 3_000_000].into()).await.unwrap();
    assert_eq!(files.read(&first).await.unwrap().unwrap(), b"one");
    assert_eq!(files.read(&second).await.unwrap().unwrap(), vec![7; 3_000_000]);
    let names = files.list(&first[..2]).await.unwrap();
    assert!(names.keys().eq([&first]), "{names:?}");
    files.delete(&first).await.unwrap();
    files.delete(&first).await.unwrap();
    assert!(files.read(&first).await.unwrap().is_none());
    assert!(files.list(&first[..2]).await.unwrap().is_empty());
    assert!(files.read(&second).await.unwrap().is_some());
}

#[actix_web::test]
async fn a_folder_keeps_files() {
    let app = TestApp::new();
    keeps_what_it_is_given(&app.state.files).await;
    // Each is written under another name and renamed: nothing else stays.
    let folder = app.folder().join("files");
    let left: Vec<_> = std::fs::read_dir(&folder)
        .unwrap()
        .flat_map(|folder| std::fs::read_dir(folder.unwrap().path()).unwrap())
        .collect();
    assert_eq!(left.len(), 1);
}

#[actix_web::test]
async fn a_service_that_speaks_s3_keeps_files() {
    let mut app = TestApp::new();
    let s3 = S3Server::start(app.folder());
    app.change(&s3.variables());
    keeps_what_it_is_given(&app.state.files).await;
}

#[actix_web::test]
async fn a_job_uses_the_store_from_its_own_thread() {
    let mut app = TestApp::new();
    let s3 = S3Server::start(app.folder());
    app.change(&s3.variables());
    let files = app.state.files.clone();
    files.put("ab/x", "one".into()).await.unwrap();
    let read = std::thread::spawn(move || Files::wait(files.read("ab/x")).unwrap());
    assert_eq!(read.join().unwrap().unwrap(), b"one");
    assert!(app.state.files.read("ab/x").await.unwrap().is_some());
}

#[actix_web::test]
async fn a_wrong_signature_is_no_file_and_no_fault() {
    let mut app = TestApp::new();
    let s3 = S3Server::start(app.folder());
    let mut variables = s3.variables();
    variables[3].1 = "another secret";
    app.change(&variables);
    for error in [
        app.state.files.put("ab/x", "one".into()).await.unwrap_err(),
        app.state.files.read("ab/x").await.unwrap_err(),
        app.state.files.list("ab").await.unwrap_err(),
    ] {
        assert_eq!(error.key(), "files.unavailable");
    }
    assert!(!s3.bucket().join("ab").exists());
}

#[actix_web::test]
async fn an_upload_to_a_store_that_is_away_is_refused_and_leaves_no_row() {
    let mut app = TestApp::with_database();
    let user = app.user("li").await;
    let path = "/api/teams/personal/images";
    app.reconfigure(&[
        ("S3_ENDPOINT", "http://127.0.0.1:1"),
        ("S3_BUCKET", "moyan"),
        ("S3_ACCESS_KEY", "key"),
        ("S3_SECRET_KEY", "secret"),
    ]);
    let answer = app
        .send_bytes(&user, Method::POST, path, "image/png", &png(1))
        .await;
    assert_eq!(answer.refusal(), (503, "files.unavailable".to_owned()));
    assert_eq!(answer.header("retry-after"), "5");
    assert_eq!(app.database().text("SELECT count(*) FROM files"), "0");
    assert_eq!(app.get("/readyz").await.status, 200);
    // It is taken when the store is back.
    app.reconfigure(&[]);
    let answer = app
        .send_bytes(&user, Method::POST, path, "image/png", &png(1))
        .await;
    assert_eq!(answer.status, 200, "{}", answer.text());
}

#[actix_web::test]
async fn an_upload_counts_until_the_store_has_it() {
    let mut app = TestApp::with_database();
    let user = app.user("li").await;
    let store = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let endpoint = format!("http://{}", store.local_addr().unwrap());
    app.reconfigure(&[
        ("S3_ENDPOINT", &endpoint),
        ("S3_BUCKET", "moyan"),
        ("S3_ACCESS_KEY", "key"),
        ("S3_SECRET_KEY", "secret"),
    ]);
    let picture = png(1);
    let path = "/api/teams/personal/images";
    let upload = app.send_bytes(&user, Method::POST, path, "image/png", &picture);
    let limit = app.state.uploads.limit();
    let is_idle_meanwhile = async {
        let connection = store.accept().await.unwrap();
        let is_idle = limit.is_idle();
        drop((connection, store));
        is_idle
    };
    let (answer, is_idle_meanwhile) = tokio::join!(upload, is_idle_meanwhile);
    assert!(!is_idle_meanwhile);
    assert_eq!(answer.refusal(), (503, "files.unavailable".to_owned()));
    assert!(limit.is_idle());
}

#[actix_web::test]
async fn a_file_whose_bytes_are_lost_is_not_found() {
    let app = TestApp::with_database();
    let user = app.user("li").await;
    let answer = app
        .send_bytes(
            &user,
            Method::POST,
            "/api/teams/personal/images",
            "image/png",
            &png(1),
        )
        .await;
    let data: Value = answer.data();
    let path = data["url"]
        .as_str()
        .unwrap()
        .strip_prefix("https://moyan.example")
        .unwrap();
    assert_eq!(app.get(path).await.status, 200);
    let folders = std::fs::read_dir(app.folder().join("files")).unwrap();
    for folder in folders {
        std::fs::remove_dir_all(folder.unwrap().path()).unwrap();
    }
    assert_eq!(app.get(path).await.status, 404);
}

#[actix_web::test]
async fn what_is_stored_already_and_what_there_is_no_room_for_never_reach_the_store() {
    let mut app = TestApp::with_database();
    let user = app.user("li").await;
    let other = app.user("wang").await;
    let path = "/api/teams/personal/images";
    app.send_bytes(&user, Method::POST, path, "image/png", &png(1))
        .await
        .data();
    app.reconfigure(&[
        ("S3_ENDPOINT", "http://127.0.0.1:1"),
        ("S3_BUCKET", "moyan"),
        ("S3_ACCESS_KEY", "key"),
        ("S3_SECRET_KEY", "secret"),
    ]);
    for user in [&user, &other] {
        app.send_bytes(user, Method::POST, path, "image/png", &png(1))
            .await
            .data();
    }
    app.sql("UPDATE files SET n_bytes = 500 << 20");
    let answer = app
        .send_bytes(&user, Method::POST, path, "image/png", &png(2))
        .await;
    assert_eq!(answer.refusal(), (409, "files.quotaExceeded".to_owned()));
}
