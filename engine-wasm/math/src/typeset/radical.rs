//! Roots, built as KaTeX builds them.
//!
//! The sign is the glyph of the text font, one of the four large glyphs, or, above these, a drawing of the
//! height that is needed. Its size is chosen by the style alone: `\Huge` enlarges a root as it is.

use ratex_font::FontId;
use ratex_layout::LayoutBox;
use ratex_layout::layout_box::ProofRule;
use ratex_types::color::Color;
use ratex_types::math_style::MathStyle;
use ratex_types::path_command::PathCommand;

use super::boxes::{drawing, glyph, positioned, scaled};
use super::style_context::StyleContext;

/// The radical sign.
const RADICAL: u32 = 0x221a;

/// Width of the drawn sign, in thousandths of an em.
const DRAWN_WIDTH: f64 = 1056.0;

/// Thickness of the line over the body, in em of the text.
const LINE_EM: f64 = 0.04;

/// Room above a sign inside KaTeX's drawing, in em.
const SPARE_EM: f64 = 0.08;

/// Room before the index, and how far the sign reaches under it.
const INDEX_KERNS: (f64, f64) = (5.0 / 18.0, -10.0 / 18.0);

/// A radical sign without its line.
struct Sign {
    body: LayoutBox,
    /// Distance from the left end to the body.
    advance: f64,
    /// Distance from the left end to where the sign ends and its line begins.
    reach: f64,
    height: f64,
    /// Thickness of the line as it is drawn, and as it counts.
    line: f64,
    counted_line: f64,
}

/// A root over a body, with an index that is set in `scriptscript` style.
pub(super) fn root(mut body: LayoutBox, index: Option<LayoutBox>, context: &StyleContext) -> LayoutBox {
    let metrics = context.metrics();
    if body.height == 0.0 {
        body.height = metrics.x_height;
    }
    let theta = metrics.default_rule_thickness;
    let phi = if context.style.is_display() {
        metrics.x_height
    } else {
        theta
    };
    let mut clearance = theta + phi / 4.0;
    let inner = body.height + body.depth;
    let sign = sign(inner + clearance + theta, context);
    let spare = sign.height - sign.counted_line - inner - clearance;
    if spare > 0.0 {
        clearance += spare / 2.0;
    }
    let drop = sign.height - body.height - clearance - sign.counted_line;
    let height = sign.height - drop + sign.counted_line;
    let depth = body.depth.max(drop);

    let index = index.map(|index| {
        let factor = MathStyle::ScriptScript.size_multiplier() / context.style.size_multiplier();
        scaled(index, factor)
    });
    let index_width = index.as_ref().map(|index| index.width);
    let sign_x = index_width.map_or(0.0, |width| INDEX_KERNS.0 + width + INDEX_KERNS.1);
    let body_x = sign_x + sign.advance;
    let width = body_x + body.width;
    let rise = 0.6 * (height - depth);
    let full_height = index
        .as_ref()
        .map_or(height, |index| height.max(rise + index.height));

    let top = drop - sign.height;
    let line = ProofRule {
        x: sign_x + sign.reach,
        y: full_height + top + sign.line / 2.0,
        width: sign.advance - sign.reach + body.width,
        thickness: sign.line,
        dashed: false,
    };
    let sign_baseline = top + sign.body.height;
    let mut parts = vec![(sign.body, sign_x, sign_baseline), (body, body_x, 0.0)];
    parts.extend(index.map(|index| (index, INDEX_KERNS.0, -rise)));
    positioned((width, full_height, depth), context.color, parts, vec![line])
}

/// The smallest sign that is higher than `least` em of the context.
fn sign(least: f64, context: &StyleContext) -> Sign {
    let style = context.style.size_multiplier();
    let large = [
        (FontId::Size1Regular, 1.2),
        (FontId::Size2Regular, 1.8),
        (FontId::Size3Regular, 2.4),
        (FontId::Size4Regular, 3.0),
    ];
    let (font, extent, factor) = if 1.0 > least * style {
        // One of the sizes of the text font; which is decided without regard to the style.
        let factor = match least {
            least if least < 1.0 => 1.0,
            least if least < 1.4 => 0.7,
            _ => style,
        };
        (FontId::MainRegular, 1.0, factor)
    } else if let Some((font, extent)) = large.into_iter().find(|(_, extent)| *extent > least * style) {
        (font, extent, style)
    } else {
        let advance = DRAWN_WIDTH / 1000.0;
        return Sign {
            body: tall(advance, least, context.color),
            advance,
            reach: advance,
            height: least,
            line: LINE_EM,
            counted_line: LINE_EM * style,
        };
    };
    // Browsers draw KaTeX's large signs a little smaller than their room: the drawing has 8 % of its height to
    // spare above, the room has 0.08 em.
    let drawn = (extent + SPARE_EM) / (extent * (1.0 + SPARE_EM));
    let body = glyph(font, RADICAL, context.color).unwrap_or_else(LayoutBox::new_empty);
    let advance = body.width / factor;
    Sign {
        body: scaled(body, drawn / factor),
        advance,
        reach: advance * drawn,
        height: extent / factor,
        line: LINE_EM * drawn / factor,
        counted_line: LINE_EM * factor,
    }
}

/// KaTeX's `sqrtTall`: the sign's foot is fixed, the stroke up to the rule has the length that is needed.
/// Its baseline is at its top.
fn tall(width: f64, height: f64, color: Color) -> LayoutBox {
    let bottom = height * 1000.0;
    let position = |x: f64, y: f64| (x * width / DRAWN_WIDTH, y / 1000.0);
    let line = |x: f64, y: f64| {
        let (x, y) = position(x, y);
        PathCommand::LineTo { x, y }
    };
    let curve = |first: (f64, f64), second: (f64, f64), to: (f64, f64)| {
        let ((x1, y1), (x2, y2), (x, y)) = (
            position(first.0, first.1),
            position(second.0, second.1),
            position(to.0, to.1),
        );
        PathCommand::CubicTo { x1, y1, x2, y2, x, y }
    };
    let (start_x, start_y) = position(702.0, 0.0);
    let outline = vec![
        PathCommand::MoveTo {
            x: start_x,
            y: start_y,
        },
        line(DRAWN_WIDTH, 0.0),
        line(DRAWN_WIDTH, 40.0),
        line(742.0, 40.0),
        line(742.0, bottom - 14.0),
        line(734.0, bottom - 6.0),
        curve((730.0, bottom - 3.0), (724.0, bottom), (714.0, bottom)),
        line(702.0, bottom),
        line(674.0, bottom - 84.0),
        curve(
            (657.3, bottom - 136.0),
            (577.3, bottom - 378.3),
            (434.0, bottom - 811.0),
        ),
        line(222.0, bottom - 1454.0),
        line(137.0, bottom - 1284.0),
        line(111.0, bottom - 1310.0),
        line(265.0, bottom - 1621.0),
        curve(
            (331.0, bottom - 1421.7),
            (404.0, bottom - 1201.3),
            (484.0, bottom - 960.0),
        ),
        line(702.0, bottom - 299.0),
        PathCommand::Close,
    ];
    drawing(outline, color)
}
