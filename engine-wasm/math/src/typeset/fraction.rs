//! Fractions, spaced as KaTeX spaces them.

use ratex_parser::ParseNode;
use ratex_types::math_style::MathStyle;

use super::box_registry::BoxRegistry;
use super::delimiter::{self, NULL_DELIMITER_EM};
use super::nodes::{kern, with_class};
use super::style_context::StyleContext;

/// A fraction is an ordinary atom; beside it is the room of a delimiter in the size of the formula, or one.
pub(super) fn set(mut node: ParseNode, registry: &mut BoxRegistry, context: &StyleContext) -> ParseNode {
    let ParseNode::GenFrac {
        left_delim,
        right_delim,
        continued,
        ..
    } = &mut node
    else {
        return node;
    };
    if !context.is_known {
        return with_class("mord", vec![node]);
    }
    let metrics = context.metrics();
    let total = match context.style {
        style if style.is_display() => metrics.delim1,
        MathStyle::ScriptScript | MathStyle::ScriptScriptCramped => {
            context.with_style(MathStyle::Script).metrics().delim2
        }
        _ => metrics.delim2,
    };
    // RaTeX has the room of no delimiter, in the size of the fraction, on both sides.
    let mut side = |name: Option<String>, class, has_room: bool| {
        let name = name.unwrap_or_default();
        let own = if has_room { NULL_DELIMITER_EM } else { 0.0 };
        if !has_room && delimiter::is_null(&name) {
            return vec![];
        }
        let body = delimiter::of_height(registry, &name, total, context);
        if delimiter::is_null(&name) {
            return vec![kern(body.width - own)];
        }
        vec![registry.placeholder(class, body), kern(-own)]
    };
    let mut parts = side(left_delim.take(), "mopen", true);
    let mut after = side(right_delim.take(), "mclose", !*continued);
    after.reverse();
    parts.push(node);
    parts.append(&mut after);
    with_class("mord", parts)
}
