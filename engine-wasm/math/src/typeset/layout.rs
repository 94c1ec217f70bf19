//! A formula that is set: what is drawn, and where.

use ratex_layout::{LayoutBox, to_display_list};
use ratex_types::color::Color;
use ratex_types::display_item::DisplayItem;

use crate::error::MathError;
use crate::limits::{MAX_EXTENT_EM, MAX_ITEMS};

/// The color of everything that the source does not color.
///
/// RaTeX knows only real colors, so this black differs from `\color{black}` by an opacity that no
/// source can write; the serializer turns it into `currentColor`.
pub(crate) const INHERITED_COLOR: Color = Color::new(0.0, 0.0, 0.0, 0.999_75);

/// A typeset formula: lengths in em, x from the left edge, y downward from the baseline.
#[derive(Debug)]
pub(crate) struct Layout {
    pub items: Vec<DisplayItem>,
    pub width: f64,
    /// From the baseline up.
    pub height: f64,
    /// From the baseline down.
    pub depth: f64,
}

/// Draws a laid out box, moving its baseline to y 0.
pub(super) fn layout_of(tree: &LayoutBox) -> Result<Layout, MathError> {
    let list = to_display_list(tree);
    if list.items.len() > MAX_ITEMS {
        return Err(MathError::too_large(format!(
            "more than {MAX_ITEMS} glyphs and rules"
        )));
    }
    let mut layout = Layout {
        items: list.items,
        width: list.width,
        height: list.height,
        depth: list.depth,
    };
    layout.shift(0.0, -layout.height);
    Ok(layout)
}

impl Layout {
    /// Moves every item.
    pub fn shift(&mut self, dx: f64, dy: f64) {
        for item in &mut self.items {
            let (x, y) = match item {
                DisplayItem::GlyphPath { x, y, .. }
                | DisplayItem::Line { x, y, .. }
                | DisplayItem::Rect { x, y, .. }
                | DisplayItem::Path { x, y, .. } => (x, y),
            };
            *x += dx;
            *y += dy;
        }
    }
}

/// Refuses lengths that are not numbers or that no page can hold (`\kern9999em`).
pub(super) fn check_extent(layout: &Layout) -> Result<(), MathError> {
    let is_sane = |value: &f64| value.is_finite() && value.abs() <= MAX_EXTENT_EM;
    let all_sane = [layout.width, layout.height, layout.depth].iter().all(is_sane)
        && layout.items.iter().all(|item| match item {
            DisplayItem::GlyphPath { x, y, scale, .. } => [*x, *y, *scale].iter().all(is_sane),
            DisplayItem::Line {
                x,
                y,
                width,
                thickness,
                ..
            } => [*x, *y, *width, *thickness].iter().all(is_sane),
            DisplayItem::Rect {
                x, y, width, height, ..
            } => [*x, *y, *width, *height].iter().all(is_sane),
            DisplayItem::Path { x, y, .. } => [*x, *y].iter().all(is_sane),
        });
    if all_sane {
        Ok(())
    } else {
        Err(MathError::too_large(format!(
            "wider or higher than {MAX_EXTENT_EM} em"
        )))
    }
}
