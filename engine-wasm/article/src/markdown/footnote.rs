//! Footnotes: numbered where they are referred to, listed in one last block with links back.

use std::collections::BTreeMap;

use comrak::nodes::{Node, NodeFootnoteDefinition, NodeFootnoteReference, NodeValue};

use crate::warning::Warning;

use super::context::Context;
use super::format::{Formatter, Reference};
use super::{label, tag, tree};

/// A definition links back to so many of its references.
const MAX_BACK_LINKS: u32 = 100;

/// Warns of a definition that has more references than it links back to. Takes a definition that nothing refers to, or that another of the same name replaces, out of the text, with a
/// warning.
pub(crate) fn check<'a>(context: &mut Context<'a, '_>, node: Node<'a>) {
    let (name, n_references) = match &node.data().value {
        NodeValue::FootnoteDefinition(definition) => (definition.name.clone(), definition.total_references),
        _ => return,
    };
    if n_references > 0 {
        if n_references > MAX_BACK_LINKS {
            let warning = Warning::new("footnote.manyReferences", context.line(node)).with_detail(&name);
            context.warnings.push(warning);
        }
        return;
    }
    // The first one of a name counts.
    let key = match context.footnotes.get_mut(&label::normalize(&name)) {
        Some(definitions) if *definitions > 1 => {
            *definitions -= 1;
            "footnote.duplicate"
        }
        _ => "footnote.unused",
    };
    let warning = Warning::new(key, context.line(node)).with_detail(&name);
    context.warnings.push(warning);
    tree::take_children(node);
}

/// The definitions under `root`, each with its name and the number of its references.
fn definitions<'a>(root: Node<'a>) -> Vec<(Node<'a>, String, u32)> {
    let mut found = Vec::new();
    for node in tree::blocks(root) {
        if let NodeValue::FootnoteDefinition(definition) = &node.data().value {
            found.push((node, definition.name.clone(), definition.total_references));
        }
    }
    found
}

/// Settles where references and definitions stand: no reference in a link, the first definition of a name before others,
/// and those that something refers to behind the last block. Answers as [`count`].
pub(crate) fn settle(root: Node<'_>) -> BTreeMap<String, usize> {
    let definitions = definitions(root);
    if definitions.is_empty() {
        return BTreeMap::new();
    }
    let links_and_references = tree::all(root, |node| {
        matches!(
            node.data().value,
            NodeValue::Link(_) | NodeValue::FootnoteReference(_)
        )
    });
    lift_references(&links_and_references);
    prefer_first(&definitions);
    collect(root, &links_and_references);
    count(root)
}

/// Moves the definitions that something refers to behind the last block, in the order of their numbers.
fn collect<'a>(root: Node<'a>, references: &[Node<'a>]) {
    let definitions = definitions(root);
    let mut numbers: BTreeMap<String, usize> = BTreeMap::new();
    for node in references {
        if let NodeValue::FootnoteReference(reference) = &node.data().value {
            numbers.insert(reference.name.clone(), reference.ix as usize);
        }
    }
    // Numbers count from 1 without gaps.
    let mut numbered = vec![None; definitions.len() + 1];
    for (definition, name, n_references) in definitions {
        let number = numbers.get(&name).filter(|_| n_references > 0);
        if let Some(slot) = number.and_then(|&number| numbered.get_mut(number)) {
            *slot = Some(definition);
        }
    }
    for definition in numbered.into_iter().flatten() {
        root.append(definition);
    }
}

