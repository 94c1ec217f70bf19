//! The newsletter of a site: subscribing, confirming the address, unsubscribing, and what the team sees.

use actix_web::http::Method;
use chrono::TimeDelta;
use moyan_foundation::access::{Role, Tokens};
use moyan_server::features::public_site::Sites;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::support::TestApp;
use crate::support::browser::Browser;
use crate::support::site::Site;

const ADDRESS: &str = "reader@reader.example";

fn homepage(is_visible: bool) -> Value {
    let content = json!({ "kind": "newsletter", "title": "Briefe", "subtitle": "", "description": "",
        "showsNameField": true, "namePlaceholder": "", "emailPlaceholder": "", "submitText": "Los",
        "successMessage": "Willkommen", "privacyText": "", "privacyLink": { "text": "", "url": "" },
        "layout": "centered", "variant": "default" });
    json!({ "sections": [{ "id": Uuid::now_v7(), "isVisible": is_visible, "content": content }] })
}

async fn published(app: &TestApp, is_visible: bool) -> Site {
    let site = Site::new(app).await;
    site.document(app, "first", "text").await;
    site.set(app, "homepage", &homepage(is_visible));
    site.publish(app).await.data();
    app.sql("UPDATE sites SET status = 'published'");
    app.state.memory.of::<Sites>().expire();
    site
}

/// The path of the last link that an address got.
fn link(app: &TestApp, address: &str) -> String {
    let mail = app.mail_to(address);
    let at = mail.find("/newsletter/").unwrap();
    mail[at..].split_whitespace().next().unwrap().to_owned()
}

fn status(app: &TestApp, address: &str) -> String {
    app.database().text(&format!(
        "SELECT coalesce((SELECT status FROM newsletter_subscribers WHERE email = '{address}'), 'none')"
    ))
}

/// Opens a link as a mail scanner does, then presses the button of its page.
async fn press(browser: &mut Browser<'_>, link: &str) -> (u16, String) {
    let page = browser.get(link).await;
    assert_eq!(page.status, 200, "{}", page.text());
    let (path, token) = link.split_once("?token=").unwrap();
    assert!(
        page.text().contains(&format!("value=\"{token}\"")),
        "{}",
        page.text()
    );
    assert_eq!(page.header("cache-control"), "private, no-store");
    let pressed = browser.post(path, &[("token", token)]).await;
    (pressed.status.as_u16(), pressed.header("location").to_owned())
}

#[actix_web::test]
async fn an_address_is_subscribed_once_its_owner_has_confirmed_and_until_they_unsubscribe() {
    let app = TestApp::with_database();
    published(&app, true).await;
    let mut reader = Browser::new(&app);
    let home = reader.get("/").await;
    assert!(home.text().contains("action=\"/newsletter\""), "{}", home.text());
    let asked = reader
        .post(
            "/newsletter",
            &[("email", "Reader@Reader.example"), ("name", "  Ann  B ")],
        )
        .await;
    assert_eq!(
        (asked.status.as_u16(), asked.header("location")),
        (303, "/newsletter?done=sent"),
        "{}",
        asked.text()
    );
    assert_eq!(status(&app, ADDRESS), "pending");
    let confirm = link(&app, ADDRESS);
    assert!(
        app.mail_to(ADDRESS)
            .contains("https://handbook.localhost/newsletter/confirm?token=")
    );
    // Looking at a link changes nothing.
    for method in [Method::GET, Method::HEAD] {
        reader.send(method, &confirm, &[], Vec::new()).await;
    }
    assert_eq!(status(&app, ADDRESS), "pending");
    let done = (303, "/newsletter?done=confirmed".to_owned());
    assert_eq!(press(&mut reader, &confirm).await, done);
    assert_eq!(status(&app, ADDRESS), "confirmed");
    assert!(
        reader
            .get("/newsletter?done=confirmed")
            .await
            .text()
            .contains("Willkommen")
    );
    // Pressed twice, it is done once.
    assert_eq!(press(&mut reader, &confirm).await, done);
    assert_eq!(app.n_mails_to(ADDRESS), "2");
    let leave = link(&app, ADDRESS);
    assert!(leave.starts_with("/newsletter/unsubscribe?token="));
    assert_eq!(press(&mut reader, &leave).await.0, 200);
    assert_eq!(status(&app, ADDRESS), "unsubscribed");
    // An old link does not subscribe again.
    assert_eq!(press(&mut reader, &confirm).await.0, 410);
    assert_eq!(status(&app, ADDRESS), "unsubscribed");
}

