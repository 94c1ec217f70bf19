//! Operators with limits above and below.

use ratex_layout::LayoutBox;
use ratex_layout::layout_box::BoxContent;
use ratex_parser::ParseNode;

use super::box_registry::BoxRegistry;
use super::boxes::row;
use super::nodes::is_character;
use super::style_context::StyleContext;

/// Whether a base has its scripts above and below.
pub(super) fn has_limits(base: &ParseNode, context: &StyleContext) -> bool {
    let is_display = context.style.is_display();
    match base {
        ParseNode::Op {
            limits,
            always_handle_sup_sub,
            ..
        } => *limits && (is_display || always_handle_sup_sub.unwrap_or(false)),
        ParseNode::OperatorName {
            limits,
            always_handle_sup_sub,
            ..
        } => *always_handle_sup_sub && (is_display || *limits),
        _ => false,
    }
}

/// Sets an operator with its limits.
///
/// RaTeX counts two rules of room too many above and below, which would make brackets a size larger;
/// and KaTeX keeps a lower limit that is moved left by a slanted operator off what stands before.
pub(super) fn set(registry: &BoxRegistry, node: &ParseNode, context: &StyleContext) -> LayoutBox {
    let mut tree = registry.lay_out(std::slice::from_ref(node), context);
    let ParseNode::SupSub { base, sub, .. } = node else {
        return tree;
    };
    let is_plain = matches!(
        base.as_deref(),
        Some(ParseNode::Op {
            suppress_base_shift: Some(true),
            ..
        })
    );
    let BoxContent::HBox(parts) = &mut tree.content else {
        return tree;
    };
    let Some(limits) = parts.first_mut() else {
        return tree;
    };
    let BoxContent::OpLimits {
        sup: above,
        sub: below,
        slant,
        ..
    } = &limits.content
    else {
        return tree;
    };
    let spare = if is_plain {
        0.0
    } else {
        2.0 * context.metrics().default_rule_thickness
    };
    let slant = *slant;
    let (above, below) = (above.is_some(), below.is_some());
    limits.height -= if above { spare } else { 0.0 };
    limits.depth -= if below { spare } else { 0.0 };
    let needs_room = below && sub.as_deref().is_some_and(|sub| !is_character(sub));
    let mut parts = std::mem::take(parts);
    if needs_room && slant != 0.0 {
        parts.insert(0, LayoutBox::new_kern(slant));
    }
    row(parts, context.color)
}

#[cfg(test)]
mod tests {
    use ratex_types::math_style::MathStyle;

    use super::*;
    use crate::typeset::fallback;
    use crate::typeset::layout::INHERITED_COLOR;

    #[test]
    fn limits_take_the_room_that_they_fill() {
        let registry = BoxRegistry::new(fallback::metrics(""));
        let context = StyleContext::new(MathStyle::Display, INHERITED_COLOR);
        let nodes = ratex_parser::parse(r"\sum_{k=1}^n").unwrap_or_default();
        let [node] = nodes.as_slice() else {
            panic!("one node");
        };
        let tree = set(&registry, node, &context);
        // KaTeX: vlist of 1.6514em over a depth of 1.3021em.
        assert!((tree.height - 1.6514).abs() < 0.001, "{}", tree.height);
        assert!((tree.depth - 1.3021).abs() < 0.001, "{}", tree.depth);
    }
}
