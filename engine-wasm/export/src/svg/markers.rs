//! Arrow heads: WeChat strips markers, so each becomes a shape at the end of its line.

use super::path::{Ends, ends_of_path, ends_of_point, ends_of_points};
use super::references;
use crate::style::number;
use crate::tree::{Element, NodeId, Tree};

/// Copies the shapes of markers to where they are drawn and drops the references.
pub(super) fn expand(tree: &mut Tree, svg: NodeId) {
    for id in tree.descendants(svg) {
        for (attribute, is_start) in [
            ("marker-start", true),
            ("marker-end", false),
            ("marker-mid", false),
        ] {
            let Some(value) = tree
                .element_mut(id)
                .and_then(|element| element.remove_attribute(attribute))
            else {
                continue;
            };
            let Some(target) = references::target(&value).filter(|_| attribute != "marker-mid") else {
                continue;
            };
            let marker = tree.find(svg, |element| {
                element.name() == "marker" && element.attribute("id") == Some(target)
            });
            let ends = tree.element(id).and_then(ends);
            if let (Some(marker), Some(ends)) = (marker.first().copied(), ends) {
                draw(tree, id, marker, &ends, is_start);
            }
        }
    }
}

fn ends(element: &Element) -> Option<Ends> {
    let at = |name: &str| {
        element
            .attribute(name)
            .and_then(|value| value.parse::<f64>().ok())
            .unwrap_or_default()
    };
    match element.name() {
        "path" => ends_of_path(element.attribute("d")?),
        "polyline" | "polygon" => ends_of_points(element.attribute("points")?),
        "line" if at("x1") == at("x2") && at("y1") == at("y2") => Some(ends_of_point((at("x1"), at("y1")))),
        "line" => ends_of_points(&format!("{} {} {} {}", at("x1"), at("y1"), at("x2"), at("y2"))),
        _ => None,
    }
}

fn draw(tree: &mut Tree, shape: NodeId, marker: NodeId, ends: &Ends, is_start: bool) {
    let Some(definition) = tree.element(marker) else {
        return;
    };
    let amount = |name: &str| {
        definition
            .attribute(name)
            .and_then(|value| value.trim_end_matches("px").parse::<f64>().ok())
    };
    let view: Vec<f64> = definition
        .attribute("viewBox")
        .unwrap_or_default()
        .split([' ', ','])
        .filter_map(|part| part.parse().ok())
        .collect();
    let (width, height) = (
        amount("markerWidth").unwrap_or(3.0),
        amount("markerHeight").unwrap_or(3.0),
    );
    let mut scale = match view.as_slice() {
        [_, _, wide, high] if *wide > 0.0 && *high > 0.0 => (width / wide).min(height / high),
        _ => 1.0,
    };
    if definition.attribute("markerUnits") != Some("userSpaceOnUse") {
        let stroke = tree
            .attribute(shape, "stroke-width")
            .and_then(|value| value.trim_end_matches("px").parse::<f64>().ok());
        // Mermaid hangs the circles of numbered messages on lines of no width, and browsers draw them as they are.
        scale *= stroke.filter(|width| *width > 0.0).unwrap_or(1.0);
    }
    let ((x, y), direction) = if is_start {
        (ends.first, ends.first_angle)
    } else {
        (ends.last, ends.last_angle)
    };
    let angle = match definition.attribute("orient") {
        Some("auto-start-reverse") if is_start => direction + 180.0,
        Some("auto" | "auto-start-reverse") => direction,
        Some(fixed) => fixed.trim_end_matches("deg").parse().unwrap_or(0.0),
        None => 0.0,
    };
    let own = tree
        .attribute(shape, "transform")
        .map(|own| format!("{own} "))
        .unwrap_or_default();
    let transform = format!(
        "{own}translate({} {}) rotate({}) scale({}) translate({} {})",
        number(x),
        number(y),
        number(angle),
        number(scale),
        number(-amount("refX").unwrap_or_default()),
        number(-amount("refY").unwrap_or_default()),
    );
    let group = tree.new_svg_element("g");
    tree.copy_children(marker, group);
    if let Some(element) = tree.element_mut(group) {
        element.set_attribute("transform", transform);
    }
    tree.insert_before(shape, group);
    // A head lies over its line.
    tree.insert_before(group, shape);
}

#[cfg(test)]
mod tests {
    use crate::findings::Findings;
    use crate::wechat::after;

    #[test]
    fn an_arrow_head_is_drawn_at_the_end() {
        let html = "<svg height=\"10\" width=\"20\" viewBox=\"0 0 20 10\"><defs><marker id=\"a\" viewBox=\"0 0 10 10\" refX=\"5\" refY=\"5\" markerWidth=\"5\" markerHeight=\"5\" orient=\"auto\" markerUnits=\"userSpaceOnUse\"><path d=\"M0 0L10 5L0 10z\" fill=\"#333\"/></marker></defs><path d=\"M0,0V8\" marker-end=\"url(#a)\" stroke=\"#333\"/></svg>";
        assert_eq!(
            after(|tree| crate::svg::flatten(tree, &mut Findings::default()), html),
            "<svg height=\"10\" viewBox=\"0 0 20 10\" width=\"20\"><path d=\"M0,0V8\" stroke=\"#333\"/><g transform=\"translate(0 8) rotate(90) scale(.5) translate(-5 -5)\"><path d=\"M0 0L10 5L0 10z\" fill=\"#333\"/></g></svg>"
        );
    }

    #[test]
    fn the_circle_of_a_message_number_hangs_on_a_point() {
        let html = "<svg viewBox=\"0 0 90 10\"><defs><marker id=\"n\" refX=\"15\" refY=\"15\" markerWidth=\"60\" markerHeight=\"40\" orient=\"auto\"><circle cx=\"15\" cy=\"15\" r=\"6\"/></marker></defs><line x1=\"30\" y1=\"5\" x2=\"30\" y2=\"5\" stroke-width=\"0\" marker-start=\"url(#n)\"/></svg>";
        let flat = after(|tree| crate::svg::flatten(tree, &mut Findings::default()), html);
        assert!(
            flat.contains("translate(30 5) rotate(0) scale(1) translate(-15 -15)")
                && flat.contains("<circle"),
            "{flat}"
        );
    }

    #[test]
    fn the_head_of_a_marker_keeps_the_paints_of_the_marker() {
        let html = "<svg viewBox=\"0 0 20 10\"><marker id=\"a\" style=\"fill:none;stroke:#333\" markerWidth=\"9\" markerHeight=\"9\" markerUnits=\"userSpaceOnUse\"><path d=\"M0 0L9 9\"/></marker><path d=\"M0,0V8\" marker-end=\"url(#a)\" stroke=\"#333\"/></svg>";
        let flat = after(|tree| crate::svg::flatten(tree, &mut Findings::default()), html);
        assert!(
            flat.contains("<path d=\"M0 0L9 9\" fill=\"none\" stroke=\"#333\"/>"),
            "{flat}"
        );
    }
}
