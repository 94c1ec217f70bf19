//! Closed shapes in whole units, all wound the same way.
//!
//! Everything of one color is one path, so shapes overlap inside it. With the non-zero rule an overlap is
//! filled as long as both shapes wind the same way: outlines of the fonts do (counter-clockwise on the
//! screen), and every other subpath is turned to do so too.

use ratex_types::path_command::PathCommand;

use super::path::{PathWriter, Position};
use crate::glyphs::{Outline, Point};

/// Units per em of the formula.
pub(super) const UNITS: f64 = 1000.0;

/// One piece of an outline, without its start.
#[derive(Debug, Clone, Copy)]
enum Piece {
    Line(Position),
    Quad(Position, Position),
    Cubic(Position, Position, Position),
}

/// One subpath.
#[derive(Debug)]
pub(super) struct Shape {
    start: Position,
    pieces: Vec<Piece>,
}

/// Em to whole units. The caller has bounded the length, so nothing is cut.
#[expect(
    clippy::cast_possible_truncation,
    reason = "lengths are at most MAX_EXTENT_EM, and `as` saturates"
)]
pub(super) fn units(em: f64) -> i32 {
    (em * UNITS).round().clamp(-1.0e8, 1.0e8) as i32
}

/// The contours of a glyph whose origin is at (`x`, `y`) em, y down.
pub(super) fn glyph(outline: &Outline, x: f64, y: f64, scale: f64) -> Vec<Shape> {
    let position = |px: f64, py: f64| (units(x + px * scale / UNITS), units(y - py * scale / UNITS));
    outline
        .iter()
        .filter_map(|contour| contour_shape(contour, position))
        .collect()
}

fn contour_shape(contour: &[Point], position: impl Fn(f64, f64) -> Position) -> Option<Shape> {
    let at = |point: &Point| position(f64::from(point.x), f64::from(point.y));
    let middle = |a: &Point, b: &Point| position(f64::from(a.x + b.x) / 2.0, f64::from(a.y + b.y) / 2.0);
    let first_on = contour.iter().position(|point| point.is_on_curve)?;
    let start = contour.get(first_on)?;
    let ring = contour.iter().cycle().skip(first_on + 1).take(contour.len());
    let mut pieces = Vec::with_capacity(contour.len());
    let mut control: Option<&Point> = None;
    for point in ring {
        match (control, point.is_on_curve) {
            (None, true) => pieces.push(Piece::Line(at(point))),
            (Some(off), true) => pieces.push(Piece::Quad(at(off), at(point))),
            (Some(off), false) => pieces.push(Piece::Quad(at(off), middle(off, point))),
            (None, false) => {}
        }
        control = (!point.is_on_curve).then_some(point);
    }
    Some(Shape {
        start: at(start),
        pieces,
    })
}

/// A rectangle between two corners, at least one unit wide and high.
pub(super) fn rectangle(left: f64, top: f64, width: f64, height: f64) -> Shape {
    let (left_units, top_units) = (units(left), units(top));
    let right = units(left + width).max(left_units + 1);
    let bottom = units(top + height).max(top_units + 1);
    let pieces = vec![
        Piece::Line((left_units, bottom)),
        Piece::Line((right, bottom)),
        Piece::Line((right, top_units)),
    ];
    Shape {
        start: (left_units, top_units),
        pieces,
    }
}

/// The subpaths of a drawing whose origin is at (`x`, `y`) em.
pub(super) fn drawing(commands: &[PathCommand], x: f64, y: f64) -> Vec<Shape> {
    let position = |px: f64, py: f64| (units(x + px), units(y + py));
    let mut shapes: Vec<Shape> = Vec::new();
    for command in commands {
        let piece = match *command {
            PathCommand::MoveTo { x, y } => {
                shapes.push(Shape {
                    start: position(x, y),
                    pieces: Vec::new(),
                });
                continue;
            }
            PathCommand::Close => continue,
            PathCommand::LineTo { x, y } => Piece::Line(position(x, y)),
            PathCommand::QuadTo { x1, y1, x, y } => Piece::Quad(position(x1, y1), position(x, y)),
            PathCommand::CubicTo { x1, y1, x2, y2, x, y } => {
                Piece::Cubic(position(x1, y1), position(x2, y2), position(x, y))
            }
        };
        if let Some(shape) = shapes.last_mut() {
            shape.pieces.push(piece);
        }
    }
    shapes.retain(|shape| !shape.pieces.is_empty());
    shapes
}

impl Piece {
    fn end(self) -> Position {
        match self {
            Self::Line(to) | Self::Quad(_, to) | Self::Cubic(_, _, to) => to,
        }
    }
}

impl Shape {
    /// Every position that is named: ends and controls.
    pub fn positions(&self) -> impl Iterator<Item = Position> {
        let named = |piece: &Piece| match *piece {
            Piece::Line(to) => [to, to, to],
            Piece::Quad(control, to) => [control, to, to],
            Piece::Cubic(first, second, to) => [first, second, to],
        };
        std::iter::once(self.start).chain(self.pieces.iter().flat_map(named))
    }

    /// The same shape wound like the outlines of the fonts.
    pub fn wound_like_glyphs(self) -> Self {
        if self.doubled_area() < 0 {
            self.reversed()
        } else {
            self
        }
    }

    /// Positive when counter-clockwise on the screen.
    fn doubled_area(&self) -> i64 {
        let mut area = 0;
        let mut last = self.start;
        for position in self.positions().chain(std::iter::once(self.start)) {
            area += i64::from(last.1) * i64::from(position.0) - i64::from(last.0) * i64::from(position.1);
            last = position;
        }
        area
    }

    fn reversed(self) -> Self {
        let mut ends: Vec<Position> = vec![self.start];
        ends.extend(self.pieces.iter().map(|piece| piece.end()));
        let start = ends.pop().unwrap_or(self.start);
        let back = self
            .pieces
            .iter()
            .zip(&ends)
            .rev()
            .map(|(piece, from)| match *piece {
                Piece::Line(_) => Piece::Line(*from),
                Piece::Quad(control, _) => Piece::Quad(control, *from),
                Piece::Cubic(first, second, _) => Piece::Cubic(second, first, *from),
            });
        Self {
            start,
            pieces: back.collect(),
        }
    }

    /// Writes the shape closed, for filling.
    pub fn fill(&self, path: &mut PathWriter) {
        self.draw(path, true);
        path.close();
    }

    /// Writes the shape for a stroke, closed when it ends where it starts.
    pub fn stroke(&self, path: &mut PathWriter) {
        self.draw(path, false);
        if self.pieces.last().is_some_and(|piece| piece.end() == self.start) {
            path.close();
        }
    }

    fn draw(&self, path: &mut PathWriter, closes: bool) {
        path.move_to(self.start);
        for (index, piece) in self.pieces.iter().enumerate() {
            let is_last = index + 1 == self.pieces.len();
            match *piece {
                Piece::Line(to) if closes && is_last && to == self.start => {}
                Piece::Line(to) => path.line_to(to),
                Piece::Quad(control, to) => path.quad_to(control, to),
                Piece::Cubic(first, second, to) => path.cubic_to(first, second, to),
            }
        }
    }
}
