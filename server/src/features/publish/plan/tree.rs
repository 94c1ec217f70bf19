//! The documents of a base as a tree, and where they stand on the site.

use std::collections::{HashMap, HashSet};

use moyan_article::front_matter;
use moyan_domain::{CategoryId, DocumentId};

use super::base::{BaseDocument, KeptPlace};
use super::{DOCS, LeftOutReason, Plan};
use crate::features::publish::paths::Paths;

/// The documents of a base as a tree.
pub(super) struct Tree {
    documents: HashMap<DocumentId, BaseDocument>,
    /// In the order of positions.
    order: Vec<DocumentId>,
    children: HashMap<Option<DocumentId>, Vec<DocumentId>>,
    held: HashSet<DocumentId>,
    kept: HashMap<DocumentId, KeptPlace>,
}

impl Tree {
    pub(super) fn new(
        documents: Vec<BaseDocument>,
        held: HashSet<DocumentId>,
        kept: HashMap<DocumentId, KeptPlace>,
    ) -> Self {
        let category_of: HashMap<DocumentId, CategoryId> =
            documents.iter().map(|row| (row.id, row.category_id)).collect();
        let mut children: HashMap<Option<DocumentId>, Vec<DocumentId>> = HashMap::new();
        for row in &documents {
            // A parent that is gone, or of another category, is none.
            let parent = row
                .parent_id
                .filter(|id| category_of.get(id) == Some(&row.category_id));
            children.entry(parent).or_default().push(row.id);
        }
        Self {
            order: documents.iter().map(|row| row.id).collect(),
            documents: documents.into_iter().map(|row| (row.id, row)).collect(),
            children,
            held,
            kept,
        }
    }

    /// Puts the documents into the plan, category by category, each before those below it. Gives back those that are kept.
    pub(super) fn place(mut self, plan: &mut Plan) -> HashMap<DocumentId, KeptPlace> {
        let shown = self.shown();
        let mut paths = Paths::default();
        // First, so that no other document gets one of these.
        for id in &self.order {
            if let Some(kept) = self.kept.get(id) {
                paths.free(kept.path.clone());
            }
        }
        for category in plan.categories.clone() {
            let roots = self.children.get(&None).cloned().unwrap_or_default();
            let is_own = |id: &DocumentId| {
                self.documents
                    .get(id)
                    .is_some_and(|row| row.category_id == category.id)
            };
            let above = Above {
                path: format!("{DOCS}/{}", category.slug),
                parent_id: None,
            };
            let own: Vec<_> = roots.into_iter().filter(is_own).collect();
            let mut waiting: Vec<(DocumentId, Above)> =
                own.into_iter().rev().map(|id| (id, above.clone())).collect();
            while let Some((id, above)) = waiting.pop() {
                let Some(row) = self.documents.remove(&id) else {
                    continue;
                };
                let below = self.children.remove(&Some(id)).unwrap_or_default();
                let is_held = self.held.contains(&id);
                let held = is_held.then_some(LeftOutReason::Scheduled);
                let reason = held.or((!shown.contains(&id)).then_some(LeftOutReason::Empty));
                let above = match self.kept.get(&id) {
                    Some(kept) => plan.put(row, above.parent_id, kept.path.clone()),
                    None => plan.add(row, above, &mut paths, reason),
                };
                waiting.extend(below.into_iter().rev().map(|id| (id, above.clone())));
            }
        }
        for id in &self.order {
            if let Some(row) = self.documents.remove(id) {
                plan.leave_out(&row, LeftOutReason::HiddenCategory);
            }
        }
        self.kept
    }

    /// Documents with a text that is no draft, and those above one.
    fn shown(&self) -> HashSet<DocumentId> {
        let mut shown = HashSet::new();
        for id in &self.order {
            let Some(row) = self.documents.get(id) else {
                continue;
            };
            if !self.kept.contains_key(id) && (self.held.contains(id) || !is_readable(&row.content)) {
                continue;
            }
            let mut above = Some(*id);
            // Stops where somebody was already, also in a ring.
            while let Some(id) = above.filter(|id| shown.insert(*id)) {
                above = self.documents.get(&id).and_then(|row| row.parent_id);
            }
        }
        shown
    }
}

/// Whether a text is no draft and has words.
fn is_readable(content: &str) -> bool {
    let front = front_matter::parse(content);
    let body = content.get(front.body_start..).unwrap_or_default();
    !front.front_matter.draft && !body.trim().is_empty()
}

/// Where a document stands.
#[derive(Clone, Debug)]
pub(super) struct Above {
    pub(super) path: String,
    pub(super) parent_id: Option<DocumentId>,
}
