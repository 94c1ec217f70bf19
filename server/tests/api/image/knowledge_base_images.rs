use actix_web::http::Method;
use moyan_foundation::access::Role;
use serde_json::Value;

use crate::support::{DRAWING, TestApp, User, png};

const NAME: &str = "0123456789abcdef.png";

/// Somebody with a team, and where a knowledge base of it is.
async fn owner_of_base(app: &TestApp) -> (User, String) {
    let owner = app.user("owner").await;
    let team = app.team(&owner, "ours").await;
    let base = app.knowledge_base(&team);
    (owner, format!("/api/teams/{team}/knowledge-bases/{base}"))
}

#[actix_web::test]
async fn an_image_is_there_for_members_by_its_name() {
    let app = TestApp::with_database();
    let (owner, viewer, stranger) = (
        app.user("owner").await,
        app.user("viewer").await,
        app.user("stranger").await,
    );
    let team = app.team(&owner, "ours").await;
    app.join(&team, &viewer, Role::Viewer);
    let base = format!("/api/teams/{team}/knowledge-bases/{}", app.knowledge_base(&team));
    let path = format!("{base}/images/{NAME}");
    let get = async |user| app.call(user, "GET", &path, Value::Null).await;
    assert_eq!(get(&owner).await.refusal(), (404, "image.notFound".to_owned()));
    let put = app
        .send_bytes(&owner, Method::PUT, &path, "image/png", &png(1))
        .await;
    assert_eq!(put.data()["width"], 4);
    let shown = get(&viewer).await;
    assert_eq!(shown.status, 200);
    assert_eq!(shown.header("content-type"), "image/png");
    assert_eq!(shown.header("cache-control"), "private, no-cache");
    let headers = [
        ("token", viewer.token.as_str()),
        ("if-none-match", shown.header("etag")),
    ];
    assert_eq!(app.send(Method::GET, &path, &headers).await.status, 304);
    assert_eq!(get(&stranger).await.status, 404);
    let list = app
        .call(&viewer, "GET", &format!("{base}/images"), Value::Null)
        .await;
    assert_eq!(list.data()["names"], serde_json::json!([NAME]));
    // It has no public address.
    let hash = app.database().text("SELECT hash FROM files");
    assert_eq!(app.get(&format!("/media/{hash}.png")).await.status, 404);
    let put = app
        .send_bytes(&viewer, Method::PUT, &path, "image/png", &png(1))
        .await;
    assert_eq!(put.refusal(), (403, "access.denied".to_owned()));
}

#[actix_web::test]
async fn a_name_keeps_its_first_image() {
    let app = TestApp::with_database();
    let (owner, base) = owner_of_base(&app).await;
    let path = format!("{base}/images/{NAME}");
    let put = async |color| {
        app.send_bytes(&owner, Method::PUT, &path, "image/png", &png(color))
            .await
            .data()
    };
    put(1).await;
    let first = app.call(&owner, "GET", &path, Value::Null).await.body;
    put(1).await;
    put(2).await;
    assert_eq!(app.call(&owner, "GET", &path, Value::Null).await.body, first);
    assert_eq!(app.database().text("SELECT count(*) FROM files"), "1");
}

#[actix_web::test]
async fn a_name_a_media_type_and_the_bytes_say_the_same() {
    let app = TestApp::with_database();
    let (owner, base) = owner_of_base(&app).await;
    let base = format!("{base}/images");
    for (name, media_type) in [("0123456789abcdef.jpg", "image/png"), (NAME, "image/gif")] {
        let path = format!("{base}/{name}");
        let put = app
            .send_bytes(&owner, Method::PUT, &path, media_type, &png(1))
            .await;
        assert_eq!(put.problem("image"), "image.uploadType", "{name} {media_type}");
    }
    for name in [
        "x.png",
        "0123456789ABCDEF.png",
        "0123456789abcdef.html",
        "..%2F3456789abcdef.png",
    ] {
        let path = format!("{base}/{name}");
        let put = app
            .send_bytes(&owner, Method::PUT, &path, "image/png", &png(1))
            .await;
        assert_eq!(put.status, 404, "{name}");
    }
}

#[actix_web::test]
async fn the_newest_drawing_of_a_diagram_is_kept() {
    let app = TestApp::with_database();
    let (owner, base) = owner_of_base(&app).await;
    let base = format!("{base}/diagrams");
    let hash = "0123456789abcdef".repeat(4);
    let path = format!("{base}/{hash}");
    let get = async || app.call(&owner, "GET", &path, Value::Null).await;
    assert_eq!(get().await.refusal(), (404, "diagram.notFound".to_owned()));
    for drawing in [DRAWING.to_owned(), DRAWING.replace("4 3\">", "8 6\">")] {
        let put = app
            .send_bytes(&owner, Method::PUT, &path, "image/svg+xml", drawing.as_bytes())
            .await;
        put.data();
    }
    assert!(get().await.text().contains("viewBox=\"0 0 8 6\""));
    let list = app.call(&owner, "GET", &base, Value::Null).await;
    assert_eq!(list.data()["hashes"], serde_json::json!([hash]));
    let put = app
        .send_bytes(&owner, Method::PUT, &path, "image/png", &png(1))
        .await;
    assert_eq!(put.status, 415);
}

#[actix_web::test]
async fn an_archived_base_takes_no_images() {
    let app = TestApp::with_database();
    let (owner, base) = owner_of_base(&app).await;
    let path = format!("{base}/images/{NAME}");
    app.sql("UPDATE knowledge_bases SET status = 'archived'");
    let put = app
        .send_bytes(&owner, Method::PUT, &path, "image/png", &png(1))
        .await;
    assert_eq!(put.refusal(), (409, "knowledgeBase.archived".to_owned()));
}

#[actix_web::test]
async fn a_base_that_is_put_away_while_an_upload_waits_takes_nothing() {
    let app = TestApp::with_database();
    let (owner, base) = owner_of_base(&app).await;
    app.user("other").await;
    let team = app.database().text("SELECT team_id FROM knowledge_bases");
    let diagram = format!("{base}/diagrams/{}", "0123456789abcdef".repeat(4));
    let uploads = [
        (format!("{base}/images/{NAME}"), "image/png", png(1)),
        (diagram, "image/svg+xml", DRAWING.as_bytes().to_vec()),
    ];
    for (change, status, key) in [
        (
            "UPDATE knowledge_bases SET status = 'archived'",
            409,
            "knowledgeBase.archived",
        ),
        (
            "UPDATE knowledge_bases SET purges_at = now()",
            409,
            "knowledgeBase.inBin",
        ),
        (
            "UPDATE knowledge_bases SET team_id = (SELECT id FROM teams WHERE id <> team_id LIMIT 1)",
            404,
            "knowledgeBase.notFound",
        ),
        ("DELETE FROM knowledge_bases", 404, "knowledgeBase.notFound"),
    ] {
        for (path, media_type, bytes) in &uploads {
            let put = app.send_bytes(&owner, Method::PUT, path, media_type, bytes);
            // The upload has found its base when it comes to the team, which others hold.
            let change = format!("SELECT FROM teams FOR NO KEY UPDATE; {change}");
            let answer = app.while_changing(&change, put).await;
            assert_eq!(answer.refusal(), (status, key.to_owned()), "{path}");
            app.sql(&format!(
                "UPDATE knowledge_bases SET status = 'active', purges_at = NULL, team_id = '{team}'"
            ));
        }
    }
    assert_eq!(app.database().text("SELECT count(*) FROM files"), "0");
}
