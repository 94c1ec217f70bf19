use chrono::TimeDelta;

use crate::public_site::published;
use crate::support::browser::Browser;
use crate::support::{FullLimit, TestApp, six_digits};

const LI: (&str, &str) = ("identifier", "li@reader.example");
const PASSWORDS: [(&str, &str); 2] = [
    ("passwd", "correct horse"),
    ("passwdConfirmPasswd", "correct horse"),
];

/// A browser of somebody with a password.
async fn with_password(app: &TestApp) -> Browser<'_> {
    let mut browser = Browser::new(app);
    browser.log_in(LI.1).await;
    let answer = browser.post("/account/password", &PASSWORDS).await;
    let to = (answer.status.as_u16(), answer.header("location"));
    assert_eq!(to, (303, "/account?done=password"), "{}", answer.text());
    browser
}

async fn try_password(app: &TestApp, passwd: &str) -> u16 {
    let mut browser = Browser::new(app);
    let answer = browser.post("/login/password", &[LI, ("passwd", passwd)]).await;
    answer.status.as_u16()
}

#[actix_web::test]
async fn a_password_that_was_set_logs_in_and_another_does_not() {
    let app = TestApp::with_database();
    published(&app).await;
    assert_eq!(try_password(&app, "correct horse").await, 422);
    with_password(&app).await;
    for (passwd, expected) in [("correct horse", 303), ("wrong horse", 422), ("", 422)] {
        assert_eq!(try_password(&app, passwd).await, expected, "{passwd}");
    }
    let long = "a".repeat(129);
    assert_eq!(try_password(&app, &long).await, 422);
}

#[actix_web::test]
async fn a_password_is_compared_also_where_there_is_none() {
    let app = TestApp::with_database();
    published(&app).await;
    let mut known = Browser::new(&app);
    known.log_in(LI.1).await;
    let runs = || app.state.metrics.limits.password_checks.get();
    let before = runs();
    assert_eq!(try_password(&app, "correct horse").await, 422);
    let fields = [("identifier", "no@reader.example"), ("passwd", "correct horse")];
    Browser::new(&app).post("/login/password", &fields).await;
    assert_eq!(runs() - before, 2);
}

#[actix_web::test]
async fn a_first_password_needs_a_fresh_login_or_a_code_and_is_told_by_mail() {
    let app = TestApp::with_database();
    published(&app).await;
    let mut browser = Browser::new(&app);
    browser.log_in(LI.1).await;
    app.clock.advance(TimeDelta::minutes(11));
    let page = browser.get("/account").await.text().to_owned();
    assert!(!page.contains("action=\"/account/password\""), "{page}");
    assert_eq!(browser.post("/account/password", &PASSWORDS).await.status, 422);
    assert_eq!(try_password(&app, "correct horse").await, 422);
    browser.post("/account/code", &[("for", "password")]).await;
    let code = six_digits(&app.mail_to(LI.1));
    let page = browser.get("/account?sent=password").await.text().to_owned();
    assert!(page.contains("action=\"/account/password\""), "{page}");
    let [one, two] = PASSWORDS;
    let answer = browser
        .post("/account/password", &[one, two, ("code", code.as_str())])
        .await;
    assert_eq!(answer.status, 303, "{}", answer.text());
    assert_eq!(try_password(&app, "correct horse").await, 303);
    assert!(
        app.mail_to(LI.1).contains("刚刚设置了新密码"),
        "{}",
        app.mail_to(LI.1)
    );
}

