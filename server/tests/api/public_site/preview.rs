use moyan_foundation::access::Role;
use moyan_server::features::public_site::Sites;
use serde_json::{Value, json};
use uuid::Uuid;

use super::hosts::{get, published};
use crate::support::TestApp;
use crate::support::site::Site;

/// Where previews are framed.
const PREVIEW_HOST: &str = "preview.localhost";
const HOSTILE: &str = "\"><script>alert(1)</script><img src=x onerror=alert(2)>";

fn asked(sections: Vec<Value>) -> Value {
    let sections: Vec<Value> = sections
        .into_iter()
        .map(|content| json!({ "id": Uuid::now_v7(), "isVisible": true, "content": content }))
        .collect();
    json!({ "page": { "kind": "home" }, "audience": "guest", "colorScheme": "light",
        "drafts": { "homepage": { "sections": sections } } })
}

/// Every kind of section with hostile text in every field.
fn hostile_sections() -> Vec<Value> {
    let x = HOSTILE;
    let link = json!({ "text": x, "url": "javascript:alert(3)" });
    let image = json!({ "url": "data:text/html,x", "alt": x, "width": 1, "height": 1 });
    vec![
        json!({ "kind": "hero", "title": x, "subtitle": x, "primaryButton": link, "secondaryButton": link, "image": image, "showsImage": true, "variant": "image", "layout": "split" }),
        json!({ "kind": "stats", "title": x, "items": [{ "value": x, "label": x, "description": x }], "layout": "grid", "variant": "highlight" }),
        json!({ "kind": "features", "title": x, "subtitle": x, "description": x, "items": [{ "icon": x, "title": x, "description": x }], "layout": "carousel", "columns": 2, "cardStyle": "card", "showsIcons": true, "hasHoverEffect": true }),
        json!({ "kind": "demo", "title": x, "subtitle": x, "image": image, "button": link, "benefits": [x] }),
        json!({ "kind": "testimonials", "title": x, "items": [{ "content": x, "author": x, "position": x, "avatar": image }], "layout": "masonry", "columns": 2, "variant": "classic" }),
        json!({ "kind": "blog", "title": x, "subtitle": x, "viewAll": link, "source": "listed", "nLatest": 1, "posts": [{ "title": x, "link": "javascript:alert(4)", "excerpt": x, "category": x, "date": x, "image": image, "author": x, "readTimeMin": 1 }], "showsAuthor": true, "showsReadTime": true, "columns": 1 }),
        json!({ "kind": "faq", "title": x, "items": [{ "question": x, "answer": x }], "layout": "tabs", "variant": "minimal" }),
        json!({ "kind": "partners", "title": x, "items": [{ "name": x, "logo": image, "url": "javascript:alert(5)" }], "layout": "grid", "variant": "card", "showsLogos": true }),
        json!({ "kind": "newsletter", "title": x, "subtitle": x, "description": x, "showsNameField": true, "namePlaceholder": x, "emailPlaceholder": x, "submitText": x, "successMessage": x, "privacyText": x, "privacyLink": link, "layout": "split", "variant": "outlined" }),
        json!({ "kind": "cta", "title": x, "subtitle": x, "description": x, "primaryButton": link, "secondaryButton": link }),
    ]
}

#[actix_web::test]
async fn hostile_text_in_every_field_stays_text() {
    let app = TestApp::with_database();
    let site = Site::new(&app).await;
    let answer = site
        .call(&app, "POST", "/preview", asked(hostile_sections()))
        .await;
    let html = answer.data()["html"].as_str().unwrap().to_owned();
    for forbidden in ["<script>alert", "<img src=x", "javascript:", "data:text/html"] {
        assert!(!html.contains(forbidden), "{forbidden}: {html}");
    }
    for kind in [
        "hero",
        "stats",
        "features",
        "demo",
        "testimonials",
        "blog",
        "faq",
        "partners",
        "newsletter",
        "cta",
    ] {
        let class = match kind {
            "hero" => "class=\"hero ".to_owned(),
            // Their own names stand on lists of filters.
            "partners" => "class=\"section companies".to_owned(),
            "newsletter" => "class=\"section letter".to_owned(),
            _ => format!("class=\"section {kind}"),
        };
        assert!(html.contains(&class), "{kind}");
    }
    assert!(html.contains("data-field=\"homepage.sections[1].content.items[0].label\""));
}

