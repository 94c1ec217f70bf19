//! One element: name, namespace, attributes and the declarations that the cascade found.

use crate::html_elements::{HtmlElement, Layout, html_element};
use crate::style::Style;
use html5ever::{LocalName, Namespace, ns};

/// An element of a [`super::Tree`].
#[derive(Clone, Debug)]
pub struct Element {
    pub(super) local: LocalName,
    pub(super) namespace: Namespace,
    pub(super) attributes: Vec<(LocalName, String)>,
    /// The declarations of the element; written as its `style` attribute.
    pub style: Style,
}

impl Element {
    /// An HTML element without attributes.
    pub fn html(name: &str) -> Self {
        Self::new(LocalName::from(name), ns!(html))
    }

    /// An SVG element without attributes.
    pub fn svg(name: &str) -> Self {
        Self::new(LocalName::from(name), ns!(svg))
    }

    pub(super) fn new(local: LocalName, namespace: Namespace) -> Self {
        Self {
            local,
            namespace,
            attributes: Vec::new(),
            style: Style::default(),
        }
    }

    /// The name, lower case in HTML, as written in SVG.
    pub fn name(&self) -> &str {
        &self.local
    }

    pub(crate) fn local(&self) -> &LocalName {
        &self.local
    }

    pub(crate) fn namespace(&self) -> &Namespace {
        &self.namespace
    }

    /// Whether it is of the HTML namespace.
    pub fn is_html(&self) -> bool {
        self.namespace == ns!(html)
    }

    /// Whether it is of the SVG namespace.
    pub fn is_svg(&self) -> bool {
        self.namespace == ns!(svg)
    }

    /// Whether it is an HTML element of this name.
    pub fn is(&self, name: &str) -> bool {
        self.is_html() && &*self.local == name
    }

    /// Whether it stands in a line of text.
    pub fn is_inline(&self) -> bool {
        self.in_table()
            .is_some_and(|known| known.layout == Layout::Inline)
    }

    /// True for HTML that makes a line or a box of its own unless a style says otherwise.
    pub fn is_box(&self) -> bool {
        self.in_table().is_some_and(|known| known.layout == Layout::Box)
    }

    /// What the table of HTML elements says of it.
    pub(crate) fn in_table(&self) -> Option<&'static HtmlElement> {
        self.is_html().then(|| html_element(self.name())).flatten()
    }

    /// Makes it an HTML element of another name; attributes and declarations stay.
    pub fn rename(&mut self, name: &str) {
        self.local = LocalName::from(name);
    }

    /// The value of an attribute; names are compared as written.
    pub fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes
            .iter()
            .find(|(known, _)| &**known == name)
            .map(|(_, value)| value.as_str())
    }

    /// Adds or replaces an attribute.
    pub fn set_attribute(&mut self, name: &str, value: impl Into<String>) {
        let value = value.into();
        match self.attributes.iter_mut().find(|(known, _)| &**known == name) {
            Some(known) => known.1 = value,
            None => self.attributes.push((LocalName::from(name), value)),
        }
    }

    /// Takes an attribute out.
    pub fn remove_attribute(&mut self, name: &str) -> Option<String> {
        let at = self.attributes.iter().position(|(known, _)| &**known == name)?;
        Some(self.attributes.remove(at).1)
    }

    /// Keeps the attributes that fulfill `wanted(name, value)`.
    pub fn retain_attributes(&mut self, wanted: impl Fn(&str, &str) -> bool) {
        self.attributes.retain(|(name, value)| wanted(name, value));
    }

    /// The attributes as `(name, value)`, in the order of the source.
    pub fn attributes(&self) -> impl Iterator<Item = (&str, &str)> {
        self.attributes
            .iter()
            .map(|(name, value)| (&**name, value.as_str()))
    }

    /// The words of the `class` attribute.
    pub fn classes(&self) -> impl Iterator<Item = &str> {
        self.attribute("class")
            .unwrap_or_default()
            .split_ascii_whitespace()
    }

    /// Whether this is one of the words of the `class` attribute.
    pub fn has_class(&self, class: &str) -> bool {
        self.classes().any(|known| known == class)
    }

    /// Adds a word to the `class` attribute.
    pub fn add_class(&mut self, class: &str) {
        if !self.has_class(class) {
            let mut classes: Vec<&str> = self.classes().collect();
            classes.push(class);
            let joined = classes.join(" ");
            self.set_attribute("class", joined);
        }
    }
}
