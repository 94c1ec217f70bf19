//! What KaTeX does otherwise than the layout, done to the parsed formula.
//!
//! The preview shows formulas with KaTeX, so where the two differ KaTeX is right: a fraction is an ordinary
//! atom (no thin space around it), a missing delimiter is a little wide, an index stands closer to its
//! root, an operator between spaces is still an operator.

use ratex_parser::parse_node::{AtomFamily, Measurement};
use ratex_parser::{Mode, ParseNode};

use super::bold::{Weight, embolden, weight_of};
use super::radical;

/// Width of a delimiter that is not there (`\left.`), in em.
const NULL_DELIMITER_EM: f64 = 0.12;

fn kern(em: f64) -> ParseNode {
    ParseNode::Kern {
        mode: Mode::Math,
        dimension: Measurement {
            number: em,
            unit: "em".to_owned(),
        },
        loc: None,
    }
}

/// Makes a node an ordinary atom, together with what stands before it.
fn wrap(node: &mut ParseNode, group: impl FnOnce(ParseNode) -> Vec<ParseNode>) {
    let inner = std::mem::replace(node, kern(0.0));
    *node = ParseNode::OrdGroup {
        mode: Mode::Math,
        body: group(inner),
        semisimple: None,
        loc: None,
    };
}

/// Prepares a formula; the nodes that hold other nodes and matter here are entered.
pub(super) fn prepare(nodes: &mut [ParseNode]) {
    visit_all(nodes, Weight::Normal);
}

fn visit_all(nodes: &mut [ParseNode], weight: Weight) {
    nodes.iter_mut().for_each(|node| visit(node, weight));
    keep_operators_binary(nodes);
}

fn is_space(node: &ParseNode) -> bool {
    matches!(node, ParseNode::SpacingNode { .. } | ParseNode::Kern { .. })
}

fn is_of(node: &ParseNode, families: &[AtomFamily]) -> bool {
    matches!(node, ParseNode::Atom { family, .. } if families.contains(family))
}

/// Makes the spaces beside a binary operator (`a \,\cdot\, b`) ordinary atoms.
///
/// The layout takes an operator with a space beside it for a sign and sets it tight; in TeX spaces do not
/// count.
fn keep_operators_binary(nodes: &mut [ParseNode]) {
    use AtomFamily::{Bin, Close, Open, Punct, Rel};
    for at in 0..nodes.len() {
        let Some((before, [operator, after @ ..])) = nodes.split_at_mut_checked(at) else {
            return;
        };
        if !is_of(operator, &[Bin]) {
            continue;
        }
        let n_before = before.iter().rev().take_while(|node| is_space(node)).count();
        let n_after = after.iter().take_while(|node| is_space(node)).count();
        let (left, spaces_before) = before.split_at_mut(before.len() - n_before);
        let (spaces_after, right) = after.split_at_mut(n_after);
        let is_sign = match (left.last(), right.first()) {
            (Some(left), Some(right)) => {
                is_of(left, &[Bin, Open, Rel, Punct])
                    || matches!(left, ParseNode::Op { .. } | ParseNode::OperatorName { .. })
                    || is_of(right, &[Rel, Close, Punct])
            }
            _ => true,
        };
        if !is_sign {
            for space in spaces_before.iter_mut().chain(spaces_after) {
                wrap(space, |space| vec![space]);
            }
        }
    }
}

fn visit(node: &mut ParseNode, weight: Weight) {
    match node {
        ParseNode::MathOrd { .. } | ParseNode::TextOrd { .. } | ParseNode::Atom { .. } => {
            embolden(node, weight)
        }
        ParseNode::Font { font, body, .. } => visit(body, weight_of(font, weight)),
        ParseNode::Text { font, body, .. } => {
            let weight = font.as_deref().map_or(weight, |font| weight_of(font, weight));
            body.iter_mut().for_each(|each| visit(each, weight));
        }
        ParseNode::OrdGroup { body, .. }
        | ParseNode::MClass { body, .. }
        | ParseNode::Styling { body, .. }
        | ParseNode::Sizing { body, .. }
        | ParseNode::Color { body, .. }
        | ParseNode::HBox { body, .. }
        | ParseNode::OperatorName { body, .. }
        | ParseNode::Phantom { body, .. }
        | ParseNode::Pmb { body, .. }
        | ParseNode::Href { body, .. }
        | ParseNode::Html { body, .. } => visit_all(body, weight),
        ParseNode::LeftRight {
            body, left, right, ..
        } => {
            visit_all(body, weight);
            if left == "." {
                body.insert(0, kern(NULL_DELIMITER_EM));
            }
            if right == "." {
                body.push(kern(NULL_DELIMITER_EM));
            }
        }
        ParseNode::SupSub { base, sup, sub, .. } => {
            for part in [base, sup, sub].into_iter().flatten() {
                visit(part, weight);
            }
        }
        ParseNode::GenFrac { numer, denom, .. } => {
            visit(numer, weight);
            visit(denom, weight);
            wrap(node, |fraction| vec![fraction]);
        }
        ParseNode::Sqrt { body, index, .. } => {
            visit(body, weight);
            if index.is_some() {
                wrap(node, |root| vec![kern(radical::INDEX_KERN_EM), root]);
            }
        }
        ParseNode::Overline { body, .. }
        | ParseNode::Underline { body, .. }
        | ParseNode::Enclose { body, .. }
        | ParseNode::Lap { body, .. }
        | ParseNode::Smash { body, .. }
        | ParseNode::VPhantom { body, .. }
        | ParseNode::RaiseBox { body, .. }
        | ParseNode::VCenter { body, .. }
        | ParseNode::Accent { base: body, .. }
        | ParseNode::AccentUnder { base: body, .. }
        | ParseNode::HorizBrace { base: body, .. } => visit(body, weight),
        ParseNode::XArrow { body, below, .. } => {
            visit(body, weight);
            if let Some(below) = below {
                visit(below, weight);
            }
        }
        ParseNode::Array { body, .. } => body.iter_mut().flatten().for_each(|cell| visit(cell, weight)),
        _ => {}
    }
}