#[actix_web::test]
async fn a_mail_program_unsubscribes_with_one_click() {
    let app = TestApp::with_database();
    published(&app, true).await;
    let mut reader = Browser::new(&app);
    reader.post("/newsletter", &[("email", ADDRESS)]).await;
    press(&mut reader, &link(&app, ADDRESS)).await;
    let leave = link(&app, ADDRESS);
    let headers = [("content-type", "application/x-www-form-urlencoded")];
    let body = b"List-Unsubscribe=One-Click".to_vec();
    let answer = reader.send(Method::POST, &leave, &headers, body.clone()).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    assert_eq!(status(&app, ADDRESS), "unsubscribed");
    // Whoever opens the link then reads that, and finds nothing to press.
    let page = reader.get(&leave).await;
    assert_eq!(page.status, 200);
    assert!(
        page.text().contains("已退订") && !page.text().contains("method=\"post\" action=\"/newsletter"),
        "{}",
        page.text()
    );
    // The other type that mail programs may send.
    app.sql("UPDATE newsletter_subscribers SET status = 'confirmed'");
    let parts = [("content-type", "multipart/form-data; boundary=a")];
    let one_click =
        "--a\r\nContent-Disposition: form-data; name=\"List-Unsubscribe\"\r\n\r\nOne-Click\r\n--a--\r\n";
    let answer = reader
        .send(Method::POST, &leave, &parts, one_click.as_bytes().to_vec())
        .await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    assert_eq!(status(&app, ADDRESS), "unsubscribed");
    // Without a link nobody is unsubscribed, and no other form does without an origin.
    app.sql("UPDATE newsletter_subscribers SET status = 'confirmed'");
    let path = "/newsletter/unsubscribe";
    let refused = reader.send(Method::POST, path, &headers, body).await;
    assert_eq!(
        (refused.status.as_u16(), status(&app, ADDRESS)),
        (410, "confirmed".to_owned())
    );
    let body = b"email=other@reader.example".to_vec();
    let refused = reader.send(Method::POST, "/newsletter", &headers, body).await;
    assert_eq!(refused.status, 403);
}

#[actix_web::test]
async fn a_link_to_unsubscribe_outlives_the_secret_of_the_server_and_is_good_on_its_own_site() {
    let mut app = TestApp::with_database();
    let site = published(&app, true).await;
    let mut reader = Browser::new(&app);
    reader.post("/newsletter", &[("email", ADDRESS)]).await;
    press(&mut reader, &link(&app, ADDRESS)).await;
    let leave = link(&app, ADDRESS);
    app.change_state(|state| state.tokens = Tokens::new("another secret of the same server", None));
    let other = site.second(&app);
    let on_site = |id| format!("UPDATE newsletter_subscribers SET site_id = '{id}'");
    app.sql(&on_site(other.id));
    let mut reader = Browser::new(&app);
    assert_eq!(press(&mut reader, &leave).await.0, 410);
    app.sql(&on_site(site.id));
    assert_eq!(press(&mut reader, &leave).await.0, 200);
    assert_eq!(status(&app, ADDRESS), "unsubscribed");
}

#[actix_web::test]
async fn a_link_is_good_for_its_own_use_on_its_own_site_for_a_while() {
    let app = TestApp::with_database();
    let site = published(&app, true).await;
    let mut reader = Browser::new(&app);
    reader.post("/newsletter", &[("email", ADDRESS)]).await;
    let first = link(&app, ADDRESS);
    let token = first.split_once('=').unwrap().1.to_owned();
    let tries = [
        ("/newsletter/unsubscribe", token.clone()),
        ("/newsletter/confirm", token.replace('.', "")),
        ("/newsletter/confirm", format!("{}x", &token[..token.len() - 1])),
        (
            "/newsletter/confirm",
            format!("{}.{}", Uuid::now_v7(), token.split_once('.').unwrap().1),
        ),
        ("/newsletter/confirm", String::new()),
    ];
    for (path, token) in &tries {
        let answer = reader.post(path, &[("token", token.as_str())]).await;
        assert_eq!(answer.status, 410, "{path} {token}");
    }
    // A later mail makes the earlier one void.
    app.clock.advance(TimeDelta::minutes(5));
    reader.post("/newsletter", &[("email", ADDRESS)]).await;
    let second = link(&app, ADDRESS);
    assert_eq!(press(&mut reader, &first).await.0, 410);
    // On another site it is nothing.
    let other = site.second(&app);
    app.sql(&format!(
        "UPDATE newsletter_subscribers SET site_id = '{}'",
        other.id
    ));
    assert_eq!(press(&mut reader, &second).await.0, 410);
    app.sql(&format!(
        "UPDATE newsletter_subscribers SET site_id = '{}'",
        site.id
    ));
    app.clock.advance(TimeDelta::days(3));
    assert_eq!(press(&mut reader, &second).await.0, 410);
    assert_eq!(status(&app, ADDRESS), "pending");
    let state = app.state.clone();
    let swept = actix_web::web::block(move || moyan_foundation::jobs::sweep(&state).is_ok());
    assert!(swept.await.unwrap());
    assert_eq!(status(&app, ADDRESS), "none");
}