/// Settings with a value in every field.
const SETTINGS: &str = include_str!("../../data/site-settings.json");

/// Replaces what can be typed: every text but those by which the parts of settings are told apart.
fn type_everywhere(value: &mut Value, name: &str, typed: &str) {
    const CHOSEN: [&str; 15] = [
        "id",
        "categoryId",
        "kind",
        "variant",
        "layout",
        "source",
        "cardStyle",
        "period",
        "language",
        "theme",
        "font",
        "codeTheme",
        "codeThemeDark",
        "colorScheme",
        "color",
    ];
    match value {
        Value::String(text) if !CHOSEN.contains(&name) => *text = typed.to_owned(),
        Value::Array(items) => items
            .iter_mut()
            .for_each(|item| type_everywhere(item, name, typed)),
        Value::Object(fields) => {
            for (name, value) in fields {
                type_everywhere(value, name, typed);
            }
        }
        _ => {}
    }
}

#[actix_web::test]
async fn what_is_typed_into_any_tab_is_text_on_every_page() {
    let app = TestApp::with_database();
    let site = Site::new(&app).await;
    let text = format!("{HOSTILE}\n\n[a](javascript:alert(6)) <a href=\"javascript:alert(7)\">b</a>\n");
    let (document, _) = site.document(&app, HOSTILE, &text).await;
    app.sql(&format!(
        "UPDATE categories SET name = '{0}', description = '{0}'; UPDATE sites SET name = '{0}'",
        HOSTILE.replace('\'', "''")
    ));
    let settings: Value = serde_json::from_str(SETTINGS).unwrap();
    let pages = ["home", "index", "document", "plans", "notFound"].map(|kind| json!({ "kind": kind }));
    let found = [
        json!({ "kind": "search", "question": HOSTILE }),
        json!({ "kind": "path", "path": HOSTILE }),
        json!({ "kind": "document", "documentId": document }),
    ];
    for typed in [
        HOSTILE,
        "javascript:alert(8)",
        "data:text/html,<script>alert(9)</script>",
        "//evil.example/x",
    ] {
        let mut drafts = settings.clone();
        drafts.as_object_mut().unwrap().remove("redirects");
        drafts.as_object_mut().unwrap().remove("access");
        type_everywhere(&mut drafts, "", typed);
        let drafts: serde_json::Map<_, _> = drafts
            .as_object()
            .unwrap()
            .iter()
            .map(|(tab, value)| {
                (
                    if tab == "basic-info" {
                        "basicInfo".to_owned()
                    } else {
                        tab.clone()
                    },
                    value.clone(),
                )
            })
            .collect();
        for page in pages.iter().chain(&found) {
            for audience in ["guest", "staff"] {
                let body =
                    json!({ "page": page, "audience": audience, "colorScheme": "light", "drafts": drafts });
                let answer = site.call(&app, "POST", "/preview", body).await;
                let html = answer.data()["html"].as_str().unwrap().to_owned();
                for forbidden in ["<script>alert", "<img src=x"] {
                    assert!(!html.contains(forbidden), "{page} {typed}: {forbidden}: {html}");
                }
                for name in ["href", "src", "srcset", "action"] {
                    for scheme in ["javascript:", "data:text", "//evil"] {
                        let attribute = format!(" {name}=\"{scheme}");
                        assert!(!html.contains(&attribute), "{page} {typed}: {attribute}: {html}");
                    }
                }
            }
        }
    }
}

