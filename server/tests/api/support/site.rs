//! A site of a team, over a knowledge base.

use std::rc::Rc;

use actix_web::http::Method;
use serde_json::{Value, json};
use uuid::Uuid;

use super::content::Base;
use super::{Answer, TestApp};

/// A site without settings of its own, whose team has a plan with sites.
pub struct Site {
    pub base: Rc<Base>,
    pub id: Uuid,
    /// Where its routes are.
    pub path: String,
}

impl Site {
    pub async fn new(app: &TestApp) -> Self {
        let base = Base::new(app).await;
        let id = Uuid::now_v7();
        app.sql(&format!(
            "UPDATE teams SET plan = 'professional' WHERE id = '{0}'; \
             INSERT INTO sites (id, team_id, knowledge_base_id, name, slug) \
             VALUES ('{id}', '{0}', '{1}', '手册', 'handbook')",
            base.team, base.id
        ));
        Self {
            path: format!("/api/teams/{}/sites/{id}", base.team),
            base: Rc::new(base),
            id,
        }
    }

    /// Another site of the same team over the same base.
    pub fn second(&self, app: &TestApp) -> Self {
        let id = Uuid::now_v7();
        app.sql(&format!(
            "INSERT INTO sites (id, team_id, knowledge_base_id, name, slug) \
             VALUES ('{id}', '{}', '{}', '另一个', 'second')",
            self.base.team, self.base.id
        ));
        Self {
            path: format!("/api/teams/{}/sites/{id}", self.base.team),
            base: self.base.clone(),
            id,
        }
    }

    /// Calls one of its routes as the owner.
    pub async fn call(&self, app: &TestApp, method: &str, route: &str, body: Value) -> Answer {
        app.call(&self.base.owner, method, &format!("{}{route}", self.path), body)
            .await
    }

    /// Calls one of its routes as the owner with an `Idempotency-Key`.
    pub async fn call_once(
        &self,
        app: &TestApp,
        key: &str,
        method: Method,
        route: &str,
        body: &Value,
    ) -> Answer {
        let headers = [
            ("token", self.base.owner.token.as_str()),
            ("content-type", "application/json"),
            ("idempotency-key", key),
        ];
        let path = format!("{}{route}", self.path);
        let body = body.to_string().into_bytes();
        app.send_from("10.0.0.1", method, &path, &headers, body).await
    }

    pub async fn publish(&self, app: &TestApp) -> Answer {
        self.call(app, "POST", "/releases", json!({ "note": "" })).await
    }

    pub async fn changes(&self, app: &TestApp) -> Value {
        self.call(app, "GET", "/changes", Value::Null).await.data()
    }

    /// Documents that publishing would change: what would be done, and the paths.
    pub async fn changed_documents(&self, app: &TestApp) -> Vec<String> {
        let changes = self.changes(app).await;
        let documents = changes["documents"].as_array().unwrap().iter();
        let line = |document: &Value| {
            let previous = document["previousPath"].as_str().unwrap_or_default();
            let change = document["change"].as_str().unwrap();
            format!("{change} {} {previous}", document["path"].as_str().unwrap())
                .trim()
                .to_owned()
        };
        documents.map(line).collect()
    }

    /// A document with a title of its own, and its revision.
    pub async fn document(&self, app: &TestApp, title: &str, content: &str) -> (Uuid, i64) {
        let id = Uuid::now_v7();
        let revision = self.write(app, id, 0, title, content).await;
        (id, revision)
    }

    /// Writes a text over a revision.
    pub async fn write(&self, app: &TestApp, id: Uuid, revision: i64, title: &str, content: &str) -> i64 {
        let mut change = self.base.put_text(id, revision, content);
        change["title"] = title.into();
        self.base.accepted(app, change).await
    }

    /// Stores a tab.
    pub fn set(&self, app: &TestApp, tab: &str, data: &Value) {
        let data = data.to_string().replace('\'', "''");
        app.sql(&format!(
            "INSERT INTO site_settings (site_id, tab, data) VALUES ('{}', '{tab}', '{data}') \
             ON CONFLICT (site_id, tab) DO UPDATE SET data = excluded.data",
            self.id
        ));
    }

    /// The redirects, each as `/from /to`.
    pub fn redirects(&self, app: &TestApp) -> String {
        app.database().text(
            "SELECT coalesce(string_agg(from_path || ' ' || to_path, ', ' ORDER BY from_path), '') FROM site_redirects",
        )
    }
}
