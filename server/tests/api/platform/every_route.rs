//! Made from the table of routes: a new route is tried here without being added.

use actix_web::http::Method;
use moyan_foundation::access::Role;
use moyan_foundation::openapi::failures_of;
use moyan_foundation::route::{Access, Content, JsonContent, Route};
use moyan_server::composition;
use serde_json::{Value, json};

use super::successful_requests::{Body, Scene, request_of};
use crate::support::{Answer, TestApp, User};

/// Routes that everybody may call. A new one is added on purpose, or the test fails.
const PUBLIC: [&str; 20] = [
    "get_health",
    "get_version",
    "get_config",
    "get_openapi",
    "get_docs",
    "get_healthz",
    "get_readyz",
    "get_outbox",
    "set_clock",
    "register_by_identifier",
    "login_by_identifier",
    "logout",
    "send_code",
    "reset_password",
    "get_avatar",
    "get_media",
    "list_plans",
    "lookup_invitation",
    "check_name_of_site",
    "take_payment_notification",
];

/// The path with a team, and IDs of nothing for everything else.
fn path_of(route: &Route, team: &str) -> String {
    route
        .path
        .split('/')
        .map(|part| match part {
            "{teamId}" => team.to_owned(),
            part if part.starts_with('{') => uuid::Uuid::new_v4().to_string(),
            part => part.to_owned(),
        })
        .collect::<Vec<_>>()
        .join("/")
}

/// Who may call a route with objects of a scene.
fn caller_of<'a>(route: &Route, admin: &'a User, scene: &'a Scene) -> &'a User {
    if matches!(route.access, Access::Team(_) | Access::Session) {
        &scene.owner
    } else {
        admin
    }
}

async fn call(app: &TestApp, route: &Route, team: &str, token: &str) -> Answer {
    let body = if matches!(route.body, Content::Json(_)) {
        json!({})
    } else {
        Value::Null
    };
    app.json(
        "10.0.0.1",
        route.method.clone(),
        &path_of(route, team),
        token,
        body,
    )
    .await
}

fn routes_for(is_wanted: impl Fn(Access) -> bool) -> Vec<Route> {
    composition::routes()
        .into_iter()
        .filter(|route| is_wanted(route.access))
        .collect()
}

#[actix_web::test]
async fn only_these_routes_are_for_everybody() {
    let mut public: Vec<&str> = routes_for(|access| access == Access::Anyone)
        .iter()
        .map(|route| route.name)
        .collect();
    let mut expected = PUBLIC.to_vec();
    public.sort_unstable();
    expected.sort_unstable();
    assert_eq!(public, expected);
}

#[actix_web::test]
async fn nobody_and_who_has_a_bad_token_is_turned_away() {
    let app = TestApp::with_database();
    let nothing = uuid::Uuid::new_v4().to_string();
    for route in routes_for(|access| access != Access::Anyone) {
        for (token, key) in [("", "session.required"), ("nonsense", "session.expired")] {
            let answer = call(&app, &route, &nothing, token).await;
            assert_eq!(answer.refusal(), (401, key.to_owned()), "{}", route.name);
        }
    }
}

#[actix_web::test]
async fn a_team_is_not_there_for_strangers_whatever_they_do() {
    let app = TestApp::with_database();
    let (owner, stranger) = (app.user("owner").await, app.user("stranger").await);
    let team = app.team(&owner, "ours").await;
    let admin = app.admin("root").await;
    for route in routes_for(|access| matches!(access, Access::Team(_))) {
        for caller in [&stranger, &admin] {
            for id in [team.as_str(), "nonsense"] {
                let answer = call(&app, &route, id, &caller.token).await;
                assert_eq!(
                    answer.refusal(),
                    (404, "team.notFound".to_owned()),
                    "{}",
                    route.name
                );
            }
        }
    }
}

