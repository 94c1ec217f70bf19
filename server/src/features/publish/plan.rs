//! What a site would consist of: its categories, its documents with their paths, and what is left out and why.
//!
//! Pure: a base as it was read and settings go in, a plan comes out. Nothing is rendered here.

mod base;
mod document;
mod tree;

use std::collections::HashMap;

use moyan_article::front_matter::{self, FrontMatter, Value};
use moyan_article::{Language, RenderOptions};
use moyan_domain::{DocumentId, KnowledgeBaseId, held_connection, stored_names};
use uuid::Uuid;

pub use self::base::{BaseCategory, BaseContent, BaseDocument, KeptPlace};
use self::document::hash_of_drawings;
pub use self::document::{Names, PlannedDocument};
use self::tree::{Above, Tree};
use super::content::{FileRef, SiteCategory};
use super::paths::{PathProblem, Paths, segment};
use crate::features::site::settings::{SiteLanguage, SiteSettings};

/// The engine that renders. A rendering of another one is not used again.
pub const ENGINE_VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), "-1");
/// The path below which documents are.
pub const DOCS: &str = "/docs";

/// What a site would consist of.
#[derive(Debug, Default)]
pub struct Plan {
    /// The base that it was made of.
    pub base_id: Option<KnowledgeBaseId>,
    /// In their order; hidden ones are left out.
    pub categories: Vec<SiteCategory>,
    /// In the order of the whole site.
    pub documents: Vec<PlannedDocument>,
    /// What is not on the site.
    pub left_out: Vec<LeftOut>,
    /// Documents whose path differs from what the author asked for.
    pub path_problems: Vec<(DocumentId, PathProblem)>,
    /// Images that texts name, by name.
    pub files: HashMap<String, FileRef>,
    /// How all texts are rendered.
    pub options: RenderOptions,
}

stored_names! {
    /// Why a document is not on the site.
    LeftOutReason
    /// Its front matter says `draft: true`.
    Draft: "draft",
    /// It has no text, and nothing below it has.
    Empty: "empty",
    /// Its category is hidden on the site.
    HiddenCategory: "hiddenCategory",
    /// It is published alone at a moment of its own.
    Scheduled: "scheduled",
}

/// A document that is not on the site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOut {
    /// The document.
    pub id: DocumentId,
    /// Its title in the editor's list.
    pub title: String,
    /// Why it is left out.
    pub reason: LeftOutReason,
}

impl Plan {
    /// Plans a site. All texts are looked through, so no connection may be held.
    pub fn new(mut base: BaseContent, settings: &SiteSettings) -> Self {
        held_connection::forbid();
        let mut plan = Self {
            base_id: base.id,
            categories: categories(&base.categories, settings),
            options: options(settings),
            ..Self::default()
        };
        base.keep_in(&plan.categories);
        let tree = Tree::new(base.documents, base.held, base.kept);
        let kept = tree.place(&mut plan);
        let paths: HashMap<Uuid, String> = plan
            .documents
            .iter()
            .map(|document| (document.base.id.0, document.path.clone()))
            .collect();
        let drawings = hash_of_drawings(&base.drawings);
        for document in &mut plan.documents {
            // Its words of now, and what they name, are nobody's to read yet.
            if kept.contains_key(&document.base.id) {
                continue;
            }
            document.name_with(&paths, &base.images, &plan.options, &drawings);
            plan.files.extend(document.files(&base.images));
        }
        plan
    }
}

/// How the texts of a site are rendered.
fn options(settings: &SiteSettings) -> RenderOptions {
    RenderOptions {
        mac_code_block: settings.appearance.is_mac_code_block,
        line_numbers: settings.appearance.has_line_numbers,
        language: match settings.basic_info.language {
            SiteLanguage::ZhCn => Language::ZhCn,
            SiteLanguage::En => Language::En,
        },
        ..RenderOptions::default()
    }
}

