//! The cascade: for every element the declarations that win, computed as far as a style attribute needs.

use super::colors::{Rgba, parse_color};
use super::element_ref::ElementRef;
use super::generated::{self, Counters, Generated};
use super::selector::Pseudo;
use super::stylesheet::{Rank, Rule, StyleSheet};
use super::values::{self, Context, Invalid, Variables};
use crate::findings::Findings;
use crate::style::{Declaration, Style, absolute_px, length, number, parse_declarations};
use crate::tree::{NodeId, Tree};
use selectors::context::SelectorCaches;
use std::rc::Rc;

/// Rules below all others, for hosts whose own defaults are not those of a browser.
#[derive(Clone, Copy, Debug)]
pub struct Defaults<'a>(
    /// A style sheet.
    pub &'a str,
);

/// What the children of an element inherit.
#[derive(Clone, Debug)]
struct Inherited {
    variables: Rc<Variables>,
    font_size_px: f64,
    color: Rgba,
}

/// Computes the whole tree below `top` and stores the result in [`crate::tree::Element::style`].
///
/// - `css`: the style sheets in order.
/// - Removes `style` attributes: their declarations are part of the result.
/// - Generated content becomes `span` elements of the classes `css-before` and `css-after`; `::marker`
///   declarations are returned by item.
pub fn apply(
    tree: &mut Tree,
    top: NodeId,
    css: &str,
    defaults: Defaults<'_>,
    findings: &mut Findings,
) -> Vec<(NodeId, Style)> {
    let mut sheet = StyleSheet::default();
    sheet.add(defaults.0, 0, &mut Findings::default());
    sheet.add(css, 1, findings);
    let computed = compute_all(tree, top, &sheet, findings);
    let mut markers = Vec::new();
    let mut counters = Counters::default();
    for Computed {
        id,
        own,
        before,
        after,
        marker,
        depth,
    } in computed
    {
        counters.leave_to(depth, tree);
        let own = counters.count(depth, own);
        let before = before.and_then(|style| generated::text(tree, id, style, &mut counters, depth));
        if let Some(element) = tree.element_mut(id) {
            element.remove_attribute("style");
            element.style = own;
        }
        if let Some(Generated { text, style }) = before {
            generated::insert(tree, id, "css-before", &text, style);
        }
        if let Some(style) = after {
            counters.remember_after(id, style, depth);
        }
        if let Some(style) = marker {
            markers.push((id, style));
        }
    }
    counters.leave_to(0, tree);
    markers
}

/// The outcome for one element and its pseudo-elements.
struct Computed {
    id: NodeId,
    own: Style,
    before: Option<Style>,
    after: Option<Style>,
    marker: Option<Style>,
    /// 1 for `top`'s children.
    depth: usize,
}

fn compute_all(tree: &Tree, top: NodeId, sheet: &StyleSheet, findings: &mut Findings) -> Vec<Computed> {
    let mut caches = SelectorCaches::default();
    let start = Inherited {
        variables: Rc::new(Variables::new()),
        font_size_px: 16.0,
        color: Rgba::BLACK,
    };
    let mut stack: Vec<(NodeId, Rc<Inherited>, usize)> = Vec::new();
    let push_children =
        |stack: &mut Vec<(NodeId, Rc<Inherited>, usize)>, id, inherited: &Rc<Inherited>, depth| {
            let mut next = tree.last_child(id);
            while let Some(child) = next {
                stack.push((child, Rc::clone(inherited), depth));
                next = tree.previous(child);
            }
        };
    push_children(&mut stack, top, &Rc::new(start), 1);
    let mut computed = Vec::new();
    while let Some((id, inherited, depth)) = stack.pop() {
        let Some(element) = tree.element(id) else { continue };
        let matched = Matched::find(tree, id, sheet, &mut caches);
        let inline = element
            .attribute("style")
            .map(parse_declarations)
            .unwrap_or_default();
        let (own, handed) = finish(matched.declarations(None, &inline), &inherited, findings);
        let handed = Rc::new(handed);
        let mut pseudo = |which| {
            let declarations = matched.declarations(Some(which), &[]);
            (!declarations.is_empty()).then(|| finish(declarations, &handed, findings).0)
        };
        let (before, after, marker) = (
            pseudo(Pseudo::Before),
            pseudo(Pseudo::After),
            pseudo(Pseudo::Marker),
        );
        push_children(&mut stack, id, &handed, depth + 1);
        computed.push(Computed {
            id,
            own,
            before,
            after,
            marker,
            depth,
        });
    }
    computed
}

