//! Style sheets to rules that can be looked up by element.

use super::selector::{IndexKey, Pseudo, Selector, Selectors, index_key, parse_selectors};
use crate::findings::Findings;
use crate::style::{Declaration, read_declaration};
use cssparser::{
    AtRuleParser, CowRcStr, DeclarationParser, ParseError, Parser, ParserState, QualifiedRuleParser,
    RuleBodyItemParser, RuleBodyParser,
};
use html5ever::LocalName;
use std::collections::HashMap;
use std::rc::Rc;

/// How deep rules may nest; deeper ones are dropped, so that matching stays cheap.
const MAX_NESTING: usize = 8;
/// The layer of rules outside every `@layer`, stronger than all of them.
const UNLAYERED: usize = usize::MAX;

/// What decides between two declarations, least significant last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Rank {
    /// 0 for defaults, 1 for the theme and the author.
    pub origin: u8,
    pub layer: usize,
    pub specificity: u32,
    pub order: usize,
}

/// One selector with its declarations.
#[derive(Debug)]
pub(super) struct Rule {
    pub selector: Selector,
    pub pseudo: Option<Pseudo>,
    pub declarations: Rc<[Declaration]>,
    pub rank: Rank,
}

/// All rules, found by the class or name that their subject must have.
#[derive(Debug, Default)]
pub(super) struct StyleSheet {
    rules: Vec<Rule>,
    by_class: HashMap<LocalName, Vec<usize>>,
    by_name: HashMap<LocalName, Vec<usize>>,
    for_any: Vec<usize>,
    layers: Vec<String>,
}

impl StyleSheet {
    /// Adds the rules of one style sheet behind those added before.
    pub fn add(&mut self, css: &str, origin: u8, findings: &mut Findings) {
        let mut input = Parser::new(css);
        let mut reader = Reader {
            parents: None,
            depth: 0,
            layer: UNLAYERED,
            layers: &mut self.layers,
            findings,
        };
        let items: Vec<Item> = RuleBodyParser::new(&mut input, &mut reader).flatten().collect();
        for FlatRule {
            selectors,
            declarations,
            layer,
        } in items.into_iter().flat_map(Item::into_rules)
        {
            let declarations: Rc<[Declaration]> = declarations.into();
            for selector in selectors.slice() {
                if selector.pseudo_element() == Some(&Pseudo::OfText) {
                    findings.report("export.css.selector", &cssparser::ToCss::to_css_string(selector));
                }
                self.add_rule(selector.clone(), Rc::clone(&declarations), origin, layer);
            }
        }
    }

    fn add_rule(&mut self, selector: Selector, declarations: Rc<[Declaration]>, origin: u8, layer: usize) {
        let order = self.rules.len();
        let rank = Rank {
            origin,
            layer,
            specificity: selector.specificity(),
            order,
        };
        let pseudo = selector.pseudo_element().copied();
        if matches!(pseudo, Some(Pseudo::Other | Pseudo::OfText)) {
            return;
        }
        match index_key(&selector) {
            IndexKey::Class(class) => self.by_class.entry(class).or_default().push(order),
            IndexKey::Name(name) => self.by_name.entry(name).or_default().push(order),
            IndexKey::Any => self.for_any.push(order),
        }
        self.rules.push(Rule {
            selector,
            pseudo,
            declarations,
            rank,
        });
    }

    /// The rules that may mean an element of this name and these classes.
    pub fn candidates<'a>(
        &'a self,
        name: &LocalName,
        classes: impl Iterator<Item = &'a str>,
    ) -> impl Iterator<Item = &'a Rule> {
        let mut found: Vec<usize> = self.for_any.clone();
        found.extend(self.by_name.get(name).into_iter().flatten());
        for class in classes {
            found.extend(self.by_class.get(&LocalName::from(class)).into_iter().flatten());
        }
        found.sort_unstable();
        found.dedup();
        found.into_iter().filter_map(|index| self.rules.get(index))
    }
}

