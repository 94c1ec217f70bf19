//! Equation tags: `\tag{…}` of a single formula and of the rows of `align`, `gather`, ….
//!
//! A formula does not know the width of the column that it will stand in, and WeChat scales no SVG, so a
//! tag cannot go to the column's edge. Instead every tagged formula that fits is set on a line of one
//! common width, [`MEASURE_EM`], that is centered in the column: the body in its middle, the tag at its
//! right end. Tags of several formulas then stand below each other, on a phone at the column's edge.

use ratex_layout::LayoutBox;
use ratex_layout::layout_box::BoxContent;
use ratex_parser::parse_node::ArrayTag;
use ratex_parser::{ParseNode, ParseResult};

use super::layout::{Layout, layout_of};
use super::rows;
use crate::error::MathError;

/// Width of a line with a tag, in em of the formula: 310 px in text of 16 px, the column of a small phone.
const MEASURE_EM: f64 = 16.0;

/// Least distance of body and tag, in em.
const GAP_EM: f64 = 1.0;

/// Reads a formula whose tags are text, as KaTeX has them: `\tag{A}` is upright, and `\tag*{$\star$}` may hold formulas.
///
/// The parser reads a tag as a formula, so each is written as `\tag{\text{…}}`. Where that cannot be read, the formula is
/// read as it stands; so errors are those of the source. Rows are filled up on the way, see [`rows`].
pub(super) fn parse(tex: &str) -> ParseResult<Vec<ParseNode>> {
    let filled = rows::with_filled_last_cells(tex);
    let text_tags = with_text_tags(filled.as_deref().unwrap_or(tex));
    for rewritten in [text_tags, filled].into_iter().flatten() {
        if let Ok(nodes) = ratex_parser::parse(&rewritten) {
            return Ok(nodes);
        }
    }
    ratex_parser::parse(tex)
}

/// The source with the argument of each `\tag` in a `\text`; none when there is no tag.
fn with_text_tags(tex: &str) -> Option<String> {
    let mut out = String::new();
    let mut rest = tex;
    while let Some((before, after)) = rest.split_once("\\tag") {
        let argument = after.strip_prefix('*').unwrap_or(after).trim_start();
        let (head, tail) = after.split_at_checked(after.len() - argument.len())?;
        out.push_str(before);
        out.push_str("\\tag");
        out.push_str(head);
        rest = tail;
        if let Some(group) = group(argument) {
            out.push_str("{\\text");
            out.push_str(group);
            out.push('}');
            rest = tail.get(group.len()..)?;
        }
    }
    if out.is_empty() {
        return None;
    }
    out.push_str(rest);
    Some(out)
}

/// The group in braces that `tex` begins with.
fn group(tex: &str) -> Option<&str> {
    let mut depth = 0_usize;
    let mut escaped = false;
    for (at, byte) in tex.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'{' => depth += 1,
            b'}' => depth = depth.checked_sub(1)?,
            _ => {}
        }
        if depth == 0 {
            return (byte == b'}').then(|| tex.get(..=at)).flatten();
        }
    }
    None
}

/// Takes the tag off a formula.
pub(super) fn split(nodes: Vec<ParseNode>) -> (Vec<ParseNode>, Option<Vec<ParseNode>>) {
    let mut body = Vec::with_capacity(nodes.len());
    let mut tags = None;
    for node in nodes {
        match node {
            ParseNode::Tag { tag, .. } => tags = Some(tag),
            other => body.push(other),
        }
    }
    (body, tags.filter(|tag| !tag.is_empty()))
}

/// Removes the numbers that `align`, `gather` and `equation` give their rows by themselves.
///
/// The parser counts from 1 in each formula, so every formula of an article would be number 1.
pub(super) fn drop_automatic_numbers(nodes: &mut [ParseNode]) {
    for node in nodes {
        let ParseNode::Array { tags: array_tags, .. } = node else {
            continue;
        };
        let Some(tags) = array_tags else { continue };
        for tag in tags.iter_mut() {
            if matches!(tag, ArrayTag::Explicit(nodes) if is_automatic(nodes)) {
                *tag = ArrayTag::Auto(false);
            }
        }
        if !tags.iter().any(|tag| matches!(tag, ArrayTag::Explicit(_))) {
            *array_tags = None;
        }
    }
}

