//! What the pages of visitors say to what was done and to what went wrong.

use serde_json::Value;

use crate::public_site::published;
use crate::support::browser::Browser;
use crate::support::site::Site;
use crate::support::{TestApp, six_digits};

const LI: &str = "li@reader.example";
const PASSWORDS: [(&str, &str); 2] = [
    ("passwd", "correct horse"),
    ("passwdConfirmPasswd", "correct horse"),
];

/// Another code than this one.
fn wrong(code: &str) -> &'static str {
    if code == "000000" { "000001" } else { "000000" }
}

/// The part of a page with this ID as its heading.
fn part<'a>(page: &'a str, id: &str) -> &'a str {
    let (_, part) = page.split_once(&format!("aria-labelledby=\"{id}\"")).unwrap();
    part.split_once("</section>").unwrap().0
}

#[actix_web::test]
async fn the_account_says_what_was_done() {
    let app = TestApp::with_database();
    published(&app).await;
    let mut browser = Browser::new(&app);
    browser.log_in(LI).await;
    for (done, words) in [
        ("done=profile", "资料已保存。"),
        ("done=password", "密码已设置，其他设备已退出登录。"),
        ("done=devices", "设备已退出登录。"),
        ("done=reminders", "通知设置已保存。"),
        ("done=redeemed", "兑换成功"),
        ("sent=password", "验证码已发送。"),
        ("sent=delete", "验证码已发送。"),
    ] {
        let page = browser.get(&format!("/account?{done}")).await;
        let notice = format!("role=\"status\">{words}</p>");
        assert!(page.text().contains(&notice), "{done}: {}", page.text());
    }
    for nothing in ["", "?done=nothing", "?sent=nothing"] {
        let page = browser.get(&format!("/account{nothing}")).await;
        assert!(!page.text().contains("form-notice"), "{nothing}");
    }
}

#[actix_web::test]
async fn a_code_that_was_sent_for_an_action_is_asked_for_beside_it_also_after_a_wrong_one() {
    let app = TestApp::with_database();
    published(&app).await;
    let mut browser = Browser::new(&app);
    browser.log_in(LI).await;
    assert_eq!(browser.post("/account/password", &PASSWORDS).await.status, 303);
    let page = browser.get("/account").await;
    for (id, other) in [("password", "delete"), ("delete", "password")] {
        assert!(part(page.text(), id).contains("name=\"currentPasswd\""));
        let sent = browser.get(&format!("/account?sent={id}")).await;
        assert!(part(sent.text(), id).contains("name=\"code\""), "{id}");
        assert!(
            part(sent.text(), other).contains("name=\"currentPasswd\""),
            "{id}"
        );
    }
    for (action, path, id) in [
        ("password", "/account/password", "password"),
        ("delete", "/account/deletion", "delete"),
    ] {
        app.sql("DELETE FROM throttles");
        browser.post("/account/code", &[("for", action)]).await;
        let code = six_digits(&app.mail_to(LI));
        let form = [PASSWORDS[0], PASSWORDS[1], ("code", wrong(&code))];
        let answer = browser.post(path, &form).await;
        assert_eq!(answer.status, 422, "{action}");
        let part = part(answer.text(), id);
        let (_, field) = part.split_once("name=\"code\"").unwrap();
        assert!(
            field.contains("aria-invalid=\"true\"") && field.contains("-code-problem\">"),
            "{part}"
        );
    }
    for (path, id) in [("/account/password", "password"), ("/account/deletion", "delete")] {
        let form = [PASSWORDS[0], PASSWORDS[1], ("currentPasswd", "wrong horse")];
        let answer = browser.post(path, &form).await;
        assert_eq!(answer.status, 422, "{path}");
        let part = part(answer.text(), id);
        let (_, field) = part.split_once("name=\"currentPasswd\"").unwrap();
        assert!(
            field.contains("aria-invalid=\"true\"") && field.contains("-passwd-problem\">"),
            "{part}"
        );
    }
}

#[actix_web::test]
async fn a_wrong_code_is_said_beside_its_field_with_the_way_back_kept() {
    let app = TestApp::with_database();
    published(&app).await;
    let mut browser = Browser::new(&app);
    let code = browser.code(LI).await;
    let page = browser.get("/login/verify?from=%2Fdocs").await;
    assert!(
        page.text().contains("name=\"from\" value=\"/docs\""),
        "{}",
        page.text()
    );
    let form = [("identifier", LI), ("code", wrong(&code)), ("from", "/docs")];
    let answer = browser.post("/login/verify", &form).await;
    assert_eq!(answer.status, 422);
    for words in [
        "id=\"code-problem\"",
        "aria-invalid=\"true\"",
        "name=\"identifier\" value=\"li@reader.example\"",
        "name=\"from\" value=\"/docs\"",
        "href=\"/login?from=%2Fdocs\"",
    ] {
        assert!(answer.text().contains(words), "{words}: {}", answer.text());
    }
}

