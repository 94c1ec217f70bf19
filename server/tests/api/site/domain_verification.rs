//! Proving domains, against a name server.

use chrono::TimeDelta;
use moyan_foundation::jobs::{Queue, run_due, upkeep};
use moyan_server::features::site::service::check_due_domains;
use serde_json::{Value, json};

use crate::support::site::Site;
use crate::support::{DnsServer, TestApp};

/// An application, its name server, and a site.
async fn scene() -> (TestApp, DnsServer, Site) {
    let server = DnsServer::start();
    let address = server.address.to_string();
    let app = TestApp::configured(&[("DNS_SERVER", &address)]);
    let site = Site::new(&app).await;
    (app, server, site)
}

/// A domain that a site claims.
struct Claim<'a> {
    site: &'a Site,
    id: String,
    /// The name of its record.
    name: String,
    /// What the record must hold.
    value: String,
}

impl<'a> Claim<'a> {
    async fn new(app: &TestApp, site: &'a Site) -> Self {
        Self::of(app, site, "docs.example.com").await
    }

    async fn of(app: &TestApp, site: &'a Site, host: &str) -> Self {
        let body = json!({ "host": host });
        let added = site.call(app, "POST", "/domains", body).await.data();
        let text = |field: &str| added[field].as_str().unwrap().to_owned();
        Self {
            site,
            id: text("id"),
            name: text("recordName"),
            value: text("recordValue"),
        }
    }

    /// Has the record looked for: whether the domain is proved, and the problem.
    async fn check(&self, app: &TestApp) -> (bool, Value) {
        let route = format!("/domains/{}/check", self.id);
        let checked = self.site.call(app, "POST", &route, Value::Null).await.data();
        (checked["verifiedAt"].is_string(), checked["problem"].clone())
    }

    /// Whether the domain is proved, and the problem, as they are stored.
    fn stored(&self, app: &TestApp) -> String {
        app.database().text(&format!(
            "SELECT concat_ws(' ', verified_at IS NOT NULL, nullif(problem, '')) FROM site_domains WHERE id = '{}'",
            self.id
        ))
    }
}

/// Looks again for the records of proved domains that are due, as the job does it.
async fn check_due(app: &TestApp) {
    let state = app.state.clone();
    let done = actix_web::web::block(move || check_due_domains(&state)).await;
    done.unwrap().unwrap();
}

#[actix_web::test]
async fn a_record_with_the_value_proves_a_domain() {
    let (app, server, site) = scene().await;
    let claim = Claim::new(&app, &site).await;
    assert_eq!(claim.name, "_moyan.docs.example.com");
    server.set(&claim.name, &["v=spf1 -all", &claim.value]);
    assert_eq!(claim.check(&app).await, (true, Value::Null));
    // Caches learn of it.
    assert_eq!(app.database().text("SELECT generation FROM sites"), "2");
    let audited = "SELECT details->>'host' FROM audit_entries WHERE action = 'site.domainVerified'";
    assert_eq!(app.database().text(audited), "docs.example.com");
    let primary = format!("/domains/{}/primary", claim.id);
    let domains = site.call(&app, "POST", &primary, Value::Null).await.data();
    assert_eq!(domains["domains"][0]["isPrimary"], true);
}

#[actix_web::test]
async fn a_record_that_is_absent_or_says_something_else_proves_nothing() {
    let (app, server, site) = scene().await;
    let claim = Claim::new(&app, &site).await;
    assert_eq!(claim.check(&app).await, (false, json!("recordMissing")));
    let longer = format!("{}0", claim.value);
    let long = "x".repeat(300);
    server.set(&claim.name, &["moyan-verification=", &longer, &long]);
    assert_eq!(claim.check(&app).await, (false, json!("recordDiffers")));
    // Who asks learns what is there, and the list of domains says nothing of it.
    let route = format!("/domains/{}/check", claim.id);
    let checked = site.call(&app, "POST", &route, Value::Null).await.data();
    let shown = json!(["moyan-verification=", longer, "x".repeat(100)]);
    assert_eq!(checked["foundValues"], shown);
    let listed = site.call(&app, "GET", "/domains", Value::Null).await.data();
    assert_eq!(listed["domains"][0]["foundValues"], json!([]));
    // At the domain itself it says nothing.
    server.set(&claim.name, &[]);
    server.set("docs.example.com", &[&claim.value]);
    assert_eq!(claim.check(&app).await, (false, json!("recordMissing")));
    assert_eq!(app.database().text("SELECT generation FROM sites"), "1");
}

