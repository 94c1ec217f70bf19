use actix_web::http::Method;
use chrono::TimeDelta;
use moyan_domain::limits::SWEEP_EVERY_MINUTES;
use moyan_foundation::AppState;
use moyan_foundation::jobs::{JobKind, Outcome, Queue, enqueue, run_due, upkeep};
use moyan_server::features::mail::{SendCode, SendMail};

use crate::support::TestApp;

/// Does what is due, off the event loop.
async fn run(state: &AppState, queue: Queue) -> Vec<Outcome> {
    let state = state.clone();
    actix_web::web::block(move || run_due(&state, queue).unwrap())
        .await
        .unwrap()
}

async fn keep_up(state: &AppState) {
    let state = state.clone();
    actix_web::web::block(move || upkeep(&state).unwrap())
        .await
        .unwrap();
}

#[actix_web::test]
async fn what_repeats_itself_runs_once_however_many_servers_run() {
    let mut app = TestApp::with_database();
    let first = app.state.clone();
    app.reconfigure(&[]);
    let second = app.state.clone();
    for _ in 0..2 {
        let (one, other) = tokio::join!(keep_up(&first), keep_up(&second));
        assert_eq!((one, other), ((), ()));
        let (one, other) = tokio::join!(run(&first, Queue::Work), run(&second, Queue::Work));
        assert_eq!([one, other].concat(), [Outcome::Done; 5]);
        assert_eq!(
            app.database()
                .text("SELECT string_agg(kind, ' ' ORDER BY kind) FROM jobs"),
            "askPaymentProviders checkSiteDomains closeOverdueOrders publishDueSites remindMembers sweepExpiredRecords"
        );
        // The others repeat themselves at other times.
        app.sql("DELETE FROM jobs WHERE kind <> 'sweepExpiredRecords'");
        app.clock
            .advance(TimeDelta::minutes(SWEEP_EVERY_MINUTES) - TimeDelta::seconds(1));
        assert_eq!(run(&first, Queue::Work).await, []);
        app.clock.advance(TimeDelta::seconds(1));
    }
}

/// Every moment of a job is the database's: a server whose clock is behind waits for none that is due there.
#[actix_web::test]
async fn a_server_whose_clock_is_behind_that_of_the_database_does_what_is_due() {
    let app = TestApp::with_database();
    app.sql(
        "CREATE FUNCTION public.now() RETURNS timestamptz LANGUAGE sql STABLE \
         AS $$SELECT pg_catalog.now() + interval '2 hours'$$; \
         ALTER TABLE jobs ALTER COLUMN run_at SET DEFAULT public.now(); \
         DO $$BEGIN EXECUTE format('ALTER DATABASE %I SET search_path = public, pg_catalog', current_database()); END$$",
    );
    let body =
        serde_json::json!({ "identifier": "li@example.com", "identityType": "email", "purpose": "register" });
    app.post("/api/account/sendCode", body).await.data();
    assert_eq!(run(&app.state, Queue::Mail).await, [Outcome::Done]);
    // What repeats itself or failed waits from there on, and runs once.
    keep_up(&app.state).await;
    let first = run(&app.state, Queue::Work).await;
    assert!(!first.is_empty());
    assert_eq!(run(&app.state, Queue::Work).await, []);
    app.sql("INSERT INTO jobs (id, kind, priority) VALUES (gen_random_uuid(), 'sendMail', 10)");
    assert_eq!(run(&app.state, Queue::Mail).await, [Outcome::Retried]);
    assert_eq!(run(&app.state, Queue::Mail).await, []);
}

