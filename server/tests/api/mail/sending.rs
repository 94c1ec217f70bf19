use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpListener;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;

use chrono::TimeDelta;
use diesel::connection::SimpleConnection as _;
use moyan_domain::limits::JOB_LEASE_S;
use moyan_foundation::AppState;
use moyan_foundation::jobs::{Outcome, Queue, run_due, run_next, upkeep};
use serde_json::{Value, json};

use super::smtp_server;
use crate::public_site::published;
use crate::support::TestApp;
use crate::support::browser::Browser;
use crate::support::provider_server::{Answered, ProviderServer};

/// Sends what is due, as the workers do.
async fn send(state: &AppState) -> Vec<Outcome> {
    let state = state.clone();
    actix_web::web::block(move || send_here(&state)).await.unwrap()
}

fn send_here(state: &AppState) -> Vec<Outcome> {
    run_due(state, Queue::Mail).unwrap()
}

async fn ask_for_code(app: &TestApp, recipient: &str) {
    let kind = if recipient.contains('@') { "email" } else { "phone" };
    let body = json!({ "identifier": recipient, "identityType": kind, "purpose": "register" });
    app.post("/api/account/sendCode", body).await.data();
}

#[actix_web::test]
async fn a_mail_arrives_at_a_mail_server_once_and_its_text_is_not_kept() {
    let (port, received) = smtp_server::start("220 localhost");
    let url = format!("smtp://127.0.0.1:{port}");
    let app = TestApp::configured(&[
        ("MOYAN_ENV", "production"),
        ("SMTP_URL", &url),
        ("MAIL_FROM", "墨砚 <no-reply@moyan.example>"),
    ]);
    ask_for_code(&app, "li@example.com").await;
    let code = crate::support::six_digits(&app.mail_to("li@example.com"));
    assert_eq!(send(&app.state).await, [Outcome::Done]);
    app.clock.advance(TimeDelta::hours(1));
    assert_eq!(send(&app.state).await, []);
    assert_eq!(app.database().text("SELECT count(*) FROM jobs"), "0");
    let mail = received.recv().unwrap();
    assert!(mail.to.contains("<li@example.com>"), "{mail:?}");
    assert!(
        mail.data.contains(&code) && mail.data.contains("Message-ID: <"),
        "{mail:?}"
    );
    assert!(mail.data.contains("no-reply@moyan.example"), "{mail:?}");
    assert!(!mail.data.contains("List-Unsubscribe"), "{mail:?}");
    assert!(
        app.database()
            .is_true("(SELECT status = 'sent' AND body = '' AND html = '' AND subject = '' FROM mails)")
    );
}

#[actix_web::test]
async fn a_mail_that_is_refused_is_tried_again_later_and_given_up_in_the_end() {
    let (port, _received) = smtp_server::start("554 go away, li@example.com");
    let url = format!("smtp://127.0.0.1:{port}");
    let app = TestApp::configured(&[("SMTP_URL", &url)]);
    ask_for_code(&app, "li@example.com").await;
    assert_eq!(send(&app.state).await, [Outcome::Retried]);
    // Nothing is due before the wait is over.
    app.clock.advance(TimeDelta::seconds(29));
    assert_eq!(send(&app.state).await, []);
    for _ in 0..6 {
        app.clock.advance(TimeDelta::hours(3));
        assert_eq!(send(&app.state).await, [Outcome::Retried]);
    }
    app.clock.advance(TimeDelta::hours(3));
    assert_eq!(send(&app.state).await, [Outcome::Dead]);
    app.clock.advance(TimeDelta::days(1));
    assert_eq!(send(&app.state).await, []);
    // The mail says that it failed: no dead job does beside it.
    assert_eq!(app.database().text("SELECT count(*) FROM jobs"), "0");
    assert!(
        app.database().is_true(
            "(SELECT status = 'dead' AND n_attempts = 8 AND last_error LIKE '%go away%' FROM mails)"
        )
    );
    // Neither the code, which is void, nor the address stays where administrators look.
    assert!(app.database().is_true(
        "(SELECT body = '' AND subject = '' AND last_error NOT LIKE '%li@example.com%' FROM mails)"
    ));
}