#[actix_web::test]
async fn nobody_finds_out_whose_address_is_known() {
    let app = TestApp::with_database();
    published(&app, true).await;
    let mut reader = Browser::new(&app);
    reader.post("/newsletter", &[("email", ADDRESS)]).await;
    press(&mut reader, &link(&app, ADDRESS)).await;
    app.clock.advance(TimeDelta::minutes(5));
    let known = reader.post("/newsletter", &[("email", ADDRESS)]).await;
    let unknown = reader
        .post("/newsletter", &[("email", "new@reader.example")])
        .await;
    assert_eq!(
        (known.status, known.header("location")),
        (unknown.status, unknown.header("location"))
    );
    // Who is subscribed stays so, and is told.
    assert_eq!(status(&app, ADDRESS), "confirmed");
    assert!(link(&app, ADDRESS).starts_with("/newsletter/unsubscribe"));
}

#[actix_web::test]
async fn the_pages_say_what_came_of_it() {
    let app = TestApp::with_database();
    published(&app, true).await;
    let mut reader = Browser::new(&app);
    let has = |page: &crate::support::Answer, words: &[&str]| {
        for word in words {
            assert!(page.text().contains(word), "{word}: {}", page.text());
        }
    };
    let sent = reader.get("/newsletter?done=sent").await;
    has(&sent, &["page-notice"]);
    assert!(!sent.text().contains("name=\"email\""), "{}", sent.text());
    has(&reader.get("/newsletter?done=confirmed").await, &["Willkommen"]);
    let form = [("email", "nonsense"), ("name", "Li")];
    let refused = reader.post("/newsletter", &form).await;
    assert_eq!(refused.status, 422);
    let typed = ["value=\"nonsense\"", "value=\"Li\"", "aria-invalid=\"true\""];
    has(&refused, &typed);
    // A link that is no good shows the form, and says why.
    let void = reader.post("/newsletter/confirm", &[("token", "nonsense")]).await;
    assert_eq!(void.status, 410);
    has(&void, &["name=\"email\"", "role=\"alert\""]);
}

#[actix_web::test]
async fn mails_are_sent_only_so_often() {
    let app = TestApp::with_database();
    published(&app, true).await;
    let mut reader = Browser::new(&app);
    let ask = async |reader: &mut Browser<'_>, email: &str| {
        let answer = reader.post("/newsletter", &[("email", email)]).await;
        (answer.status.as_u16(), answer.header("retry-after").to_owned())
    };
    assert_eq!(ask(&mut reader, ADDRESS).await.0, 303);
    let (status, wait) = ask(&mut reader, ADDRESS).await;
    assert_eq!(status, 429);
    assert!(!wait.is_empty());
    // One address, from everywhere: five in a day.
    for number in 1..6 {
        app.clock.advance(TimeDelta::minutes(2));
        reader.address = format!("203.0.113.{number}");
        let expected = if number < 5 { 303 } else { 429 };
        assert_eq!(ask(&mut reader, ADDRESS).await.0, expected, "{number}");
    }
    assert_eq!(app.n_mails_to(ADDRESS), "5");
    // One network, for everybody: twenty in a day.
    reader.address = "198.51.100.9".to_owned();
    for number in 0..21 {
        let expected = if number < 20 { 303 } else { 429 };
        let email = format!("reader{number}@reader.example");
        assert_eq!(ask(&mut reader, &email).await.0, expected, "{number}");
    }
    // One site, and all of them: what is used up is used up for everybody.
    for (key, limit) in [("site", 1000), ("all", 5000)] {
        app.sql("DELETE FROM throttles");
        reader.address = format!("198.51.100.{}", limit % 97);
        assert_eq!(ask(&mut reader, &format!("{key}@reader.example")).await.0, 303);
        app.sql(&format!("UPDATE throttles SET n_hits = {limit} WHERE n_hits = 1"));
        // Only the counters of the site and of all hold for another address from another network.
        reader.address = "192.0.2.200".to_owned();
        assert_eq!(
            ask(&mut reader, &format!("next-{key}@reader.example")).await.0,
            503,
            "{key}"
        );
    }
}