#[actix_web::test]
async fn one_site_has_a_domain_and_who_has_the_record_takes_it() {
    let (app, server, site) = scene().await;
    let second = site.second(&app);
    let claim = Claim::new(&app, &site).await;
    let other = Claim::new(&app, &second).await;
    assert_ne!(claim.value, other.value);
    server.set(&claim.name, &[&claim.value, &other.value]);
    assert_eq!(claim.check(&app).await, (true, Value::Null));
    assert_eq!(other.check(&app).await, (false, json!("taken")));
    assert_eq!(claim.stored(&app), "t");
    server.set(&claim.name, &[&other.value]);
    assert_eq!(other.check(&app).await, (true, Value::Null));
    assert_eq!(claim.stored(&app), "f recordMissing");
    let lost = "SELECT details->>'name' FROM audit_entries WHERE action = 'site.domainLost'";
    assert_eq!(app.database().text(lost), "手册");
    assert_eq!(claim.check(&app).await, (false, json!("recordDiffers")));
}

#[actix_web::test]
async fn a_domain_that_another_site_proves_while_its_record_is_looked_at_is_taken() {
    let (app, server, site) = scene().await;
    let second = site.second(&app);
    let claim = Claim::new(&app, &site).await;
    let other = Claim::new(&app, &second).await;
    server.set(&claim.name, &[&claim.value, &other.value]);
    let proved = format!(
        "SELECT pg_advisory_xact_lock(hashtextextended('site_domains docs.example.com', 0));
         UPDATE site_domains SET verified_at = now() WHERE id = '{}'",
        other.id
    );
    let checked = app.while_changing(&proved, claim.check(&app)).await;
    assert_eq!(checked, (false, json!("taken")));
    assert_eq!(other.stored(&app), "t");
}

#[actix_web::test]
async fn a_proof_ends_when_its_record_is_still_missing_after_a_day() {
    let (app, server, site) = scene().await;
    let claim = Claim::new(&app, &site).await;
    server.set(&claim.name, &[&claim.value]);
    claim.check(&app).await;
    app.sql("UPDATE site_domains SET is_primary = true");
    server.set(&claim.name, &[]);
    app.clock.advance(TimeDelta::hours(24));
    check_due(&app).await;
    assert_eq!(claim.stored(&app), "t recordMissing");
    let told = "SELECT count(*) FROM mails WHERE template = 'domainLost' AND body LIKE '%docs.example.com%'";
    assert_eq!(app.database().text(told), "1");
    // Asking again does not make the day longer or shorter.
    app.clock.advance(TimeDelta::hours(23));
    assert_eq!(claim.check(&app).await, (true, json!("recordMissing")));
    app.clock.advance(TimeDelta::hours(1));
    check_due(&app).await;
    assert_eq!(claim.stored(&app), "f recordMissing");
    assert!(
        app.database()
            .is_true("(SELECT NOT is_primary FROM site_domains)")
    );
    assert_eq!(app.database().text("SELECT generation FROM sites"), "3");
    let audited = "SELECT count(*) FROM audit_entries WHERE action = 'site.domainLost'";
    assert_eq!(app.database().text(audited), "1");
    // Said again now that the domain leads nowhere, in other words.
    assert_eq!(app.database().text(told), "2");
    let subjects = "SELECT count(DISTINCT subject) FROM mails WHERE template = 'domainLost'";
    assert_eq!(app.database().text(subjects), "2");
}

