//! Outlines of the KaTeX fonts, packed by `scripts/math-glyphs.mjs` (the format is described there).
//!
//! The fonts are under the SIL Open Font License 1.1; LICENSE-FONTS in this crate holds its text.

mod reader;

use reader::Reader;

/// Every font's outlines, in the order of [`FONTS`].
static OUTLINES: &[u8] = include_bytes!("outlines.bin");

/// The fonts of `outlines.bin`, by the names that RaTeX uses.
const FONTS: [&str; 19] = [
    "AMS-Regular",
    "Caligraphic-Regular",
    "Fraktur-Regular",
    "Fraktur-Bold",
    "Main-Bold",
    "Main-BoldItalic",
    "Main-Italic",
    "Main-Regular",
    "Math-BoldItalic",
    "Math-Italic",
    "SansSerif-Bold",
    "SansSerif-Italic",
    "SansSerif-Regular",
    "Script-Regular",
    "Size1-Regular",
    "Size2-Regular",
    "Size3-Regular",
    "Size4-Regular",
    "Typewriter-Regular",
];

/// One point of a contour: 1000 units per em, y up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Point {
    pub x: i32,
    pub y: i32,
    /// False for the control point of a quadratic curve.
    pub is_on_curve: bool,
}

/// The closed contours of one glyph; none for a space.
pub(crate) type Outline = Vec<Vec<Point>>;

/// The outline of a character, or `None` when the font (or the name of the font) is not known.
pub(crate) fn outline(font: &str, code: u32) -> Option<Outline> {
    let code = u16::try_from(code).ok()?;
    let index = FONTS.iter().position(|name| *name == font)?;
    let mut reader = Reader::new(OUTLINES);
    for _ in 0..index {
        let table = Table::read(&mut reader)?;
        reader.skip(table.lengths().sum())?;
    }
    let table = Table::read(&mut reader)?;
    let glyph = table.codes().position(|each| each == code)?;
    reader.skip(table.lengths().take(glyph).sum())?;
    read_outline(&mut reader)
}

/// The head of one font: code points and lengths of the outlines that follow.
struct Table<'a> {
    codes: &'a [u8],
    lengths: &'a [u8],
}

impl<'a> Table<'a> {
    fn read(reader: &mut Reader<'a>) -> Option<Self> {
        let bytes = usize::from(reader.u16()?) * 2;
        Some(Self {
            codes: reader.take(bytes)?,
            lengths: reader.take(bytes)?,
        })
    }

    fn codes(&self) -> impl Iterator<Item = u16> {
        self.codes.chunks_exact(2).map(u16_of)
    }

    fn lengths(&self) -> impl Iterator<Item = usize> {
        self.lengths.chunks_exact(2).map(|pair| usize::from(u16_of(pair)))
    }
}

fn u16_of(pair: &[u8]) -> u16 {
    match pair {
        [low, high] => u16::from_le_bytes([*low, *high]),
        _ => 0,
    }
}

fn read_outline(reader: &mut Reader<'_>) -> Option<Outline> {
    let n_contours = reader.number()?;
    let (mut x, mut y) = (0, 0);
    let mut outline = Vec::new();
    for _ in 0..n_contours {
        let n_points = reader.number()?;
        let mut contour = Vec::new();
        for _ in 0..n_points {
            let first = reader.number()?;
            x += zigzag(first >> 1);
            y += zigzag(reader.number()?);
            contour.push(Point {
                x,
                y,
                is_on_curve: first & 1 == 1,
            });
        }
        outline.push(contour);
    }
    Some(outline)
}

fn zigzag(number: u32) -> i32 {
    let half = (number >> 1).cast_signed();
    if number & 1 == 1 { -half - 1 } else { half }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_outline_of_the_file_can_be_read() {
        let mut reader = Reader::new(OUTLINES);
        for font in FONTS {
            let table = Table::read(&mut reader).unwrap();
            for (code, length) in table.codes().zip(table.lengths()) {
                let before = reader.rest();
                assert!(read_outline(&mut reader).is_some(), "{font} {code:x}");
                assert_eq!(before - reader.rest(), length, "{font} {code:x}");
            }
        }
        assert_eq!(reader.rest(), 0);
    }

    #[test]
    fn a_minus_is_one_bar() {
        let minus = outline("Main-Regular", 0x2212).unwrap();
        assert_eq!(minus.len(), 1);
    }

    #[test]
    fn unknown_fonts_and_characters_have_no_outline() {
        assert!(outline("CJK-Regular", 0x4e2d).is_none());
        assert!(outline("Main-Regular", 0x4e2d).is_none());
        assert!(outline("Main-Regular", 0x1f600).is_none());
    }
}
