//! What each audience finds, and what it does not.

use actix_web::http::Method;
use chrono::TimeDelta;
use moyan_server::features::public_site::Sites;
use serde_json::json;

use super::crawl::Seen;
use super::world::{Audience, HOST, Level, WORD, World};
use crate::support::visitor::Visitor;

/// The cookies that a request without a form gets, by address: the mark of browsers that came from the console, and with
/// the form of the login one that shows whether the browser keeps any.
const COOKIES: [(&str, &str); 2] = [
    (
        "/own-visit",
        "__Host-own_visits=1; Path=/; Max-Age=34560000; HttpOnly; SameSite=Lax; Secure",
    ),
    (
        "/login",
        "__Host-keeps_cookies=true; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure",
    ),
];

/// Nothing that an audience may not see is in these answers, and reading sets no cookie.
fn assert_clean(world: &World, answers: &[Seen], audience: Audience, who: &str) {
    for seen in answers {
        for secret in world
            .documents
            .iter()
            .flat_map(|document| document.secrets(audience))
        {
            assert!(
                !seen.all().contains(&secret),
                "{who} finds {secret} at {}: {}",
                seen.address,
                seen.all()
            );
        }
        let cookie = seen.header("set-cookie");
        let is_known = COOKIES.contains(&(seen.address.as_str(), cookie));
        assert!(cookie.is_empty() || is_known, "{who}: {}: {cookie}", seen.address);
    }
}

/// Nothing that the audience may not see is anywhere; what it may see is on its page.
async fn assert_sees(world: &World, cookie: &str, audience: Audience, who: &str) {
    assert_clean(world, &world.crawl(cookie).await, audience, who);
    if audience != Audience::Member {
        assert_clean(world, &world.crawl_variants(cookie).await, audience, who);
    }
    assert_clean(world, &world.crawl_visitor_pages(cookie).await, audience, who);
    let mut n_free = 0;
    for document in &world.documents {
        let (page, image) = (
            world.get(&document.path(), cookie).await,
            world.get(&format!("/images/{}", document.image()), cookie).await,
        );
        let k = document.key;
        let (status, visible): (u16, &[&str]) = match document.level(audience) {
            Level::Hidden => (404, &[]),
            Level::Members => (200, &["ttl", "dsc"]),
            Level::Partial => (200, &["ttl", "vis", "tag"]),
            Level::Free => (200, &["ttl", "vis", "tag", "kqx"]),
        };
        assert_eq!(page.status, status, "{who}: {k}");
        for kind in visible {
            assert!(
                page.text.contains(&format!("{kind}{k}")),
                "{who}: {kind}{k}: {}",
                page.text
            );
        }
        let is_free = document.level(audience) == Level::Free;
        n_free += usize::from(is_free);
        assert_eq!(
            image.status,
            if is_free { 200 } else { 404 },
            "{who}: image of {k}"
        );
        if is_free {
            for part in [
                "heading", "body", "bold", "alt", "code", "diagram", "cell", "tip", "item", "note",
            ] {
                assert!(
                    page.text.contains(&format!("kqx{k}{part}")),
                    "{who}: {part} of {k}"
                );
            }
        } else if status == 200 {
            assert!(page.text.contains("class=\"wall"), "{who}: {k}");
            assert_eq!(page.header("cache-control"), "private, no-store", "{who}: {k}");
        }
        let is_marked = page.text.contains("\"isAccessibleForFree\":false");
        assert_eq!(is_marked, status == 200 && !is_free, "{who}: {k}");
    }
    let found = world.get(&format!("/search?q={WORD}"), cookie).await.text;
    assert_eq!(found.matches("class=\"hit\"").count(), n_free, "{who}: {found}");
    // By its tag a document is found where its page shows it.
    let found = world.get("/search?q=tag", cookie).await.text;
    let (shown, others): (Vec<_>, Vec<_>) = world
        .documents
        .iter()
        .partition(|document| matches!(document.level(audience), Level::Free | Level::Partial));
    assert_eq!(
        found.matches("class=\"hit\"").count(),
        shown.len(),
        "{who}: {found}"
    );
    for document in others {
        assert!(!found.contains(&format!("ttl{}", document.key)), "{who}: {found}");
    }
}

