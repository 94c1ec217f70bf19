use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpListener;

use chrono::{TimeDelta, Utc};
use moyan_server::AppState;
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
async fn a_letter_arrives_at_a_mail_server_once_and_its_text_is_not_kept() {
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
    let letter = received.recv().unwrap();
    assert!(letter.to.contains("<li@example.com>"), "{letter:?}");
    assert!(
        letter.data.contains(&code) && letter.data.contains("Message-ID: <"),
        "{letter:?}"
    );
    assert!(letter.data.contains("no-reply@moyan.example"), "{letter:?}");
    assert!(
        app.database()
            .is_true("(SELECT status = 'sent' AND body = '' AND subject = '' FROM mails)")
    );
}

#[actix_web::test]
async fn a_letter_that_is_refused_is_tried_again_later_and_given_up_in_the_end() {
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
async fn a_letter_whose_worker_died_is_sent_by_another() {
    let app = TestApp::with_database();
    ask_for_code(&app, "li@example.com").await;
    // As a worker leaves it that was killed between claiming and sending.
    app.sql("UPDATE mails SET n_attempts = 1, next_attempt_at = now() + interval '300 seconds'");
    assert_eq!(send_at(&app.state, Utc::now()).await, []);
    assert_eq!(
        send_at(&app.state, Utc::now() + TimeDelta::seconds(301)).await,
        [Outcome::Sent]
    );
}

#[actix_web::test]
async fn two_workers_do_not_send_the_same_letter() {
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
async fn in_production_a_letter_without_a_way_out_waits() {
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
