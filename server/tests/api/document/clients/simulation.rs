//! One run: some browsers, a network that loses, repeats and delays requests, and what must hold afterwards.

use std::collections::{BTreeMap, BTreeSet};

use actix_web::http::Method;
use serde_json::{Value, json};
use uuid::Uuid;

use super::browser::{Browser, Text, parse_text, place_of};
use super::random::Random;
use crate::support::TestApp;
use crate::support::content::{Base, put_category};

const N_BROWSERS: usize = 3;
const N_STEPS: usize = 40;
/// Rounds after which all browsers must have the same, once the network works.
const N_ROUNDS: usize = 20;

/// A run of its own base in `app`. Fails with what does not hold.
pub async fn run(app: &TestApp, seed: u64) -> Result<(), String> {
    let mut world = World::new(app, seed).await;
    for token in 0..N_STEPS {
        let n = world.random.below(N_BROWSERS);
        let token = u32::try_from(token).unwrap();
        world.browsers[n].act(&mut world.random, &world.categories, token);
        match world.random.below(4) {
            0 => world.push(n).await?,
            1 => world.pull(n).await,
            2 => world.deliver_late().await?,
            _ => {}
        }
    }
    world.settle().await?;
    world.check().await
}

struct World<'a> {
    app: &'a TestApp,
    base: Base,
    random: Random,
    categories: Vec<Uuid>,
    browsers: Vec<Browser>,
    /// Requests that are still on their way, though their browser has given them up.
    late: Vec<Vec<Value>>,
    /// IDs of the changes that the server accepted.
    done: BTreeSet<String>,
    /// Texts that the server accepted.
    accepted: BTreeMap<Uuid, BTreeSet<Text>>,
    /// Those that nobody who had seen them deleted since.
    living: BTreeMap<Uuid, BTreeSet<Text>>,
}

impl<'a> World<'a> {
    async fn new(app: &'a TestApp, seed: u64) -> Self {
        let mut random = Random::new(seed);
        let base = Base::named(
            app,
            &format!("owner-{}", random.uuid().simple().to_string().split_at(8).0),
        )
        .await;
        let other = random.uuid();
        base.accepted(app, put_category(other, "别的", "other")).await;
        Self {
            app,
            categories: vec![base.category, other],
            base,
            random,
            browsers: (0..N_BROWSERS).map(|_| Browser::default()).collect(),
            late: Vec::new(),
            done: BTreeSet::new(),
            accepted: BTreeMap::new(),
            living: BTreeMap::new(),
        }
    }

    /// The server gets changes and answers.
    async fn arrive(&mut self, changes: &[Value]) -> Result<Vec<Value>, String> {
        let answer = self
            .base
            .try_push(self.app, &self.base.owner, changes.to_vec())
            .await;
        if answer.status != 200 {
            return Err(format!(
                "a push was answered {}: {}",
                answer.status,
                answer.text()
            ));
        }
        let results = answer.data()["results"].as_array().unwrap().clone();
        for (change, result) in changes.iter().zip(&results) {
            let is_first = result["outcome"] == "accepted" && self.done.insert(change["id"].to_string());
            let id: Uuid = change["documentId"].as_str().unwrap().parse().unwrap();
            if is_first && change["kind"] == "putText" {
                let text = parse_text(change["content"].as_str().unwrap());
                self.accepted.entry(id).or_default().insert(text.clone());
                self.living.entry(id).or_default().insert(text);
            }
            if is_first && change["kind"] == "deleteDocument" {
                self.living.remove(&id);
            }
        }
        Ok(results)
    }

    /// A browser sends what it has, over the bad network.
    async fn push(&mut self, n: usize) -> Result<(), String> {
        let changes = self.browsers[n].changes(&mut self.random);
        match self.random.below(6) {
            // Lost on the way there.
            0 => {}
            // Lost on the way back.
            1 => {
                self.arrive(&changes).await?;
            }
            // Given up, and arrives later.
            2 => self.late.push(changes),
            // Arrives twice.
            3 => {
                let results = self.arrive(&changes).await?;
                self.arrive(&changes).await?;
                self.browsers[n].answered(&results);
            }
            _ => {
                let results = self.arrive(&changes).await?;
                self.browsers[n].answered(&results);
            }
        }
        Ok(())
    }