#[actix_web::test]
async fn a_record_that_comes_back_within_the_day_keeps_the_proof() {
    let (app, server, site) = scene().await;
    let claim = Claim::new(&app, &site).await;
    server.set(&claim.name, &[&claim.value]);
    claim.check(&app).await;
    server.set(&claim.name, &["something else"]);
    app.clock.advance(TimeDelta::hours(24));
    check_due(&app).await;
    assert_eq!(claim.stored(&app), "t recordDiffers");
    server.set(&claim.name, &[&claim.value]);
    app.clock.advance(TimeDelta::hours(24));
    check_due(&app).await;
    assert_eq!(claim.stored(&app), "t");
    server.set(&claim.name, &[]);
    app.clock.advance(TimeDelta::hours(24));
    check_due(&app).await;
    assert_eq!(claim.stored(&app), "t recordMissing");
}

#[actix_web::test]
async fn name_servers_that_do_not_answer_end_nothing() {
    let (app, server, site) = scene().await;
    let claim = Claim::new(&app, &site).await;
    server.fail(&claim.name);
    assert_eq!(claim.check(&app).await, (false, json!("noAnswer")));
    server.set(&claim.name, &[&claim.value]);
    claim.check(&app).await;
    server.fail(&claim.name);
    for _ in 0..4 {
        app.clock.advance(TimeDelta::hours(24));
        check_due(&app).await;
        assert_eq!(claim.stored(&app), "t noAnswer");
    }
    // The first time that the record is missed begins the day, whatever was before.
    server.set(&claim.name, &[]);
    app.clock.advance(TimeDelta::hours(24));
    check_due(&app).await;
    assert_eq!(claim.stored(&app), "t recordMissing");
    server.fail(&claim.name);
    app.clock.advance(TimeDelta::hours(24));
    check_due(&app).await;
    assert_eq!(claim.stored(&app), "t recordMissing");
}

#[actix_web::test]
async fn a_server_that_says_nothing_is_given_up() {
    let (app, server, site) = scene().await;
    let claim = Claim::new(&app, &site).await;
    server.be_silent(&claim.name);
    let limit = std::time::Duration::from_secs(moyan_domain::limits::DNS_TIMEOUT_S * 3);
    let checked = tokio::time::timeout(limit, claim.check(&app)).await;
    assert_eq!(checked.unwrap(), (false, json!("noAnswer")));
}

#[actix_web::test]
async fn proved_domains_are_looked_for_once_a_day() {
    let (app, server, site) = scene().await;
    let claim = Claim::new(&app, &site).await;
    server.set(&claim.name, &[&claim.value]);
    claim.check(&app).await;
    app.sql(&format!(
        "INSERT INTO site_domains (id, site_id, host, token, checked_at) \
         VALUES (gen_random_uuid(), '{}', 'unproved.example.com', 'x', now() - interval '9 days')",
        site.id
    ));
    server.take_asked();
    let work = async || {
        let state = app.state.clone();
        let done = actix_web::web::block(move || {
            upkeep(&state).unwrap();
            run_due(&state, Queue::Work).unwrap();
        });
        done.await.unwrap();
    };
    app.clock.advance(TimeDelta::hours(23));
    work().await;
    assert!(server.take_asked().is_empty());
    for _ in 0..2 {
        app.clock.advance(TimeDelta::hours(24));
        work().await;
        assert_eq!(server.take_asked(), [claim.name.as_str()]);
    }
}

#[actix_web::test]
async fn an_account_has_sixty_checks_in_an_hour() {
    let (app, server, site) = scene().await;
    let claim = Claim::new(&app, &site).await;
    server.set(&claim.name, &["other"]);
    for _ in 0..60 {
        claim.check(&app).await;
    }
    let route = format!("/domains/{}/check", claim.id);
    let refused = site.call(&app, "POST", &route, Value::Null).await;
    assert_eq!(refused.status, 429);
    app.clock.advance(TimeDelta::minutes(61));
    claim.check(&app).await;
}

