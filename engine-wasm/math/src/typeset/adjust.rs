//! Corrects a parsed formula where RaTeX sets it otherwise than KaTeX.
//!
//! The preview shows formulas with KaTeX, so where the two differ KaTeX is right (docs/decisions/0027). Nodes that
//! RaTeX sets like KaTeX stay; spaces are put where KaTeX has them; what is built differently (roots, brackets,
//! limits, frames, tables with lines) is set here, alone, from the inside out, and goes on as a placeholder.

use ratex_parser::parse_node::StyleStr;
use ratex_parser::{Mode, ParseNode};
use ratex_types::math_style::MathStyle;

use super::bold::{embolden, weight_of};
use super::box_registry::BoxRegistry;
use super::boxes::row;
use super::delimiter;
use super::font::{in_font, without_font};
use super::nodes::{kern, with_class};
use super::style_context::StyleContext;
use super::{accent, enclosure, fraction, limits, radical, spacing, table};

/// Least width of a bracket above or below, in em.
const BRACKET_EM: f64 = 1.6;

/// A label of an arrow that reaches no deeper below its baseline does not stand higher for it.
const LABEL_DEPTH_EM: f64 = 0.25;

/// Prepares a formula.
pub(super) fn prepare(nodes: &mut Vec<ParseNode>, registry: &mut BoxRegistry, context: &StyleContext) {
    visit_all(nodes, registry, context);
}

fn visit_all(nodes: &mut Vec<ParseNode>, registry: &mut BoxRegistry, context: &StyleContext) {
    for node in nodes.iter_mut() {
        visit(node, registry, context);
        if is_brace(node) {
            replace(node, |node| with_class("minner", vec![node]));
        }
    }
    if context.is_known {
        spacing::open_groups(nodes, registry, context);
        spacing::close_up_operators(nodes, context);
    }
    spacing::close_up_letters(nodes);
    spacing::keep_operators_binary(nodes);
}

/// A brace above or below, with or without a note; spaced like `\left … \right`.
fn is_brace(node: &ParseNode) -> bool {
    match node {
        ParseNode::HorizBrace { .. } => true,
        ParseNode::SupSub { base: Some(base), .. } => matches!(&**base, ParseNode::HorizBrace { .. }),
        _ => false,
    }
}

/// Puts something else in a node's place.
fn replace(node: &mut ParseNode, other: impl FnOnce(ParseNode) -> ParseNode) {
    let inner = std::mem::replace(node, kern(0.0));
    *node = other(inner);
}

/// Visits a node and what is in it. Every construct that needs more than its parts visited has a function below;
/// each returns what comes in the place of the node, if anything does.
fn visit(node: &mut ParseNode, registry: &mut BoxRegistry, context: &StyleContext) {
    let replacement = match node {
        ParseNode::MathOrd { .. } | ParseNode::TextOrd { .. } | ParseNode::Atom { .. } => {
            return letter(node, context);
        }
        ParseNode::Font { font, body, .. } => {
            let weight = weight_of(font, context.weight);
            visit(body, registry, &context.with_weight(weight).with_font(font));
            return replace(node, without_font);
        }
        ParseNode::GenFrac { numer, denom, .. } => {
            visit(numer, registry, &context.with_style(context.style.numerator()));
            visit(denom, registry, &context.with_style(context.style.denominator()));
            return replace(node, |node| fraction::set(node, registry, context));
        }
        ParseNode::LeftRight { .. } if context.is_known => {
            return replace(node, |node| left_right(node, registry, context));
        }
        ParseNode::Text { font, body, .. } => text(font.as_deref(), body, registry, context),
        // `\middle` inside a group of its own, which does not grow.
        ParseNode::Middle { mode, delim, .. } if context.is_known => {
            Some(middle(*mode, std::mem::take(delim), registry, context))
        }
        ParseNode::DelimSizing {
            size, delim, mclass, ..
        } => sized_delimiter(*size, delim, mclass, registry, context),
        ParseNode::Sqrt { body, index, .. } => root(body, index.as_deref_mut(), registry, context),
        ParseNode::HorizBrace { base, label, .. } => brace(base, label, registry, context),
        ParseNode::XArrow { body, below, .. } => arrow(body, below.as_deref_mut(), registry, context),
        ParseNode::Accent { label, base, .. } if label == accent::BAR => {
            visit(base, registry, context);
            if !context.is_known {
                return;
            }
            let body = accent::bar(registry, node, context);
            Some(registry.placeholder("mord", body))
        }
        ParseNode::SupSub { .. } => scripts(node, registry, context),
        ParseNode::Enclose { .. } => enclosed(node, registry, context),
        ParseNode::Array { .. } => array(node, registry, context),
        _ => return visit_parts(node, registry, context),
    };
    if let Some(replacement) = replacement {
        *node = replacement;
    }
}

