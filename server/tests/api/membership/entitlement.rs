//! What a visitor has, over the tables.

use chrono::TimeDelta;
use moyan_domain::{SiteId, VisitorId};
use moyan_server::features::membership::{Entitlement, EntitlementState, service};
use serde_json::json;
use uuid::Uuid;

use super::shop::{MONTH, Shop};
use crate::support::TestApp;
use crate::support::browser::Browser;
use crate::support::site::Site;
use crate::support::visitor::Visitor;

pub async fn entitlement(app: &TestApp, visitor: &Visitor) -> Entitlement {
    let (site_id, visitor_id) = (SiteId(visitor.site_id), VisitorId(visitor.id));
    let now = app.state.clock.now();
    app.state
        .db
        .run(move |connection| service::entitlement_of(connection, site_id, visitor_id, now))
        .await
        .unwrap()
}

#[actix_web::test]
async fn a_membership_ends_after_its_days_of_grace() {
    let app = TestApp::with_database();
    let site = Site::new(&app).await;
    let visitor = Visitor::new(&app, site.id, "reader").await;
    assert_eq!(entitlement(&app, &visitor).await, Entitlement::NONE);
    site.set(
        &app,
        "membership",
        &json!({ "packages": [], "generalBenefits": [], "graceDays": 2 }),
    );
    visitor.grant(&app, "n_days = 10");
    for (days, state) in [
        (10, EntitlementState::Active),
        (2, EntitlementState::Grace),
        (1, EntitlementState::Expired),
    ] {
        app.state.clock.advance(TimeDelta::days(days));
        assert_eq!(entitlement(&app, &visitor).await.state, state);
    }
    let grant = visitor.grant(&app, "is_lifetime = TRUE");
    assert_eq!(
        entitlement(&app, &visitor).await.state,
        EntitlementState::Lifetime
    );
    visitor.revoke(&app, grant);
    assert_eq!(entitlement(&app, &visitor).await.state, EntitlementState::Expired);
}

#[actix_web::test]
async fn a_membership_holds_on_its_own_site_for_its_own_visitor() {
    let app = TestApp::with_database();
    let site = Site::new(&app).await;
    let member = Visitor::new(&app, site.id, "member").await;
    let other = Visitor::new(&app, site.id, "other").await;
    member.grant(&app, "n_months = 1");
    assert!(entitlement(&app, &member).await.is_member());
    assert!(!entitlement(&app, &other).await.is_member());
    let elsewhere = Visitor {
        site_id: Uuid::now_v7(),
        ..member
    };
    app.sql(&format!(
        "INSERT INTO sites (id, team_id, name, slug) VALUES ('{}', '{}', 'x', 'elsewhere')",
        elsewhere.site_id, site.base.team
    ));
    assert!(!entitlement(&app, &elsewhere).await.is_member());
}

fn set_zone(shop: &Shop, zone: &str) {
    let info = json!({
        "name": "x", "description": "", "language": "zh-CN", "timeZone": zone, "icon": null, "copyright": "",
        "icpNumber": "", "contactEmail": "", "footerLinks": [],
    });
    shop.site.set(&shop.app, "basicInfo", &info);
}

#[actix_web::test]
async fn another_time_zone_of_the_site_moves_no_last_day_whatever_gave_it() {
    let shop = super::buying::open().await;
    let (app, site) = (&shop.app, &shop.site);
    // 25 hours from the other one: it is never the same day in both.
    set_zone(&shop, "Pacific/Kiritimati");
    let order = shop.month_order().await;
    shop.pay(&order.number, "p1", 1000).await;
    let given = Visitor::new(app, site.id, "given").await;
    let path = format!("/members/{}/grants", given.id);
    let month = json!({ "months": 1, "isLifetime": false, "note": "" });
    site.call(app, "POST", &path, month).await.data();
    let imported = Visitor::new(app, site.id, "imported").await;
    let csv = format!("{},1\n", imported.email);
    site.call(app, "POST", "/members/imports", json!({ "csv": csv }))
        .await
        .data();
    let redeemed = Visitor::new(app, site.id, "redeemed").await;
    let batch = json!({ "packageId": MONTH, "nCodes": 1 });
    let made = site.call(app, "POST", "/redeem-batches", batch).await.data();
    let code = made["codes"][0].as_str().unwrap();
    let mut reader = Browser::new(app).with(&redeemed.cookie);
    assert_eq!(reader.post("/redeem", &[("code", code)]).await.status, 303);
    for visitor in [&shop.visitor, &given, &imported, &redeemed] {
        set_zone(&shop, "Pacific/Kiritimati");
        let before = entitlement(app, visitor).await;
        set_zone(&shop, "Pacific/Pago_Pago");
        let after = entitlement(app, visitor).await;
        assert!(before.last_day.is_some(), "{}", visitor.email);
        assert_eq!(after.last_day, before.last_day, "{}", visitor.email);
        let here = after
            .ends_at
            .unwrap()
            .with_timezone(&chrono_tz::Pacific::Pago_Pago);
        assert_eq!(Some(here.date_naive()), before.last_day, "{}", visitor.email);
    }
}
