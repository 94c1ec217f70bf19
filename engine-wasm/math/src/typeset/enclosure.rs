//! Frames, angles and strokes around and through a body, where KaTeX's stand elsewhere than RaTeX's.

use ratex_layout::LayoutBox;
use ratex_layout::layout_box::{BoxContent, ProofRule};
use ratex_parser::ParseNode;

use super::box_registry::BoxRegistry;
use super::boxes::{bar, drawing, positioned, row};
use super::style_context::StyleContext;

/// Room at the sides of a body under an angle, in em.
const ANGLE_SIDE_EM: f64 = 0.03889;

/// How far the lower end of an angle is below the baseline, in em.
const ANGLE_DROP_EM: f64 = 0.25;

/// How far a stroke stands out of a body of several characters, in em.
const STROKE_OUT_EM: f64 = 0.2;

/// Sets an enclosure that RaTeX sets otherwise; none for the others.
pub(super) fn set(registry: &BoxRegistry, node: &ParseNode, context: &StyleContext) -> Option<LayoutBox> {
    let ParseNode::Enclose { label, body, .. } = node else {
        return None;
    };
    match label.as_str() {
        "\\fbox" | "\\fcolorbox" => frame(registry.lay_out(std::slice::from_ref(node), context), context),
        "\\angl" => Some(angle(
            registry.lay_out(std::slice::from_ref(body), context),
            context,
        )),
        "\\cancel" | "\\bcancel" | "\\xcancel" => {
            strike(registry.lay_out(std::slice::from_ref(node), context), context)
        }
        _ => None,
    }
}

/// The line of a frame is inside the room at the sides, and outside of it above and below.
fn frame(mut tree: LayoutBox, context: &StyleContext) -> Option<LayoutBox> {
    let BoxContent::HBox(parts) = &mut tree.content else {
        return None;
    };
    let framed = parts.first_mut()?;
    let BoxContent::Framed {
        body,
        padding,
        border_thickness,
        ..
    } = &mut framed.content
    else {
        return None;
    };
    let line = *border_thickness;
    *padding -= line;
    body.height += line;
    body.depth += line;
    framed.width -= 2.0 * line;
    Some(row(std::mem::take(parts), context.color))
}

/// The angle of actuaries: a line above and one to the right.
fn angle(body: LayoutBox, context: &StyleContext) -> LayoutBox {
    let line = context.metrics().default_rule_thickness;
    let width = body.width + 2.0 * ANGLE_SIDE_EM;
    let height = body.height + 4.0 * line;
    let depth = body.depth.max(ANGLE_DROP_EM);
    let above = ProofRule {
        x: 0.0,
        y: line / 2.0,
        width,
        thickness: line,
        dashed: false,
    };
    let beside = drawing(bar(width - line, width, -height, depth).to_vec(), context.color);
    let parts = vec![(body, ANGLE_SIDE_EM, 0.0), (beside, 0.0, 0.0)];
    positioned((width, height, depth), context.color, parts, vec![above])
}

/// A body of several characters stays where it is; RaTeX moves it to the right by the stroke's end.
fn strike(mut tree: LayoutBox, context: &StyleContext) -> Option<LayoutBox> {
    let BoxContent::HBox(outer) = &mut tree.content else {
        return None;
    };
    let BoxContent::HBox(parts) = &mut outer.first_mut()?.content else {
        return None;
    };
    let is_wider = parts.first()?.width > tree.width + STROKE_OUT_EM;
    if is_wider {
        parts.first_mut()?.width -= STROKE_OUT_EM;
    }
    Some(row(std::mem::take(outer), context.color))
}

#[cfg(test)]
mod tests {
    use ratex_types::math_style::MathStyle;

    use super::*;
    use crate::typeset::fallback;
    use crate::typeset::layout::INHERITED_COLOR;

    fn size(tex: &str) -> (f64, f64, f64) {
        let registry = BoxRegistry::new(fallback::metrics(""));
        let context = StyleContext::new(MathStyle::Text, INHERITED_COLOR);
        let nodes = ratex_parser::parse(tex).unwrap_or_default();
        let tree = nodes.first().and_then(|node| set(&registry, node, &context));
        tree.map_or((0.0, 0.0, 0.0), |tree| (tree.width, tree.height, tree.depth))
    }

    fn is_close(one: (f64, f64, f64), other: (f64, f64, f64)) -> bool {
        (one.0 - other.0).abs() < 1e-3 && (one.1 - other.1).abs() < 1e-3 && (one.2 - other.2).abs() < 1e-3
    }

    #[test]
    fn a_frame_has_its_line_inside_the_room_at_the_sides() {
        // KaTeX: 0.3 em at the sides, 0.34 em above and below a letter of 0.5 by 0.4306 em.
        assert!(
            is_close(size(r"\fbox{a}"), (1.1, 0.7706, 0.34)),
            "{:?}",
            size(r"\fbox{a}")
        );
    }

    #[test]
    fn a_stroke_does_not_move_what_it_strikes() {
        let registry = BoxRegistry::new(fallback::metrics(""));
        let context = StyleContext::new(MathStyle::Text, INHERITED_COLOR);
        let nodes = ratex_parser::parse(r"\cancel{ab}").unwrap_or_default();
        let tree = nodes.first().and_then(|node| set(&registry, node, &context));
        let Some(BoxContent::HBox(outer)) = tree.map(|tree| tree.content) else {
            panic!("a row");
        };
        let Some(BoxContent::HBox(parts)) = outer.into_iter().next().map(|only| only.content) else {
            panic!("stroke and body");
        };
        let [stroke, moved] = parts.as_slice() else {
            panic!("stroke and body");
        };
        let BoxContent::HBox(back) = &moved.content else {
            panic!("a kern and the body");
        };
        let kern = back.first().map_or(0.0, |kern| kern.width);
        assert!((stroke.width + kern).abs() < 1e-9);
    }
}
