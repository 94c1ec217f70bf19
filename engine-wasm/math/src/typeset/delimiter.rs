//! Brackets, bars and arrows around something high, chosen and drawn as KaTeX does it.
//!
//! A delimiter is a glyph of the text font in one of the three sizes of the styles, a glyph of one of the
//! four fonts of large delimiters, or stacked from pieces. All but the small glyphs keep the size of the
//! text, also in an exponent.

use ratex_font::{FontId, Mode, get_char_metrics, get_symbol};
use ratex_layout::LayoutBox;
use ratex_parser::{Mode as ParseMode, ParseNode};
use ratex_types::color::Color;
use ratex_types::math_style::MathStyle;

use super::boxes::{bar, drawing, glyph, lowered, pinned, scaled};
use super::em;
use super::press::Press;
use super::setting::Setting;

/// Width of a delimiter that is not there (`\left.`), in em of the formula.
pub(super) const NULL_DELIMITER_EM: f64 = 0.12;

/// Heights of `\big`, `\Big`, `\bigg` and `\Bigg`, in em of the text.
const SIZED_EM: [f64; 4] = [1.2, 1.8, 2.4, 3.0];

/// How far the pieces of a stack overlap.
const LAP_EM: f64 = 0.008;

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
    press: &Press,
    delimiter: &str,
    (height, depth): (f64, f64),
    setting: &Setting,
) -> LayoutBox {
    let metrics = setting.metrics();
    let axis = metrics.axis_height * setting.scale();
    let distance = (height * setting.scale() - axis).max(depth * setting.scale() + axis);
    let total = (distance / 500.0 * 901.0).max(2.0 * distance - 5.0 / metrics.pt_per_em);
    of_height(press, delimiter, total, setting)
}

/// A delimiter at least `total` high, in em of the formula, centred on the axis.
pub(super) fn of_height(press: &Press, delimiter: &str, total: f64, setting: &Setting) -> LayoutBox {
    if is_null(delimiter) {
        return LayoutBox::new_kern(NULL_DELIMITER_EM / setting.scale());
    }
    let delimiter = canonical(delimiter);
    let kind = kind_of(delimiter);
    let code = code_of(delimiter);
    let smallest = 2_usize.saturating_sub(setting.style.size_index());
    let small = [MathStyle::ScriptScript, MathStyle::Script, MathStyle::Text];
    for style in small.into_iter().skip(smallest) {
        if extent(FontId::MainRegular, code) * style.size_multiplier() > total {
            return centred(FontId::MainRegular, code, style, setting);
        }
    }
    if kind != Kind::Always {
        for font in LARGE_FONTS {
            if extent(font, code) > total {
                return centred(font, code, MathStyle::Text, setting);
            }
        }
    }
    if kind == Kind::Never {
        return centred(FontId::Size4Regular, code, MathStyle::Text, setting);
    }
    let axis = setting.metrics().axis_height;
    stacked(press, delimiter, total, axis * setting.scale(), setting)
}

/// The delimiter of `\big` (1) to `\Bigg` (4), where the layout sets it otherwise: bars and arrows, and in an
/// exponent.
pub(super) fn sized(press: &Press, delimiter: &str, size: u8, setting: &Setting) -> Option<LayoutBox> {
    let delimiter = canonical(delimiter);
    let is_stacked = kind_of(delimiter) == Kind::Always;
    if is_null(delimiter) || !is_stacked && !setting.style.is_tight() {
        return None;
    }
    let at = usize::from(size).checked_sub(1)?;
    if is_stacked {
        let axis = setting.metrics().axis_height;
        return Some(stacked(press, delimiter, *SIZED_EM.get(at)?, axis, setting));
    }
    let body = glyph(*LARGE_FONTS.get(at)?, code_of(delimiter), setting.color)?;
    Some(scaled(body, factor(MathStyle::Text, setting)))
}

/// Size of a style in em of the setting; `\Huge` does not count for delimiters.
fn factor(style: MathStyle, setting: &Setting) -> f64 {
    style.size_multiplier() / setting.scale()
}

