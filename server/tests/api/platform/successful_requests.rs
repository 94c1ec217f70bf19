//! For each route of the API a request that succeeds, with everything that it needs in the database.

use actix_web::http::Method;
use moyan_foundation::access::Role;
use moyan_foundation::route::Route;
use moyan_server::features::site::settings::{SettingsTab, SiteLanguage, SiteSettings};
use serde_json::{Value, json};

use crate::support::content::put_category;
use crate::support::{Answer, DRAWING, PASSWORD, TestApp, User, png};

/// A request that succeeds.
pub struct Request {
    pub path: String,
    pub headers: Vec<(&'static str, String)>,
    pub body: Body,
}

/// What it sends.
pub enum Body {
    Nothing,
    Json(Value),
    Bytes(Vec<u8>),
}

/// Two teams, each with an owner, a member and an invitation that waits.
pub struct Scene {
    pub owner: User,
    pub member: User,
    pub team: String,
    pub invitation: String,
    /// The token in the mail of the invitation.
    pub token: String,
    pub guest: User,
}

impl Scene {
    /// A team whose people no other scene has.
    pub async fn new(app: &TestApp, name: &str) -> Self {
        let owner = app.user(&format!("owner-{name}")).await;
        let member = app.user(&format!("member-{name}")).await;
        let guest = app.user(&format!("guest-{name}")).await;
        let team = app.team(&owner, "ours").await;
        app.join(&team, &member, Role::Editor);
        let body = json!({ "email": guest.email, "role": "viewer" });
        let path = format!("/api/teams/{team}/invitations");
        let invited = app.call(&owner, "POST", &path, body).await.data();
        let mail = app.mail_to(&guest.email);
        let (_, rest) = mail.split_once("/invitations#").unwrap();
        Self {
            invitation: invited["id"].as_str().unwrap().to_owned(),
            token: rest.split_whitespace().next().unwrap().to_owned(),
            owner,
            member,
            team,
            guest,
        }
    }