#[actix_web::test]
async fn a_job_that_cannot_be_read_is_tried_as_often_as_others_and_then_dead() {
    let app = TestApp::with_database();
    app.sql("INSERT INTO jobs (id, kind, priority) VALUES (gen_random_uuid(), 'sendMail', 10)");
    for _ in 0..7 {
        assert_eq!(run(&app.state, Queue::Mail).await, [Outcome::Retried]);
        app.clock.advance(TimeDelta::hours(3));
    }
    assert_eq!(run(&app.state, Queue::Mail).await, [Outcome::Dead]);
    app.clock.advance(TimeDelta::days(30));
    assert_eq!(run(&app.state, Queue::Mail).await, []);
    assert!(app.database().is_true(
        "(SELECT status = 'dead' AND n_attempts = 8 AND lease_id IS NULL AND last_error LIKE '%mailId%' FROM jobs)"
    ));
    let text = app.state.metrics.text();
    assert!(
        text.contains("moyan_job_failures_total{job=\"sendMail\"} 8\n"),
        "{text}"
    );
    keep_up(&app.state).await;
    let text = app.state.metrics.text();
    assert!(
        text.contains("moyan_jobs{status=\"dead\"} 1\n")
            && text.contains("moyan_jobs{status=\"waiting\"} 6\n"),
        "{text}"
    );
}

#[actix_web::test]
async fn a_job_of_a_newer_release_is_left_to_it() {
    let app = TestApp::with_database();
    app.sql("INSERT INTO jobs (id, kind, priority) VALUES (gen_random_uuid(), 'ofANewerRelease', 0)");
    for queue in Queue::ALL {
        assert_eq!(run(&app.state, queue).await, []);
    }
    assert!(
        app.database()
            .is_true("(SELECT n_attempts = 0 AND lease_id IS NULL FROM jobs)")
    );
}

#[actix_web::test]
async fn while_changes_are_refused_no_job_is_begun_or_written() {
    let mut app = TestApp::with_database();
    app.sql("INSERT INTO jobs (id, kind, priority) VALUES (gen_random_uuid(), 'sweepExpiredRecords', 30)");
    app.reconfigure(&[("READ_ONLY", "true")]);
    keep_up(&app.state).await;
    assert_eq!(run(&app.state, Queue::Work).await, []);
    assert!(
        app.database()
            .is_true("(SELECT count(*) = 1 AND bool_and(n_attempts = 0) FROM jobs)")
    );
}

#[actix_web::test]
async fn a_job_is_written_with_its_cause_or_not_at_all() {
    let app = TestApp::with_database();
    let job = || SendMail {
        mail_id: uuid::Uuid::nil(),
    };
    let failed = app
        .state
        .db
        .transaction(move |connection| {
            enqueue(connection, &job())?;
            Err::<(), _>(moyan_foundation::error::Refusal::BadRequest.into())
        })
        .await;
    assert!(failed.is_err());
    assert_eq!(run(&app.state, Queue::Mail).await, []);
    app.state
        .db
        .transaction(move |connection| enqueue(connection, &job()))
        .await
        .unwrap();
    // Its mail is gone, so there is nothing to do.
    assert_eq!(run(&app.state, Queue::Mail).await, [Outcome::Done]);
}

#[actix_web::test]
async fn of_two_jobs_that_are_due_the_one_with_the_higher_priority_goes_first_then_the_older() {
    let app = TestApp::with_database();
    app.sql(
        "INSERT INTO jobs (id, kind, payload, priority, run_at) SELECT gen_random_uuid(), 'sendMail', \
            jsonb_build_object('mailId', gen_random_uuid(), 'name', name), priority, now() - age FROM (VALUES \
            ('third', 10, interval '1 minute'), ('second', 10, interval '2 minutes'), \
            ('first', 5, interval '1 second'), ('later', 0, interval '-1 hour')) rows (name, priority, age)",
    );
    let mut order = Vec::new();
    for _ in 0..3 {
        let lease = uuid::Uuid::new_v4();
        let now = app.clock.now();
        let claimed = app
            .state
            .db
            .run(move |connection| {
                Ok(moyan_foundation::jobs::claim(
                    connection,
                    &[JobKind::SendMail.as_str()],
                    lease,
                    now,
                )?)
            })
            .await
            .unwrap();
        order.push(claimed.unwrap().payload["name"].as_str().unwrap().to_owned());
    }
    assert_eq!(order, ["first", "second", "third"]);
}