fn code_of(delimiter: &str) -> u32 {
    let named = get_symbol(delimiter, Mode::Math).and_then(|symbol| symbol.codepoint);
    u32::from(named.or_else(|| delimiter.chars().next()).unwrap_or(' '))
}

fn extent(font: FontId, code: u32) -> f64 {
    get_char_metrics(font, code).map_or(0.0, |metrics| metrics.height + metrics.depth)
}

/// A glyph of a style, moved so that it is centred on the axis of the setting.
fn centred(font: FontId, code: u32, style: MathStyle, setting: &Setting) -> LayoutBox {
    let Some(body) = glyph(font, code, setting.color) else {
        return LayoutBox::new_empty();
    };
    let factor = factor(style, setting);
    let shift = (1.0 - setting.scale() / style.size_multiplier()) * setting.metrics().axis_height;
    lowered(scaled(body, factor), shift * factor, shift)
}

/// A delimiter stacked to at least `total`, in em of the text, around an axis.
fn stacked(press: &Press, delimiter: &str, total: f64, axis: f64, setting: &Setting) -> LayoutBox {
    let text = setting.with_style(MathStyle::Text);
    let body = match Stack::of(delimiter) {
        Some(stack) if stack.bars.is_empty() => by_layout(press, delimiter, stack.height(total), axis, &text),
        Some(stack) => stack.draw(total, axis, setting.color),
        None => by_layout(press, delimiter, total, axis, &text),
    };
    scaled(body, factor(MathStyle::Text, setting))
}

/// The layout's own stack, which it draws in text style around something of the right height.
fn by_layout(press: &Press, delimiter: &str, total: f64, axis: f64, text: &Setting) -> LayoutBox {
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
    let body = press.lay_out(&[both], text);
    let drop = own_axis - axis;
    lowered(body, drop, drop)
}

/// The pieces of a stacked delimiter.
struct Stack {
    font: FontId,
    top: u32,
    middle: Option<u32>,
    bottom: u32,
    /// The piece whose height the stack grows by.
    repeat: u32,
    /// What is drawn for the repeated pieces, left and right; nothing where the layout draws the whole.
    bars: &'static [(f64, f64)],
}

impl Stack {
    fn of(delimiter: &str) -> Option<Self> {
        const SINGLE: &[(f64, f64)] = &[(0.312, 0.355)];
        const DOUBLE: &[(f64, f64)] = &[(0.257, 0.3), (0.478, 0.521)];
        const BRACE: &[(f64, f64)] = &[(0.384, 0.504)];
        let arrow = |top, bottom, repeat, bars| Self {
            font: FontId::Size1Regular,
            top,
            middle: None,
            bottom,
            repeat,
            bars,
        };
        let curly = |top, middle, bottom| Self {
            font: FontId::Size4Regular,
            top,
            middle,
            bottom,
            repeat: 0x23aa,
            bars: BRACE,
        };
        let square = |top, bottom, repeat| Self {
            font: FontId::Size4Regular,
            top,
            middle: None,
            bottom,
            repeat,
            bars: &[],
        };
        Some(match delimiter {
            "\\uparrow" | "↑" => arrow(0x2191, 0x23d0, 0x23d0, SINGLE),
            "\\downarrow" | "↓" => arrow(0x23d0, 0x2193, 0x23d0, SINGLE),
            "\\updownarrow" | "↕" => arrow(0x2191, 0x2193, 0x23d0, SINGLE),
            "\\Uparrow" | "⇑" => arrow(0x21d1, 0x2016, 0x2016, DOUBLE),
            "\\Downarrow" | "⇓" => arrow(0x2016, 0x21d3, 0x2016, DOUBLE),
            "\\Updownarrow" | "⇕" => arrow(0x21d1, 0x21d3, 0x2016, DOUBLE),
            "\\{" | "\\lbrace" => curly(0x23a7, Some(0x23a8), 0x23a9),
            "\\}" | "\\rbrace" => curly(0x23ab, Some(0x23ac), 0x23ad),
            "\\lgroup" | "⟮" => curly(0x23a7, None, 0x23a9),
            "\\rgroup" | "⟯" => curly(0x23ab, None, 0x23ad),
            "\\lmoustache" | "⎰" => curly(0x23a7, None, 0x23ad),
            "\\rmoustache" | "⎱" => curly(0x23ab, None, 0x23a9),
            "[" | "\\lbrack" => square(0x23a1, 0x23a3, 0x23a2),
            "]" | "\\rbrack" => square(0x23a4, 0x23a6, 0x23a5),
            "\\lfloor" | "⌊" => square(0x23a2, 0x23a3, 0x23a2),
            "\\rfloor" | "⌋" => square(0x23a5, 0x23a6, 0x23a5),
            "\\lceil" | "⌈" => square(0x23a1, 0x23a2, 0x23a2),
            "\\rceil" | "⌉" => square(0x23a4, 0x23a5, 0x23a5),
            "(" | "\\lparen" => square(0x239b, 0x239d, 0x239c),
            ")" | "\\rparen" => square(0x239e, 0x23a0, 0x239f),
            _ => return None,
        })
    }

