//! Collects shapes and text, in order, into elements of one color each.

use std::fmt::Write;

use ratex_types::color::Color;

use super::path::{PathWriter, Position};
use super::shape::{Shape, units};
use crate::typeset::{INHERITED_COLOR, is_wide};

/// Smallest box around everything drawn, in units.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Bounds {
    pub left: i32,
    pub top: i32,
    pub right: i32,
    pub bottom: i32,
}

/// Characters set in the reader's own font: one element as long as they follow each other.
#[derive(Debug)]
struct TextRun {
    text: String,
    at: Position,
    next_x: f64,
    y: f64,
    scale: f64,
    is_bold: bool,
    color: Color,
}

/// What has been drawn so far.
#[derive(Debug, Default)]
pub(super) struct PathCollector {
    elements: String,
    path: PathWriter,
    path_color: Option<Color>,
    run: Option<TextRun>,
    bounds: Option<Bounds>,
}

impl PathCollector {
    /// Bytes so far, without the frame.
    pub fn len(&self) -> usize {
        self.elements.len() + self.path.len()
    }

    /// Adds a closed shape.
    pub fn fill(&mut self, color: &Color, shape: &Shape) {
        self.end_run();
        if self.path_color != Some(*color) {
            self.end_path();
            self.path_color = Some(*color);
        }
        shape.positions().for_each(|position| self.cover(position, 0));
        shape.fill(&mut self.path);
    }

    /// Adds lines of a width in em.
    pub fn stroke(&mut self, color: &Color, shapes: &[Shape], width_em: f64) {
        let mut path = PathWriter::default();
        for shape in shapes {
            shape
                .positions()
                .for_each(|position| self.cover(position, units(width_em / 2.0)));
            shape.stroke(&mut path);
        }
        self.stroked(color, path, width_em, "");
    }

    /// Adds a dashed horizontal line; `at` is its left end, in em.
    pub fn dashes(&mut self, color: &Color, at: (f64, f64), width_em: f64, thickness_em: f64) {
        let mut path = PathWriter::default();
        let (start, end) = ((units(at.0), units(at.1)), (units(at.0 + width_em), units(at.1)));
        self.cover(start, units(thickness_em / 2.0));
        self.cover(end, units(thickness_em / 2.0));
        path.move_to(start);
        path.line_to(end);
        let dash = format!(r#" stroke-dasharray="{}""#, units(thickness_em * 4.0).max(1));
        self.stroked(color, path, thickness_em, &dash);
    }

    fn stroked(&mut self, color: &Color, path: PathWriter, width_em: f64, more: &str) {
        self.end_run();
        self.end_path();
        if path.is_empty() {
            return;
        }
        self.elements.push_str(r#"<path fill="none""#);
        self.paint("stroke", color);
        let width = units(width_em).max(1);
        let _ = write!(
            self.elements,
            r#" stroke-width="{width}"{more} d="{}"/>"#,
            path.into_data()
        );
    }

    /// Adds a character that no outline exists for; the reader's font draws it.
    pub fn character(&mut self, code: u32, x: f64, y: f64, scale: f64, is_bold: bool, color: &Color) {
        let Some(ch) = char::from_u32(code).filter(|ch| !ch.is_control()) else {
            return;
        };
        let advance = if is_wide(ch) { scale } else { f64::INFINITY };
        self.end_path();
        self.cover((units(x), units(y - 0.84 * scale)), 0);
        self.cover((units(x + scale), units(y + 0.12 * scale)), 0);
        if let Some(run) = &mut self.run {
            let follows = (run.next_x - x).abs() < 0.001 && (run.y - y).abs() < 0.001;
            if follows && run.scale == scale && run.is_bold == is_bold && run.color == *color {
                run.text.push(ch);
                run.next_x += advance;
                return;
            }
        }
        self.end_run();
        let at = (units(x), units(y));
        self.run = Some(TextRun {
            text: ch.to_string(),
            at,
            next_x: x + advance,
            y,
            scale,
            is_bold,
            color: *color,
        });
    }

    /// Everything as elements, with the box around it.
    pub fn finish(mut self) -> (String, Option<Bounds>) {
        self.end_run();
        self.end_path();
        (self.elements, self.bounds)
    }

    fn end_path(&mut self) {
        let Some(color) = self.path_color.take() else {
            return;
        };
        let path = std::mem::take(&mut self.path);
        if path.is_empty() {
            return;
        }
        self.elements.push_str("<path");
        self.paint("fill", &color);
        let _ = write!(self.elements, r#" d="{}"/>"#, path.into_data());
    }

    fn end_run(&mut self) {
        let Some(run) = self.run.take() else { return };
        self.elements.push_str("<text");
        self.paint("fill", &run.color);
        let (x, y) = run.at;
        let _ = write!(
            self.elements,
            r#" x="{x}" y="{y}" font-size="{}""#,
            units(run.scale).max(1)
        );
        if run.is_bold {
            self.elements.push_str(r#" font-weight="700""#);
        }
        self.elements.push('>');
        for ch in run.text.chars() {
            match ch {
                '&' => self.elements.push_str("&amp;"),
                '<' => self.elements.push_str("&lt;"),
                '>' => self.elements.push_str("&gt;"),
                other => self.elements.push(other),
            }
        }
        self.elements.push_str("</text>");
    }

    /// Writes ` fill="…"` or ` stroke="…"`, with its opacity when it has one.
    fn paint(&mut self, attribute: &str, color: &Color) {
        if *color == INHERITED_COLOR {
            let _ = write!(self.elements, r#" {attribute}="currentColor""#);
            return;
        }
        let byte = |part: f32| units(f64::from(part.clamp(0.0, 1.0)) * 0.255);
        let (r, g, b) = (byte(color.r), byte(color.g), byte(color.b));
        let _ = write!(self.elements, r##" {attribute}="#{r:02x}{g:02x}{b:02x}""##);
        if color.a < 0.999 {
            let _ = write!(self.elements, r#" {attribute}-opacity="{:.2}""#, color.a.max(0.0));
        }
    }

    fn cover(&mut self, (x, y): Position, margin: i32) {
        let own = Bounds {
            left: x - margin,
            top: y - margin,
            right: x + margin,
            bottom: y + margin,
        };
        let all = self.bounds.unwrap_or(own);
        self.bounds = Some(Bounds {
            left: all.left.min(own.left),
            top: all.top.min(own.top),
            right: all.right.max(own.right),
            bottom: all.bottom.max(own.bottom),
        });
    }
}