#[actix_web::test]
async fn another_password_needs_the_old_one_or_a_code_and_ends_all_other_sessions() {
    let app = TestApp::with_database();
    published(&app).await;
    let mut browser = with_password(&app).await;
    let mut other = Browser::new(&app);
    other.log_in(LI.1).await;
    let new = [
        ("passwd", "battery staple"),
        ("passwdConfirmPasswd", "battery staple"),
    ];
    let [one, two] = new;
    assert_eq!(browser.post("/account/password", &new).await.status, 422);
    let wrong = [one, two, ("currentPasswd", "wrong horse")];
    assert_eq!(browser.post("/account/password", &wrong).await.status, 422);
    assert!(other.is_logged_in().await);
    let right = [one, two, ("currentPasswd", "correct horse")];
    assert_eq!(browser.post("/account/password", &right).await.status, 303);
    assert!(browser.is_logged_in().await);
    assert!(!other.is_logged_in().await);
    assert_eq!(try_password(&app, "correct horse").await, 422);
    assert_eq!(try_password(&app, "battery staple").await, 303);
    // Who forgot it proves the address.
    app.sql("DELETE FROM throttles");
    let answer = browser.post("/account/code", &[("for", "password")]).await;
    assert_eq!(answer.header("location"), "/account?sent=password#password");
    let page = browser.get("/account?sent=password").await;
    assert!(page.text().contains("id=\"password-code\""), "{}", page.text());
    let code = six_digits(&app.mail_to(LI.1));
    let forgotten = [PASSWORDS[0], PASSWORDS[1], ("code", code.as_str())];
    assert_eq!(browser.post("/account/password", &forgotten).await.status, 303);
    assert_eq!(try_password(&app, "correct horse").await, 303);
    assert_eq!(browser.post("/account/password", &forgotten).await.status, 422);
}

#[actix_web::test]
async fn what_is_wrong_with_a_new_password_is_said_beside_it() {
    let app = TestApp::with_database();
    published(&app).await;
    let mut browser = Browser::new(&app);
    browser.log_in(LI.1).await;
    for (passwd, again, id) in [
        ("ink 7", "ink 7", "passwd-problem"),
        ("correct horse", "correct house", "passwdConfirmPasswd-problem"),
    ] {
        let fields = [("passwd", passwd), ("passwdConfirmPasswd", again)];
        let answer = browser.post("/account/password", &fields).await;
        assert_eq!(answer.status, 422);
        assert!(
            answer.text().contains(&format!("id=\"{id}\"")),
            "{}",
            answer.text()
        );
        assert!(!answer.text().contains(passwd), "{}", answer.text());
    }
}

#[actix_web::test]
async fn wrong_passwords_are_counted_for_each_site_by_itself() {
    let app = TestApp::with_database();
    let site = published(&app).await;
    with_password(&app).await;
    for expected in [422, 422, 422, 422, 422, 429] {
        assert_eq!(try_password(&app, "wrong horse").await, expected);
    }
    // The right one waits too, from there; from elsewhere it does not.
    assert_eq!(try_password(&app, "correct horse").await, 429);
    let mut browser = Browser::new(&app);
    browser.address = "198.51.100.7".to_owned();
    let fields = [LI, ("passwd", "correct horse")];
    assert_eq!(browser.post("/login/password", &fields).await.status, 303);
    // Wherever from, there are a hundred in an hour.
    let key = |parts: &[&str]| {
        let site = site.id.to_string();
        app.state
            .tokens
            .keyed_hash(&[&["visitor login", site.as_str()], parts].concat())
    };
    app.sql(&format!(
        "UPDATE throttles SET n_hits = 100 WHERE key = '{}'",
        key(&["account", LI.1])
    ));
    assert_eq!(browser.post("/login/password", &fields).await.status, 429);
    // And fifty from one network, whatever the account.
    let fields = [("identifier", "no@reader.example"), ("passwd", "correct horse")];
    assert_eq!(browser.post("/login/password", &fields).await.status, 422);
    app.sql(&format!(
        "UPDATE throttles SET n_hits = 50 WHERE key = '{}'",
        key(&["network", "198.51.100.7/64"])
    ));
    assert_eq!(browser.post("/login/password", &fields).await.status, 429);
}

