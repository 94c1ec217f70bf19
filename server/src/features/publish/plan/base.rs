//! A base as it was read.

use std::collections::{HashMap, HashSet};

use chrono::{DateTime, Utc};
use moyan_domain::{CategoryId, DocumentId, KnowledgeBaseId};

use crate::features::publish::content::{FileRef, SiteCategory};

/// A base as it is at one moment.
#[derive(Debug, Default)]
pub struct BaseContent {
    /// The base; none when the site has none, or when it is in the bin. An archived one is published as any other.
    pub id: Option<KnowledgeBaseId>,
    /// Its categories, in their order.
    pub categories: Vec<BaseCategory>,
    /// Its documents, in the order of their positions.
    pub documents: Vec<BaseDocument>,
    /// Its images, by name.
    pub images: HashMap<String, FileRef>,
    /// The drawings of its diagrams, by the hash of their source.
    pub drawings: HashMap<String, FileRef>,
    /// Documents that are left to a moment of their own.
    pub held: HashSet<DocumentId>,
    /// Documents that stay on the site at the address that they have, whatever their text says now.
    pub kept: HashMap<DocumentId, KeptPlace>,
}

/// Where a document that waits for a moment of its own is in the live release.
#[derive(Clone, Debug)]
pub struct KeptPlace {
    /// Its category there.
    pub category_id: CategoryId,
    /// The document above it there.
    pub parent_id: Option<DocumentId>,
    /// Its path.
    pub path: String,
}

/// A category of a base.
#[derive(Clone, Debug)]
pub struct BaseCategory {
    /// The category.
    pub id: CategoryId,
    /// The name.
    pub name: String,
    /// The part of paths that its author chose.
    pub slug: String,
    /// What is in it.
    pub description: String,
}

/// A document of a base.
#[derive(Clone, Debug)]
pub struct BaseDocument {
    /// The document.
    pub id: DocumentId,
    /// Its category.
    pub category_id: CategoryId,
    /// The document above it.
    pub parent_id: Option<DocumentId>,
    /// The title in the editor's list.
    pub title: String,
    /// The path that the author chose in the editor.
    pub router_path: String,
    /// The text.
    pub content: String,
    /// Words of the text.
    pub n_words: i32,
    /// The revision at which the text changed last.
    pub text_revision: i64,
    /// When that was.
    pub updated_at: DateTime<Utc>,
}

impl BaseContent {
    /// Documents that are kept and went to a category that is not shown stay in the one that visitors know; where that
    /// is not shown either, they are not kept.
    pub(super) fn keep_in(&mut self, shown: &[SiteCategory]) {
        let is_shown = |id| shown.iter().any(|category| category.id == id);
        let mut present = HashSet::new();
        for row in &mut self.documents {
            let Some(kept) = self.kept.get(&row.id) else {
                continue;
            };
            if !is_shown(row.category_id) && is_shown(kept.category_id) {
                row.category_id = kept.category_id;
                row.parent_id = kept.parent_id;
            }
            if is_shown(row.category_id) {
                present.insert(row.id);
            }
        }
        self.kept.retain(|id, _| present.contains(id));
    }
}
