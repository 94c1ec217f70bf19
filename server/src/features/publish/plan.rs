//! What a site would consist of: its categories, its documents with their paths, and what is left out and why.
//!
//! Pure: a base as it was read and settings go in, a plan comes out. Nothing is rendered here.

use std::collections::{HashMap, HashSet};

use chrono::{DateTime, Utc};
use moyan_article::front_matter::{self, FrontMatter, Value};
use moyan_article::{Language, RenderOptions};
use sha2::{Digest as _, Sha256};
use uuid::Uuid;

use super::content::{FileRef, SiteCategory};
use super::paths::{PathProblem, Paths, segment};
use crate::access::hex;
use crate::domain::{CategoryId, DocumentId, KnowledgeBaseId, stored_names};
use crate::features::site::settings::{SiteLanguage, SiteSettings};
use crate::held_connection;
use crate::rendering::image_of;

/// The engine that renders. A rendering of another one is not used again.
pub const ENGINE_VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), "-1");
/// The path below which documents are.
pub const DOCS: &str = "/docs";

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

/// A document that would be on the site.
#[derive(Debug)]
pub struct PlannedDocument {
    /// As it is in the base.
    pub base: BaseDocument,
    /// The document above it on the site.
    pub parent_id: Option<DocumentId>,
    /// The path.
    pub path: String,
    /// The title.
    pub title: String,
    /// The title in lists.
    pub sidebar_label: String,
    /// `description` of the front matter.
    pub description: String,
    /// `tags` of the front matter.
    pub tags: Vec<String>,
    /// `date` of the front matter.
    pub date: String,
    /// What its text names.
    pub names: Names,
    /// The hash of everything that its rendering is made of.
    pub rendered_hash: String,
}

impl PlannedDocument {
    /// Finds what the text names among the documents of a site and the images of its base, and so what its rendering is
    /// made of.
    pub fn name(
        &mut self,
        paths: &HashMap<Uuid, String>,
        images: &HashMap<String, FileRef>,
        options: &RenderOptions,
        drawings: &HashMap<String, FileRef>,
    ) {
        self.name_with(paths, images, options, &hash_of_drawings(drawings));
    }

    fn name_with(
        &mut self,
        paths: &HashMap<Uuid, String>,
        images: &HashMap<String, FileRef>,
        options: &RenderOptions,
        drawings: &str,
    ) {
        self.names = Names::of(&self.base.content, paths, images);
        self.rendered_hash = rendered_hash(&self.base.content, options, &self.names, drawings);
    }

    /// The images that the text names.
    pub fn files(&self, images: &HashMap<String, FileRef>) -> Vec<(String, FileRef)> {
        let named = self.names.images.iter();
        named
            .filter_map(|(name, _)| Some((name.clone(), images.get(name)?.clone())))
            .collect()
    }
}

/// What a text names.
#[derive(Clone, Debug, Default)]
pub struct Names {
    /// Documents of the site, with their paths.
    pub paths: Vec<(Uuid, String)>,
    /// Images of the base, with width and height.
    pub images: Vec<(String, (u32, u32))>,
    /// Whether it may hold a diagram.
    pub may_hold_diagrams: bool,
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

impl BaseContent {
    /// Documents that are kept and went to a category that is not shown stay in the one that visitors know; where that
    /// is not shown either, they are not kept.
    fn keep_in(&mut self, shown: &[SiteCategory]) {
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

/// The documents of a base as a tree.
struct Tree {
    documents: HashMap<DocumentId, BaseDocument>,
    /// In the order of positions.
    order: Vec<DocumentId>,
    children: HashMap<Option<DocumentId>, Vec<DocumentId>>,
    held: HashSet<DocumentId>,
    kept: HashMap<DocumentId, KeptPlace>,
}

impl Tree {
    fn new(
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
    fn place(mut self, plan: &mut Plan) -> HashMap<DocumentId, KeptPlace> {
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
struct Above {
    path: String,
    parent_id: Option<DocumentId>,
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

impl Names {
    /// What a text names, in the order of names. It may find more than a parser does, never less.
    fn of(text: &str, paths: &HashMap<Uuid, String>, images: &HashMap<String, FileRef>) -> Self {
        let mut found_paths = Vec::new();
        for (at, _) in text.match_indices(".md") {
            let start = at.checked_sub(UUID_CHARS);
            let id = start
                .and_then(|start| text.get(start..at))
                .and_then(|id| id.parse().ok());
            if let Some((id, path)) = id.and_then(|id| Some((id, paths.get(&id)?))) {
                found_paths.push((id, path.clone()));
            }
        }
        let mut found_images = Vec::new();
        for (at, _) in text.match_indices("images/") {
            let rest = text.get(at..).unwrap_or_default();
            let end = rest.find(|c: char| !(c.is_ascii_alphanumeric() || c == '/' || c == '.'));
            let address = rest.get(..end.unwrap_or(rest.len())).unwrap_or_default();
            if let Some((name, file)) = image_of(address).and_then(|name| images.get_key_value(name)) {
                found_images.push((name.clone(), (file.width, file.height)));
            }
        }
        found_paths.sort_unstable();
        found_paths.dedup();
        found_images.sort_unstable();
        found_images.dedup();
        Self {
            paths: found_paths,
            images: found_images,
            may_hold_diagrams: text.contains("mermaid"),
        }
    }
}

/// Characters of a UUID.
const UUID_CHARS: usize = 36;

fn hash_of_drawings(drawings: &HashMap<String, FileRef>) -> String {
    let mut known: Vec<String> = drawings
        .iter()
        .map(|(source, file)| format!("{source} {}", file.hash))
        .collect();
    known.sort_unstable();
    hex(&Sha256::digest(known.join("\n").as_bytes()))
}

/// The hash of everything that a rendering is made of: text, engine, options, links, images, drawings.
fn rendered_hash(text: &str, options: &RenderOptions, names: &Names, drawings: &str) -> String {
    let mut hash = Sha256::new();
    let mut add = |part: &str| {
        // With their length, so that no two lists of parts are one.
        hash.update((part.len() as u64).to_le_bytes());
        hash.update(part.as_bytes());
    };
    add(ENGINE_VERSION);
    add(&format!("{options:?}"));
    add(text);
    for (id, path) in &names.paths {
        add(&id.to_string());
        add(path);
    }
    for (name, (width, height)) in &names.images {
        add(&format!("{name} {width} {height}"));
    }
    if names.may_hold_diagrams {
        add(drawings);
    }
    hex(&hash.finalize())
}

#[cfg(test)]
mod tests;
