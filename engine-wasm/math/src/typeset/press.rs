//! Boxes that are made here instead of by the layout, and their way through it.
//!
//! The layout takes nodes only. A box that was made here therefore goes through it as a stand-in: a private
//! character whose size is that of the box ([`Press::stand_in`]). In the finished tree every stand-in becomes
//! its box again ([`Press::restore`]), so nothing around it needs to know.

use std::collections::HashMap;
use std::sync::Arc;

use ratex_layout::layout_box::BoxContent;
use ratex_layout::{FallbackGlyphMetrics, LayoutBox, layout_with_fallback_metrics};
use ratex_parser::{Mode, ParseNode};

use super::boxes::children;
use super::fallback::Metrics;
use super::setting::Setting;
use crate::error::MathError;
use crate::limits::MAX_ITEMS;

/// Private use plane B; no font of the formula holds it.
const STAND_INS: std::ops::RangeInclusive<u32> = 0x10_0000..=0x10_fffd;

/// The layout, with the sizes of what the fonts lack and the boxes that stand-ins stand for.
#[derive(Debug)]
pub(super) struct Press {
    sizes: Metrics,
    boxes: HashMap<u32, LayoutBox>,
    next: u32,
}

impl Press {
    /// `sizes` has every character of the source outside ASCII, so no stand-in is one of them.
    pub fn new(sizes: Metrics) -> Self {
        Self {
            sizes,
            boxes: HashMap::new(),
            next: *STAND_INS.start(),
        }
    }

    /// Sets nodes in one line.
    pub fn lay_out(&self, nodes: &[ParseNode], setting: &Setting) -> LayoutBox {
        layout_with_fallback_metrics(nodes, &setting.options(), self.sizes.clone())
    }

    /// A node of a class (`mord`, `mop`, …) that takes the room of a box.
    pub fn stand_in(&mut self, class: &str, body: LayoutBox) -> ParseNode {
        let free = |code: &u32| char::from_u32(*code).filter(|ch| !self.sizes.contains_key(ch));
        let Some(ch) = (self.next..=*STAND_INS.end()).find_map(|code| free(&code)) else {
            return of_class(class, Vec::new());
        };
        self.next = u32::from(ch) + 1;
        let size = FallbackGlyphMetrics {
            width: body.width,
            height: body.height,
            depth: body.depth,
        };
        Arc::make_mut(&mut self.sizes).insert(ch, size);
        self.boxes.insert(u32::from(ch), body);
        let character = ParseNode::MathOrd {
            mode: Mode::Math,
            text: ch.to_string(),
            loc: None,
        };
        of_class(class, vec![character])
    }

    /// Puts the boxes where their stand-ins are.
    pub fn restore(&self, root: &mut LayoutBox) -> Result<(), MathError> {
        let mut n_restored = 0;
        let mut pending = vec![root];
        while let Some(each) = pending.pop() {
            if let BoxContent::Glyph { char_code, .. } = &each.content
                && let Some(body) = self.boxes.get(char_code)
            {
                n_restored += 1;
                if n_restored > MAX_ITEMS {
                    return Err(MathError::too_large(format!(
                        "more than {MAX_ITEMS} roots, brackets and limits"
                    )));
                }
                *each = body.clone();
            }
            pending.extend(children(&mut each.content));
        }
        Ok(())
    }
}

/// A group of a class for the spaces around it.
pub(super) fn of_class(class: &str, body: Vec<ParseNode>) -> ParseNode {
    ParseNode::MClass {
        mode: Mode::Math,
        mclass: class.to_owned(),
        body,
        is_character_box: false,
        loc: None,
    }
}

#[cfg(test)]
mod tests {
    use ratex_types::math_style::MathStyle;

    use super::*;
    use crate::typeset::{INK, fallback};

    fn rule(width: f64, height: f64) -> LayoutBox {
        LayoutBox::new_rule(width, height, 0.0, height, 0.0)
    }

    #[test]
    fn a_stand_in_takes_the_room_of_its_box_and_becomes_it_again() {
        let mut press = Press::new(fallback::metrics(""));
        let setting = Setting::new(MathStyle::Script, INK);
        let node = press.stand_in("mord", rule(3.25, 1.5));
        let mut tree = press.lay_out(&[node], &setting);
        assert_eq!((tree.width, tree.height, tree.depth), (3.25, 1.5, 0.0));
        press.restore(&mut tree).ok();
        let mut pending = vec![&mut tree];
        let mut n_rules = 0;
        while let Some(each) = pending.pop() {
            n_rules += usize::from(matches!(each.content, BoxContent::Rule { .. }));
            pending.extend(children(&mut each.content));
        }
        assert_eq!(n_rules, 1);
    }

    #[test]
    fn a_private_character_of_the_source_is_no_stand_in() {
        let mut press = Press::new(fallback::metrics("\u{100000}"));
        let node = press.stand_in("mord", rule(3.25, 1.5));
        let ParseNode::MClass { body, .. } = node else {
            panic!("a stand-in has a class");
        };
        assert!(matches!(body.as_slice(), [ParseNode::MathOrd { text, .. }] if text == "\u{100001}"));
    }
}