/// The rules that mean one element, weakest first.
struct Matched<'a>(Vec<(Rank, &'a Rule)>);

impl<'a> Matched<'a> {
    fn find(tree: &'a Tree, id: NodeId, sheet: &'a StyleSheet, caches: &mut SelectorCaches) -> Self {
        let Some((matcher, element)) = ElementRef::new(tree, id).zip(tree.element(id)) else {
            return Self(Vec::new());
        };
        let mut rules: Vec<(Rank, &Rule)> = sheet
            .candidates(element.local(), element.classes())
            .filter(|rule| matcher.matches(&rule.selector, caches))
            .map(|rule| (rule.rank, rule))
            .collect();
        rules.sort_by_key(|(rank, _)| *rank);
        Self(rules)
    }

    /// Declarations from weakest to strongest; important ones last, those of weaker layers strongest.
    fn declarations(&self, pseudo: Option<Pseudo>, inline: &[Declaration]) -> Vec<Declaration> {
        let rules = || self.0.iter().filter(|(_, rule)| rule.pseudo == pseudo);
        let mut all: Vec<Declaration> = rules()
            .flat_map(|(_, rule)| rule.declarations.iter().filter(|one| !one.important).cloned())
            .collect();
        all.extend(inline.iter().filter(|one| !one.important).cloned());
        let mut important: Vec<&(Rank, &Rule)> = rules()
            .filter(|(_, rule)| rule.declarations.iter().any(|one| one.important))
            .collect();
        important.sort_by_key(|(rank, _)| (std::cmp::Reverse(rank.layer), rank.specificity, rank.order));
        for (_, rule) in important {
            all.extend(rule.declarations.iter().filter(|one| one.important).cloned());
        }
        all.extend(inline.iter().filter(|one| one.important).cloned());
        all
    }
}

/// Computes values: custom properties first, then font size and color, then everything else.
fn finish(
    declarations: Vec<Declaration>,
    inherited: &Inherited,
    findings: &mut Findings,
) -> (Style, Inherited) {
    let (custom, mut plain): (Vec<_>, Vec<_>) = declarations
        .into_iter()
        .partition(|declaration| declaration.name.starts_with("--"));
    let mut handed = inherited.clone();
    if !custom.is_empty() {
        let variables = Rc::make_mut(&mut handed.variables);
        for Declaration { name, value, .. } in custom {
            resolve_variable(variables, name, value);
        }
    }
    let mut compute = |declaration: &mut Declaration, current: Rgba, variables: &Variables| {
        let context = Context {
            variables,
            current_color: current,
        };
        match values::compute(&declaration.value, &context) {
            Ok(value) if !value.is_empty() => {
                declaration.value = value;
                true
            }
            Ok(_) => false,
            Err(invalid) => {
                let key = if invalid == Invalid::Color {
                    "export.css.color"
                } else {
                    "export.css.variable"
                };
                findings.report(key, &format!("{}: {}", declaration.name, declaration.value));
                false
            }
        }
    };
    let variables = Rc::clone(&handed.variables);
    let color = |declaration: &Declaration| declaration.name == "color";
    plain.retain_mut(|one| !color(one) || compute(one, inherited.color, &variables));
    if let Some(last) = plain.iter().rev().find(|one| color(one)) {
        handed.color = parse_color(&last.value, inherited.color).unwrap_or(inherited.color);
    }
    plain.retain_mut(|one| color(one) || compute(one, handed.color, &variables));
    let mut style: Style = plain.into_iter().collect();
    if let Some(size) = style
        .get("font-size")
        .and_then(|size| font_size_px(size, inherited.font_size_px))
    {
        handed.font_size_px = size;
        style
            .iter_mut()
            .filter(|one| one.name == "font-size")
            .for_each(|one| {
                one.value = if size == 0.0 {
                    "0".to_owned()
                } else {
                    format!("{}px", number(size))
                };
            });
    }
    (style, handed)
}

/// A custom property that names itself is computed from what was inherited; all others are kept as written.
fn resolve_variable(variables: &mut Variables, name: String, value: String) {
    if value.eq_ignore_ascii_case("initial") {
        variables.remove(&name);
    } else if !matches!(value.as_str(), "inherit" | "unset") {
        variables.insert(name, value);
    }
}