    fn middle_extent(&self) -> f64 {
        self.middle.map_or(0.0, |middle| extent(self.font, middle))
    }

    /// The height of whole pieces, at least `total`.
    fn height(&self, total: f64) -> f64 {
        let least = extent(self.font, self.top) + extent(self.font, self.bottom) + self.middle_extent();
        let piece = extent(self.font, self.repeat) * if self.middle.is_some() { 2.0 } else { 1.0 };
        least + ((total - least) / piece).ceil().max(0.0) * piece
    }

    /// The pieces from the bottom up, with bars between them.
    fn draw(&self, total: f64, axis: f64, color: Color) -> LayoutBox {
        let real = self.height(total);
        let depth = real / 2.0 - axis;
        let ends = extent(self.font, self.top) + extent(self.font, self.bottom);
        let n_bars = if self.middle.is_some() { 2.0 } else { 1.0 };
        let bar_height = (real - ends - self.middle_extent()) / n_bars + 2.0 * LAP_EM;
        let mut parts = Vec::new();
        let mut width: f64 = 0.0;
        let mut at = depth;
        for (index, piece) in [Some(self.bottom), self.middle, Some(self.top)]
            .into_iter()
            .flatten()
            .enumerate()
        {
            if index > 0 {
                let (lower, upper) = (at + LAP_EM, at + LAP_EM - bar_height);
                let outline = self
                    .bars
                    .iter()
                    .flat_map(|(left, right)| bar(*left, *right, upper, lower));
                parts.push((drawing(outline.collect(), color), 0.0, 0.0));
                at = upper + LAP_EM;
            }
            if let Some(piece) = glyph(self.font, piece, color) {
                width = width.max(piece.width);
                let baseline = at - piece.depth;
                at -= piece.height + piece.depth;
                parts.push((piece, 0.0, baseline));
            }
        }
        pinned((width, real - depth, depth), color, parts, Vec::new())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::typeset::{INK, fallback};

    fn left(delimiter: &str, height: f64, style: MathStyle) -> LayoutBox {
        let press = Press::new(fallback::metrics(""));
        let axis = 0.25;
        let around_axis = (height / 2.0 + axis, height / 2.0 - axis);
        around(&press, delimiter, around_axis, &Setting::new(style, INK))
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
    fn brackets_are_centred_on_the_axis() {
        for bracket in ["(", "\\{", "|", "\\uparrow", "\\langle", "/"] {
            for height in [0.5, 1.5, 2.5, 5.0] {
                let delimiter = left(bracket, height, MathStyle::Text);
                let centre = (delimiter.height - delimiter.depth) / 2.0;
                assert!((centre - 0.25).abs() < 0.01, "{bracket} {height}: {centre}");
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
