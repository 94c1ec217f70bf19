//! Tables with upright lines, and with rows that are moved together.

use ratex_layout::LayoutBox;
use ratex_layout::layout_box::BoxContent;
use ratex_parser::ParseNode;
use ratex_parser::parse_node::{AlignSpec, AlignType};
use ratex_types::path_command::PathCommand;

use super::box_registry::BoxRegistry;
use super::boxes::{bar, drawing, positioned, row};
use super::style_context::StyleContext;

/// Room that an upright line takes, in em: KaTeX's is a pixel in text of 16 px.
const LINE_ROOM_EM: f64 = 1.0 / 19.36;

/// Whether a table is one that RaTeX sets otherwise than KaTeX.
pub(super) fn differs(table: &ParseNode) -> bool {
    let ParseNode::Array { cols, row_gaps, .. } = table else {
        return false;
    };
    let has_lines = cols.iter().flatten().any(is_line);
    has_lines || row_gaps.iter().flatten().any(|gap| gap.number < 0.0)
}

fn is_line(spec: &AlignSpec) -> bool {
    matches!(spec.align_type, AlignType::Separator)
}

/// The upright lines before each column and behind the last; `true` is dashed.
fn lines_of(cols: &[AlignSpec], n_columns: usize) -> Vec<Vec<bool>> {
    let mut lines = vec![Vec::new(); n_columns + 1];
    let mut at = 0;
    for spec in cols {
        match (&spec.align_type, lines.get_mut(at)) {
            (AlignType::Separator, Some(lines)) => lines.push(spec.align.as_deref() == Some(":")),
            (AlignType::Align, _) => at += 1,
            _ => {}
        }
    }
    lines
}

/// Sets a table: each upright line has its room, two beside each other are two.
pub(super) fn set(registry: &BoxRegistry, table: &ParseNode, context: &StyleContext) -> LayoutBox {
    let mut tree = registry.lay_out(std::slice::from_ref(table), context);
    let ParseNode::Array { cols, row_gaps, .. } = table else {
        return tree;
    };
    let BoxContent::HBox(parts) = &mut tree.content else {
        return tree;
    };
    let mut parts = std::mem::take(parts);
    let Some(array) = parts.first_mut() else {
        return tree;
    };
    let BoxContent::Array {
        col_widths,
        row_depths,
        col_gaps,
        offset,
        content_x_offset,
        content_x_end_offset,
        col_separators,
        rule_thickness,
        double_rule_sep,
        array_inner_width,
        ..
    } = &mut array.content
    else {
        return row(parts, context.color);
    };
    for (depth, gap) in row_depths.iter_mut().zip(row_gaps) {
        let gap_em = gap.as_ref().map_or(0.0, |gap| {
            let kern = ParseNode::Kern {
                mode: ratex_parser::Mode::Math,
                dimension: gap.clone(),
                loc: None,
            };
            registry.lay_out(&[kern], context).width.min(0.0)
        });
        *depth += gap_em;
        *offset += gap_em / 2.0;
        array.height += gap_em / 2.0;
        array.depth += gap_em / 2.0;
    }

    let step = *double_rule_sep + LINE_ROOM_EM;
    let n_columns = col_widths.len();
    let lines = lines_of(cols.as_deref().unwrap_or_default(), n_columns);
    let mut drawn: Vec<(f64, bool)> = Vec::new();
    let mut x = 0.0;
    for (at, (lines, own)) in lines.iter().zip(col_separators.iter_mut()).enumerate() {
        let gap = match at.checked_sub(1) {
            None => Some(&mut *content_x_offset),
            Some(_) if at == n_columns => Some(&mut *content_x_end_offset),
            Some(before) => col_gaps.get_mut(before),
        };
        let Some(gap) = gap else { continue };
        let room = match lines.len() {
            0 => 0.0,
            n_lines => LINE_ROOM_EM + step * f64::from(u32::try_from(n_lines - 1).unwrap_or(0)),
        };
        let first = match at {
            0 => x,
            at if at == n_columns => x + *gap + LINE_ROOM_EM,
            _ => x + *gap / 2.0 + LINE_ROOM_EM,
        };
        *gap += room;
        *array_inner_width += room;
        array.width += room;
        if lines.len() > 1 {
            *own = None;
            let mut at_x = first;
            for is_dashed in lines {
                drawn.push((at_x, *is_dashed));
                at_x += step;
            }
        }
        x += *gap + col_widths.get(at).copied().unwrap_or(0.0);
    }
    let (size, thickness) = ((array.width, array.height, array.depth), *rule_thickness);
    if drawn.is_empty() {
        return row(parts, context.color);
    }
    let outline = drawn
        .into_iter()
        .flat_map(|(x, is_dashed)| upright(x, is_dashed, thickness, size))
        .collect();
    let lines = drawing(outline, context.color);
    let array = row(parts, context.color);
    positioned(
        size,
        context.color,
        vec![(array, 0.0, 0.0), (lines, 0.0, 0.0)],
        Vec::new(),
    )
}

/// An upright line from the top to the bottom of a size.
fn upright(x: f64, is_dashed: bool, thickness: f64, (_, height, depth): (f64, f64, f64)) -> Vec<PathCommand> {
    let (left, right) = (x - thickness / 2.0, x + thickness / 2.0);
    if !is_dashed {
        return bar(left, right, -height, depth).to_vec();
    }
    let dash = 4.0 * thickness;
    let mut top = -height;
    let mut outline = Vec::new();
    while top < depth {
        outline.extend(bar(left, right, top, (top + dash).min(depth)));
        top += 2.0 * dash;
    }
    outline
}

#[cfg(test)]
mod tests {
    use ratex_types::math_style::MathStyle;

    use super::*;
    use crate::typeset::fallback;
    use crate::typeset::layout::INHERITED_COLOR;

    fn width(columns: &str) -> f64 {
        let registry = BoxRegistry::new(fallback::metrics(""));
        let context = StyleContext::new(MathStyle::Text, INHERITED_COLOR);
        let tex = format!(r"\begin{{array}}{{{columns}}} a & b \end{{array}}");
        let nodes = ratex_parser::parse(&tex).unwrap_or_default();
        nodes
            .first()
            .map_or(0.0, |table| set(&registry, table, &context).width)
    }

    #[test]
    fn each_upright_line_takes_its_room() {
        let plain = width("cc");
        assert!((width("c|c") - plain - LINE_ROOM_EM).abs() < 1e-9);
        assert!((width("|c|c|") - plain - 3.0 * LINE_ROOM_EM).abs() < 1e-9);
        assert!((width("c||c") - plain - 2.0 * LINE_ROOM_EM - 0.2).abs() < 1e-9);
    }
}
