//! Random sequences of what happens to a visitor's orders, on a real database.

use chrono::TimeDelta;
use moyan_server::domain::PaymentMethod;
use moyan_server::features::membership::service;
use rand::rngs::StdRng;
use rand::{Rng as _, SeedableRng as _};
use uuid::Uuid;

use super::entitlement::entitlement;
use super::shop::{MONTH, Shop, YEAR};

/// What must hold after every step.
async fn check(shop: &Shop, steps: &[String]) {
    let wrong = shop.count(
        "orders WHERE paid_fen <> (SELECT coalesce(sum(amount_fen), 0) FROM payments WHERE order_id = orders.id) \
         OR refunded_fen <> (SELECT coalesce(sum(amount_fen), 0) FROM refunds WHERE order_id = orders.id AND status = 'succeeded') \
         OR (status = 'paid') <> (EXISTS (SELECT 1 FROM grants WHERE order_id = orders.id) AND paid_fen - refunded_fen >= amount_fen AND status NOT IN ('partiallyRefunded', 'refunded')) \
         OR (status = 'refunded') <> EXISTS (SELECT 1 FROM grant_revocations JOIN grants ON grants.id = grant_id WHERE order_id = orders.id)",
    );
    assert_eq!(wrong, 0, "after {steps:?}");
}

#[actix_web::test]
async fn whatever_happens_nothing_is_lost_and_the_end_moves_back_by_a_refund_only() {
    for seed in 0..6 {
        let mut random = StdRng::seed_from_u64(seed);
        let shop = Shop::open().await;
        let (mut numbers, mut steps) = (Vec::new(), Vec::new());
        for step in 0..40 {
            let before = entitlement(&shop.app, &shop.visitor).await;
            let number = match numbers.len() {
                0 => String::new(),
                n => String::clone(&numbers[random.random_range(0..n)]),
            };
            let kind = if numbers.is_empty() {
                0
            } else {
                random.random_range(0..7)
            };
            let mut may_shrink = false;
            match kind {
                0 => {
                    let package = if random.random() { MONTH } else { YEAR };
                    if let Ok(order) = shop.order(shop.new_order(package, PaymentMethod::Stripe)).await {
                        numbers.push(order.number);
                    }
                }
                1 | 2 => {
                    shop.pay(
                        &number,
                        &format!("p{step}"),
                        [1000, 10_000, 999, 1][random.random_range(0..4)],
                    )
                    .await
                }
                // A repetition of any payment so far.
                3 => {
                    shop.pay(&number, &format!("p{}", random.random_range(0..40)), 1000)
                        .await
                }
                4 => {
                    may_shrink = true;
                    let amount = [1000, 10_000, 1, 500][random.random_range(0..4)];
                    shop.refund(&number, "p", &format!("r{}", random.random_range(0..40)), amount)
                        .await;
                }
                5 => {
                    shop.app
                        .state
                        .clock
                        .advance(TimeDelta::minutes(random.random_range(0..100_000)));
                    service::close_overdue(&shop.app.state).unwrap();
                }
                _ => {
                    let length = ["n_months = 1", "n_days = 40"][random.random_range(0..2)];
                    let _: Uuid = shop.visitor.grant(&shop.app, length);
                }
            }
            steps.push(format!("{kind} {number}"));
            check(&shop, &steps).await;
            let after = entitlement(&shop.app, &shop.visitor).await;
            assert!(
                may_shrink || after.ends_at >= before.ends_at,
                "seed {seed}: {steps:?}"
            );
        }
    }
}
