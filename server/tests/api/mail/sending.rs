use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpListener;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;

use chrono::{TimeDelta, Utc};
use diesel::connection::SimpleConnection as _;
use moyan_server::AppState;
use moyan_server::config::limits::MAIL_COMMAND_S;
use moyan_server::features::mail::{Outcome, Transport, send_next};
use serde_json::{Value, json};

use super::smtp_server;
use crate::support::TestApp;

/// Sends what is due at a moment, as the jobs do.
async fn send_at(state: &AppState, moment: chrono::DateTime<Utc>) -> Vec<Outcome> {
    let state = state.clone();
    actix_web::web::block(move || send_here(&state, moment))
        .await
        .unwrap()
}

fn send_here(state: &AppState, moment: chrono::DateTime<Utc>) -> Vec<Outcome> {
    let transport = Transport::new(&state.mail, state.platform.mode).unwrap();
    let next = || send_next(&state.db, &transport, moment, state.is_development()).unwrap();
    std::iter::from_fn(next).collect()
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
    let code = crate::support::six_digits(&app.letter_to("li@example.com"));
    assert_eq!(send_at(&app.state, Utc::now()).await, [Outcome::Sent]);
    assert_eq!(send_at(&app.state, Utc::now() + TimeDelta::hours(1)).await, []);
    let mail = received.recv().unwrap();
    assert!(mail.to.contains("<li@example.com>"), "{mail:?}");
    assert!(
        mail.data.contains(&code) && mail.data.contains("Message-ID: <"),
        "{mail:?}"
    );
    assert!(mail.data.contains("no-reply@moyan.example"), "{mail:?}");
    assert!(
        app.database()
            .is_true("(SELECT status = 'sent' AND body = '' AND subject = '' FROM mails)")
    );
}

#[actix_web::test]
async fn a_mail_that_is_refused_is_tried_again_later_and_given_up_in_the_end() {
    let (port, _received) = smtp_server::start("554 go away, li@example.com");
    let url = format!("smtp://127.0.0.1:{port}");
    let app = TestApp::configured(&[("SMTP_URL", &url)]);
    ask_for_code(&app, "li@example.com").await;
    let mut now = Utc::now();
    assert_eq!(send_at(&app.state, now).await, [Outcome::Retried]);
    // Nothing is due before the wait is over.
    assert_eq!(send_at(&app.state, now + TimeDelta::seconds(29)).await, []);
    for _ in 0..6 {
        now += TimeDelta::hours(3);
        assert_eq!(send_at(&app.state, now).await, [Outcome::Retried]);
    }
    now += TimeDelta::hours(3);
    assert_eq!(send_at(&app.state, now).await, [Outcome::Dead]);
    assert_eq!(send_at(&app.state, now + TimeDelta::days(1)).await, []);
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
async fn a_mail_whose_worker_died_is_sent_by_another() {
    let app = TestApp::with_database();
    ask_for_code(&app, "li@example.com").await;
    // As a worker leaves it that was killed between claiming and sending.
    app.sql("UPDATE mails SET n_attempts = 1, next_attempt_at = now() + interval '600 seconds'");
    assert_eq!(send_at(&app.state, Utc::now()).await, []);
    assert_eq!(
        send_at(&app.state, Utc::now() + TimeDelta::seconds(601)).await,
        [Outcome::Sent]
    );
}

#[actix_web::test]
async fn two_workers_do_not_send_the_same_mail() {
    let app = TestApp::with_database();
    for number in 0..9 {
        ask_for_code(&app, &format!("user{number}@example.com")).await;
    }
    let now = Utc::now();
    let (first, second) = tokio::join!(send_at(&app.state, now), send_at(&app.state, now));
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
    let (now, state) = (Utc::now(), app.state.clone());
    let slow = tokio::task::spawn_blocking(move || send_here(&state, now));
    has_taken.recv().unwrap();
    // As long after that as the longest conversation takes: each command is answered at the last moment.
    let longest = i64::try_from(15 * MAIL_COMMAND_S).unwrap();
    let others = send_at(&app.state, now + TimeDelta::seconds(longest + 1)).await;
    assert_eq!(others, [Outcome::Sent; 9]);
    go_on.send(()).unwrap();
    assert_eq!(slow.await.unwrap(), [Outcome::Sent]);
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
    let claiming = "BEGIN; SELECT FROM mails WHERE recipient = 'first@example.com' FOR UPDATE";
    other.batch_execute(claiming).unwrap();
    assert_eq!(send_at(&app.state, Utc::now()).await, [Outcome::Sent]);
    other.batch_execute("ROLLBACK").unwrap();
    let sent = "SELECT string_agg(recipient, ' ') FROM mails WHERE status = 'sent'";
    assert_eq!(app.database().text(sent), "second@example.com");
}

#[actix_web::test]
async fn a_mail_that_no_worker_survives_is_given_up() {
    let app = TestApp::with_database();
    ask_for_code(&app, "li@example.com").await;
    app.sql("UPDATE mails SET n_attempts = 8");
    assert_eq!(send_at(&app.state, Utc::now()).await, [Outcome::Dead]);
    assert!(
        app.database()
            .is_true("(SELECT status = 'dead' AND body = '' FROM mails)")
    );
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
    let late = tokio::task::spawn_blocking(move || send_here(&state, Utc::now()));
    has_taken.recv().unwrap();
    // Another worker claimed it again after the claim had ended, and sent it.
    app.sql("UPDATE mails SET n_attempts = 2, status = 'sent', sent_at = now()");
    go_on.send(()).unwrap();
    assert_eq!(late.await.unwrap(), [Outcome::Retried]);
    assert!(
        app.database()
            .is_true("(SELECT status = 'sent' AND last_error IS NULL FROM mails)")
    );
}

#[actix_web::test]
async fn in_production_a_mail_without_a_transport_waits() {
    let mut app = TestApp::with_database();
    ask_for_code(&app, "li@example.com").await;
    app.reconfigure(&[("MOYAN_ENV", "production")]);
    assert_eq!(send_at(&app.state, Utc::now()).await, [Outcome::Retried]);
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
    assert_eq!(send_at(&app.state, Utc::now()).await, [Outcome::Sent]);
    let (head, body) = provider.join().unwrap();
    assert!(
        head.starts_with("POST /send ") && head.contains("Bearer provider-secret"),
        "{head}"
    );
    assert_eq!(body["phone"], "+86-13800138000");
    assert!(body["text"].as_str().unwrap().contains(&code));
}