#[actix_web::test]
async fn objects_of_another_team_are_out_of_reach_whatever_is_done_to_them() {
    let app = TestApp::with_database();
    let (ours, theirs) = (Scene::new(&app, "ours").await, Scene::new(&app, "theirs").await);
    let admin = app.admin("root").await;
    let (_, their_base) = (
        theirs.id_of(&app, "documentId"),
        theirs.id_of(&app, "knowledgeBaseId"),
    );
    let rows = || {
        app.database().text(&format!(
            "SELECT concat_ws(' ', (SELECT string_agg(m::text, ',' ORDER BY user_id) FROM team_members m WHERE team_id = '{0}'), \
             (SELECT string_agg(i::text, ',' ORDER BY id) FROM team_invitations i WHERE team_id = '{0}'), \
             (SELECT string_agg(b::text, ',' ORDER BY id) FROM knowledge_bases b WHERE team_id = '{0}'), \
             (SELECT string_agg(c::text, ',' ORDER BY id) FROM categories c WHERE knowledge_base_id = '{1}'), \
             (SELECT string_agg(d::text, ',' ORDER BY id) FROM documents d WHERE knowledge_base_id = '{1}'))",
            theirs.team, their_base
        ))
    };
    let before = rows();
    let mut n_tried = 0;
    for route in routes_for(|access| matches!(access, Access::Team(_))) {
        for parameter in route
            .path_parameters()
            .filter(|name| !["teamId", "imageName", "diagramHash", "revision", "method"].contains(name))
        {
            n_tried += 1;
            app.sql("UPDATE sites SET purges_at = NULL");
            let mut request = request_of(&app, &admin, &ours, &route).await;
            let (own, other) = (ours.id_of(&app, parameter), theirs.id_of(&app, parameter));
            assert_ne!(own, other);
            request.path = request.path.replace(&own, &other);
            let answer = request.send(&app, &route.method).await;
            assert_eq!(answer.status, 404, "{}: {}", route.name, answer.text());
            assert_eq!(rows(), before, "{}", route.name);
        }
    }
    assert!(n_tried >= 3);
    // Nor is anything out of reach that a body names.
    let path = format!("/api/teams/{}/transfer", ours.team);
    let body = json!({ "userId": theirs.member.id });
    let answer = app.call(&ours.owner, "POST", &path, body).await;
    assert_eq!(answer.refusal(), (404, "member.notFound".to_owned()));
}

#[actix_web::test]
async fn what_belongs_to_an_account_is_out_of_reach_of_others() {
    let app = TestApp::with_database();
    let (ours, theirs) = (Scene::new(&app, "ours").await, Scene::new(&app, "theirs").await);
    let admin = app.admin("root").await;
    for route in routes_for(|access| access == Access::Session) {
        for parameter in route.path_parameters() {
            let mut request = request_of(&app, &admin, &ours, &route).await;
            let (own, other) = (ours.id_of(&app, parameter), theirs.id_of(&app, parameter));
            request.path = request.path.replace(&own, &other);
            let answer = request.send(&app, &route.method).await;
            assert_eq!(answer.status, 404, "{}: {}", route.name, answer.text());
        }
    }
    assert!(app.is_logged_in(&theirs.owner.token).await);
}

#[actix_web::test]
async fn each_role_may_what_the_table_says_and_no_more() {
    let app = TestApp::with_database();
    let owner = app.user("owner").await;
    let mut callers: Vec<(Role, User)> = vec![(Role::Owner, owner.clone())];
    for role in [Role::Admin, Role::Editor, Role::Support, Role::Viewer] {
        callers.push((role, app.user(role.as_str()).await));
    }
    let mut n_allowed = 0;
    for route in routes_for(|access| matches!(access, Access::Team(_))) {
        let Access::Team(action) = route.access else {
            continue;
        };
        for (role, caller) in &callers {
            // Another team for each call, because a call may remove its caller.
            let team = app.team(&owner, "ours").await;
            for (role, member) in callers.iter().skip(1) {
                app.join(&team, member, *role);
            }
            let answer = call(&app, &route, &team, &caller.token).await;
            let is_denied = answer.status == 403 && answer.refusal().1 == "access.denied";
            assert_eq!(
                !is_denied,
                role.may(action),
                "{} as {role:?}: {}",
                route.name,
                answer.text()
            );
            assert_ne!(answer.status, 401, "{}", route.name);
            n_allowed += u32::from(!is_denied);
            app.sql("DELETE FROM teams WHERE kind = 'team'");
        }
    }
    assert!(n_allowed > 20);
}

