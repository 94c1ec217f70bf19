//! Delimiters that are stacked from pieces: which pieces, and how they are put together.

use ratex_font::{FontId, get_char_metrics};
use ratex_layout::LayoutBox;
use ratex_types::color::Color;

use super::boxes::{bar, drawing, glyph, positioned};

/// How far the pieces of a stack overlap.
const LAP_EM: f64 = 0.008;

/// Height and depth of a glyph together, in em of its font; 0 when the font lacks it.
pub(super) fn extent(font: FontId, code: u32) -> f64 {
    get_char_metrics(font, code).map_or(0.0, |metrics| metrics.height + metrics.depth)
}

/// The pieces of a stacked delimiter.
pub(super) struct Stack {
    font: FontId,
    top: u32,
    middle: Option<u32>,
    bottom: u32,
    /// The piece whose height the stack grows by.
    repeat: u32,
    /// What is drawn for the repeated pieces, left and right; nothing where RaTeX draws the whole.
    bars: &'static [(f64, f64)],
}

impl Stack {
    /// The pieces of a delimiter; none for one that RaTeX stacks by itself.
    pub fn of(delimiter: &str) -> Option<Self> {
        const SINGLE: &[(f64, f64)] = &[(0.312, 0.355)];
        const DOUBLE: &[(f64, f64)] = &[(0.257, 0.3), (0.478, 0.521)];
        const BRACE: &[(f64, f64)] = &[(0.384, 0.504)];
        let arrow = |top, bottom, repeat, bars| Self {
            font: FontId::Size1Regular,
            top,
            middle: None,
            bottom,
            repeat,
            bars,
        };
        let curly = |top, middle, bottom| Self {
            font: FontId::Size4Regular,
            top,
            middle,
            bottom,
            repeat: 0x23aa,
            bars: BRACE,
        };
        let square = |top, bottom, repeat| Self {
            font: FontId::Size4Regular,
            top,
            middle: None,
            bottom,
            repeat,
            bars: &[],
        };
        Some(match delimiter {
            "\\uparrow" | "↑" => arrow(0x2191, 0x23d0, 0x23d0, SINGLE),
            "\\downarrow" | "↓" => arrow(0x23d0, 0x2193, 0x23d0, SINGLE),
            "\\updownarrow" | "↕" => arrow(0x2191, 0x2193, 0x23d0, SINGLE),
            "\\Uparrow" | "⇑" => arrow(0x21d1, 0x2016, 0x2016, DOUBLE),
            "\\Downarrow" | "⇓" => arrow(0x2016, 0x21d3, 0x2016, DOUBLE),
            "\\Updownarrow" | "⇕" => arrow(0x21d1, 0x21d3, 0x2016, DOUBLE),
            "\\{" | "\\lbrace" => curly(0x23a7, Some(0x23a8), 0x23a9),
            "\\}" | "\\rbrace" => curly(0x23ab, Some(0x23ac), 0x23ad),
            "\\lgroup" | "⟮" => curly(0x23a7, None, 0x23a9),
            "\\rgroup" | "⟯" => curly(0x23ab, None, 0x23ad),
            "\\lmoustache" | "⎰" => curly(0x23a7, None, 0x23ad),
            "\\rmoustache" | "⎱" => curly(0x23ab, None, 0x23a9),
            "[" | "\\lbrack" => square(0x23a1, 0x23a3, 0x23a2),
            "]" | "\\rbrack" => square(0x23a4, 0x23a6, 0x23a5),
            "\\lfloor" | "⌊" => square(0x23a2, 0x23a3, 0x23a2),
            "\\rfloor" | "⌋" => square(0x23a5, 0x23a6, 0x23a5),
            "\\lceil" | "⌈" => square(0x23a1, 0x23a2, 0x23a2),
            "\\rceil" | "⌉" => square(0x23a4, 0x23a5, 0x23a5),
            "(" | "\\lparen" => square(0x239b, 0x239d, 0x239c),
            ")" | "\\rparen" => square(0x239e, 0x23a0, 0x239f),
            _ => return None,
        })
    }

    fn middle_extent(&self) -> f64 {
        self.middle.map_or(0.0, |middle| extent(self.font, middle))
    }

    /// Whether RaTeX stacks these pieces as KaTeX does, given their height.
    pub fn is_drawn_by_layout(&self) -> bool {
        self.bars.is_empty()
    }

    /// The height of whole pieces, at least `total`.
    pub fn height(&self, total: f64) -> f64 {
        let least = extent(self.font, self.top) + extent(self.font, self.bottom) + self.middle_extent();
        let piece = extent(self.font, self.repeat) * if self.middle.is_some() { 2.0 } else { 1.0 };
        least + ((total - least) / piece).ceil().max(0.0) * piece
    }

    /// The pieces from the bottom up, with bars between them.
    pub fn draw(&self, total: f64, axis: f64, color: Color) -> LayoutBox {
        let real = self.height(total);
        let depth = real / 2.0 - axis;
        let ends = extent(self.font, self.top) + extent(self.font, self.bottom);
        let n_bars = if self.middle.is_some() { 2.0 } else { 1.0 };
        let bar_height = (real - ends - self.middle_extent()) / n_bars + 2.0 * LAP_EM;
        let mut parts = Vec::new();
        let mut width: f64 = 0.0;
        let mut at = depth;
        for (index, piece) in [Some(self.bottom), self.middle, Some(self.top)]
            .into_iter()
            .flatten()
            .enumerate()
        {
            if index > 0 {
                let (lower, upper) = (at + LAP_EM, at + LAP_EM - bar_height);
                let outline = self
                    .bars
                    .iter()
                    .flat_map(|(left, right)| bar(*left, *right, upper, lower));
                parts.push((drawing(outline.collect(), color), 0.0, 0.0));
                at = upper + LAP_EM;
            }
            if let Some(piece) = glyph(self.font, piece, color) {
                width = width.max(piece.width);
                let baseline = at - piece.depth;
                at -= piece.height + piece.depth;
                parts.push((piece, 0.0, baseline));
            }
        }
        positioned((width, real - depth, depth), color, parts, Vec::new())
    }
}
