//! A knowledge base of a team, as a browser synchronizes it.

use moyan_foundation::access::Role;
use serde_json::{Value, json};
use uuid::Uuid;

use super::{Answer, TestApp, User};

/// A knowledge base with one category, and its owner.
pub struct Base {
    pub owner: User,
    pub team: String,
    pub id: String,
    /// Where its routes are.
    pub path: String,
    pub category: Uuid,
}

impl Base {
    /// A knowledge base in a team of its own. Its category has revision 2.
    pub async fn new(app: &TestApp) -> Self {
        Self::named(app, "owner").await
    }

    /// The same with an owner of another name.
    pub async fn named(app: &TestApp, owner: &str) -> Self {
        let owner = app.user(owner).await;
        let team = app.team(&owner, "ours").await;
        let path = format!("/api/teams/{team}/knowledge-bases");
        let answer = app.call(&owner, "POST", &path, json!({ "title": "手册" })).await;
        let id = answer.data()["id"].as_str().unwrap().to_owned();
        let base = Self {
            path: format!("{path}/{id}"),
            category: Uuid::now_v7(),
            owner,
            team,
            id,
        };
        let results = base
            .push(app, vec![put_category(base.category, "文档", "docs")])
            .await;
        assert_eq!(results[0]["revision"], 2);
        base
    }

    /// Somebody with a role in the team.
    pub async fn member(&self, app: &TestApp, role: Role) -> User {
        let user = app.user(role.as_str()).await;
        app.join(&self.team, &user, role);
        user
    }

    /// Sends changes as somebody.
    pub async fn try_push(&self, app: &TestApp, user: &User, changes: Vec<Value>) -> Answer {
        let body = json!({ "device": "Firefox", "changes": changes });
        app.call(user, "POST", &format!("{}/changes", self.path), body)
            .await
    }

    /// Sends changes as the owner and gives their results.
    pub async fn push(&self, app: &TestApp, changes: Vec<Value>) -> Vec<Value> {
        let data = self.try_push(app, &self.owner, changes).await.data();
        data["results"].as_array().unwrap().clone()
    }

    /// Sends one change as the owner, which must be accepted, and gives its revision.
    pub async fn accepted(&self, app: &TestApp, change: Value) -> i64 {
        let result = self.push(app, vec![change]).await.remove(0);
        assert_eq!(result["outcome"], "accepted", "{result}");
        result["revision"].as_i64().unwrap()
    }

    /// Sends one change as the owner, which must be refused, and gives the key.
    pub async fn refused(&self, app: &TestApp, change: Value) -> String {
        let result = self.push(app, vec![change]).await.remove(0);
        assert_eq!(result["outcome"], "refused", "{result}");
        result["error"].as_str().unwrap().to_owned()
    }

    /// Sends one change as the owner, which must be a conflict, and gives the document as it is.
    pub async fn conflict(&self, app: &TestApp, change: Value) -> Value {
        let result = self.push(app, vec![change]).await.remove(0);
        assert_eq!(result["outcome"], "conflict", "{result}");
        result["current"].clone()
    }

    /// A new document with a text, and its revision.
    pub async fn document(&self, app: &TestApp, content: &str) -> (Uuid, i64) {
        let id = Uuid::now_v7();
        let revision = self.accepted(app, self.put_text(id, 0, content)).await;
        (id, revision)
    }

    /// What changed after a revision.
    pub async fn pull(&self, app: &TestApp, since: i64) -> Value {
        let path = format!("{}/changes?since={since}", self.path);
        app.call(&self.owner, "GET", &path, Value::Null).await.data()
    }

    /// A document as a pull of everything shows it.
    pub async fn pulled(&self, app: &TestApp, id: Uuid) -> Value {
        let all = self.pull(app, 0).await;
        let documents = all["documents"].as_array().unwrap();
        documents
            .iter()
            .find(|row| row["id"] == id.to_string())
            .unwrap()
            .clone()
    }

    /// A text for the top of the first category.
    pub fn put_text(&self, document: Uuid, base_revision: i64, content: &str) -> Value {
        json!({
            "id": Uuid::now_v7(), "kind": "putText", "documentId": document, "baseRevision": base_revision,
            "title": "标题", "isNamed": true, "routerPath": "", "content": content, "cause": "edit",
            "place": { "categoryId": self.category, "parentId": null, "position": 1 },
        })
    }

    /// A place in the first category.
    pub fn put_place(&self, document: Uuid, parent: Option<Uuid>, position: f64) -> Value {
        put_place(document, self.category, parent, position)
    }

    /// The newest revision, as the row says it.
    pub fn revision(&self, app: &TestApp) -> String {
        app.database().text(&format!(
            "SELECT revision FROM knowledge_bases WHERE id = '{}'",
            self.id
        ))
    }
}

pub fn put_category(id: Uuid, name: &str, slug: &str) -> Value {
    json!({
        "id": Uuid::now_v7(), "kind": "putCategory", "categoryId": id, "name": name, "slug": slug,
        "categoryKind": "docs", "description": "", "position": 1,
    })
}

pub fn put_place(document: Uuid, category: Uuid, parent: Option<Uuid>, position: f64) -> Value {
    json!({
        "id": Uuid::now_v7(), "kind": "putPlace", "documentId": document,
        "categoryId": category, "parentId": parent, "position": position,
    })
}

pub fn delete_document(document: Uuid, base_revision: i64) -> Value {
    json!({ "id": Uuid::now_v7(), "kind": "deleteDocument", "documentId": document, "baseRevision": base_revision })
}

pub fn delete_category(category: Uuid) -> Value {
    json!({ "id": Uuid::now_v7(), "kind": "deleteCategory", "categoryId": category })
}
