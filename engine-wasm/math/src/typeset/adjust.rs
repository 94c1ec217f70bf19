//! What KaTeX does otherwise than the layout, done to the parsed formula.
//!
//! The preview shows formulas with KaTeX, so where the two differ KaTeX is right. Nodes that the layout sets
//! like KaTeX stay; spaces are put where KaTeX has them; what is built differently (roots, brackets, limits,
//! frames, tables with lines) is set here, alone, from the inside out, and goes on as a stand-in.

use ratex_parser::parse_node::StyleStr;
use ratex_parser::{Mode, ParseNode};
use ratex_types::math_style::MathStyle;

use super::bold::{embolden, weight_of};
use super::boxes::row;
use super::delimiter;
use super::font::{in_font, without_font};
use super::press::{Press, of_class};
use super::setting::Setting;
use super::spacing;
use super::{enclosure, fraction, kern, limits, radical, table};

/// Least width of a bracket above or below, in em.
const BRACKET_EM: f64 = 1.6;

/// A label of an arrow that reaches no deeper below its baseline does not stand higher for it.
const LABEL_DEPTH_EM: f64 = 0.25;

/// Prepares a formula.
pub(super) fn prepare(nodes: &mut Vec<ParseNode>, press: &mut Press, setting: &Setting) {
    visit_all(nodes, press, setting);
}