#[actix_web::test]
async fn the_administration_is_for_administrators() {
    let app = TestApp::with_database();
    let (user, admin) = (app.user("li").await, app.admin("root").await);
    let routes = routes_for(|access| access == Access::Admin);
    assert_eq!(
        routes
            .iter()
            .filter(|route| route.path.starts_with("/api/admin/"))
            .count(),
        composition::routes()
            .iter()
            .filter(|route| route.path.starts_with("/api/admin/"))
            .count()
    );
    for route in routes {
        let nothing = uuid::Uuid::new_v4().to_string();
        let answer = call(&app, &route, &nothing, &user.token).await;
        assert_eq!(
            answer.refusal(),
            (403, "access.denied".to_owned()),
            "{}",
            route.name
        );
        let answer = call(&app, &route, &nothing, &admin.token).await;
        assert!(
            !matches!(answer.status.as_u16(), 401 | 403),
            "{}: {}",
            route.name,
            answer.text()
        );
    }
}

/// Fields that no form takes from whoever sends it, beside those that a form has.
fn foreign_fields(route: &Route, other: &User, team: &str) -> Value {
    let mut fields = json!({
        "id": other.id, "userId": other.id, "ownerId": other.id, "teamId": team, "invitedById": other.id,
        "role": "admin", "roles": ["admin"], "isAdmin": true, "is_admin": true,
        "plan": "enterprise", "planEndsAt": null, "endsAt": "2999-01-01T00:00:00Z", "kind": "personal", "status": "active",
        "passwordHash": "foreign", "password_hash": "foreign", "email": "foreign@example.com", "phone": "+86-13900139000",
        "suspendedAt": null, "suspendedReason": "foreign", "deletesAt": "2999-01-01T00:00:00Z",
        "purgesAt": "2999-01-01T00:00:00Z", "tokenHash": "foreign", "createdAt": "2999-01-01T00:00:00Z",
        "expiresAt": "2999-01-01T00:00:00Z", "price": 0,
    });
    let Content::Json(describe) = &route.body else {
        return fields;
    };
    let schema = serde_json::to_value(&describe().named.last().unwrap().1).unwrap();
    let map = fields.as_object_mut().unwrap();
    for own in schema["properties"].as_object().unwrap().keys() {
        map.remove(own);
    }
    fields
}

/// What nobody gives themselves by a form, but what the form is for.
fn privileges(app: &TestApp, route: &Route) -> String {
    let unless = |name: &str, count: &'static str| if route.name == name { "0" } else { count };
    let admins = unless("set_admin_role", "(SELECT count(*) FROM users WHERE is_admin)");
    let plans = unless("set_plan", "(SELECT count(*) FROM teams WHERE plan <> 'creator')");
    app.database().text(&format!(
        "SELECT concat_ws(' | ', {admins}, {plans}, \
         (SELECT count(*) FROM teams WHERE kind = 'personal') - (SELECT count(*) FROM users), \
         (SELECT count(*) FROM users t WHERE t::text ~ 'foreign|2999-01-01|13900139000'), \
         (SELECT count(*) FROM teams t WHERE t::text ~ 'foreign|2999-01-01'), \
         (SELECT count(*) FROM team_invitations t WHERE t::text ~ 'foreign|2999-01-01' OR role = 'admin'), \
         (SELECT count(*) FROM sessions t WHERE t::text ~ '2999-01-01'))"
    ))
}

