use moyan_foundation::jobs::{Outcome, Queue, run_due};
use serde_json::{Value, json};

use crate::support::TestApp;

/// A job that was given up.
fn dead_job(app: &TestApp) -> String {
    app.sql(
        "INSERT INTO jobs (id, kind, payload, priority, status, n_attempts, last_error) \
         VALUES (gen_random_uuid(), 'sendMail', '{\"mailId\": \"00000000-0000-0000-0000-000000000000\"}', 10, 'dead', 8, 'no such host')",
    );
    app.database().text("SELECT id FROM jobs WHERE status = 'dead'")
}

#[actix_web::test]
async fn a_dead_job_is_seen_and_started_again() {
    let app = TestApp::with_database();
    let admin = app.admin("root").await;
    let id = dead_job(&app);
    let list = app
        .call(&admin, "GET", "/api/admin/jobs?status=dead", Value::Null)
        .await
        .data();
    let seen = &list["items"][0];
    assert_eq!(
        (&seen["id"], &seen["kind"], &seen["nAttempts"], &seen["lastError"]),
        (&json!(id), &json!("sendMail"), &json!(8), &json!("no such host"))
    );
    assert_eq!(
        seen["payload"],
        json!({ "mailId": "00000000-0000-0000-0000-000000000000" })
    );
    let retry = format!("/api/admin/jobs/{id}/retry");
    let data = app.call(&admin, "POST", &retry, Value::Null).await.data();
    assert_eq!(
        (&data["status"], &data["nAttempts"]),
        (&json!("waiting"), &json!(0))
    );
    let again = app.call(&admin, "POST", &retry, Value::Null).await;
    assert_eq!(again.refusal(), (409, "job.notDead".to_owned()));
    let state = app.state.clone();
    let done = actix_web::web::block(move || run_due(&state, Queue::Mail).unwrap());
    assert_eq!(done.await.unwrap(), [Outcome::Done]);
    let gone = app.call(&admin, "POST", &retry, Value::Null).await;
    assert_eq!(gone.refusal(), (404, "job.notFound".to_owned()));
    let entry = "SELECT concat_ws(' ', action, details->>'jobId', details->>'jobKind') FROM audit_entries WHERE action LIKE 'job.%'";
    assert_eq!(app.database().text(entry), format!("job.retried {id} sendMail"));
}

#[actix_web::test]
async fn a_dead_job_is_discarded_and_one_that_waits_is_not() {
    let app = TestApp::with_database();
    let admin = app.admin("root").await;
    let id = dead_job(&app);
    let path = format!("/api/admin/jobs/{id}");
    app.sql("UPDATE jobs SET status = 'waiting'");
    let answer = app.call(&admin, "DELETE", &path, Value::Null).await;
    assert_eq!(answer.refusal(), (409, "job.notDead".to_owned()));
    app.sql("UPDATE jobs SET status = 'dead'");
    assert_eq!(app.call(&admin, "DELETE", &path, Value::Null).await.status, 200);
    let answer = app.call(&admin, "DELETE", &path, Value::Null).await;
    assert_eq!(answer.refusal(), (404, "job.notFound".to_owned()));
    let actions = "SELECT string_agg(action, ' ') FROM audit_entries WHERE action LIKE 'job.%'";
    assert_eq!(app.database().text(actions), "job.discarded");
}

#[actix_web::test]
async fn jobs_are_listed_by_status_and_those_of_a_newer_release_too() {
    let app = TestApp::with_database();
    let admin = app.admin("root").await;
    dead_job(&app);
    app.sql("INSERT INTO jobs (id, kind, priority) VALUES ('ffffffff-0000-7000-8000-000000000000', 'ofANewerRelease', 5)");
    let list = app
        .call(&admin, "GET", "/api/admin/jobs?limit=1", Value::Null)
        .await
        .data();
    assert_eq!(
        (&list["items"][0]["kind"], list["items"].as_array().unwrap().len()),
        (&Value::Null, 1)
    );
    let next = list["nextCursor"].as_str().unwrap();
    let path = format!("/api/admin/jobs?limit=1&cursor={next}");
    let rest = app.call(&admin, "GET", &path, Value::Null).await.data();
    assert_eq!(rest["items"][0]["status"], "dead");
    let waiting = app
        .call(&admin, "GET", "/api/admin/jobs?status=waiting", Value::Null)
        .await
        .data();
    assert_eq!(waiting["items"].as_array().unwrap().len(), 1);
    let answer = app
        .call(&admin, "GET", "/api/admin/jobs?status=lost", Value::Null)
        .await;
    assert_eq!(answer.refusal(), (400, "request.invalid".to_owned()));
}