#[actix_web::test]
async fn a_mail_to_a_mailbox_that_does_not_exist_is_given_up_at_once() {
    for (reply, outcome, status) in [
        ("550 5.1.1 no such user li@example.com", Outcome::Done, "dead"),
        ("550 5.7.1 you are not welcome here", Outcome::Retried, "waiting"),
        (
            "553 Mail from must equal authorized user",
            Outcome::Retried,
            "waiting",
        ),
        ("450 4.2.1 try again later", Outcome::Retried, "waiting"),
        ("535 5.7.8 credentials are wrong", Outcome::Retried, "waiting"),
    ] {
        let (port, _received) = smtp_server::start_answering("220 localhost", reply, |_| {});
        let app = TestApp::configured(&[("SMTP_URL", &format!("smtp://127.0.0.1:{port}"))]);
        ask_for_code(&app, "li@example.com").await;
        assert_eq!(send(&app.state).await, [outcome], "{reply}");
        let row = app
            .database()
            .text("SELECT concat_ws(' ', status, n_attempts) FROM mails");
        assert_eq!(row, format!("{status} 1"), "{reply}");
        assert!(
            app.database()
                .is_true("(SELECT last_error NOT LIKE '%li@example.com%' FROM mails)")
        );
        // Nothing of a code stays, neither as text nor as HTML.
        let is_kept = app
            .database()
            .is_true("(SELECT body <> '' AND html <> '' FROM mails)");
        assert_eq!(is_kept, status == "waiting", "{reply}");
    }
}

#[actix_web::test]
async fn a_mail_whose_worker_died_is_sent_by_another() {
    let app = TestApp::with_database();
    ask_for_code(&app, "li@example.com").await;
    // As a worker leaves it that was killed between claiming and sending.
    app.sql("UPDATE jobs SET n_attempts = 1, lease_id = gen_random_uuid(), leased_until = now() + interval '60 seconds'");
    assert_eq!(send(&app.state).await, []);
    app.clock.advance(TimeDelta::seconds(JOB_LEASE_S + 1));
    assert_eq!(send(&app.state).await, [Outcome::Done]);
}

#[actix_web::test]
async fn two_workers_do_not_send_the_same_mail() {
    let app = TestApp::with_database();
    for number in 0..9 {
        ask_for_code(&app, &format!("user{number}@example.com")).await;
    }
    let (first, second) = tokio::join!(send(&app.state), send(&app.state));
    assert_eq!(first.len() + second.len(), 9);
    assert!(
        app.database()
            .is_true("(SELECT bool_and(n_attempts = 1) FROM mails)")
    );
}

#[actix_web::test]
async fn a_slow_mail_server_gets_no_mail_twice() {
    let (took, has_taken) = channel();
    let (go_on, may_go_on) = channel();
    let (may_go_on, is_first) = (Mutex::new(may_go_on), AtomicBool::new(true));
    // The first mail is taken and not yet acknowledged.
    let (port, received) = smtp_server::start_with("220 localhost", move |_| {
        if is_first.swap(false, Ordering::Relaxed) {
            took.send(()).unwrap();
            may_go_on.lock().unwrap().recv().unwrap();
        }
    });
    let url = format!("smtp://127.0.0.1:{port}");
    let app = TestApp::configured(&[("SMTP_URL", &url)]);
    for number in 0..10 {
        ask_for_code(&app, &format!("user{number}@example.com")).await;
    }
    let state = app.state.clone();
    let slow = tokio::task::spawn_blocking(move || run_next(&state, Queue::Mail).unwrap());
    has_taken.recv().unwrap();
    // The conversation takes longer than a lease, which is renewed meanwhile.
    for _ in 0..3 {
        app.clock.advance(TimeDelta::seconds(JOB_LEASE_S - 1));
        let state = app.state.clone();
        let kept = actix_web::web::block(move || upkeep(&state).is_ok());
        assert!(kept.await.unwrap());
    }
    assert_eq!(send(&app.state).await, [Outcome::Done; 9]);
    go_on.send(()).unwrap();
    assert_eq!(slow.await.unwrap(), Some(Outcome::Done));
    let mut to: Vec<String> = (0..10).map(|_| received.recv().unwrap().to).collect();
    to.sort();
    to.dedup();
    assert_eq!(to.len(), 10);
    assert!(received.try_recv().is_err());
}