#[actix_web::test]
async fn every_success_is_kept_by_no_cache_and_takes_no_field_that_its_form_does_not_have() {
    let app = TestApp::with_database();
    let admin = app.admin("root").await;
    let other = app.user("other").await;
    let theirs = app.team(&other, "theirs").await;
    let mut n_with_body = 0;
    for (number, route) in composition::routes()
        .into_iter()
        .filter(Route::is_api)
        .enumerate()
    {
        let scene = Scene::new(&app, &number.to_string()).await;
        let mut request = request_of(&app, &admin, &scene, &route).await;
        if let Body::Json(body) = &mut request.body {
            n_with_body += 1;
            let fields = foreign_fields(&route, &other, &theirs);
            body.as_object_mut()
                .unwrap()
                .extend(fields.as_object().unwrap().clone());
        }
        let before = privileges(&app, &route);
        let answer = request.send(&app, &route.method).await;
        assert_eq!(answer.status, 200, "{}: {}", route.name, answer.text());
        assert_eq!(privileges(&app, &route), before, "{}", route.name);
        // The other one got nothing and lost nothing.
        let owned = format!(
            "(SELECT count(*) = 2 FROM teams WHERE owner_id = '{}') AND (SELECT count(*) = 1 FROM team_members WHERE team_id = '{theirs}')",
            other.id
        );
        assert!(app.database().is_true(&owned), "{}", route.name);
        let cache = answer.header("cache-control");
        let is_about_nobody = matches!(route.name, "get_openapi" | "get_docs" | "get_avatar");
        // Who asks again is asked again who it is.
        let is_asked_again = cache == "private, no-cache" && !answer.header("etag").is_empty();
        assert!(
            cache == "no-store" || is_about_nobody || is_asked_again,
            "{}: {cache}",
            route.name
        );
    }
    assert!(n_with_body > 15);
}

/// What renders, reads or counts a text panics while a connection is held (`held_connection.rs`), and is answered 500.
#[actix_web::test]
async fn no_route_works_on_a_text_while_it_holds_a_connection() {
    let app = TestApp::with_database();
    let admin = app.admin("root").await;
    let mut n_with_texts = 0;
    for (number, route) in composition::routes().into_iter().enumerate() {
        let scene = Scene::new(&app, &number.to_string()).await;
        // A document for those that read all of them.
        scene.id_of(&app, "documentId");
        n_with_texts += usize::from(route.path.contains("{siteId}") || route.name == "push_changes");
        let request = request_of(&app, &admin, &scene, &route).await;
        let answer = request.send(&app, &route.method).await;
        assert_ne!(answer.status, 500, "{}: {}", route.name, answer.text());
    }
    assert!(n_with_texts > 20);
}

#[actix_web::test]
async fn no_refusal_is_kept_by_a_cache() {
    let app = TestApp::with_database();
    let admin = app.admin("root").await;
    let team = app.team(&admin, "ours").await;
    for route in composition::routes().into_iter().filter(Route::is_api) {
        for token in ["", admin.token.as_str()] {
            let answer = call(&app, &route, &team, token).await;
            let cache = answer.header("cache-control");
            assert!(
                answer.status == 200 || cache == "no-store",
                "{}: {cache}",
                route.name
            );
        }
    }
}

#[actix_web::test]
async fn every_failure_is_described() {
    let app = TestApp::with_database();
    let admin = app.admin("root").await;
    let team = app.team(&admin, "ours").await;
    for route in composition::routes() {
        if matches!(route.name, "logout" | "delete_team") || !route.is_api() {
            continue;
        }
        for token in ["", admin.token.as_str()] {
            let answer = call(&app, &route, &team, token).await;
            if answer.status == 200 {
                continue;
            }
            let (status, key) = answer.refusal();
            let described = failures_of(&route);
            assert!(
                described
                    .get(&status)
                    .is_some_and(|keys| keys.contains(&key.as_str())),
                "{}: {status} {key} is not among {described:?}",
                route.name
            );
        }
    }
}

/// Routes that change nothing though their method is not GET. A new one is added on purpose.
const READING: [&str; 6] = [
    "check_payment_method",
    "is_login",
    "lookup_invitation",
    "preview_site",
    "simulate_site_access",
    "sync_heartbeat",
];

