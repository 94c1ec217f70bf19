//! Transforms of shapes: a style sheet may give them and their origin, WeChat keeps the attribute without an origin.

use crate::style::{number, split_spaces};
use crate::tree::{NodeId, Tree};

/// Writes the transform of each shape as an attribute around the origin of the drawing.
pub(super) fn write_on_shapes(tree: &mut Tree, svg: NodeId) {
    for id in tree.descendants(svg) {
        let Some(element) = tree.element_mut(id) else {
            continue;
        };
        let styled = element.style.remove("transform").filter(|value| value != "none");
        let of_style = element.style.remove("transform-origin");
        let origin = element.remove_attribute("transform-origin").or(of_style);
        let own = styled
            .map(|value| without_units(&value))
            .or_else(|| element.attribute("transform").map(str::to_owned));
        let Some(own) = own else { continue };
        let around = match origin.as_deref().and_then(point) {
            Some((x, y)) if (x, y) != (0.0, 0.0) => format!(
                "translate({} {}) {own} translate({} {})",
                number(x),
                number(y),
                number(-x),
                number(-y)
            ),
            _ => own,
        };
        element.set_attribute("transform", around);
    }
}

/// The attribute knows no units: lengths are px and angles degrees.
fn without_units(value: &str) -> String {
    value.replace("px", "").replace("deg", "")
}

/// Two lengths in px.
fn point(origin: &str) -> Option<(f64, f64)> {
    let parts = split_spaces(origin);
    let px = |index: usize| parts.get(index)?.trim_end_matches("px").parse::<f64>().ok();
    Some((px(0)?, px(1)?))
}

#[cfg(test)]
mod tests {
    use crate::findings::Findings;
    use crate::wechat::after;

    #[test]
    fn a_milestone_turns_around_its_own_middle() {
        let html = "<svg viewBox=\"0 0 20 10\"><rect height=\"4\" width=\"4\" transform-origin=\"10px 5px\" style=\"transform:rotate(45deg) scale(.8,.8)\"/></svg>";
        let flat = after(|tree| crate::svg::flatten(tree, &mut Findings::default()), html);
        assert!(
            flat.contains("transform=\"translate(10 5) rotate(45) scale(.8,.8) translate(-10 -5)\""),
            "{flat}"
        );
        assert!(!flat.contains("transform-origin"), "{flat}");
    }

    #[test]
    fn a_transform_without_an_origin_stays() {
        let html = "<svg viewBox=\"0 0 20 10\"><g transform=\"translate(1, 2)\"><path d=\"M0 0\"/></g></svg>";
        let flat = after(|tree| crate::svg::flatten(tree, &mut Findings::default()), html);
        assert!(flat.contains("<g transform=\"translate(1, 2)\">"), "{flat}");
    }
}