#[actix_web::test]
async fn a_preview_shows_every_page_of_a_site_that_was_never_published() {
    let app = TestApp::with_database();
    let site = Site::new(&app).await;
    site.document(&app, "开始", "# 开始\n\n文字").await;
    for page in [
        json!({ "kind": "home" }),
        json!({ "kind": "index" }),
        json!({ "kind": "document" }),
        json!({ "kind": "search", "question": "文字" }),
        json!({ "kind": "plans" }),
        json!({ "kind": "notFound" }),
    ] {
        for audience in ["guest", "nonMember", "member", "staff"] {
            let body = json!({ "page": page, "audience": audience, "colorScheme": "dark" });
            let answer = site.call(&app, "POST", "/preview", body).await;
            let html = answer.data()["html"].as_str().unwrap().to_owned();
            assert!(html.contains("data-theme=\"dark\""), "{page}");
        }
    }
}

#[actix_web::test]
async fn packages_that_are_not_saved_are_shown_on_the_page_where_they_are_sold() {
    let app = TestApp::with_database();
    let site = Site::new(&app).await;
    app.sql(&format!(
        "INSERT INTO payment_methods (site_id, method, is_enabled) VALUES ('{}', 'manual', true)",
        site.id
    ));
    let package = |name: &str, price: &str, is_archived: bool| {
        json!({ "id": Uuid::new_v4(), "name": name, "price": price, "period": "yearly", "isRecommended": false,
            "benefits": ["全部文章"], "isArchived": is_archived })
    };
    let packages = json!([
        package("停售", "1", true),
        package("年度会员", "¥1,299", false),
        package("新的", "很多", false)
    ]);
    let membership = json!({ "packages": packages, "generalBenefits": ["读者群"], "graceDays": 0, "maxDevices": 1,
        "refundPolicy": "七天内可退。", "contact": "" });
    let show = async |audience: &str| {
        let body = json!({ "page": { "kind": "plans" }, "audience": audience, "colorScheme": "light",
            "drafts": { "membership": membership } });
        let shown = site.call(&app, "POST", "/preview", body).await.data();
        shown["html"].as_str().unwrap().to_owned()
    };
    let guest = show("guest").await;
    for part in [
        "page-buying",
        "¥1,299",
        "很多",
        "读者群",
        "七天内可退。",
        "登录并购买",
        "data-field=\"membership.packages[1].price\"",
        "data-field=\"membership.packages[1].benefits\"",
    ] {
        assert!(guest.contains(part), "{part}: {guest}");
    }
    assert!(!guest.contains("停售"), "{guest}");
    let member = show("member").await;
    assert!(member.contains("续费"));
    let (_, until) = member.split_once("有效期到 ").unwrap();
    let day: Vec<&str> = until.split(' ').take(5).step_by(2).collect();
    let day: chrono::NaiveDate = day.join("-").parse().unwrap();
    assert!(day > app.clock.now().date_naive(), "{day}");
    assert_eq!(app.database().text("SELECT count(*) FROM site_settings"), "0");
}

#[actix_web::test]
async fn a_link_of_a_preview_leads_to_its_page() {
    let app = TestApp::with_database();
    let site = Site::new(&app).await;
    site.document(&app, "first", "# eins\n\nanfang").await;
    let (id, _) = site.document(&app, "second", "# zwei\n\nmitte").await;
    let show = async |page: Value, audience: &str| {
        let body = json!({ "page": page, "audience": audience, "colorScheme": "light" });
        site.call(&app, "POST", "/preview", body).await.data()
    };
    let path = |path: &str| json!({ "kind": "path", "path": path });
    for asked in [
        json!({ "kind": "document", "documentId": id }),
        path("/docs/docs/second?x=1#zwei"),
    ] {
        let shown = show(asked.clone(), "guest").await;
        assert_eq!(shown["documentId"], json!(id), "{asked}");
        assert!(shown["html"].as_str().unwrap().contains("mitte"), "{asked}");
    }
    for (asked, part) in [
        ("/", "page-home"),
        ("/docs/docs", "/docs/docs/second"),
        ("/docs?category=docs", "/docs/docs/second"),
        ("/search?q=mitte", "<mark>mitte</mark>"),
        ("/plans", "page-buying"),
        ("/docs/docs/nothing", "page-notice"),
        ("/login", "page-notice"),
        ("", "page-notice"),
    ] {
        let shown = show(path(asked), "guest").await;
        assert!(
            shown["html"].as_str().unwrap().contains(part),
            "{asked}: {}",
            shown["html"]
        );
        assert_eq!(shown["documentId"], Value::Null, "{asked}");
    }
    // Who belongs to the team is led to the editor.
    let edit = format!("data-edit=\"{id}\"");
    for (audience, is_led) in [("staff", true), ("guest", false), ("member", false)] {
        let shown = show(path("/docs/docs/second"), audience).await;
        assert_eq!(
            shown["html"].as_str().unwrap().contains(&edit),
            is_led,
            "{audience}"
        );
    }
}

