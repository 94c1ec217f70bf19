//! Brackets, bars and arrows around something high, chosen and drawn as KaTeX does it.
//!
//! A delimiter is a glyph of the text font in one of the three sizes of the styles, a glyph of one of the
//! four fonts of large delimiters, or stacked from pieces. All but the small glyphs keep the size of the
//! text, also in an exponent.

use ratex_font::{FontId, Mode, get_symbol};
use ratex_layout::LayoutBox;
use ratex_parser::{Mode as ParseMode, ParseNode};
use ratex_types::math_style::MathStyle;

use super::box_registry::BoxRegistry;
use super::boxes::{glyph, lowered, scaled};
use super::delimiter_pieces::{Stack, extent};
use super::nodes::em;
use super::style_context::StyleContext;

/// Width of a delimiter that is not there (`\left.`), in em of the formula.
pub(super) const NULL_DELIMITER_EM: f64 = 0.12;

/// Heights of `\big`, `\Big`, `\bigg` and `\Bigg`, in em of the text.
const SIZED_EM: [f64; 4] = [1.2, 1.8, 2.4, 3.0];

const LARGE_FONTS: [FontId; 4] = [
    FontId::Size1Regular,
    FontId::Size2Regular,
    FontId::Size3Regular,
    FontId::Size4Regular,
];

/// What a delimiter does when it is higher than its glyphs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Stays with the largest glyph.
    Never,
    /// Is stacked after the four large fonts.
    Large,
    /// Is stacked after the glyph of the text.
    Always,
}

fn kind_of(delimiter: &str) -> Kind {
    match delimiter {
        "\\langle" | "\\rangle" | "/" | "\\backslash" => Kind::Never,
        "(" | "\\lparen" | ")" | "\\rparen" | "[" | "\\lbrack" | "]" | "\\rbrack" | "\\{" | "\\lbrace"
        | "\\}" | "\\rbrace" | "\\lfloor" | "\\rfloor" | "⌊" | "⌋" | "\\lceil" | "\\rceil" | "⌈" | "⌉" => {
            Kind::Large
        }
        _ => Kind::Always,
    }
}

/// The name under which angle brackets are known.
fn canonical(delimiter: &str) -> &str {
    match delimiter {
        "<" | "\\lt" | "⟨" => "\\langle",
        ">" | "\\gt" | "⟩" => "\\rangle",
        other => other,
    }
}

/// Whether a delimiter is none.
pub(super) fn is_null(delimiter: &str) -> bool {
    delimiter.is_empty() || delimiter == "."
}

/// The delimiter of `\left`, `\middle` or `\right` around a content of a height and a depth.
pub(super) fn around(
    registry: &BoxRegistry,
    delimiter: &str,
    (height, depth): (f64, f64),
    context: &StyleContext,
) -> LayoutBox {
    let metrics = context.metrics();
    let axis = metrics.axis_height * context.scale();
    let distance = (height * context.scale() - axis).max(depth * context.scale() + axis);
    let total = (distance / 500.0 * 901.0).max(2.0 * distance - 5.0 / metrics.pt_per_em);
    of_height(registry, delimiter, total, context)
}

/// A delimiter at least `total` high, in em of the formula, centered on the axis.
pub(super) fn of_height(
    registry: &BoxRegistry,
    delimiter: &str,
    total: f64,
    context: &StyleContext,
) -> LayoutBox {
    if is_null(delimiter) {
        return LayoutBox::new_kern(NULL_DELIMITER_EM / context.scale());
    }
    let delimiter = canonical(delimiter);
    let kind = kind_of(delimiter);
    let code = code_of(delimiter);
    let smallest = 2_usize.saturating_sub(context.style.size_index());
    let small = [MathStyle::ScriptScript, MathStyle::Script, MathStyle::Text];
    for style in small.into_iter().skip(smallest) {
        if extent(FontId::MainRegular, code) * style.size_multiplier() > total {
            return centered(FontId::MainRegular, code, style, context);
        }
    }
    if kind != Kind::Always {
        for font in LARGE_FONTS {
            if extent(font, code) > total {
                return centered(font, code, MathStyle::Text, context);
            }
        }
    }
    if kind == Kind::Never {
        return centered(FontId::Size4Regular, code, MathStyle::Text, context);
    }
    let axis = context.metrics().axis_height;
    stacked(registry, delimiter, total, axis * context.scale(), context)
}

/// The delimiter of `\big` (1) to `\Bigg` (4), where RaTeX sets it otherwise: bars and arrows, and in an
/// exponent.
pub(super) fn sized(
    registry: &BoxRegistry,
    delimiter: &str,
    size: u8,
    context: &StyleContext,
) -> Option<LayoutBox> {
    let delimiter = canonical(delimiter);
    let is_stacked = kind_of(delimiter) == Kind::Always;
    if is_null(delimiter) || !is_stacked && !context.style.is_tight() {
        return None;
    }
    let at = usize::from(size).checked_sub(1)?;
    if is_stacked {
        let axis = context.metrics().axis_height;
        return Some(stacked(registry, delimiter, *SIZED_EM.get(at)?, axis, context));
    }
    let body = glyph(*LARGE_FONTS.get(at)?, code_of(delimiter), context.color)?;
    Some(scaled(body, factor(MathStyle::Text, context)))
}

