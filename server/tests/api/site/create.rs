//! Making sites, their state, the bin.

use actix_web::http::Method;
use chrono::TimeDelta;
use moyan_domain::limits::SITE_BIN_DAYS;
use serde_json::{Value, json};

use crate::support::{Answer, TestApp, User};

/// A team with a plan that has sites.
pub async fn team(app: &TestApp) -> (User, String) {
    let owner = app.user("owner").await;
    let team = app.team(&owner, "ours").await;
    app.sql("UPDATE teams SET plan = 'professional'");
    (owner, team)
}

/// A site; gives its path.
pub async fn site(app: &TestApp, owner: &User, team: &str, slug: &str) -> String {
    let path = format!("/api/teams/{team}/sites");
    let body = json!({ "name": "手册", "slug": slug, "description": "怎么写" });
    let made = app.call(owner, "POST", &path, body).await.data();
    format!("{path}/{}", made["id"].as_str().unwrap())
}

/// Sends a change that was made on a revision.
pub async fn change(
    app: &TestApp,
    user: &User,
    method: Method,
    path: &str,
    revision: i64,
    body: Value,
) -> Answer {
    let revision = format!("\"{revision}\"");
    let headers = [
        ("token", user.token.as_str()),
        ("content-type", "application/json"),
        ("if-match", revision.as_str()),
    ];
    app.send_from("10.0.0.1", method, path, &headers, body.to_string().into_bytes())
        .await
}

#[actix_web::test]
async fn a_new_site_has_a_homepage_that_names_it() {
    let app = TestApp::with_database();
    let (owner, team) = team(&app).await;
    let path = site(&app, &owner, &team, "handbook").await;
    let made = app.call(&owner, "GET", &path, Value::Null).await.data();
    assert_eq!(
        (&made["status"], &made["generation"]),
        (&json!("draft"), &json!(1))
    );
    assert_eq!(made["url"], "https://handbook.localhost/");
    let homepage = app
        .call(&owner, "GET", &format!("{path}/homepage"), Value::Null)
        .await
        .data();
    let hero = &homepage["data"]["sections"][0]["content"];
    assert_eq!(
        (&hero["title"], &hero["subtitle"]),
        (&json!("手册"), &json!("怎么写"))
    );
    assert_eq!(homepage["revision"], 1);
}

#[actix_web::test]
async fn a_new_site_has_the_time_zone_of_who_makes_it() {
    let app = TestApp::with_database();
    let (owner, team) = team(&app).await;
    app.sql("UPDATE teams SET plan = 'enterprise'");
    let path = format!("/api/teams/{team}/sites");
    for (slug, sent, kept) in [
        ("east", json!("America/New_York"), "America/New_York"),
        ("unsent", Value::Null, "Asia/Shanghai"),
        // What a browser answers that does not know.
        ("unknown", json!("Etc/Unknown"), "Asia/Shanghai"),
    ] {
        let body = json!({ "name": "x", "slug": slug, "timeZone": sent });
        let made = app.call(&owner, "POST", &path, body).await.data();
        let tab = format!("{path}/{}/basic-info", made["id"].as_str().unwrap());
        let info = app.call(&owner, "GET", &tab, Value::Null).await.data();
        assert_eq!(info["data"]["timeZone"], kept, "{slug}");
    }
}

#[actix_web::test]
async fn a_slug_belongs_to_one_site_and_another_is_proposed() {
    let app = TestApp::with_database();
    let (owner, team) = team(&app).await;
    site(&app, &owner, &team, "handbook").await;
    let path = format!("/api/teams/{team}/sites");
    let body = json!({ "name": "x", "slug": "Handbook" });
    let answer = app.call(&owner, "POST", &path, body).await;
    assert_eq!(answer.refusal(), (409, "site.slugTaken".to_owned()));
    for (asked, slug, state, proposal) in [
        ("%20Handbook", "handbook", "taken", json!("handbook-2")),
        ("www", "www", "reserved", json!("www-site")),
        ("a_B", "a_b", "invalid", json!("a-b")),
        ("Free-One%20", "free-one", "free", Value::Null),
    ] {
        let found = app
            .call(&owner, "GET", &format!("{path}/slugs?slug={asked}"), Value::Null)
            .await
            .data();
        let url = format!("https://{slug}.localhost/");
        assert_eq!(
            found,
            json!({ "slug": slug, "url": url, "state": state, "proposal": proposal }),
            "{asked}"
        );
    }
}