    /// A real object of this scene for a parameter of a path. A new kind of object is added here.
    pub fn id_of(&self, app: &TestApp, parameter: &str) -> String {
        let one = |query: String| app.database().text(&query);
        let owner = self.owner.id;
        match parameter {
            "teamId" => self.team.clone(),
            "userId" => self.member.id.to_string(),
            "invitationId" => self.invitation.clone(),
            "sessionId" => one(format!(
                "SELECT id FROM sessions WHERE user_id = '{owner}' ORDER BY id LIMIT 1"
            )),
            "mailId" => {
                app.sql(&format!(
                    "INSERT INTO mails (id, channel, recipient, template, subject, body, status) \
                     VALUES (gen_random_uuid(), 'email', 'dead-{owner}', 'x', 'x', 'x', 'dead')"
                ));
                one(format!(
                    "SELECT id FROM mails WHERE recipient = 'dead-{owner}' LIMIT 1"
                ))
            }
            "jobId" => {
                app.sql(&format!(
                    "INSERT INTO jobs (id, kind, payload, priority, status, last_error) \
                     VALUES (gen_random_uuid(), 'sendMail', '{{\"of\": \"{owner}\"}}', 10, 'dead', 'x')"
                ));
                one(format!(
                    "SELECT id FROM jobs WHERE payload->>'of' = '{owner}' AND status = 'dead' LIMIT 1"
                ))
            }
            "avatarId" => {
                app.sql(&format!(
                    "INSERT INTO avatars (id, user_id, png) VALUES (gen_random_uuid(), '{owner}', '\\x00') ON CONFLICT DO NOTHING"
                ));
                one(format!("SELECT id FROM avatars WHERE user_id = '{owner}'"))
            }
            "revision" => "1".to_owned(),
            "method" => "manual".to_owned(),
            "knowledgeBaseId" => self.knowledge_base(app),
            "documentId" => {
                let base = self.knowledge_base(app);
                app.sql(&format!(
                    "WITH category AS (INSERT INTO categories (knowledge_base_id, id, name, slug, position, revision) \
                     SELECT '{base}', gen_random_uuid(), 'docs', 'docs', 1, 1 \
                     WHERE NOT EXISTS (SELECT FROM documents WHERE knowledge_base_id = '{base}') RETURNING id) \
                     INSERT INTO documents (knowledge_base_id, id, category_id, position, title, content, text_revision, \
                     place_revision, revision) \
                     SELECT '{base}', gen_random_uuid(), id, 1, 'first', 'text', 1, 1, 1 FROM category"
                ));
                app.sql(&format!(
                    "INSERT INTO document_revisions (knowledge_base_id, document_id, revision, title, content, cause) \
                     SELECT knowledge_base_id, id, n, 'first', 'text', 'edit' FROM documents, generate_series(0, 1) n \
                     WHERE knowledge_base_id = '{base}' ON CONFLICT DO NOTHING"
                ));
                one(format!(
                    "SELECT id FROM documents WHERE knowledge_base_id = '{base}' ORDER BY id LIMIT 1"
                ))
            }
            "siteId" => self.site(app),
            "domainId" => {
                let site = self.site(app);
                app.sql(&format!(
                    "INSERT INTO site_domains (id, site_id, host, token, verified_at) \
                     VALUES (gen_random_uuid(), '{site}', 'docs.example', 'x', NULL) ON CONFLICT DO NOTHING"
                ));
                one(format!(
                    "SELECT id FROM site_domains WHERE site_id = '{site}' LIMIT 1"
                ))
            }
            "releaseId" => {
                let site = self.site(app);
                app.sql(&format!(
                    "INSERT INTO releases (id, site_id, number, status, settings, categories, engine_version) \
                     SELECT gen_random_uuid(), '{site}', 1, 'ready', '{{}}', '[]', 'x' \
                     WHERE NOT EXISTS (SELECT FROM releases WHERE site_id = '{site}')"
                ));
                one(format!(
                    "SELECT id FROM releases WHERE site_id = '{site}' LIMIT 1"
                ))
            }
            "visitorId" => {
                let site = self.site(app);
                app.sql(&format!(
                    "INSERT INTO visitors (id, site_id, email, language) \
                     VALUES (gen_random_uuid(), '{site}', 'reader@example.com', 'zh-CN') ON CONFLICT DO NOTHING"
                ));
                one(format!(
                    "SELECT id FROM visitors WHERE site_id = '{site}' LIMIT 1"
                ))
            }
            "grantId" => {
                let (site, visitor) = (self.site(app), self.id_of(app, "visitorId"));
                app.sql(&format!(
                    "INSERT INTO grants (id, site_id, visitor_id, source, n_months, granted_at) \
                     SELECT gen_random_uuid(), '{site}', '{visitor}', 'manual', 1, now() \
                     WHERE NOT EXISTS (SELECT FROM grants g WHERE visitor_id = '{visitor}' \
                         AND NOT EXISTS (SELECT FROM grant_revocations r WHERE r.grant_id = g.id))"
                ));
                one(format!(
                    "SELECT id FROM grants g WHERE visitor_id = '{visitor}' \
                     AND NOT EXISTS (SELECT FROM grant_revocations r WHERE r.grant_id = g.id) LIMIT 1"
                ))
            }
            "orderId" => {
                let (site, visitor) = (self.site(app), self.id_of(app, "visitorId"));
                app.sql(&format!(
                    "INSERT INTO orders (id, site_id, team_id, site_name, number, visitor_id, visitor_identifier, \
                     package_id, package, price_fen, amount_fen, method, status, closes_at) \
                     SELECT gen_random_uuid(), '{site}', '{}', 'ours', replace('{site}', '-', ''), '{visitor}', \
                     'reader@example.com', '{PACKAGE}', '{{\"id\": \"{PACKAGE}\", \"name\": \"a year\", \
                     \"period\": \"yearly\", \"priceFen\": 9900, \"benefits\": []}}', 9900, 9900, 'manual', \
                     'awaitingConfirmation', now() + interval '1 day' ON CONFLICT DO NOTHING",
                    self.team
                ));
                one(format!("SELECT id FROM orders WHERE site_id = '{site}' LIMIT 1"))
            }
            "couponId" => {
                let site = self.site(app);
                app.sql(&format!(
                    "INSERT INTO coupons (id, site_id, code, percent_off) \
                     VALUES (gen_random_uuid(), '{site}', 'FIRST', 10) ON CONFLICT DO NOTHING"
                ));
                one(format!("SELECT id FROM coupons WHERE site_id = '{site}' LIMIT 1"))
            }
            "batchId" => {
                let site = self.site(app);
                app.sql(&format!(
                    "INSERT INTO redeem_batches (id, site_id, package_id, package, n_codes) \
                     SELECT gen_random_uuid(), '{site}', '{PACKAGE}', '{}', 1 \
                     WHERE NOT EXISTS (SELECT FROM redeem_batches WHERE site_id = '{site}')",
                    package()
                ));
                one(format!(
                    "SELECT id FROM redeem_batches WHERE site_id = '{site}' LIMIT 1"
                ))
            }
            // Who stores an image names it.
            "imageName" => "0123456789abcdef.png".to_owned(),
            "diagramHash" => "0123456789abcdef".repeat(4),
            "fileName" => format!("{}.png", "0123456789abcdef".repeat(4)),
            unknown => panic!("{unknown}: say here how a test finds one"),
        }
    }

