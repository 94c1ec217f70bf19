//! Spaces between atoms, where KaTeX has others than RaTeX.

use ratex_font::{CharMetrics, FontId, get_char_metrics, get_symbol};
use ratex_layout::spacing::MathClass;
use ratex_parser::ParseNode;
use ratex_parser::parse_node::StyleStr;

use super::box_registry::BoxRegistry;
use super::font::font_of;
use super::nodes::{class_name, class_of, kern, with_class};
use super::style_context::StyleContext;

/// Opens the groups of `\color`, `\displaystyle` and `\Large`, so that what they hold is spaced with what
/// stands around them: `a \textcolor{red}{=} b`. A group that is alone stays: its spaces have its size.
pub(super) fn open_groups(nodes: &mut Vec<ParseNode>, registry: &BoxRegistry, context: &StyleContext) {
    if nodes.len() < 2 || !nodes.iter().any(is_transparent) {
        return;
    }
    let mut opened = Vec::with_capacity(nodes.len());
    for node in nodes.drain(..) {
        if is_transparent(&node) {
            open(node, &mut opened, registry, context);
        } else {
            opened.push(node);
        }
    }
    *nodes = opened;
}

fn is_transparent(node: &ParseNode) -> bool {
    matches!(
        node,
        ParseNode::Color { .. } | ParseNode::Sizing { .. } | ParseNode::Styling { .. }
    )
}

/// Puts the atoms of a group, each in a group like it, where the group was.
fn open(mut group: ParseNode, into: &mut Vec<ParseNode>, registry: &BoxRegistry, context: &StyleContext) {
    let is_smaller = matches!(
        group,
        ParseNode::Styling {
            style: StyleStr::Script | StyleStr::Scriptscript,
            ..
        }
    );
    let is_color = matches!(group, ParseNode::Color { .. });
    let (ParseNode::Color { body, .. } | ParseNode::Sizing { body, .. } | ParseNode::Styling { body, .. }) =
        &mut group
    else {
        return;
    };
    if is_smaller && !context.style.is_tight() {
        // Spaces inside are those of an exponent, so it stays whole.
        let class = body.iter().find_map(class_of).unwrap_or(MathClass::Ord);
        into.push(with_class(class_name(class), vec![group]));
        return;
    }
    let atoms = std::mem::take(body);
    let like_group = |atom: ParseNode| {
        let mut group = group.clone();
        if let ParseNode::Color { body, .. }
        | ParseNode::Sizing { body, .. }
        | ParseNode::Styling { body, .. } = &mut group
        {
            body.push(atom);
        }
        group
    };
    let mut flat = Vec::with_capacity(atoms.len());
    for atom in atoms {
        if is_transparent(&atom) {
            open(atom, &mut flat, registry, context);
        } else {
            flat.push(atom);
        }
    }
    for atom in flat {
        match (atom, is_color) {
            (atom @ ParseNode::Cr { .. }, _) => into.push(atom),
            (atom @ (ParseNode::SpacingNode { .. } | ParseNode::Kern { .. }), true) => into.push(atom),
            (atom @ (ParseNode::SpacingNode { .. } | ParseNode::Kern { .. }), false) => {
                into.push(kern(registry.lay_out(&[like_group(atom)], context).width));
            }
            (
                ParseNode::Lap {
                    mode,
                    alignment,
                    body,
                    loc,
                },
                _,
            ) => into.push(ParseNode::Lap {
                mode,
                alignment,
                body: Box::new(like_group(*body)),
                loc,
            }),
            (atom, _) => {
                let class = class_of(&atom).unwrap_or(MathClass::Ord);
                into.push(with_class(class_name(class), vec![like_group(atom)]));
            }
        }
    }
}

/// Sets operators beside each other as close as KaTeX does: a thin space, where RaTeX has a medium one,
/// and none where KaTeX writes them as one word, `\sum\sum`, together with the slant of all but the last.
pub(super) fn close_up_operators(nodes: &mut Vec<ParseNode>, context: &StyleContext) {
    let mu = context.metrics().quad / 18.0;
    let mut at = 0;
    while at < nodes.len() {
        let Some((left, rest)) = nodes.get(at..).and_then(<[ParseNode]>::split_first) else {
            return;
        };
        let next = rest.iter().find_map(class_of);
        if class_of(left) == Some(MathClass::Op) && next == Some(MathClass::Op) {
            let spare = if context.style.is_tight() { 0.0 } else { mu };
            let word = rest.first().and_then(|right| slant_in_word(left, right, context));
            let closer = word.map_or(0.0, |slant| slant + 3.0 * mu);
            nodes.insert(at + 1, kern(-spare - closer));
            at += 1;
        }
        at += 1;
    }
}

/// The slant of an operator that is written as one word with the next.
fn slant_in_word(left: &ParseNode, right: &ParseNode, context: &StyleContext) -> Option<f64> {
    let (left, right) = (symbol_metrics(left, context)?, symbol_metrics(right, context)?);
    let is_level = ((left.height - left.depth) - (right.height - right.depth)).abs() < 1e-4;
    (left.skew == right.skew && is_level).then_some(left.italic)
}

/// Sizes of a large operator that is one glyph.
fn symbol_metrics(node: &ParseNode, context: &StyleContext) -> Option<CharMetrics> {
    let ParseNode::Op {
        symbol: true,
        name: Some(name),
        ..
    } = node
    else {
        return None;
    };
    if matches!(name.as_str(), "\\oiint" | "\\oiiint" | "\\smallint") {
        return None;
    }
    let font = if context.style.is_display() {
        FontId::Size2Regular
    } else {
        FontId::Size1Regular
    };
    let named = get_symbol(name, ratex_font::Mode::Math).and_then(|symbol| symbol.codepoint);
    get_char_metrics(font, u32::from(named.or_else(|| name.chars().next())?))
}