#[actix_web::test]
async fn when_the_plan_has_ended_an_open_site_is_read_and_taken_offline_and_not_changed() {
    let app = TestApp::with_database();
    let (owner, team) = team(&app).await;
    let path = site(&app, &owner, &team, "handbook").await;
    let refused = (403, "plan.notAvailable".to_owned());
    for status in ["published", "maintenance"] {
        app.sql(&format!(
            "UPDATE teams SET plan = 'creator'; UPDATE sites SET status = '{status}'"
        ));
        let answer = change(&app, &owner, Method::PATCH, &path, 1, json!({ "name": "x" })).await;
        assert_eq!(answer.refusal(), refused);
        let carousel = format!("{path}/carousel");
        let slides = json!({ "isEnabled": false, "slides": [] });
        let answer = change(&app, &owner, Method::PUT, &carousel, 1, slides).await;
        assert_eq!(answer.refusal(), refused);
        let base = format!("{path}/knowledge-base");
        let answer = change(&app, &owner, Method::PUT, &base, 1, json!({})).await;
        assert_eq!(answer.refusal(), refused);
        app.call(&owner, "GET", &path, Value::Null).await.data();
        app.call(&owner, "GET", &carousel, Value::Null).await.data();
    }
    let offline = json!({ "status": "draft" });
    change(&app, &owner, Method::PATCH, &path, 1, offline)
        .await
        .data();
    app.call(&owner, "DELETE", &path, Value::Null).await.data();
}

#[actix_web::test]
async fn without_a_plan_one_site_is_set_up_and_not_opened() {
    let app = TestApp::with_database();
    let (owner, team) = team(&app).await;
    app.sql("UPDATE teams SET plan = 'creator'");
    let path = site(&app, &owner, &team, "handbook").await;
    let tab = format!("{path}/carousel");
    let slides = json!({ "isEnabled": false, "slides": [] });
    change(&app, &owner, Method::PUT, &tab, 1, slides).await.data();
    let renamed = json!({ "name": "试一试", "slug": "try-it" });
    let site = change(&app, &owner, Method::PATCH, &path, 1, renamed)
        .await
        .data();
    assert_eq!(
        (&site["slug"], &site["status"]),
        (&json!("try-it"), &json!("draft"))
    );
    let generation = site["generation"].as_i64().unwrap();
    for status in ["published", "maintenance"] {
        let answer = change(
            &app,
            &owner,
            Method::PATCH,
            &path,
            generation,
            json!({ "status": status }),
        )
        .await;
        assert_eq!(
            answer.refusal(),
            (403, "plan.notAvailable".to_owned()),
            "{status}"
        );
    }
    let claim = json!({ "host": "read.example.com" });
    let answer = app.call(&owner, "POST", &format!("{path}/domains"), claim).await;
    assert_eq!(answer.refusal(), (403, "plan.notAvailable".to_owned()));
}

#[actix_web::test]
async fn a_free_team_has_one_site_beside_those_that_were_published() {
    let app = TestApp::with_database();
    let (owner, team) = team(&app).await;
    app.sql("UPDATE teams SET plan = 'creator'");
    let first = site(&app, &owner, &team, "first").await;
    let full = (403, "plan.tooManySites".to_owned());
    let copy = json!({ "name": "x", "slug": "copy" });
    for path in [format!("/api/teams/{team}/sites"), format!("{first}/duplicate")] {
        let answer = app.call(&owner, "POST", &path, copy.clone()).await;
        assert_eq!(answer.refusal(), full, "{path}");
    }
    app.call(&owner, "DELETE", &first, Value::Null).await.data();
    let second = site(&app, &owner, &team, "second").await;
    let restore = format!("{first}/restore");
    let answer = app.call(&owner, "POST", &restore, Value::Null).await;
    assert_eq!(answer.refusal(), full);
    app.call(&owner, "DELETE", &second, Value::Null).await.data();
    app.call(&owner, "POST", &restore, Value::Null).await.data();
}

