//! A request with an `Idempotency-Key` is done once.

use std::future::Future;

use actix_web::http::Method;
use diesel::connection::SimpleConnection as _;
use futures_util::future::join_all;
use moyan_domain::limits::BODIES_AT_ONCE_PER_CALLER;
use moyan_foundation::http::body_places::Sender;
use serde_json::json;

use crate::support::{Answer, TestApp, User, wait_until};

/// Asks for a team with a key.
async fn create(app: &TestApp, user: &User, key: &str, name: &str) -> Answer {
    let headers = [
        ("token", user.token.as_str()),
        ("content-type", "application/json"),
        ("idempotency-key", key),
    ];
    let body = json!({ "name": name }).to_string().into_bytes();
    app.send_from("10.0.0.1", Method::POST, "/api/teams", &headers, body)
        .await
}

fn n_teams(app: &TestApp) -> String {
    app.database()
        .text("SELECT count(*) FROM teams WHERE kind = 'team'")
}

/// Waits until a request waits for a row.
async fn waiting(app: &TestApp) {
    wait_until(|| app.database().is_waited_for()).await;
}

/// Does something while the account can make no team, and lets it after that.
async fn while_locked<T>(app: &TestApp, work: impl Future<Output = T>) -> T {
    let mut other = app.database().connect();
    other
        .batch_execute("BEGIN; UPDATE users SET nickname = nickname")
        .unwrap();
    let done = work.await;
    other.batch_execute("COMMIT").unwrap();
    done
}

#[actix_web::test]
async fn a_repeated_request_gets_the_first_answer_and_makes_nothing() {
    let app = TestApp::with_database();
    let (user, other) = (app.user("li").await, app.user("wang").await);
    let first = create(&app, &user, "key-1", "ours").await;
    let again = create(&app, &user, "key-1", "ours").await;
    assert_eq!(first.data(), again.data());
    for header in ["content-type", "cache-control"] {
        assert_eq!(first.header(header), again.header(header));
    }
    assert_eq!(n_teams(&app), "1");
    // Another key is another request, and so is another account.
    assert_ne!(
        create(&app, &user, "key-2", "ours").await.data()["id"],
        first.data()["id"]
    );
    assert_ne!(
        create(&app, &other, "key-1", "ours").await.data()["id"],
        first.data()["id"]
    );
    assert_eq!(n_teams(&app), "3");
}

/// Its body is read twice: before its handler, and by it.
#[actix_web::test]
async fn the_body_of_a_request_with_a_key_takes_one_place() {
    let app = TestApp::with_database();
    let user = app.user("li").await;
    let limit = app.state.bodies.limit_of(Sender::Account(user.id), 1);
    let mut taken = Vec::new();
    for _ in 1..BODIES_AT_ONCE_PER_CALLER {
        taken.push(limit.acquire().await.unwrap());
    }
    create(&app, &user, "key-1", "ours").await.data();
}

#[actix_web::test]
async fn a_repeated_answer_names_the_revision_that_the_first_one_named() {
    let app = TestApp::with_database();
    let user = app.user("li").await;
    let headers = [
        ("token", user.token.as_str()),
        ("content-type", "application/json"),
        ("idempotency-key", "key"),
    ];
    let path = "/api/teams/personal/knowledge-bases";
    let make = async || {
        let body = json!({ "title": "ours" }).to_string().into_bytes();
        app.send_from("10.0.0.1", Method::POST, path, &headers, body)
            .await
    };
    assert_eq!(make().await.header("etag"), "\"1\"");
    assert_eq!(make().await.header("etag"), "\"1\"");
}

#[actix_web::test]
async fn a_key_serves_for_one_request_only() {
    let app = TestApp::with_database();
    let user = app.user("li").await;
    create(&app, &user, "key", "ours").await.data();
    let answer = create(&app, &user, "key", "another").await;
    assert_eq!(answer.refusal(), (422, "idempotency.keyReused".to_owned()));
    assert_eq!(n_teams(&app), "1");
    for key in ["", "a b", &"k".repeat(256)] {
        let answer = create(&app, &user, key, "ours").await;
        assert_eq!(answer.refusal(), (400, "request.invalid".to_owned()), "{key}");
    }
}

