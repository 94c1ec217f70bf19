//! A site with a document for every level and every rule that decides, each full of secrets of its own.

use actix_web::http::Method;
use moyan_server::features::public_site::Sites;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::support::content::put_category;
use crate::support::site::Site;
use crate::support::{TestApp, png};

/// A word that stands in every secret text, and nowhere else.
pub const WORD: &str = "mondlicht";
/// Characters that `partial` shows: the first paragraph of a document, and nothing more.
const CHARS: u32 = 10;

/// How much somebody sees of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    Free,
    Partial,
    Members,
    Hidden,
}
use Level::{Free, Hidden, Members, Partial};

/// Who asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Audience {
    Guest,
    NonMember,
    Member,
}

/// A document. Its texts begin with `ttl`, `dsc`, `tag`, `vis` and `kqx`, and its key: title, description, tag, what
/// stands before the cut, and what stands behind it.
pub struct Document {
    pub key: &'static str,
    category: &'static str,
    guest: Level,
    non_member: Level,
    /// The rule of the document itself: levels and characters.
    rule: Option<Value>,
    has_more: bool,
    pub id: Uuid,
}

impl Document {
    pub fn level(&self, audience: Audience) -> Level {
        match audience {
            Audience::Guest => self.guest,
            Audience::NonMember => self.non_member,
            Audience::Member => Free,
        }
    }

    pub fn path(&self) -> String {
        format!("/docs/{}/ttl{}", self.category, self.key)
    }

    /// The name of the image that stands behind its cut.
    pub fn image(&self) -> String {
        format!(
            "{:0>16}.png",
            self.key.replace(|c: char| !c.is_ascii_hexdigit(), "0")
        )
    }

    /// What nobody of an audience may find anywhere.
    pub fn secrets(&self, audience: Audience) -> Vec<String> {
        let kinds: &[&str] = match self.level(audience) {
            Free => return Vec::new(),
            Partial => &["kqx"],
            Members => &["kqx", "vis", "tag"],
            Hidden => &["kqx", "vis", "tag", "dsc", "ttl"],
        };
        let texts = kinds.iter().map(|kind| format!("{kind}{}", self.key));
        texts.chain([self.image()]).collect()
    }

    /// A secret in every place that a text has.
    pub fn text(&self) -> String {
        let (k, image) = (self.key, self.image());
        let more = if self.has_more { "<!--more-->" } else { "" };
        // Without a description the beginning of what is seen stands for it.
        let description = match k {
            "a2" | "c2" => String::new(),
            _ => format!("description: dsc{k}\n"),
        };
        format!(
            "---\n{description}tags: [tag{k}]\n---\nvis{k}段落。\n\n{more}\n\n\
             ## kqx{k}heading\n\nkqx{k}body {WORD} **kqx{k}bold**[^1] [kqx{k}link][ref] <https://kqx{k}auto.example>\n\n\
             ![kqx{k}alt](images/{image} \"kqx{k}caption\")\n\n\
             ```rust\nlet kqx{k}code = 1;\n```\n\n$$\\text{{kqx{k}formula}}$$\n\n$kqx{k}inline$\n\n\
             ```mermaid\ngraph TD; kqx{k}diagram-->B\n```\n\n| kqx{k}cell | b |\n|---|---|\n| 1 | 2 |\n\n\
             > [!TIP]\n> kqx{k}tip\n\n### kqx{k}second\n\n- kqx{k}item\n\n<!-- kqx{k}comment -->\n\n\
             [^1]: kqx{k}note\n\n[ref]: https://kqx{k}target.example \"kqx{k}title\"\n"
        )
    }
}

/// The site, published, with these documents.
pub struct World {
    pub app: TestApp,
    pub site: Site,
    pub documents: Vec<Document>,
}

pub const HOST: &str = "handbook.localhost:8080";

