//! Selectors as they are read. Reading and matching are done by the `selectors` crate of Firefox.

use cssparser::{CowRcStr, ParseError, Parser, ToCss};
use html5ever::{LocalName, Namespace};
use precomputed_hash::PrecomputedHash;
use selectors::parser::{Component, ParseRelative, Selector as GenericSelector, SelectorParseErrorKind};
use selectors::{SelectorImpl, SelectorList};
use std::fmt;

pub(super) type Selector = GenericSelector<SelectorTypes>;
pub(super) type Selectors = SelectorList<SelectorTypes>;

/// The types that selectors are made of.
#[derive(Clone, Debug)]
pub(super) struct SelectorTypes;

/// A name or value in a selector.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Name(pub(super) LocalName);

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
    /// A part of a text (`::first-letter`, `::first-line`): it cannot be copied.
    OfText,
    /// Known to browsers, not shown in an article (`::selection`, scroll bars).
    Other,
}

impl ToCss for Pseudo {
    fn to_css<W: fmt::Write>(&self, dest: &mut W) -> fmt::Result {
        dest.write_str(match self {
            Self::Before => "::before",
            Self::After => "::after",
            Self::Marker => "::marker",
            Self::OfText => "::first-letter",
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
            "first-letter" | "first-line" => Pseudo::OfText,
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