/// Every row of every table.
const CONTENT: &str = "SELECT concat_ws(E'\\n', (SELECT string_agg(t::text, ',' ORDER BY id) FROM users t), \
    (SELECT string_agg(t::text, ',' ORDER BY id) FROM sessions t), (SELECT string_agg(t::text, ',' ORDER BY id) FROM teams t), (SELECT string_agg(t::text, ',' ORDER BY id) FROM sites t), \
    (SELECT string_agg(t::text, ',' ORDER BY team_id, user_id) FROM team_members t), \
    (SELECT string_agg(t::text, ',' ORDER BY id) FROM team_invitations t), (SELECT string_agg(t::text, ',' ORDER BY id) FROM avatars t), \
    (SELECT string_agg(t::text, ',' ORDER BY id) FROM mails t), (SELECT string_agg(t::text, ',' ORDER BY id) FROM jobs t), (SELECT string_agg(t::text, ',' ORDER BY id) FROM audit_entries t), \
    (SELECT string_agg(t::text, ',' ORDER BY key) FROM throttles t), \
    (SELECT string_agg(t::text, ',' ORDER BY user_id, key) FROM idempotency_keys t), \
    (SELECT string_agg(t::text, ',' ORDER BY id) FROM knowledge_bases t), \
    (SELECT string_agg(t::text, ',' ORDER BY knowledge_base_id, id) FROM categories t), \
    (SELECT string_agg(t::text, ',' ORDER BY knowledge_base_id, id) FROM documents t), \
    (SELECT string_agg(t::text, ',' ORDER BY knowledge_base_id, document_id, revision) FROM document_revisions t), \
    (SELECT string_agg(t::text, ',' ORDER BY knowledge_base_id, id) FROM accepted_changes t), \
    (SELECT string_agg(t::text, ',' ORDER BY target, purpose) FROM verification_codes t))";

#[actix_web::test]
async fn while_changes_are_refused_reading_works() {
    let mut app = TestApp::with_database();
    let admin = app.admin("root").await;
    let team = app.team(&admin, "ours").await;
    app.sql("UPDATE sessions SET last_seen_at = now() - interval '1 day'");
    app.reconfigure(&[("READ_ONLY", "true")]);
    let rows = || app.database().text(CONTENT);
    let before = rows();
    let mut refused = Vec::new();
    for route in composition::routes().into_iter().filter(Route::is_api) {
        let answer = call(&app, &route, &team, &admin.token).await;
        if answer.status == 503 {
            assert_eq!(answer.refusal().1, "server.readOnly", "{}", route.name);
            refused.push(route.name);
        }
        // Whatever the table of routes says: nothing is written.
        assert_eq!(rows(), before, "{}", route.name);
    }
    let changing: Vec<&str> = composition::routes()
        .iter()
        .filter(|route| route.is_api() && route.method != Method::GET && !READING.contains(&route.name))
        .map(|route| route.name)
        .collect();
    assert_eq!(refused, changing);
    assert_eq!(app.get("/api/config").await.data()["isReadOnly"], true);
    assert!(app.is_logged_in(&admin.token).await);
}

#[actix_web::test]
async fn until_the_database_is_up_to_date_the_api_says_so() {
    let app = TestApp::new();
    for route in composition::routes()
        .into_iter()
        .filter(|route| route.is_api() && !route.needs_no_database)
    {
        let answer = call(&app, &route, "personal", "").await;
        assert_eq!(
            answer.refusal(),
            (503, "server.starting".to_owned()),
            "{}",
            route.name
        );
        assert_eq!(answer.header("retry-after"), "5");
    }
    for path in ["/api/health", "/api/config", "/api/plans", "/healthz", "/md"] {
        assert_eq!(app.send(Method::GET, path, &[]).await.status, 200, "{path}");
    }
    assert_eq!(app.get("/readyz").await.status, 503);
}

