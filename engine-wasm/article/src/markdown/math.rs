//! Formulas: `$…$`, `\(…\)` inline; `$$…$$`, `\[…\]` and ```` ```math ```` fences as blocks.
//!
//! Inline dollars follow pandoc's rule (no space inside, no digit after), which `中文$x$中文` meets and
//! `$5 和 $10` does not. Two readings of it are corrected: prose between two prices, and words like `a$b$c`.

use comrak::nodes::{Node, NodeMath, NodeValue, Sourcepos};

use super::autolink::is_full_width;
use super::context::Context;
use super::format::Formatter;
use super::lines::line_ranges;
use super::{tag, tree};

/// Language of a code fence that holds a formula.
pub(crate) const FENCE: &str = "math";

/// The parser searches an end for every `\(`, up to the end of the paragraph. When those that have none make it read
/// more than this many bytes, formulas in that notation are left as text.
const MAX_VAIN_BYTES: usize = 1_000_000;

/// Offset of a `\(` or `\[` without an end, when looking for the ends of all of them would take too long.
pub(crate) fn vain_latex(text: &str) -> Option<usize> {
    let (mut vain, mut since_blank) = (0_usize, 0_usize);
    let (mut round, mut square) = (false, false);
    let mut after = 0_u8;
    // Backwards, so that it is known whether an end follows within the paragraph.
    let mut line_is_blank = true;
    for (at, &byte) in text.as_bytes().iter().enumerate().rev() {
        match (byte, after) {
            (b'\n', _) => {
                if line_is_blank {
                    (round, square, since_blank) = (false, false, 0);
                }
                line_is_blank = true;
            }
            (b'\\', b')') => round = true,
            (b'\\', b']') => square = true,
            (b'\\', b'(') if !round => vain = vain.saturating_add(since_blank),
            (b'\\', b'[') if !square => vain = vain.saturating_add(since_blank),
            _ => {}
        }
        if !matches!(byte, b'\n' | b'\r' | b' ' | b'\t' | b'>') {
            line_is_blank = false;
        }
        since_blank += 1;
        after = byte;
        if vain > MAX_VAIN_BYTES {
            return Some(at);
        }
    }
    None
}

/// Tells formulas in `\(` and `\[` from those in dollars; the parser takes all for dollars. `text` is what was parsed.
pub(crate) fn tell_latex(root: Node<'_>, text: &str) {
    if !text.contains("\\(") && !text.contains("\\[") {
        return;
    }
    let lines = line_ranges(text);
    for node in root.descendants() {
        let mut data = node.data_mut();
        let start = data.sourcepos.start;
        if let NodeValue::Math(math) = &mut data.value {
            let line = lines.get(start.line.wrapping_sub(1));
            let at = line.map_or(text.len(), |line| line.start + start.column.saturating_sub(1));
            math.dollar_math = text.as_bytes().get(at) == Some(&b'$');
        }
    }
}

/// Gives the formula blocks that the pre-pass made code fences their TeX back.
pub(crate) fn restore_blocks<'a>(context: &Context<'a, '_>, root: Node<'a>) {
    if context.prepared.formulas.is_empty() {
        return;
    }
    for node in tree::blocks(root) {
        if let NodeValue::CodeBlock(code) = &mut node.data_mut().value
            && let Some(number) = code.info.strip_prefix('\0')
            && let Some(tex) = number
                .parse::<usize>()
                .ok()
                .and_then(|number| context.prepared.formulas.get(number))
        {
            code.info = FENCE.to_owned();
            code.literal.clone_from(tex);
        }
    }
}

/// Resolves the formulas directly in a paragraph, before it is cut at those that are left.
pub(crate) fn resolve_paragraph<'a>(context: &mut Context<'a, '_>, paragraph: Node<'a>) {
    let formulas: Vec<Node<'a>> = paragraph
        .children()
        .filter(|child| matches!(child.data().value, NodeValue::Math(_)))
        .collect();
    for formula in formulas {
        resolve_inline(context, formula);
    }
}

