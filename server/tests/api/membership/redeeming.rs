//! Redeem codes.

use chrono::TimeDelta;
use futures_util::future::join_all;
use moyan_server::access::{Action, Plan, Role, TeamAccess};
use moyan_server::domain::{PackageId, TeamId, VisitorId};
use moyan_server::error::AppError;
use moyan_server::features::membership::service::{self, BatchRequest};
use moyan_server::features::membership::{Entitlement, EntitlementState};
use uuid::Uuid;

use super::shop::{EVER, MONTH, Shop, key};
use crate::support::visitor::Visitor;

impl Shop {
    fn access(&self) -> TeamAccess {
        TeamAccess {
            team_id: TeamId(self.site.base.team.parse().unwrap()),
            is_personal: false,
            role: Role::Owner,
            action: Action::ManageOrders,
            plan: Plan::Professional,
            now: self.now(),
        }
    }

    fn batch(&self, n_codes: i32) -> BatchRequest {
        BatchRequest {
            package_id: PackageId(MONTH),
            n_codes,
            note: String::new(),
            ends_at: None,
        }
    }

    async fn codes(&self, request: BatchRequest) -> Result<Vec<String>, AppError> {
        let (site_id, caller, access) = (self.site_id(), self.caller(), self.access());
        let made = self.work(move |connection, state| {
            service::create_batch(connection, state, &caller, &access, site_id, &request)
        });
        Ok(made.await?.1)
    }

    async fn redeem(&self, visitor: &Visitor, network: &str, code: &str) -> Result<Entitlement, AppError> {
        service::redeem(
            &self.app.state,
            self.site_id(),
            VisitorId(visitor.id),
            network,
            code,
        )
        .await
    }
}

#[actix_web::test]
async fn a_code_is_used_once_whoever_asks_at_the_same_moment() {
    let shop = Shop::open().await;
    let other = Visitor::new(&shop.app, shop.site.id, "other").await;
    for code in shop.codes(shop.batch(5)).await.unwrap() {
        let network = Uuid::new_v4().to_string();
        let both = join_all([
            shop.redeem(&shop.visitor, &network, &code),
            shop.redeem(&other, &network, &code.to_lowercase()),
        ])
        .await;
        assert_eq!(both.iter().filter(|answer| answer.is_ok()).count(), 1);
        shop.app.sql("DELETE FROM throttles");
    }
    assert_eq!(shop.count("grants"), 5);
    assert_eq!(shop.count("redeem_codes WHERE used_at IS NOT NULL"), 5);
    let stored = shop
        .app
        .database()
        .text("SELECT string_agg(code_hash, ' ') FROM redeem_codes");
    assert!(!stored.contains('-') && stored.len() == 5 * 65 - 1);
}

#[actix_web::test]
async fn five_wrong_codes_are_all_that_a_visitor_or_a_network_has_in_a_quarter_of_an_hour() {
    let shop = Shop::open().await;
    let code = shop.codes(shop.batch(1)).await.unwrap().remove(0);
    for _ in 0..5 {
        assert_eq!(
            key(shop.redeem(&shop.visitor, "a", "0000-0000-0000-0000").await),
            "redeemCode.invalid"
        );
    }
    let other = Visitor::new(&shop.app, shop.site.id, "other").await;
    assert_eq!(
        key(shop.redeem(&shop.visitor, "b", &code).await),
        "request.tooMany"
    );
    assert_eq!(key(shop.redeem(&other, "a", &code).await), "request.tooMany");
    shop.app.state.clock.advance(TimeDelta::minutes(15));
    let given = shop.redeem(&shop.visitor, "a", &code).await.unwrap();
    assert_eq!(given.state, EntitlementState::Active);
    // A right code does not count.
    assert_eq!(
        key(shop.redeem(&shop.visitor, "a", &code).await),
        "redeemCode.invalid"
    );
}

#[actix_web::test]
async fn what_ended_was_taken_back_or_is_of_another_site_gives_nothing() {
    let shop = Shop::open().await;
    let mut ending = shop.batch(1);
    ending.ends_at = Some(shop.now() + TimeDelta::days(1));
    let ended = shop.codes(ending.clone()).await.unwrap().remove(0);
    assert_eq!(shop.count("redeem_batches"), 1);
    let batch = shop
        .app
        .database()
        .text("SELECT id FROM redeem_batches")
        .parse()
        .unwrap();
    let revoked = shop.codes(shop.batch(1)).await.unwrap().remove(0);
    shop.app.state.clock.advance(TimeDelta::days(1));
    assert_eq!(
        key(shop.redeem(&shop.visitor, "a", &ended).await),
        "redeemCode.invalid"
    );
    assert_eq!(key(shop.codes(ending).await), "request.fieldsInvalid");
    for n_codes in [0, -1, 5001] {
        assert_eq!(
            key(shop.codes(shop.batch(n_codes)).await),
            "request.fieldsInvalid"
        );
    }
    let (site_id, caller, access) = (shop.site_id(), shop.caller(), shop.access());
    shop.work(move |connection, _| service::revoke_batch(connection, &caller, &access, site_id, batch))
        .await
        .unwrap();
    shop.app
        .sql("UPDATE redeem_batches SET revoked_at = now() WHERE ends_at IS NULL");
    assert_eq!(
        key(shop.redeem(&shop.visitor, "b", &revoked).await),
        "redeemCode.invalid"
    );
    let mut ever = shop.batch(1);
    ever.package_id = PackageId(EVER);
    let ever = shop.codes(ever).await.unwrap().remove(0);
    shop.app
        .sql("UPDATE redeem_batches SET site_id = site_id WHERE ends_at IS NULL");
    let given = shop.redeem(&shop.visitor, "c", &ever).await.unwrap();
    assert_eq!(given.state, EntitlementState::Lifetime);
}
