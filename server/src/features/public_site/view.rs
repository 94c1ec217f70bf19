//! What a page is made for: a site at one moment, somebody who reads it, and how.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use chrono::{DateTime, Utc};

use super::search::SearchIndex;
use super::words::Words;
use crate::domain::{CategoryId, DocumentId};
use crate::features::publish::{SiteCategory, SiteContent, SiteDocument};
use crate::features::site::settings::{ColorScheme, SiteSettings};
use crate::gate::{self, AccessLevel, Audience, VisibleDocument};

/// A document that an audience may know of, and what it sees of it, once somebody has asked.
struct ShownDocument {
    index: usize,
    level: AccessLevel,
    seen: OnceLock<VisibleDocument>,
}

/// A site as one audience sees it: hidden documents are not in it, and categories without documents neither.
pub struct Shown {
    pub content: Arc<SiteContent>,
    audience: Audience,
    documents: Vec<ShownDocument>,
    by_path: HashMap<String, usize>,
    by_id: HashMap<DocumentId, usize>,
    index: OnceLock<SearchIndex>,
}

impl Shown {
    /// Asks the gate about every document. Texts are asked for when they are needed.
    pub fn new(content: Arc<SiteContent>, audience: Audience) -> Self {
        let mut documents = Vec::with_capacity(content.documents.len());
        let (mut by_path, mut by_id) = (HashMap::new(), HashMap::new());
        for (index, document) in content.documents.iter().enumerate() {
            let level = content
                .rules
                .decide(document.id, document.category_id, audience)
                .level;
            if level == AccessLevel::Hidden {
                continue;
            }
            by_path.insert(document.path.clone(), documents.len());
            by_id.insert(document.id, documents.len());
            documents.push(ShownDocument {
                index,
                level,
                seen: OnceLock::new(),
            });
        }
        Self {
            content,
            audience,
            documents,
            by_path,
            by_id,
            index: OnceLock::new(),
        }
    }

    /// The words of all that is seen.
    pub fn search_index(&self) -> &SearchIndex {
        self.index.get_or_init(|| SearchIndex::new(self))
    }

    /// All documents, in the order of the site.
    pub fn documents(&self) -> impl DoubleEndedIterator<Item = Document<'_>> + Clone {
        self.documents.iter().filter_map(|shown| self.document(shown))
    }

    fn document<'a>(&'a self, shown: &'a ShownDocument) -> Option<Document<'a>> {
        let meta = self.content.documents.get(shown.index)?;
        Some(Document {
            meta,
            shown,
            site: self,
        })
    }

    /// The document at a path of the site.
    pub fn at(&self, path: &str) -> Option<Document<'_>> {
        self.document(self.documents.get(*self.by_path.get(path)?)?)
    }

    /// A document by its ID.
    pub fn by_id(&self, id: DocumentId) -> Option<Document<'_>> {
        self.document(self.documents.get(*self.by_id.get(&id)?)?)
    }

    /// The documents before and after one, in the order of the site.
    pub fn neighbors(&self, id: DocumentId) -> (Option<Document<'_>>, Option<Document<'_>>) {
        let Some(&place) = self.by_id.get(&id) else {
            return (None, None);
        };
        let get = |place: Option<usize>| self.document(self.documents.get(place?)?);
        (get(place.checked_sub(1)), get(place.checked_add(1)))
    }

    /// Categories that have documents for this audience.
    pub fn categories(&self) -> impl Iterator<Item = &SiteCategory> {
        self.content
            .categories
            .iter()
            .filter(|category| self.of_category(category.id).next().is_some())
    }

    /// The documents of a category, in their order.
    pub fn of_category(&self, id: CategoryId) -> impl Iterator<Item = Document<'_>> + Clone {
        self.documents()
            .filter(move |document| document.meta.category_id == id)
    }

    /// A category by its slug.
    pub fn category(&self, slug: &str) -> Option<&SiteCategory> {
        self.categories().find(|category| category.slug == slug)
    }

    /// The latest documents, the newest first.
    pub fn latest(&self, n_documents: usize) -> Vec<Document<'_>> {
        let mut documents: Vec<_> = self.documents().collect();
        documents.sort_by_cached_key(|document| std::cmp::Reverse(document.date()));
        documents.truncate(n_documents);
        documents
    }
}

/// A document, and what the audience sees of it.
#[derive(Clone, Copy)]
pub struct Document<'a> {
    pub meta: &'a SiteDocument,
    shown: &'a ShownDocument,
    site: &'a Shown,
}