#[actix_web::test]
async fn a_mail_that_another_worker_is_claiming_is_passed_over() {
    let app = TestApp::configured(&[("DATABASE_LOCK_TIMEOUT_MS", "1000")]);
    for name in ["first", "second"] {
        ask_for_code(&app, &format!("{name}@example.com")).await;
    }
    let mut other = app.database().connect();
    let claiming = "BEGIN; SELECT FROM jobs JOIN mails ON payload->>'mailId' = mails.id::text \
        WHERE recipient = 'first@example.com' FOR UPDATE OF jobs";
    other.batch_execute(claiming).unwrap();
    assert_eq!(send(&app.state).await, [Outcome::Done]);
    other.batch_execute("ROLLBACK").unwrap();
    let sent = "SELECT string_agg(recipient, ' ') FROM mails WHERE status = 'sent'";
    assert_eq!(app.database().text(sent), "second@example.com");
}

#[actix_web::test]
async fn a_mail_that_no_worker_survives_is_given_up() {
    let app = TestApp::with_database();
    ask_for_code(&app, "li@example.com").await;
    app.sql("UPDATE jobs SET n_attempts = 8");
    assert_eq!(send(&app.state).await, [Outcome::Dead]);
    assert!(
        app.database()
            .is_true("(SELECT status = 'dead' AND body = '' FROM mails)")
    );
}

#[actix_web::test]
async fn a_code_of_a_visitor_that_is_given_up_is_kept_nowhere() {
    let app = TestApp::with_database();
    published(&app).await;
    app.sql("DELETE FROM jobs; DELETE FROM mails");
    Browser::new(&app).code("li@reader.example").await;
    app.sql("UPDATE jobs SET n_attempts = 8");
    assert_eq!(send(&app.state).await, [Outcome::Dead]);
    assert!(app.database().is_true(
        "(SELECT template = 'visitorCode' AND status = 'dead' AND body = '' AND subject = '' FROM mails)"
    ));
}

#[actix_web::test]
async fn a_try_that_fails_late_undoes_nothing_that_another_worker_did() {
    let (took, has_taken) = channel();
    let (go_on, may_go_on) = channel::<()>();
    let may_go_on = Mutex::new(may_go_on);
    // The connection is cut off instead of an acknowledgment: the thread of the server ends.
    let (port, _received) = smtp_server::start_with("220 localhost", move |_| {
        took.send(()).unwrap();
        may_go_on.lock().unwrap().recv().unwrap();
        panic!("cut off");
    });
    let url = format!("smtp://127.0.0.1:{port}");
    let app = TestApp::configured(&[("SMTP_URL", &url)]);
    ask_for_code(&app, "li@example.com").await;
    let state = app.state.clone();
    let late = tokio::task::spawn_blocking(move || run_next(&state, Queue::Mail).unwrap());
    has_taken.recv().unwrap();
    // Another worker claimed it again after the lease had ended.
    app.sql("UPDATE jobs SET n_attempts = 2, lease_id = gen_random_uuid()");
    let rows = "SELECT concat(jobs, mails) FROM jobs, mails";
    let before = app.database().text(rows);
    go_on.send(()).unwrap();
    assert_eq!(late.await.unwrap(), Some(Outcome::LeaseLost));
    assert_eq!(app.database().text(rows), before);
}