fn visit_all(nodes: &mut Vec<ParseNode>, press: &mut Press, setting: &Setting) {
    for node in nodes.iter_mut() {
        visit(node, press, setting);
        if is_brace(node) {
            replace(node, |node| of_class("minner", vec![node]));
        }
    }
    if setting.is_known {
        spacing::open_groups(nodes, press, setting);
        spacing::close_up_operators(nodes, setting);
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

fn visit(node: &mut ParseNode, press: &mut Press, setting: &Setting) {
    match node {
        ParseNode::MathOrd { .. } | ParseNode::TextOrd { .. } | ParseNode::Atom { .. } => {
            embolden(node, setting.weight);
            if let Some(font) = setting.font {
                replace(node, |letter| in_font(letter, font));
            }
        }
        ParseNode::Font { font, body, .. } => {
            let inside = setting
                .with_weight(weight_of(font, setting.weight))
                .with_font(font);
            visit(body, press, &inside);
            replace(node, without_font);
        }
        ParseNode::Text { font, body, .. } => {
            let weight = font
                .as_deref()
                .map_or(setting.weight, |font| weight_of(font, setting.weight));
            let inside = setting.with_weight(weight).with_font("");
            body.iter_mut().for_each(|each| visit(each, press, &inside));
            if let Some(font) = font {
                spacing::widen_spaces(body, font);
            }
        }
        ParseNode::Styling { style, body, .. } => {
            let style = match style {
                StyleStr::Display => MathStyle::Display,
                StyleStr::Text => MathStyle::Text,
                StyleStr::Script => MathStyle::Script,
                StyleStr::Scriptscript => MathStyle::ScriptScript,
            };
            visit_all(body, press, &setting.with_style(style));
        }
        ParseNode::Sizing { size, body, .. } => visit_all(body, press, &setting.with_size(*size)),
        ParseNode::Color { color, body, .. } => visit_all(body, press, &setting.with_color(color)),
        ParseNode::OrdGroup { body, .. }
        | ParseNode::MClass { body, .. }
        | ParseNode::HBox { body, .. }
        | ParseNode::Op { body: Some(body), .. }
        | ParseNode::Phantom { body, .. }
        | ParseNode::Pmb { body, .. } => visit_all(body, press, setting),
        ParseNode::OperatorName { body, .. } => visit_all(body, press, &setting.with_font("")),
        ParseNode::Href { body, .. } | ParseNode::Html { body, .. } => {
            visit_all(body, press, &setting.unknown());
        }
        ParseNode::MathChoice {
            display,
            text,
            script,
            scriptscript,
            ..
        } => {
            let chosen = match setting.style {
                MathStyle::Display | MathStyle::DisplayCramped => display,
                MathStyle::Text | MathStyle::TextCramped => text,
                MathStyle::Script | MathStyle::ScriptCramped => script,
                MathStyle::ScriptScript | MathStyle::ScriptScriptCramped => scriptscript,
            };
            visit_all(chosen, press, setting);
        }
        ParseNode::LeftRight { body, .. } => {
            if setting.is_known {
                replace(node, |node| left_right(node, press, setting));
            } else {
                visit_all(body, press, setting);
            }
        }
        // One inside a group of its own, which does not grow.
        ParseNode::Middle { mode, delim, loc } if setting.is_known => {
            let mut big = ParseNode::DelimSizing {
                mode: *mode,
                size: 1,
                mclass: "mord".to_owned(),
                delim: std::mem::take(delim),
                loc: loc.take(),
            };
            visit(&mut big, press, setting);
            *node = big;
        }
        ParseNode::DelimSizing {
            size, delim, mclass, ..
        } => {
            let drawn = delimiter::sized(press, delim, *size, setting);
            if let Some(body) = drawn.filter(|_| setting.is_known) {
                *node = press.stand_in(mclass, body);
            }
        }
        ParseNode::SupSub { base, sup, sub, .. } => {
            let above = setting.with_style(setting.style.superscript());
            let below = setting.with_style(setting.style.subscript());
            for (part, setting) in [(base, setting), (sup, &above), (sub, &below)] {
                if let Some(part) = part {
                    visit(part, press, setting);
                }
            }
            if setting.is_known && takes_limits(node, setting) {
                let body = limits::set(press, node, setting);
                *node = press.stand_in("mop", body);
            }
        }
        ParseNode::GenFrac { numer, denom, .. } => {
            visit(numer, press, &setting.with_style(setting.style.numerator()));
            visit(denom, press, &setting.with_style(setting.style.denominator()));
            replace(node, |node| fraction::set(node, press, setting));
        }
        ParseNode::Sqrt { body, index, .. } => {
            let inside = setting.with_style(setting.style.cramped());
            let of_index = setting.with_style(MathStyle::ScriptScript);
            visit(body, press, &inside);
            if let Some(index) = index.as_deref_mut() {
                visit(index, press, &of_index);
            }
            if setting.is_known {
                let body = press.lay_out(std::slice::from_ref(body), &inside);
                let index = index
                    .as_deref()
                    .map(|index| press.lay_out(std::slice::from_ref(index), &of_index));
                *node = press.stand_in("mord", radical::root(body, index, setting));
            }
        }
        ParseNode::Enclose { body, .. } => {
            visit(body, press, setting);
            let drawn = setting.is_known.then(|| enclosure::set(press, node, setting));
            if let Some(body) = drawn.flatten() {
                *node = press.stand_in("mord", body);
            }
        }
        ParseNode::HorizBrace { base, label, .. } => {
            // The body is in display style; in an exponent its size would differ, so it stays.
            if setting.style == MathStyle::Text || setting.style == MathStyle::TextCramped {
                replace(base, in_display_style);
            }
            visit(base, press, setting);
            if setting.is_known && label.ends_with("bracket") {
                let width = press.lay_out(std::slice::from_ref(base), setting).width;
                let side = (BRACKET_EM - width) / 2.0;
                if side > 0.0 {
                    replace(base, |base| of_class("mord", vec![kern(side), base, kern(side)]));
                }
            }
        }
        ParseNode::Overline { body, .. } => {
            visit(body, press, &setting.with_style(setting.style.cramped()));
        }
        ParseNode::Underline { body, .. }
        | ParseNode::Lap { body, .. }
        | ParseNode::Smash { body, .. }
        | ParseNode::VPhantom { body, .. }
        | ParseNode::RaiseBox { body, .. }
        | ParseNode::VCenter { body, .. }
        | ParseNode::Accent { base: body, .. }
        | ParseNode::AccentUnder { base: body, .. } => visit(body, press, setting),
        ParseNode::XArrow { body, below, .. } => {
            let above = setting.with_style(setting.style.superscript());
            visit(body, press, &above);
            if let Some(below) = below {
                visit(below, press, &setting.with_style(setting.style.subscript()));
            }
            if setting.is_known {
                let depth = press.lay_out(std::slice::from_ref(body), &above).depth;
                if depth * above.scale() <= LABEL_DEPTH_EM * setting.scale() {
                    replace(body, without_depth);
                }
            }
        }
        ParseNode::Array { body, is_cd, .. } => {
            let is_diagram = is_cd.unwrap_or(false);
            let inside = if is_diagram { setting.unknown() } else { *setting };
            for cell in body.iter_mut().flatten() {
                visit(cell, press, &inside);
            }
            if setting.is_known && !is_diagram && table::differs(node) {
                let body = table::set(press, node, setting);
                *node = press.stand_in("mord", body);
            }
        }
        _ => {}
    }
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

fn takes_limits(node: &ParseNode, setting: &Setting) -> bool {
    matches!(node, ParseNode::SupSub { base: Some(base), .. } if limits::has_limits(base, setting))
}

/// `\left … \middle … \right`: the body in pieces, between delimiters of one height.
fn left_right(node: ParseNode, press: &mut Press, setting: &Setting) -> ParseNode {
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
        visit_all(&mut piece, press, setting);
        laid_out.push(press.lay_out(&piece, setting));
    }
    let height = laid_out
        .iter()
        .fold(0.0, |height, piece| piece.height.max(height));
    let depth = laid_out.iter().fold(0.0, |depth, piece| piece.depth.max(depth));
    let delimiter = |name: &str, setting: &Setting| delimiter::around(press, name, (height, depth), setting);
    let mut parts = vec![delimiter(&left, setting)];
    let mut middles = middles.iter();
    for piece in laid_out {
        parts.push(piece);
        parts.extend(middles.next().map(|middle| delimiter(middle, setting)));
    }
    let of_right = right_color.map_or(*setting, |color| setting.with_color(&color));
    parts.push(delimiter(&right, &of_right));
    press.stand_in("minner", row(parts, setting.color))
}
