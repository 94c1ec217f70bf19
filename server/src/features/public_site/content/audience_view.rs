//! What a page is made for: a site at one moment, somebody who reads it, and how.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, OnceLock};

use chrono::{DateTime, Utc};
use moyan_domain::gate::{self, AccessLevel, Audience, DocumentHeading, VisibleDocument};
use moyan_domain::{CategoryId, DocumentId};

use super::links::{self, OwnNames};
use super::search::SearchIndex;
use crate::features::public_site::routing::reader::Reader;
use crate::features::public_site::words::Words;
use crate::features::publish::{SiteCategory, SiteContent, SiteDocument};
use crate::features::site::settings::{ColorScheme, Package, SiteSettings};

/// A document that an audience may know of, and what lists say of it, once somebody has asked.
struct ShownDocument {
    index: usize,
    level: AccessLevel,
    list_entry: OnceLock<ListEntry>,
}

/// What lists say of a document. The text itself is not kept: pages that show it are.
pub struct ListEntry {
    /// The headings that are seen.
    pub headings: Vec<DocumentHeading>,
    /// True when some of the text is kept back.
    is_cut: bool,
    /// The beginning of what is seen, as plain text.
    excerpt: String,
}

/// A site as each audience sees it, made when it is asked for.
pub struct Audiences {
    /// What guests see.
    pub guest: Arc<Shown>,
    non_member: OnceLock<Arc<Shown>>,
    member: OnceLock<Arc<Shown>>,
}

impl Audiences {
    /// Asks the gate what guests see.
    pub fn new(content: Arc<SiteContent>, names: OwnNames) -> Self {
        Self {
            guest: Arc::new(Shown::new(content, Audience::Guest, Arc::new(names))),
            non_member: OnceLock::new(),
            member: OnceLock::new(),
        }
    }

    /// What an audience sees. Who belongs to the team reads as a member does.
    pub fn of(&self, audience: Audience) -> Arc<Shown> {
        let kept = match audience {
            Audience::Guest => return self.guest.clone(),
            Audience::NonMember => &self.non_member,
            Audience::Member | Audience::Staff => &self.member,
        };
        let make = || match self.is_as_guest(audience) {
            true => self.guest.clone(),
            false => {
                let (content, names) = (self.guest.content.clone(), self.guest.names.clone());
                Arc::new(Shown::new(content, audience, names))
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
pub struct Shown {
    pub content: Arc<SiteContent>,
    audience: Audience,
    names: Arc<OwnNames>,
    documents: Vec<ShownDocument>,
    by_path: HashMap<String, usize>,
    by_id: HashMap<DocumentId, usize>,
    /// Paths of documents and categories that are as if they did not exist.
    hidden_paths: HashSet<String>,
    index: OnceLock<SearchIndex>,
    images: OnceLock<HashSet<String>>,
}

impl Shown {
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
            documents.push(ShownDocument {
                index,
                level,
                list_entry: OnceLock::new(),
            });
        }
        let mut shown = Self {
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
        let categories: Vec<String> = shown
            .content
            .categories
            .iter()
            .filter(|category| shown.of_category(category.id).next().is_none())
            .map(|category| format!("/docs/{}", category.slug))
            .collect();
        shown.hidden_paths.extend(categories);
        shown
    }

    /// True when an address leads from a page to something that is as if it did not exist.
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

/// A document, and what the audience sees of it.
#[derive(Clone, Copy)]
pub struct Document<'a> {
    pub meta: &'a SiteDocument,
    shown: &'a ShownDocument,
    site: &'a Shown,
}

impl<'a> Document<'a> {
    /// What is seen: the gate decides. Links to what is as if it did not exist lead nowhere.
    pub fn seen(&self) -> VisibleDocument {
        let site = self.site;
        let seen = gate::visible(&self.meta.sealed, &site.content.rules, site.audience);
        if site.hidden_paths.is_empty() {
            return seen;
        }
        VisibleDocument {
            html: links::without_links(seen.html, |address| site.is_hidden(address, &self.meta.path)),
            ..seen
        }
    }

    /// What lists say of it.
    pub fn list_entry(&self) -> &'a ListEntry {
        self.shown.list_entry.get_or_init(|| {
            let seen = self.seen();
            ListEntry {
                headings: seen.headings,
                is_cut: seen.is_cut,
                excerpt: seen.excerpt,
            }
        })
    }

    /// How much is seen.
    pub fn level(&self) -> AccessLevel {
        self.shown.level
    }

    /// True when nothing is kept back.
    pub fn is_whole(&self) -> bool {
        self.level() == AccessLevel::Free
            || (self.level() == AccessLevel::Partial && !self.list_entry().is_cut)
    }

    /// The day of the last change where the site is at home: `2026-11-22`.
    pub fn changed_day(&self) -> String {
        let zone = self.site.content.settings.basic_info.zone();
        self.meta
            .changed_at
            .with_timezone(&zone)
            .format("%Y-%m-%d")
            .to_string()
    }

    /// Whether its front matter has a day.
    pub fn has_own_date(&self) -> bool {
        !self.meta.date.is_empty()
    }

    /// The day of the front matter, else the day of the last change: `2026-11-22`.
    pub fn date(&self) -> String {
        if self.meta.date.is_empty() {
            self.changed_day()
        } else {
            self.meta.date.clone()
        }
    }

    /// What it is about: its description, else the beginning of what is seen of it.
    pub fn summary(&self) -> &'a str {
        if self.meta.description.is_empty() {
            &self.list_entry().excerpt
        } else {
            &self.meta.description
        }
    }

    /// Minutes that reading all of it takes, also where some is kept back; none when it has no words.
    pub fn minutes(&self) -> Option<u32> {
        let minutes = self.meta.n_words.div_ceil(moyan_article::stats::WORDS_PER_MINUTE);
        (minutes > 0).then_some(minutes)
    }
}

/// What a page is made for.
pub struct View<'a> {
    pub shown: &'a Shown,
    /// Who reads.
    pub reader: &'a Reader,
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
    /// The path that shows the page which answers a form, without the form being sent again; empty where none was sent.
    pub again_path: &'a str,
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