/// Cuts a paragraph at the display formulas that stand in it, so that each is a block of its own.
pub(crate) fn split_paragraph<'a>(context: &Context<'a, '_>, paragraph: Node<'a>) {
    if !paragraph.children().any(is_display) {
        return;
    }
    let mut last: Option<Node<'a>> = None;
    for piece in pieces(tree::take_children(paragraph)) {
        // The paragraph itself becomes the first piece, so that the walk over the tree goes on from it.
        let block = last.map_or(paragraph, |_| {
            tree::node(context.arena, NodeValue::Paragraph, piece.position())
        });
        match piece {
            Piece::Text(nodes) => block.extend(nodes),
            Piece::Display(formula) => block.data_mut().value = display_block(formula),
        }
        if let Some(last) = last {
            last.insert_after(block);
        }
        last = Some(block);
    }
}

/// A run of a paragraph that becomes one block.
enum Piece<'a> {
    Text(Vec<Node<'a>>),
    Display(Node<'a>),
}

impl Piece<'_> {
    fn position(&self) -> Sourcepos {
        match self {
            Self::Text(nodes) => nodes
                .first()
                .copied()
                .map_or_else(|| (1, 1, 1, 1).into(), tree::position),
            Self::Display(node) => tree::position(node),
        }
    }
}

fn pieces<'a>(nodes: Vec<Node<'a>>) -> Vec<Piece<'a>> {
    let mut pieces = Vec::new();
    let mut text = Vec::new();
    for node in nodes {
        if is_display(node) {
            push_text(&mut pieces, std::mem::take(&mut text));
            pieces.push(Piece::Display(node));
        } else {
            text.push(node);
        }
    }
    push_text(&mut pieces, text);
    pieces
}

/// Adds `nodes` without the breaks at their ends, unless nothing visible is left.
fn push_text<'a>(pieces: &mut Vec<Piece<'a>>, mut nodes: Vec<Node<'a>>) {
    let is_blank = |node: &Node<'a>| match &node.data().value {
        NodeValue::SoftBreak | NodeValue::LineBreak => true,
        NodeValue::Text(text) => text.trim().is_empty(),
        _ => false,
    };
    while nodes.last().is_some_and(is_blank) {
        nodes.pop();
    }
    let start = nodes.iter().take_while(|node| is_blank(node)).count();
    let nodes = nodes.split_off(start);
    let (Some(first), Some(last)) = (nodes.first(), nodes.last()) else {
        return;
    };
    if let NodeValue::Text(text) = &mut first.data_mut().value {
        *text = text.trim_start().to_owned().into();
    }
    if let NodeValue::Text(text) = &mut last.data_mut().value {
        *text = text.trim_end().to_owned().into();
    }
    pieces.push(Piece::Text(nodes));
}

fn is_display(node: Node<'_>) -> bool {
    matches!(&node.data().value, NodeValue::Math(math) if math.display_math)
}

fn display_block(node: Node<'_>) -> NodeValue {
    let literal = match &node.data().value {
        NodeValue::Math(math) => math.literal.trim().to_owned(),
        _ => String::new(),
    };
    NodeValue::CodeBlock(Box::new(comrak::nodes::NodeCodeBlock {
        info: FENCE.to_owned(),
        literal,
        ..Default::default()
    }))
}

/// Makes a formula text again where none was meant: `a$b$c` between words, and escaped brackets around prose
/// (`见\\[1\\]`), which other tools write.
pub(crate) fn resolve_inline<'a>(context: &mut Context<'a, '_>, node: Node<'a>) {
    let (literal, is_dollar, is_display) = match &node.data().value {
        NodeValue::Math(math) => (math.literal.clone(), math.dollar_math, math.display_math),
        _ => return,
    };
    let (open, close) = match (is_dollar, is_display) {
        (true, true) => return,
        (true, false) => ("$", "$"),
        (false, true) => ("[", "]"),
        (false, false) => ("(", ")"),
    };
    let is_prose = match open {
        "$" => {
            let between_words =
                ends_with_word(node.previous_sibling()) && starts_with_word(node.next_sibling());
            between_words && literal.chars().all(|c| c.is_ascii_alphanumeric() || c == ' ')
        }
        _ if is_no_tex(&literal) => true,
        "[" => !has_tex(&literal) && !is_alone(node),
        _ => !has_tex(&literal) && literal.chars().any(is_full_width),
    };
    if !is_prose {
        return;
    }
    // `node` becomes the opening mark and the rest follows it, so that the walk over the tree meets it.
    node.insert_after(tree::text_node(context.arena, close, tree::position(node)));
    for child in context.inline(&literal).into_iter().rev() {
        node.insert_after(child);
    }
    node.data_mut().value = NodeValue::Text(open.into());
}

