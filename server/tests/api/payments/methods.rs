//! How a site is paid, as its team sets it up.

use moyan_domain::{PaymentMethod, SiteId};
use moyan_foundation::access::Role;
use moyan_server::features::membership::payment_methods::service::list_enabled;
use serde_json::{Value, json};

use super::shop::Shop;
use crate::support::provider_server::{
    Behavior, MERCHANT_KEY, MERCHANT_PUBLIC_KEY, OTHER_PUBLIC_KEY, PLATFORM_PUBLIC_KEY,
};
use crate::support::site::Site;
use crate::support::stripe_server::{SECRET_KEY, StripeServer, WEBHOOK_SECRET};
use crate::support::{Answer, TestApp, wait_until, wechat_pay_server};

fn stripe(is_enabled: bool) -> Value {
    json!({
        "isEnabled": is_enabled, "isTest": true, "settings": { "publishableKey": "pk_test_1" },
        "keys": { "secretKey": SECRET_KEY, "webhookSecret": WEBHOOK_SECRET },
    })
}

fn wechat_pay() -> Value {
    json!({
        "isEnabled": true, "isTest": false,
        "settings": {
            "appId": wechat_pay_server::APP_ID, "merchantId": wechat_pay_server::MERCHANT_ID,
            "serial": wechat_pay_server::SERIAL, "publicKeyId": wechat_pay_server::KEY_ID,
        },
        "keys": {
            "privateKey": MERCHANT_KEY, "apiV3Key": wechat_pay_server::API_V3_KEY, "publicKey": PLATFORM_PUBLIC_KEY,
        },
    })
}

fn sealed(app: &TestApp, method: &str) -> String {
    app.database().text(&format!(
        "SELECT coalesce(sealed_keys, '') FROM payment_methods WHERE method = '{method}'"
    ))
}

