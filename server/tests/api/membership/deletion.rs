//! What was sold stays for the books, whoever goes.

use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use chrono::TimeDelta;
use diesel::connection::SimpleConnection as _;
use diesel::{Connection as _, PgConnection, RunQueryDsl as _};
use moyan_domain::PaymentMethod;
use moyan_server::features::membership::{export_for_operator, service};
use serde_json::{Value, json};

use super::shop::{MONTH, Shop};
use crate::support::browser::Browser;
use crate::support::{PASSWORD, block_until, password_hash, wait_until};

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

/// Opens the site, and gives its visitors a password.
async fn open(shop: &Shop) {
    shop.site.document(&shop.app, "guide", "text").await;
    assert_eq!(shop.site.publish(&shop.app).await.status, 200);
    let hash = password_hash();
    shop.app.sql(&format!(
        "UPDATE sites SET status = 'published'; UPDATE visitors SET password_hash = '{hash}'"
    ));
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
    open(&shop).await;
    let mut browser = Browser::new(&shop.app).with(&shop.visitor.cookie);
    let proof = [("currentPasswd", PASSWORD)];
    assert_eq!(browser.post("/account/deletion", &proof).await.status, 303);
    assert_kept(&shop, "visitors", &before).await;
}

#[actix_web::test]
async fn a_payment_that_arrives_while_its_reader_goes_waits_for_how_that_ends() {
    let shop = Shop::open().await;
    let mut deletion = shop.app.database().connect();
    for (end, state) in [("ROLLBACK", "paid"), ("COMMIT", "paid readerGone")] {
        let order = shop.month_order().await;
        let delete = format!("BEGIN; DELETE FROM visitors WHERE id = '{}'", shop.visitor.id);
        deletion.batch_execute(&delete).unwrap();
        let is_paid = Cell::new(false);
        let ended = async {
            wait_until(|| {
                let is_waited_for = shop.app.database().is_waited_for();
                assert!(is_waited_for || !is_paid.get(), "the payment waits for nothing");
                is_waited_for
            })
            .await;
            deletion.batch_execute(end).unwrap();
        };
        let reference = format!("p{end}");
        let paid = async {
            shop.pay(&order.number, &reference, 1000).await;
            is_paid.set(true);
        };
        tokio::join!(paid, ended);
        assert_eq!(shop.state_of(&order.number), state);
    }
    // The money is in the books, nobody has a membership for it, and the creator sees that and gives it back.
    assert_eq!(shop.count("payments"), 2);
    assert_eq!(shop.count("grants"), 1);
    let todo = shop
        .site
        .call(&shop.app, "GET", "/orders/todo", Value::Null)
        .await;
    assert_eq!(todo.data()["nProblems"], 1);
    let number = shop
        .app
        .database()
        .text("SELECT number FROM orders WHERE problems = '{readerGone}'");
    shop.refund(&number, "pCOMMIT", "r", 1000).await;
    assert_eq!(shop.state_of(&number), "refunded");
}

#[actix_web::test]
async fn a_reader_who_goes_while_a_payment_arrives_waits_for_it_and_the_books_keep_it() {
    let shop = Shop::open().await;
    open(&shop).await;
    let order = shop.month_order().await;
    let database_url = shop.app.database().url.clone();
    let payment = shop.payment(&order.number, "p1", 1000);
    let is_gone = Arc::new(AtomicBool::new(false));
    let seen = is_gone.clone();
    let paid = shop.work(move |connection, state| {
        service::record_payment(connection, state, payment)?;
        let mut other = PgConnection::establish(&database_url).unwrap();
        let is_waited_for = "SELECT EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database() \
                             AND wait_event_type = 'Lock') AS is_true";
        block_until(|| {
            let found = diesel::sql_query(is_waited_for).get_result::<Truth>(&mut other);
            let is_waited_for = found.unwrap().is_true;
            let is_gone = seen.load(Ordering::SeqCst);
            assert!(is_waited_for || !is_gone, "the deletion waits for nothing");
            is_waited_for
        });
        Ok(())
    });
    let mut browser = Browser::new(&shop.app).with(&shop.visitor.cookie);
    let proof = [("currentPasswd", PASSWORD)];
    let gone = async {
        let answer = browser.post("/account/deletion", &proof).await;
        is_gone.store(true, Ordering::SeqCst);
        answer
    };
    let (paid, gone) = tokio::join!(paid, gone);
    paid.unwrap();
    assert_eq!(gone.status, 303);
    assert_eq!(shop.count("visitors"), 0);
    assert_eq!(shop.state_of(&order.number), "paid");
    assert_eq!((shop.count("payments"), shop.count("grants")), (1, 1));
    shop.refund(&order.number, "p1", "r", 1000).await;
    assert_eq!(shop.state_of(&order.number), "refunded");
}

#[actix_web::test]
async fn money_by_hand_of_a_reader_who_is_gone_is_confirmed_and_is_a_problem() {
    let shop = Shop::open().await;
    let new = shop.new_order(MONTH, PaymentMethod::Manual);
    let order = shop.order(new).await.unwrap();
    shop.note(&order.number, "paid").await.unwrap();
    shop.app.sql("DELETE FROM visitors");
    shop.confirm(order.id, None).await.unwrap();
    assert_eq!(shop.state_of(&order.number), "paid readerGone");
    assert_eq!((shop.count("payments"), shop.count("grants")), (1, 0));
}

/// One truth of the database.
#[derive(diesel::QueryableByName)]
struct Truth {
    #[diesel(sql_type = diesel::sql_types::Bool)]
    is_true: bool,
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