/// The hosts of so many sites with a newsletter.
async fn many_sites(app: &TestApp, n_sites: usize) -> Vec<String> {
    let site = published(app, true).await;
    let mut hosts = vec!["handbook.localhost".to_owned()];
    for number in 1..n_sites {
        let other = site.second(app);
        app.sql(&format!(
            "UPDATE sites SET slug = 'other{number}' WHERE id = '{}'",
            other.id
        ));
        other.set(app, "homepage", &homepage(true));
        other.publish(app).await.data();
        hosts.push(format!("other{number}.localhost"));
    }
    app.sql("UPDATE sites SET status = 'published'");
    app.state.memory.of::<Sites>().expire();
    hosts
}

/// Asks for a mail to the reader, two minutes after the last one.
async fn ask_at(app: &TestApp, host: &str, address: &str) -> u16 {
    app.clock.advance(TimeDelta::minutes(2));
    let mut browser = Browser::on(app, host);
    browser.address = address.to_owned();
    let answer = browser.post("/newsletter", &[("email", ADDRESS)]).await;
    answer.status.as_u16()
}

#[actix_web::test]
async fn all_sites_together_do_not_flood_one_address() {
    let app = TestApp::with_database();
    let mut answers = Vec::new();
    for (at, host) in many_sites(&app, 6).await.iter().enumerate() {
        for number in 0..4 {
            let address = format!("203.0.113.{}", at * 4 + number);
            answers.push(ask_at(&app, host, &address).await);
        }
    }
    assert_eq!(answers, [vec![303; 20], vec![429; 4]].concat());
    assert_eq!(app.n_mails_to(ADDRESS), "20");
}

#[actix_web::test]
async fn whoever_asks_for_somebody_else_at_every_site_leaves_them_mails_of_their_own() {
    let app = TestApp::with_database();
    let hosts = many_sites(&app, 4).await;
    let mut answers = Vec::new();
    for host in &hosts {
        for _ in 0..4 {
            answers.push(ask_at(&app, host, "198.51.100.7").await);
        }
    }
    assert_eq!(answers, [vec![303; 10], vec![429; 6]].concat());
    for host in &hosts {
        assert_eq!(ask_at(&app, host, "203.0.113.7").await, 303, "{host}");
    }
}

#[actix_web::test]
async fn where_nobody_is_asked_nothing_is_taken() {
    let app = TestApp::with_database();
    let site = published(&app, false).await;
    let mut reader = Browser::new(&app);
    assert!(!reader.get("/").await.text().contains("/newsletter"));
    assert_eq!(reader.get("/newsletter").await.status, 404);
    let refused = reader.post("/newsletter", &[("email", ADDRESS)]).await;
    assert_eq!(
        (refused.status.as_u16(), status(&app, ADDRESS)),
        (404, "none".to_owned())
    );
    site.set(&app, "homepage", &homepage(true));
    site.publish(&app).await.data();
    assert_eq!(reader.get("/newsletter").await.status, 200);
    for (email, name) in [("", ""), ("nobody", ""), (ADDRESS, "x".repeat(51).as_str())] {
        let answer = reader
            .post("/newsletter", &[("email", email), ("name", name)])
            .await;
        assert_eq!(answer.status, 422, "{email}");
        assert!(answer.text().contains("field-problem"), "{}", answer.text());
    }
    assert_eq!(
        app.database()
            .text("SELECT count(*)::text FROM newsletter_subscribers"),
        "0"
    );
    let longest = "x".repeat(50);
    let form = [("email", ADDRESS), ("name", longest.as_str())];
    assert_eq!(reader.post("/newsletter", &form).await.status, 303);
    assert_eq!(
        app.database().text("SELECT name FROM newsletter_subscribers"),
        longest
    );
}

