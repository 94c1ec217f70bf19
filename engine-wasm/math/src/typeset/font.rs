//! Fonts of letters: their commands, RaTeX's names for them, and letters that carry one.

use ratex_font::FontId;
use ratex_parser::{Mode, ParseNode};

use super::nodes::{class_name, class_of, with_class};

/// The name of the font of `\bm`.
const BOLD_SYMBOLS: &str = "boldsymbol";

/// What a font command holds, whose letters have the font by now.
pub(super) fn without_font(node: ParseNode) -> ParseNode {
    let ParseNode::Font { body, .. } = node else {
        return node;
    };
    match *body {
        ParseNode::OrdGroup { mut body, .. } if body.len() == 1 => body.remove(0),
        body => body,
    }
}

/// A letter in the font around it. RaTeX gives a font to groups only, and takes their spaces.
pub(super) fn in_font(letter: ParseNode, font: &'static str) -> ParseNode {
    let class = match &letter {
        ParseNode::MathOrd { mode: Mode::Math, .. } | ParseNode::TextOrd { mode: Mode::Math, .. } => None,
        // Signs keep theirs, but for bold ones.
        ParseNode::Atom { .. } if font == BOLD_SYMBOLS => class_of(&letter),
        _ => return letter,
    };
    let letter = ParseNode::Font {
        mode: Mode::Math,
        font: font.to_owned(),
        body: Box::new(letter),
        loc: None,
    };
    match class {
        Some(class) => with_class(class_name(class), vec![letter]),
        None => letter,
    }
}

/// The name of a font command that RaTeX knows for a font of formulas; none is the usual one.
pub(super) fn font_name(command: &str) -> Option<&'static str> {
    Some(match command.trim_start_matches('\\') {
        "mathrm" | "rm" => "mathrm",
        "mathbf" | "bf" => "mathbf",
        // RaTeX would take the letters of formulas, KaTeX takes those of a text.
        "mathit" | "it" => "textit",
        "mathsf" | "sf" => "mathsf",
        "mathtt" | "tt" => "mathtt",
        "mathcal" | "cal" => "mathcal",
        "mathfrak" | "frak" => "mathfrak",
        "mathscr" => "mathscr",
        "mathbb" => "mathbb",
        "boldsymbol" | "bm" => BOLD_SYMBOLS,
        _ => return None,
    })
}

/// The font behind a name, where all its letters are in one.
pub(super) fn font_of(name: &str) -> Option<FontId> {
    Some(match name.trim_start_matches('\\') {
        "mathrm" => FontId::MainRegular,
        "mathbf" | "textbf" => FontId::MainBold,
        "mathsf" | "textsf" => FontId::SansSerifRegular,
        "mathtt" | "texttt" => FontId::TypewriterRegular,
        "mathcal" => FontId::CaligraphicRegular,
        "mathfrak" => FontId::FrakturRegular,
        "mathscr" => FontId::ScriptRegular,
        BOLD_SYMBOLS => FontId::MathBoldItalic,
        "textit" | "emph" => FontId::MainItalic,
        _ => return None,
    })
}