/// Visits the parts of a node that itself stays as it is.
fn visit_parts(node: &mut ParseNode, registry: &mut BoxRegistry, context: &StyleContext) {
    match node {
        ParseNode::Accent { base, .. } => visit(base, registry, context),
        ParseNode::Styling { style, body, .. } => {
            visit_all(body, registry, &context.with_style(math_style(*style)));
        }
        ParseNode::Sizing { size, body, .. } => visit_all(body, registry, &context.with_size(*size)),
        ParseNode::Color { color, body, .. } => visit_all(body, registry, &context.with_color(color)),
        ParseNode::OrdGroup { body, .. } => {
            // KaTeX breaks lines at the top only.
            body.retain(|node| !matches!(node, ParseNode::Cr { .. }));
            visit_all(body, registry, context);
        }
        ParseNode::MClass { body, .. }
        | ParseNode::HBox { body, .. }
        | ParseNode::Op { body: Some(body), .. }
        | ParseNode::Phantom { body, .. }
        | ParseNode::Pmb { body, .. }
        | ParseNode::LeftRight { body, .. } => visit_all(body, registry, context),
        ParseNode::OperatorName { body, .. } => visit_all(body, registry, &context.with_font("")),
        ParseNode::Href { body, .. } | ParseNode::Html { body, .. } => {
            visit_all(body, registry, &context.unknown());
        }
        ParseNode::MathChoice {
            display,
            text,
            script,
            scriptscript,
            ..
        } => {
            let chosen = match context.style {
                MathStyle::Display | MathStyle::DisplayCramped => display,
                MathStyle::Text | MathStyle::TextCramped => text,
                MathStyle::Script | MathStyle::ScriptCramped => script,
                MathStyle::ScriptScript | MathStyle::ScriptScriptCramped => scriptscript,
            };
            visit_all(chosen, registry, context);
        }
        ParseNode::Overline { body, .. } => {
            visit(body, registry, &context.with_style(context.style.cramped()));
        }
        ParseNode::Underline { body, .. }
        | ParseNode::Lap { body, .. }
        | ParseNode::Smash { body, .. }
        | ParseNode::VPhantom { body, .. }
        | ParseNode::RaiseBox { body, .. }
        | ParseNode::VCenter { body, .. }
        | ParseNode::AccentUnder { base: body, .. } => visit(body, registry, context),
        _ => {}
    }
}

fn math_style(style: StyleStr) -> MathStyle {
    match style {
        StyleStr::Display => MathStyle::Display,
        StyleStr::Text => MathStyle::Text,
        StyleStr::Script => MathStyle::Script,
        StyleStr::Scriptscript => MathStyle::ScriptScript,
    }
}

/// A letter or sign gets the weight and the font around it.
fn letter(node: &mut ParseNode, context: &StyleContext) {
    embolden(node, context.weight);
    if let Some(font) = context.font {
        replace(node, |letter| in_font(letter, font));
    }
}