#[actix_web::test]
async fn a_site_goes_only_to_the_states_of_the_table() {
    let app = TestApp::with_database();
    let (owner, team) = team(&app).await;
    let path = site(&app, &owner, &team, "handbook").await;
    let go = async |generation: i64, status: &str| {
        change(
            &app,
            &owner,
            Method::PATCH,
            &path,
            generation,
            json!({ "status": status }),
        )
        .await
    };
    let refusal = |key: &str| (409, key.to_owned());
    assert_eq!(go(1, "published").await.refusal(), refusal("site.neverPublished"));
    assert_eq!(go(1, "maintenance").await.refusal(), refusal("site.transition"));
    assert_eq!(go(1, "archived").await.data()["generation"], 2);
    let answer = change(&app, &owner, Method::PATCH, &path, 2, json!({ "name": "x" })).await;
    assert_eq!(answer.refusal(), refusal("site.archived"));
    let answer = go(1, "draft").await;
    assert_eq!(answer.refusal(), refusal("site.changed"));
    assert_eq!(answer.json()["data"]["current"]["status"], "archived");
    // What changes nothing is done, also where nothing can be changed.
    assert_eq!(go(2, "archived").await.data()["generation"], 2);
    assert_eq!(go(2, "draft").await.data()["status"], "draft");
}

#[actix_web::test]
async fn an_archived_site_is_renamed_by_the_request_that_makes_it_a_draft() {
    let app = TestApp::with_database();
    let (owner, team) = team(&app).await;
    let path = site(&app, &owner, &team, "handbook").await;
    app.sql("UPDATE sites SET status = 'archived'");
    for (status, slug) in [("archived", "manual"), ("draft", "manual")] {
        let body = json!({ "status": status, "slug": slug });
        let answer = change(&app, &owner, Method::PATCH, &path, 1, body).await;
        if status == "archived" {
            assert_eq!(answer.refusal(), (409, "site.archived".to_owned()));
        } else {
            let changed = answer.data();
            assert_eq!(
                (&changed["status"], &changed["slug"]),
                (&json!("draft"), &json!("manual"))
            );
        }
    }
}

#[actix_web::test]
async fn the_name_of_a_site_stands_in_its_basic_information_too() {
    let app = TestApp::with_database();
    let (owner, team) = team(&app).await;
    let path = site(&app, &owner, &team, "handbook").await;
    let info = async || {
        let saved = app
            .call(&owner, "GET", &format!("{path}/basic-info"), Value::Null)
            .await
            .data();
        let data = &saved["data"];
        json!([saved["revision"], data["name"], data["description"]])
    };
    assert_eq!(info().await, json!([1, "手册", "怎么写"]));
    for (generation, body, expected) in [
        (1, json!({ "name": "指南" }), json!([2, "指南", "怎么写"])),
        (2, json!({ "name": "说明" }), json!([3, "说明", "怎么写"])),
        // Another address is no change of it.
        (3, json!({ "slug": "manual" }), json!([3, "说明", "怎么写"])),
    ] {
        change(&app, &owner, Method::PATCH, &path, generation, body)
            .await
            .data();
        assert_eq!(info().await, expected);
    }
}

#[actix_web::test]
async fn a_deleted_site_comes_back_within_seven_days_and_then_is_gone() {
    let app = TestApp::with_database();
    let (owner, team) = team(&app).await;
    let path = site(&app, &owner, &team, "handbook").await;
    app.call(&owner, "DELETE", &path, Value::Null).await.data();
    let answer = app.call(&owner, "DELETE", &path, Value::Null).await;
    assert_eq!(answer.refusal(), (409, "site.inBin".to_owned()));
    app.call(&owner, "POST", &format!("{path}/restore"), Value::Null)
        .await
        .data();
    app.call(&owner, "DELETE", &path, Value::Null).await.data();
    app.clock
        .advance(TimeDelta::days(SITE_BIN_DAYS) - TimeDelta::minutes(1));
    assert!(app.sweep().await);
    app.call(&owner, "GET", &path, Value::Null).await.data();
    app.clock.advance(TimeDelta::minutes(1));
    assert!(app.sweep().await);
    let answer = app.call(&owner, "GET", &path, Value::Null).await;
    assert_eq!(answer.refusal(), (404, "site.notFound".to_owned()));
}