#[actix_web::test]
async fn in_production_a_mail_without_a_transport_waits() {
    let mut app = TestApp::with_database();
    ask_for_code(&app, "li@example.com").await;
    app.reconfigure(&[("MOYAN_ENV", "production")]);
    assert_eq!(send(&app.state).await, [Outcome::Retried]);
}

#[actix_web::test]
async fn a_short_message_is_posted_to_its_provider() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/send", listener.local_addr().unwrap());
    let provider = std::thread::spawn(move || {
        let (stream, _) = listener.accept().unwrap();
        let mut reader = BufReader::new(&stream);
        let (mut head, mut length) = (String::new(), 0);
        loop {
            let mut line = String::new();
            reader.read_line(&mut line).unwrap();
            if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length:") {
                length = value.trim().parse().unwrap();
            }
            if line == "\r\n" {
                break;
            }
            head.push_str(&line);
        }
        let mut body = vec![0; length];
        reader.read_exact(&mut body).unwrap();
        (&stream)
            .write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: close\r\n\r\nok")
            .unwrap();
        (head, serde_json::from_slice::<Value>(&body).unwrap())
    });
    let app = TestApp::configured(&[("SMS_URL", &url), ("SMS_TOKEN", "provider-secret")]);
    ask_for_code(&app, "13800138000").await;
    let code = crate::support::six_digits(app.database().text("SELECT body FROM mails").as_str());
    assert_eq!(send(&app.state).await, [Outcome::Done]);
    let (head, body) = provider.join().unwrap();
    assert!(
        head.starts_with("POST /send ") && head.contains("Bearer provider-secret"),
        "{head}"
    );
    assert_eq!(body["phone"], "+86-13800138000");
    assert!(body["text"].as_str().unwrap().contains(&code));
}

#[actix_web::test]
async fn a_short_message_that_its_provider_does_not_take_is_tried_again() {
    for (status, problem) in [(503, "503"), (400, "400"), (302, "the provider answered 302")] {
        let provider = ProviderServer::start(move |_| Answered {
            status,
            headers: vec![("location", "/elsewhere".to_owned())],
            body: String::new(),
        });
        let app = TestApp::configured(&[("SMS_URL", &provider.url)]);
        ask_for_code(&app, "13800138000").await;
        assert_eq!(send(&app.state).await, [Outcome::Retried], "{status}");
        assert_eq!(provider.n_received(), 1, "{status}");
        let noted = app
            .database()
            .text("SELECT status || ' ' || last_error FROM mails");
        assert!(
            noted.starts_with("waiting ") && noted.contains(problem),
            "{noted}"
        );
    }
}

#[actix_web::test]
async fn a_code_overtakes_a_thousand_reminders() {
    let app = TestApp::with_database();
    app.sql(
        "INSERT INTO mails (id, channel, recipient, template, subject, body) \
         SELECT gen_random_uuid(), 'email', 'user' || n || '@example.com', 'passwordChanged', 'x', 'x' FROM generate_series(1, 1000) n; \
         INSERT INTO jobs (id, kind, payload, priority, run_at) \
         SELECT gen_random_uuid(), 'sendMail', jsonb_build_object('mailId', id), 10, now() - interval '1 hour' FROM mails",
    );
    ask_for_code(&app, "li@example.com").await;
    let state = app.state.clone();
    let first = actix_web::web::block(move || run_next(&state, Queue::Mail).unwrap());
    assert_eq!(first.await.unwrap(), Some(Outcome::Done));
    let sent = "SELECT string_agg(recipient, ' ') FROM mails WHERE status = 'sent'";
    assert_eq!(app.database().text(sent), "li@example.com");
}

#[actix_web::test]
async fn a_mail_that_was_sent_before_is_not_sent_again() {
    let app = TestApp::with_database();
    ask_for_code(&app, "li@example.com").await;
    // As when the worker died after it had noted the mail and before it removed the job.
    app.sql("UPDATE mails SET status = 'sent', sent_at = now() - interval '1 minute'");
    assert_eq!(send(&app.state).await, [Outcome::Done]);
    assert!(app.database().is_true("(SELECT n_attempts = 0 FROM mails)"));
}