#[actix_web::test]
async fn where_everybody_may_call_a_worthless_token_counts_as_none() {
    let app = TestApp::with_database();
    let nothing = uuid::Uuid::new_v4().to_string();
    for route in routes_for(|access| access == Access::Anyone) {
        let without = call(&app, &route, &nothing, "").await;
        let with = call(&app, &route, &nothing, "nonsense").await;
        assert_eq!(without.status, with.status, "{}", route.name);
        assert_ne!(with.status, 401, "{}", route.name);
    }
}

#[actix_web::test]
async fn a_page_is_neither_empty_nor_endless_and_begins_where_one_ended() {
    let app = TestApp::with_database();
    let admin = app.admin("root").await;
    let scene = Scene::new(&app, "ours").await;
    let mut n_lists = 0;
    for route in composition::routes() {
        if !route.query.iter().any(|parameter| parameter.name == "limit") {
            continue;
        }
        n_lists += 1;
        let path = scene.path_of(&app, &route);
        let caller = caller_of(&route, &admin, &scene);
        let ask = async |query: &str| {
            let path = format!("{path}?{query}");
            app.call(caller, route.method.as_str(), &path, Value::Null).await
        };
        for query in [
            "limit=0",
            "limit=-1",
            "limit=101",
            "limit=9223372036854775808",
            "limit=all",
            "cursor=nonsense",
        ] {
            let refusal = ask(query).await.refusal();
            assert_eq!(
                refusal,
                (400, "request.invalid".to_owned()),
                "{}: {query}",
                route.name
            );
        }
        assert_eq!(ask("limit=100").await.status, 200, "{}", route.name);
    }
    assert!(n_lists >= 4);
}

/// Lists without pages, and what bounds them. A new one is added on purpose.
const BOUNDED: [(&str, &str); 8] = [
    ("list_coupons", "two hundred coupons of a site"),
    (
        "list_redeem_batches",
        "a hundred thousand codes of a site, in batches",
    ),
    ("list_redeem_codes", "a thousand codes of a batch"),
    ("list_payment_methods", "there are four of them"),
    ("list_plans", "a table of the program"),
    ("list_teams", "the teams that one account owns or has accepted"),
    ("list_sessions", "fifty devices of an account"),
    ("list_invitations", "the members that a team may have"),
];

#[actix_web::test]
async fn every_list_has_pages_or_is_bounded_by_something_else() {
    let app = TestApp::with_database();
    let admin = app.admin("root").await;
    let scene = Scene::new(&app, "ours").await;
    scene.id_of(&app, "knowledgeBaseId");
    scene.id_of(&app, "siteId");
    for name in ["first", "second"] {
        app.sql(&format!(
            "INSERT INTO mails (id, channel, recipient, template, subject, body) VALUES (gen_random_uuid(), 'email', '{name}', 'x', 'x', 'x'); \
             INSERT INTO jobs (id, kind, priority) VALUES (gen_random_uuid(), 'sendMail', 10)"
        ));
    }
    let mut unbounded = Vec::new();
    for route in composition::routes() {
        let Content::Json(describe) = &route.answer else {
            continue;
        };
        let JsonContent { schema, named } = describe();
        let schema = serde_json::to_value(&schema).unwrap();
        let page = named
            .last()
            .map(|(_, schema)| serde_json::to_value(schema).unwrap());
        let is_page = page.is_some_and(|page| page["properties"]["items"].is_object());
        if schema["type"] == "array" {
            unbounded.push(route.name);
        } else if is_page {
            let path = format!("{}?limit=1", scene.path_of(&app, &route));
            let caller = caller_of(&route, &admin, &scene);
            let first = app.call(caller, "GET", &path, Value::Null).await.data();
            assert_eq!(first["items"].as_array().unwrap().len(), 1, "{}", route.name);
            let cursor = first["nextCursor"]
                .as_str()
                .unwrap_or_else(|| panic!("{}", route.name));
            let path = format!("{path}&cursor={cursor}");
            let second = app.call(caller, "GET", &path, Value::Null).await.data();
            assert_eq!(second["items"].as_array().unwrap().len(), 1, "{}", route.name);
            assert_ne!(first["items"], second["items"], "{}", route.name);
        }
    }
    unbounded.sort_unstable();
    let mut bounded = BOUNDED.map(|(name, _)| name);
    bounded.sort_unstable();
    assert_eq!(unbounded, bounded);
}

