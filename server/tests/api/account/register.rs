use serde_json::{Value, json};

use crate::support::{PASSWORD, TestApp};

const PATH: &str = "/api/account/registerByIdentifier";

fn form(identifier: &str, kind: &str, code: &str) -> Value {
    json!({
        "identifier": identifier,
        "identityType": kind,
        "passwd": PASSWORD,
        "passwdConfirmPasswd": PASSWORD,
        "nickname": "李明",
        "from": "web editor",
        "code": code,
        "isAdmin": true,
        "roles": ["admin"],
    })
}

#[actix_web::test]
async fn a_code_makes_an_account_with_a_personal_space_and_no_more_rights_than_others() {
    let app = TestApp::with_database();
    let code = app.code("li.ming@example.com", "register", "").await;
    let data = app
        .post(PATH, form("Li.Ming@example.com", "email", &code))
        .await
        .data();
    assert_eq!(data["nickname"], "李明");
    assert_eq!(data["email"], "li.ming@example.com");
    assert_eq!(data["roles"], json!(["user"]));
    let answer = app.try_login("10.0.0.1", "li.ming@example.com", PASSWORD).await;
    let token = answer.json()["token"].as_str().unwrap().to_owned();
    let headers = [("token", token.as_str())];
    let team = app
        .send("GET".parse().unwrap(), "/api/teams/personal", &headers)
        .await
        .data();
    assert_eq!(
        (&team["kind"], &team["role"]),
        (&json!("personal"), &json!("owner"))
    );
    assert_eq!(team["id"], data["personalTeamId"]);
    assert_eq!(team["name"], "Personal space of 李明");
}

#[actix_web::test]
async fn a_phone_number_is_the_same_with_and_without_its_prefix() {
    let app = TestApp::with_database();
    let code = app.code("+86-13800138000", "register", "").await;
    let data = app
        .post(PATH, form("+86-13800138000", "phone", &code))
        .await
        .data();
    assert_eq!(data["phone"], "+86-13800138000");
    let login =
        json!({ "identifier": "13800138000", "identityType": "phone", "passwd": PASSWORD, "device": "web" });
    let answer = app.post("/api/account/loginByIdentifier", login).await;
    assert_eq!(answer.data()["id"], data["id"]);
}

#[actix_web::test]
async fn all_that_is_wrong_with_a_form_is_said_at_once() {
    let app = TestApp::with_database();
    let answer = app
        .post(
            PATH,
            json!({
                "identifier": "nobody", "identityType": "email", "passwd": "12345", "passwdConfirmPasswd": "54321",
                "nickname": "李", "code": "12a456",
            }),
        )
        .await;
    assert_eq!(answer.status, 422);
    assert_eq!(
        answer.json()["data"]["fields"],
        json!({
            "code": "code.format",
            "identifier": "email.withoutAt",
            "nickname": "nickname.tooShort",
            "passwd": "password.tooShort",
            "passwdConfirmPasswd": "password.mismatch",
        })
    );
}

#[actix_web::test]
async fn a_wrong_code_makes_no_account() {
    let app = TestApp::with_database();
    let code = app.code("li@example.com", "register", "").await;
    let other = if code == "000000" { "000001" } else { "000000" };
    let answer = app.post(PATH, form("li@example.com", "email", other)).await;
    assert_eq!(answer.refusal(), (422, "account.codeInvalid".to_owned()));
    assert_eq!(app.database().text("SELECT count(*) FROM users"), "0");
}

#[actix_web::test]
async fn an_address_that_has_an_account_gets_a_letter_about_it_and_no_code() {
    let app = TestApp::with_database();
    let user = app.user("li").await;
    let body = json!({ "identifier": user.email, "identityType": "email", "purpose": "register" });
    app.post("/api/account/sendCode", body).await.data();
    let mail = app.mail_to(&user.email);
    assert!(mail.contains("https://moyan.example/login"), "{mail}");
    assert!(
        !mail
            .as_bytes()
            .windows(6)
            .any(|part| part.iter().all(u8::is_ascii_digit))
    );
}

#[actix_web::test]
async fn when_the_owner_agreed_to_the_terms_is_recorded() {
    let app = TestApp::with_database();
    let register = async |email: &str, agrees: Value| {
        let code = app.code(email, "register", "").await;
        let mut body = form(email, "email", &code);
        body["agreesToTerms"] = agrees;
        app.post(PATH, body).await
    };
    let answer = register("no@example.com", json!(false)).await;
    assert_eq!(answer.problem("agreesToTerms"), "field.required");
    register("yes@example.com", json!(true)).await.data();
    assert!(
        app.database()
            .is_true("(SELECT terms_accepted_at BETWEEN now() - interval '1 minute' AND now() FROM users)")
    );
    // A client that does not ask is not taken for one that did.
    register("old@example.com", Value::Null).await.data();
    let known = "SELECT count(terms_accepted_at) FROM users";
    assert_eq!(app.database().text(known), "1");
}

#[actix_web::test]
async fn missing_fields_are_named() {
    let app = TestApp::with_database();
    // The form of the specification, which has no code.
    let mut body = form("li@example.com", "email", "");
    body.as_object_mut().unwrap().remove("code");
    let answer = app.post(PATH, body).await;
    assert_eq!(answer.problem("code"), "field.required");
    assert_eq!(answer.json()["message"], "This field is required");
    let answer = app.post(PATH, json!({ "identifier": null })).await;
    assert_eq!(
        answer.json()["data"]["fields"],
        json!({
            "code": "field.required",
            "identifier": "field.required",
            "identityType": "field.required",
            "nickname": "field.required",
            "passwd": "field.required",
            "passwdConfirmPasswd": "field.required",
        })
    );
}

#[actix_web::test]
async fn many_at_the_same_moment_make_one_account_of_a_code() {
    let app = TestApp::with_database();
    let code = app.code("li@example.com", "register", "").await;
    let register = || app.post(PATH, form("li@example.com", "email", &code));
    let (first, second, third) = tokio::join!(register(), register(), register());
    let statuses = [first, second, third].map(|answer| answer.status.as_u16());
    assert_eq!(
        statuses.iter().filter(|status| **status == 200).count(),
        1,
        "{statuses:?}"
    );
    assert_eq!(
        statuses.iter().filter(|status| **status == 422).count(),
        2,
        "{statuses:?}"
    );
    assert_eq!(app.database().text("SELECT count(*) FROM users"), "1");
}

#[actix_web::test]
async fn what_is_no_form_is_refused() {
    let app = TestApp::with_database();
    let mut other_type = form("li@example.com", "email", "123456");
    other_type["nickname"] = json!(5);
    for (body, key) in [
        (json!([]), "request.invalid"),
        (other_type, "request.invalid"),
        (json!({ "identifier": "li@example.com" }), "request.fieldsInvalid"),
        (json!({ "identifier": "a\u{0}@b.cn" }), "request.invalid"),
        (json!({ "identifier": "a".repeat(300_000) }), "request.tooLarge"),
    ] {
        assert_eq!(app.post(PATH, body).await.refusal().1, key);
    }
    let plain = [("content-type", "text/plain")];
    let answer = app
        .send_from("10.0.0.1", "POST".parse().unwrap(), PATH, &plain, b"{}".to_vec())
        .await;
    assert_eq!(answer.refusal(), (415, "request.unsupportedMediaType".to_owned()));
}
