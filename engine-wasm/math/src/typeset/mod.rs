//! TeX to a sheet: drawing items around a baseline.

mod adjust;
mod bold;
mod boxes;
mod chemistry;
mod delimiter;
mod enclosure;
mod fallback;
mod font;
mod fraction;
mod limits;
mod press;
mod radical;
mod setting;
mod spacing;
mod table;
mod tag;

use ratex_layout::{LayoutBox, to_display_list, validate_layout};
use ratex_parser::parse_node::Measurement;
use ratex_parser::{Mode, ParseNode};
use ratex_types::color::Color;
use ratex_types::display_item::DisplayItem;
use ratex_types::math_style::MathStyle;

use crate::error::MathError;
use crate::limits::{MAX_EXTENT_EM, MAX_ITEMS, MAX_TEX_BYTES};
pub(crate) use bold::unmarked;
pub(crate) use fallback::is_wide;
use press::Press;
use setting::Setting;

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
    let mut press = Press::new(fallback::metrics(tex));
    let (mut body, tags) = tag::split(nodes);
    tag::drop_automatic_numbers(&mut body);
    let setting = Setting::new(
        if display {
            MathStyle::Display
        } else {
            MathStyle::Text
        },
        INK,
    );
    adjust::prepare(&mut body, &mut press, &setting);
    let body = lay_out(&body, &press, &setting)?;
    let sheet = match tags {
        Some(tags) => tag::beside(
            sheet_of(&body)?,
            sheet_of(&lay_out(&tags, &press, &setting.with_style(MathStyle::Text))?)?,
            display,
        ),
        None => tag::spread_rows(body, display)?,
    };
    check_extent(&sheet)?;
    Ok(sheet)
}

fn lay_out(nodes: &[ParseNode], press: &Press, setting: &Setting) -> Result<LayoutBox, MathError> {
    let mut tree = press.lay_out(nodes, setting);
    press.restore(&mut tree)?;
    validate_layout(&tree).map_err(MathError::too_large)?;
    Ok(tree)
}

/// A length in em.
fn em(number: f64) -> Measurement {
    Measurement {
        number,
        unit: "em".to_owned(),
    }
}

/// A space of a width in em.
fn kern(width: f64) -> ParseNode {
    ParseNode::Kern {
        mode: Mode::Math,
        dimension: em(width),
        loc: None,
    }
}

/// Whether a node is one character, alone in groups that do not count.
fn is_character(node: &ParseNode) -> bool {
    let mut node = node;
    loop {
        node = match node {
            ParseNode::OrdGroup { body, .. } | ParseNode::Color { body, .. } => match body.as_slice() {
                [only] => only,
                _ => return false,
            },
            ParseNode::Font { body, .. } => body,
            ParseNode::MathOrd { .. } | ParseNode::TextOrd { .. } | ParseNode::Atom { .. } => return true,
            _ => return false,
        };
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Heights and depths that KaTeX 0.18 writes into `katex-strut`.
    #[rustfmt::skip]
    const SIZES: &[(&str, bool, f64, f64)] = &[
        (r"\sum_{k=1}^n", true, 1.6514, 1.3021),
        (r"\left( \sum_{k=1}^n a_k b_k \right)^2", true, 1.9540, 1.3021),
        (r"\left\uparrow \frac{\frac ab}{\frac cd} \right\Downarrow", true, 1.4510, 1.0310),
        (r"\sqrt{x}", false, 0.8003, 0.2397),
        (r"\sqrt{\frac{a}{b}}", true, 1.5447, 0.8953),
        (r"\sqrt[n]{\frac{1+\sqrt5}{2}}", true, 2.0830, 0.9570),
        (r"x^{\sqrt{\frac{a}{b}}}", false, 1.1274, 0.0000),
        (r"e^{\left(\frac{x-\mu}{\sigma}\right)^2}", true, 1.1857, 0.0000),
        (r"\fbox{text}", false, 0.9551, 0.3400),
        (r"\angln", false, 0.5906, 0.2500),
        (r"\binom{n}{k}", false, 0.8500, 0.3500),
        (r"\left. \frac{a}{b} \right|_0", true, 1.1500, 0.7357),
        (r"\left\{ \begin{matrix}a\\b\\c\\d\\e\end{matrix} \right.", true, 3.2500, 2.7500),
        (r"\left\lgroup \frac{\frac ab}{\frac cd} \right\rmoustache", true, 1.4500, 1.0310),
        (r"\sqrt{\begin{matrix}a\\b\\c\\d\end{matrix}}", true, 2.8778, 2.1500),
        (r"\Bigl( x^{\bigl( y \bigr)}", false, 1.3078, 0.6500),
        (r"\left( a \middle/ \frac{b}{c} \right)", true, 1.4500, 0.9500),
        (r"\begin{array}{c} a \\[-4pt] b \end{array}", false, 1.2500, 0.7500),
        (r"\overbracket{ab}", false, 1.2344, 0.0000),
        (r"\underbrace{\frac{a}{b}}_{x}", false, 1.1076, 1.8354),
        (r"\iint\limits_{D} f", true, 1.3610, 1.6053),
        (r"\text{面积}", false, 0.6833, 0.0000),
        (r"\sqrt{\text{面积}}", false, 0.9267, 0.1133),
    ];

    #[test]
    fn formulas_are_as_high_and_as_deep_as_in_the_preview() {
        for (tex, display, height, depth) in SIZES {
            let sheet = typeset(tex, *display).unwrap_or_else(|error| panic!("{tex}: {error}"));
            let is_same = |one: f64, other: f64| (one - other).abs() < 0.002;
            assert!(
                is_same(sheet.height, *height) && is_same(sheet.depth, *depth),
                "{tex}: {:.4} {:.4}, not {height} {depth}",
                sheet.height,
                sheet.depth,
            );
        }
    }
}
