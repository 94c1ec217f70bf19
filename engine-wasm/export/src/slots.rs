//! The places of an article that wait for content the engine does not make: code, formulas, diagrams.

use crate::findings::Findings;
use crate::svg;
use crate::tree::{NodeId, Tree};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::rc::Rc;

/// What a slot holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum SlotKind {
    /// A code block; filled with spans of class `hljs-*`.
    Code,
    /// A formula; filled with one `<svg>`.
    Math,
    /// A diagram; filled with one `<svg>` or one `<img>` of a raster image.
    Diagram,
}

/// One thing to fill in. Places with the same source share one slot.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Slot {
    /// What it holds.
    pub kind: SlotKind,
    /// The language of code (the whole first word of the info string) or the name of the diagram language.
    #[serde(default)]
    pub lang: Option<String>,
    /// Whether a formula stands on its own line. Always false for code and diagrams.
    #[serde(default)]
    pub display: bool,
    /// The text to highlight, set or draw.
    pub source: String,
}

/// What a host made of a slot: either `html` or `error`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Fill {
    /// Which slot; every place that equals it is filled.
    pub slot: Slot,
    /// The content.
    #[serde(default)]
    pub html: Option<String>,
    /// Why there is none; shown as the title of the place, which keeps its source.
    #[serde(default)]
    pub error: Option<String>,
}

/// The slots of an article's HTML, each once, in the order of the document.
///
/// ```
/// let html = r#"<p>a <span class="math-inline" data-tex="x^2">x^2</span></p>"#;
/// let slots = moyan_export::slots(html);
/// assert_eq!(slots.len(), 1);
/// assert_eq!(slots[0].source, "x^2");
/// ```
pub fn slots(html: &str) -> Vec<Slot> {
    let tree = Tree::parse(html);
    let mut found: Vec<Slot> = Vec::new();
    let mut seen = std::collections::HashSet::new();
    for (slot, _) in places(&tree) {
        if seen.insert(slot.clone()) {
            found.push(slot);
        }
    }
    found
}

/// Where a slot is: the element that is marked when it fails, and the one that takes the content.
struct Spot {
    owner: NodeId,
    target: NodeId,
}

fn places(tree: &Tree) -> Vec<(Slot, Spot)> {
    tree.descendants(Tree::ROOT)
        .into_iter()
        .filter_map(|id| place(tree, id))
        .collect()
}

fn place(tree: &Tree, id: NodeId) -> Option<(Slot, Spot)> {
    let element = tree.element(id).filter(|element| element.is_html())?;
    let first = |name: &str| tree.find(id, |inner| inner.is(name)).into_iter().next();
    if element.is("pre") && element.has_class("code-block") {
        let target = first("code")?;
        let lang = element.attribute("data-lang").map(str::to_owned);
        let slot = Slot {
            kind: SlotKind::Code,
            lang,
            display: false,
            source: tree.text_content(target),
        };
        return Some((slot, Spot { owner: id, target }));
    }
    let display = element.has_class("math-block");
    if display || element.has_class("math-inline") {
        let source = element.attribute("data-tex")?.to_owned();
        return Some((
            Slot {
                kind: SlotKind::Math,
                lang: None,
                display,
                source,
            },
            Spot {
                owner: id,
                target: id,
            },
        ));
    }
    if element.has_class("diagram") {
        let lang = element.attribute("data-lang").map(str::to_owned);
        let source = tree.text_content(first("code")?);
        return Some((
            Slot {
                kind: SlotKind::Diagram,
                lang,
                display: false,
                source,
            },
            Spot {
                owner: id,
                target: id,
            },
        ));
    }
    None
}

/// Puts the fills into their places. A fill is parsed and only what its kind may hold is taken from it.
pub(crate) fn fill(tree: &mut Tree, fills: &[Fill], findings: &mut Findings) {
    let by_slot: HashMap<&Slot, &Fill> = fills.iter().map(|fill| (&fill.slot, fill)).collect();
    let mut ready: HashMap<&Slot, Option<Rc<Tree>>> = HashMap::new();
    // Pictures by their HTML: cleaning one is the dearest step of all.
    let mut pictures: HashMap<&str, Option<Rc<Tree>>> = HashMap::new();
    for (slot, spot) in places(tree) {
        let Some((key, fill)) = by_slot.get_key_value(&slot) else {
            continue;
        };
        let content = ready.entry(key).or_insert_with(|| {
            let content = fill.html.as_deref().and_then(|html| match slot.kind {
                SlotKind::Code => code(&slot, html).map(Rc::new),
                SlotKind::Math | SlotKind::Diagram => pictures
                    .entry(html)
                    .or_insert_with(|| svg::picture(html).map(Rc::new))
                    .clone(),
            });
            if content.is_none() {
                findings.report(
                    "export.slot.failed",
                    fill.error.as_deref().unwrap_or(&slot.source),
                );
            }
            content
        });
        match content {
            Some(content) => {
                tree.clear(spot.target);
                tree.graft(spot.target, content, Tree::ROOT);
            }
            None => {
                if let Some(element) = tree.element_mut(spot.owner) {
                    element.add_class("slot-error");
                    element.set_attribute("title", fill.error.clone().unwrap_or_default());
                }
            }
        }
    }
}

