//! TeX to a sheet: drawing items around a baseline.

mod adjust;
mod bold;
mod chemistry;
mod fallback;
mod radical;
mod tag;

use ratex_layout::{
    LayoutBox, LayoutOptions, layout_with_fallback_metrics, to_display_list, validate_layout,
};
use ratex_parser::ParseNode;
use ratex_types::color::Color;
use ratex_types::display_item::DisplayItem;
use ratex_types::math_style::MathStyle;

use crate::error::MathError;
use crate::limits::{MAX_EXTENT_EM, MAX_ITEMS, MAX_TEX_BYTES};
pub(crate) use bold::unmarked;
use fallback::Metrics;
pub(crate) use fallback::is_wide;

/// The color of everything that the source does not color.
///
/// The layout knows only real colors, so this black differs from `\color{black}` by an opacity that no
/// source can write; the serialiser turns it into `currentColor`.
pub(crate) const INK: Color = Color::new(0.0, 0.0, 0.0, 0.999_75);

/// A typeset formula: lengths in em, x from the left edge, y downward from the baseline.
#[derive(Debug)]
pub(crate) struct Sheet {
    pub items: Vec<DisplayItem>,
    pub width: f64,
    /// From the baseline up.
    pub height: f64,
    /// From the baseline down.
    pub depth: f64,
}

/// Parses and lays out one formula.
pub(crate) fn typeset(tex: &str, display: bool) -> Result<Sheet, MathError> {
    if tex.len() > MAX_TEX_BYTES {
        return Err(MathError::too_large(format!("more than {MAX_TEX_BYTES} bytes")));
    }
    chemistry::check(tex)?;
    let nodes = ratex_parser::parse(tex).map_err(|error| MathError::from_parser(error, tex))?;
    let metrics = fallback::metrics(tex);
    let (mut body, tags) = tag::split(nodes);
    tag::drop_automatic_numbers(&mut body);
    adjust::prepare(&mut body);
    let style = if display {
        MathStyle::Display
    } else {
        MathStyle::Text
    };
    let body = lay_out(&body, style, &metrics)?;
    let sheet = match tags {
        Some(tags) => tag::beside(
            sheet_of(&body)?,
            sheet_of(&lay_out(&tags, MathStyle::Text, &metrics)?)?,
            display,
        ),
        None => tag::spread_rows(body, display)?,
    };
    check_extent(&sheet)?;
    Ok(sheet)
}

fn lay_out(nodes: &[ParseNode], style: MathStyle, metrics: &Metrics) -> Result<LayoutBox, MathError> {
    let options = LayoutOptions {
        style,
        color: INK,
        ..LayoutOptions::default()
    };
    let mut tree = layout_with_fallback_metrics(nodes, &options, metrics.clone());
    radical::arrange(&mut tree);
    validate_layout(&tree).map_err(MathError::too_large)?;
    Ok(tree)
}

/// Draws a laid out box, moving its baseline to y 0.
fn sheet_of(tree: &LayoutBox) -> Result<Sheet, MathError> {
    let list = to_display_list(tree);
    if list.items.len() > MAX_ITEMS {
        return Err(MathError::too_large(format!(
            "more than {MAX_ITEMS} glyphs and rules"
        )));
    }
    let mut sheet = Sheet {
        items: list.items,
        width: list.width,
        height: list.height,
        depth: list.depth,
    };
    sheet.shift(0.0, -sheet.height);
    Ok(sheet)
}

impl Sheet {
    /// Moves every item.
    fn shift(&mut self, dx: f64, dy: f64) {
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
fn check_extent(sheet: &Sheet) -> Result<(), MathError> {
    let is_sane = |value: &f64| value.is_finite() && value.abs() <= MAX_EXTENT_EM;
    let all_sane = [sheet.width, sheet.height, sheet.depth].iter().all(is_sane)
        && sheet.items.iter().all(|item| match item {
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
