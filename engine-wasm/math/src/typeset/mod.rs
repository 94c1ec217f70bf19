//! TeX to a layout: what is drawn, and where, around a baseline.

mod accent;
mod adjust;
mod bold;
mod box_registry;
mod boxes;
mod chemistry;
mod delimiter;
mod delimiter_pieces;
mod enclosure;
mod fallback;
mod font;
mod fraction;
mod layout;
mod limits;
mod nodes;
mod radical;
mod rows;
mod spacing;
mod style_context;
mod table;
mod tag;
mod wide;

use ratex_layout::{LayoutBox, validate_layout};
use ratex_parser::ParseNode;
use ratex_types::math_style::MathStyle;

use crate::error::MathError;
use crate::limits::MAX_TEX_BYTES;
pub(crate) use bold::unmarked;
use box_registry::BoxRegistry;
pub(crate) use layout::{INHERITED_COLOR, Layout};
use layout::{check_extent, layout_of};
use style_context::StyleContext;
pub(crate) use wide::is_wide;

/// Parses and lays out one formula.
pub(crate) fn typeset(tex: &str, display: bool) -> Result<Layout, MathError> {
    if tex.len() > MAX_TEX_BYTES {
        return Err(MathError::too_large(format!("more than {MAX_TEX_BYTES} bytes")));
    }
    chemistry::check(tex)?;
    let nodes = tag::parse(tex).map_err(|error| MathError::from_parser(error, tex))?;
    let mut registry = BoxRegistry::new(fallback::metrics(tex));
    let (mut body, tags) = tag::split(nodes);
    tag::drop_automatic_numbers(&mut body);
    let context = StyleContext::new(
        if display {
            MathStyle::Display
        } else {
            MathStyle::Text
        },
        INHERITED_COLOR,
    );
    adjust::prepare(&mut body, &mut registry, &context);
    let body = lay_out(&body, &registry, &context)?;
    let layout = match tags {
        Some(tags) => tag::beside(
            layout_of(&body)?,
            layout_of(&lay_out(&tags, &registry, &context.with_style(MathStyle::Text))?)?,
            display,
        ),
        None => tag::spread_rows(body, display)?,
    };
    check_extent(&layout)?;
    Ok(layout)
}

fn lay_out(
    nodes: &[ParseNode],
    registry: &BoxRegistry,
    context: &StyleContext,
) -> Result<LayoutBox, MathError> {
    let mut tree = registry.lay_out(nodes, context);
    registry.restore(&mut tree)?;
    validate_layout(&tree).map_err(MathError::too_large)?;
    Ok(tree)
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
        (r"\bar{f}", false, 0.8313, 0.1944),
        (r"\bar{x}", false, 0.5678, 0.0000),
        (r"\bar{A}", false, 0.8201, 0.0000),
        (r"\prod_{j=1\\j\neq i}", true, 1.0500, 1.4382),
        (r"\left(\bar{f}\right)", true, 0.8500, 0.3500),
        (r"\overbracket{ab}", false, 1.2344, 0.0000),
        (r"\underbrace{\frac{a}{b}}_{x}", false, 1.1076, 1.8354),
        (r"\iint\limits_{D} f", true, 1.3610, 1.6053),
        (r"\text{面积}", false, 0.6833, 0.0000),
        (r"\sqrt{\text{面积}}", false, 0.9267, 0.1133),
    ];

    #[test]
    fn formulas_are_as_high_and_as_deep_as_in_the_preview() {
        for (tex, display, height, depth) in SIZES {
            let layout = typeset(tex, *display).unwrap_or_else(|error| panic!("{tex}: {error}"));
            let is_same = |one: f64, other: f64| (one - other).abs() < 0.002;
            assert!(
                is_same(layout.height, *height) && is_same(layout.depth, *depth),
                "{tex}: {:.4} {:.4}, not {height} {depth}",
                layout.height,
                layout.depth,
            );
        }
    }
}
