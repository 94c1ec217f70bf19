use serde_json::{Value, json};

use crate::support::TestApp;

#[actix_web::test]
async fn a_mail_that_was_given_up_is_tried_again() {
    let app = TestApp::with_database();
    let admin = app.admin("root").await;
    let code = app.code("guest@example.com", "register", "").await;
    let id = app.database().text("SELECT id FROM mails");
    let retry = format!("/api/admin/mails/{id}/retry");
    let answer = app.call(&admin, "POST", &retry, Value::Null).await;
    assert_eq!(answer.refusal(), (409, "mail.notDead".to_owned()));
    app.sql("UPDATE mails SET status = 'dead', n_attempts = 8, last_error = 'no such host'");
    let answer = app
        .call(&admin, "GET", "/api/admin/mails?status=dead", Value::Null)
        .await;
    // Neither the code nor the whole address is shown.
    assert!(!answer.text().contains(&code) && !answer.text().contains("guest@"));
    assert_eq!(answer.data()["items"][0]["recipient"], "g***@example.com");
    let data = app.call(&admin, "POST", &retry, Value::Null).await.data();
    assert_eq!(
        (&data["status"], &data["nAttempts"]),
        (&json!("waiting"), &json!(0))
    );
    let answer = app
        .call(&admin, "GET", "/api/admin/mails?status=lost", Value::Null)
        .await;
    assert_eq!(answer.refusal(), (400, "request.invalid".to_owned()));
    let path = format!("/api/admin/mails/{}/retry", uuid::Uuid::new_v4());
    let answer = app.call(&admin, "POST", &path, Value::Null).await;
    assert_eq!(answer.refusal(), (404, "mail.notFound".to_owned()));
}

#[actix_web::test]
async fn a_mail_waits_was_sent_or_was_given_up() {
    let app = TestApp::with_database();
    let admin = app.admin("root").await;
    for status in ["waiting", "sent", "dead"] {
        app.sql(&format!(
            "INSERT INTO mails (id, channel, recipient, template, subject, body, status) \
             VALUES (gen_random_uuid(), 'email', 'li@example.com', 'code', 'x', 'x', '{status}')"
        ));
        let path = format!("/api/admin/mails?status={status}");
        let data = app.call(&admin, "GET", &path, Value::Null).await.data();
        assert_eq!(data["items"].as_array().unwrap().len(), 1);
        assert_eq!(data["items"][0]["status"], status);
    }
}
