//! A site as each audience sees it.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, OnceLock};

use moyan_domain::gate::{self, AccessLevel, Audience};
use moyan_domain::{CategoryId, DocumentId};

use super::document::{Document, DocumentEntry};
use super::links::{self, OwnNames};
use super::search::SearchIndex;
use crate::features::publish::{SiteCategory, SiteContent, SiteDocument};

/// A site as each audience sees it, made when it is asked for.
pub struct Audiences {
    /// What guests see.
    pub guest: Arc<AudienceView>,
    non_member: OnceLock<Arc<AudienceView>>,
    member: OnceLock<Arc<AudienceView>>,
}

impl Audiences {
    /// Asks the gate what guests see.
    pub fn new(content: Arc<SiteContent>, names: OwnNames) -> Self {
        Self {
            guest: Arc::new(AudienceView::new(content, Audience::Guest, Arc::new(names))),
            non_member: OnceLock::new(),
            member: OnceLock::new(),
        }
    }

    /// What an audience sees. Who belongs to the team reads as a member does.
    pub fn of(&self, audience: Audience) -> Arc<AudienceView> {
        let kept = match audience {
            Audience::Guest => return self.guest.clone(),
            Audience::NonMember => &self.non_member,
            Audience::Member | Audience::Staff => &self.member,
        };
        let make = || match self.is_as_guest(audience) {
            true => self.guest.clone(),
            false => {
                let (content, names) = (self.guest.content.clone(), self.guest.names.clone());
                Arc::new(AudienceView::new(content, audience, names))
            }
        };
        kept.get_or_init(make).clone()
    }

    /// True when an audience sees exactly what guests see.
    fn is_as_guest(&self, audience: Audience) -> bool {
        let content = &self.guest.content;
        let seen = |document: &SiteDocument, audience| {
            let decision = gate::decide(&document.sealed, &content.rules, audience);
            (decision.level, decision.partial_chars)
        };
        content
            .documents
            .iter()
            .all(|document| seen(document, audience) == seen(document, Audience::Guest))
    }

    /// How many different views of the site may be kept.
    pub fn n_views(&self) -> usize {
        let others = [Audience::NonMember, Audience::Member];
        1 + others
            .into_iter()
            .filter(|&audience| !self.is_as_guest(audience))
            .count()
    }
}

/// A site as one audience sees it: hidden documents are not in it, and categories without documents neither.
pub struct AudienceView {
    pub content: Arc<SiteContent>,
    pub(super) audience: Audience,
    names: Arc<OwnNames>,
    documents: Vec<DocumentEntry>,
    by_path: HashMap<String, usize>,
    by_id: HashMap<DocumentId, usize>,
    /// Paths of documents and categories that this audience may not know of.
    pub(super) hidden_paths: HashSet<String>,
    index: OnceLock<SearchIndex>,
    images: OnceLock<HashSet<String>>,
}

impl AudienceView {
    /// Asks the gate about every document. Texts are asked for when they are needed.
    pub fn new(content: Arc<SiteContent>, audience: Audience, names: Arc<OwnNames>) -> Self {
        let mut documents = Vec::with_capacity(content.documents.len());
        let (mut by_path, mut by_id) = (HashMap::new(), HashMap::new());
        let mut hidden_paths = HashSet::new();
        for (index, document) in content.documents.iter().enumerate() {
            let level = gate::decide(&document.sealed, &content.rules, audience).level;
            if level == AccessLevel::Hidden {
                hidden_paths.insert(document.path.clone());
                continue;
            }
            by_path.insert(document.path.clone(), documents.len());
            by_id.insert(document.id, documents.len());
            documents.push(DocumentEntry {
                index,
                level,
                list_entry: OnceLock::new(),
            });
        }
        let mut view = Self {
            audience,
            names,
            documents,
            by_path,
            by_id,
            hidden_paths,
            index: OnceLock::new(),
            images: OnceLock::new(),
            content,
        };
        let categories: Vec<String> = view
            .content
            .categories
            .iter()
            .filter(|category| view.of_category(category.id).next().is_none())
            .map(|category| format!("/docs/{}", category.slug))
            .collect();
        view.hidden_paths.extend(categories);
        view
    }

    /// True when an address on a page leads to something that this audience may not know of.
    pub fn is_hidden(&self, address: &str, page: &str) -> bool {
        let is_there = |path: &String| self.hidden_paths.contains(path) && !self.by_path.contains_key(path);
        !self.hidden_paths.is_empty() && self.names.path_of(address, page).as_ref().is_some_and(is_there)
    }

