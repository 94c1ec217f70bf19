//! What was sold stays for the books, whoever goes.

use chrono::TimeDelta;
use moyan_server::domain::PaymentMethod;
use moyan_server::features::membership::export_for_operator;
use serde_json::{Value, json};

use super::shop::{MONTH, Shop};
use crate::support::PASSWORD;
use crate::support::browser::Browser;

/// Tables of what was sold.
const BOOKS: [&str; 7] = [
    "orders",
    "order_events",
    "payments",
    "payment_notifications",
    "refunds",
    "grants",
    "grant_revocations",
];

/// A shop that sold two months, one of which went back, and gave some days.
async fn sold() -> Shop {
    let shop = Shop::open().await;
    for payment in ["p1", "p2"] {
        let new = shop.new_order(MONTH, PaymentMethod::Stripe);
        let order = shop.order(new).await.unwrap();
        shop.pay(&order.number, payment, 1000).await;
        if payment == "p2" {
            shop.refund(&order.number, payment, "r1", 1000).await;
        }
    }
    shop.visitor.grant(&shop.app, "n_days = 3");
    shop
}

/// Every row of the books, but for who of the team did it.
fn books(shop: &Shop) -> Vec<String> {
    BOOKS
        .iter()
        .map(|table| {
            let rows = format!(
                "SELECT count(*) || ' ' || coalesce(string_agg((to_jsonb({table}) - 'actor_id')::text, E'\\n' \
                 ORDER BY to_jsonb({table})::text), '') FROM {table}"
            );
            format!("{table} {}", shop.app.database().text(&rows))
        })
        .collect()
}

/// Lets the days of the bin pass.
async fn pass(shop: &Shop) {
    shop.app.state.clock.advance(TimeDelta::days(8));
    assert!(shop.app.sweep().await);
}

async fn listed(shop: &Shop) -> String {
    let bytes = shop
        .work(|connection, _| export_for_operator(connection, None, None))
        .await;
    String::from_utf8(bytes.unwrap()).unwrap()
}

async fn assert_kept(shop: &Shop, gone: &str, before: &[String]) {
    assert_eq!(shop.count(gone), 0, "{gone} is still there");
    assert_eq!(books(shop), before, "without {gone}");
    assert!(before.iter().all(|table| !table.contains(" 0 ")), "{before:?}");
    assert_eq!(
        listed(shop).await.lines().count(),
        3,
        "the operator lists both orders"
    );
}

#[actix_web::test]
async fn what_was_sold_stays_when_the_visitor_goes() {
    let shop = sold().await;
    let before = books(&shop);
    shop.site.document(&shop.app, "guide", "text").await;
    assert_eq!(shop.site.publish(&shop.app).await.status, 200);
    let hash = shop
        .app
        .state
        .hasher
        .hash_here(&moyan_server::domain::Password::parse(PASSWORD).unwrap())
        .unwrap();
    shop.app.sql(&format!(
        "UPDATE sites SET status = 'published'; UPDATE visitors SET password_hash = '{hash}'"
    ));
    let mut browser = Browser::new(&shop.app).with(&shop.visitor.cookie);
    let proof = [("currentPasswd", PASSWORD)];
    assert_eq!(browser.post("/account/deletion", &proof).await.status, 303);
    assert_kept(&shop, "visitors", &before).await;
}

#[actix_web::test]
async fn what_was_sold_stays_when_the_site_goes() {
    let shop = sold().await;
    let before = books(&shop);
    shop.site.call(&shop.app, "DELETE", "", Value::Null).await.data();
    pass(&shop).await;
    assert_kept(&shop, "sites", &before).await;
}

#[actix_web::test]
async fn what_was_sold_stays_when_the_team_goes() {
    let shop = sold().await;
    let before = books(&shop);
    let base = &shop.site.base;
    let path = format!("/api/teams/{}", base.team);
    shop.app
        .call(&base.owner, "DELETE", &path, Value::Null)
        .await
        .data();
    pass(&shop).await;
    assert_kept(&shop, "sites", &before).await;
    assert_eq!(shop.count(&format!("teams WHERE id = '{}'", base.team)), 0);
}

#[actix_web::test]
async fn what_was_sold_stays_when_the_account_of_the_owner_goes() {
    let shop = sold().await;
    let before = books(&shop);
    let body = json!({ "currentPasswd": PASSWORD });
    let owner = &shop.site.base.owner;
    shop.app
        .call(owner, "POST", "/api/account/deletion", body)
        .await
        .data();
    pass(&shop).await;
    assert_kept(&shop, "users", &before).await;
    assert_eq!(shop.count("sites"), 0);
}