#[actix_web::test]
async fn a_parameter_that_a_list_does_not_have_changes_nothing() {
    let app = TestApp::with_database();
    let (admin, other) = (app.admin("root").await, app.user("other").await);
    let team = app.team(&admin, "ours").await;
    app.join(&team, &other, Role::Viewer);
    for route in composition::routes() {
        if route.method != Method::GET
            || !matches!(route.access, Access::Session | Access::Team(_) | Access::Admin)
        {
            continue;
        }
        let path = path_of(&route, &team);
        let plain = app.call(&admin, "GET", &path, Value::Null).await;
        if plain.status != 200 {
            continue;
        }
        // Neither an order nor a filter finds out what is not shown.
        let probing: Vec<&str> =
            "sort=password_hash&order=passwordHash&passwordHash=%24&filter=is_admin&include=sessions&userId.password=1"
                .split('&')
                .filter(|probe| !route.query.iter().any(|known| probe.starts_with(&format!("{}=", known.name))))
                .collect();
        let probing = probing.join("&");
        let probed = app
            .call(&admin, "GET", &format!("{path}?{probing}"), Value::Null)
            .await;
        if route.name == "export_account" {
            continue;
        }
        assert_eq!(plain.text(), probed.text(), "{}", route.name);
    }
}

#[actix_web::test]
async fn no_body_makes_the_server_fail() {
    let app = TestApp::with_database();
    let admin = app.admin("root").await;
    let scene = Scene::new(&app, "ours").await;
    // The plan comes with the site.
    scene.id_of(&app, "siteId");
    let deep = format!("{}{}", "[".repeat(10_000), "]".repeat(10_000));
    for route in composition::routes() {
        if !matches!(route.body, Content::Json(_)) || route.name == "logout" {
            continue;
        }
        let (path, caller) = (scene.path_of(&app, &route), caller_of(&route, &admin, &scene));
        for (body, status) in [
            ("", 400),
            ("null", 400),
            ("[]", 400),
            ("{", 400),
            ("\"\\u0000\"", 400),
            ("\u{feff}{}", 400),
            (deep.as_str(), 400),
        ] {
            let headers = [
                ("token", caller.token.as_str()),
                ("content-type", "application/json"),
                ("if-match", "\"1\""),
            ];
            let answer = app
                .send_from(
                    "10.0.0.1",
                    route.method.clone(),
                    &path,
                    &headers,
                    body.as_bytes().to_vec(),
                )
                .await;
            let start: String = body.chars().take(20).collect();
            assert_eq!(answer.refusal().0, status, "{}: {start}", route.name);
        }
        // Every field of another type.
        let Content::Json(describe) = &route.body else {
            continue;
        };
        let schema = serde_json::to_value(&describe().named.last().unwrap().1).unwrap();
        for value in [
            json!(null),
            json!(1),
            json!([]),
            json!({}),
            json!(true),
            json!("\u{202e}x"),
        ] {
            let mut body = serde_json::Map::new();
            for field in schema["properties"].as_object().unwrap().keys() {
                body.insert(field.clone(), value.clone());
            }
            let answer = app
                .call(caller, route.method.as_str(), &path, Value::Object(body))
                .await;
            assert!(
                answer.status.as_u16() < 500,
                "{}: {value}: {}",
                route.name,
                answer.text()
            );
        }
    }
}