    /// The packages that can be bought here.
    pub fn sold(&self) -> Vec<&'a Package> {
        let packages = self.settings().membership.packages.iter();
        packages
            .filter(|package| !package.is_archived && package.price_fen().is_some() && self.base.is_empty())
            .collect()
    }

    /// The path of the style sheet of the site's theme.
    pub fn theme_path(&self) -> String {
        format!("/assets/{}", self.theme_name)
    }

    /// True where no script may run: in the origin of the console.
    pub fn is_without_scripts(&self) -> bool {
        !self.base.is_empty()
    }

    /// True where nobody can log in: in the origin of the console.
    pub fn is_without_visitors(&self) -> bool {
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

    /// An address as a page names it; none for those that no page may lead to, and for what the reader may not know
    /// of.
    pub fn href(&self, address: &str) -> Option<String> {
        let address = address.trim();
        if self.shown.is_hidden(address, "/") {
            return None;
        }
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

#[cfg(test)]
mod tests {
    use super::*;
    use uuid::Uuid;

    use crate::features::public_site::pages;
    use crate::features::public_site::testing::{Reading, content_with, document, site_with};
    use moyan_domain::gate::RuleOverride;

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
            let (before, after) = reading.view().shown.neighbors(DocumentId(Uuid::from_u128(id)));
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
        let view = reading.view();
        let titles: Vec<_> = view
            .shown
            .latest(3)
            .iter()
            .map(|document| document.meta.title.as_str())
            .collect();
        assert_eq!(titles, ["own-day", "last", "before-last"]);
    }

    #[test]
    fn a_document_is_whole_when_nothing_of_it_is_kept_back() {
        let long = ["<p>a paragraph that is shown</p>", "<p>one that is kept back</p>"];
        let mut content = content_with(vec![
            document(1, "short", &[], &["<p>short</p>"]),
            document(2, "cut", &[], &long),
            document(3, "free", &[], &long),
            document(4, "closed", &[], &long),
        ]);
        content.rules.guest = AccessLevel::Partial;
        content.rules.partial_chars = 10;
        for (id, level) in [(3, AccessLevel::Free), (4, AccessLevel::Members)] {
            let rule = RuleOverride {
                guest: Some(level),
                ..RuleOverride::default()
            };
            content
                .rules
                .documents
                .insert(DocumentId(Uuid::from_u128(id)), rule);
        }
        let reading = Reading::of(content, Audience::Guest);
        let view = reading.view();
        let documents = view.shown.documents();
        let is_whole: Vec<bool> = documents.map(|document| document.is_whole()).collect();
        assert_eq!(is_whole, [true, false, true, false]);
        let documents = view.shown.documents();
        let locks = documents.map(|document| pages::reader::lock(&view, document).into_string());
        let has_lock: Vec<bool> = locks.map(|lock| !lock.is_empty()).collect();
        assert_eq!(has_lock, [false, true, false, true]);
    }

    #[test]
    fn reading_takes_a_minute_for_300_words_also_of_what_is_kept_back() {
        let mut content = content_with(vec![
            document(1, "empty", &[], &[]),
            document(2, "one", &[], &[&format!("<p>{}</p>", "word ".repeat(300))]),
            document(3, "two", &[], &[&format!("<p>{}</p>", "word ".repeat(301))]),
        ]);
        for level in [AccessLevel::Free, AccessLevel::Partial, AccessLevel::Members] {
            content.rules.guest = level;
            let reading = Reading::of(content.clone(), Audience::Guest);
            let documents = reading.view().shown.documents();
            let minutes: Vec<Option<u32>> = documents.map(|document| document.minutes()).collect();
            assert_eq!(minutes, [None, Some(1), Some(2)], "{level:?}");
        }
    }

    #[test]
    fn visitors_log_in_where_memberships_are_sold_on_a_host_of_the_site() {
        let content = content_with(Vec::new());
        let mut closed = content.clone();
        for package in &mut closed.settings.membership.packages {
            package.is_archived = true;
        }
        for (content, is_sold) in [(content, true), (closed, false)] {
            let reading = Reading::of(content, Audience::Guest);
            assert_eq!(reading.view().has_login(), is_sold);
            let below_console = View {
                base: "/s/handbook",
                ..reading.view()
            };
            assert!(!below_console.has_login());
        }
    }

    #[test]
    fn no_script_runs_in_the_origin_of_the_console() {
        let reading = site_with(Vec::new());
        let own = reading.view();
        assert!(!own.is_without_scripts());
        let below_console = View {
            base: "/s/handbook",
            ..reading.view()
        };
        assert!(below_console.is_without_scripts());
        // The style sheet is the same in both places.
        for view in [own, below_console] {
            assert_eq!(view.theme_path(), "/assets/theme.css");
        }
    }

    #[test]
    fn previews_alone_name_the_settings_that_they_show() {
        let reading = site_with(Vec::new());
        for is_preview in [true, false] {
            let view = View {
                is_preview,
                ..reading.view()
            };
            let named = |path: &str| is_preview.then(|| path.to_owned());
            assert_eq!(view.field("basicInfo.name"), named("basicInfo.name"));
            let fields = view.at("homepage.sections[1]").item("items", 2);
            assert_eq!(fields.own(), named("homepage.sections[1].items[2]"));
            assert_eq!(fields.of("title"), named("homepage.sections[1].items[2].title"));
        }
    }

    #[test]
    fn a_link_leads_to_pages_of_the_site_and_to_schemes_that_are_allowed() {
        let reading = site_with(Vec::new());
        let view = View {
            base: "/s/handbook",
            ..reading.view()
        };
        for (address, expected) in [
            (" /docs ", Some("/s/handbook/docs")),
            ("#top", Some("#top")),
            ("https://a.example/b", Some("https://a.example/b")),
            ("MailTo:me@a.example", Some("MailTo:me@a.example")),
            ("//a.example/b", None),
            ("/\\a.example/b", None),
            ("javascript:alert(1)", None),
            ("a.example", None),
            ("https://a.example/\u{1}b", None),
            ("#a\nb", None),
        ] {
            assert_eq!(view.href(address).as_deref(), expected, "{address}");
        }
    }

    #[test]
    fn a_picture_is_one_of_the_site_or_comes_over_https() {
        let reading = site_with(Vec::new());
        let view = View {
            base: "/s/handbook",
            ..reading.view()
        };
        for (address, expected) in [
            ("/media/a.png", Some("/s/handbook/media/a.png")),
            ("/images/a.png", Some("/s/handbook/images/a.png")),
            ("https://a.example/a.png", Some("https://a.example/a.png")),
            ("/media/\\a.png", None),
            ("/docs/a.png", None),
            ("http://a.example/a.png", None),
            ("data:image/png;base64,x", None),
        ] {
            assert_eq!(view.image(address).as_deref(), expected, "{address}");
        }
    }
}
