//! Coupons and redeem codes, as the team makes them.

use chrono::{TimeDelta, Timelike as _};
use moyan_domain::limits::{
    COUPON_USES_MAX, COUPONS_PER_SITE, PACKAGES_MAX, REDEEM_CODES_PER_SITE, REDEEM_NOTE_MAX_CHARS,
};
use serde_json::{Value, json};
use uuid::Uuid;

use super::shop::{MONTH, Shop, YEAR};
use crate::support::Answer;

async fn post(shop: &Shop, path: &str, body: Value) -> Answer {
    shop.site.call(&shop.app, "POST", path, body).await
}

async fn list(shop: &Shop, path: &str) -> Value {
    shop.site.call(&shop.app, "GET", path, json!(null)).await.data()
}

#[actix_web::test]
async fn a_coupon_is_listed_with_its_terms_and_they_can_be_changed() {
    let shop = Shop::open().await;
    let from = shop.now().with_nanosecond(0).unwrap();
    let at = |days: i64| {
        json!(
            (from + TimeDelta::days(days))
                .format("%Y-%m-%dT%H:%M:%SZ")
                .to_string()
        )
    };
    let made = post(
        &shop,
        "/coupons",
        json!({
            "code": "spring", "amountOffFen": 500, "packageIds": [MONTH, YEAR], "startsAt": at(0), "endsAt": at(30),
            "maxUses": 100, "maxUsesPerVisitor": 1,
        }),
    )
    .await
    .data();
    let mut expected = json!({
        "id": made["id"], "code": "SPRING", "percentOff": null, "amountOffFen": 500, "packageIds": [MONTH, YEAR],
        "startsAt": at(0), "endsAt": at(30), "maxUses": 100, "maxUsesPerVisitor": 1, "nUses": 0,
        "isArchived": false, "createdAt": made["createdAt"],
    });
    assert_eq!(made, expected);
    assert_eq!(list(&shop, "/coupons").await, json!([expected]));
    let terms = json!({
        "packageIds": [YEAR], "startsAt": at(1), "endsAt": at(2), "maxUses": 7, "maxUsesPerVisitor": 2,
        "isArchived": true,
    });
    for (name, value) in terms.as_object().unwrap() {
        expected[name] = value.clone();
    }
    let path = format!("/coupons/{}", made["id"].as_str().unwrap());
    let changed = shop.site.call(&shop.app, "PATCH", &path, terms).await.data();
    assert_eq!(changed, expected);
    assert_eq!(list(&shop, "/coupons").await, json!([expected]));
    let entries = "SELECT string_agg(concat_ws(' ', action, details->>'code', details->>'siteId'), ',' ORDER BY id) \
                   FROM audit_entries WHERE action LIKE 'coupon.%'";
    let site = shop.site.id;
    assert_eq!(
        shop.app.database().text(entries),
        format!("coupon.created SPRING {site},coupon.changed SPRING {site}")
    );
}

#[actix_web::test]
async fn a_coupon_takes_a_part_or_an_amount_off_within_bounds_that_exist() {
    let shop = Shop::open().await;
    let packages = |n: usize| json!((0..n).map(|_| Uuid::now_v7()).collect::<Vec<_>>());
    let (now, later) = ("2027-01-01T00:00:00Z", "2027-01-01T00:00:01Z");
    for (change, problem) in [
        (json!({ "percentOff": 0 }), ("percentOff", "field.outOfRange")),
        (json!({ "percentOff": 101 }), ("percentOff", "field.outOfRange")),
        (json!({ "percentOff": null }), ("percentOff", "field.required")),
        (json!({ "amountOffFen": 1 }), ("percentOff", "field.required")),
        (
            json!({ "percentOff": null, "amountOffFen": 0 }),
            ("amountOffFen", "price.invalid"),
        ),
        (
            json!({ "percentOff": null, "amountOffFen": 1_i64 << 53 }),
            ("amountOffFen", "price.invalid"),
        ),
        (
            json!({ "packageIds": packages(PACKAGES_MAX + 1) }),
            ("packageIds", "field.tooMany"),
        ),
        (
            json!({ "startsAt": now, "endsAt": now }),
            ("endsAt", "time.endBeforeStart"),
        ),
        (json!({ "maxUses": 0 }), ("maxUses", "field.outOfRange")),
        (
            json!({ "maxUsesPerVisitor": COUPON_USES_MAX + 1 }),
            ("maxUsesPerVisitor", "field.outOfRange"),
        ),
    ] {
        let mut body = json!({ "code": "SPRING", "percentOff": 10 });
        for (name, value) in change.as_object().unwrap() {
            body[name] = value.clone();
        }
        let answer = post(&shop, "/coupons", body).await;
        assert_eq!(answer.problem(problem.0), problem.1, "{change}");
    }
    for (at, body) in [
        json!({ "percentOff": 1, "packageIds": packages(PACKAGES_MAX), "startsAt": now, "endsAt": later }),
        json!({ "percentOff": 100, "startsAt": now, "maxUses": 1 }),
        json!({ "amountOffFen": 1, "endsAt": now, "maxUsesPerVisitor": COUPON_USES_MAX }),
    ]
    .into_iter()
    .enumerate()
    {
        let mut body = body;
        body["code"] = json!(format!("CODE-{at}"));
        post(&shop, "/coupons", body).await.data();
    }
}