#[actix_web::test]
async fn a_code_overtakes_the_mails_that_wait() {
    let app = TestApp::with_database();
    let mail_id = uuid::Uuid::nil();
    app.state
        .db
        .transaction(move |connection| {
            enqueue(connection, &SendMail { mail_id })?;
            enqueue(connection, &SendCode { mail_id })
        })
        .await
        .unwrap();
    let (kinds, now) = (
        [JobKind::SendMail, JobKind::SendCode].map(JobKind::as_str),
        app.clock.now(),
    );
    let lease = uuid::Uuid::new_v4();
    let claimed = app
        .state
        .db
        .run(move |connection| Ok(moyan_foundation::jobs::claim(connection, &kinds, lease, now)?))
        .await
        .unwrap();
    assert_eq!(claimed.unwrap().kind, JobKind::SendCode.as_str());
}

#[actix_web::test]
async fn a_job_that_another_worker_has_by_now_is_neither_removed_nor_due_again() {
    for (queue, job, table, row) in [
        (
            Queue::Mail,
            "INSERT INTO jobs (id, kind, payload, priority) SELECT gen_random_uuid(), 'sendMail', \
                jsonb_build_object('mailId', id), 10 FROM mails",
            "mails",
            "SELECT 1",
        ),
        (
            Queue::Work,
            "INSERT INTO jobs (id, kind, priority) VALUES (gen_random_uuid(), 'sweepExpiredRecords', 30)",
            "throttles",
            "INSERT INTO throttles (key, n_hits, resets_at) VALUES ('old', 1, now() - interval '1 day')",
        ),
    ] {
        let app = TestApp::with_database();
        let user = app.user("li").await;
        let body =
            serde_json::json!({ "identifier": user.email, "identityType": "email", "purpose": "login" });
        app.json("10.0.0.1", Method::POST, "/api/account/sendCode", "", body)
            .await
            .data();
        app.sql("DELETE FROM jobs; DELETE FROM throttles");
        app.sql(row);
        app.sql(job);
        // Another worker takes it while the work is done.
        app.sql(&format!(
            "CREATE FUNCTION take() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN \
                UPDATE jobs SET lease_id = gen_random_uuid(); RETURN coalesce(NEW, OLD); END $$; \
             CREATE TRIGGER take BEFORE UPDATE OR DELETE ON {table} FOR EACH ROW EXECUTE FUNCTION take()"
        ));
        assert_eq!(run(&app.state, queue).await, [Outcome::LeaseLost], "{table}");
        assert!(
            app.database()
                .is_true("(SELECT count(*) = 1 AND bool_and(lease_id IS NOT NULL) FROM jobs)")
        );
    }
}

#[actix_web::test]
async fn a_job_that_workers_did_not_live_to_the_end_of_is_left_alone_longer_each_time() {
    let app = TestApp::with_database();
    for (n_attempts, wait_s) in [
        (1, 0),
        (2, 0),
        (3, 30),
        (4, 90),
        (5, 270),
        (8, 7200),
        (1000, 7200),
    ] {
        app.sql(&format!(
            "DELETE FROM jobs; INSERT INTO jobs (id, kind, priority, n_attempts, lease_id, leased_until, dedupe_key) VALUES \
             (gen_random_uuid(), 'closeOverdueOrders', 20, {n_attempts}, gen_random_uuid(), \
              date_trunc('second', timestamptz '{}'), 'closeOverdueOrders')",
            app.clock.now()
        ));
        // What is not due for that reason keeps others from nothing.
        app.sql("INSERT INTO jobs (id, kind, priority) VALUES (gen_random_uuid(), 'remindMembers', 40)");
        if wait_s > 0 {
            app.clock.advance(TimeDelta::seconds(wait_s / 2));
            assert_eq!(
                run(&app.state, Queue::Work).await,
                [Outcome::Done],
                "{n_attempts}"
            );
            app.sql("DELETE FROM jobs WHERE kind = 'remindMembers'");
            app.clock.advance(TimeDelta::seconds(wait_s - wait_s / 2));
            assert_eq!(
                run(&app.state, Queue::Work).await,
                [Outcome::Done],
                "{n_attempts}"
            );
        } else {
            assert_eq!(
                run(&app.state, Queue::Work).await,
                [Outcome::Done; 2],
                "{n_attempts}"
            );
        }
        assert!(
            app.database()
                .is_true("(SELECT bool_and(n_attempts = 0) FROM jobs)")
        );
    }
}
