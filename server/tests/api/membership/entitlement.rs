//! What a visitor has, over the tables.

use chrono::TimeDelta;
use moyan_server::domain::{SiteId, VisitorId};
use moyan_server::features::membership::{Entitlement, EntitlementState, service};
use serde_json::json;
use uuid::Uuid;

use crate::support::TestApp;
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
