//! The declarations of one element, in an order that means the same when read as a `style` attribute.

mod declaration;
mod logical;
mod normalize;
mod shorthands;
mod split;
mod units;
mod writer;

pub use declaration::Declaration;
pub(crate) use declaration::{parse_declarations, read_declaration};
#[cfg(test)]
pub(crate) use normalize::normalize;
pub(crate) use split::{split_commas, split_spaces};
pub(crate) use units::{REM_PX, absolute_px, length, number};
pub(crate) use writer::Writer;

use shorthands::{is_shorthand, overrides};
use std::collections::HashSet;

/// Declarations of one element. A later one wins; a shorthand set later removes the long-hands it covers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Style(Vec<Declaration>);

impl Style {
    /// Whether nothing is declared.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The value of a property as declared; a shorthand is not looked into.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0
            .iter()
            .rev()
            .find(|known| known.name == name)
            .map(|known| known.value.as_str())
    }

    /// Whether the property has this value.
    pub fn is(&self, name: &str, value: &str) -> bool {
        self.get(name)
            .is_some_and(|known| known.eq_ignore_ascii_case(value))
    }

    /// Sets a property, in place of what was set before.
    pub fn set(&mut self, name: &str, value: impl Into<String>) {
        self.put(Declaration {
            name: name.to_owned(),
            value: value.into(),
            important: false,
        });
    }

    /// Sets a property where it stands, or before all others.
    pub fn set_in_place(&mut self, name: &str, value: &str) {
        match self.0.iter_mut().find(|known| known.name == name) {
            Some(known) => value.clone_into(&mut known.value),
            None => self.0.insert(
                0,
                Declaration {
                    name: name.to_owned(),
                    value: value.to_owned(),
                    important: false,
                },
            ),
        }
    }

    /// Sets a property unless it is set already.
    pub fn set_default(&mut self, name: &str, value: &str) {
        if self.get(name).is_none() {
            self.set(name, value);
        }
    }

    /// Adds a declaration as the last one and removes what it overrides.
    pub fn put(&mut self, declaration: Declaration) {
        self.0.retain(|known| !overrides(&declaration.name, &known.name));
        self.0.push(declaration);
    }

    /// Takes a property out.
    pub fn remove(&mut self, name: &str) -> Option<String> {
        let mut taken = None;
        self.0.retain(|known| {
            let same = known.name == name;
            if same {
                taken = Some(known.value.clone());
            }
            !same
        });
        taken
    }

    /// Keeps the declarations that fulfill `wanted`.
    pub fn retain(&mut self, wanted: impl Fn(&Declaration) -> bool) {
        self.0.retain(wanted);
    }

    /// The declarations in order.
    pub fn iter(&self) -> impl Iterator<Item = &Declaration> {
        self.0.iter()
    }

    /// The declarations in order, to change their values.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut Declaration> {
        self.0.iter_mut()
    }

    /// Reads a `style` attribute.
    pub fn parse(css: &str) -> Self {
        parse_declarations(css).into_iter().collect()
    }

    /// Writes a `style` attribute: no spaces, no last semicolon.
    pub fn to_css(&self) -> String {
        let mut css = String::new();
        for Declaration {
            name,
            value,
            important,
        } in &self.0
        {
            if !css.is_empty() {
                css.push(';');
            }
            css.push_str(name);
            css.push(':');
            css.push_str(value);
            if *important {
                css.push_str("!important");
            }
        }
        css
    }
}

impl FromIterator<Declaration> for Style {
    fn from_iter<I: IntoIterator<Item = Declaration>>(declarations: I) -> Self {
        let declarations: Vec<Declaration> = declarations.into_iter().collect();
        let mut names: HashSet<String> = HashSet::new();
        let mut shorthands: Vec<String> = Vec::new();
        let mut kept = Vec::new();
        // From the last to the first: what a later one has said is not asked again. A style of thousands must not take
        // a comparison of all with all.
        for one in declarations.into_iter().rev() {
            let is_overridden =
                names.contains(&one.name) || shorthands.iter().any(|later| overrides(later, &one.name));
            if names.insert(one.name.clone()) && is_shorthand(&one.name) {
                shorthands.push(one.name.clone());
            }
            if !is_overridden {
                kept.push(one);
            }
        }
        kept.reverse();
        Self(kept)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn round(css: &str) -> String {
        Style::parse(css).to_css()
    }

    #[test]
    fn a_border_leaves_the_corners() {
        let css = "border-top-left-radius:4px;border-top:1px solid red";
        assert_eq!(Style::parse(css).to_css(), css);
    }

    #[test]
    fn a_list_of_declarations_ends_as_when_they_are_put_one_by_one() {
        let names = [
            "border",
            "border-top",
            "border-top-color",
            "border-color",
            "margin-top",
            "margin",
            "font-size",
            "font",
        ];
        for pick in 0..names.len().pow(3) {
            let list: Vec<Declaration> = [pick, pick / 8, pick / 64]
                .iter()
                .enumerate()
                .map(|(place, at)| Declaration {
                    name: names[at % 8].to_owned(),
                    value: place.to_string(),
                    important: false,
                })
                .collect();
            let mut one_by_one = Style::default();
            list.iter().for_each(|one| one_by_one.put(one.clone()));
            assert_eq!(list.into_iter().collect::<Style>(), one_by_one);
        }
    }

    #[test]
    fn a_later_declaration_wins_and_a_shorthand_clears_its_parts() {
        assert_eq!(round("color:red; COLOR: blue"), "color:blue");
        assert_eq!(
            round("margin-top:1px;margin:0;margin-left:2px"),
            "margin:0;margin-left:2px"
        );
        assert_eq!(
            round("border-radius:3px;border-left:1px solid;border:0"),
            "border-radius:3px;border:0"
        );
        assert_eq!(
            round("flex-direction:column;flex-grow:1;flex:1"),
            "flex-direction:column;flex:1"
        );
    }

    #[test]
    fn broken_declarations_are_skipped() {
        assert_eq!(
            round("color red; : ; width: ; {x} ; height: 1px !IMPORTANT"),
            "height:1px!important"
        );
    }

    #[test]
    fn strings_use_single_quotes_and_comments_go() {
        assert_eq!(
            round("font-family: \"PingFang  SC\" , /* x */ serif"),
            "font-family:'PingFang  SC',serif"
        );
    }

    #[test]
    fn logical_properties_become_physical() {
        assert_eq!(
            round("margin-block:1px 2px;padding-inline-start:3px"),
            "margin-top:1px;margin-bottom:2px;padding-left:3px"
        );
        assert_eq!(
            round("border-inline-start:1px solid red"),
            "border-left:1px solid red"
        );
    }
}