#[actix_web::test]
async fn many_at_once_make_one_object() {
    let app = TestApp::configured(&[("DATABASE_POOL_SIZE", "8")]);
    let user = app.user("li").await;
    let answers = join_all((0..8).map(|_| create(&app, &user, "key", "ours"))).await;
    let id = app.database().text("SELECT id FROM teams WHERE kind = 'team'");
    assert_eq!(n_teams(&app), "1");
    let mut n_done = 0;
    for answer in answers {
        if answer.status == 200 {
            assert_eq!(answer.data()["id"], id);
            n_done += 1;
        } else {
            assert_eq!(answer.refusal(), (409, "idempotency.inProgress".to_owned()));
        }
    }
    assert!(n_done > 0);
}

#[actix_web::test]
async fn while_the_first_request_runs_the_second_is_refused() {
    let app = TestApp::with_database();
    let user = app.user("li").await;
    let (second, first) = {
        let first = create(&app, &user, "key", "ours");
        let mut first = Box::pin(first);
        let second = while_locked(&app, async {
            tokio::select! {
                answer = &mut first => panic!("{}", answer.text()),
                () = waiting(&app) => {}
            }
            create(&app, &user, "key", "ours").await
        })
        .await;
        (second, first.await)
    };
    assert_eq!(second.refusal(), (409, "idempotency.inProgress".to_owned()));
    let again = create(&app, &user, "key", "ours").await;
    assert_eq!(again.data(), first.data());
}

#[actix_web::test]
async fn a_request_whose_caller_went_away_is_done_and_not_done_again() {
    let app = TestApp::with_database();
    let user = app.user("li").await;
    while_locked(&app, async {
        tokio::select! {
            answer = create(&app, &user, "key", "ours") => panic!("{}", answer.text()),
            () = waiting(&app) => {}
        }
    })
    .await;
    // It ends on its own; until then it is still running.
    let mut answer = create(&app, &user, "key", "ours").await;
    for _ in 0..1000 {
        if answer.status != 409 {
            break;
        }
        answer = create(&app, &user, "key", "ours").await;
    }
    answer.data();
    assert_eq!(n_teams(&app), "1");
}

#[actix_web::test]
async fn a_refusal_and_a_fault_leave_the_key_free() {
    let app = TestApp::with_database();
    let user = app.user("li").await;
    assert_eq!(
        create(&app, &user, "key", "").await.problem("name"),
        "field.required"
    );
    app.sql("ALTER TABLE audit_entries RENAME TO elsewhere");
    assert_eq!(create(&app, &user, "key", "ours").await.refusal().0, 500);
    assert_eq!(app.database().text("SELECT count(*) FROM idempotency_keys"), "0");
    app.sql("ALTER TABLE elsewhere RENAME TO audit_entries");
    create(&app, &user, "key", "ours").await.data();
    assert_eq!(n_teams(&app), "1");
}

#[actix_web::test]
async fn a_request_that_was_never_answered_can_be_repeated_after_two_minutes_and_any_after_a_day() {
    let app = TestApp::with_database();
    let user = app.user("li").await;
    create(&app, &user, "key", "ours").await.data();
    // As if the server had ended before it answered.
    app.sql("UPDATE idempotency_keys SET status = NULL, answer = NULL, created_at = now() - interval '100 seconds'");
    assert_eq!(create(&app, &user, "key", "ours").await.status, 409);
    app.sql("UPDATE idempotency_keys SET created_at = now() - interval '121 seconds'");
    create(&app, &user, "key", "ours").await.data();
    assert_eq!(n_teams(&app), "2");
    app.sql("UPDATE idempotency_keys SET created_at = now() - interval '23 hours'");
    assert_eq!(create(&app, &user, "key", "another").await.status, 422);
    app.sql("UPDATE idempotency_keys SET created_at = now() - interval '24 hours'");
    create(&app, &user, "key", "another").await.data();
    assert_eq!(n_teams(&app), "3");
}