#[actix_web::test]
async fn a_site_has_so_many_coupons() {
    let shop = Shop::open().await;
    shop.app.sql(&format!(
        "INSERT INTO coupons (id, site_id, code, percent_off, package_ids) \
         SELECT gen_random_uuid(), '{}', 'CODE-' || n, 10, '[]' FROM generate_series(2, {COUPONS_PER_SITE}) n",
        shop.site.id
    ));
    let coupon = |code: &str| json!({ "code": code, "percentOff": 10 });
    post(&shop, "/coupons", coupon("THE-LAST")).await.data();
    let refused = post(&shop, "/coupons", coupon("ONE-MORE")).await;
    assert_eq!(refused.refusal(), (409, "coupon.tooMany".to_owned()));
}

#[actix_web::test]
async fn a_batch_of_codes_is_listed_and_each_code_is_found_by_its_end() {
    let shop = Shop::open().await;
    let note = "赠".repeat(REDEEM_NOTE_MAX_CHARS - 2);
    let ends_at = "2030-01-01T00:00:00Z";
    let batch = json!({ "packageId": MONTH, "nCodes": 2, "note": format!(" {note} "), "endsAt": ends_at });
    let made = post(&shop, "/redeem-batches", batch).await.data();
    let listed = list(&shop, "/redeem-batches").await;
    assert_eq!(listed, json!([made["batch"]]));
    let expected = [
        json!("monthly"),
        json!(2),
        json!(0),
        json!(note),
        json!(ends_at),
        json!("owner"),
    ];
    let names = [
        "packageName",
        "nCodes",
        "nUsed",
        "note",
        "endsAt",
        "createdByNickname",
    ];
    for (name, value) in names.into_iter().zip(expected) {
        assert_eq!(listed[0][name], value, "{name}");
    }
    let path = format!("/redeem-batches/{}/codes", listed[0]["id"].as_str().unwrap());
    let codes = list(&shop, &path).await;
    let mut tails: Vec<_> = codes
        .as_array()
        .unwrap()
        .iter()
        .map(|code| code["tail"].as_str().unwrap().to_owned())
        .collect();
    let mut ends: Vec<_> = made["codes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|code| code.as_str().unwrap()[15..].to_owned())
        .collect();
    tails.sort();
    ends.sort();
    assert_eq!(tails, ends);
    let revoke = format!("/redeem-batches/{}", listed[0]["id"].as_str().unwrap());
    shop.site
        .call(&shop.app, "DELETE", &revoke, json!(null))
        .await
        .data();
    let entries = "SELECT string_agg(concat_ws(' ', action, details->>'number', details->>'note' <> ''), ',' ORDER BY id) \
                   FROM audit_entries WHERE action LIKE 'redeemCodes.%'";
    assert_eq!(
        shop.app.database().text(entries),
        "redeemCodes.created 2 t,redeemCodes.revoked 2 t"
    );
}

#[actix_web::test]
async fn codes_end_later_than_now_and_a_site_has_so_many() {
    let shop = Shop::open().await;
    let past = (shop.now() - TimeDelta::seconds(1)).format("%Y-%m-%dT%H:%M:%SZ");
    for (body, problem) in [
        (
            json!({ "nCodes": 1, "endsAt": past.to_string() }),
            ("endsAt", "time.inPast"),
        ),
        (json!({ "nCodes": 0 }), ("nCodes", "field.outOfRange")),
        (json!({ "nCodes": 1001 }), ("nCodes", "field.outOfRange")),
        (
            json!({ "nCodes": 1, "note": "x".repeat(REDEEM_NOTE_MAX_CHARS + 1) }),
            ("note", "field.tooLong"),
        ),
    ] {
        let mut body = body;
        body["packageId"] = json!(MONTH);
        let answer = post(&shop, "/redeem-batches", body).await;
        assert_eq!(answer.problem(problem.0), problem.1);
    }
    let body = |n: i64| json!({ "packageId": MONTH, "nCodes": n });
    let made = post(&shop, "/redeem-batches", body(1)).await.data();
    shop.app.sql(&format!(
        "INSERT INTO redeem_codes (id, batch_id, code_hash, tail) \
         SELECT gen_random_uuid(), '{}', md5(n::text) || md5(n::text), 'TAIL' FROM generate_series(4, {REDEEM_CODES_PER_SITE}) n",
        made["batch"]["id"].as_str().unwrap()
    ));
    // Two have room.
    let refused = post(&shop, "/redeem-batches", body(3)).await;
    assert_eq!(refused.refusal(), (409, "redeem.tooMany".to_owned()));
    post(&shop, "/redeem-batches", body(2)).await.data();
    let refused = post(&shop, "/redeem-batches", body(1)).await;
    assert_eq!(refused.refusal(), (409, "redeem.tooMany".to_owned()));
}