/// One rule of the source, nesting resolved.
struct FlatRule {
    selectors: Selectors,
    declarations: Vec<Declaration>,
    layer: usize,
}

/// What a block holds.
enum Item {
    Declarations(Vec<Declaration>),
    Rules(Vec<FlatRule>),
}

impl Item {
    fn into_rules(self) -> Vec<FlatRule> {
        match self {
            Self::Rules(rules) => rules,
            Self::Declarations(_) => Vec::new(),
        }
    }
}

struct Reader<'a> {
    parents: Option<Selectors>,
    depth: usize,
    layer: usize,
    layers: &'a mut Vec<String>,
    findings: &'a mut Findings,
}

impl Reader<'_> {
    /// Reads a block; declarations in it belong to `parents`.
    fn block(&mut self, input: &mut Parser<'_>, parents: Option<Selectors>, layer: usize) -> Vec<FlatRule> {
        if self.depth >= MAX_NESTING {
            self.findings.report("export.css.nesting", "");
            return Vec::new();
        }
        let mut reader = Reader {
            parents: parents.clone(),
            depth: self.depth + 1,
            layer,
            layers: self.layers,
            findings: self.findings,
        };
        let items: Vec<Item> = RuleBodyParser::new(input, &mut reader).flatten().collect();
        let (mut declarations, mut rules) = (Vec::new(), Vec::new());
        for item in items {
            match item {
                Item::Declarations(more) => declarations.extend(more),
                Item::Rules(more) => rules.extend(more),
            }
        }
        let own = parents.filter(|_| !declarations.is_empty());
        own.map(|selectors| FlatRule {
            selectors,
            declarations,
            layer,
        })
        .into_iter()
        .chain(rules)
        .collect()
    }

    /// The index of a layer, in the order of first mention.
    fn layer_index(&mut self, name: &str) -> usize {
        match self.layers.iter().position(|known| known == name) {
            Some(index) => index,
            None => {
                self.layers.push(name.to_owned());
                self.layers.len().saturating_sub(1)
            }
        }
    }
}

/// At-rules whose block may apply, and those that end without one.
enum AtRule {
    /// The block counts as if it stood alone.
    Transparent,
    Layer(Vec<String>),
    /// The block does not apply.
    Skipped,
}

impl<'i> AtRuleParser<'i> for Reader<'_> {
    type Prelude = AtRule;
    type AtRule = Item;
    type Error = ();

    fn parse_prelude(
        &mut self,
        name: CowRcStr<'i>,
        input: &mut Parser<'i>,
    ) -> Result<AtRule, ParseError<()>> {
        let start = input.position();
        while input.next().is_ok() {}
        let prelude = input.slice_from(start).trim().to_ascii_lowercase();
        let lower = name.to_ascii_lowercase();
        Ok(match lower.as_str() {
            "layer" => AtRule::Layer(prelude.split(',').map(|name| name.trim().to_owned()).collect()),
            "media" => match media_applies(&prelude) {
                Some(true) => AtRule::Transparent,
                Some(false) => AtRule::Skipped,
                None => {
                    self.findings.report("export.css.media", &prelude);
                    AtRule::Skipped
                }
            },
            "supports" if !prelude.starts_with("not") => AtRule::Transparent,
            "font-face" | "import" | "keyframes" | "container" | "property" => {
                self.findings.report("export.css.atRule", &format!("@{lower}"));
                AtRule::Skipped
            }
            _ => AtRule::Skipped,
        })
    }

    fn rule_without_block(&mut self, prelude: AtRule, _: &ParserState) -> Result<Item, ()> {
        if let AtRule::Layer(names) = prelude {
            for name in names {
                self.layer_index(&name);
            }
        }
        Ok(Item::Rules(Vec::new()))
    }

    fn parse_block(
        &mut self,
        prelude: AtRule,
        _: &ParserState,
        input: &mut Parser<'i>,
    ) -> Result<Item, ParseError<()>> {
        let layer = match prelude {
            AtRule::Skipped => {
                while input.next().is_ok() {}
                return Ok(Item::Rules(Vec::new()));
            }
            AtRule::Transparent => self.layer,
            AtRule::Layer(names) => self.layer_index(&names.join(",")),
        };
        let parents = self.parents.clone();
        Ok(Item::Rules(self.block(input, parents, layer)))
    }
}

