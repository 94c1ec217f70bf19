use actix_web::http::Method;

use crate::support::{TestApp, png};

const PATH: &str = "/api/teams/personal/images";

/// As if the team had uploaded a file that leaves this much of what its plan gives.
fn leave_room(app: &TestApp, max_bytes: i64, left: i64) {
    app.sql(&leaving(max_bytes, left));
}

fn leaving(max_bytes: i64, left: i64) -> String {
    format!(
        "INSERT INTO files (hash, name, media_type, n_bytes, width, height) \
         VALUES (repeat('f', 64), 'ff/x', 'image/png', 0, 1, 1) ON CONFLICT DO NOTHING; \
         UPDATE files SET n_bytes = {} WHERE name = 'ff/x'; \
         INSERT INTO team_images (team_id, file_hash) SELECT id, repeat('f', 64) FROM teams ON CONFLICT DO NOTHING",
        max_bytes - left
    )
}

#[actix_web::test]
async fn a_team_has_the_room_of_its_plan() {
    let app = TestApp::with_database();
    let user = app.user("li").await;
    let upload = async |color| {
        app.send_bytes(&user, Method::POST, PATH, "image/png", &png(color))
            .await
    };
    let n_bytes = upload(1).await.data()["bytes"].as_i64().unwrap();
    let creator = 500 << 20;
    // The first file counts too.
    leave_room(&app, creator, n_bytes * 2 - 1);
    let refused = upload(2).await;
    assert_eq!(refused.refusal(), (409, "files.quotaExceeded".to_owned()));
    assert_eq!(refused.json()["data"]["maxBytes"], creator);
    assert_eq!(refused.json()["data"]["usedBytes"], creator - n_bytes + 1);
    assert_eq!(app.database().text("SELECT count(*) FROM files"), "2");
    // What takes no room is taken.
    upload(1).await.data();
    leave_room(&app, creator, n_bytes * 2);
    upload(2).await.data();
    assert_eq!(upload(3).await.status, 409);
    // Nor is it refused to a team whose plan has become smaller.
    leave_room(&app, creator, -1);
    upload(1).await.data();
    app.sql("UPDATE teams SET plan = 'professional'");
    upload(3).await.data();
}

#[actix_web::test]
async fn two_uploads_at_the_same_moment_do_not_take_the_same_room() {
    let app = TestApp::with_database();
    let user = app.user("li").await;
    // Another request takes the last of it and is not finished yet.
    let taking = format!("SELECT FROM teams FOR NO KEY UPDATE; {}", leaving(500 << 20, 0));
    let picture = png(1);
    let upload = app.send_bytes(&user, Method::POST, PATH, "image/png", &picture);
    let refused = app.while_changing(&taking, upload).await;
    assert_eq!(refused.refusal(), (409, "files.quotaExceeded".to_owned()));
}

#[actix_web::test]
async fn room_is_counted_for_equal_bytes_that_another_team_stored() {
    let app = TestApp::with_database();
    let (li, wang) = (app.user("li").await, app.user("wang").await);
    app.send_bytes(&li, Method::POST, PATH, "image/png", &png(1))
        .await
        .data();
    leave_room(&app, 500 << 20, 1);
    let refused = app
        .send_bytes(&wang, Method::POST, PATH, "image/png", &png(1))
        .await;
    assert_eq!(refused.refusal(), (409, "files.quotaExceeded".to_owned()));
}

#[actix_web::test]
async fn images_and_drawings_of_knowledge_bases_take_room_too() {
    let app = TestApp::with_database();
    let user = app.user("li").await;
    let team = app.database().text("SELECT id FROM teams");
    let base = app.knowledge_base(&team);
    for (number, table) in ["images", "diagrams"].into_iter().enumerate() {
        app.sql(&format!(
            "INSERT INTO files (hash, name, media_type, n_bytes, width, height) \
             VALUES (repeat('{number}', 64), '{table}', 'image/png', {}, 1, 1); \
             INSERT INTO knowledge_base_{table} VALUES ('{base}', '{table}', repeat('{number}', 64))",
            250 << 20
        ));
    }
    let refused = app
        .send_bytes(&user, Method::POST, PATH, "image/png", &png(1))
        .await;
    assert_eq!(refused.refusal(), (409, "files.quotaExceeded".to_owned()));
}

#[actix_web::test]
async fn two_uploads_cannot_take_the_same_room() {
    let app = TestApp::configured(&[("DATABASE_POOL_SIZE", "8")]);
    let user = app.user("li").await;
    let upload = async |color| {
        app.send_bytes(&user, Method::POST, PATH, "image/png", &png(color))
            .await
    };
    let n_bytes = upload(1).await.data()["bytes"].as_i64().unwrap();
    leave_room(&app, 500 << 20, n_bytes * 2);
    let (first, second) = futures_util::join!(upload(2), upload(3));
    let mut statuses = [first.status.as_u16(), second.status.as_u16()];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409]);
}