#[actix_web::test]
async fn the_domain_that_is_proved_first_is_primary_and_the_next_one_takes_its_place() {
    let (app, server, site) = scene().await;
    let claim = Claim::new(&app, &site).await;
    server.set(&claim.name, &[&claim.value]);
    assert_eq!(claim.check(&app).await, (true, Value::Null));
    let primary = "SELECT coalesce(string_agg(host, ' '), '') FROM site_domains WHERE is_primary";
    assert_eq!(app.database().text(primary), "docs.example.com");
    app.sql(&format!(
        "INSERT INTO site_domains (id, site_id, host, token, verified_at, checked_at) \
         VALUES (gen_random_uuid(), '{}', 'later.example.com', 'x', now(), now())",
        site.id
    ));
    claim.check(&app).await;
    assert_eq!(app.database().text(primary), "docs.example.com");
    let route = format!("/domains/{}", claim.id);
    let left = site.call(&app, "DELETE", &route, Value::Null).await.data();
    assert_eq!(left["domains"][0]["isPrimary"], true);
    assert_eq!(app.database().text(primary), "later.example.com");
}

#[actix_web::test]
async fn domains_that_are_due_are_asked_for_together() {
    let (app, server, site) = scene().await;
    let mut claims = Vec::new();
    for host in ["a.example.com", "b.example.com", "c.example.com"] {
        let claim = Claim::of(&app, &site, host).await;
        server.set(&claim.name, &[&claim.value]);
        assert_eq!(claim.check(&app).await, (true, Value::Null));
        claims.push(claim);
    }
    app.sql("UPDATE site_domains SET problem = 'noAnswer'");
    app.clock.advance(TimeDelta::hours(25));
    server.answer_together(claims.len());
    check_due(&app).await;
    for claim in &claims {
        assert_eq!(claim.stored(&app), "t");
    }
}

#[actix_web::test]
async fn a_domain_that_cannot_be_checked_holds_up_no_other() {
    let (app, server, site) = scene().await;
    let mut claims = Vec::new();
    for host in ["a.example.com", "b.example.com", "c.example.com"] {
        let claim = Claim::of(&app, &site, host).await;
        server.set(&claim.name, &[&claim.value]);
        assert_eq!(claim.check(&app).await, (true, Value::Null));
        claims.push(claim);
    }
    app.sql("UPDATE site_domains SET problem = 'noAnswer'");
    app.sql(
        "ALTER TABLE site_domains ADD CONSTRAINT refused CHECK (host <> 'a.example.com' OR problem <> '') NOT VALID",
    );
    app.clock.advance(TimeDelta::hours(25));
    check_due(&app).await;
    let stored: Vec<String> = claims.iter().map(|claim| claim.stored(&app)).collect();
    assert_eq!(stored, ["t noAnswer", "t", "t"]);
    // It stayed due.
    app.sql("ALTER TABLE site_domains DROP CONSTRAINT refused");
    check_due(&app).await;
    assert_eq!(claims[0].stored(&app), "t");
}

#[actix_web::test]
async fn more_domains_than_are_listed_together_are_all_looked_for() {
    let (app, _server, site) = scene().await;
    app.sql(&format!(
        "INSERT INTO site_domains (id, site_id, host, token, verified_at, checked_at) \
         SELECT gen_random_uuid(), '{}', n || '.example.com', 'x', now(), now() FROM generate_series(1, 205) AS n",
        site.id
    ));
    app.clock.advance(TimeDelta::hours(25));
    check_due(&app).await;
    let looked_for = "SELECT count(*) FROM site_domains WHERE problem = 'recordMissing'";
    assert_eq!(app.database().text(looked_for), "205");
}