#[actix_web::test]
async fn guesses_of_the_current_password_are_counted() {
    let app = TestApp::with_database();
    published(&app).await;
    let mut browser = with_password(&app).await;
    let [one, two] = PASSWORDS;
    for expected in [422, 422, 422, 422, 422, 429] {
        let fields = [one, two, ("currentPasswd", "wrong horse")];
        assert_eq!(browser.post("/account/password", &fields).await.status, expected);
    }
    let fields = [("currentPasswd", "correct horse")];
    assert_eq!(browser.post("/account/deletion", &fields).await.status, 429);
}

#[actix_web::test]
async fn a_right_password_forgives_the_wrong_ones_and_counts_as_no_try() {
    let app = TestApp::with_database();
    let site = published(&app).await;
    with_password(&app).await;
    for _ in 0..2 {
        for _ in 0..4 {
            assert_eq!(try_password(&app, "wrong horse").await, 422);
        }
        assert_eq!(try_password(&app, "correct horse").await, 303);
    }
    // The account itself still counts the wrong ones, wherever they came from.
    let site = site.id.to_string();
    let key = app
        .state
        .tokens
        .keyed_hash(&["visitor login", site.as_str(), "account", LI.1]);
    let counted = format!("SELECT n_hits FROM throttles WHERE key = '{key}'");
    assert_eq!(app.database().text(&counted), "8");
}

#[actix_web::test]
async fn a_login_makes_the_hash_anew_when_the_cost_has_changed() {
    let mut app = TestApp::with_database();
    published(&app).await;
    with_password(&app).await;
    let cost = "SELECT substr(password_hash, 1, 7) FROM visitors";
    let before = app.database().text("SELECT password_hash FROM visitors");
    assert_eq!(try_password(&app, "correct horse").await, 303);
    assert_eq!(app.database().text("SELECT password_hash FROM visitors"), before);
    app.reconfigure(&[("BCRYPT_COST", "5")]);
    assert_eq!(try_password(&app, "wrong horse").await, 422);
    assert_eq!(app.database().text(cost), "$2b$04$");
    assert_eq!(try_password(&app, "correct horse").await, 303);
    assert_eq!(app.database().text(cost), "$2b$05$");
    assert_eq!(try_password(&app, "correct horse").await, 303);
}

#[actix_web::test]
async fn the_old_password_proves_nothing_when_another_was_set_meanwhile() {
    let app = TestApp::with_database();
    published(&app).await;
    let mut browser = with_password(&app).await;
    let fields = [
        ("passwd", "battery staple"),
        ("passwdConfirmPasswd", "battery staple"),
        ("currentPasswd", "correct horse"),
    ];
    let changed = "UPDATE visitors SET password_hash = password_hash || ' '";
    let answer = app
        .while_changing(changed, browser.post("/account/password", &fields))
        .await;
    assert_eq!(answer.status, 422, "{}", answer.text());
    assert!(
        app.database()
            .is_true("(SELECT password_hash LIKE '% ' FROM visitors)")
    );
}

#[actix_web::test]
async fn the_old_password_logs_nobody_in_when_another_was_set_meanwhile() {
    let app = TestApp::with_database();
    published(&app).await;
    with_password(&app).await;
    let n_sessions = || app.database().text("SELECT count(*)::text FROM visitor_sessions");
    let before = n_sessions();
    let changed = "UPDATE visitors SET password_hash = password_hash || ' '";
    let status = app
        .while_changing(changed, try_password(&app, "correct horse"))
        .await;
    assert_eq!((status, n_sessions()), (422, before));
}

#[actix_web::test]
async fn a_guess_that_was_not_compared_does_not_count() {
    let app = TestApp::with_database();
    published(&app).await;
    with_password(&app).await;
    let others = FullLimit::of(app.state.hasher.limit());
    for _ in 0..6 {
        assert_eq!(try_password(&app, "wrong horse").await, 503);
    }
    drop(others);
    assert_eq!(try_password(&app, "correct horse").await, 303);
}
