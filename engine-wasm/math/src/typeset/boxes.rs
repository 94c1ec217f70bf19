//! Building boxes as RaTeX has them, and walking over them.

use ratex_font::{FontId, get_char_metrics};
use ratex_layout::LayoutBox;
use ratex_layout::hbox::make_hbox;
use ratex_layout::layout_box::{BoxContent, PlacedBox, ProofRule, VBoxChildKind};
use ratex_types::color::Color;
use ratex_types::path_command::PathCommand;

/// A box of boxes: each child by the position of its baseline's left end, y down from the box's own baseline.
pub(super) fn positioned(
    (width, height, depth): (f64, f64, f64),
    color: Color,
    parts: Vec<(LayoutBox, f64, f64)>,
    rules: Vec<ProofRule>,
) -> LayoutBox {
    let children = parts.into_iter().map(|(box_, x, y)| PlacedBox {
        box_,
        x,
        baseline_y: height + y,
    });
    LayoutBox {
        width,
        height,
        depth,
        color,
        content: BoxContent::ProofTree {
            children: children.collect(),
            rules,
        },
    }
}

/// Boxes side by side.
pub(super) fn row(boxes: Vec<LayoutBox>, color: Color) -> LayoutBox {
    make_hbox(boxes).with_color(color)
}

/// A box in another size.
pub(super) fn scaled(body: LayoutBox, factor: f64) -> LayoutBox {
    if (factor - 1.0).abs() < 1e-9 {
        return body;
    }
    LayoutBox {
        width: body.width * factor,
        height: body.height * factor,
        depth: body.depth * factor,
        color: body.color,
        content: BoxContent::Scaled {
            body: Box::new(body),
            child_scale: factor,
        },
    }
}

/// A box drawn lower by `by`, whose size is counted as `counted` lower.
pub(super) fn lowered(body: LayoutBox, by: f64, counted: f64) -> LayoutBox {
    LayoutBox {
        width: body.width,
        height: body.height - counted,
        depth: body.depth + counted,
        color: body.color,
        content: BoxContent::RaiseBox {
            body: Box::new(body),
            shift: -by,
        },
    }
}

/// One character of a font, if the font has it.
pub(super) fn glyph(font_id: FontId, code: u32, color: Color) -> Option<LayoutBox> {
    let metrics = get_char_metrics(font_id, code)?;
    Some(LayoutBox {
        width: metrics.width,
        height: metrics.height,
        depth: metrics.depth,
        color,
        content: BoxContent::Glyph {
            font_id,
            char_code: code,
        },
    })
}

/// Filled outlines, y down from the baseline.
pub(super) fn drawing(commands: Vec<PathCommand>, color: Color) -> LayoutBox {
    LayoutBox {
        width: 0.0,
        height: 0.0,
        depth: 0.0,
        color,
        content: BoxContent::SvgPath { commands, fill: true },
    }
}

/// The outline of an upright bar, y down.
pub(super) fn bar(left: f64, right: f64, top: f64, bottom: f64) -> [PathCommand; 5] {
    let line = |x, y| PathCommand::LineTo { x, y };
    [
        PathCommand::MoveTo { x: left, y: top },
        line(right, top),
        line(right, bottom),
        line(left, bottom),
        PathCommand::Close,
    ]
}

/// The boxes directly inside a box.
pub(super) fn children(content: &mut BoxContent) -> Vec<&mut LayoutBox> {
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