#[actix_web::test]
async fn a_body_of_one_byte_too_many_is_refused_by_every_route_that_takes_one() {
    let app = TestApp::with_database();
    let admin = app.admin("root").await;
    let mut n_tried = 0;
    for (number, route) in composition::routes().into_iter().enumerate() {
        let scene = Scene::new(&app, &number.to_string()).await;
        let padded = |n_bytes: usize| format!("{{{}}}", " ".repeat(n_bytes - 2)).into_bytes();
        let mut request = request_of(&app, &admin, &scene, &route).await;
        if matches!(request.body, Body::Nothing) {
            continue;
        }
        n_tried += 1;
        for (n_bytes, is_refused) in [(route.body_max_bytes, false), (route.body_max_bytes + 1, true)] {
            request.body = Body::Bytes(padded(n_bytes));
            let answer = request.send(&app, &route.method).await;
            let is_too_large =
                answer.status == 413 && (!route.is_api() || answer.refusal().1 == "request.tooLarge");
            assert_eq!(is_too_large, is_refused, "{}: {}", route.name, answer.text());
        }
    }
    assert!(n_tried > 15);
}

#[actix_web::test]
async fn every_change_of_a_revision_says_which() {
    let app = TestApp::with_database();
    let admin = app.admin("root").await;
    let revised = composition::routes()
        .into_iter()
        .filter(|route| route.needs_revision);
    for (number, route) in revised.enumerate() {
        let scene = Scene::new(&app, &number.to_string()).await;
        let mut request = request_of(&app, &admin, &scene, &route).await;
        request.headers.retain(|(name, _)| *name != "if-match");
        let answer = request.send(&app, &route.method).await;
        let expected = (428, "request.preconditionRequired".to_owned());
        assert_eq!(answer.refusal(), expected, "{}", route.name);
        request.headers.push(("if-match", "nonsense".to_owned()));
        let answer = request.send(&app, &route.method).await;
        assert_eq!(
            answer.refusal(),
            (400, "request.invalid".to_owned()),
            "{}",
            route.name
        );
    }
}

#[actix_web::test]
async fn every_request_with_a_key_is_done_once() {
    let app = TestApp::with_database();
    let admin = app.admin("root").await;
    let mut n_tried = 0;
    for (number, route) in composition::routes().into_iter().enumerate() {
        if !route.is_idempotent {
            continue;
        }
        n_tried += 1;
        // An answer with a secret in it must not be kept, and one that is kept is sent again as JSON.
        assert!(!route.answers_token, "{}", route.name);
        assert!(!matches!(route.answer, Content::Other(_)), "{}", route.name);
        let scene = Scene::new(&app, &number.to_string()).await;
        let mut request = request_of(&app, &admin, &scene, &route).await;
        request.headers.push(("idempotency-key", "key".to_owned()));
        let first = request.send(&app, &route.method).await;
        assert_eq!(first.status, 200, "{}: {}", route.name, first.text());
        let before = app.database().text(CONTENT);
        let again = request.send(&app, &route.method).await;
        assert_eq!(again.text(), first.text(), "{}", route.name);
        assert_eq!(again.header("etag"), first.header("etag"), "{}", route.name);
        assert_eq!(app.database().text(CONTENT), before, "{}", route.name);
        request.path += "?another";
        let other = request.send(&app, &route.method).await;
        let expected = (422, "idempotency.keyReused".to_owned());
        assert_eq!(other.refusal(), expected, "{}", route.name);
    }
    assert!(n_tried > 0);
}

#[actix_web::test]
async fn every_get_route_answers_head() {
    let app = TestApp::with_database();
    let admin = app.admin("root").await;
    let scene = Scene::new(&app, "ours").await;
    for route in composition::routes() {
        if route.method != Method::GET {
            continue;
        }
        let request = request_of(&app, &admin, &scene, &route).await;
        let get = request.send(&app, &Method::GET).await;
        let head = request.send(&app, &Method::HEAD).await;
        assert_eq!(head.status, get.status, "{}", route.name);
        assert_ne!(head.status, 405, "{}", route.name);
    }
    for path in ["/api", "/api/"] {
        assert_eq!(
            app.send(Method::HEAD, path, &[]).await.status,
            app.get(path).await.status,
            "{path}"
        );
    }
}
