//! Radical signs higher than the largest one of the fonts, and the indices of roots.
//!
//! The layout sets an index from the sign to the right, so that a wide one runs into the body; KaTeX sets
//! it so that it ends over the sign. The layout reserves the room for a tall sign but draws the largest glyph (3 em), which then ends above
//! the bottom of what it covers, as in the standard deviation `\sqrt{\frac1N\sum_{i=1}^N(x_i-\mu)^2}`.
//! Here such a sign becomes a drawing of the right height, the one that KaTeX uses.

use ratex_font::get_char_metrics;
use ratex_layout::LayoutBox;
use ratex_layout::layout_box::{BoxContent, PlacedBox, ProofRule, VBoxChildKind};
use ratex_layout::surd::surd_font_for_inner_height;
use ratex_types::path_command::PathCommand;

/// Height of the largest radical sign of the fonts, in em.
const LARGEST_GLYPH_EM: f64 = 3.0;

/// The radical sign.
const RADICAL: u32 = 0x221a;

/// Width of the drawn sign, in thousandths of an em.
const DRAWN_WIDTH: f64 = 1056.0;

/// Space that the layout leaves before a root with an index beyond KaTeX's, in em.
pub(super) const INDEX_KERN_EM: f64 = -(5.0 / 18.0 + 0.05);

/// Draws every radical sign that is too high for the fonts and sets every index where KaTeX does.
pub(super) fn arrange(root: &mut LayoutBox) {
    let mut pending = vec![root];
    while let Some(each) = pending.pop() {
        if let BoxContent::Radical {
            index, inner_height, ..
        } = &each.content
            && (index.is_some() || *inner_height > LARGEST_GLYPH_EM)
        {
            replace(each);
        }
        pending.extend(children(&mut each.content));
    }
}

fn replace(radical: &mut LayoutBox) {
    let content = std::mem::replace(&mut radical.content, BoxContent::Empty);
    let BoxContent::Radical {
        body,
        index,
        index_offset,
        index_scale,
        rule_thickness,
        inner_height,
    } = content
    else {
        radical.content = content;
        return;
    };
    let advance = radical.width - index_offset - body.width;
    let rule = ProofRule {
        x: index_offset + advance,
        y: rule_thickness * 1.5,
        width: body.width,
        thickness: rule_thickness,
        dashed: false,
    };
    let (content, rise) = sign(advance, inner_height);
    let sign = LayoutBox {
        width: advance,
        height: rise,
        depth: inner_height - rise,
        content,
        color: radical.color,
    };
    let mut children = vec![
        PlacedBox {
            box_: sign,
            x: index_offset,
            baseline_y: rule_thickness + rise,
        },
        PlacedBox {
            box_: *body,
            x: index_offset + advance,
            baseline_y: radical.height,
        },
    ];
    if let Some(index) = index {
        let width = index.width * index_scale;
        let scaled = LayoutBox {
            width,
            height: index.height * index_scale,
            depth: index.depth * index_scale,
            color: index.color,
            content: BoxContent::Scaled {
                body: index,
                child_scale: index_scale,
            },
        };
        let raised = 0.6 * (radical.height - radical.depth);
        let x = index_offset + 10.0 / 18.0 - width;
        children.push(PlacedBox {
            box_: scaled,
            x,
            baseline_y: radical.height - raised,
        });
    }
    radical.content = BoxContent::ProofTree {
        children,
        rules: vec![rule],
    };
}

/// The sign, a glyph or a drawing, and how far it rises above its own baseline.
fn sign(width: f64, height: f64) -> (BoxContent, f64) {
    if height > LARGEST_GLYPH_EM {
        return (
            BoxContent::SvgPath {
                commands: tall_sign(width, height),
                fill: true,
            },
            0.0,
        );
    }
    let font_id = surd_font_for_inner_height(height);
    let rise = get_char_metrics(font_id, RADICAL).map_or(height, |metrics| metrics.height);
    (
        BoxContent::Glyph {
            font_id,
            char_code: RADICAL,
        },
        rise,
    )
}

/// KaTeX's `sqrtTall`: the sign's foot is fixed, the stroke up to the rule has the length that is needed.
fn tall_sign(width: f64, height: f64) -> Vec<PathCommand> {
    let bottom = height * 1000.0;
    let place = |x: f64, y: f64| (x * width / DRAWN_WIDTH, y / 1000.0);
    let line = |x: f64, y: f64| {
        let (x, y) = place(x, y);
        PathCommand::LineTo { x, y }
    };
    let curve = |first: (f64, f64), second: (f64, f64), to: (f64, f64)| {
        let ((x1, y1), (x2, y2), (x, y)) = (
            place(first.0, first.1),
            place(second.0, second.1),
            place(to.0, to.1),
        );
        PathCommand::CubicTo { x1, y1, x2, y2, x, y }
    };
    let (start_x, start_y) = place(702.0, 0.0);
    vec![
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
    ]
}

/// The boxes directly inside a box.
fn children(content: &mut BoxContent) -> Vec<&mut LayoutBox> {
    match content {
        BoxContent::HBox(boxes) => boxes.iter_mut().collect(),
        BoxContent::VBox(boxes) => boxes
            .iter_mut()
            .filter_map(|child| match &mut child.kind {
                VBoxChildKind::Box(body) => Some(&mut **body),
                VBoxChildKind::Kern(_) => None,
            })
            .collect(),
        BoxContent::Fraction { numer, denom, .. } => vec![&mut **numer, &mut **denom],
        BoxContent::SupSub { base, sup, sub, .. } | BoxContent::OpLimits { base, sup, sub, .. } => {
            let scripts = sup.as_deref_mut().into_iter().chain(sub.as_deref_mut());
            std::iter::once(&mut **base).chain(scripts).collect()
        }
        BoxContent::Radical { body, index, .. } => {
            std::iter::once(&mut **body).chain(index.as_deref_mut()).collect()
        }
        BoxContent::Accent { base, accent, .. } => vec![&mut **base, &mut **accent],
        BoxContent::LeftRight { left, right, inner } => vec![&mut **left, &mut **right, &mut **inner],
        BoxContent::Array { cells, row_tags, .. } => cells
            .iter_mut()
            .flatten()
            .chain(row_tags.iter_mut().flatten())
            .collect(),
        BoxContent::Framed { body, .. }
        | BoxContent::RaiseBox { body, .. }
        | BoxContent::Scaled { body, .. }
        | BoxContent::Angl { body, .. }
        | BoxContent::Overline { body, .. }
        | BoxContent::Underline { body, .. } => vec![&mut **body],
        BoxContent::ProofTree { children, .. } => children.iter_mut().map(|child| &mut child.box_).collect(),
        BoxContent::Glyph { .. }
        | BoxContent::GlyphRun { .. }
        | BoxContent::Rule { .. }
        | BoxContent::SvgPath { .. }
        | BoxContent::Kern
        | BoxContent::Empty => Vec::new(),
    }
}