#[actix_web::test]
async fn the_frame_of_a_preview_finds_its_script_and_every_style_at_a_host_of_no_site() {
    let app = TestApp::with_database();
    let site = Site::new(&app).await;
    let body = json!({ "page": { "kind": "home" }, "audience": "guest", "colorScheme": "light" });
    let shown = site.call(&app, "POST", "/preview", body).await.data();
    assert_eq!(shown["frameUrl"], "https://preview.localhost/preview-frame");
    let frame = get(&app, PREVIEW_HOST, "/preview-frame").await;
    let policy = frame.header("content-security-policy");
    assert!(
        policy.ends_with("frame-ancestors http://127.0.0.1:* http://localhost:*"),
        "{policy}"
    );
    // A sandbox takes the frame's origin away, and WebKit's `'self'` with it.
    let own = "https://preview.localhost";
    for part in [
        format!("script-src {own};"),
        format!("style-src {own} "),
        format!("img-src {own} "),
    ] {
        assert!(policy.contains(&part), "{policy}");
    }
    assert!(!policy.contains("'self'"), "{policy}");
    let html = format!("{}{}", frame.text(), shown["html"].as_str().unwrap());
    for (start, end) in [
        ("/assets/preview-frame-", ".js"),
        ("/assets/site-", ".js"),
        ("/assets/site-", ".css"),
        ("/assets/theme.", ".css"),
    ] {
        let mut parts = html.split('"');
        let path = parts.find(|part| part.starts_with(start) && part.ends_with(end));
        let file = get(&app, PREVIEW_HOST, path.unwrap()).await;
        assert_eq!(file.status, 200, "{path:?}");
    }
}

#[actix_web::test]
async fn a_preview_of_a_site_with_a_domain_of_its_own_is_framed_where_the_console_may_frame_it() {
    let app = TestApp::with_database();
    let site = published(&app).await;
    app.sql(&format!(
        "INSERT INTO site_domains (id, site_id, host, token, verified_at, is_primary) \
         VALUES (gen_random_uuid(), '{}', 'docs.example', 't', now(), true)",
        site.id
    ));
    app.state.memory.of::<Sites>().expire();
    let body = json!({ "page": { "kind": "home" }, "audience": "guest", "colorScheme": "light" });
    let shown = site.call(&app, "POST", "/preview", body).await.data();
    assert_eq!(shown["frameUrl"], "https://preview.localhost/preview-frame");
    let html = shown["html"].as_str().unwrap();
    let style = html.split('"').find(|part| part.starts_with("/assets/theme."));
    for path in ["/preview-frame", style.unwrap()] {
        assert_eq!(get(&app, PREVIEW_HOST, path).await.status, 200, "{path}");
    }
}

#[actix_web::test]
async fn a_preview_is_for_those_who_may_read_the_site() {
    let app = TestApp::with_database();
    let site = Site::new(&app).await;
    let path = format!("{}/preview", site.path);
    let viewer = site.base.member(&app, Role::Viewer).await;
    assert_eq!(
        app.call(&viewer, "POST", &path, asked(Vec::new())).await.status,
        200
    );
    let stranger = app.user("stranger").await;
    assert_eq!(
        app.call(&stranger, "POST", &path, asked(Vec::new())).await.status,
        404
    );
    app.sql("UPDATE teams SET plan = 'creator'");
    let draft = app.call(&viewer, "POST", &path, asked(Vec::new())).await;
    assert_eq!(draft.status, 200);
    app.sql("UPDATE sites SET status = 'published'");
    let refused = app.call(&viewer, "POST", &path, asked(Vec::new())).await;
    assert_eq!(refused.refusal().1, "plan.notAvailable");
}