#[actix_web::test]
async fn guests_find_nothing_that_is_kept_from_them() {
    let world = World::new().await;
    assert_sees(&world, "", Audience::Guest, "a guest").await;
    for cookie in ["visitor=x", "__Host-visitor=x", "__Host-visitor=; a=b"] {
        assert_clean(&world, &world.crawl(cookie).await, Audience::Guest, cookie);
    }
}

#[actix_web::test]
async fn who_is_logged_in_finds_what_non_members_may_see() {
    let world = World::new().await;
    let visitor = Visitor::new(&world.app, world.site.id, "reader").await;
    assert_sees(&world, &visitor.cookie, Audience::NonMember, "a visitor").await;
    world.app.sql("UPDATE visitors SET is_blocked = TRUE");
    assert_sees(&world, &visitor.cookie, Audience::Guest, "a blocked visitor").await;
}

#[actix_web::test]
async fn no_answer_to_a_form_holds_more() {
    let world = World::new().await;
    let visitor = Visitor::new(&world.app, world.site.id, "reader").await;
    for (cookie, audience) in [
        ("", Audience::Guest),
        (visitor.cookie.as_str(), Audience::NonMember),
    ] {
        let mut answers = world.crawl_forms(cookie).await;
        assert!(
            answers.iter().any(|seen| seen.status == 422),
            "a form that is looked at"
        );
        for seen in &mut answers {
            seen.headers.retain(|(name, _)| name != "set-cookie");
        }
        assert_clean(&world, &answers, audience, "who sends forms");
    }
}

#[actix_web::test]
async fn no_variant_of_an_answer_holds_more() {
    let world = World::new().await;
    let visitor = Visitor::new(&world.app, world.site.id, "reader").await;
    for (cookie, audience) in [
        ("", Audience::Guest),
        (visitor.cookie.as_str(), Audience::NonMember),
    ] {
        let variants = world.crawl_variants(cookie).await;
        assert_clean(&world, &variants, audience, "a variant");
        assert!(
            variants
                .iter()
                .any(|seen| seen.header("content-encoding") == "br" && seen.text.contains("visa2"))
        );
    }
}

/// What each membership makes of a visitor, at the moment when it is asked for.
#[actix_web::test]
async fn who_is_a_member_sees_everything_and_who_was_one_does_not() {
    let world = World::new().await;
    let (app, site) = (&world.app, world.site.id);
    world.site.set(
        app,
        "membership",
        &json!({ "packages": [], "generalBenefits": [], "graceDays": 3, "maxDevices": 5, "refundPolicy": "", "contact": "" }),
    );
    let mut readers = Vec::new();
    for (name, length, is_revoked, audience) in [
        ("active", "n_months = 3", false, Audience::Member),
        ("lifetime", "is_lifetime = TRUE", false, Audience::Member),
        ("grace", "n_days = 8", false, Audience::Member),
        ("expired", "n_days = 3", false, Audience::NonMember),
        ("revoked", "n_months = 3", true, Audience::NonMember),
        ("revokedForEver", "is_lifetime = TRUE", true, Audience::NonMember),
    ] {
        let visitor = Visitor::new(app, site, name).await;
        let grant = visitor.grant(app, length);
        if is_revoked {
            visitor.revoke(app, grant);
        }
        readers.push((name, visitor, audience));
    }
    app.clock.advance(TimeDelta::days(10));
    for (name, visitor, audience) in &readers {
        assert_sees(&world, &visitor.cookie, *audience, name).await;
    }
}