#[actix_web::test]
async fn every_method_is_listed_and_keys_are_never_read_back() {
    let app = TestApp::with_database();
    let site = Site::new(&app).await;
    let list = site
        .call(&app, "GET", "/payment-methods", Value::Null)
        .await
        .data();
    let names: Vec<&str> = list
        .as_array()
        .unwrap()
        .iter()
        .map(|method| method["method"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["manual", "wechatPay", "alipay", "stripe"]);
    assert_eq!(
        list[0],
        json!({
            "method": "manual", "isEnabled": false, "isTest": false, "settings": {}, "hasKeys": false, "hookUrl": null,
            "problem": null, "refused": null,
        })
    );
    let saved = site
        .call(&app, "PUT", "/payment-methods/stripe", stripe(true))
        .await
        .data();
    assert_eq!(
        saved,
        json!({
            "method": "stripe", "isEnabled": true, "isTest": true, "settings": { "publishableKey": "pk_test_1" },
            "hasKeys": true, "hookUrl": format!("https://moyan.example/hooks/payments/{}/stripe", site.id),
            // Nobody answers in tests that start no provider.
            "problem": "providerUnavailable", "refused": null,
        })
    );
    let list = site.call(&app, "GET", "/payment-methods", Value::Null).await;
    assert_eq!(list.data()[3], saved);
    let dump = app.database().text(
        "SELECT concat((SELECT string_agg(m::text, '') FROM payment_methods m), \
         (SELECT string_agg(a::text, '') FROM audit_entries a), (SELECT string_agg(k::text, '') FROM idempotency_keys k))",
    );
    for text in [dump.as_str(), list.text()] {
        assert!(!text.contains("sk_test") && !text.contains("whsec"), "{text}");
    }
    assert!(dump.contains("site.paymentMethodChanged"));
}

#[actix_web::test]
async fn a_changed_method_is_a_new_generation_of_its_site_and_named_in_the_audit_log() {
    let app = TestApp::with_database();
    let site = Site::new(&app).await;
    site.call(&app, "PUT", "/payment-methods/stripe", stripe(true))
        .await
        .data();
    assert_eq!(app.database().text("SELECT generation FROM sites"), "2");
    let details = "SELECT details FROM audit_entries WHERE action = 'site.paymentMethodChanged'";
    let details: Value = serde_json::from_str(&app.database().text(details)).unwrap();
    assert_eq!(
        details,
        json!({ "name": "手册", "method": "stripe", "isEnabled": true, "isTest": true, "hasNewKeys": true })
    );
}

#[actix_web::test]
async fn keys_that_are_not_sent_stay_and_those_that_are_replace() {
    let app = TestApp::with_database();
    let site = Site::new(&app).await;
    site.call(&app, "PUT", "/payment-methods/wechatPay", wechat_pay())
        .await
        .data();
    let before = sealed(&app, "wechatPay");
    let mut change = wechat_pay();
    change.as_object_mut().unwrap().remove("keys");
    change["isEnabled"] = false.into();
    let saved = site
        .call(&app, "PUT", "/payment-methods/wechatPay", change.clone())
        .await
        .data();
    assert_eq!(saved["hasKeys"], true);
    // While it is not used, a key may be missing.
    change["settings"]["usesJsapi"] = "true".into();
    site.call(&app, "PUT", "/payment-methods/wechatPay", change.clone())
        .await
        .data();
    change["settings"]["usesJsapi"] = "".into();
    change["settings"]["usesSecondKey"] = "true".into();
    change["settings"]["secondPublicKeyId"] = "PUB_KEY_ID_2".into();
    site.call(&app, "PUT", "/payment-methods/wechatPay", change.clone())
        .await
        .data();
    change["settings"]["usesSecondKey"] = "".into();
    change["keys"] = json!({ "apiV3Key": "short" });
    let refused = site
        .call(&app, "PUT", "/payment-methods/wechatPay", change.clone())
        .await;
    assert_eq!(refused.problem("keys.apiV3Key"), "key.invalid");
    change["keys"] = json!({ "apiV3Key": "ffffffffffffffffffffffffffffffff" });
    site.call(&app, "PUT", "/payment-methods/wechatPay", change)
        .await
        .data();
    assert_ne!(sealed(&app, "wechatPay"), before);
}

#[actix_web::test]
async fn keys_that_cannot_be_read_are_not_lost_by_saving_without_any() {
    let mut app = TestApp::with_database();
    let site = Site::new(&app).await;
    site.call(&app, "PUT", "/payment-methods/stripe", stripe(true))
        .await
        .data();
    let before = sealed(&app, "stripe");
    app.reconfigure(&[("MERCHANT_KEYS_SECRET", "fedcba9876543210fedcba9876543210")]);
    let body = json!({ "isEnabled": false, "isTest": true, "settings": {} });
    let answer = site.call(&app, "PUT", "/payment-methods/stripe", body).await;
    assert!(!answer.status.is_success());
    assert_eq!(sealed(&app, "stripe"), before);
    // Others take their place.
    site.call(&app, "PUT", "/payment-methods/stripe", stripe(true))
        .await
        .data();
    assert_ne!(sealed(&app, "stripe"), before);
}

#[actix_web::test]
async fn a_method_that_is_not_enabled_is_not_offered() {
    let app = TestApp::with_database();
    let site = Site::new(&app).await;
    let mut bodies = [stripe(true), wechat_pay()];
    bodies[0]["isTest"] = false.into();
    bodies[0]["keys"]["secretKey"] = "sk_live_1".into();
    bodies[0]["settings"] = json!({ "publishableKey": "pk_live_1" });
    bodies[1]["isEnabled"] = false.into();
    for (method, body) in ["stripe", "wechatPay"].into_iter().zip(bodies) {
        let path = format!("/payment-methods/{method}");
        site.call(&app, "PUT", &path, body).await.data();
    }
    let id = SiteId(site.id);
    let offered = app
        .state
        .db
        .run(move |connection| list_enabled(connection, id, None))
        .await
        .unwrap();
    assert_eq!(offered.len(), 1);
    let (method, is_test, settings) = &offered[0];
    assert_eq!((*method, *is_test), (PaymentMethod::Stripe, false));
    assert_eq!(settings["publishableKey"], "pk_live_1");
}

#[actix_web::test]
async fn a_second_key_of_wechat_pay_counts_while_it_is_switched_on() {
    let shop = Shop::new().await;
    let number = shop.begun("wechatPay").await;
    shop.wechat_pay.pay(&number);
    let mut event = shop.paid_event("wechatPay", &number, None);
    event.headers[3].1 = "PUB_KEY_ID_2".to_owned();
    assert_eq!(shop.tell("wechatPay", &event).await.status, 401);
    let mut body = wechat_pay();
    body["isTest"] = true.into();
    body["settings"]["usesSecondKey"] = "true".into();
    body["settings"]["secondPublicKeyId"] = "PUB_KEY_ID_2".into();
    body["keys"]["secondPublicKey"] = PLATFORM_PUBLIC_KEY.into();
    let put = async |body: &Value| {
        let path = "/payment-methods/wechatPay";
        shop.site.call(&shop.app, "PUT", path, body.clone()).await.data();
    };
    put(&body).await;
    assert_eq!(shop.tell("wechatPay", &event).await.status, 204);
    assert_eq!(shop.state_of(&number), "paid 1 1");
    body["settings"].as_object_mut().unwrap().remove("usesSecondKey");
    put(&body).await;
    // As a former key it leads to a question only; without that it is nobody's.
    shop.app.sql("DELETE FROM former_payment_keys");
    assert_eq!(shop.tell("wechatPay", &event).await.status, 401);
}

#[actix_web::test]
async fn a_key_that_is_no_key_is_refused_by_its_field() {
    let app = TestApp::with_database();
    let site = Site::new(&app).await;
    for (method, field, value, problem) in [
        ("stripe", "secretKey", "sk_live_of_the_other_mode", "key.invalid"),
        ("stripe", "webhookSecret", "secret", "key.invalid"),
        ("stripe", "secretKey", " ", "field.required"),
        ("stripe", "privateKey", "x", "field.unknownValue"),
        (
            "wechatPay",
            "privateKey",
            "-----BEGIN PRIVATE KEY-----",
            "key.invalid",
        ),
        ("wechatPay", "publicKey", MERCHANT_KEY, "key.invalid"),
        (
            "wechatPay",
            "apiV3Key",
            "31 bytes are one byte too short",
            "key.invalid",
        ),
    ] {
        let mut body = if method == "stripe" {
            stripe(true)
        } else {
            wechat_pay()
        };
        body["keys"][field] = value.into();
        let answer = site
            .call(&app, "PUT", &format!("/payment-methods/{method}"), body)
            .await;
        assert_eq!(
            answer.problem(&format!("keys.{field}")),
            problem,
            "{field} {value}"
        );
    }
    let mut body = wechat_pay();
    body["settings"]["publicKeyId"] = "".into();
    let answer = site.call(&app, "PUT", "/payment-methods/wechatPay", body).await;
    assert_eq!(answer.problem("settings.publicKeyId"), "field.required");
    // A second key is a key too, and is named like one.
    let mut body = wechat_pay();
    body["settings"]["usesSecondKey"] = "true".into();
    for (key, id, field, problem) in [
        (None, None, "keys.secondPublicKey", "field.required"),
        (Some(MERCHANT_KEY), None, "keys.secondPublicKey", "key.invalid"),
        (
            Some(PLATFORM_PUBLIC_KEY),
            None,
            "settings.secondPublicKeyId",
            "field.required",
        ),
        (
            Some(PLATFORM_PUBLIC_KEY),
            Some("2"),
            "settings.secondPublicKeyId",
            "merchantNumber.invalid",
        ),
    ] {
        if let Some(key) = key {
            body["keys"]["secondPublicKey"] = key.into();
        }
        if let Some(id) = id {
            body["settings"]["secondPublicKeyId"] = id.into();
        }
        let answer = site
            .call(&app, "PUT", "/payment-methods/wechatPay", body.clone())
            .await;
        assert_eq!(answer.problem(field), problem, "{key:?} {id:?}");
    }
    let body = json!({ "isEnabled": true, "isTest": false, "settings": {} });
    let answer = site.call(&app, "PUT", "/payment-methods/stripe", body).await;
    assert_eq!(answer.problem("keys.secretKey"), "field.required");
    assert_eq!(app.database().text("SELECT count(*) FROM payment_methods"), "0");
}

impl Shop {
    /// Saves a method again with some of it changed.
    async fn change(&self, method: &str, settings: Value, keys: Value, is_enabled: bool) -> Answer {
        let list = self.methods().await;
        let mut body = list
            .as_array()
            .unwrap()
            .iter()
            .find(|own| own["method"] == method)
            .unwrap()
            .clone();
        for (name, value) in settings.as_object().unwrap() {
            body["settings"][name] = value.clone();
        }
        let body = json!({
            "isEnabled": is_enabled, "isTest": body["isTest"], "settings": body["settings"], "keys": keys,
        });
        let path = format!("/payment-methods/{method}");
        self.site.call(&self.app, "PUT", &path, body).await
    }

    async fn methods(&self) -> Value {
        self.site
            .call(&self.app, "GET", "/payment-methods", Value::Null)
            .await
            .data()
    }

    async fn problem_of(&self, method: &str) -> Value {
        let list = self.methods().await;
        let mut list = list.as_array().unwrap().iter();
        list.find(|own| own["method"] == method).unwrap()["problem"].clone()
    }
}

#[actix_web::test]
async fn ones_own_public_key_in_the_place_of_the_providers_is_named_without_asking_anybody() {
    let shop = Shop::new().await;
    for (method, key) in [("alipay", "alipayPublicKey"), ("wechatPay", "publicKey")] {
        shop.n_asked(method);
        let bare: String = MERCHANT_PUBLIC_KEY
            .lines()
            .filter(|line| !line.starts_with('-'))
            .collect();
        let broken = MERCHANT_PUBLIC_KEY.replace('\n', "\r\n");
        for (text, is_enabled) in [
            (MERCHANT_PUBLIC_KEY, true),
            (bare.as_str(), false),
            (broken.as_str(), true),
        ] {
            let answer = shop
                .change(method, json!({}), json!({ key: text }), is_enabled)
                .await;
            assert_eq!(answer.problem(&format!("keys.{key}")), "key.own", "{method}");
        }
        assert_eq!(shop.n_asked(method), 0, "{method}");
    }
}

#[actix_web::test]
async fn a_method_is_on_only_with_keys_that_its_provider_takes() {
    let shop = Shop::new().await;
    for (method, settings, keys, refusal) in [
        (
            "stripe",
            json!({}),
            json!({ "secretKey": "sk_test_of_nobody" }),
            "keysRefused",
        ),
        (
            "wechatPay",
            json!({ "publicKeyId": "PUB_KEY_ID_9" }),
            json!({}),
            "foreignKey",
        ),
        (
            "wechatPay",
            json!({}),
            json!({ "publicKey": OTHER_PUBLIC_KEY }),
            "foreignKey",
        ),
        (
            "alipay",
            json!({}),
            json!({ "alipayPublicKey": OTHER_PUBLIC_KEY }),
            "foreignKey",
        ),
    ] {
        let before = shop.methods().await;
        let refused = shop.change(method, settings.clone(), keys.clone(), true).await;
        assert_eq!(
            refused.refusal(),
            (409, format!("paymentMethod.{refusal}")),
            "{method}"
        );
        assert_eq!(shop.methods().await, before, "{method}");
        // Who does not offer it yet may save it, and the check says what is wrong.
        shop.change(method, settings, keys, false).await.data();
        let path = format!("/payment-methods/{method}/check");
        let checked = shop.site.call(&shop.app, "POST", &path, Value::Null).await;
        assert_eq!(
            checked.refusal(),
            (409, format!("paymentMethod.{refusal}")),
            "{method}"
        );
        assert_eq!(shop.problem_of(method).await, refusal);
        let refused = shop.change(method, json!({}), json!({}), true).await;
        assert_eq!(
            refused.refusal(),
            (409, format!("paymentMethod.{refusal}")),
            "{method}"
        );
        shop.set_up(shop.site.id, method).await;
        assert_eq!(shop.problem_of(method).await, Value::Null, "{method}");
    }
}

#[actix_web::test]
async fn a_provider_that_cannot_be_reached_keeps_nobody_from_saving_and_the_creator_is_told() {
    let shop = Shop::new().await;
    for method in ["stripe", "wechatPay", "alipay"] {
        for behavior in [Behavior::Failing, Behavior::Garbage] {
            shop.set_behavior(method, behavior);
            let saved = shop.change(method, json!({}), json!({}), true).await.data();
            assert_eq!(saved["problem"], "providerUnavailable", "{method}");
            assert_eq!(saved["isEnabled"], true, "{method}");
        }
        shop.set_behavior(method, Behavior::Normal);
        let path = format!("/payment-methods/{method}/check");
        shop.site.call(&shop.app, "POST", &path, Value::Null).await.data();
        assert_eq!(shop.problem_of(method).await, Value::Null, "{method}");
    }
}

#[actix_web::test]
async fn manual_payment_needs_a_code_or_a_text_and_images_of_the_team() {
    let app = TestApp::with_database();
    let site = Site::new(&app).await;
    let put = async |settings: Value| {
        let body = json!({ "isEnabled": true, "isTest": false, "settings": settings });
        site.call(&app, "PUT", "/payment-methods/manual", body).await
    };
    assert_eq!(
        put(json!({})).await.problem("settings.instructions"),
        "payment.qrOrInstructions"
    );
    let foreign = format!("/media/{}.png", "a".repeat(64));
    let answer = put(json!({ "wechatQrUrl": foreign })).await;
    assert_eq!(answer.problem("settings.wechatQrUrl"), "image.address");
    put(json!({ "instructions": "请在备注中填写订单号" }))
        .await
        .data();
    let answer = site
        .call(&app, "POST", "/payment-methods/manual/check", Value::Null)
        .await;
    answer.data();
}

#[actix_web::test]
async fn only_owners_and_admins_with_a_plan_for_it_set_up_methods() {
    let app = TestApp::with_database();
    let site = Site::new(&app).await;
    let path = format!("{}/payment-methods", site.path);
    for (role, status) in [
        (Role::Admin, 200),
        (Role::Editor, 403),
        (Role::Support, 403),
        (Role::Viewer, 403),
    ] {
        let user = app.user(role.as_str()).await;
        app.join(&site.base.team, &user, role);
        assert_eq!(app.call(&user, "GET", &path, Value::Null).await.status, status);
    }
    let answer = site
        .call(&app, "PUT", "/payment-methods/free", stripe(true))
        .await;
    assert_eq!(answer.refusal(), (404, "paymentMethod.notFound".to_owned()));
    app.sql("UPDATE teams SET plan = 'creator'");
    let answer = site
        .call(&app, "PUT", "/payment-methods/stripe", stripe(true))
        .await;
    assert_eq!(answer.status, 200);
    app.sql("UPDATE sites SET status = 'published'");
    let answer = site
        .call(&app, "PUT", "/payment-methods/stripe", stripe(true))
        .await;
    assert_eq!(answer.refusal(), (403, "plan.notAvailable".to_owned()));
}

#[actix_web::test]
async fn keys_are_checked_with_the_provider() {
    let mut app = TestApp::with_database();
    let server = StripeServer::start(app.clock.clone());
    app.reconfigure(&[("STRIPE_API_URL", &server.server.url)]);
    let site = Site::new(&app).await;
    let check = async |app: &TestApp| {
        let answer = site
            .call(app, "POST", "/payment-methods/stripe/check", Value::Null)
            .await;
        if answer.status == 200 {
            String::new()
        } else {
            answer.refusal().1
        }
    };
    assert_eq!(check(&app).await, "paymentMethod.notSetUp");
    site.call(&app, "PUT", "/payment-methods/stripe", stripe(false))
        .await
        .data();
    assert_eq!(check(&app).await, "");
    let mut other = stripe(false);
    other["keys"]["secretKey"] = "sk_test_other".into();
    site.call(&app, "PUT", "/payment-methods/stripe", other)
        .await
        .data();
    assert_eq!(check(&app).await, "paymentMethod.keysRefused");
    app.reconfigure(&[("STRIPE_API_URL", "http://127.0.0.1:1")]);
    assert_eq!(check(&app).await, "paymentMethod.providerUnavailable");
}

#[actix_web::test]
async fn keys_survive_a_change_of_the_secret_and_not_its_loss() {
    const OLD: &str = "0123456789abcdef0123456789abcdef";
    const NEW: &str = "fedcba9876543210fedcba9876543210";
    let mut app = TestApp::with_database();
    let server = StripeServer::start(app.clock.clone());
    let url = ("STRIPE_API_URL", server.server.url.as_str());
    app.reconfigure(&[url, ("MERCHANT_KEYS_SECRET", OLD)]);
    let site = Site::new(&app).await;
    site.call(&app, "PUT", "/payment-methods/stripe", stripe(true))
        .await
        .data();
    let check = async |app: &TestApp| {
        site.call(app, "POST", "/payment-methods/stripe/check", Value::Null)
            .await
    };
    let rotating = [
        url,
        ("MERCHANT_KEYS_SECRET", NEW),
        ("MERCHANT_KEYS_SECRET_PREVIOUS", OLD),
    ];
    app.reconfigure(&rotating);
    check(&app).await.data();
    let sealing = app.state.sealing.clone();
    let rotate = move |connection: &mut diesel::PgConnection| {
        moyan_server::features::membership::payment_methods::service::rotate_keys(connection, &sealing)
    };
    assert_eq!(app.state.db.transaction(rotate).await.unwrap(), 1);
    app.reconfigure(&[url, ("MERCHANT_KEYS_SECRET", NEW)]);
    check(&app).await.data();
    app.reconfigure(&[url, ("MERCHANT_KEYS_SECRET", OLD)]);
    assert_eq!(check(&app).await.refusal().1, "paymentMethod.keysUnavailable");
    // Keys of another place do not open here.
    app.sql("UPDATE payment_methods SET method = 'alipay'");
    app.reconfigure(&[url, ("MERCHANT_KEYS_SECRET", NEW)]);
    let answer = site
        .call(&app, "POST", "/payment-methods/alipay/check", Value::Null)
        .await;
    assert_eq!(answer.refusal().1, "paymentMethod.keysUnavailable");
    // All keys entered anew count, whatever became of the old ones.
    app.sql("UPDATE payment_methods SET method = 'stripe'");
    app.reconfigure(&[url, ("MERCHANT_KEYS_SECRET", OLD)]);
    site.call(&app, "PUT", "/payment-methods/stripe", stripe(true))
        .await
        .data();
    check(&app).await.data();
}

#[actix_web::test]
async fn keys_are_tried_at_a_provider_so_often_an_hour_and_account() {
    let shop = Shop::new().await;
    let tried = format!("paymentKeyChecks {}", shop.site.base.owner.id);
    let till = (shop.app.clock.now() + chrono::TimeDelta::hours(1)).to_rfc3339();
    shop.app
        .sql(&format!("DELETE FROM throttles WHERE key = '{tried}'"));
    shop.app.sql(&format!(
        "INSERT INTO throttles (key, n_hits, resets_at) VALUES ('{tried}', 58, '{till}')"
    ));
    let wrong = || json!({ "secretKey": "sk_test_of_nobody" });
    let refused = shop.change("stripe", json!({}), wrong(), true).await;
    assert_eq!(refused.refusal(), (409, "paymentMethod.keysRefused".to_owned()));
    let check = async || {
        let path = "/payment-methods/stripe/check";
        shop.site.call(&shop.app, "POST", path, Value::Null).await
    };
    check().await.data();
    shop.stripe.server.take_received();
    assert_eq!(shop.change("stripe", json!({}), wrong(), true).await.status, 429);
    assert_eq!(check().await.status, 429);
    assert_eq!(shop.stripe.server.take_received().len(), 0, "nobody was asked");
    // What asks nobody is saved.
    shop.change("stripe", json!({}), json!({}), false).await.data();
    shop.app.clock.advance(chrono::TimeDelta::hours(1));
    check().await.data();
}

#[actix_web::test]
async fn keys_that_were_changed_since_they_were_checked_are_not_saved() {
    let shop = Shop::new().await;
    shop.set_behavior("stripe", Behavior::Stalled);
    let before = shop.stripe.server.n_received();
    let meanwhile = async {
        wait_until(|| shop.stripe.server.n_received() > before).await;
        let other = shop.change(
            "stripe",
            json!({}),
            json!({ "webhookSecret": "whsec_other" }),
            false,
        );
        other.await.data();
        shop.set_behavior("stripe", Behavior::Normal);
    };
    let settings = json!({ "publishableKey": "pk_test_2" });
    let (saved, ()) = tokio::join!(shop.change("stripe", settings, json!({}), true), meanwhile);
    assert_eq!(saved.refusal(), (409, "site.changed".to_owned()));
    let list = shop.methods().await;
    let mut list = list.as_array().unwrap().iter();
    let stripe = list.find(|own| own["method"] == "stripe").unwrap();
    assert_eq!(stripe["isEnabled"], false);
    assert_ne!(stripe["settings"]["publishableKey"], "pk_test_2");
}