/// Size of a style in em of the context; `\Huge` does not count for delimiters.
fn factor(style: MathStyle, context: &StyleContext) -> f64 {
    style.size_multiplier() / context.scale()
}

fn code_of(delimiter: &str) -> u32 {
    let named = get_symbol(delimiter, Mode::Math).and_then(|symbol| symbol.codepoint);
    u32::from(named.or_else(|| delimiter.chars().next()).unwrap_or(' '))
}

/// A glyph of a style, moved so that it is centered on the axis of the context.
fn centered(font: FontId, code: u32, style: MathStyle, context: &StyleContext) -> LayoutBox {
    let Some(body) = glyph(font, code, context.color) else {
        return LayoutBox::new_empty();
    };
    let factor = factor(style, context);
    let shift = (1.0 - context.scale() / style.size_multiplier()) * context.metrics().axis_height;
    lowered(scaled(body, factor), shift * factor, shift)
}

/// A delimiter stacked to at least `total`, in em of the text, around an axis.
fn stacked(
    registry: &BoxRegistry,
    delimiter: &str,
    total: f64,
    axis: f64,
    context: &StyleContext,
) -> LayoutBox {
    let text = context.with_style(MathStyle::Text);
    let body = match Stack::of(delimiter) {
        Some(stack) if stack.is_drawn_by_layout() => {
            by_layout(registry, delimiter, stack.height(total), axis, &text)
        }
        Some(stack) => stack.draw(total, axis, context.color),
        None => by_layout(registry, delimiter, total, axis, &text),
    };
    scaled(body, factor(MathStyle::Text, context))
}

/// RaTeX's own stack, which it draws in text style around something of the right height.
fn by_layout(
    registry: &BoxRegistry,
    delimiter: &str,
    total: f64,
    axis: f64,
    text: &StyleContext,
) -> LayoutBox {
    let own_axis = text.metrics().axis_height;
    let strut = ParseNode::Rule {
        mode: ParseMode::Math,
        shift: Some(em(own_axis - total / 2.0)),
        width: em(0.0),
        height: em(total),
        loc: None,
    };
    let strut = ParseNode::VPhantom {
        mode: ParseMode::Math,
        body: Box::new(strut),
        loc: None,
    };
    let both = ParseNode::LeftRight {
        mode: ParseMode::Math,
        body: vec![strut],
        left: delimiter.to_owned(),
        right: ".".to_owned(),
        right_color: None,
        loc: None,
    };
    let body = registry.lay_out(&[both], text);
    let drop = own_axis - axis;
    lowered(body, drop, drop)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::typeset::fallback;
    use crate::typeset::layout::INHERITED_COLOR;

    fn left(delimiter: &str, height: f64, style: MathStyle) -> LayoutBox {
        let registry = BoxRegistry::new(fallback::metrics(""));
        let axis = 0.25;
        let around_axis = (height / 2.0 + axis, height / 2.0 - axis);
        around(
            &registry,
            delimiter,
            around_axis,
            &StyleContext::new(style, INHERITED_COLOR),
        )
    }

    #[test]
    fn arrows_grow_with_what_they_stand_beside() {
        for arrow in ["\\uparrow", "\\Downarrow", "\\updownarrow"] {
            let (low, high) = (
                left(arrow, 2.0, MathStyle::Text),
                left(arrow, 6.0, MathStyle::Text),
            );
            assert!(high.total_height() > low.total_height() + 3.0, "{arrow}");
            assert!(high.total_height() >= 5.4, "{arrow}");
        }
    }

    #[test]
    fn brackets_are_centered_on_the_axis() {
        for bracket in ["(", "\\{", "|", "\\uparrow", "\\langle", "/"] {
            for height in [0.5, 1.5, 2.5, 5.0] {
                let delimiter = left(bracket, height, MathStyle::Text);
                let center = (delimiter.height - delimiter.depth) / 2.0;
                assert!((center - 0.25).abs() < 0.01, "{bracket} {height}: {center}");
            }
        }
    }

    #[test]
    fn in_an_exponent_large_brackets_keep_the_size_of_the_text() {
        let text = left("(", 1.7, MathStyle::Text);
        let script = left("(", 1.7 / 0.7, MathStyle::Script);
        assert!((script.total_height() * 0.7 - text.total_height()).abs() < 1e-9);
        let small = left("(", 0.4, MathStyle::ScriptScript);
        assert!((small.width - 0.389).abs() < 1e-3, "{}", small.width);
    }

    #[test]
    fn no_delimiter_is_as_wide_everywhere() {
        let (text, script) = (left(".", 1.0, MathStyle::Text), left(".", 1.0, MathStyle::Script));
        assert!((text.width - 0.12).abs() < 1e-9);
        assert!((script.width * 0.7 - 0.12).abs() < 1e-9);
    }
}