#[actix_web::test]
async fn thirty_days_after_its_plan_a_site_is_a_draft_and_its_owner_was_told_before_each_step() {
    let app = TestApp::with_database();
    let (owner, team) = team(&app).await;
    site(&app, &owner, &team, "handbook").await;
    app.sql("UPDATE sites SET status = 'published', publishes_at = now() + interval '1 day'");
    // Caches learn of it by the generation, and what was planned does not happen.
    let status = || {
        app.database()
            .text("SELECT concat_ws(' ', status, generation, publishes_at IS NOT NULL) FROM sites")
    };
    let told = || {
        app.database().text(
            "SELECT coalesce(string_agg(template, ' ' ORDER BY id), '') FROM mails \
             WHERE template LIKE 'plan%' OR template LIKE 'site%'",
        )
    };
    // The personal space has the plan, too, and its own end.
    app.sql(&format!(
        "UPDATE teams SET plan_ends_at = now() + interval '15 days 12 hours' WHERE id = '{team}'"
    ));
    let mut expected = Vec::new();
    for (days, state, mail) in [
        (0, "published 1 t", None),
        (2, "published 1 t", Some("planEnding")),
        (0, "published 1 t", None),
        (7, "published 1 t", Some("planEnding")),
        (5, "published 1 t", None),
        (1, "published 1 t", Some("planEnding")),
        (1, "published 1 t", Some("planEnded")),
        (20, "published 1 t", None),
        (3, "published 1 t", Some("siteClosing")),
        (5, "published 1 t", None),
        (1, "published 1 t", Some("siteClosing")),
        (1, "draft 2 f", Some("siteUnpublished")),
        (9, "draft 2 f", None),
    ] {
        app.clock.advance(TimeDelta::days(days));
        assert!(app.sweep().await);
        expected.extend(mail);
        assert_eq!(
            (status(), told()),
            (state.to_owned(), expected.join(" ")),
            "{days}"
        );
    }
    assert!(app.mail_to(&owner.email).contains("手册"));
    // A plan that is renewed is told of anew.
    app.sql("UPDATE teams SET plan_ends_at = plan_ends_at + interval '1 year'");
    app.clock.advance(TimeDelta::days(365 - 40 - 6));
    assert!(app.sweep().await);
    assert!(told().ends_with(" planEnding"), "{}", told());
}

#[actix_web::test]
async fn the_owner_of_several_sites_is_told_once_and_by_the_last_day_of_each_step() {
    let app = TestApp::with_database();
    let (owner, team) = team(&app).await;
    for slug in ["first", "second"] {
        site(&app, &owner, &team, slug).await;
        app.sql(&format!(
            "UPDATE sites SET status = 'published', name = '{slug}' WHERE slug = '{slug}'"
        ));
    }
    let end = (app.clock.now() + TimeDelta::days(2)).date_naive();
    app.sql(&format!(
        "UPDATE teams SET plan_ends_at = '{end}T00:00:00Z' WHERE id = '{team}'"
    ));
    let told = |template: &str| {
        app.database().text(&format!(
            "SELECT concat_ws(' ', count(*), max(subject), max(body)) FROM mails WHERE template = '{template}'"
        ))
    };
    let day = |days: i64| (end + TimeDelta::days(days)).format("%-d %B %Y").to_string();
    app.clock.advance(TimeDelta::days(1));
    assert!(app.sweep().await);
    let mail = told("planEnding");
    assert!(mail.starts_with("1 "), "{mail}");
    assert!(mail.contains(&day(-1)) && mail.contains(&day(29)), "{mail}");
    app.clock.advance(TimeDelta::days(1));
    assert!(app.sweep().await);
    assert!(told("planEnded").contains(&day(29)), "{}", told("planEnded"));
    app.clock.advance(TimeDelta::days(23));
    assert!(app.sweep().await);
    let mail = told("siteClosing");
    assert!(mail.starts_with("1 "), "{mail}");
    for part in ["first", "second", &day(30)] {
        assert!(mail.contains(part), "{part}: {mail}");
    }
    // Of sites that nobody finds nothing is told.
    app.sql("UPDATE sites SET status = 'draft'");
    app.clock.advance(TimeDelta::days(6));
    assert!(app.sweep().await);
    assert!(told("siteClosing").starts_with("1 "));
}

#[actix_web::test]
async fn a_plan_that_is_renewed_while_its_sites_close_keeps_those_that_are_left() {
    let app = TestApp::with_database();
    let (owner, team) = team(&app).await;
    for slug in ["first", "second"] {
        site(&app, &owner, &team, slug).await;
    }
    app.sql(
        "UPDATE sites SET status = 'published'; UPDATE teams SET plan_ends_at = now(); \
         CREATE FUNCTION renew() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN \
         UPDATE teams SET plan_ends_at = now() + interval '1 year'; RETURN NULL; END $$; \
         CREATE TRIGGER renew AFTER UPDATE ON sites FOR EACH STATEMENT EXECUTE FUNCTION renew()",
    );
    app.clock.advance(TimeDelta::days(31));
    assert!(app.sweep().await);
    let states = "SELECT string_agg(status, ' ' ORDER BY status) FROM sites";
    assert_eq!(app.database().text(states), "draft published");
}