/// Lets the first definition of a name count, as GFM does; the parser takes the last one.
fn prefer_first(definitions: &[(Node<'_>, String, u32)]) {
    let mut firsts: BTreeMap<String, usize> = BTreeMap::new();
    for (index, (node, name, n_references)) in definitions.iter().enumerate() {
        let first = *firsts.entry(label::normalize(name)).or_insert(index);
        if let Some((first, ..)) = definitions.get(first).filter(|_| *n_references > 0)
            && !first.same_node(node)
        {
            std::mem::swap(&mut first.data_mut().value, &mut node.data_mut().value);
        }
    }
}

/// Moves references out of the links that they stand in, behind them: a link holds no other.
fn lift_references(links: &[Node<'_>]) {
    let is_link = |node: &&Node<'_>| matches!(node.data().value, NodeValue::Link(_));
    for link in links.iter().filter(is_link) {
        for reference in tree::references(link).into_iter().rev() {
            link.insert_after(reference);
        }
    }
}

/// The ids that the footnotes under `root` use.
pub(crate) fn ids(root: Node<'_>) -> Vec<String> {
    let mut ids = Vec::new();
    for node in root.children() {
        if let NodeValue::FootnoteDefinition(definition) = &node.data().value
            && definition.total_references > 0
        {
            ids.push(definition_id(&definition.name));
            let numbers = 1..=definition.total_references.min(MAX_BACK_LINKS);
            ids.extend(numbers.map(|number| reference_id(&definition.name, number)));
        }
    }
    ids
}

/// Number of definitions under `root` by label, when one of them is to be warned of; else none.
fn count(root: Node<'_>) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    let mut are_all_used = true;
    for (_, name, n_references) in definitions(root) {
        *counts.entry(label::normalize(&name)).or_insert(0) += 1;
        are_all_used &= n_references > 0;
    }
    if are_all_used { BTreeMap::new() } else { counts }
}

/// So many references without a definition are warned of.
const MAX_UNDEFINED: usize = 100;

/// Warns of references in a text node: the parser has left them there because nothing defines them.
pub(crate) fn check_references<'a>(context: &mut Context<'a, '_>, node: Node<'a>) {
    let text = tree::text_of(node);
    let mut rest = text.as_str();
    while let Some((_, after)) = rest.split_once("[^") {
        rest = after;
        let Some((name, after)) = after.split_once(']') else {
            return;
        };
        let is_name = !name.is_empty() && !name.contains(['[', '^']) && !name.contains(char::is_whitespace);
        if !is_name || after.starts_with(['{', '^', '(']) {
            continue;
        }
        rest = after;
        if context.n_undefined < MAX_UNDEFINED {
            context.n_undefined += 1;
            let warning = Warning::new("footnote.undefined", context.line(node)).with_detail(name);
            context.warnings.push(warning);
        }
    }
}

/// A name as part of an id: blanks would end it.
fn id_part(name: &str) -> String {
    name.split_whitespace().collect::<Vec<_>>().join("-")
}

fn definition_id(name: &str) -> String {
    format!("fn-{}", id_part(name))
}

fn reference_id(name: &str, number: u32) -> String {
    let name = id_part(name);
    if number > 1 {
        format!("fnref-{name}-{number}")
    } else {
        format!("fnref-{name}")
    }
}

impl Formatter<'_> {
    /// The number in the text.
    pub(super) fn footnote_reference(&mut self, reference: &NodeFootnoteReference) {
        self.references.push(Reference {
            name: reference.name.clone(),
            numbers: (reference.ix, reference.ref_num),
        });
        if reference.ref_num == 0 {
            return self.citation(reference.ix);
        }
        tag::open(&mut self.out, "sup", &[("class", "footnote-ref")]);
        let href = format!("#{}", definition_id(&reference.name));
        let id = reference_id(&reference.name, reference.ref_num);
        tag::open(&mut self.out, "a", &[("href", &href), ("id", &id)]);
        self.out.push_str(&reference.ix.to_string());
        self.out.push_str("</a></sup>");
    }

    /// The block of all definitions.
    pub(super) fn footnotes(&mut self, definitions: &[Node<'_>]) {
        tag::open(&mut self.out, "section", &[("class", "footnotes")]);
        self.out.push_str("\n<h4>");
        self.out.push_str(self.localized.footnotes());
        self.out.push_str("</h4>\n<ol>\n");
        for node in definitions {
            self.walk(node);
        }
        self.out.push_str("</ol>\n</section>");
    }

    pub(super) fn enter_footnote(&mut self, definition: &NodeFootnoteDefinition) {
        self.new_line();
        let id = definition_id(&definition.name);
        tag::open(&mut self.out, "li", &[("id", &id)]);
        self.out.push('\n');
    }

    /// The links back, unless the last paragraph holds them already.
    pub(super) fn exit_footnote(&mut self, node: Node<'_>, definition: &NodeFootnoteDefinition) {
        if !node
            .last_child()
            .is_some_and(|last| self.is_printed_paragraph(last))
        {
            self.footnote_back(definition);
            self.out.push('\n');
        }
        self.out.push_str("</li>\n");
    }

    /// Ends the last paragraph of a definition with the links back.
    pub(super) fn exit_footnote_paragraph(&mut self, paragraph: Node<'_>) {
        let Some(parent) = paragraph.parent() else { return };
        if paragraph.next_sibling().is_some() {
            return;
        }
        if let NodeValue::FootnoteDefinition(definition) = &parent.data().value {
            self.out.push(' ');
            self.footnote_back(definition);
        }
    }

    fn footnote_back(&mut self, definition: &NodeFootnoteDefinition) {
        for number in 1..=definition.total_references.min(MAX_BACK_LINKS) {
            if number > 1 {
                self.out.push(' ');
            }
            let href = format!("#{}", reference_id(&definition.name, number));
            tag::open(&mut self.out, "a", &[("class", "footnote-back"), ("href", &href)]);
            self.out.push('↩');
            if number > 1 {
                self.out.push_str(&format!("<sup>{number}</sup>"));
            }
            tag::close(&mut self.out, "a");
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{RenderOptions, render};

    #[test]
    fn definitions_are_listed_in_the_order_of_their_numbers() {
        let text = "[^c]: C\n\n甲[^a]乙[^b]\n\n> [^a]: A[^c]\n\n- [^b]: B\n";
        let article = render(text, &RenderOptions::default());
        let html = &article.blocks.last().unwrap().html;
        let order: Vec<&str> = html.matches(['A', 'B', 'C']).collect();
        assert_eq!(order, ["A", "B", "C"], "{html}");
        assert_eq!(html.matches("<li").count(), 3, "{html}");
        assert!(article.info.warnings.is_empty(), "{:?}", article.info.warnings);
    }

    #[test]
    fn a_definition_that_nothing_refers_to_is_left_out_with_a_warning_at_its_line() {
        let article = render("甲[^a]\n\n[^x]: X\n\n[^a]: A\n", &RenderOptions::default());
        let html: String = article.blocks.iter().map(|block| block.html.as_str()).collect();
        assert!(!html.contains('X'), "{html}");
        let warnings: Vec<_> = article
            .info
            .warnings
            .iter()
            .map(|warning| (warning.key.as_str(), warning.line))
            .collect();
        assert_eq!(warnings, [("footnote.unused", 3)]);
    }
}