/// Takes the slant away between letters of one font, which KaTeX writes as one word; in italic words also
/// behind the last.
pub(super) fn close_up_letters(nodes: &mut Vec<ParseNode>) {
    let mut at = 0;
    while let Some(left) = nodes.get(at) {
        let left = letter_metrics(left);
        let right = nodes.get(at + 1).and_then(letter_metrics);
        at += 1;
        let Some((font, left)) = left else { continue };
        let is_one_word = right.is_some_and(|(other, right)| font == other && left.skew == right.skew);
        if left.italic != 0.0 && (is_one_word || font == FontId::MainItalic) {
            nodes.insert(at, kern(-left.italic));
            at += 1;
        }
    }
}

/// The font of a letter that has one, and its sizes.
fn letter_metrics(node: &ParseNode) -> Option<(FontId, CharMetrics)> {
    let ParseNode::Font { font, body, .. } = node else {
        return None;
    };
    let font = font_of(font)?;
    let (ParseNode::MathOrd { text, .. } | ParseNode::TextOrd { text, .. }) = &**body else {
        return None;
    };
    let mut chars = text.chars();
    let only = chars.next().filter(|_| chars.next().is_none())?;
    Some((font, get_char_metrics(font, u32::from(only))?))
}

/// Gives the spaces of a text the width that they have in its font.
pub(super) fn widen_spaces(nodes: &mut [ParseNode], command: &str) {
    const SPACE: u32 = 0xa0;
    let width = font_of(command).and_then(|font| get_char_metrics(font, SPACE));
    let Some(width) = width.map(|metrics| metrics.width) else {
        return;
    };
    for node in nodes {
        if matches!(node, ParseNode::SpacingNode { text, .. } if text == " ") {
            *node = kern(width);
        }
    }
}

/// Makes the spaces beside a binary operator (`a \,\cdot\, b`) ordinary atoms.
///
/// RaTeX takes an operator with a space beside it for a sign and sets it tight; in TeX spaces do not
/// count.
pub(super) fn keep_operators_binary(nodes: &mut [ParseNode]) {
    use MathClass::{Bin, Close, Op, Open, Punct, Rel};
    for at in 0..nodes.len() {
        let Some((before, [operator, after @ ..])) = nodes.split_at_mut_checked(at) else {
            return;
        };
        if class_of(operator) != Some(Bin) {
            continue;
        }
        let n_before = before.iter().rev().take_while(|node| is_space(node)).count();
        let n_after = after.iter().take_while(|node| is_space(node)).count();
        let (left, spaces_before) = before.split_at_mut(before.len() - n_before);
        let (spaces_after, right) = after.split_at_mut(n_after);
        let is_sign = match (left.last().map(class_of), right.first().map(class_of)) {
            (Some(left), Some(right)) => {
                matches!(left, Some(Bin | Open | Rel | Punct | Op))
                    || matches!(right, Some(Rel | Close | Punct))
            }
            _ => true,
        };
        if !is_sign {
            for space in spaces_before.iter_mut().chain(spaces_after) {
                let inner = std::mem::replace(space, kern(0.0));
                *space = with_class("mord", vec![inner]);
            }
        }
    }
}

fn is_space(node: &ParseNode) -> bool {
    matches!(node, ParseNode::SpacingNode { .. } | ParseNode::Kern { .. })
}

#[cfg(test)]
mod tests {
    use crate::typeset::typeset;

    fn width(tex: &str) -> f64 {
        typeset(tex, false).map_or(f64::NAN, |layout| layout.width)
    }

    fn assert_as_wide(one: &str, other: &str) {
        let (one_em, other_em) = (width(one), width(other));
        assert!(
            (one_em - other_em).abs() < 1e-6,
            "{one}: {one_em}, {other}: {other_em}"
        );
    }

    #[test]
    fn a_color_or_style_does_not_change_the_spaces_around() {
        assert_as_wide(r"a \textcolor{red}{=} b", "a = b");
        assert_as_wide(r"a \textcolor{red}{+ b}", "a + b");
        assert_as_wide(r"a \color{red} + \color{blue} b", "a + b");
        assert_as_wide(r"x \textstyle\sum", r"x \sum");
        assert_as_wide(r"a \textcolor{red}{\,+\, b} c", r"a \,+\, bc");
    }

    #[test]
    fn letters_of_one_font_are_one_word() {
        let slant = width(r"\mathscr{L}\mathscr{F}") - width(r"\mathscr{LF}");
        assert!(slant.abs() < 1e-6, "L has no slant: {slant}");
        assert!(width(r"\mathcal{F}{}\mathcal{F}") - width(r"\mathcal{FF}") > 0.05);
    }

    #[test]
    fn spaces_of_typewriter_text_are_as_wide_as_its_letters() {
        assert_as_wide(r"\texttt{a b}", r"\texttt{aab}");
    }

    #[test]
    fn operators_are_a_thin_space_apart() {
        assert_as_wide(r"\sup\inf", r"\sup{}\!\inf");
    }

    #[test]
    fn letters_of_a_font_keep_the_spaces_around_signs() {
        assert_as_wide(r"\mathbf{x + y = z}", r"\mathbf{x} + \mathbf{y} = \mathbf{z}");
        assert_as_wide(r"\mathbf{\frac{ab}{c}}", r"\frac{\mathbf{ab}}{\mathbf{c}}");
    }

    #[test]
    fn operators_without_limits_between_them_are_one_word() {
        assert!(width(r"\bigvee\bigwedge") < width(r"\bigvee{}\bigwedge") - 0.1);
    }
}
