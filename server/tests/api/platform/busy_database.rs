use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use diesel::connection::SimpleConnection as _;
use diesel::prelude::*;
use diesel::sql_types::Text;
use moyan_foundation::error::AppError;
use serde_json::{Value, json};

use crate::support::{TestApp, wait_until};

/// Waits until so many connections wait for a lock.
async fn until_waiting(app: &TestApp, n_waiting: u32) {
    let is_waiting = format!(
        "(SELECT count(*) = {n_waiting} FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock')"
    );
    wait_until(|| app.database().is_true(&is_waiting)).await;
}

/// Another program that has locked the row of a team in a transaction.
fn lock_row_of(app: &TestApp, team: &str) -> PgConnection {
    let mut other = app.database().connect();
    other
        .batch_execute(&format!(
            "BEGIN; SELECT FROM teams WHERE id = '{team}' FOR UPDATE"
        ))
        .unwrap();
    other
}

#[actix_web::test]
async fn readiness_is_known_while_every_connection_waits() {
    let app = TestApp::configured(&[("DATABASE_POOL_SIZE", "2"), ("DATABASE_LOCK_TIMEOUT_MS", "0")]);
    let owner = app.user("owner").await;
    let team = app.team(&owner, "ours").await;
    let path = format!("/api/teams/{team}");
    let mut other = lock_row_of(&app, &team);
    let rename = || app.call(&owner, "PATCH", &path, json!({ "name": "new" }));
    let ask = async {
        until_waiting(&app, 2).await;
        let ready = app.get("/readyz").await;
        other.batch_execute("COMMIT").unwrap();
        ready
    };
    let (first, second, ready) = tokio::join!(rename(), rename(), ask);
    assert_eq!((ready.status.as_u16(), ready.text()), (200, "ready\n"));
    assert_eq!((first.status.as_u16(), second.status.as_u16()), (200, 200));
}

#[actix_web::test]
async fn one_row_that_stays_locked_leaves_the_others_served() {
    let app = TestApp::configured(&[("DATABASE_POOL_SIZE", "2"), ("DATABASE_LOCK_TIMEOUT_MS", "300")]);
    let owner = app.user("owner").await;
    let team = app.team(&owner, "ours").await;
    let path = format!("/api/teams/{team}");
    let _other = lock_row_of(&app, &team);
    let rename = || app.call(&owner, "PATCH", &path, json!({ "name": "new" }));
    let read = async {
        until_waiting(&app, 2).await;
        app.call(&owner, "GET", "/api/teams", Value::Null).await
    };
    // Nobody lets the row go: without a limit the two would wait for ever.
    let all = async { tokio::join!(rename(), rename(), read) };
    let (first, second, read) = tokio::time::timeout(Duration::from_secs(60), all).await.unwrap();
    assert_eq!(read.status, 200);
    for renamed in [first, second] {
        assert_eq!(renamed.refusal(), (503, "server.unavailable".to_owned()));
        assert_eq!(renamed.header("retry-after"), "5");
    }
}

#[actix_web::test]
async fn a_statement_that_takes_too_long_is_ended_and_its_connection_stays() {
    let app = TestApp::configured(&[("DATABASE_STATEMENT_TIMEOUT_MS", "50")]);
    let endless = app
        .state
        .db
        .run(|connection| Ok(diesel::sql_query("SELECT pg_sleep(60)").execute(connection)?))
        .await;
    assert!(matches!(endless, Err(AppError::Unavailable(_))), "{endless:?}");
    let n_waiting = "(SELECT count(*) = 1 FROM pg_stat_activity WHERE application_name = 'moyan' AND datname = current_database())";
    assert!(app.database().is_true(n_waiting));
}

#[derive(QueryableByName)]
struct Settings {
    #[diesel(sql_type = Text)]
    all: String,
}

#[actix_web::test]
async fn each_connection_has_the_limits_of_the_configuration() {
    let app = TestApp::configured(&[
        ("DATABASE_STATEMENT_TIMEOUT_MS", "7000"),
        ("DATABASE_LOCK_TIMEOUT_MS", "3000"),
        ("DATABASE_IDLE_IN_TRANSACTION_TIMEOUT_MS", "11000"),
    ]);
    let query = "SELECT concat_ws(' ', current_setting('statement_timeout'), current_setting('lock_timeout'), \
                 current_setting('idle_in_transaction_session_timeout')) AS \"all\"";
    let of_request = app
        .state
        .db
        .run(move |connection| Ok(diesel::sql_query(query).get_result::<Settings>(connection)?.all))
        .await
        .unwrap();
    assert_eq!(of_request, "7s 3s 11s");
    let of_job = app
        .state
        .db
        .run_job(|connection| Ok(diesel::sql_query(query).get_result::<Settings>(connection)?.all))
        .unwrap();
    assert_eq!(of_job, "5min 3s 11s");
}

#[actix_web::test]
async fn a_job_that_takes_long_lets_the_other_job_work() {
    let app = TestApp::with_database();
    // A nested call stands for the other thread: it needs a connection while the first one has its own.
    let both = app.state.db.run_job(|_| app.state.db.run_job(|_| Ok(2)));
    assert_eq!(both.unwrap(), 2);
}

#[actix_web::test]
async fn a_panic_in_a_query_is_logged_with_its_cause() {
    let app = TestApp::with_database();
    let fallen = app.state.db.run::<(), _>(|_| panic!("the cause")).await;
    assert!(
        matches!(&fallen, Err(AppError::Internal(text)) if text.contains("the cause")),
        "{fallen:?}"
    );
}

#[actix_web::test]
async fn a_failure_that_is_not_the_databases_costs_no_connection() {
    let app = TestApp::configured(&[("DATABASE_POOL_SIZE", "1")]);
    let connection = async || {
        let number = diesel::dsl::sql::<diesel::sql_types::Integer>("pg_backend_pid()");
        let asked = app
            .state
            .db
            .run(move |connection| Ok(diesel::select(number).get_result::<i32>(connection)?));
        asked.await.unwrap()
    };
    let first = connection().await;
    let failed = app
        .state
        .db
        .run(|_| Err::<(), _>(AppError::Internal("a fault of the program".to_owned())));
    assert!(matches!(failed.await, Err(AppError::Internal(_))));
    assert_eq!(connection().await, first);
}

#[actix_web::test]
async fn threads_that_do_one_job_together_use_one_connection() {
    let app = TestApp::with_database();
    let (db, n_at_work) = (app.state.db.in_turn(), AtomicU32::new(0));
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for _ in 0..20 {
                    db.run_job(|connection| {
                        assert_eq!(n_at_work.fetch_add(1, Ordering::SeqCst), 0);
                        connection.batch_execute("SELECT 1")?;
                        n_at_work.fetch_sub(1, Ordering::SeqCst);
                        Ok(())
                    })
                    .unwrap();
                }
            });
        }
    });
}