/// Automatic numbers are three nodes that stand nowhere in the source.
fn is_automatic(nodes: &[ParseNode]) -> bool {
    let [
        ParseNode::MathOrd { .. },
        ParseNode::MathOrd { text, loc: None, .. },
        ParseNode::MathOrd { .. },
    ] = nodes
    else {
        return false;
    };
    text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Where body and tag stand on their line, in em.
struct Line {
    body_x: f64,
    tag_x: f64,
    width: f64,
}

fn line(body: f64, tag: f64, display: bool) -> Line {
    let needed = body + GAP_EM + tag;
    if !display || needed > MEASURE_EM {
        return Line {
            body_x: 0.0,
            tag_x: body + GAP_EM,
            width: needed,
        };
    }
    let centered = (MEASURE_EM - body) / 2.0;
    let body_x = centered.min(MEASURE_EM - needed);
    Line {
        body_x,
        tag_x: MEASURE_EM - tag,
        width: MEASURE_EM,
    }
}

/// Sets a tag to the right of a body, on the same baseline.
pub(super) fn beside(mut body: Layout, mut tag: Layout, display: bool) -> Layout {
    let line = line(body.width, tag.width, display);
    body.shift(line.body_x, 0.0);
    tag.shift(line.tag_x, 0.0);
    body.items.append(&mut tag.items);
    Layout {
        items: body.items,
        width: line.width,
        height: body.height.max(tag.height),
        depth: body.depth.max(tag.depth),
    }
}

/// Draws a formula; when it is one array with tags, its tags go to the end of the common line.
pub(super) fn spread_rows(mut tree: LayoutBox, display: bool) -> Result<Layout, MathError> {
    let Some(line) = stretch_tag_gap(&mut tree, display) else {
        return layout_of(&tree);
    };
    tree.width = line.width - line.body_x;
    let mut layout = layout_of(&tree)?;
    layout.shift(line.body_x, 0.0);
    layout.width = line.width;
    Ok(layout)
}

fn stretch_tag_gap(tree: &mut LayoutBox, display: bool) -> Option<Line> {
    let content = match &mut tree.content {
        BoxContent::HBox(children) => match children.as_mut_slice() {
            [only] => &mut only.content,
            _ => return None,
        },
        content => content,
    };
    let BoxContent::Array {
        array_inner_width,
        tag_gap_em,
        tag_col_width,
        ..
    } = content
    else {
        return None;
    };
    if *tag_col_width <= 0.0 {
        return None;
    }
    let line = line(*array_inner_width, *tag_col_width, display);
    *tag_gap_em = line.tag_x - line.body_x - *array_inner_width;
    Some(line)
}

#[cfg(test)]
mod tests {
    use crate::formula_svg;

    #[test]
    fn a_tag_is_text_as_in_katex() {
        for (tag, text) in [
            (r"x \tag{A}", r"x \tag{\text{A}}"),
            (r"x \tag*{a b}", r"x \tag*{\text{a b}}"),
            (r"x \tag {A\}}", r"x \tag{\text{A\}}}"),
            (
                r"\begin{align}a\tag{A}\\b\tag{B}\end{align}",
                r"\begin{align}a\tag{\text{A}}\\b\tag{\text{B}}\end{align}",
            ),
        ] {
            assert_eq!(formula_svg(tag, true), formula_svg(text, true), "{tag}");
            assert!(formula_svg(tag, true).is_ok(), "{tag}");
        }
        assert_ne!(
            formula_svg(r"x \tag*{A}", true),
            formula_svg(r"x \tag*{$A$}", true)
        );
    }

    #[test]
    fn a_tag_may_hold_a_formula() {
        assert!(formula_svg(r"x \tag*{$\star$}", true).is_ok());
        assert!(formula_svg(r"x \tag{$\frac{a}{b}$}", true).is_ok());
    }

    #[test]
    fn a_tag_that_is_no_text_is_read_as_a_formula_and_errors_are_those_of_the_source() {
        assert!(formula_svg(r"x \tag{A_1}", true).is_ok());
        let error = formula_svg(r"x \tag{A} \frac{a", true).unwrap_err();
        assert_eq!(error.position(), Some(17), "{error}");
        assert!(formula_svg(r"x \tag{A", true).is_err());
        assert!(formula_svg(r"x \tag", true).is_err());
    }
}
