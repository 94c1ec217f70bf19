//! A layout as one `<svg>` element.
//!
//! WeChat keeps `path`, `text` and their presentation attributes and drops ids, classes, `defs`, `use`,
//! markers and style elements, so everything is spelled out: one path for each run of items of one color.

mod frame;
mod path;
mod path_collector;
mod shape;

use ratex_types::display_item::DisplayItem;

use crate::error::MathError;
use crate::glyphs;
use crate::limits::MAX_SVG_BYTES;
use crate::typeset::{Layout, unmarked};
use path_collector::PathCollector;
use shape::{Shape, rectangle};

/// Thinnest rule, in em: a little under a pixel in text of 16 px.
const MIN_RULE_EM: f64 = 0.048;

/// Width of the strokes of shapes that are not filled, in em.
const STROKE_EM: f64 = 0.044;

/// Writes a layout as SVG.
pub(crate) fn write(layout: &Layout, display: bool) -> Result<String, MathError> {
    let mut collector = PathCollector::default();
    for item in &layout.items {
        draw(item, &mut collector);
        if collector.len() > MAX_SVG_BYTES {
            return Err(MathError::too_large(format!(
                "more than {MAX_SVG_BYTES} bytes of SVG"
            )));
        }
    }
    let (body, bounds) = collector.finish();
    Ok(frame::wrap(layout, bounds, &body, display))
}

fn draw(item: &DisplayItem, collector: &mut PathCollector) {
    match item {
        DisplayItem::GlyphPath {
            x,
            y,
            scale,
            font,
            char_code,
            color,
        } => {
            let ch = ratex_font_char(font, *char_code);
            match glyphs::outline(font, ch).or_else(|| glyphs::outline("Main-Regular", ch)) {
                Some(outline) => shape::glyph(&outline, *x, *y, *scale)
                    .iter()
                    .for_each(|each| collector.fill(color, each)),
                None => {
                    let (code, is_bold) = unmarked(*char_code);
                    collector.character(code, *x, *y, *scale, is_bold || font.contains("Bold"), color);
                }
            }
        }
        DisplayItem::Line {
            x,
            y,
            width,
            thickness,
            color,
            dashed,
        } => {
            let thickness = thickness.max(MIN_RULE_EM.min(thickness * 1.2));
            if *dashed {
                collector.dashes(color, (*x, *y), *width, thickness);
            } else {
                collector.fill(color, &rectangle(*x, *y - thickness / 2.0, *width, thickness));
            }
        }
        DisplayItem::Rect {
            x,
            y,
            width,
            height,
            color,
        } => collector.fill(color, &rectangle(*x, *y, *width, *height)),
        DisplayItem::Path {
            x,
            y,
            commands,
            fill,
            color,
        } => {
            let shapes = shape::drawing(commands, *x, *y);
            if *fill {
                shapes
                    .into_iter()
                    .map(Shape::wound_like_glyphs)
                    .for_each(|each| collector.fill(color, &each));
            } else {
                collector.stroke(color, &shapes, STROKE_EM);
            }
        }
    }
}

/// The character under which the fonts hold a glyph of the mathematical alphabets.
fn ratex_font_char(font: &str, code: u32) -> u32 {
    match ratex_font::FontId::parse(font) {
        Some(font) => u32::from(ratex_font::katex_ttf_glyph_char(font, code)),
        None => code,
    }
}