    /// True when an image stands in a text that is seen, or in the settings.
    pub fn has_image(&self, name: &str) -> bool {
        let gather = || {
            let mut names = serde_json::to_string(&self.content.settings)
                .map(|settings| links::image_names(&settings))
                .unwrap_or_default();
            for document in self.documents() {
                names.extend(links::image_names(&document.seen().html));
            }
            names
        };
        self.images.get_or_init(gather).contains(name)
    }

    /// The words of all that is seen.
    pub fn search_index(&self) -> &SearchIndex {
        self.index.get_or_init(|| SearchIndex::new(self))
    }

    /// All documents, in the order of the site.
    pub fn documents(&self) -> impl DoubleEndedIterator<Item = Document<'_>> + Clone {
        self.documents.iter().filter_map(|entry| self.document(entry))
    }

    fn document<'a>(&'a self, entry: &'a DocumentEntry) -> Option<Document<'a>> {
        let meta = self.content.documents.get(entry.index)?;
        Some(Document {
            meta,
            entry,
            view: self,
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

    /// The latest documents, the newest first; of one day, the one that was changed last.
    pub fn latest(&self, n_documents: usize) -> Vec<Document<'_>> {
        let mut documents: Vec<_> = self.documents().collect();
        documents
            .sort_by_cached_key(|document| std::cmp::Reverse((document.date(), document.meta.changed_at)));
        documents.truncate(n_documents);
        documents
    }

    /// The documents that were changed last, the last one first, whatever day their front matter says.
    pub fn recently_changed(&self, n_documents: usize) -> Vec<Document<'_>> {
        let mut documents: Vec<_> = self.documents().collect();
        documents.sort_by_key(|document| std::cmp::Reverse(document.meta.changed_at));
        documents.truncate(n_documents);
        documents
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;
    use crate::features::public_site::testing::{content_with, document, site_with};

    #[test]
    fn an_audience_that_sees_what_guests_see_shares_their_view() {
        use AccessLevel::{Free, Hidden, Members, Partial};
        for (guest, non_member, n_views) in [(Free, Free, 1), (Members, Members, 2), (Hidden, Partial, 3)] {
            let mut content = content_with(vec![document(1, "start", &[], &["<p>text</p>"])]);
            (content.rules.guest, content.rules.non_member) = (guest, non_member);
            let audiences = Audiences::new(Arc::new(content), OwnNames::default());
            assert_eq!(audiences.n_views(), n_views, "{guest:?}");
            let is_shared = |audience| Arc::ptr_eq(&audiences.of(audience), &audiences.guest);
            assert_eq!(is_shared(Audience::NonMember), non_member == guest);
            assert_eq!(is_shared(Audience::Member), guest == Free);
            let member = audiences.of(Audience::Member);
            assert_eq!(
                member.documents().map(|document| document.level()).next(),
                Some(Free)
            );
        }
    }

    #[test]
    fn the_neighbors_of_a_document_are_those_beside_it_in_the_order_of_the_site() {
        let reading = site_with(vec![
            document(1, "a", &[], &[]),
            document(2, "b", &[], &[]),
            document(3, "c", &[], &[]),
        ]);
        let neighbors = |id| {
            let (before, after) = reading.context().view.neighbors(DocumentId(Uuid::from_u128(id)));
            [before, after].map(|document| document.map(|document| document.meta.title.as_str()))
        };
        assert_eq!(neighbors(1), [None, Some("b")]);
        assert_eq!(neighbors(2), [Some("a"), Some("c")]);
        assert_eq!(neighbors(3), [Some("b"), None]);
        assert_eq!(neighbors(4), [None, None]);
    }

    #[test]
    fn of_the_documents_of_one_day_the_latest_is_the_one_that_was_changed_last() {
        let changed = |id, title, at: &str| SiteDocument {
            changed_at: at.parse().unwrap(),
            ..document(id, title, &[], &[])
        };
        let reading = site_with(vec![
            changed(1, "earlier", "2026-11-29T08:00:00Z"),
            changed(2, "last", "2026-11-29T10:00:00Z"),
            changed(3, "before-last", "2026-11-29T09:00:00Z"),
            SiteDocument {
                date: "2026-11-30".to_owned(),
                ..changed(4, "own-day", "2026-11-01T09:00:00Z")
            },
        ]);
        let context = reading.context();
        let titles: Vec<_> = context
            .view
            .latest(3)
            .iter()
            .map(|document| document.meta.title.as_str())
            .collect();
        assert_eq!(titles, ["own-day", "last", "before-last"]);
    }
}
