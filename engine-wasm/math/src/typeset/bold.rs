//! Bold characters that RaTeX would set in normal weight.
//!
//! - `\boldsymbol` takes Math-BoldItalic only; digits and symbols that this font lacks (`\nabla`, `=`) come
//!   from Main-Bold here, as in KaTeX.
//! - Chinese in `\textbf` and `\mathbf` has no font in RaTeX, so its weight would be lost. It travels
//!   through RaTeX as a private character, [`marked`], and is told apart by the serializer.

use ratex_font::{FontId, Mode, get_char_metrics, get_symbol};
use ratex_parser::ParseNode;

use super::wide::is_wide;

/// Private use plane A: character U+4E2D, bold, is U+F4E2D.
const BOLD_PLANE: u32 = 0xf_0000;

/// The private character for a bold one, for the first plane of Unicode without its own private area.
pub(super) fn marked(ch: char) -> Option<char> {
    match u32::from(ch) {
        code @ (0x80..=0xd7ff | 0xf900..=0xfffd) => char::from_u32(BOLD_PLANE + code),
        _ => None,
    }
}

/// The character and whether it is bold.
pub(crate) fn unmarked(code: u32) -> (u32, bool) {
    match code.checked_sub(BOLD_PLANE) {
        Some(plain @ 0x80..=0xfffd) => (plain, true),
        _ => (code, false),
    }
}

/// What the commands around a character ask for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Weight {
    Normal,
    Bold,
    Symbol,
}

/// The weight inside a font command.
pub(super) fn weight_of(font: &str, outer: Weight) -> Weight {
    match font.trim_start_matches('\\') {
        "boldsymbol" | "bm" => Weight::Symbol,
        "mathbf" | "textbf" | "bf" => Weight::Bold,
        "mathrm" | "textrm" | "mathit" | "mathsf" | "mathtt" | "textmd" | "textnormal" => Weight::Normal,
        _ => outer,
    }
}

/// Gives a character node its weight.
pub(super) fn embolden(node: &mut ParseNode, weight: Weight) {
    let is_ordinary = matches!(node, ParseNode::TextOrd { .. });
    let (ParseNode::MathOrd { text, mode, .. }
    | ParseNode::TextOrd { text, mode, .. }
    | ParseNode::Atom { text, mode, .. }) = node
    else {
        return;
    };
    let mut chars = text.chars();
    let single = chars.next().filter(|_| chars.next().is_none());
    let Some(code) = single
        .or_else(|| get_symbol(text, Mode::Math)?.codepoint)
        .map(u32::from)
    else {
        return;
    };
    let has = |font| get_char_metrics(font, code).is_some();
    if weight == Weight::Symbol && (is_ordinary || !has(FontId::MathBoldItalic)) && has(FontId::MainBold) {
        let mode = *mode;
        let body = Box::new(node.clone());
        *node = ParseNode::Font {
            mode,
            font: "mathbf".to_owned(),
            body,
            loc: None,
        };
    } else if weight != Weight::Normal
        && char::from_u32(code).is_some_and(is_wide)
        && let Some(private) = single.and_then(marked)
    {
        *text = private.to_string();
    }
}