    /// The knowledge base of the team, made when it is first needed.
    fn knowledge_base(&self, app: &TestApp) -> String {
        let team = &self.team;
        app.sql(&format!(
            "INSERT INTO knowledge_bases (id, team_id, title) SELECT gen_random_uuid(), '{team}', 'ours' \
             FROM generate_series(1, 2) WHERE NOT EXISTS (SELECT FROM knowledge_bases WHERE team_id = '{team}')"
        ));
        app.database().text(&format!(
            "SELECT id FROM knowledge_bases WHERE team_id = '{team}' ORDER BY id LIMIT 1"
        ))
    }

    /// The site of the team, over its knowledge base with one document, made when it is first needed. The team gets a
    /// plan with sites.
    fn site(&self, app: &TestApp) -> String {
        let (team, base) = (&self.team, self.knowledge_base(app));
        self.id_of(app, "documentId");
        app.sql(&format!(
            "UPDATE teams SET plan = 'professional' WHERE id = '{team}'; \
             INSERT INTO sites (id, team_id, knowledge_base_id, name, slug) \
             SELECT gen_random_uuid(), '{team}', '{base}', 'ours', 'site-' || n || left('{team}', 30) \
             FROM generate_series(1, 2) n \
             WHERE NOT EXISTS (SELECT FROM sites WHERE team_id = '{team}')"
        ));
        app.database().text(&format!(
            "SELECT id FROM sites WHERE team_id = '{team}' ORDER BY slug LIMIT 1"
        ))
    }