/// Whether a media query holds for an article on a phone in light colors; `None` when that depends on a width.
fn media_applies(query: &str) -> Option<bool> {
    if query.is_empty() || matches!(query, "all" | "screen") {
        return Some(true);
    }
    if matches!(query, "print" | "speech") || query.contains("prefers-color-scheme: dark") {
        return Some(false);
    }
    let light = query.contains("prefers-color-scheme: light") || query.contains("prefers-color-scheme:light");
    if light && query.matches('(').count() == 1 {
        return Some(true);
    }
    if query.contains("prefers-color-scheme:dark")
        || query.contains("hover")
        || query.contains("prefers-reduced-motion")
    {
        return Some(false);
    }
    None
}

impl<'i> QualifiedRuleParser<'i> for Reader<'_> {
    type Prelude = Selectors;
    type QualifiedRule = Item;
    type Error = ();

    fn parse_prelude(&mut self, input: &mut Parser<'i>) -> Result<Selectors, ParseError<()>> {
        input.skip_whitespace();
        let start = input.position();
        if let Some(selectors) = parse_selectors(input, self.parents.as_ref()) {
            return Ok(selectors);
        }
        while input.next().is_ok() {}
        self.findings
            .report("export.css.selector", input.slice_from(start).trim());
        Err(ParseError::custom(()))
    }

    fn parse_block(
        &mut self,
        selectors: Selectors,
        _: &ParserState,
        input: &mut Parser<'i>,
    ) -> Result<Item, ParseError<()>> {
        let layer = self.layer;
        Ok(Item::Rules(self.block(input, Some(selectors), layer)))
    }
}

impl<'i> DeclarationParser<'i> for Reader<'_> {
    type Declaration = Item;
    type Error = ();

    fn parse_value(
        &mut self,
        name: CowRcStr<'i>,
        input: &mut Parser<'i>,
        _: &ParserState,
    ) -> Result<Item, ParseError<()>> {
        read_declaration(&name, input).map(Item::Declarations)
    }
}

impl RuleBodyItemParser<'_, Item, ()> for Reader<'_> {
    fn parse_declarations(&self) -> bool {
        self.parents.is_some()
    }

    fn parse_qualified(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sheet(css: &str) -> (StyleSheet, Findings) {
        let (mut sheet, mut findings) = (StyleSheet::default(), Findings::default());
        sheet.add(css, 1, &mut findings);
        (sheet, findings)
    }

    #[test]
    fn broken_css_loses_only_what_is_broken() {
        let (sheet, _) = sheet("p { color: red; ; width } } h1 { color: blue } ::: { } h2 { top: 1px");
        assert_eq!(sheet.rules.len(), 3);
    }

    #[test]
    fn nesting_is_resolved_and_conditions_are_judged() {
        let css = "a { color: red; &:hover { color: blue } b { x: y } @media screen { top: 1px } } @media print { p { x: y } }";
        let (sheet, findings) = sheet(css);
        assert_eq!(sheet.rules.len(), 4);
        assert!(findings.is_empty());
    }

    #[test]
    fn what_is_lost_is_reported() {
        let (_, findings) = sheet(
            "@font-face { src: url(x) } @media (min-width: 600px) { p { x: y } } p:unknown { x: y } p::first-letter { x: y } p::selection { x: y }",
        );
        let keys: Vec<&str> = findings.iter().map(|finding| finding.key.as_str()).collect();
        assert_eq!(
            keys,
            [
                "export.css.atRule",
                "export.css.media",
                "export.css.selector",
                "export.css.selector"
            ]
        );
    }
}