/// Whether `literal` is none that TeX could set: with dollars outside of braces, or brackets in brackets (`\[\[名\]\]`).
pub(super) fn is_no_tex(literal: &str) -> bool {
    let (mut depth, mut is_escaped) = (0_usize, false);
    for byte in literal.bytes() {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = true,
            b'{' => depth += 1,
            b'}' => depth = depth.saturating_sub(1),
            b'$' if depth == 0 => return true,
            _ => {}
        }
    }
    literal.starts_with("\\[")
}

/// Whether `literal` holds a character that TeX uses and prose does not.
fn has_tex(literal: &str) -> bool {
    literal.contains(['\\', '^', '_', '{', '}', '=', '+', '<', '>', '|'])
}

fn is_alone(node: Node<'_>) -> bool {
    node.previous_sibling().is_none() && node.next_sibling().is_none()
}

/// Those of the `dollars` of `text` that stand for money: `$5 和 $10`, `$5 到 10$`.
///
/// By pandoc's rule some of these would open a formula and take the dollar of a real one for their end, so the
/// pre-pass escapes them.
pub(crate) fn prices(text: &str, dollars: &[usize]) -> Vec<usize> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let mut open: Option<usize> = None;
    for &at in dollars {
        let before = at.checked_sub(1).and_then(|at| bytes.get(at));
        if matches!(before, Some(b'\\' | b'$')) || bytes.get(at + 1) == Some(&b'$') {
            continue;
        }
        let literal = open
            .and_then(|open| text.get(open + 1..at))
            .filter(|literal| !leaves_paragraph(literal));
        let Some(literal) = literal else {
            open = Some(at);
            continue;
        };
        let is_formula = !literal.starts_with(char::is_whitespace)
            && !literal.ends_with(char::is_whitespace)
            && !bytes.get(at + 1).is_some_and(u8::is_ascii_digit);
        if is_price(literal) {
            found.extend(open);
            open = Some(at);
        } else {
            open = (!is_formula).then_some(at);
        }
    }
    found
}

/// Whether another block begins in `text`, which begins within a line: behind a blank line, or with the mark of one.
fn leaves_paragraph(text: &str) -> bool {
    const MARKS: [&str; 8] = ["#", "|", ":::", "```", "~~~", "---", "===", "***"];
    let begins_block = |line: &str| {
        let line = line.trim_start_matches([' ', '\t', '>']);
        let behind_digits = line.trim_start_matches(|c: char| c.is_ascii_digit());
        let signs: &[char] = if behind_digits.len() < line.len() {
            &['.', ')']
        } else {
            &['-', '+', '*']
        };
        let behind_sign = behind_digits.strip_prefix(signs);
        let is_item = behind_sign.is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '\t']));
        line.is_empty() || is_item || MARKS.iter().any(|mark| line.starts_with(mark))
    };
    text.split(['\n', '\r'])
        .skip(1)
        .any(|line| begins_block(line.trim_end()))
}

/// `5 元，不是 10` or `，中文`: prose between two dollars, without anything that only TeX has.
fn is_price(literal: &str) -> bool {
    literal.starts_with(|c: char| c.is_ascii_digit() || is_full_width(c))
        && literal.chars().any(is_full_width)
        && !has_tex(literal)
}

fn ends_with_word(node: Option<Node<'_>>) -> bool {
    node.is_some_and(|node| tree::text_of(node).ends_with(|c: char| c.is_ascii_alphanumeric()))
}

fn starts_with_word(node: Option<Node<'_>>) -> bool {
    node.is_some_and(|node| tree::text_of(node).starts_with(|c: char| c.is_ascii_alphanumeric()))
}

