//! HTML text to a [`Tree`], by the algorithm that browsers use (html5ever).

use super::budget::Budget;
use super::{Content, Element, NodeId, Tree};
use html5ever::tendril::{StrTendril, TendrilSink};
use html5ever::tree_builder::{ElementFlags, NodeOrText, QuirksMode, TreeSink};
use html5ever::{Attribute, LocalName, ParseOpts, QualName, expanded_name, local_name, ns, parse_fragment};
use std::borrow::Cow;
use std::cell::{Ref, RefCell};

/// The parser is given so many bytes at once; in between the budget is looked at.
const PIECE: usize = 1024;

impl Tree {
    /// Parses a fragment as it would be parsed inside a `div`. Never fails.
    ///
    /// A text that costs far more to parse than texts of its length do comes back as text, unparsed.
    pub fn parse(html: &str) -> Self {
        Self::parse_inside(html, "div")
    }

    /// Parses a fragment as it would be parsed inside the named element, else as [`Tree::parse`] does.
    pub fn parse_inside(html: &str, context: &str) -> Self {
        Self::parsed(html, context).unwrap_or_else(|| {
            let mut tree = Tree::new();
            let text = tree.new_text(html);
            tree.append(Tree::ROOT, text);
            tree
        })
    }

    /// None when the text costs too much.
    fn parsed(html: &str, context: &str) -> Option<Self> {
        let sink = Sink {
            tree: RefCell::new(Tree::new()),
            made: RefCell::new(Vec::new()),
            budget: Budget::of(html),
        };
        let context = QualName::new(None, ns!(html), LocalName::from(context));
        let mut parser = parse_fragment(sink, ParseOpts::default(), context, Vec::new(), false);
        let mut rest = html;
        while !rest.is_empty() {
            if parser.tokenizer.sink.sink.budget.is_spent() {
                return None;
            }
            let (piece, behind) = rest.split_at(rest.ceil_char_boundary(PIECE));
            parser.process(StrTendril::from_slice(piece));
            rest = behind;
        }
        let is_spent = parser.tokenizer.sink.sink.budget.is_spent();
        let mut tree = parser.finish();
        // The parser puts everything below one `html` element that is not part of the fragment.
        if let Some(html) = tree.first_child(Tree::ROOT) {
            tree.unwrap(html);
        }
        (!is_spent).then_some(tree)
    }
}

/// Receives the calls of the parser.
struct Sink {
    tree: RefCell<Tree>,
    /// The elements in the order of their ids.
    made: RefCell<Vec<Made>>,
    budget: Budget,
}

/// What the parser asks about an element that it has made.
struct Made {
    id: NodeId,
    /// The full name, since the parser borrows it; an `Element` keeps only the parts.
    name: QualName,
    n_attributes: usize,
    /// Number of elements and attributes around it, its own included.
    weight: usize,
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
                    self.weigh(tree, node);
                }
            }
        }
    }

    /// An element has got its place: all around it are open, and the parser looks through them.
    fn weigh(&self, tree: &Tree, id: NodeId) {
        let mut made = self.made.borrow_mut();
        let at = |made: &[Made], id| made.binary_search_by_key(&id, |one| one.id).ok();
        let parent = tree.parent(id).and_then(|parent| at(&made, parent));
        let around = parent.and_then(|at| made.get(at)).map_or(0, |one| one.weight);
        if let Some(one) = at(&made, id).and_then(|at| made.get_mut(at)) {
            one.weight = around + 1 + one.n_attributes;
            self.budget.spend_steps(one.weight);
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
        self.budget.spend_steps(1);
        Ref::map(self.made.borrow(), |made| {
            let at = made.binary_search_by_key(target, |one| one.id).unwrap_or(0);
            &made[at].name
        })
    }

    fn create_element(&self, name: QualName, attributes: Vec<Attribute>, _: ElementFlags) -> NodeId {
        let size = |one: &Attribute| one.name.local.len() + one.value.len();
        self.budget.spend_size(attributes.iter().map(size).sum());
        let n_attributes = attributes.len();
        let mut element = Element::new(name.local.clone(), name.ns.clone());
        // The parser has no name twice.
        let pairs = attributes
            .iter()
            .map(|one| (attribute_name(&one.name), one.value.to_string()));
        element.attributes = pairs.collect();
        let id = self.tree.borrow_mut().create(Content::Element(element));
        self.made.borrow_mut().push(Made {
            id,
            name,
            n_attributes,
            weight: 0,
        });
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
        self.budget.spend_steps(1);
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

    /// Only `html` and `body` get attributes later, and a fragment has neither.
    fn add_attrs_if_missing(&self, _: &NodeId, _: Vec<Attribute>) {}

    fn remove_from_parent(&self, target: &NodeId) {
        self.tree.borrow_mut().detach(*target);
    }

    fn reparent_children(&self, node: &NodeId, new_parent: &NodeId) {
        let mut tree = self.tree.borrow_mut();
        self.budget.spend_steps(tree.children(*node).len());
        tree.move_children(*node, *new_parent);
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
