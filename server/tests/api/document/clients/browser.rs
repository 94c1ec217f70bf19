//! A browser's side of sync, as `docs/sync.md` has it: what it knows, what it sends, what it does with the answers.
//!
//! A text is a set of tokens: writing adds one, a resolved conflict has those of both. So a text that lacks a token
//! was written over by somebody who had not seen it.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};
use uuid::Uuid;

use super::random::Random;

/// The tokens of a text.
pub type Text = BTreeSet<u32>;

pub fn parse_text(content: &str) -> Text {
    content
        .split_whitespace()
        .map(|token| token.parse().unwrap())
        .collect()
}

fn content_of(text: &Text) -> String {
    text.iter().map(u32::to_string).collect::<Vec<_>>().join(" ")
}

/// Where a document stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Place {
    pub category: Uuid,
    pub parent: Option<Uuid>,
    pub position: f64,
}

fn id_of(value: &Value) -> Option<Uuid> {
    value.as_str().map(|id| id.parse().unwrap())
}

pub fn place_of(row: &Value) -> Place {
    Place {
        category: id_of(&row["categoryId"]).unwrap(),
        parent: id_of(&row["parentId"]),
        position: row["position"].as_f64().unwrap(),
    }
}

/// A document of this browser.
#[derive(Clone, Debug)]
struct Local {
    text: Text,
    place: Place,
    /// What the server accepted last, as far as this browser knows; revision 0 for a document that it made.
    known_text: Text,
    known_place: Option<Place>,
    revision: i64,
    /// The text resolves a conflict.
    is_merged: bool,
}

/// One browser.
#[derive(Default)]
pub struct Browser {
    documents: BTreeMap<Uuid, Local>,
    /// Documents that were deleted here, and the revision of the text that was seen.
    deleted: BTreeMap<Uuid, (i64, Text)>,
    /// What was sent and not answered: it is sent again as it is.
    unanswered: Vec<Value>,
    since: i64,
}

impl Browser {
    /// The author does something.
    pub fn act(&mut self, random: &mut Random, categories: &[Uuid], token: u32) {
        let ids: Vec<Uuid> = self.documents.keys().copied().collect();
        let place = |random: &mut Random, category: Uuid| Place {
            category,
            parent: if random.below(3) == 0 {
                None
            } else {
                random.pick(&ids)
            },
            position: f64::from(token) / 2.0,
        };
        let category = random.pick(categories).unwrap();
        match (random.below(8), random.pick(&ids)) {
            (0 | 1, _) | (_, None) => {
                let place = place(random, category);
                let local = Local {
                    text: Text::from([token]),
                    place,
                    known_text: Text::new(),
                    known_place: None,
                    revision: 0,
                    is_merged: false,
                };
                self.documents.insert(random.uuid(), local);
            }
            (2..=4, Some(id)) => {
                self.documents.get_mut(&id).unwrap().text.insert(token);
            }
            (5 | 6, Some(id)) => {
                let place = place(random, category);
                self.documents.get_mut(&id).unwrap().place = place;
            }
            (_, Some(id)) => self.delete(id),
        }
    }

    fn delete(&mut self, id: Uuid) {
        let local = self.documents.remove(&id).unwrap();
        // What is below it moves up, as at the server.
        for other in self
            .documents
            .values_mut()
            .filter(|other| other.place.parent == Some(id))
        {
            other.place.parent = local.place.parent;
        }
        // One that was never sent was never there. One that may have arrived is deleted when that is known.
        if local.revision > 0
            || self
                .unanswered
                .iter()
                .any(|change| id_of(&change["documentId"]) == Some(id))
        {
            self.deleted.insert(id, (local.revision, local.text));
        }
    }

    /// What is to be sent. What was not answered comes first and alone.
    pub fn changes(&mut self, random: &mut Random) -> Vec<Value> {
        if !self.unanswered.is_empty() {
            return self.unanswered.clone();
        }
        let mut changes = Vec::new();
        for (id, local) in &self.documents {
            let place = json!({
                "categoryId": local.place.category, "parentId": local.place.parent, "position": local.place.position,
            });
            if local.text != local.known_text {
                changes.push(json!({
                    "id": random.uuid(), "kind": "putText", "documentId": id, "baseRevision": local.revision,
                    "title": "标题", "content": content_of(&local.text), "place": place,
                    "cause": if local.is_merged { "merge" } else { "edit" },
                }));
            }
            if local.revision > 0 && local.known_place.as_ref() != Some(&local.place) {
                let mut change = json!({ "id": random.uuid(), "kind": "putPlace", "documentId": id });
                change
                    .as_object_mut()
                    .unwrap()
                    .extend(place.as_object().unwrap().clone());
                changes.push(change);
            }
        }
        for (id, (revision, _)) in &self.deleted {
            changes.push(json!({
                "id": random.uuid(), "kind": "deleteDocument", "documentId": id, "baseRevision": revision,
            }));
        }
        self.unanswered.clone_from(&changes);
        changes
    }

