//! Nodes of a parsed formula: making them, and the classes by which they are spaced.

use ratex_layout::spacing::MathClass;
use ratex_parser::parse_node::{AtomFamily, Measurement};
use ratex_parser::{Mode, ParseNode};

/// A length in em.
pub(super) fn em(number: f64) -> Measurement {
    Measurement {
        number,
        unit: "em".to_owned(),
    }
}

/// A space of a width in em.
pub(super) fn kern(width: f64) -> ParseNode {
    ParseNode::Kern {
        mode: Mode::Math,
        dimension: em(width),
        loc: None,
    }
}

/// Whether a node is one character, alone in groups that do not count.
pub(super) fn is_character(node: &ParseNode) -> bool {
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

/// A group of a class for the spaces around it.
pub(super) fn with_class(class: &str, body: Vec<ParseNode>) -> ParseNode {
    ParseNode::MClass {
        mode: Mode::Math,
        mclass: class.to_owned(),
        body,
        is_character_box: false,
        loc: None,
    }
}

/// The class by which a node is spaced, none for spaces.
pub(super) fn class_of(node: &ParseNode) -> Option<MathClass> {
    let class = match node {
        ParseNode::SpacingNode { .. } | ParseNode::Kern { .. } | ParseNode::Lap { .. } => return None,
        ParseNode::Atom { family, .. } => match family {
            AtomFamily::Bin => MathClass::Bin,
            AtomFamily::Rel => MathClass::Rel,
            AtomFamily::Open => MathClass::Open,
            AtomFamily::Close => MathClass::Close,
            AtomFamily::Punct => MathClass::Punct,
            AtomFamily::Inner => MathClass::Inner,
        },
        ParseNode::Op { .. } | ParseNode::OpToken { .. } | ParseNode::OperatorName { .. } => MathClass::Op,
        ParseNode::MClass { mclass, .. } | ParseNode::DelimSizing { mclass, .. } => match mclass.as_str() {
            "mop" => MathClass::Op,
            "mbin" => MathClass::Bin,
            "mrel" => MathClass::Rel,
            "mopen" => MathClass::Open,
            "mclose" => MathClass::Close,
            "mpunct" => MathClass::Punct,
            "minner" => MathClass::Inner,
            _ => MathClass::Ord,
        },
        ParseNode::SupSub { base: Some(base), .. } => return class_of(base),
        ParseNode::HtmlMathMl { html, .. } => return html.first().and_then(class_of),
        ParseNode::LeftRight { .. } => MathClass::Inner,
        ParseNode::XArrow { .. } | ParseNode::CdArrow { .. } => MathClass::Rel,
        _ => MathClass::Ord,
    };
    Some(class)
}

/// The name of a class in [`with_class`].
pub(super) fn class_name(class: MathClass) -> &'static str {
    match class {
        MathClass::Ord => "mord",
        MathClass::Op => "mop",
        MathClass::Bin => "mbin",
        MathClass::Rel => "mrel",
        MathClass::Open => "mopen",
        MathClass::Close => "mclose",
        MathClass::Punct => "mpunct",
        MathClass::Inner => "minner",
    }
}