#[actix_web::test]
async fn an_address_is_unreachable_when_the_last_mail_of_its_own_site_came_back() {
    let app = TestApp::with_database();
    let site = published(&app, true).await;
    let other = site.second(&app);
    let mails = [
        ("lost", "pending", vec![(site.id, "dead")]),
        (
            "tried-again",
            "pending",
            vec![(site.id, "dead"), (site.id, "waiting")],
        ),
        ("elsewhere", "pending", vec![(other.id, "dead")]),
        (
            "lost-again",
            "pending",
            vec![(site.id, "sent"), (site.id, "dead")],
        ),
        ("confirmed", "confirmed", vec![(site.id, "dead")]),
        ("left", "unsubscribed", vec![(site.id, "dead")]),
    ];
    for (name, status, mails) in mails {
        app.sql(&format!(
            "INSERT INTO newsletter_subscribers (id, site_id, email, name, status, requested_at) \
             VALUES (gen_random_uuid(), '{}', '{name}@reader.example', '', '{status}', now())",
            site.id
        ));
        for (site_id, status) in mails {
            app.sql(&format!(
                "INSERT INTO mails (id, channel, recipient, template, subject, body, status, site_id) VALUES \
                 ('{}', 'email', '{name}@reader.example', 'newsletterConfirmation', 's', 'b', '{status}', '{site_id}')",
                Uuid::now_v7()
            ));
        }
    }
    let listed = site.call(&app, "GET", "/subscribers", Value::Null).await.data();
    let mut lost: Vec<&str> = listed["subscribers"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|subscriber| subscriber["isUndeliverable"] == true)
        .map(|subscriber| subscriber["email"].as_str().unwrap())
        .collect();
    lost.sort_unstable();
    assert_eq!(lost, ["lost-again@reader.example", "lost@reader.example"]);
    // What a reader asks for is known by the site.
    Browser::new(&app)
        .post("/newsletter", &[("email", ADDRESS)])
        .await;
    let of_site = format!(
        "(SELECT site_id = '{}' FROM mails WHERE recipient = '{ADDRESS}')",
        site.id
    );
    assert!(app.database().is_true(&of_site));
}

#[actix_web::test]
async fn the_team_sees_subscribers_and_takes_those_who_confirmed_along() {
    let app = TestApp::with_database();
    let site = published(&app, true).await;
    for (number, status) in ["pending", "confirmed", "unsubscribed"].iter().enumerate() {
        app.sql(&format!(
            "INSERT INTO newsletter_subscribers (id, site_id, email, name, status, requested_at, confirmed_at) \
             VALUES (gen_random_uuid(), '{}', '{status}@reader.example', '=cmd', '{status}', now(), now() - interval '{number} days')",
            site.id
        ));
    }
    let support = site.base.member(&app, Role::Support).await;
    let path = format!("{}/subscribers", site.path);
    let get = async |query: &str| {
        app.call(&support, "GET", &format!("{path}{query}"), Value::Null)
            .await
    };
    let all = get("").await.data();
    assert_eq!(all["subscribers"].as_array().unwrap().len(), 3);
    assert_eq!(
        all["counts"],
        json!({ "pending": 1, "confirmed": 1, "unsubscribed": 1 })
    );
    let page = get("?limit=2").await.data();
    let cursor = page["nextCursor"].as_str().unwrap();
    let rest = get(&format!("?limit=2&cursor={cursor}")).await.data();
    assert_eq!(
        (rest["subscribers"].as_array().unwrap().len(), &rest["nextCursor"]),
        (1, &Value::Null)
    );
    let found = get("?status=confirmed&search=CONF").await.data();
    assert_eq!(found["subscribers"][0]["email"], "confirmed@reader.example");
    assert_eq!(get("?search=%25").await.data()["subscribers"], json!([]));
    let export = get("/export").await;
    let text = export.text();
    assert!(text.contains("confirmed@reader.example,'=cmd,"), "{text}");
    assert!(
        !text.contains("pending@") && !text.contains("unsubscribed@"),
        "{text}"
    );
    assert_eq!(export.header("cache-control"), "no-store");
    // The link of the file unsubscribes.
    let at = text.find("/newsletter/unsubscribe").unwrap();
    let link = text[at..].lines().next().unwrap().to_owned();
    let mut reader = Browser::new(&app);
    assert_eq!(press(&mut reader, &link).await.0, 200);
    assert_eq!(status(&app, "confirmed@reader.example"), "unsubscribed");
    for role in [Role::Editor, Role::Viewer] {
        let member = site.base.member(&app, role).await;
        for path in [path.clone(), format!("{path}/export")] {
            assert_eq!(app.call(&member, "GET", &path, Value::Null).await.status, 403);
        }
    }
}