#[actix_web::test]
async fn a_dead_mail_is_sent_when_an_administrator_asks_for_it() {
    let app = TestApp::with_database();
    let admin = app.admin("root").await;
    app.sql(
        "INSERT INTO mails (id, channel, recipient, template, subject, body, status) \
         VALUES (gen_random_uuid(), 'email', 'li@example.com', 'passwordChanged', 'x', 'x', 'dead')",
    );
    let id = app.database().text("SELECT id FROM mails");
    let retry = format!("/api/admin/mails/{id}/retry");
    app.call(&admin, "POST", &retry, Value::Null).await.data();
    assert_eq!(send(&app.state).await, [Outcome::Done]);
    assert_eq!(app.database().text("SELECT status FROM mails"), "sent");
}

#[actix_web::test]
async fn a_dead_mail_whose_text_is_gone_is_not_sent_again() {
    let app = TestApp::with_database();
    let admin = app.admin("root").await;
    ask_for_code(&app, "li@example.com").await;
    app.sql("UPDATE jobs SET n_attempts = 8");
    assert_eq!(send(&app.state).await, [Outcome::Dead]);
    let id = app.database().text("SELECT id FROM mails");
    let retry = format!("/api/admin/mails/{id}/retry");
    let refused = app.call(&admin, "POST", &retry, Value::Null).await;
    assert_eq!(refused.refusal(), (409, "mail.notDead".to_owned()));
    assert_eq!(app.database().text("SELECT status FROM mails"), "dead");
    assert!(send(&app.state).await.is_empty());
}

#[actix_web::test]
async fn a_mail_that_the_release_before_left_is_sent_and_one_that_it_may_be_sending_is_not() {
    let app = TestApp::with_database();
    // As that release writes them: due at once, and without a job.
    app.sql(
        "INSERT INTO mails (id, channel, recipient, template, subject, body, next_attempt_at) VALUES \
         (gen_random_uuid(), 'email', 'left@example.com', 'code', 'x', 'x', now() - interval '31 minutes'), \
         (gen_random_uuid(), 'email', 'fresh@example.com', 'code', 'x', 'x', now() - interval '9 minutes')",
    );
    for _ in 0..2 {
        let state = app.state.clone();
        let swept = actix_web::web::block(move || moyan_foundation::jobs::sweep(&state).is_ok());
        assert!(swept.await.unwrap());
    }
    assert_eq!(send(&app.state).await, [Outcome::Done]);
    let sent = "SELECT string_agg(recipient, ' ') FROM mails WHERE status = 'sent'";
    assert_eq!(app.database().text(sent), "left@example.com");
    // That release leaves alone what this one writes.
    ask_for_code(&app, "li@example.com").await;
    assert!(
        app.database()
            .is_true("(SELECT next_attempt_at = 'infinity' FROM mails WHERE recipient = 'li@example.com')")
    );
}

#[actix_web::test]
async fn a_mail_that_may_be_unsubscribed_from_says_where() {
    let (port, received) = smtp_server::start("220 localhost");
    let url = format!("smtp://127.0.0.1:{port}");
    let app = TestApp::configured(&[
        ("MOYAN_ENV", "production"),
        ("SMTP_URL", &url),
        ("MAIL_FROM", "墨砚 <no-reply@moyan.example>"),
    ]);
    ask_for_code(&app, "li@example.com").await;
    app.sql("UPDATE mails SET unsubscribe_url = 'https://a.example/reminders/unsubscribe?token=1.2'");
    assert_eq!(send(&app.state).await, [Outcome::Done]);
    let mail = received.recv().unwrap();
    for header in [
        "List-Unsubscribe: <https://a.example/reminders/unsubscribe?token=1.2>\n",
        "List-Unsubscribe-Post: List-Unsubscribe=One-Click\n",
    ] {
        assert!(mail.data.contains(header), "{mail:?}");
    }
    assert!(app.database().is_true("(SELECT unsubscribe_url = '' FROM mails)"));
}
