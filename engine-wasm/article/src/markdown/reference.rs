//! Reference links: `[text][label]` and `[label]: address`.
//!
//! comrak lets the addresses of reference links add up to the length of the document, so that a small text cannot
//! become a huge page. A short article that uses one address three times is over that limit. [`References`] reads the
//! links beyond it, up to a limit of its own, and those in text that is parsed apart, such as titles.

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use comrak::nodes::{Node, NodeValue};
use comrak::options::{BrokenLinkCallback, BrokenLinkReference};
use comrak::{Arena, Options, ResolvedReference};

use super::dialect::Dialect;
use super::label::normalize;
use super::{delimiter, math, tree};

/// Addresses beyond comrak's limit may add up to this many times the length of the document, and [`SPARE_BYTES`] more.
const MAX_GROWTH: usize = 4;
const SPARE_BYTES: usize = 100_000;

/// Parses a document and what belongs to it.
pub(crate) struct References<'t> {
    document: &'t str,
    dialect: Dialect,
    options: &'t Options<'static>,
    /// Labels that the document may define.
    labels: Arc<Labels>,
    definitions: OnceCell<Arc<Definitions>>,
}

impl<'t> References<'t> {
    /// A parser of `document` with `options`, which are those of `dialect`.
    ///
    /// `labels` are those that may be defined; without them they are read from `document`.
    pub(crate) fn new(
        document: &'t str,
        dialect: Dialect,
        options: &'t Options<'static>,
        labels: Option<Arc<Labels>>,
    ) -> Self {
        Self {
            document,
            dialect,
            options,
            labels: labels.unwrap_or_else(|| Arc::new(Labels::of(document))),
            definitions: OnceCell::new(),
        }
    }

    /// Labels that the document may define.
    pub(crate) fn labels(&self) -> Arc<Labels> {
        Arc::clone(&self.labels)
    }

    /// Whether definitions had to be read apart: an address is used very often, see [`References`], or is defined
    /// outside the document.
    pub(crate) fn are_read(&self) -> bool {
        self.definitions.get().is_some()
    }

    /// Parses `text`: the document itself, or text whose reference links have their definitions in it.
    ///
    /// In an article the marks are paired too.
    pub(crate) fn parse<'a>(&self, arena: &'a Arena<'a>, text: &str) -> Node<'a> {
        let root = self.parse_links(arena, text);
        if self.dialect.is_article() {
            delimiter::pair(arena, root);
            math::tell_latex(root, text);
        }
        root
    }

    fn parse_links<'a>(&self, arena: &'a Arena<'a>, text: &str) -> Node<'a> {
        if self.labels.list.is_empty() {
            return comrak::parse_document(arena, text, self.options);
        }
        let unresolved = Arc::new(Unresolved {
            labels: Arc::clone(&self.labels),
            found: Mutex::default(),
        });
        let root = comrak::parse_document(arena, text, &self.with_callback(unresolved.clone()));
        let unresolved =
            std::mem::take(&mut *unresolved.found.lock().unwrap_or_else(PoisonError::into_inner));
        if unresolved.is_empty() {
            return root;
        }
        let definitions = self.definitions.get_or_init(|| Arc::new(self.read()));
        if unresolved
            .iter()
            .all(|&label| definitions.target(label).is_none())
        {
            return root;
        }
        comrak::parse_document(arena, text, &self.with_callback(definitions.clone()))
    }

    /// Reads the definitions with the parser itself: every label is put in front of the document, as a paragraph, and
    /// becomes a link if the document defines it.
    fn read(&self) -> Definitions {
        let paragraphs: Vec<String> = self
            .labels
            .list
            .iter()
            .map(|label| format!("[{label}]\n\n"))
            .collect();
        let arena = Arena::new();
        let text = [&paragraphs.concat(), self.document].concat();
        let root = comrak::parse_document(&arena, &text, self.options);
        let target = |paragraph| match &tree::only_child(paragraph)?.data().value {
            NodeValue::Link(link) => Some((link.url.clone(), link.title.clone())),
            _ => None,
        };
        let budget = self
            .document
            .len()
            .saturating_mul(MAX_GROWTH)
            .saturating_add(SPARE_BYTES);
        Definitions {
            labels: Arc::clone(&self.labels),
            targets: root.children().take(paragraphs.len()).map(target).collect(),
            budget: Mutex::new(budget),
        }
    }

    /// Options of a parser that asks `callback` for the labels that it does not resolve itself.
    fn with_callback(&self, callback: Arc<dyn BrokenLinkCallback>) -> Options<'static> {
        let mut options = self.options.clone();
        options.parse.broken_link_callback = Some(callback);
        options
    }
}

/// Labels, normalized.
#[derive(Debug, Default)]
pub(crate) struct Labels {
    list: Vec<String>,
    /// Indices in `list`.
    indices: BTreeMap<String, usize>,
}

