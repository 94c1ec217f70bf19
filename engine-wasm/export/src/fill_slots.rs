//! Finds the slots of an article and puts the content that a host made into them.

use crate::findings::Findings;
use crate::slot::{Fill, Slot, SlotKind};
use crate::svg;
use crate::tree::{NodeId, Tree};
use std::collections::HashMap;
use std::rc::Rc;

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
    for (slot, _) in find_slots(&tree) {
        if seen.insert(slot.clone()) {
            found.push(slot);
        }
    }
    found
}

/// The elements of a slot: the one that is marked when it fails, and the one that takes the content.
struct SlotElements {
    owner: NodeId,
    target: NodeId,
}

fn find_slots(tree: &Tree) -> Vec<(Slot, SlotElements)> {
    tree.descendants(Tree::ROOT)
        .into_iter()
        .filter_map(|id| slot_at(tree, id))
        .collect()
}

fn slot_at(tree: &Tree, id: NodeId) -> Option<(Slot, SlotElements)> {
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
        return Some((slot, SlotElements { owner: id, target }));
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
            SlotElements {
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
            SlotElements {
                owner: id,
                target: id,
            },
        ));
    }
    None
}

/// Puts the fills into their slots. A fill is parsed, and only what its kind of slot may hold is taken from it.
pub(crate) fn fill(tree: &mut Tree, fills: &[Fill], findings: &mut Findings) {
    let by_slot: HashMap<&Slot, &Fill> = fills.iter().map(|fill| (&fill.slot, fill)).collect();
    let mut ready: HashMap<&Slot, Option<Rc<Tree>>> = HashMap::new();
    // Pictures by their HTML: cleaning one is the slowest step of all.
    let mut pictures: HashMap<&str, Option<Rc<Tree>>> = HashMap::new();
    for (slot, elements) in find_slots(tree) {
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
                findings.report_slot(
                    "export.slot.failed",
                    fill.error.as_deref().unwrap_or_default(),
                    &slot,
                );
            }
            content
        });
        match content {
            Some(content) => {
                tree.clear(elements.target);
                tree.copy_children_from(elements.target, content, Tree::ROOT);
            }
            None => {
                if let Some(element) = tree.element_mut(elements.owner) {
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
    use crate::findings::Finding;

    const CODE: &str = "<pre class=\"code-block hljs\" data-lang=\"js\"><span class=\"code-body\"><code class=\"hljs language-js\">let a</code></span></pre>";

    fn filled(html: &str, content: Result<&str, &str>) -> String {
        filled_with_findings(html, content).0
    }

    fn filled_with_findings(html: &str, content: Result<&str, &str>) -> (String, Vec<Finding>) {
        let slot = slots(html).remove(0);
        let fill_in = Fill {
            slot,
            html: content.ok().map(str::to_owned),
            error: content.err().map(str::to_owned),
        };
        let mut tree = Tree::parse(html);
        let mut findings = Findings::default();
        fill(&mut tree, &[fill_in], &mut findings);
        (tree.to_html(), findings.into_vec())
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
        let source = "<section class=\"math-block\" data-tex=\"\\x\">\\x</section>";
        let (html, findings) = filled_with_findings(source, Err("Undefined \\x"));
        assert_eq!(
            html,
            "<section class=\"math-block slot-error\" data-tex=\"\\x\" title=\"Undefined \\x\">\\x</section>"
        );
        let [finding] = findings.as_slice() else {
            panic!("one finding: {findings:?}");
        };
        assert_eq!(
            (finding.key.as_str(), finding.detail.as_str()),
            ("export.slot.failed", "Undefined \\x")
        );
        assert_eq!(finding.slot, slots(source).into_iter().next());
    }

    #[test]
    fn a_fill_that_its_slot_may_not_hold_is_reported_with_the_slot_and_no_reason() {
        let (_, findings) = filled_with_findings(CODE, Ok("let b"));
        let [finding] = findings.as_slice() else {
            panic!("one finding: {findings:?}");
        };
        assert_eq!(
            (finding.detail.as_str(), finding.slot.as_ref()),
            ("", slots(CODE).first())
        );
    }

    #[test]
    fn a_long_reason_is_cut_and_the_source_beside_it_is_not() {
        let tex = "x".repeat(500);
        let source = format!("<span class=\"math-inline\" data-tex=\"{tex}\">{tex}</span>");
        let (_, findings) = filled_with_findings(&source, Err(&"y".repeat(500)));
        assert_eq!(findings[0].detail, format!("{}…", "y".repeat(120)));
        assert_eq!(findings[0].slot.as_ref().map(|slot| slot.source.len()), Some(500));
    }
}
