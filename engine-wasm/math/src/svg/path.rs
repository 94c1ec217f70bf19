//! Path data in as few bytes as its numbers allow.

use std::fmt::Write;

/// A position in the SVG's own coordinates: whole numbers, 1000 to the formula's em, y down.
pub(super) type Position = (i32, i32);

/// How far a control point may lie from the mirrored one that `t` and `s` imply, in units.
const MIRROR_TOLERANCE: i32 = 6;

/// Writes relative commands, drops repeated letters and needless spaces, uses `h v t s` where they fit.
#[derive(Debug, Default)]
pub(super) struct PathWriter {
    data: String,
    at: Position,
    start: Position,
    /// Control point of the last curve, with its letter.
    control: Option<(u8, Position)>,
    letter: u8,
}

impl PathWriter {
    /// The data so far.
    pub fn into_data(self) -> String {
        self.data
    }

    pub fn is_empty(&self) -> bool {
        self.data.is_empty()
    }

    /// Bytes so far.
    pub fn len(&self) -> usize {
        self.data.len()
    }

    /// Starts a subpath.
    pub fn move_to(&mut self, to: Position) {
        let (dx, dy) = self.delta(to);
        self.command(b'm', &[dx, dy]);
        self.at = to;
        self.start = to;
        self.control = None;
    }

    /// A straight line; nothing when it has no length.
    pub fn line_to(&mut self, to: Position) {
        match self.delta(to) {
            (0, 0) => return,
            (dx, 0) => self.command(b'h', &[dx]),
            (0, dy) => self.command(b'v', &[dy]),
            (dx, dy) => self.command(b'l', &[dx, dy]),
        }
        self.at = to;
        self.control = None;
    }

    /// A quadratic curve.
    pub fn quad_to(&mut self, control: Position, to: Position) {
        if is_straight(self.at, control, to) {
            return self.line_to(to);
        }
        let (dx, dy) = self.delta(to);
        let mirrored = self.mirrored(b'q');
        if let Some(mirrored) = mirrored.filter(|position| is_near(*position, control)) {
            self.command(b't', &[dx, dy]);
            self.control = Some((b'q', mirrored));
        } else {
            let (cx, cy) = self.delta(control);
            self.command(b'q', &[cx, cy, dx, dy]);
            self.control = Some((b'q', control));
        }
        self.at = to;
    }

    /// A cubic curve.
    pub fn cubic_to(&mut self, first: Position, second: Position, to: Position) {
        if is_straight(self.at, first, to) && is_straight(self.at, second, to) {
            return self.line_to(to);
        }
        let (dx, dy) = self.delta(to);
        let (sx, sy) = self.delta(second);
        if self
            .mirrored(b'c')
            .is_some_and(|position| is_near(position, first))
        {
            self.command(b's', &[sx, sy, dx, dy]);
        } else {
            let (fx, fy) = self.delta(first);
            self.command(b'c', &[fx, fy, sx, sy, dx, dy]);
        }
        self.control = Some((b'c', second));
        self.at = to;
    }

    /// Closes the subpath.
    pub fn close(&mut self) {
        if self.letter != b'z' {
            self.command(b'z', &[]);
        }
        self.at = self.start;
        self.control = None;
    }

    fn delta(&self, to: Position) -> Position {
        (to.0 - self.at.0, to.1 - self.at.1)
    }

    fn mirrored(&self, letter: u8) -> Option<Position> {
        let (last, control) = self.control?;
        (last == letter).then_some((2 * self.at.0 - control.0, 2 * self.at.1 - control.1))
    }

    fn command(&mut self, letter: u8, numbers: &[i32]) {
        let is_repeated = match (self.letter, letter) {
            (b'm', b'l') => true,
            (b'm' | b'z', _) => false,
            (last, letter) => last == letter,
        };
        if !is_repeated {
            self.data.push(char::from(letter));
        }
        for number in numbers {
            if *number >= 0 && self.data.ends_with(|last: char| last.is_ascii_digit()) {
                self.data.push(' ');
            }
            let _ = write!(self.data, "{number}");
        }
        // After `m x y` further pairs are lines, also when their letter is left out.
        self.letter = letter;
    }
}

fn is_near(a: Position, b: Position) -> bool {
    (a.0 - b.0).abs() <= MIRROR_TOLERANCE && (a.1 - b.1).abs() <= MIRROR_TOLERANCE
}

/// Whether a control point lies between the ends and less than half a unit off their line.
fn is_straight(from: Position, control: Position, to: Position) -> bool {
    let wide = |value: i32| i64::from(value);
    let (ax, ay) = (wide(to.0 - from.0), wide(to.1 - from.1));
    let (bx, by) = (wide(control.0 - from.0), wide(control.1 - from.1));
    let length_squared = ax * ax + ay * ay;
    let along = ax * bx + ay * by;
    let cross = ax * by - ay * bx;
    (0..=length_squared).contains(&along) && 4 * i128::from(cross).pow(2) <= i128::from(length_squared)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(draw: impl FnOnce(&mut PathWriter)) -> String {
        let mut path = PathWriter::default();
        draw(&mut path);
        path.into_data()
    }

    #[test]
    fn a_rectangle_is_four_short_commands() {
        let data = written(|path| {
            path.move_to((10, -20));
            for corner in [(10, 30), (50, 30), (50, -20)] {
                path.line_to(corner);
            }
            path.close();
        });
        assert_eq!(data, "m10-20v50h40v-50z");
    }

    #[test]
    fn a_mirrored_control_point_is_left_out() {
        let data = written(|path| {
            path.move_to((0, 0));
            path.quad_to((10, 20), (20, 20));
            path.quad_to((31, 20), (40, 0));
        });
        assert_eq!(data, "m0 0q10 20 20 20t20-20");
    }

    #[test]
    fn lines_after_a_move_need_no_letter_but_curves_do() {
        let data = written(|path| {
            path.move_to((0, 0));
            path.line_to((3, 4));
            path.line_to((6, 9));
            path.quad_to((6, 20), (20, 20));
        });
        assert_eq!(data, "m0 0 3 4 3 5q0 11 14 11");
    }

    #[test]
    fn after_closing_the_pen_is_at_the_start() {
        let data = written(|path| {
            path.move_to((5, 5));
            path.line_to((15, 9));
            path.close();
            path.move_to((6, 7));
        });
        assert_eq!(data, "m5 5 10 4zm1 2");
    }

    #[test]
    fn flat_curves_become_lines() {
        let data = written(|path| {
            path.move_to((0, 0));
            path.quad_to((50, 0), (100, 0));
            path.cubic_to((100, 30), (100, 60), (100, 90));
        });
        assert_eq!(data, "m0 0h100v90");
    }
}