/// Colored code: text and spans whose classes all belong to the highlighter.
fn code(slot: &Slot, html: &str) -> Option<Tree> {
    let mut tree = Tree::parse_inside(html, "code");
    for id in tree.descendants(Tree::ROOT) {
        let Some(element) = tree.element_mut(id) else {
            continue;
        };
        if !element.is("span") {
            tree.unwrap(id);
            continue;
        }
        let classes: Vec<&str> = element
            .classes()
            .filter(|class| is_highlight_class(class))
            .collect();
        let classes = classes.join(" ");
        element.retain_attributes(|_, _| false);
        if classes.is_empty() {
            tree.unwrap(id);
        } else {
            element.set_attribute("class", classes);
        }
    }
    // Colors never change the text: a fill that does is not of this slot.
    (tree.text_content(Tree::ROOT).trim_end() == slot.source.trim_end()).then_some(tree)
}

/// `hljs-name`, and the words that highlight.js puts beside it (`function_`).
fn is_highlight_class(class: &str) -> bool {
    let is_name = |text: &str| {
        text.chars()
            .all(|character| character.is_ascii_alphanumeric() || "-_".contains(character))
    };
    (class.starts_with("hljs-") || class.ends_with('_')) && is_name(class)
}

#[cfg(test)]
mod tests {
    use super::*;

    const CODE: &str = "<pre class=\"code-block hljs\" data-lang=\"js\"><span class=\"code-body\"><code class=\"hljs language-js\">let a</code></span></pre>";

    fn filled(html: &str, content: Result<&str, &str>) -> String {
        let slot = slots(html).remove(0);
        let fill_in = Fill {
            slot,
            html: content.ok().map(str::to_owned),
            error: content.err().map(str::to_owned),
        };
        let mut tree = Tree::parse(html);
        fill(&mut tree, &[fill_in], &mut Findings::default());
        tree.to_html()
    }

    #[test]
    fn equal_sources_share_one_slot() {
        let html = format!(
            "{CODE}{CODE}<section class=\"diagram\" data-lang=\"mermaid\"><pre><code>a</code></pre></section>"
        );
        let found = slots(&html);
        assert_eq!(found.len(), 2);
        assert_eq!(
            (found[0].kind, found[0].lang.as_deref()),
            (SlotKind::Code, Some("js"))
        );
        assert_eq!(
            (found[1].kind, found[1].source.as_str()),
            (SlotKind::Diagram, "a")
        );
    }

    #[test]
    fn code_takes_only_highlighter_spans() {
        let html = filled(
            CODE,
            Ok("<span class=\"hljs-keyword evil\" onclick=\"x\">let</span> <b>a</b><script>x</script>"),
        );
        assert!(html.contains("slot-error"), "the script changes the text: {html}");
        let html = filled(
            CODE,
            Ok("<span class=\"hljs-keyword evil\" onclick=\"x\">let</span> <b>a</b>"),
        );
        assert!(
            html.contains(
                "<code class=\"hljs language-js\"><span class=\"hljs-keyword\">let</span> a</code>"
            ),
            "{html}"
        );
    }

    #[test]
    fn a_formula_takes_one_clean_picture() {
        let html = filled(
            "<p><span class=\"math-inline\" data-tex=\"x\">x</span></p>",
            Ok("<svg onload=\"x\"><path d=\"M0 0\"/></svg>"),
        );
        assert_eq!(
            html,
            "<p><span class=\"math-inline\" data-tex=\"x\"><svg><path d=\"M0 0\"/></svg></span></p>"
        );
    }

    #[test]
    fn a_failed_slot_keeps_its_source_and_says_why() {
        let html = filled(
            "<section class=\"math-block\" data-tex=\"\\x\">\\x</section>",
            Err("Undefined \\x"),
        );
        assert_eq!(
            html,
            "<section class=\"math-block slot-error\" data-tex=\"\\x\" title=\"Undefined \\x\">\\x</section>"
        );
    }
}