/// Those that settings name come first, in their order; then the others, as they are in the base.
fn categories(known: &[BaseCategory], settings: &SiteSettings) -> Vec<SiteCategory> {
    let display = &settings.index.categories;
    let place = |category: &&BaseCategory| {
        let at = display.iter().position(|shown| shown.category_id == category.id);
        at.unwrap_or(usize::MAX)
    };
    let mut ordered: Vec<&BaseCategory> = known.iter().collect();
    ordered.sort_by_key(place);
    let mut slugs = Paths::default();
    let given = |text: &str, own: &str| {
        if text.is_empty() {
            own.to_owned()
        } else {
            text.to_owned()
        }
    };
    let mut shown = Vec::new();
    for category in ordered {
        let display = display.iter().find(|display| display.category_id == category.id);
        if display.is_some_and(|display| !display.is_visible) {
            continue;
        }
        let slug = Some(segment(&category.slug)).filter(|slug| !slug.is_empty());
        let slug = slug.unwrap_or_else(|| category.id.0.simple().to_string().chars().take(8).collect());
        shown.push(SiteCategory {
            id: category.id,
            name: given(display.map_or("", |display| &display.name), &category.name),
            slug: slugs.free(slug),
            description: given(
                display.map_or("", |display| &display.description),
                &category.description,
            ),
            icon: display.map(|display| display.icon.clone()).unwrap_or_default(),
        });
    }
    shown
}

impl Plan {
    /// Adds a document, or leaves it out, and says where those below it stand.
    fn add(
        &mut self,
        row: BaseDocument,
        above: Above,
        paths: &mut Paths,
        reason: Option<LeftOutReason>,
    ) -> Above {
        let front = front_matter::parse(&row.content).front_matter;
        let title = title_of(&front, &row);
        let router_path = front.router_path.as_deref().unwrap_or(&row.router_path);
        // Also one that is left out has its path, so that those below it keep theirs when it is published later.
        let (path, problem) = paths.give(&above.path, router_path, &title, row.id.0);
        let reason = if front.draft {
            Some(LeftOutReason::Draft)
        } else {
            reason
        };
        if let Some(reason) = reason {
            self.leave_out(&row, reason);
            return Above { path, ..above };
        }
        self.path_problems
            .extend(problem.map(|problem| (row.id, problem)));
        self.put_with(row, above.parent_id, path, front)
    }

    /// Adds a document at an address.
    fn put(&mut self, row: BaseDocument, parent_id: Option<DocumentId>, path: String) -> Above {
        let front = front_matter::parse(&row.content).front_matter;
        self.put_with(row, parent_id, path, front)
    }

    fn put_with(
        &mut self,
        row: BaseDocument,
        parent_id: Option<DocumentId>,
        path: String,
        front: FrontMatter,
    ) -> Above {
        let title = title_of(&front, &row);
        let below = Above {
            path: path.clone(),
            parent_id: Some(row.id),
        };
        let label = front.sidebar_label.clone().filter(|label| !label.is_empty());
        self.documents.push(PlannedDocument {
            parent_id,
            path,
            sidebar_label: label.unwrap_or_else(|| title.clone()),
            title,
            description: description_of(&front),
            tags: front.tags,
            date: front.date.unwrap_or_default(),
            names: Names::default(),
            rendered_hash: String::new(),
            base: row,
        });
        below
    }

    fn leave_out(&mut self, row: &BaseDocument, reason: LeftOutReason) {
        self.left_out.push(LeftOut {
            id: row.id,
            title: row.title.clone(),
            reason,
        });
    }
}

/// The title of the front matter, else the one in the editor's list.
fn title_of(front: &FrontMatter, row: &BaseDocument) -> String {
    let own = front.title.clone().filter(|title| !title.trim().is_empty());
    let listed = Some(row.title.clone()).filter(|title| !title.trim().is_empty());
    own.or(listed)
        .unwrap_or_else(|| front_matter::DEFAULT_TITLE.to_owned())
}

fn description_of(front: &FrontMatter) -> String {
    let field = front.other.iter().find(|field| field.key == "description");
    match field.map(|field| &field.value) {
        Some(Value::Text(text)) => text.clone(),
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests;
