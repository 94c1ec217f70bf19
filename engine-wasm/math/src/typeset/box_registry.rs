//! Boxes that are made here instead of by RaTeX, and their way through it.
//!
//! RaTeX takes nodes only. A box that was made here therefore goes through it as a placeholder: a private
//! character whose size is that of the box ([`BoxRegistry::placeholder`]). In the finished tree every placeholder becomes
//! its box again ([`BoxRegistry::restore`]), so nothing around it needs to know.

use std::collections::HashMap;
use std::sync::Arc;

use ratex_layout::layout_box::BoxContent;
use ratex_layout::{FallbackGlyphMetrics, LayoutBox, layout_with_fallback_metrics};
use ratex_parser::{Mode, ParseNode};

use super::boxes::children;
use super::fallback::Metrics;
use super::nodes::with_class;
use super::style_context::StyleContext;
use crate::error::MathError;
use crate::limits::MAX_ITEMS;

/// Private use plane B; no font of the formula holds it.
const PLACEHOLDERS: std::ops::RangeInclusive<u32> = 0x10_0000..=0x10_fffd;

/// The boxes that were made here, by their placeholders, and the sizes of the characters that the fonts lack.
#[derive(Debug)]
pub(super) struct BoxRegistry {
    sizes: Metrics,
    boxes: HashMap<u32, LayoutBox>,
    next: u32,
}

impl BoxRegistry {
    /// `sizes` has every character of the source outside ASCII, so no placeholder is one of them.
    pub fn new(sizes: Metrics) -> Self {
        Self {
            sizes,
            boxes: HashMap::new(),
            next: *PLACEHOLDERS.start(),
        }
    }

    /// Sets nodes in one line.
    pub fn lay_out(&self, nodes: &[ParseNode], context: &StyleContext) -> LayoutBox {
        layout_with_fallback_metrics(nodes, &context.options(), self.sizes.clone())
    }

    /// A node of a class (`mord`, `mop`, …) that takes the room of a box.
    pub fn placeholder(&mut self, class: &str, body: LayoutBox) -> ParseNode {
        let free = |code: &u32| char::from_u32(*code).filter(|ch| !self.sizes.contains_key(ch));
        let Some(ch) = (self.next..=*PLACEHOLDERS.end()).find_map(|code| free(&code)) else {
            return with_class(class, Vec::new());
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
        with_class(class, vec![character])
    }

    /// Puts the boxes where their placeholders are.
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

#[cfg(test)]
mod tests {
    use ratex_types::math_style::MathStyle;

    use super::*;
    use crate::typeset::fallback;
    use crate::typeset::layout::INHERITED_COLOR;

    fn rule(width: f64, height: f64) -> LayoutBox {
        LayoutBox::new_rule(width, height, 0.0, height, 0.0)
    }

    #[test]
    fn a_placeholder_takes_the_room_of_its_box_and_becomes_it_again() {
        let mut registry = BoxRegistry::new(fallback::metrics(""));
        let context = StyleContext::new(MathStyle::Script, INHERITED_COLOR);
        let node = registry.placeholder("mord", rule(3.25, 1.5));
        let mut tree = registry.lay_out(&[node], &context);
        assert_eq!((tree.width, tree.height, tree.depth), (3.25, 1.5, 0.0));
        registry.restore(&mut tree).ok();
        let mut pending = vec![&mut tree];
        let mut n_rules = 0;
        while let Some(each) = pending.pop() {
            n_rules += usize::from(matches!(each.content, BoxContent::Rule { .. }));
            pending.extend(children(&mut each.content));
        }
        assert_eq!(n_rules, 1);
    }

    #[test]
    fn a_private_character_of_the_source_is_no_placeholder() {
        let mut registry = BoxRegistry::new(fallback::metrics("\u{100000}"));
        let node = registry.placeholder("mord", rule(3.25, 1.5));
        let ParseNode::MClass { body, .. } = node else {
            panic!("a placeholder has a class");
        };
        assert!(matches!(body.as_slice(), [ParseNode::MathOrd { text, .. }] if text == "\u{100001}"));
    }
}