impl Labels {
    /// Every label of `text` that stands before a colon and after nothing but marks of blocks, as that of a definition
    /// does.
    fn of(text: &str) -> Self {
        let mut labels = Self::default();
        let mut before = "";
        for piece in text.split('[') {
            let before = std::mem::replace(&mut before, piece);
            let Some((label, after)) = piece.split_once(']') else {
                continue;
            };
            if !after.starts_with(':') || label.starts_with('^') || !begins_block(before) {
                continue;
            }
            let label = normalize(label);
            if !label.is_empty() && !labels.indices.contains_key(&label) {
                labels.indices.insert(label.clone(), labels.list.len());
                labels.list.push(label);
            }
        }
        labels
    }

    fn index(&self, reference: &BrokenLinkReference<'_>) -> Option<usize> {
        self.indices.get(&normalize(reference.original)).copied()
    }
}

/// Whether what follows `before` may begin a block: its line holds marks of lists, quotes and footnotes at most.
fn begins_block(before: &str) -> bool {
    let behind_footnote = before.rsplit_once("]:").map_or(before, |(_, behind)| behind);
    behind_footnote
        .bytes()
        .rev()
        .take_while(|byte| !matches!(byte, b'\n' | b'\r'))
        .all(|byte| byte.is_ascii_digit() || b" \t>-+*.)\xef\xbb\xbf".contains(&byte))
}

/// Notes the labels that the parser does not resolve.
struct Unresolved {
    labels: Arc<Labels>,
    found: Mutex<Vec<usize>>,
}

impl BrokenLinkCallback for Unresolved {
    fn resolve(&self, reference: BrokenLinkReference<'_>) -> Option<ResolvedReference> {
        let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        found.extend(self.labels.index(&reference));
        None
    }
}

/// The link definitions of a document.
struct Definitions {
    labels: Arc<Labels>,
    /// Address and title of each label that is defined.
    targets: Vec<Option<(String, String)>>,
    /// How many bytes of addresses and titles may still be given out.
    budget: Mutex<usize>,
}

impl Definitions {
    fn target(&self, label: usize) -> Option<&(String, String)> {
        self.targets.get(label)?.as_ref()
    }
}

impl BrokenLinkCallback for Definitions {
    fn resolve(&self, reference: BrokenLinkReference<'_>) -> Option<ResolvedReference> {
        let (url, title) = self.target(self.labels.index(&reference)?)?.clone();
        let mut budget = self.budget.lock().unwrap_or_else(PoisonError::into_inner);
        *budget = budget.checked_sub(url.len() + title.len())?;
        Some(ResolvedReference { url, title })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn links(text: &str) -> usize {
        let arena = Arena::new();
        let options = Options::default();
        let root = References::new(text, Dialect::CommonMark, &options, None).parse(&arena, text);
        root.descendants()
            .filter(|node| matches!(node.data().value, NodeValue::Link(_)))
            .count()
    }

    #[test]
    fn a_short_document_may_use_a_long_address_often() {
        let url = format!("https://example.com/{}", "a".repeat(120));
        assert_eq!(links(&format!("{}\n\n[a]: {url}\n", "[a] ".repeat(50))), 50);
    }

    #[test]
    fn a_long_document_is_not_capped_either() {
        let url = format!("https://example.com/{}", "a".repeat(60));
        assert_eq!(
            links(&format!(
                "{}\n\n[a b]: {url} 'c'\n",
                "[链接][a  B] 文字。".repeat(6000)
            )),
            6000
        );
    }

    #[test]
    fn labels_before_a_colon_are_read_once() {
        assert_eq!(Labels::of("[a]: b\n[^c]: d\n[e] f\n[a]: g\n[]: h").list, ["a"]);
    }

    #[test]
    fn a_label_stands_at_the_begin_of_its_block() {
        let text = "> 1. - [a]: b\n* + 2) [b]: c\n[^1]: [c]: d\n\t[d]: e\nx[e]: f\n[x][f]: g\n'[g]: h\r[h]: i\n\u{feff}[i]: j";
        assert_eq!(Labels::of(text).list, ["a", "b", "c", "d", "h", "i"]);
    }

    #[test]
    fn a_bomb_of_titles_expands_to_a_few_times_its_size() {
        let title = "a".repeat(50_000);
        let text = format!("{}\n\n[a]: /u '{title}'\n", "[a] ".repeat(20_000));
        assert!(links(&text) * title.len() < 6 * text.len());
    }

    #[test]
    fn a_bomb_expands_to_a_few_times_its_size() {
        let url = format!("https://example.com/{}", "a".repeat(50_000));
        let text = format!("{}\n\n[a]: {url}\n", "[a] ".repeat(20_000));
        assert!(links(&text) * url.len() < 6 * text.len());
    }
    #[test]
    fn only_the_definitions_of_the_parser_count() {
        let url = format!("https://example.com/{}", "a".repeat(120));
        for no_definition in ["```\n[b]: /b\n```", "(see)\n[b]: /b", "    [b]: /b"] {
            let text = format!("[a] [a] [a] [b]\n\n{no_definition}\n\n[a]: {url}\n");
            assert_eq!(links(&text), 3, "{no_definition}");
        }
    }

    #[test]
    fn a_label_matches_in_any_case_beyond_the_limit_too() {
        let url = format!("https://example.com/{}", "a".repeat(120));
        assert_eq!(links(&format!("[ẞ  x] [ẞ x] [SS X]\n\n[ss x]: {url}\n")), 3);
    }
}