/// `\text`, `\textbf` and similar commands: spaces are as wide as in the font.
fn text(
    font: Option<&str>,
    body: &mut [ParseNode],
    registry: &mut BoxRegistry,
    context: &StyleContext,
) -> Option<ParseNode> {
    let weight = font.map_or(context.weight, |font| weight_of(font, context.weight));
    let inside = context.with_weight(weight).with_font("");
    body.iter_mut().for_each(|each| visit(each, registry, &inside));
    if let Some(font) = font {
        spacing::widen_spaces(body, font);
    }
    None
}

/// A `\middle` that has nothing to grow with is as high as `\big`.
fn middle(mode: Mode, delim: String, registry: &mut BoxRegistry, context: &StyleContext) -> ParseNode {
    let mut big = ParseNode::DelimSizing {
        mode,
        size: 1,
        mclass: "mord".to_owned(),
        delim,
        loc: None,
    };
    visit(&mut big, registry, context);
    big
}

/// `\big` to `\Bigg`.
fn sized_delimiter(
    size: u8,
    delim: &str,
    class: &str,
    registry: &mut BoxRegistry,
    context: &StyleContext,
) -> Option<ParseNode> {
    let drawn = delimiter::sized(registry, delim, size, context).filter(|_| context.is_known)?;
    Some(registry.placeholder(class, drawn))
}

/// `\sqrt`, with or without an index.
fn root(
    body: &mut ParseNode,
    index: Option<&mut ParseNode>,
    registry: &mut BoxRegistry,
    context: &StyleContext,
) -> Option<ParseNode> {
    let inside = context.with_style(context.style.cramped());
    visit(body, registry, &inside);
    let of_index = context.with_style(MathStyle::ScriptScript);
    let index = index.map(|index| {
        visit(index, registry, &of_index);
        &*index
    });
    if !context.is_known {
        return None;
    }
    let body = registry.lay_out(std::slice::from_ref(body), &inside);
    let index = index.map(|index| registry.lay_out(std::slice::from_ref(index), &of_index));
    Some(registry.placeholder("mord", radical::root(body, index, context)))
}

/// `\overbrace`, `\underbracket` and similar commands.
fn brace(
    base: &mut ParseNode,
    label: &str,
    registry: &mut BoxRegistry,
    context: &StyleContext,
) -> Option<ParseNode> {
    // The body is in display style; in an exponent its size would differ, so it stays.
    if context.style == MathStyle::Text || context.style == MathStyle::TextCramped {
        replace(base, in_display_style);
    }
    visit(base, registry, context);
    if context.is_known && label.ends_with("bracket") {
        let width = registry.lay_out(std::slice::from_ref(base), context).width;
        let side = (BRACKET_EM - width) / 2.0;
        if side > 0.0 {
            replace(base, |base| {
                with_class("mord", vec![kern(side), base, kern(side)])
            });
        }
    }
    None
}

/// An arrow with a label above and perhaps one below: a label without much depth does not stand higher for it.
fn arrow(
    label: &mut ParseNode,
    below: Option<&mut ParseNode>,
    registry: &mut BoxRegistry,
    context: &StyleContext,
) -> Option<ParseNode> {
    let above = context.with_style(context.style.superscript());
    visit(label, registry, &above);
    if let Some(below) = below {
        visit(below, registry, &context.with_style(context.style.subscript()));
    }
    if context.is_known {
        let depth = registry.lay_out(std::slice::from_ref(label), &above).depth;
        if depth * above.scale() <= LABEL_DEPTH_EM * context.scale() {
            replace(label, without_depth);
        }
    }
    None
}

