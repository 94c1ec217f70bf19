//! What somebody tries who has read the public pages only, and is a member of another site.

use std::collections::BTreeSet;

use actix_web::http::Method;
use serde_json::json;

use super::crawl::decoded;
use super::world::{Audience, HOST, Level, World};
use crate::support::Answer;
use crate::support::visitor::Visitor;

/// Other ways to write the path of a document. `@` is the path, `~` the path without its first slash.
const SPELLINGS: [&str; 39] = [
    "@",
    "@/",
    "@?print=1",
    "@?page=2",
    "@?audience=member",
    "@?preview=1",
    "@?token=x",
    "@#kqx",
    "@.md",
    "@.md/",
    "@.md?print=1",
    "@%2emd",
    "@.MD",
    "@.html",
    "@.json",
    "@.txt",
    "@.xml",
    "@/index.html",
    "@/print",
    "@/feed.xml",
    "@/raw",
    "@;a=b",
    "@%00",
    "@%2f",
    "@%20",
    "@.",
    "@~",
    "//~",
    "/./~",
    "/x/../~",
    "/docs/..@",
    "/DOCS/../~",
    "/own-visit?to=@",
    "/preview-frame?path=@",
    "/search?q=@",
    "/login?from=@",
    "/plans?from=@",
    "/s/handbook@",
    "http://handbook.localhost@",
];

/// Headers that some servers believe.
const HEADERS: [(&str, &str); 17] = [
    ("range", "bytes=0-100000"),
    ("accept", "application/json"),
    ("accept", "text/markdown"),
    ("accept-encoding", "gzip"),
    ("accept-encoding", "br"),
    ("x-forwarded-for", "127.0.0.1"),
    ("x-forwarded-host", "localhost"),
    ("x-original-url", "/docs/docs/ttlb2"),
    ("x-rewrite-url", "/docs/docs/ttlb2"),
    ("x-http-method-override", "PUT"),
    ("user-agent", "Mozilla/5.0 (compatible; Googlebot/2.1)"),
    ("purpose", "preview"),
    ("sec-purpose", "prefetch"),
    ("authorization", "Bearer x"),
    ("referer", "https://handbook.localhost/docs/docs/ttlb2"),
    ("if-none-match", "*"),
    ("if-modified-since", "Thu, 01 Jan 1970 00:00:00 GMT"),
];

/// Sends what the outsider sends, each from a network of its own, and looks at what comes back.
struct Outsider {
    world: World,
    cookie: String,
    /// What guests may not find.
    secrets: Vec<String>,
    n_requests: u32,
}

impl Outsider {
    async fn new() -> Self {
        let world = World::new().await;
        let other = world.site.second(&world.app);
        world.app.sql("UPDATE sites SET status = 'published'");
        let visitor = Visitor::new(&world.app, other.id, "mallory").await;
        visitor.grant(&world.app, "is_lifetime = TRUE");
        let documents = world.documents.iter();
        let secrets = documents.flat_map(|document| document.secrets(Audience::Guest));
        Self {
            secrets: secrets.collect(),
            cookie: visitor.cookie,
            world,
            n_requests: 0,
        }
    }

    /// Asks as a guest and as the member of the other site.
    async fn tries(
        &mut self,
        method: &Method,
        path: &str,
        headers: &[(&str, &str)],
        body: &str,
    ) -> Vec<Answer> {
        let mut answers = Vec::new();
        for cookie in ["", self.cookie.clone().as_str()] {
            self.n_requests += 1;
            let address = format!("10.{}.{}.1", self.n_requests / 250, self.n_requests % 250);
            let mut sent = vec![("cookie", cookie)];
            if !headers.iter().any(|(name, _)| *name == "host") {
                sent.push(("host", HOST));
            }
            sent.extend(headers);
            let body = body.as_bytes().to_vec();
            let app = &self.world.app;
            let answer = app.send_from(&address, method.clone(), path, &sent, body).await;
            let found = format!("{:?}\n{}", answer.headers, decoded(&answer));
            // What was sent may come back, as in a search or a place to return to.
            let found = found.replace(path, "");
            for secret in self
                .secrets
                .iter()
                .filter(|secret| !path.contains(secret.as_str()))
            {
                assert!(
                    !found.contains(secret),
                    "{secret} by {method} {path} {headers:?}: {found}"
                );
            }
            answers.push(answer);
        }
        answers
    }
}

/// The paths that a page leads to.
fn paths_in(text: &str) -> Vec<String> {
    [
        "href=\"",
        "src=\"",
        "action=\"",
        "content=\"",
        "<loc>",
        "<link>",
        "](",
    ]
    .iter()
    .flat_map(|start| text.split(start).skip(1))
    .filter_map(|rest| rest.split(['"', '<', ')', '#']).next())
    .map(|address| {
        address
            .trim_start_matches("https://handbook.localhost")
            .replace("&amp;", "&")
    })
    .filter(|path| path.starts_with('/') && !path.starts_with("//"))
    .collect()
}

#[actix_web::test]
async fn following_every_link_leads_to_no_secret() {
    let mut outsider = Outsider::new().await;
    let mut known: BTreeSet<String> = [
        "/",
        "/robots.txt",
        "/sitemap.xml",
        "/feed.xml",
        "/llms.txt",
        "/llms-full.txt",
    ]
    .map(str::to_owned)
    .into();
    let mut to_ask: Vec<String> = known.iter().cloned().collect();
    while let Some(path) = to_ask.pop() {
        for answer in outsider.tries(&Method::GET, &path, &[], "").await {
            for path in paths_in(&decoded(&answer)) {
                if known.insert(path.clone()) {
                    to_ask.push(path);
                }
            }
        }
    }
    let reached = outsider.world.documents.iter();
    let reached = reached.filter(|document| known.contains(&document.path()));
    assert_eq!(reached.count(), 5, "free, partial and members only: {known:?}");
}