#[actix_web::test]
async fn that_a_plan_ended_days_ago_is_told_only_to_whom_sites_are_open() {
    for (status, n_told) in [("draft", "0"), ("published", "1")] {
        let app = TestApp::with_database();
        let (owner, team) = team(&app).await;
        site(&app, &owner, &team, "handbook").await;
        app.sql(&format!(
            "UPDATE sites SET status = '{status}'; \
             UPDATE teams SET plan_ends_at = now() + interval '1 minute' WHERE id = '{team}'"
        ));
        app.clock.advance(TimeDelta::days(3));
        for _ in 0..2 {
            assert!(app.sweep().await);
            let told = "SELECT count(*) FROM mails WHERE template = 'planEnded'";
            assert_eq!(app.database().text(told), n_told, "{status}");
        }
    }
}

#[actix_web::test]
async fn of_two_who_take_a_slug_at_once_one_has_it() {
    let app = TestApp::with_database();
    let (owner, own) = team(&app).await;
    let (second, other) = {
        let user = app.user("second").await;
        let other = app.team(&user, "another team").await;
        app.sql(&format!(
            "UPDATE teams SET plan = 'professional' WHERE id = '{other}'"
        ));
        (user, other)
    };
    let sites = [
        format!("/api/teams/{own}/sites"),
        format!("/api/teams/{other}/sites"),
    ];
    let body = json!({ "name": "x", "slug": "handbook" });
    let outcome = |one: &Answer, two: &Answer| {
        let mut statuses = [one.status.as_u16(), two.status.as_u16()];
        statuses.sort_unstable();
        let refused = if one.status == 409 { one } else { two };
        assert_eq!(refused.refusal().1, "site.slugTaken");
        statuses
    };
    // Both were told that it is free.
    let create = |user, path| app.call(user, "POST", path, body.clone());
    let (one, two) = tokio::join!(create(&owner, &sites[0]), create(&second, &sites[1]));
    assert_eq!(outcome(&one, &two)[1], 409);
    assert_eq!(
        app.database()
            .text("SELECT count(*) FROM sites WHERE slug = 'handbook'"),
        "1"
    );
    // The same within one team, and with two sites that are renamed.
    let again = json!({ "name": "x", "slug": "guide" });
    let (one, two) = tokio::join!(
        app.call(&owner, "POST", &sites[0], again.clone()),
        app.call(&owner, "POST", &sites[0], again.clone())
    );
    assert_eq!(outcome(&one, &two)[1], 409);
    let (a, b) = (
        site(&app, &owner, &own, "first").await,
        site(&app, &second, &other, "second").await,
    );
    let rename = |user, path: String| {
        let app = &app;
        async move { change(app, user, Method::PATCH, &path, 1, json!({ "slug": "renamed" })).await }
    };
    let (one, two) = tokio::join!(rename(&owner, a), rename(&second, b));
    assert_eq!(outcome(&one, &two), [200, 409]);
    assert_eq!(
        app.database()
            .text("SELECT count(*) FROM sites WHERE slug = 'renamed'"),
        "1"
    );
}

#[actix_web::test]
async fn a_slug_that_another_site_takes_while_a_change_waits_is_taken() {
    let app = TestApp::with_database();
    let (owner, team) = team(&app).await;
    let path = site(&app, &owner, &team, "first").await;
    site(&app, &owner, &team, "second").await;
    let rename = change(
        &app,
        &owner,
        Method::PATCH,
        &path,
        1,
        json!({ "slug": "renamed" }),
    );
    let answer = app
        .while_changing("UPDATE sites SET slug = 'renamed' WHERE slug = 'second'", rename)
        .await;
    assert_eq!(answer.refusal(), (409, "site.slugTaken".to_owned()));
    let slugs = "SELECT string_agg(slug, ' ' ORDER BY slug) FROM sites";
    assert_eq!(app.database().text(slugs), "first renamed");
    // The slug that it keeps leads nowhere else.
    assert_eq!(app.database().text("SELECT count(*) FROM site_former_slugs"), "0");
}