#[actix_web::test]
async fn whose_money_went_back_sees_what_non_members_see() {
    let world = World::new().await;
    let (app, site) = (&world.app, world.site.id);
    let visitor = Visitor::new(app, site, "reader").await;
    let order = buy(&world, &visitor).await;
    let is_paid = app.database().text("SELECT status FROM orders");
    assert_eq!(is_paid, "paid");
    assert_sees(&world, &visitor.cookie, Audience::Member, "who paid").await;
    for (amount, audience) in [(4000, Audience::Member), (5900, Audience::NonMember)] {
        let body = json!({ "amountFen": amount, "reason": "asked for", "isOutside": true });
        let path = format!("/orders/{order}/refund");
        world.site.call(app, "POST", &path, body).await.data();
        assert_sees(&world, &visitor.cookie, audience, "who got money back").await;
    }
    assert_eq!(app.database().text("SELECT status FROM orders"), "refunded");
}

/// Buys the package for a year by hand; the team confirms that the money is there. Gives the order.
pub async fn buy(world: &World, visitor: &Visitor) -> String {
    let app = &world.app;
    app.sql(&format!(
        "INSERT INTO payment_methods (site_id, method, is_enabled) VALUES ('{}', 'manual', TRUE)",
        world.site.id
    ));
    let data = app
        .database()
        .text("SELECT data::text FROM site_settings WHERE tab = 'membership'");
    let membership: serde_json::Value = serde_json::from_str(&data).unwrap();
    let package = membership["packages"][0]["id"].as_str().unwrap();
    let form = format!("packageId={package}&method=manual&coupon=&from=&price.{package}=9900");
    let headers = [
        ("host", HOST),
        ("origin", "https://handbook.localhost"),
        ("cookie", visitor.cookie.as_str()),
        ("content-type", "application/x-www-form-urlencoded"),
    ];
    let bought = app
        .send_from(
            "203.0.113.9",
            Method::POST,
            "/orders",
            &headers,
            form.into_bytes(),
        )
        .await;
    assert_eq!(bought.status, 303, "{}", bought.text());
    let id = app.database().text("SELECT id::text FROM orders");
    let path = format!("/orders/{id}/confirm");
    world
        .site
        .call(app, "POST", &path, json!({ "note": "" }))
        .await
        .data();
    id
}

#[actix_web::test]
async fn a_membership_of_another_site_is_worth_nothing() {
    let world = World::new().await;
    let visitor = Visitor::new(&world.app, world.site.id, "reader").await;
    visitor.grant(&world.app, "is_lifetime = TRUE");
    world
        .app
        .sql(&format!("UPDATE grants SET site_id = '{}'", uuid::Uuid::now_v7()));
    assert_sees(
        &world,
        &visitor.cookie,
        Audience::NonMember,
        "a member of another site",
    )
    .await;
}

#[actix_web::test]
async fn a_session_of_another_site_is_worth_nothing() {
    let world = World::new().await;
    let other = uuid::Uuid::now_v7();
    world.app.sql(&format!(
        "INSERT INTO sites (id, team_id, name, slug) VALUES ('{other}', '{}', 'other', 'other')",
        world.site.base.team
    ));
    let visitor = Visitor::new(&world.app, other, "reader").await;
    assert_sees(
        &world,
        &visitor.cookie,
        Audience::Guest,
        "a visitor of another site",
    )
    .await;
}

#[actix_web::test]
async fn below_the_console_everybody_is_a_guest() {
    let mut world = World::new().await;
    let visitor = Visitor::new(&world.app, world.site.id, "reader").await;
    world
        .app
        .reconfigure(&[("MOYAN_ENV", "production"), ("SITE_DOMAIN", "")]);
    let headers = [("host", "moyan.example"), ("cookie", visitor.cookie.as_str())];
    for address in world.addresses() {
        let path = format!("/s/handbook{address}");
        let answer = world.app.send(Method::GET, &path, &headers).await;
        let text = String::from_utf8_lossy(&answer.body).into_owned();
        for secret in world
            .documents
            .iter()
            .flat_map(|document| document.secrets(Audience::Guest))
        {
            assert!(!text.contains(&secret), "{secret} at {path}: {text}");
        }
        assert!(!text.contains("/login?from="), "{path}: {text}");
    }
}

