//! Which element of a tree a selector means.

use super::selector::{Name, Pseudo, Selector, SelectorTypes, State};
use crate::tree::{Content, Element, NodeId, Tree};
use html5ever::{Namespace, ns};
use selectors::OpaqueElement;
use selectors::attr::{AttrSelectorOperation, CaseSensitivity, NamespaceConstraint};
use selectors::bloom::BloomFilter;
use selectors::context::{
    MatchingContext, MatchingForInvalidation, MatchingMode, NeedsSelectorFlags, QuirksMode, SelectorCaches,
};
use selectors::matching::{ElementSelectorFlags, matches_selector};
use std::fmt;

/// An element in its tree, as the matcher sees it.
#[derive(Clone, Copy)]
pub(super) struct ElementRef<'a> {
    tree: &'a Tree,
    id: NodeId,
    element: &'a Element,
}

impl fmt::Debug for ElementRef<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "<{}>", self.element.name())
    }
}

impl<'a> ElementRef<'a> {
    pub fn new(tree: &'a Tree, id: NodeId) -> Option<Self> {
        tree.element(id).map(|element| Self { tree, id, element })
    }

    /// Whether the element, or the pseudo-element of it that the selector names, is meant.
    pub fn matches(&self, selector: &Selector, caches: &mut SelectorCaches) -> bool {
        let mode = if selector.has_pseudo_element() {
            MatchingMode::ForStatelessPseudoElement
        } else {
            MatchingMode::Normal
        };
        let mut context = MatchingContext::new(
            mode,
            None,
            caches,
            QuirksMode::NoQuirks,
            NeedsSelectorFlags::No,
            MatchingForInvalidation::No,
        );
        matches_selector(selector, 0, None, self, &mut context)
    }

    fn sibling(&self, step: impl Fn(&Tree, NodeId) -> Option<NodeId>) -> Option<Self> {
        let mut current = step(self.tree, self.id);
        while let Some(id) = current {
            if let Some(element) = Self::new(self.tree, id) {
                return Some(element);
            }
            current = step(self.tree, id);
        }
        None
    }

    fn is_named_link(&self) -> bool {
        self.element.is("a") && self.element.attribute("href").is_some()
    }
}

impl selectors::Element for ElementRef<'_> {
    type Impl = SelectorTypes;

    fn opaque(&self) -> OpaqueElement {
        OpaqueElement::new(self.element)
    }

    fn parent_element(&self) -> Option<Self> {
        self.tree.parent(self.id).and_then(|id| Self::new(self.tree, id))
    }

    fn parent_node_is_shadow_root(&self) -> bool {
        false
    }

    fn containing_shadow_host(&self) -> Option<Self> {
        None
    }

    fn is_pseudo_element(&self) -> bool {
        false
    }

    fn prev_sibling_element(&self) -> Option<Self> {
        self.sibling(Tree::previous)
    }

    fn next_sibling_element(&self) -> Option<Self> {
        self.sibling(Tree::next)
    }

    fn first_element_child(&self) -> Option<Self> {
        let first = self.tree.first_child(self.id)?;
        Self::new(self.tree, first).or_else(|| ElementRef { id: first, ..*self }.sibling(Tree::next))
    }

    fn is_html_element_in_html_document(&self) -> bool {
        self.element.is_html()
    }

    fn has_local_name(&self, name: &Name) -> bool {
        *self.element.local() == name.0
    }

    fn has_namespace(&self, namespace: &Namespace) -> bool {
        self.element.namespace() == namespace
    }

    fn is_same_type(&self, other: &Self) -> bool {
        self.element.local() == other.element.local() && self.element.namespace() == other.element.namespace()
    }

    fn attr_matches(
        &self,
        namespace: &NamespaceConstraint<&Namespace>,
        name: &Name,
        operation: &AttrSelectorOperation<&Name>,
    ) -> bool {
        if matches!(namespace, NamespaceConstraint::Specific(specific) if **specific != ns!()) {
            return false;
        }
        self.element
            .attribute(&name.0)
            .is_some_and(|value| operation.eval_str(value))
    }

    fn match_non_ts_pseudo_class(&self, state: &State, _: &mut MatchingContext<'_, SelectorTypes>) -> bool {
        match state {
            State::Link => self.is_named_link(),
            State::Checked => self.element.attribute("checked").is_some(),
            State::Disabled => self.element.attribute("disabled").is_some(),
            State::Never => false,
        }
    }

    fn match_pseudo_element(&self, _: &Pseudo, _: &mut MatchingContext<'_, SelectorTypes>) -> bool {
        false
    }

    fn apply_selector_flags(&self, _: ElementSelectorFlags) {}

    fn is_link(&self) -> bool {
        self.is_named_link()
    }

    fn is_html_slot_element(&self) -> bool {
        false
    }

    fn has_id(&self, id: &Name, case: CaseSensitivity) -> bool {
        self.element
            .attribute("id")
            .is_some_and(|own| case.eq(own.as_bytes(), id.0.as_bytes()))
    }

    fn has_class(&self, name: &Name, case: CaseSensitivity) -> bool {
        self.element
            .classes()
            .any(|class| case.eq(class.as_bytes(), name.0.as_bytes()))
    }

    fn has_custom_state(&self, _: &Name) -> bool {
        false
    }

    fn imported_part(&self, _: &Name) -> Option<Name> {
        None
    }

    fn is_part(&self, _: &Name) -> bool {
        false
    }

    fn is_empty(&self) -> bool {
        self.tree
            .children(self.id)
            .into_iter()
            .all(|child| match self.tree.content(child) {
                Content::Text(text) => text.is_empty(),
                Content::Element(_) => false,
                Content::Root | Content::Nothing => true,
            })
    }

    /// `:root` means the article: there is no document around it.
    fn is_root(&self) -> bool {
        self.tree.parent(self.id) == Some(Tree::ROOT)
    }

    fn add_element_unique_hashes(&self, _: &mut BloomFilter) -> bool {
        false
    }
}

#[cfg(test)]
mod tests {
    use super::super::selector::parse_selectors;
    use super::*;
    use cssparser::Parser;

    fn matched(html: &str, selector: &str) -> Vec<String> {
        let tree = Tree::parse(html);
        let list = parse_selectors(&mut Parser::new(selector), None).expect("a selector");
        let mut caches = SelectorCaches::default();
        tree.descendants(Tree::ROOT)
            .into_iter()
            .filter_map(|id| ElementRef::new(&tree, id))
            .filter(|element| {
                list.slice()
                    .iter()
                    .any(|selector| element.matches(selector, &mut caches))
            })
            .map(|element| element.tree.text_content(element.id))
            .collect()
    }

    #[test]
    fn newer_selectors_match() {
        let html = "<section><h1>a</h1><p>b</p><p class=x>c</p><p>d<i>e</i></p></section>";
        assert_eq!(matched(html, ":is(h1, .x)"), ["a", "c"]);
        assert_eq!(matched(html, "section :where(p):not(.x)"), ["b", "de"]);
        assert_eq!(matched(html, "p:has(i)"), ["de"]);
        assert_eq!(matched(html, "h1 + p, p:nth-of-type(2)"), ["b", "c"]);
        assert_eq!(matched(html, ":root > p:last-child"), ["de"]);
        assert_eq!(matched(html, "p:hover"), Vec::<String>::new());
    }

    #[test]
    fn pseudo_elements_match_their_element() {
        assert_eq!(matched("<p class=q>b</p><p>c</p>", "p.q::before"), ["b"]);
    }
}
