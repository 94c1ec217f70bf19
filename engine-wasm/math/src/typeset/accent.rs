//! The bar over a letter, which RaTeX sets higher than KaTeX, so that brackets around it become too large.

use ratex_layout::LayoutBox;
use ratex_layout::layout_box::BoxContent;
use ratex_parser::ParseNode;

use super::box_registry::BoxRegistry;
use super::style_context::StyleContext;

/// The command.
pub(super) const BAR: &str = "\\bar";

/// So much of an accent's height RaTeX lets stand above the place where it puts the accent.
const DRAWN_EM: f64 = 0.35;

/// Sets a letter with its bar.
pub(super) fn bar(registry: &BoxRegistry, node: &ParseNode, context: &StyleContext) -> LayoutBox {
    let mut tree = registry.lay_out(std::slice::from_ref(node), context);
    lower(&mut tree, context.metrics().x_height);
    tree
}

/// Puts the foot of the bar at the height that lower-case letters have below it, as KaTeX does.
fn lower(tree: &mut LayoutBox, x_height: f64) {
    match &mut tree.content {
        BoxContent::HBox(parts) => {
            parts.iter_mut().for_each(|part| lower(part, x_height));
            tree.height = parts.iter().fold(0.0, |height, part| part.height.max(height));
        }
        BoxContent::Accent {
            base,
            accent,
            clearance,
            is_below: false,
            ..
        } => {
            let foot = base.height - base.height.min(x_height);
            *clearance = foot + accent.depth + (accent.height - DRAWN_EM).max(0.0);
            tree.height = base.height.max(foot + accent.depth + accent.height);
        }
        _ => {}
    }
}