/// A font size in px; `None` when it is not known here.
fn font_size_px(value: &str, parent_px: f64) -> Option<f64> {
    let keyword = match value {
        "xx-small" => 9.0,
        "x-small" => 10.0,
        "small" => 13.0,
        "medium" => 16.0,
        "large" => 18.0,
        "x-large" => 24.0,
        "xx-large" => 32.0,
        "smaller" => parent_px / 1.2,
        "larger" => parent_px * 1.2,
        _ => 0.0,
    };
    if keyword > 0.0 {
        return Some(keyword);
    }
    let (amount, unit) = length(value)?;
    match unit.as_str() {
        "em" => Some(amount * parent_px),
        "%" => Some(amount / 100.0 * parent_px),
        _ => absolute_px(value),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn styled(html: &str, css: &str) -> String {
        let mut tree = Tree::parse(html);
        apply(&mut tree, Tree::ROOT, css, Defaults(""), &mut Findings::default());
        tree.to_html()
    }

    #[test]
    fn specificity_order_and_importance_decide() {
        let css = "p { color: red !important; top: 1px } p.x { color: blue; top: 2px } .x { top: 3px } p { top: 4px }";
        assert_eq!(
            styled("<p class=\"x\" style=\"color:green;left:0\">a</p>", css),
            "<p class=\"x\" style=\"top:2px;left:0;color:red!important\">a</p>"
        );
    }

    #[test]
    fn variables_are_inherited_and_overridden() {
        let css = ".a { --c: red } .b { --c: blue } p { color: var(--c) }";
        assert_eq!(
            styled(
                "<section class=\"a\"><p>1</p><section class=\"b\"><p>2</p></section></section>",
                css
            ),
            "<section class=\"a\"><p style=\"color:red\">1</p><section class=\"b\"><p style=\"color:blue\">2</p></section></section>"
        );
    }

    #[test]
    fn relative_font_sizes_become_pixels() {
        let css = ".a { font-size: 20px } p { font-size: 1.2em } b { font-size: 50% }";
        assert_eq!(
            styled("<section class=\"a\"><p>1<b>2</b></p></section>", css),
            "<section class=\"a\" style=\"font-size:20px\"><p style=\"font-size:24px\">1<b style=\"font-size:12px\">2</b></p></section>"
        );
    }

    #[test]
    fn nested_rules_mean_descendants_or_the_parent() {
        assert_eq!(
            styled(
                "<p class=\"x\"><b>1</b></p><b>2</b>",
                "p { b { top: 1px } &.x { left: 2px } }"
            ),
            "<p class=\"x\" style=\"left:2px\"><b style=\"top:1px\">1</b></p><b>2</b>"
        );
    }

    #[test]
    fn a_later_layer_and_no_layer_win() {
        let css = "@layer a, b; @layer b { p { top: 2px } } @layer a { p.x { top: 1px; left: 1px } } p { left: 3px }";
        assert_eq!(
            styled("<p class=\"x\">1</p>", css),
            "<p class=\"x\" style=\"top:2px;left:3px\">1</p>"
        );
    }

    #[test]
    fn generated_content_stands_where_it_is_seen_and_moves_no_selector() {
        let css = "p::before { content: '“'; color: red } p::after { content: attr(title) '!' } p > :first-child { top: 1px } i::before { color: red }";
        assert_eq!(
            styled("<p title=\"t\"><i>x</i></p>", css),
            "<p title=\"t\"><span class=\"css-before\" style=\"color:red\">“</span><i style=\"top:1px\">x</i><span class=\"css-after\">t!</span></p>"
        );
    }

    #[test]
    fn counters_count_in_document_order() {
        let css = "section { counter-reset: h2 } h2 { counter-increment: h2; counter-reset: h3 } h3 { counter-increment: h3 } \
                   h2::before { content: counter(h2, upper-roman) '. ' } h3::before { content: counter(h2) '.' counter(h3) }";
        let html = "<section><h2>a</h2><h3>b</h3><h3>c</h3><h2>d</h2><h3>e</h3></section>";
        let text = Tree::parse(&styled(html, css)).text_content(Tree::ROOT);
        assert_eq!(text, "I. a1.1b1.2cII. d2.1e");
    }
}