    /// The path of a route with objects of this scene.
    pub fn path_of(&self, app: &TestApp, route: &Route) -> String {
        let mut path = route.path.to_owned();
        for parameter in route.path_parameters() {
            path = path.replace(&format!("{{{parameter}}}"), &self.id_of(app, parameter));
        }
        path
    }
}

/// The package that the site sells.
const PACKAGE: &str = "99999999-9999-4999-8999-999999999999";

/// That package, as settings have it.
fn package() -> Value {
    json!({
        "id": PACKAGE, "name": "a year", "price": "99", "period": "yearly", "isRecommended": false, "benefits": [],
        "isArchived": false,
    })
}

/// An image under the name that the path of the route has.
async fn store_image(app: &TestApp, scene: &Scene, route: &str) {
    let base = scene.id_of(app, "knowledgeBaseId");
    let hash = scene.id_of(app, "diagramHash");
    app.state.files.put("01/x", png(1).into()).await.unwrap();
    let reference = match route {
        "get_media" => format!(
            "team_images (team_id, file_hash) VALUES ('{}', '{hash}')",
            scene.team
        ),
        "get_knowledge_base_image" => format!(
            "knowledge_base_images (knowledge_base_id, name, file_hash) VALUES ('{base}', '{}', '{hash}')",
            scene.id_of(app, "imageName")
        ),
        _ => format!(
            "knowledge_base_diagrams (knowledge_base_id, source_hash, file_hash) VALUES ('{base}', '{hash}', '{hash}')"
        ),
    };
    app.sql(&format!(
        "INSERT INTO files (hash, name, media_type, n_bytes, width, height) \
         VALUES ('{hash}', '01/x', 'image/png', {}, 4, 3) ON CONFLICT DO NOTHING; \
         INSERT INTO {reference} ON CONFLICT DO NOTHING",
        png(1).len()
    ));
}

/// What a tab of a new site holds; nothing for what is no tab. Names of routes have the tab in words: `basic_info`.
fn initial_tab(words: &str) -> Option<Value> {
    let name = words.replace('_', "");
    let is_meant = |tab: &SettingsTab| tab.as_str().eq_ignore_ascii_case(&name);
    let tab = SettingsTab::ALL.into_iter().find(is_meant)?;
    let mut tabs = serde_json::to_value(SiteSettings::initial(SiteLanguage::En)).unwrap();
    Some(tabs[tab.as_str()].take())
}

/// The request of a route. `admin` is an administrator of the platform. A new route with a body is added here.
pub async fn request_of(app: &TestApp, admin: &User, scene: &Scene, route: &Route) -> Request {
    let Scene {
        owner, member, guest, ..
    } = scene;
    let mut caller = match route.access {
        moyan_foundation::route::Access::Anyone => None,
        moyan_foundation::route::Access::Admin => Some(admin.clone()),
        _ => Some(owner.clone()),
    };
    let email = |user: &User| json!({ "identifier": user.email, "identityType": "email" });
    let with = |mut first: Value, second: Value| {
        let map = first.as_object_mut().unwrap();
        map.extend(second.as_object().unwrap().clone());
        first
    };
    let new_password = json!({ "passwd": "another good one", "passwdConfirmPasswd": "another good one" });
    let json = match route.name {
        "register_by_identifier" => {
            let new = format!("new-{}", guest.email);
            let code = app.code(&new, "register", "").await;
            let who =
                json!({ "identifier": new, "identityType": "email", "nickname": "newcomer", "code": code });
            Some(with(who, new_password))
        }
        "login_by_identifier" => Some(with(email(owner), json!({ "passwd": PASSWORD }))),
        "send_code" => {
            app.sql("DELETE FROM throttles");
            Some(with(email(owner), json!({ "purpose": "login" })))
        }
        "reset_password" => {
            let code = app.code(&owner.email, "reset", "").await;
            Some(with(with(email(owner), json!({ "code": code })), new_password))
        }
        "update_account" => Some(json!({ "nickname": "another name", "locale": "en" })),
        "change_password" => Some(with(json!({ "currentPasswd": PASSWORD }), new_password)),
        "change_identifier" => {
            let new = format!("new-{}", owner.email);
            let code = app.code(&new, "bind", &owner.token).await;
            Some(
                json!({ "identifier": new, "identityType": "email", "code": code, "currentPasswd": PASSWORD }),
            )
        }
        "request_deletion" => {
            caller = Some(member.clone());
            Some(json!({ "currentPasswd": PASSWORD }))
        }
        "create_team" | "rename_team" => Some(json!({ "name": "another name" })),
        "move_site" | "move_knowledge_base" => {
            let team = app.team(owner, "another").await;
            app.sql(&format!(
                "UPDATE teams SET plan = 'professional' WHERE id = '{team}'"
            ));
            Some(json!({ "teamId": team }))
        }
        "transfer_team" => Some(json!({ "userId": member.id })),
        "change_member_role" => Some(json!({ "role": "viewer" })),
        "create_invitation" => Some(json!({ "email": format!("other-{}", guest.email), "role": "viewer" })),
        "lookup_invitation" => Some(json!({ "token": scene.token })),
        "accept_invitation" => {
            caller = Some(guest.clone());
            Some(json!({ "token": scene.token }))
        }
        "create_knowledge_base" | "update_knowledge_base" => Some(json!({ "title": "another title" })),
        "push_changes" => {
            let (category, document) = (uuid::Uuid::now_v7(), uuid::Uuid::now_v7());
            let put_text = json!({ "id": uuid::Uuid::now_v7(), "kind": "putText", "documentId": document,
                "baseRevision": 0, "title": "text", "isNamed": true, "routerPath": "", "content": "words",
                "place": { "categoryId": category, "parentId": null, "position": 1 } });
            Some(json!({ "changes": [put_category(category, "docs", "docs"), put_text] }))
        }
        "sync_heartbeat" => Some(json!({})),
        "create_site" | "duplicate_site" => {
            let team = &scene.team;
            // The plan comes with the first site.
            scene.id_of(app, "siteId");
            Some(json!({ "name": "another site", "slug": format!("a-{}", &team[..30]) }))
        }
        "update_site" => Some(json!({ "name": "another name" })),
        "put_site_basic_info" => {
            initial_tab("basic_info").map(|tab| with(tab, json!({ "name": "another name" })))
        }
        "bind_site_knowledge_base" => Some(json!({ "knowledgeBaseId": null })),
        "put_site_redirects" => Some(json!({ "redirects": [] })),
        "add_site_domain" => Some(json!({ "host": format!("{}.example", owner.id) })),
        "create_coupon" => Some(json!({ "code": "another", "percentOff": 10, "packageIds": [] })),
        "update_coupon" => Some(json!({ "packageIds": [], "isArchived": true })),
        "create_redeem_batch" => {
            let site = scene.id_of(app, "siteId");
            app.sql(&format!(
                "INSERT INTO site_settings (site_id, tab, data) \
                 VALUES ('{site}', 'membership', '{{\"packages\": [{}], \"generalBenefits\": []}}') \
                 ON CONFLICT (site_id, tab) DO UPDATE SET data = excluded.data",
                package()
            ));
            Some(json!({ "packageId": PACKAGE, "nCodes": 2 }))
        }
        "confirm_order" => Some(json!({ "amountFen": null })),
        "reject_order" => Some(json!({ "reason": "no money came" })),
        "refund_order" => Some(json!({ "amountFen": 100, "reason": "asked for", "isOutside": true })),
        "settle_order" => Some(json!({ "decision": "accept", "reason": "looked at" })),
        "import_site_members" => Some(json!({ "csv": "new@example.com,1" })),
        "update_site_member" => Some(json!({ "isBlocked": true })),
        "give_membership" => Some(json!({ "months": 1 })),
        "revoke_membership" => Some(json!({ "reason": "asked for" })),
        "put_payment_method" => {
            Some(json!({ "isEnabled": true, "isTest": false, "settings": { "instructions": "by hand" } }))
        }
        "publish_site" => Some(json!({ "note": "first" })),
        "schedule_site" => {
            let publishes_at = app.clock.now() + chrono::TimeDelta::hours(1);
            Some(json!({ "publishesAt": publishes_at, "note": "" }))
        }
        "schedule_document" => {
            let publishes_at = app.clock.now() + chrono::TimeDelta::hours(1);
            Some(json!({ "publishesAt": publishes_at }))
        }
        "preview_site" => {
            Some(json!({ "page": { "kind": "home" }, "audience": "guest", "colorScheme": "light" }))
        }
        "simulate_site_access" => Some(json!({ "audience": "guest" })),
        "set_admin_role" => Some(json!({ "isAdmin": true })),
        "suspend_user" | "suspend_team" => Some(json!({ "reason": "spam" })),
        "set_plan" => Some(json!({ "plan": "professional", "endsAt": null })),
        name => name.strip_prefix("put_site_").and_then(initial_tab),
    };
    match route.name {
        "leave_team" => caller = Some(member.clone()),
        "get_media" | "get_knowledge_base_image" | "get_knowledge_base_diagram" => {
            store_image(app, scene, route.name).await;
        }
        "restore_team" => app.sql(&format!(
            "UPDATE teams SET purges_at = now() + interval '1 day' WHERE id = '{}'",
            scene.team
        )),
        "restore_knowledge_base" | "purge_knowledge_base" => {
            scene.knowledge_base(app);
            app.sql(&format!(
                "UPDATE knowledge_bases SET purges_at = now() + interval '1 day' WHERE team_id = '{}'",
                scene.team
            ));
        }
        "refund_order" | "settle_order" | "resend_receipt" => {
            let order = scene.id_of(app, "orderId");
            app.sql(&format!(
                "UPDATE orders SET status = 'paid', paid_fen = 9900, paid_at = now(), problems = '{{latePayment}}' \
                 WHERE id = '{order}'; \
                 INSERT INTO payments (id, order_id, site_id, method, reference, amount_fen, paid_at) \
                 SELECT id, id, site_id, method, number, 9900, now() FROM orders WHERE id = '{order}' \
                 ON CONFLICT DO NOTHING"
            ));
        }
        "schedule_document" | "unschedule_document" => {
            let (site, document) = (scene.id_of(app, "siteId"), scene.id_of(app, "documentId"));
            let release = scene.id_of(app, "releaseId");
            app.sql(&format!(
                "UPDATE sites SET live_release_id = '{release}' WHERE id = '{site}'; \
                 INSERT INTO document_schedules (site_id, document_id, publishes_at) \
                 VALUES ('{site}', '{document}', now()) ON CONFLICT DO NOTHING"
            ));
        }
        "restore_site" => {
            let site = scene.id_of(app, "siteId");
            app.sql(&format!(
                "UPDATE sites SET purges_at = now() + interval '1 day' WHERE id = '{site}'"
            ));
        }
        "set_primary_site_domain" => {
            let domain = scene.id_of(app, "domainId");
            app.sql(&format!(
                "UPDATE site_domains SET host = '{}.example', verified_at = now() WHERE id = '{domain}'",
                owner.id
            ));
        }
        "cancel_deletion" => app.sql(&format!(
            "UPDATE users SET deletes_at = now() + interval '1 day' WHERE id = '{}'",
            owner.id
        )),
        _ => {}
    }
    let (mut headers, body) = match (json, route.name) {
        (Some(json), _) => (
            vec![("content-type", "application/json".to_owned())],
            Body::Json(json),
        ),
        (None, "take_payment_notification") => (
            vec![("content-type", "application/json".to_owned())],
            Body::Bytes(b"{}".to_vec()),
        ),
        (None, "put_knowledge_base_diagram") => (
            vec![("content-type", "image/svg+xml".to_owned())],
            Body::Bytes(DRAWING.into()),
        ),
        (None, "upload_avatar" | "upload_team_image" | "put_knowledge_base_image") => (
            vec![("content-type", "image/png".to_owned())],
            Body::Bytes(png(1)),
        ),
        (None, name) => {
            let takes_nothing = matches!(route.body, moyan_foundation::route::Content::Nothing);
            assert!(takes_nothing, "{name}: say here what it takes");
            (Vec::new(), Body::Nothing)
        }
    };
    if route.needs_revision {
        // A tab that was never saved has the revision 0.
        let is_tab = route.name.starts_with("put_site_");
        let revision = if is_tab { "\"0\"" } else { "\"1\"" };
        headers.push(("if-match", revision.to_owned()));
    }
    if let Some(caller) = &caller {
        headers.push(("token", caller.token.clone()));
    }
    let mut path = scene.path_of(app, route);
    if route.name == "compare_site_knowledge_base" {
        path = format!("{path}?knowledgeBaseId={}", scene.id_of(app, "knowledgeBaseId"));
    }
    Request { path, headers, body }
}

impl Request {
    /// Sends it.
    pub async fn send(&self, app: &TestApp, method: &Method) -> Answer {
        let headers: Vec<(&str, &str)> = self
            .headers
            .iter()
            .map(|(name, value)| (*name, value.as_str()))
            .collect();
        let body = match &self.body {
            Body::Nothing => Vec::new(),
            Body::Json(json) => json.to_string().into_bytes(),
            Body::Bytes(bytes) => bytes.clone(),
        };
        app.send_from("10.0.0.1", method.clone(), &self.path, &headers, body)
            .await
    }
}
