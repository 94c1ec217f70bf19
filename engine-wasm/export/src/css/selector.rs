//! Selectors: which element of a tree a rule means. Matching itself is the `selectors` crate, as in Firefox.

use crate::tree::{Content, Element, NodeId, Tree};
use cssparser::{CowRcStr, ParseError, Parser, ToCss};
use html5ever::{LocalName, Namespace, ns};
use precomputed_hash::PrecomputedHash;
use selectors::attr::{AttrSelectorOperation, CaseSensitivity, NamespaceConstraint};
use selectors::bloom::BloomFilter;
use selectors::context::{
    MatchingContext, MatchingForInvalidation, MatchingMode, NeedsSelectorFlags, QuirksMode, SelectorCaches,
};
use selectors::matching::{ElementSelectorFlags, matches_selector};
use selectors::parser::{Component, ParseRelative, Selector as GenericSelector, SelectorParseErrorKind};
use selectors::{OpaqueElement, SelectorImpl, SelectorList};
use std::fmt;

pub(super) type Selector = GenericSelector<SelectorTypes>;
pub(super) type Selectors = SelectorList<SelectorTypes>;

/// The types that selectors are made of.
#[derive(Clone, Debug)]
pub(super) struct SelectorTypes;

/// A name or value in a selector.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Name(LocalName);

impl From<&str> for Name {
    fn from(text: &str) -> Self {
        Self(LocalName::from(text))
    }
}

impl AsRef<str> for Name {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

impl ToCss for Name {
    fn to_css<W: fmt::Write>(&self, dest: &mut W) -> fmt::Result {
        dest.write_str(&self.0)
    }
}

impl PrecomputedHash for Name {
    fn precomputed_hash(&self) -> u32 {
        self.0.precomputed_hash()
    }
}

/// Pseudo-elements that become real elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pseudo {
    Before,
    After,
    Marker,
    /// Known to browsers, not shown in an article (`::selection`, scroll bars).
    Other,
}

impl ToCss for Pseudo {
    fn to_css<W: fmt::Write>(&self, dest: &mut W) -> fmt::Result {
        dest.write_str(match self {
            Self::Before => "::before",
            Self::After => "::after",
            Self::Marker => "::marker",
            Self::Other => "::other",
        })
    }
}

impl selectors::parser::PseudoElement for Pseudo {
    fn accepts_state_pseudo_classes(&self) -> bool {
        *self == Self::Other
    }
}

/// Pseudo-classes that no tree structure decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    Link,
    Checked,
    Disabled,
    /// Something a reader does (`:hover`): never so in an article at rest.
    Never,
}

impl ToCss for State {
    fn to_css<W: fmt::Write>(&self, dest: &mut W) -> fmt::Result {
        dest.write_str(match self {
            Self::Link => ":link",
            Self::Checked => ":checked",
            Self::Disabled => ":disabled",
            Self::Never => ":hover",
        })
    }
}

impl selectors::parser::NonTSPseudoClass for State {
    fn is_active_or_hover(&self) -> bool {
        *self == Self::Never
    }

    fn is_user_action_state(&self) -> bool {
        *self == Self::Never
    }
}

impl SelectorImpl for SelectorTypes {
    type ExtraMatchingData<'a> = ();
    type AttrValue = Name;
    type Identifier = Name;
    type LocalName = Name;
    type NamespaceUrl = Namespace;
    type NamespacePrefix = Name;
    type BorrowedNamespaceUrl = Namespace;
    type BorrowedLocalName = Name;
    type NonTSPseudoClass = State;
    type PseudoElement = Pseudo;
}

/// Reads a selector list.
pub(super) struct SelectorParser;

impl<'i> selectors::Parser<'i> for SelectorParser {
    type Impl = SelectorTypes;
    type Error = SelectorParseErrorKind;

    fn parse_is_and_where(&self) -> bool {
        true
    }

    fn parse_has(&self) -> bool {
        true
    }

    fn parse_nth_child_of(&self) -> bool {
        true
    }

    fn parse_parent_selector(&self) -> bool {
        true
    }

    fn is_is_alias(&self, name: &str) -> bool {
        name.eq_ignore_ascii_case("-webkit-any") || name.eq_ignore_ascii_case("matches")
    }

    fn parse_non_ts_pseudo_class(
        &self,
        name: CowRcStr<'i>,
    ) -> Result<State, ParseError<SelectorParseErrorKind>> {
        Ok(match name.to_ascii_lowercase().as_str() {
            "link" | "any-link" => State::Link,
            "checked" => State::Checked,
            "disabled" => State::Disabled,
            "hover" | "active" | "focus" | "focus-visible" | "focus-within" | "visited" | "target"
            | "enabled" | "indeterminate" | "horizontal" | "vertical" => State::Never,
            _ => {
                return Err(ParseError::custom(
                    SelectorParseErrorKind::UnsupportedPseudoClassOrElement,
                ));
            }
        })
    }

    fn parse_pseudo_element(&self, name: CowRcStr<'i>) -> Result<Pseudo, ParseError<SelectorParseErrorKind>> {
        Ok(match name.to_ascii_lowercase().as_str() {
            "before" => Pseudo::Before,
            "after" => Pseudo::After,
            "marker" => Pseudo::Marker,
            _ => Pseudo::Other,
        })
    }
}

/// Reads a selector list; inside another rule, `parents` are what `&` means.
pub(super) fn parse_selectors(input: &mut Parser<'_>, parents: Option<&Selectors>) -> Option<Selectors> {
    let relative = if parents.is_some() {
        ParseRelative::ForNesting
    } else {
        ParseRelative::No
    };
    let list = SelectorList::parse(&SelectorParser, input, relative).ok()?;
    if !input.is_exhausted() {
        return None;
    }
    match parents {
        Some(parents) => Some(nested(&list, parents)),
        None => Some(list),
    }
}

/// A nested selector without `&` means a descendant of the parent.
fn nested(list: &Selectors, parents: &Selectors) -> Selectors {
    list.replace_parent_selector(parents)
}

/// What the last compound of a selector requires, to find the rules of an element fast.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum IndexKey {
    Class(LocalName),
    Name(LocalName),
    Any,
}

/// The index key of a selector, read from the compound of its subject.
pub(super) fn index_key(selector: &Selector) -> IndexKey {
    let mut found = IndexKey::Any;
    for component in selector.iter_raw_match_order() {
        match component {
            Component::Class(class) => return IndexKey::Class(class.0.clone()),
            Component::LocalName(name) if name.name == name.lower_name => {
                found = IndexKey::Name(name.name.0.clone())
            }
            Component::PseudoElement(_) => {}
            Component::Combinator(combinator) if combinator.is_pseudo_element() => {}
            Component::Combinator(_) => break,
            _ => {}
        }
    }
    found
}

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
    use super::*;

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
