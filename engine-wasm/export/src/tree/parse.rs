//! HTML text to a [`Tree`], by the algorithm that browsers use (html5ever).

use super::{Content, Element, NodeId, Tree};
use html5ever::tendril::{StrTendril, TendrilSink};
use html5ever::tree_builder::{ElementFlags, NodeOrText, QuirksMode, TreeSink};
use html5ever::{Attribute, LocalName, ParseOpts, QualName, expanded_name, local_name, ns, parse_fragment};
use std::borrow::Cow;
use std::cell::{Ref, RefCell};

impl Tree {
    /// Parses a fragment as it would be parsed inside a `div`. Never fails.
    pub fn parse(html: &str) -> Self {
        Self::parse_inside(html, "div")
    }

    /// Parses a fragment as it would be parsed inside the named element.
    pub fn parse_inside(html: &str, context: &str) -> Self {
        let sink = Sink {
            tree: RefCell::new(Tree::new()),
            names: RefCell::new(Vec::new()),
        };
        let context = QualName::new(None, ns!(html), LocalName::from(context));
        let mut tree = parse_fragment(sink, ParseOpts::default(), context, Vec::new(), false)
            .one(StrTendril::from_slice(html));
        // The parser puts everything below one `html` element that is not part of the fragment.
        if let Some(html) = tree.first_child(Tree::ROOT) {
            tree.unwrap(html);
        }
        tree
    }
}

/// Receives the calls of the parser.
struct Sink {
    tree: RefCell<Tree>,
    /// Full names by node, since the parser borrows them; an `Element` keeps only the parts.
    names: RefCell<Vec<(NodeId, QualName)>>,
}

impl Sink {
    fn insert(
        &self,
        child: NodeOrText<NodeId>,
        before: impl Fn(&Tree) -> Option<NodeId>,
        put: impl Fn(&mut Tree, NodeId),
    ) {
        let tree = &mut *self.tree.borrow_mut();
        match child {
            NodeOrText::AppendText(text) => {
                let neighbor = before(tree);
                if let Some(existing) = neighbor.and_then(|node| tree.text_mut(node)) {
                    existing.push_str(&text);
                } else {
                    let node = tree.new_text(&*text);
                    put(tree, node);
                }
            }
            NodeOrText::AppendNode(node) => {
                if !matches!(tree.content(node), Content::Nothing) {
                    put(tree, node);
                }
            }
        }
    }

    fn nothing(&self) -> NodeId {
        self.tree.borrow_mut().create(Content::Nothing)
    }
}

fn attribute_name(name: &QualName) -> LocalName {
    match &name.prefix {
        Some(prefix) if !prefix.is_empty() => LocalName::from(format!("{}:{}", &**prefix, &*name.local)),
        _ => name.local.clone(),
    }
}

fn add_attributes(element: &mut Element, attributes: Vec<Attribute>) {
    for attribute in attributes {
        let name = attribute_name(&attribute.name);
        if element.attribute(&name).is_none() {
            element.attributes.push((name, attribute.value.to_string()));
        }
    }
}

impl TreeSink for Sink {
    type Handle = NodeId;
    type Output = Tree;
    type ElemName<'a> = Ref<'a, QualName>;

    fn finish(self) -> Tree {
        self.tree.into_inner()
    }

    fn parse_error(&self, _: Cow<'static, str>) {}

    fn get_document(&self) -> NodeId {
        Tree::ROOT
    }

    #[allow(
        clippy::indexing_slicing,
        reason = "only elements made by `create_element` are asked for"
    )]
    fn elem_name<'a>(&'a self, target: &'a NodeId) -> Ref<'a, QualName> {
        Ref::map(self.names.borrow(), |names| {
            let at = names.binary_search_by_key(target, |(node, _)| *node).unwrap_or(0);
            &names[at].1
        })
    }

    fn create_element(&self, name: QualName, attributes: Vec<Attribute>, _: ElementFlags) -> NodeId {
        let mut element = Element::new(name.local.clone(), name.ns.clone());
        add_attributes(&mut element, attributes);
        let id = self.tree.borrow_mut().create(Content::Element(element));
        self.names.borrow_mut().push((id, name));
        id
    }

    fn create_comment(&self, _: StrTendril) -> NodeId {
        self.nothing()
    }

    fn create_pi(&self, _: StrTendril, _: StrTendril) -> NodeId {
        self.nothing()
    }

    fn append(&self, parent: &NodeId, child: NodeOrText<NodeId>) {
        self.insert(
            child,
            |tree| tree.last_child(*parent),
            |tree, node| tree.append(*parent, node),
        );
    }

    fn append_based_on_parent_node(&self, element: &NodeId, previous: &NodeId, child: NodeOrText<NodeId>) {
        if self.tree.borrow().parent(*element).is_some() {
            self.append_before_sibling(element, child);
        } else {
            self.append(previous, child);
        }
    }

    fn append_doctype_to_document(&self, _: StrTendril, _: StrTendril, _: StrTendril) {}

    fn get_template_contents(&self, target: &NodeId) -> NodeId {
        *target
    }

    fn same_node(&self, x: &NodeId, y: &NodeId) -> bool {
        x == y
    }

    fn set_quirks_mode(&self, _: QuirksMode) {}

    fn append_before_sibling(&self, sibling: &NodeId, child: NodeOrText<NodeId>) {
        self.insert(
            child,
            |tree| tree.previous(*sibling),
            |tree, node| tree.insert_before(*sibling, node),
        );
    }

    fn add_attrs_if_missing(&self, target: &NodeId, attributes: Vec<Attribute>) {
        if let Some(element) = self.tree.borrow_mut().element_mut(*target) {
            add_attributes(element, attributes);
        }
    }

    fn remove_from_parent(&self, target: &NodeId) {
        self.tree.borrow_mut().detach(*target);
    }

    fn reparent_children(&self, node: &NodeId, new_parent: &NodeId) {
        self.tree.borrow_mut().move_children(*node, *new_parent);
    }

    fn is_mathml_annotation_xml_integration_point(&self, target: &NodeId) -> bool {
        let tree = self.tree.borrow();
        let encoding = tree.attribute(*target, "encoding").unwrap_or_default();
        let name = self.elem_name(target);
        name.expanded() == expanded_name!(mathml "annotation-xml")
            && (encoding.eq_ignore_ascii_case("text/html")
                || encoding.eq_ignore_ascii_case("application/xhtml+xml"))
            && name.local == local_name!("annotation-xml")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn round(html: &str) -> String {
        Tree::parse(html).to_html()
    }

    #[test]
    fn attributes_are_sorted_and_escaped() {
        assert_eq!(
            round("<a title='\"&' href=x>1 < 2 &amp; 3</a>"),
            "<a href=\"x\" title=\"&quot;&amp;\">1 &lt; 2 &amp; 3</a>"
        );
    }

    #[test]
    fn comments_and_doctypes_are_not_kept() {
        assert_eq!(round("<!doctype html>a<!-- x -->b<?php ?>"), "ab");
    }

    #[test]
    fn svg_keeps_its_spelling() {
        assert_eq!(
            round("<svg viewbox='0 0 1 1'><path d='M0 0'/></svg>"),
            "<svg viewBox=\"0 0 1 1\"><path d=\"M0 0\"/></svg>"
        );
    }

    #[test]
    fn a_leading_newline_of_pre_survives() {
        assert_eq!(round("<pre>\n\na</pre>"), "<pre>\n\na</pre>");
    }

    #[test]
    fn text_that_can_hold_code_is_never_written() {
        assert_eq!(round("a<script>alert(1)</script><style>p{}</style>b"), "ab");
    }
}
