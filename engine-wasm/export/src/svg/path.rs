//! The two ends of a line: where it begins and stops, and where it points there.

/// Ends of a path; angles in degrees, clockwise from the right.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Ends {
    pub first: (f64, f64),
    pub first_angle: f64,
    pub last: (f64, f64),
    pub last_angle: f64,
}

/// The ends of `points`.
pub(super) fn ends_of_points(points: &str) -> Option<Ends> {
    let numbers: Vec<f64> = points
        .split([' ', ',', '\n', '\t'])
        .filter(|part| !part.is_empty())
        .map_while(|part| part.parse().ok())
        .collect();
    let points: Vec<(f64, f64)> = numbers
        .chunks_exact(2)
        .filter_map(|pair| Some((*pair.first()?, *pair.last()?)))
        .collect();
    ends(&points)
}

/// The ends of a line that has no length: it points to the right.
pub(super) fn ends_of_point(point: (f64, f64)) -> Ends {
    Ends {
        first: point,
        first_angle: 0.0,
        last: point,
        last_angle: 0.0,
    }
}

/// The ends of a `d` attribute; curves point as their control points do.
pub(super) fn ends_of_path(d: &str) -> Option<Ends> {
    let mut reader = Reader { rest: d };
    let mut points: Vec<(f64, f64)> = Vec::new();
    let (mut at, mut start, mut command) = ((0.0, 0.0), (0.0, 0.0), 'M');
    loop {
        match reader.command() {
            Some(next) => command = next,
            None if reader.is_done() => break,
            None => {}
        }
        if command.eq_ignore_ascii_case(&'z') {
            at = start;
            points.push(at);
            if reader.is_done() {
                break;
            }
            continue;
        }
        let Some(added) = reader.segment(command, at) else {
            break;
        };
        at = added.last().copied()?;
        if command.eq_ignore_ascii_case(&'m') {
            start = at;
            // More pairs behind a move are lines.
            command = if command == 'm' { 'l' } else { 'L' };
        }
        points.extend(added);
    }
    ends(&points)
}

fn ends(points: &[(f64, f64)]) -> Option<Ends> {
    let (first, last) = (*points.first()?, *points.last()?);
    let second = points.iter().copied().find(|point| *point != first)?;
    let before = points.iter().rev().copied().find(|point| *point != last)?;
    let angle = |from: (f64, f64), to: (f64, f64)| (to.1 - from.1).atan2(to.0 - from.0).to_degrees();
    Some(Ends {
        first,
        first_angle: angle(first, second),
        last,
        last_angle: angle(before, last),
    })
}

struct Reader<'a> {
    rest: &'a str,
}

impl Reader<'_> {
    fn skip(&mut self) {
        self.rest = self.rest.trim_start_matches([' ', ',', '\n', '\t', '\r']);
    }

    fn is_done(&mut self) -> bool {
        self.skip();
        self.rest.is_empty()
    }

    fn command(&mut self) -> Option<char> {
        self.skip();
        let letter = self
            .rest
            .chars()
            .next()
            .filter(|letter| "MmLlHhVvCcSsQqTtAaZz".contains(*letter))?;
        self.rest = self.rest.get(letter.len_utf8()..).unwrap_or_default();
        Some(letter)
    }

    fn number(&mut self) -> Option<f64> {
        self.skip();
        let (mut end, mut point, mut exponent) = (0, false, false);
        for (at, character) in self.rest.char_indices() {
            let after_exponent = self
                .rest
                .get(..at)
                .is_some_and(|before| before.ends_with(['e', 'E']));
            let fits = match character {
                '+' | '-' => at == 0 || after_exponent,
                '.' => !std::mem::replace(&mut point, true) && !exponent,
                'e' | 'E' => at > 0 && !std::mem::replace(&mut exponent, true),
                digit => digit.is_ascii_digit(),
            };
            if !fits {
                break;
            }
            end = at + character.len_utf8();
        }
        let (number, rest) = self.rest.split_at_checked(end)?;
        self.rest = rest;
        number.parse().ok()
    }

    /// A flag of an arc: one digit, which may touch the next number.
    fn flag(&mut self) -> Option<()> {
        self.skip();
        self.rest = self.rest.strip_prefix(['0', '1'])?;
        Some(())
    }

    /// The points of one segment, control points included, in absolute coordinates.
    fn segment(&mut self, command: char, at: (f64, f64)) -> Option<Vec<(f64, f64)>> {
        let origin = if command.is_ascii_lowercase() {
            at
        } else {
            (0.0, 0.0)
        };
        match command.to_ascii_lowercase() {
            'h' => return Some(vec![(self.number()? + origin.0, at.1)]),
            'v' => return Some(vec![(at.0, self.number()? + origin.1)]),
            'a' => {
                for _ in 0..3 {
                    self.number()?;
                }
                self.flag()?;
                self.flag()?;
            }
            _ => {}
        }
        let n_points = match command.to_ascii_lowercase() {
            'c' => 3,
            's' | 'q' => 2,
            _ => 1,
        };
        (0..n_points)
            .map(|_| Some((self.number()? + origin.0, self.number()? + origin.1)))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_ends_where_it_should() {
        for (d, last, angle) in [
            ("M0,0L10,0", (10.0, 0.0), 0.0),
            ("m1 1 2 0 0-5", (3.0, -4.0), -90.0),
            ("M0 0h5v5", (5.0, 5.0), 90.0),
            ("M0 0C0 1 4 8 4 10", (4.0, 10.0), 90.0),
            ("M0 0q1 1 2 1t3.5.5", (5.5, 1.5), 8.130_102_354_155_98),
            ("M0 0a5 5 0 0110 0", (10.0, 0.0), 0.0),
            ("M0 0L5 0L5 5Z", (0.0, 0.0), -135.0),
            ("M1e1 0L2e1 0", (20.0, 0.0), 0.0),
        ] {
            let ends = ends_of_path(d).expect(d);
            assert_eq!(ends.last, last, "{d}");
            assert!(
                (ends.last_angle - angle).abs() < 0.001,
                "{d}: {}",
                ends.last_angle
            );
        }
    }

    #[test]
    fn what_has_no_direction_has_no_ends() {
        for d in ["", "M0 0", "x", "M0 0L", "M0 0L0 0", "Z", "M 1 a"] {
            assert_eq!(ends_of_path(d), None, "{d}");
        }
        assert_eq!(ends_of_points("0,0 5,5").map(|ends| ends.last_angle), Some(45.0));
    }
}