    /// Notes the answers, in the order of what was sent.
    pub fn answered(&mut self, results: &[Value]) {
        let sent = std::mem::take(&mut self.unanswered);
        for (change, result) in sent.iter().zip(results) {
            let id = id_of(&change["documentId"]).unwrap();
            let revision = result["revision"].as_i64();
            match (
                change["kind"].as_str().unwrap(),
                result["outcome"].as_str().unwrap(),
            ) {
                ("putText", "accepted") => self.accepted(id, change, revision.unwrap()),
                // What was pulled since is newer than this answer, which may be to a repeated change.
                ("putPlace", "accepted") if revision.unwrap() > self.since => {
                    if let Some(local) = self.documents.get_mut(&id) {
                        local.known_place = Some(place_of(change));
                    }
                }
                // One that was brought back since and deleted again is deleted by a change of its own.
                ("deleteDocument", "accepted") if self.is_deleted_by(id, change) => {
                    self.deleted.remove(&id);
                }
                ("putText" | "deleteDocument", "conflict") => self.take_row(&result["current"]),
                // The document is gone or its category is: the next pull tells.
                _ => {}
            }
        }
    }

    fn is_deleted_by(&self, id: Uuid, change: &Value) -> bool {
        let revision = change["baseRevision"].as_i64();
        self.deleted
            .get(&id)
            .is_some_and(|(seen, _)| Some(*seen) == revision)
    }

    fn accepted(&mut self, id: Uuid, change: &Value, revision: i64) {
        let text = parse_text(change["content"].as_str().unwrap());
        if let Some(local) = self.documents.get_mut(&id) {
            if local.revision == 0 {
                local.known_place = Some(place_of(&change["place"]));
            }
            if revision > local.revision {
                local.known_text = text;
                local.revision = revision;
                local.is_merged = false;
            }
        } else if let Some(deleted) = self.deleted.get_mut(&id) {
            // It was deleted here after it was sent: its author has seen that text.
            deleted.0 = deleted.0.max(revision);
        }
    }

    /// Takes what changed at the server.
    pub fn pulled(&mut self, pulled: &Value) {
        for row in pulled["documents"].as_array().unwrap() {
            self.take_row(row);
        }
        self.since = pulled["revision"].as_i64().unwrap();
    }

    /// The server's document: what this browser did not change itself is taken, of what it did both texts are kept.
    fn take_row(&mut self, row: &Value) {
        let id = id_of(&row["id"]).unwrap();
        let revision = row["textRevision"].as_i64().unwrap();
        let is_deleted = !row["deletedAt"].is_null();
        let theirs = parse_text(row["content"].as_str().unwrap());
        if let Some((seen, _)) = self.deleted.get(&id) {
            if is_deleted {
                self.deleted.remove(&id);
                return;
            }
            if *seen == revision {
                return;
            }
            // Somebody wrote in it since: it comes back.
            self.deleted.remove(&id);
        }
        let Some(local) = self.documents.get_mut(&id) else {
            if !is_deleted {
                let place = place_of(row);
                let local = Local {
                    text: theirs.clone(),
                    place: place.clone(),
                    known_text: theirs,
                    known_place: Some(place),
                    revision,
                    is_merged: false,
                };
                self.documents.insert(id, local);
            }
            return;
        };
        let is_changed = local.text != local.known_text;
        if is_deleted {
            if is_changed {
                // The text wins: it is sent again, on the deletion.
                local.revision = revision;
                local.known_text = Text::new();
                local.known_place = Some(local.place.clone());
            } else {
                self.documents.remove(&id);
            }
            return;
        }
        if revision > local.revision || (local.revision > revision && is_changed) {
            if is_changed {
                local.text.extend(&theirs);
                local.is_merged = true;
            } else {
                local.text.clone_from(&theirs);
            }
            local.known_text = theirs;
            local.revision = revision;
        }
        let place = place_of(row);
        if local.known_place.as_ref() == Some(&local.place) {
            local.place = place.clone();
        }
        local.known_place = Some(place);
    }

    /// The revision that the next pull names.
    pub fn since(&self) -> i64 {
        self.since
    }

    /// True when nothing waits to be sent.
    pub fn is_idle(&mut self, random: &mut Random) -> bool {
        self.changes(random).is_empty()
    }

    /// What the author sees.
    pub fn documents(&self) -> BTreeMap<Uuid, (Text, Place)> {
        self.documents
            .iter()
            .map(|(id, local)| (*id, (local.text.clone(), local.place.clone())))
            .collect()
    }
}