impl Formatter<'_> {
    /// A formula in a line of text.
    pub(super) fn inline_math(&mut self, math: &NodeMath) {
        self.has_math = true;
        let tex = math.literal.trim();
        tag::open(
            &mut self.out,
            "span",
            &[("class", "math-inline"), ("data-tex", tex)],
        );
        tag::escape(&mut self.out, tex);
        tag::close(&mut self.out, "span");
    }

    /// A formula that is a block.
    pub(super) fn block_math(&mut self, tex: &str) {
        self.has_math = true;
        let tex = tex.trim();
        tag::open(
            &mut self.out,
            "section",
            &[("class", "math-block"), ("data-tex", tex)],
        );
        tag::escape(&mut self.out, tex);
        tag::close(&mut self.out, "section");
        self.out.push('\n');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn money(text: &str) -> Vec<usize> {
        let dollars: Vec<usize> = text.match_indices('$').map(|(at, _)| at).collect();
        prices(text, &dollars)
    }

    #[test]
    fn vain_searches_are_counted() {
        assert_eq!(vain_latex(&"\\(x\\) ".repeat(100_000)), None);
        assert!(vain_latex(&"\\(x ".repeat(100_000)).is_some());
        assert_eq!(vain_latex(&"\\(x\n\n".repeat(100_000)), None);
        assert_eq!(vain_latex(&"\\[x\\] ".repeat(100_000)), None);
        assert!(vain_latex(&"\\[x ".repeat(100_000)).is_some());
        let of = |bytes: usize| format!("\\({}", "x".repeat(bytes - 1));
        assert_eq!(vain_latex(&of(MAX_VAIN_BYTES)), None);
        assert_eq!(vain_latex(&of(MAX_VAIN_BYTES + 1)), Some(0));
    }

    #[test]
    fn a_formula_in_a_title_is_one_in_dollars_whatever_the_text_begins_with() {
        let html = |text: &str| -> String {
            let article = crate::render(text, &crate::RenderOptions::default());
            article.blocks.iter().map(|block| block.html.as_str()).collect()
        };
        for first in ["", "第一段写在前面\n\n", "$a$，\\(b\\)\n\n"] {
            let dollars = html(&format!("{first}::: note 看 $a中$\n乙\n:::"));
            assert!(dollars.contains("data-tex=\"a中\""), "{first:?} {dollars}");
            let brackets = html(&format!("{first}::: note 看 \\(中\\)\n乙\n:::"));
            assert!(brackets.contains("看 (中)"), "{first:?} {brackets}");
        }
    }

    #[test]
    fn money_is_told_from_formulas() {
        assert_eq!(money("$5 和 $10，中文$x$中文"), [0, 7]);
        assert_eq!(money("$5 到 10$"), [0]);
        assert_eq!(money("$ x$，到 10$"), [3]);
        assert_eq!(money("$x$5 到 10$"), [2]);
        assert_eq!(money("$5 到 10$，中文$x$"), [0, 9]);
        assert!(money("$x$ $5\\text{元}$ \\$5，$x$ $5$").is_empty());
    }

    #[test]
    fn a_formula_may_go_on_in_the_next_line() {
        assert!(money("$x\ny$，$z$").is_empty());
        assert!(money("> $x\n> y$，$z$").is_empty());
        assert_eq!(money("$5 元\n和$10，$z$"), [0, 10]);
    }

    #[test]
    fn no_formula_reaches_into_the_next_block() {
        for block in ["\n", "- ", "1. ", "# ", "| ", "> \n", ":::tip ", "---\n"] {
            assert!(money(&format!("中$x\n{block}中$y$，$z$")).is_empty(), "{block}");
        }
    }

    #[test]
    fn dollars_and_brackets_in_brackets_are_no_tex() {
        for text in ["也叫样本，与$x$不同", "\\[双链", "\\text{a} $b$"] {
            assert!(is_no_tex(text), "{text}");
        }
        for text in ["x", "\\text{价格 $x$}", "\\$5", "a \\[ b"] {
            assert!(!is_no_tex(text), "{text}");
        }
    }

    #[test]
    fn a_price_is_a_number_and_prose() {
        assert!(is_price("5 到 10"));
        assert!(!is_price("5 \\text{元}"));
        assert!(!is_price("x 元"));
    }
}