    async fn pull(&mut self, n: usize) {
        loop {
            let page = self.base.pull(self.app, self.browsers[n].since()).await;
            self.browsers[n].pulled(&page);
            if page["hasMore"] == false {
                return;
            }
        }
    }

    /// One of the delayed requests arrives, in any order.
    async fn deliver_late(&mut self) -> Result<(), String> {
        if !self.late.is_empty() {
            let n = self.random.below(self.late.len());
            let changes = self.late.swap_remove(n);
            self.arrive(&changes).await?;
        }
        Ok(())
    }

    /// The network works again.
    async fn settle(&mut self) -> Result<(), String> {
        while !self.late.is_empty() {
            self.deliver_late().await?;
        }
        for _ in 0..N_ROUNDS {
            let mut is_idle = true;
            for n in 0..N_BROWSERS {
                let changes = self.browsers[n].changes(&mut self.random);
                if !changes.is_empty() {
                    is_idle = false;
                    let results = self.arrive(&changes).await?;
                    self.browsers[n].answered(&results);
                }
                self.pull(n).await;
            }
            if is_idle && self.all_idle() {
                return Ok(());
            }
        }
        Err("the browsers do not come to rest".to_owned())
    }

    fn all_idle(&mut self) -> bool {
        let random = &mut self.random;
        self.browsers.iter_mut().all(|browser| browser.is_idle(random))
    }

    async fn check(&self) -> Result<(), String> {
        let pulled = self.base.pull(self.app, 0).await;
        let rows: Vec<&Value> = pulled["documents"].as_array().unwrap().iter().collect();
        let documents: BTreeMap<Uuid, _> = rows
            .iter()
            .filter(|row| row["deletedAt"].is_null())
            .map(|row| {
                let text = parse_text(row["content"].as_str().unwrap());
                (
                    row["id"].as_str().unwrap().parse().unwrap(),
                    (text, place_of(row)),
                )
            })
            .collect();
        for (n, browser) in self.browsers.iter().enumerate() {
            if browser.documents() != documents {
                return Err(format!(
                    "browser {n} has {:?}, the server {documents:?}",
                    browser.documents()
                ));
            }
        }
        for (id, (text, place)) in &documents {
            // Every edge leads to a document of the same category, and the way up ends.
            let mut above = place.parent;
            for _ in 0..=documents.len() {
                let Some(parent) = above else { break };
                let Some((_, found)) = documents.get(&parent) else {
                    return Err(format!("{id} is below {parent}, which is not there"));
                };
                if found.category != place.category {
                    return Err(format!("{id} is below a document of another category"));
                }
                above = found.parent;
            }
            if above.is_some() {
                return Err(format!("{id} is in a cycle"));
            }
            // Nobody wrote over what they had not seen.
            for accepted in self.living.get(id).into_iter().flatten() {
                if !accepted.is_subset(text) {
                    return Err(format!("{id} lost {:?}", accepted.difference(text)));
                }
            }
        }
        self.check_revisions().await?;
        self.check_counts(documents.len()).await
    }

    /// Each text that was accepted is in a revision.
    async fn check_revisions(&self) -> Result<(), String> {
        for (id, texts) in &self.accepted {
            let contents = self.app.database().text(&format!(
                "SELECT coalesce(string_agg(content, ','), '') FROM document_revisions \
                 WHERE knowledge_base_id = '{}' AND document_id = '{id}'",
                self.base.id
            ));
            let kept: BTreeSet<Text> = contents.split(',').map(parse_text).collect();
            if let Some(lost) = texts.difference(&kept).next() {
                return Err(format!("{id}: {lost:?} is in no revision"));
            }
        }
        Ok(())
    }

    async fn check_counts(&self, n_documents: usize) -> Result<(), String> {
        let headers = [("token", self.base.owner.token.as_str())];
        let row = self.app.send(Method::GET, &self.base.path, &headers).await.data();
        let n_words = self.app.database().text(&format!(
            "SELECT coalesce(sum(n_words), 0) FROM documents WHERE knowledge_base_id = '{}' AND deleted_at IS NULL",
            self.base.id
        ));
        if row["nDocuments"] != json!(n_documents) || row["nWords"].to_string() != n_words {
            return Err(format!(
                "{n_documents} documents with {n_words} words are counted as {row}"
            ));
        }
        Ok(())
    }
}