#[actix_web::test]
async fn a_preview_shows_an_audience_what_it_sees() {
    let world = World::new().await;
    let mut pages = vec![
        json!({ "kind": "home" }),
        json!({ "kind": "index" }),
        json!({ "kind": "search", "question": WORD }),
        json!({ "kind": "notFound" }),
    ];
    pages.extend(
        world
            .documents
            .iter()
            .map(|document| json!({ "kind": "document", "documentId": document.id })),
    );
    for (name, audience) in [
        ("guest", Audience::Guest),
        ("nonMember", Audience::NonMember),
        ("member", Audience::Member),
        ("staff", Audience::Member),
    ] {
        for page in &pages {
            let body = json!({ "page": page, "audience": name, "colorScheme": "light" });
            let answer = world.site.call(&world.app, "POST", "/preview", body).await.data();
            let html = answer["html"].as_str().unwrap();
            for document in &world.documents {
                for secret in document.secrets(audience) {
                    assert!(!html.contains(&secret), "{name} finds {secret} on {page}: {html}");
                }
                if page["documentId"] == json!(document.id) && document.level(audience) == Level::Free {
                    assert!(
                        html.contains(&format!("kqx{}body", document.key)),
                        "{name}: {}",
                        document.key
                    );
                }
            }
        }
    }
}

#[actix_web::test]
async fn a_site_that_is_closed_gives_nothing_to_anybody() {
    let world = World::new().await;
    let visitor = Visitor::new(&world.app, world.site.id, "reader").await;
    for statement in [
        "UPDATE sites SET status = 'maintenance'",
        "UPDATE sites SET status = 'archived'",
        "UPDATE sites SET status = 'draft'",
        "UPDATE sites SET status = 'published'; UPDATE teams SET suspended_at = now()",
    ] {
        world.app.sql(statement);
        world.app.state.memory.of::<Sites>().expire();
        for cookie in ["", visitor.cookie.as_str()] {
            for seen in world.crawl(cookie).await {
                let found = ["ttl", "dsc", "vis", "kqx", "tag"]
                    .iter()
                    .flat_map(|kind| {
                        world
                            .documents
                            .iter()
                            .map(move |document| format!("{kind}{}", document.key))
                    })
                    .find(|text| seen.all().contains(text));
                assert_eq!(found, None, "{statement}: {}", seen.address);
            }
        }
    }
}

#[actix_web::test]
async fn a_wall_says_why_and_leads_back() {
    let world = World::new().await;
    let visitor = Visitor::new(&world.app, world.site.id, "reader").await;
    let from = "from=%2Fdocs%2Fdocs%2Fttlb1";
    // The last letters of a lead stand in an element that keeps them on one line.
    let read = async |path: &str, cookie: &str| {
        let html = world.get(path, cookie).await.text;
        html.replace("<span class=\"together\">", "")
            .replace("</span>", "")
    };
    let guest = read("/docs/docs/ttlb1", "").await;
    assert!(guest.contains("成为会员，即可阅读这篇文档。"), "{guest}");
    for part in [
        format!("/plans?{from}"),
        format!("/login?{from}"),
        "Jahr".to_owned(),
        "¥99".to_owned(),
        "Alles lesen".to_owned(),
    ] {
        assert!(guest.contains(&part), "{part}: {guest}");
    }
    let non_member = read("/docs/docs/ttlb1", &visitor.cookie).await;
    assert!(non_member.contains("成为会员，阅读完整内容。"), "{non_member}");
    assert!(
        non_member.contains(&format!("/plans?{from}")) && !non_member.contains("/login?from"),
        "{non_member}"
    );
    let login = read("/docs/open/ttla2", "").await;
    // The head of the page leads to what is sold; the wall does not.
    let (_, wall) = login.split_once("<section class=\"wall").unwrap();
    let wall = wall.split("</section>").next().unwrap();
    assert!(
        wall.contains("无需成为会员") && !wall.contains("/plans?from"),
        "{wall}"
    );
    for path in ["/docs/docs/ttlb3", "/docs/docs/nothing"] {
        let missing = read(path, "").await;
        assert!(missing.contains("登录或成为会员后可以查看"), "{path}: {missing}");
    }
}