/// A base with scripts; an operator with limits is set alone.
fn scripts(node: &mut ParseNode, registry: &mut BoxRegistry, context: &StyleContext) -> Option<ParseNode> {
    let ParseNode::SupSub { base, sup, sub, .. } = node else {
        return None;
    };
    let above = context.with_style(context.style.superscript());
    let below = context.with_style(context.style.subscript());
    for (part, context) in [(base, context), (sup, &above), (sub, &below)] {
        match part.as_deref_mut() {
            // Its scripts stand as those of the letter below it.
            Some(part @ ParseNode::Accent { .. }) => visit_parts(part, registry, context),
            Some(part) => visit(part, registry, context),
            None => {}
        }
    }
    if !context.is_known || !takes_limits(node, context) {
        return None;
    }
    let body = limits::set(registry, node, context);
    Some(registry.placeholder("mop", body))
}

/// Frames, angles and strokes.
fn enclosed(node: &mut ParseNode, registry: &mut BoxRegistry, context: &StyleContext) -> Option<ParseNode> {
    let ParseNode::Enclose { body, .. } = node else {
        return None;
    };
    visit(body, registry, context);
    if !context.is_known {
        return None;
    }
    let body = enclosure::set(registry, node, context)?;
    Some(registry.placeholder("mord", body))
}

/// Matrices, `array`, `aligned` and commutative diagrams.
fn array(node: &mut ParseNode, registry: &mut BoxRegistry, context: &StyleContext) -> Option<ParseNode> {
    let ParseNode::Array { body, is_cd, .. } = node else {
        return None;
    };
    let is_diagram = is_cd.unwrap_or(false);
    let inside = if is_diagram { context.unknown() } else { *context };
    for cell in body.iter_mut().flatten() {
        visit(cell, registry, &inside);
    }
    if !context.is_known || is_diagram || !table::differs(node) {
        return None;
    }
    let body = table::set(registry, node, context);
    Some(registry.placeholder("mord", body))
}

fn without_depth(body: ParseNode) -> ParseNode {
    ParseNode::Smash {
        mode: Mode::Math,
        body: Box::new(body),
        smash_height: false,
        smash_depth: true,
        loc: None,
    }
}

fn in_display_style(body: ParseNode) -> ParseNode {
    ParseNode::Styling {
        mode: Mode::Math,
        style: StyleStr::Display,
        body: vec![body],
        loc: None,
    }
}

fn takes_limits(node: &ParseNode, context: &StyleContext) -> bool {
    matches!(node, ParseNode::SupSub { base: Some(base), .. } if limits::has_limits(base, context))
}

/// `\left … \middle … \right`: the body in pieces, between delimiters of one height.
fn left_right(node: ParseNode, registry: &mut BoxRegistry, context: &StyleContext) -> ParseNode {
    let ParseNode::LeftRight {
        body,
        left,
        right,
        right_color,
        ..
    } = node
    else {
        return node;
    };
    let mut pieces = vec![Vec::new()];
    let mut middles = Vec::new();
    for node in body {
        match (node, pieces.last_mut()) {
            (ParseNode::Middle { delim, .. }, _) => {
                middles.push(delim);
                pieces.push(Vec::new());
            }
            (node, Some(piece)) => piece.push(node),
            (_, None) => {}
        }
    }
    let mut laid_out = Vec::with_capacity(pieces.len());
    for mut piece in pieces {
        visit_all(&mut piece, registry, context);
        laid_out.push(registry.lay_out(&piece, context));
    }
    let height = laid_out
        .iter()
        .fold(0.0, |height, piece| piece.height.max(height));
    let depth = laid_out.iter().fold(0.0, |depth, piece| piece.depth.max(depth));
    let delimiter =
        |name: &str, context: &StyleContext| delimiter::around(registry, name, (height, depth), context);
    let mut parts = vec![delimiter(&left, context)];
    let mut middles = middles.iter();
    for piece in laid_out {
        parts.push(piece);
        parts.extend(middles.next().map(|middle| delimiter(middle, context)));
    }
    let of_right = right_color.map_or(*context, |color| context.with_color(&color));
    parts.push(delimiter(&right, &of_right));
    registry.placeholder("minner", row(parts, context.color))
}