#[actix_web::test]
async fn what_is_wrong_is_said_in_the_language_of_the_site() {
    let app = TestApp::with_database();
    let site = Site::new(&app).await;
    let saved = site.call(&app, "GET", "/basic-info", Value::Null).await.data();
    let mut info = saved["data"].clone();
    info["language"] = "en".into();
    site.set(&app, "basicInfo", &info);
    site.document(&app, "first", "text").await;
    site.publish(&app).await.data();
    app.sql("UPDATE sites SET status = 'published'");
    let form = [("identifier", LI), ("passwd", "wrong horse")];
    let answer = Browser::new(&app).post("/login/password", &form).await;
    let (_, problem) = answer
        .text()
        .split_once("role=\"alert\" tabindex=\"-1\" autofocus>")
        .unwrap();
    let (problem, _) = problem.split_once('<').unwrap();
    assert!(!problem.is_empty() && problem.is_ascii(), "{problem}");
}

#[actix_web::test]
async fn a_login_that_fails_is_said_above_the_form_that_was_sent() {
    let app = TestApp::with_database();
    published(&app).await;
    let mut browser = Browser::new(&app);
    let form = [("identifier", LI), ("passwd", "wrong horse"), ("from", "/docs")];
    let answer = browser.post("/login/password", &form).await;
    assert_eq!(answer.status, 422);
    let (_, form) = answer.text().split_once("action=\"/login/password\"").unwrap();
    assert!(form.contains("role=\"alert\""), "{form}");
    assert!(form.contains("name=\"from\" value=\"/docs\""), "{form}");
}

#[actix_web::test]
async fn numbers_are_asked_for_where_they_can_be_reached() {
    let mail = ("SMTP_URL", "smtp://127.0.0.1:1");
    let messages = ("SMS_URL", "http://127.0.0.1:1/sms");
    for (variables, label, n_keyboards) in [
        (vec![mail], "邮箱<", 2),
        (vec![mail, messages], "邮箱或手机号<", 0),
    ] {
        let mut all = vec![
            ("MOYAN_ENV", "production"),
            ("MAIL_FROM", "no-reply@moyan.example"),
            ("SITE_DOMAIN", "localhost"),
        ];
        all.extend(variables);
        let app = TestApp::configured(&all);
        published(&app).await;
        let mut browser = Browser::new(&app);
        let refused = [("identifier", "x"), ("passwd", "x")];
        for page in [
            browser.get("/login").await,
            browser.post("/login/code", &refused).await,
            browser.post("/login/password", &refused).await,
        ] {
            assert!(page.text().contains(label), "{label}: {}", page.text());
            let keyboards = page.text().matches("inputmode=\"email\"").count();
            assert_eq!(keyboards, n_keyboards, "{}", page.text());
        }
    }
}

#[actix_web::test]
async fn a_refusal_without_a_form_has_a_page_with_its_reason() {
    let mut app = TestApp::with_database();
    published(&app).await;
    let mut browser = Browser::new(&app);
    browser.origin = "https://evil.example".to_owned();
    let answer = browser.post("/login/code", &[]).await;
    assert_eq!(answer.status, 403);
    assert!(
        answer.text().contains("这次提交不是来自本站页面"),
        "{}",
        answer.text()
    );
    let mut browser = Browser::new(&app);
    assert_eq!(browser.get("/login").await.status, 200);
    drop(browser);
    app.reconfigure(&[("READ_ONLY", "true")]);
    let mut browser = Browser::new(&app);
    let answer = browser.post("/login/code", &[]).await;
    assert_eq!(answer.status, 503);
    assert!(answer.text().contains("无法完成操作"), "{}", answer.text());
}

#[actix_web::test]
async fn the_link_against_reminders_asks_before_anything_happens() {
    let app = TestApp::with_database();
    published(&app).await;
    let page = Browser::new(&app).get("/reminders/unsubscribe?token=a.b").await;
    assert_eq!(page.status, 200);
    for words in [
        "关闭到期提醒",
        "关闭提醒",
        "action=\"/reminders/unsubscribe\"",
        "value=\"a.b\"",
    ] {
        assert!(page.text().contains(words), "{words}: {}", page.text());
    }
}
