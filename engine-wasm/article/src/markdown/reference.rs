//! Link definitions of a document, for text that stands outside it: a title's reference links find them.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use comrak::nodes::NodeValue;
use comrak::options::BrokenLinkReference;
use comrak::{Arena, Options, ResolvedReference, parse_document};

use super::lines::{Kind, Outline};

/// Addresses may add up to this many times the document: a bomb stays a dud.
const MAX_GROWTH: usize = 4;

/// A definition is read from this many lines at most: its own, and a title on the next.
const DEFINITION_LINES: usize = 2;

/// Sources of the link definitions of a document, by their label.
pub(crate) struct Definitions {
    /// Places in the list of sources.
    places: BTreeMap<String, usize>,
    state: Mutex<State>,
}

/// What was resolved so far, and how many bytes may still be.
struct State {
    sources: Vec<Source>,
    budget: usize,
}

/// A definition: as written, or as the parser reads it.
enum Source {
    Written(String),
    Read(Option<(String, String)>),
}

impl Definitions {
    pub(crate) fn of(text: &str) -> Self {
        let outline = Outline::of(text);
        let (mut places, mut sources) = (BTreeMap::new(), Vec::new());
        let mut may_define = true;
        for (number, line) in outline.lines.iter().enumerate() {
            let content = text.get(line.content..line.range.end).unwrap_or_default();
            let label = label_of(content).filter(|_| line.kind == Kind::Prose && may_define);
            if let Some(label) = label {
                let source = outline.lines.iter().skip(number).take(DEFINITION_LINES);
                let source: Vec<&str> = source
                    .map(|line| text.get(line.content..line.range.end).unwrap_or_default())
                    .collect();
                // The first definition of a label counts.
                let place = *places
                    .entry(comrak::normalize_label(label))
                    .or_insert(sources.len());
                if place == sources.len() {
                    sources.push(Source::Written(source.join("\n")));
                }
            }
            // A definition cannot interrupt a paragraph, but it may follow another, or a title.
            may_define =
                content.trim().is_empty() || label.is_some() || content.starts_with(['"', '\'', '(', '#']);
        }
        let state = State {
            sources,
            budget: text.len().saturating_mul(MAX_GROWTH),
        };
        Self {
            places,
            state: Mutex::new(state),
        }
    }

    /// `options` of a parser that asks here for labels that it does not know.
    pub(crate) fn options<'c>(self: &Arc<Self>, options: &Options<'c>) -> Options<'c> {
        let definitions = Arc::clone(self);
        let lookup = move |reference: BrokenLinkReference<'_>| definitions.find(&reference);
        let mut options = options.clone();
        options.parse.broken_link_callback = Some(Arc::new(lookup));
        options
    }

    fn find(&self, reference: &BrokenLinkReference<'_>) -> Option<ResolvedReference> {
        let place = *self.places.get(reference.normalized)?;
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let source = state.sources.get_mut(place)?;
        if let Source::Written(text) = source {
            *source = Source::Read(target(text, reference.original));
        }
        let Source::Read(Some((url, title))) = source else {
            return None;
        };
        let (url, title) = (url.clone(), title.clone());
        state.budget = state.budget.checked_sub(url.len() + title.len())?;
        Some(ResolvedReference { url, title })
    }
}

/// The label of a line that looks like a link definition.
fn label_of(content: &str) -> Option<&str> {
    let (label, _) = content.strip_prefix('[')?.split_once("]:")?;
    (!label.starts_with('^') && !label.contains(['[', ']'])).then_some(label)
}

/// Lets the parser itself read one definition.
fn target(source: &str, label: &str) -> Option<(String, String)> {
    let arena = Arena::new();
    let text = format!("[{label}]\n\n{source}");
    let root = parse_document(&arena, &text, &Options::default());
    root.descendants().find_map(|node| match &node.data().value {
        NodeValue::Link(link) => Some((link.url.clone(), link.title.clone())),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn links(text: &str) -> usize {
        let arena = Arena::new();
        let root = parse_document(&arena, text, &Options::default());
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
    fn a_bomb_expands_to_a_few_times_its_size() {
        let url = format!("https://example.com/{}", "a".repeat(50_000));
        let text = format!("{}\n\n[a]: {url}\n", "[a] ".repeat(20_000));
        assert!(links(&text) * url.len() < 6 * text.len());
    }
}
