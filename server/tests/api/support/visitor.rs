//! Somebody who is logged in on a site.

use moyan_domain::{Language, SiteId, VisitorId};
use moyan_foundation::http::client::Client;
use moyan_server::features::visitor::{VisitorCookie, service};
use uuid::Uuid;

use super::TestApp;

/// What sites allow that set nothing else.
const MAX_DEVICES: i64 = 5;

/// A visitor of a site, logged in once.
#[derive(Clone, Debug)]
pub struct Visitor {
    pub id: Uuid,
    pub site_id: Uuid,
    pub email: String,
    /// The header `Cookie` of its browser.
    pub cookie: String,
}

impl Visitor {
    /// A new visitor `{name}@reader.example` of a site.
    pub async fn new(app: &TestApp, site_id: Uuid, name: &str) -> Self {
        let (id, email) = (Uuid::now_v7(), format!("{name}@reader.example"));
        app.sql(&format!(
            "INSERT INTO visitors (id, site_id, email, language) VALUES ('{id}', '{site_id}', '{email}', 'zh-CN')"
        ));
        let mut visitor = Self {
            id,
            site_id,
            email,
            cookie: String::new(),
        };
        visitor.cookie = visitor.login(app).await;
        visitor
    }

    /// Logs in on one more device and gives the header `Cookie` of its browser.
    pub async fn login(&self, app: &TestApp) -> String {
        let client = Client {
            address: "203.0.113.77".parse().unwrap(),
            user_agent: "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0".to_owned(),
            language: Language::ZhCn,
            now: app.state.clock.now(),
        };
        let (tokens, id) = (app.state.tokens.clone(), VisitorId(self.id));
        let token = app
            .state
            .db
            .run(move |connection| service::start_session(connection, &tokens, &client, id, MAX_DEVICES))
            .await
            .unwrap();
        format!("{}={token}", VisitorCookie::of(&app.state.platform).name())
    }

    /// Whether a header `Cookie` names somebody on a site, as pages ask for it.
    pub async fn is_known(app: &TestApp, site_id: Uuid, cookie: &str) -> bool {
        let request = actix_web::test::TestRequest::default()
            .insert_header(("cookie", cookie))
            .to_http_request();
        let (state, site_id, now) = (&app.state, SiteId(site_id), app.state.clock.now());
        let hash = VisitorCookie::of(&state.platform).token_hash(request.headers(), &state.tokens, site_id);
        let Some(hash) = hash else {
            return false;
        };
        let is_read_only = state.platform.is_read_only;
        let found = state.db.run(move |connection| {
            let found = service::find_visitor(connection, site_id, &hash, MAX_DEVICES, now)?;
            if let Some(visitor) = found.as_ref().filter(|_| !is_read_only) {
                service::note_use(connection, visitor, [0, 0, 0, 0].into(), MAX_DEVICES, now)?;
            }
            Ok(found.is_some())
        });
        found.await.unwrap()
    }
}