#[actix_web::test]
async fn no_other_spelling_of_an_address_and_no_header_shows_more() {
    let mut outsider = Outsider::new().await;
    let paths: Vec<String> = outsider
        .world
        .documents
        .iter()
        .filter(|document| document.level(Audience::Guest) != Level::Free)
        .map(super::world::Document::path)
        .collect();
    for path in &paths {
        for spelling in SPELLINGS {
            let address = spelling
                .replace('@', path)
                .replace('~', path.trim_start_matches('/'));
            outsider.tries(&Method::GET, &address, &[], "").await;
        }
        for header in HEADERS {
            outsider.tries(&Method::GET, path, &[header], "").await;
        }
        for method in [
            Method::HEAD,
            Method::OPTIONS,
            Method::POST,
            Method::PUT,
            Method::PATCH,
            Method::DELETE,
        ] {
            outsider.tries(&method, path, &[], "").await;
        }
    }
}

#[actix_web::test]
async fn no_other_host_shows_more() {
    let mut outsider = Outsider::new().await;
    let path = outsider.world.document("b2").path();
    for host in [
        "HANDBOOK.localhost:8080",
        "handbook.localhost.:8080",
        "handbook.localhost",
        "handbook.localhost:80",
        "x.handbook.localhost",
        "handbook.localhost@evil.example",
        "handbook.localhost, second.localhost",
        "second.localhost",
        "evil.example",
        "127.0.0.1:8080",
        "[::1]",
        "localhost",
        "handbook%2elocalhost",
    ] {
        for path in ["/", path.as_str(), "/sitemap.xml", "/api/teams/personal/sites"] {
            outsider.tries(&Method::GET, path, &[("host", host)], "").await;
        }
    }
}

#[actix_web::test]
async fn no_form_gives_the_outsider_a_membership_or_an_order_of_another() {
    let mut outsider = Outsider::new().await;
    let (app, site) = (&outsider.world.app, &outsider.world.site);
    let victim = Visitor::new(app, site.id, "reader").await;
    app.sql(&format!(
        "INSERT INTO payment_methods (site_id, method, is_enabled) VALUES ('{}', 'manual', TRUE)",
        site.id
    ));
    let site_path = site.path.clone();
    let package = app
        .database()
        .text("SELECT data->'packages'->0->>'id' FROM site_settings WHERE tab = 'membership'");
    let order = format!("packageId={package}&method=manual&coupon=&from=&price.{package}=9900");
    let origin = ("origin", "https://handbook.localhost");
    let form = ("content-type", "application/x-www-form-urlencoded");
    let mut browser = crate::support::browser::Browser::new(app).with(&victim.cookie);
    let fields = [
        ("packageId", package.as_str()),
        ("method", "manual"),
        ("coupon", ""),
        ("from", ""),
        (&format!("price.{package}"), "9900"),
    ];
    let made = browser.post("/orders", &fields).await;
    let number = made.header("location").to_owned();
    assert!(number.starts_with("/orders/"), "{number}");
    for (path, body) in [
        ("/orders", order.as_str()),
        (number.as_str(), ""),
        (&format!("{number}/paid"), "note=mine"),
        ("/redeem", "code=0000-0000-0000-0000"),
        ("/account/profile", "nickname=x&siteId=1&isMember=true"),
        ("/account/deletion", "code=000000"),
        (
            "/login/verify",
            "identifier=reader%40reader.example&code=000000&from=/",
        ),
        (
            "/login/password",
            "identifier=reader%40reader.example&passwd=x&from=/",
        ),
    ] {
        outsider.tries(&Method::POST, path, &[origin, form], body).await;
    }
    for answer in outsider.tries(&Method::GET, &number, &[], "").await {
        assert_ne!(answer.status, 200, "an order of somebody else");
    }
    for route in [
        "/orders",
        "/members",
        "/members/export",
        "/payment-methods",
        "/redeem-batches",
        "/releases",
    ] {
        for host in [HOST, "localhost:8080"] {
            let path = format!("{site_path}{route}");
            for answer in outsider.tries(&Method::GET, &path, &[("host", host)], "").await {
                assert!(
                    answer.status.is_client_error(),
                    "{host} {route}: {}",
                    answer.status
                );
            }
        }
    }
    for (path, body) in [
        (
            "/hooks/payments/SITE/stripe",
            json!({ "type": "checkout.session.completed" }),
        ),
        (
            "/hooks/payments/SITE/wechatPay",
            json!({ "event_type": "TRANSACTION.SUCCESS" }),
        ),
        (
            "/hooks/payments/SITE/alipay",
            json!({ "trade_status": "TRADE_SUCCESS" }),
        ),
    ] {
        let path = path.replace("SITE", &outsider.world.site.id.to_string());
        outsider
            .tries(
                &Method::POST,
                &path,
                &[("host", "localhost:8080")],
                &body.to_string(),
            )
            .await;
    }
    let database = outsider.world.app.database();
    assert_eq!(
        database.text("SELECT count(*)::text FROM orders WHERE status <> 'pending'"),
        "0"
    );
    assert_eq!(
        database.text(&format!(
            "SELECT count(*)::text FROM grants WHERE site_id = '{}'",
            outsider.world.site.id
        )),
        "0"
    );
}