impl<'a> Document<'a> {
    /// What is seen: the gate decides.
    pub fn seen(&self) -> &'a VisibleDocument {
        let gate = || gate::visible(&self.meta.sealed, &self.site.content.rules, self.site.audience);
        self.shown.seen.get_or_init(gate)
    }

    /// How much is seen.
    pub fn level(&self) -> AccessLevel {
        self.shown.level
    }

    /// True when nothing is kept back.
    pub fn is_whole(&self) -> bool {
        self.level() == AccessLevel::Free || (self.level() == AccessLevel::Partial && !self.seen().is_cut)
    }

    /// The day of the front matter, else the day of the last change: `2026-11-22`.
    pub fn date(&self) -> String {
        if self.meta.date.is_empty() {
            self.meta.changed_at.format("%Y-%m-%d").to_string()
        } else {
            self.meta.date.clone()
        }
    }

    /// What it is about: its description, else the beginning of what is seen of it.
    pub fn summary(&self) -> &'a str {
        if self.meta.description.is_empty() {
            &self.seen().excerpt
        } else {
            &self.meta.description
        }
    }

    /// Minutes that reading what is seen takes, at least one.
    pub fn minutes(&self) -> u32 {
        self.seen()
            .n_words
            .div_ceil(moyan_article::stats::WORDS_PER_MINUTE)
            .max(1)
    }
}

/// What a page is made for.
pub struct View<'a> {
    pub shown: &'a Shown,
    pub words: &'static Words,
    pub now: DateTime<Utc>,
    /// The address that search engines shall know, without a slash at the end: `https://blog.example`.
    pub origin: &'a str,
    /// Before every path of the site: empty, or `/s/{slug}`.
    pub base: &'a str,
    /// The color scheme that a preview asks for.
    pub color_scheme: Option<ColorScheme>,
    /// True when a visitor is logged in, which pages for everybody never say.
    pub is_logged_in: bool,
    /// True in previews, whose elements name the settings they show.
    pub is_preview: bool,
    /// The name of the style sheet of the site's theme, with a hash of its content.
    pub theme_name: &'a str,
}

impl<'a> View<'a> {
    pub fn settings(&self) -> &'a SiteSettings {
        &self.shown.content.settings
    }

    /// True when visitors have something to log in for: the site sells memberships, on a host of its own.
    pub fn has_login(&self) -> bool {
        let packages = &self.settings().membership.packages;
        self.base.is_empty() && packages.iter().any(|package| !package.is_archived)
    }

    /// The path of the style sheet of the site's theme.
    pub fn theme_path(&self) -> String {
        format!("/assets/{}", self.theme_name)
    }

    /// True where no script may run: in the origin of the console.
    pub fn is_without_scripts(&self) -> bool {
        !self.base.is_empty()
    }

    /// The path of a setting, in previews only.
    pub fn field(&self, path: &str) -> Option<String> {
        self.is_preview.then(|| path.to_owned())
    }

    /// Settings below a path.
    pub fn at(&'a self, path: impl Into<String>) -> Fields<'a> {
        Fields {
            view: self,
            path: path.into(),
        }
    }

    /// An address as a page names it; none for those that no page may lead to.
    pub fn href(&self, address: &str) -> Option<String> {
        let address = address.trim();
        if address.starts_with('/') {
            // Two slashes, or one and a backslash, are the address of another host.
            let is_path = !address.starts_with("//") && !address.contains('\\');
            return is_path.then(|| format!("{}{address}", self.base));
        }
        let scheme = address
            .split_once(':')
            .map(|(scheme, _)| scheme.to_ascii_lowercase());
        let is_allowed = address.starts_with('#')
            || matches!(scheme.as_deref(), Some("http" | "https" | "mailto" | "tel"));
        (is_allowed && !address.contains(char::is_control)).then(|| address.to_owned())
    }

    /// A path of the site.
    pub fn path(&self, path: &str) -> String {
        format!("{}{path}", self.base)
    }

    /// The address of a picture; none for those that no page may show.
    pub fn image(&self, address: &str) -> Option<String> {
        let is_shown = address.starts_with("/media/") || address.starts_with("/images/");
        if is_shown && !address.contains('\\') {
            return Some(self.path(address));
        }
        address.starts_with("https://").then(|| address.to_owned())
    }

    /// The address of a page for machines, with its host.
    pub fn absolute(&self, path: &str) -> String {
        format!("{}{}{path}", self.origin, self.base)
    }
}

/// Paths of settings, for the console to find them by a click.
#[derive(Clone)]
pub struct Fields<'a> {
    view: &'a View<'a>,
    path: String,
}

impl Fields<'_> {
    /// These settings themselves.
    pub fn own(&self) -> Option<String> {
        self.view.field(&self.path)
    }

    /// A setting of these.
    pub fn of(&self, name: &str) -> Option<String> {
        self.view.is_preview.then(|| format!("{}.{name}", self.path))
    }

    /// An entry of a list of these.
    pub fn item(&self, list: &str, index: usize) -> Self {
        Self {
            view: self.view,
            path: format!("{}.{list}[{index}]", self.path),
        }
    }
}