fn documents() -> Vec<Document> {
    let own = |guest: &str, non_member: Option<&str>| {
        Some(json!({ "guest": guest, "nonMember": non_member, "partialChars": null }))
    };
    let document = |key, category, levels: (Level, Level), rule| Document {
        key,
        category,
        guest: levels.0,
        non_member: levels.1,
        rule,
        has_more: false,
        id: Uuid::now_v7(),
    };
    vec![
        document("a1", "open", (Free, Free), None),
        document("a2", "open", (Partial, Free), own("partial", None)),
        Document {
            has_more: true,
            ..document("a3", "open", (Partial, Partial), own("partial", Some("partial")))
        },
        document("b1", "docs", (Members, Partial), None),
        document("b2", "docs", (Members, Members), own("members", Some("members"))),
        document("b3", "docs", (Hidden, Hidden), own("hidden", Some("hidden"))),
        document("c1", "closed", (Hidden, Members), None),
        document("c2", "closed", (Hidden, Partial), own("hidden", Some("partial"))),
        document("d1", "gone", (Hidden, Hidden), None),
    ]
}

impl World {
    pub async fn new() -> Self {
        let app = TestApp::with_database();
        let site = Site::new(&app).await;
        let documents = documents();
        let categories = ["open", "closed", "gone"].map(|slug| (slug, Uuid::now_v7()));
        for (slug, id) in categories {
            site.base.push(&app, vec![put_category(id, slug, slug)]).await;
        }
        let category = |slug: &str| {
            let found = categories.iter().find(|(name, _)| *name == slug);
            found.map_or(site.base.category, |(_, id)| *id)
        };
        for (color, document) in (1..).zip(&documents) {
            let path = format!("{}/images/{}", site.base.path, document.image());
            let stored = app
                .send_bytes(&site.base.owner, Method::PUT, &path, "image/png", &png(color))
                .await;
            assert!(stored.status.is_success(), "{}", stored.text());
            let mut change = site.base.put_text(document.id, 0, &document.text());
            change["title"] = format!("ttl{}", document.key).into();
            change["place"]["categoryId"] = json!(category(document.category));
            site.base.accepted(&app, change).await;
        }
        // A text that everybody reads and that leads everywhere.
        let links: Vec<String> = documents
            .iter()
            .map(|to| format!("[hin]({}.md)", to.id))
            .collect();
        let id = Uuid::now_v7();
        let mut change = site.base.put_text(id, 0, &links.join(" und "));
        change["title"] = "links".into();
        change["place"]["categoryId"] = json!(category("open"));
        site.base.accepted(&app, change).await;
        site.set(&app, "access", &access(&documents, &category));
        site.set(&app, "index", &index());
        site.set(
            &app,
            "membership",
            &json!({ "packages": [package()], "generalBenefits": [] }),
        );
        let world = Self { app, site, documents };
        world.publish().await;
        world.app.sql("UPDATE sites SET status = 'published'");
        world.app.state.memory.of::<Sites>().expire();
        world
    }

    /// Publishes, with the same moment for every change, so that only texts make a difference.
    pub async fn publish(&self) {
        self.site.publish(&self.app).await.data();
        self.app
            .sql("UPDATE release_documents SET changed_at = '2026-11-01 00:00:00Z'");
        self.app.sql("UPDATE sites SET generation = generation + 1");
        self.app.state.memory.of::<Sites>().expire();
    }

    pub fn document(&self, key: &str) -> &Document {
        self.documents
            .iter()
            .find(|document| document.key == key)
            .unwrap()
    }
}

/// The index, with everything that programs read.
fn index() -> Value {
    json!({ "title": "", "description": "", "isSearchEnabled": true, "showsRecent": true, "categories": [],
        "layout": "cards", "itemsPerPage": 12, "showsCategoryFilter": true, "showsDocumentCount": true,
        "isPaginated": true, "offersMarkdown": true, "allowsAiCrawlers": true })
}

fn package() -> Value {
    json!({ "id": Uuid::now_v7(), "name": "Jahr", "price": "99", "period": "yearly", "isRecommended": true,
        "benefits": ["Alles lesen"], "isArchived": false })
}

fn access(documents: &[Document], category: &dyn Fn(&str) -> Uuid) -> Value {
    let rules: Vec<Value> = documents
        .iter()
        .filter_map(|document| {
            let mut rule = document.rule.clone()?;
            rule["documentId"] = json!(document.id);
            Some(rule)
        })
        .collect();
    let rule = |slug: &str, guest: &str, non_member: &str| {
        json!({ "categoryId": category(slug), "guest": guest,
        "nonMember": non_member, "partialChars": CHARS })
    };
    json!({ "guest": "members", "nonMember": "partial", "partialChars": CHARS, "documents": rules,
        "categories": [rule("open", "free", "free"), rule("closed", "hidden", "members"), rule("gone", "hidden", "hidden")] })
}
