//! Paints of a picture: what a shape inherits is written on the shape itself.

use super::roots;
use crate::css::{Rgba, parse_color};
use crate::tree::{Element, NodeId, Tree};

/// Properties that SVG also knows as attributes.
const PAINTS: [&str; 28] = [
    "clip-rule",
    "color",
    "dominant-baseline",
    "fill",
    "fill-opacity",
    "fill-rule",
    "font-family",
    "font-size",
    "font-style",
    "font-weight",
    "letter-spacing",
    "marker-end",
    "marker-mid",
    "marker-start",
    "opacity",
    "stop-color",
    "stop-opacity",
    "stroke",
    "stroke-dasharray",
    "stroke-dashoffset",
    "stroke-linecap",
    "stroke-linejoin",
    "stroke-miterlimit",
    "stroke-opacity",
    "stroke-width",
    "text-anchor",
    "text-decoration",
    "visibility",
];
/// Those that belong to the element alone.
const NOT_INHERITED: [&str; 7] = [
    "marker-end",
    "marker-mid",
    "marker-start",
    "opacity",
    "stop-color",
    "stop-opacity",
    "text-decoration",
];
/// Those that only text has.
const OF_TEXT: [&str; 7] = [
    "dominant-baseline",
    "font-family",
    "font-size",
    "font-style",
    "font-weight",
    "letter-spacing",
    "text-anchor",
];
const SHAPES: [&str; 9] = [
    "path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "text", "tspan",
];

/// Declarations become attributes, and what shapes inherit from groups is written on the shapes: WeChat keeps
/// attributes and recolors through groups.
pub(super) fn write_on_shapes(tree: &mut Tree) {
    for svg in roots(tree) {
        for id in std::iter::once(svg).chain(tree.descendants(svg)) {
            if let Some(element) = tree.element_mut(id) {
                declarations_to_attributes(element, id == svg);
                keep_alignment(element);
            }
        }
        hand_down(tree, svg);
        align_parts(tree, svg);
    }
}

fn declarations_to_attributes(element: &mut Element, is_root: bool) {
    let style = std::mem::take(&mut element.style);
    for one in style.iter() {
        if PAINTS.contains(&one.name.as_str()) && !(is_root && one.name == "color") {
            element.set_attribute(&one.name, one.value.as_str());
        } else if matches!(one.name.as_str(), "rx" | "ry") && !is_root {
            // Lengths, which SVG lets stand without a unit.
            element.set_attribute(&one.name, one.value.trim_end_matches("px"));
        } else if is_root {
            element.style.put(one.clone());
        } else if one.name == "transform" && element.attribute("transform").is_none() {
            element.set_attribute("transform", one.value.replace("px", "").replace("deg", ""));
        }
    }
}

/// WeChat keeps one of the two attributes that say where letters stand. On a part of a text they mean the same.
fn keep_alignment(element: &mut Element) {
    let alignment = element.attribute("alignment-baseline").map(str::to_owned);
    let Some(alignment) = alignment.filter(|_| element.name() == "tspan") else {
        return;
    };
    element.retain_attributes(|name, _| name != "alignment-baseline");
    let own = element.attribute("dominant-baseline");
    if own.is_none_or(|own| own == "inherit") {
        element.set_attribute("dominant-baseline", alignment);
    }
}

/// Where letters stand is written on each part of a text: WebKit does not let a part inherit it.
fn align_parts(tree: &mut Tree, svg: NodeId) {
    const BASELINE: &str = "dominant-baseline";
    for part in tree.find(svg, |element| element.name() == "tspan") {
        if tree.attribute(part, BASELINE).is_some_and(|own| own != "inherit") {
            continue;
        }
        let above = tree.parent(part);
        let inherited = above
            .and_then(|above| tree.attribute(above, BASELINE))
            .map(str::to_owned);
        let Some(element) = tree.element_mut(part) else {
            continue;
        };
        match inherited {
            Some(value) => element.set_attribute(BASELINE, value),
            None => element.retain_attributes(|name, _| name != BASELINE),
        }
    }
}

fn hand_down(tree: &mut Tree, svg: NodeId) {
    let groups = |tree: &Tree, id: NodeId| {
        tree.element(id)
            .is_some_and(|element| matches!(element.name(), "g" | "marker" | "svg"))
    };
    for id in tree.descendants(svg) {
        let Some(element) = tree
            .element(id)
            .filter(|element| SHAPES.contains(&element.name()))
        else {
            continue;
        };
        if element.name() == "tspan" {
            continue;
        }
        let is_text = element.name() == "text";
        let mut found: Vec<(&str, String)> = Vec::new();
        for name in PAINTS {
            let applies = !NOT_INHERITED.contains(&name) && (is_text || !OF_TEXT.contains(&name));
            if !applies || element.attribute(name).is_some() {
                continue;
            }
            let mut above = tree.parent(id);
            while let Some(node) = above {
                if let Some(value) = tree.attribute(node, name).filter(|_| groups(tree, node)) {
                    found.push((name, value.to_owned()));
                    break;
                }
                above = if node == svg { None } else { tree.parent(node) };
            }
        }
        if let Some(element) = tree.element_mut(id) {
            for (name, value) in found {
                element.set_attribute(name, value);
            }
        }
    }
    for id in std::iter::once(svg).chain(tree.descendants(svg)) {
        if !groups(tree, id) {
            continue;
        }
        if let Some(element) = tree.element_mut(id) {
            element.retain_attributes(|name, _| !PAINTS.contains(&name) || NOT_INHERITED.contains(&name));
        }
    }
}

/// The color that stands for a gradient: the mean of its stops, each as strong as it is opaque.
pub(super) fn mean_of_stops(tree: &Tree, gradient: NodeId) -> Option<Rgba> {
    let stops: Vec<Rgba> = tree
        .find(gradient, |element| element.name() == "stop")
        .into_iter()
        .filter_map(|stop| {
            let color = parse_color(tree.attribute(stop, "stop-color").unwrap_or("black"), Rgba::BLACK)?;
            let opacity = tree
                .attribute(stop, "stop-opacity")
                .and_then(|value| value.parse::<f64>().ok());
            Some(Rgba {
                alpha: color.alpha * opacity.unwrap_or(1.0).clamp(0.0, 1.0),
                ..color
            })
        })
        .collect();
    let weight: f64 = stops.iter().map(|stop| stop.alpha).sum();
    let n_stops = u32::try_from(stops.len())
        .ok()
        .filter(|n| *n > 0)
        .map(f64::from)?;
    if weight <= 0.0 {
        return Some(Rgba::new(0.0, 0.0, 0.0, 0.0));
    }
    let mean =
        |part: fn(&Rgba) -> f64| stops.iter().map(|stop| part(stop) * stop.alpha).sum::<f64>() / weight;
    Some(Rgba::new(
        mean(|stop| stop.red),
        mean(|stop| stop.green),
        mean(|stop| stop.blue),
        weight / n_stops,
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::findings::Findings;
    use crate::wechat::after;

    fn written(html: &str) -> String {
        after(write_on_shapes, html)
    }

    #[test]
    fn what_a_style_paints_becomes_an_attribute_but_for_the_color_of_the_whole_picture() {
        for (html, expected) in [
            (
                "<svg style=\"color:red;fill:blue;width:9px\"><path></path></svg>",
                "<svg style=\"color:red;width:9px\"><path fill=\"blue\"></path></svg>",
            ),
            (
                "<svg><path style=\"color:red;cursor:pointer\"></path></svg>",
                "<svg><path color=\"red\"></path></svg>",
            ),
            (
                "<svg><path style=\"transform:rotate(9deg)\"></path></svg>",
                "<svg><path transform=\"rotate(9)\"></path></svg>",
            ),
            (
                "<svg><path style=\"transform:rotate(9deg)\" transform=\"scale(2)\"></path></svg>",
                "<svg><path transform=\"scale(2)\"></path></svg>",
            ),
        ] {
            let parsed = |html| after(|_| (), html);
            assert_eq!(written(html), parsed(expected));
        }
    }

    #[test]
    fn a_shape_takes_the_paint_of_the_nearest_group_and_a_part_of_a_text_that_of_its_text() {
        let html = "<svg fill=\"red\" stroke=\"blue\"><g fill=\"green\" font-size=\"9\"><g><path></path><text><tspan>a</tspan></text></g></g></svg>";
        let expected = "<svg><g><g><path fill=\"green\" stroke=\"blue\"></path>\
            <text fill=\"green\" font-size=\"9\" stroke=\"blue\"><tspan>a</tspan></text></g></g></svg>";
        assert_eq!(written(html), after(|_| (), expected));
    }

    #[test]
    fn a_gradient_counts_as_the_mean_of_its_stops_each_as_strong_as_it_is_opaque() {
        let mean = |stops: &str| {
            let tree = Tree::parse(&format!("<svg><linearGradient>{stops}</linearGradient></svg>"));
            let gradient = tree.find(Tree::ROOT, |element| element.name() == "linearGradient")[0];
            mean_of_stops(&tree, gradient)
        };
        let opaque = |color| format!("<stop stop-color=\"{color}\"></stop>");
        assert_eq!(mean(""), None);
        assert_eq!(mean("<stop></stop>"), Some(Rgba::BLACK));
        assert_eq!(
            mean(&(opaque("#f00") + &opaque("#00f"))),
            Some(Rgba::new(0.5, 0.0, 0.5, 1.0))
        );
        let clear = "<stop stop-color=\"#fff\" stop-opacity=\"0\"></stop>";
        assert_eq!(
            mean(&(opaque("#0f0") + clear)),
            Some(Rgba::new(0.0, 1.0, 0.0, 0.5))
        );
        assert_eq!(mean(clear), Some(Rgba::new(0.0, 0.0, 0.0, 0.0)));
        let half = "<stop stop-color=\"rgba(255,255,255,.5)\" stop-opacity=\".5\"></stop>";
        assert_eq!(
            mean(&(half.to_owned() + half)),
            Some(Rgba::new(1.0, 1.0, 1.0, 0.25))
        );
        let weak = "<stop stop-color=\"#f00\" stop-opacity=\".25\"></stop><stop stop-color=\"#00f\" stop-opacity=\".75\"></stop>";
        assert_eq!(mean(weak), Some(Rgba::new(0.25, 0.0, 0.75, 0.5)));
    }

    #[test]
    fn parts_of_a_text_stand_where_they_were_aligned() {
        let html = "<svg viewBox=\"0 0 9 9\"><text><tspan alignment-baseline=\"central\">一</tspan><tspan alignment-baseline=\"middle\" dominant-baseline=\"hanging\">二</tspan></text></svg>";
        let flat = after(|tree| crate::svg::flatten(tree, &mut Findings::default()), html);
        assert!(flat.contains("dominant-baseline=\"central\""), "{flat}");
        assert!(flat.contains("dominant-baseline=\"hanging\""), "{flat}");
        assert!(!flat.contains("alignment-baseline"), "{flat}");
    }

    #[test]
    fn parts_of_a_text_are_aligned_as_the_text_is() {
        for (text, parts) in [
            (
                "<text dominant-baseline=\"central\"><tspan>一</tspan></text>",
                "<tspan dominant-baseline=\"central\">一</tspan>",
            ),
            (
                "<text style=\"dominant-baseline:middle\"><tspan style=\"dominant-baseline:inherit\"><tspan>一</tspan></tspan></text>",
                "<tspan dominant-baseline=\"middle\"><tspan dominant-baseline=\"middle\">一</tspan></tspan>",
            ),
            (
                "<g style=\"dominant-baseline:middle\"><text><tspan dominant-baseline=\"auto\">一</tspan></text></g>",
                "<tspan dominant-baseline=\"auto\">一</tspan>",
            ),
            (
                "<text><tspan dominant-baseline=\"inherit\">一</tspan></text>",
                "<text><tspan>一</tspan></text>",
            ),
            (
                "<text><tspan alignment-baseline=\"central\" style=\"dominant-baseline:inherit\">一</tspan></text>",
                "<text><tspan dominant-baseline=\"central\">一</tspan></text>",
            ),
        ] {
            let html = format!("<svg viewBox=\"0 0 9 9\">{text}</svg>");
            let flat = after(|tree| crate::svg::flatten(tree, &mut Findings::default()), &html);
            assert!(flat.contains(parts), "{flat}");
        }
    }

    #[test]
    fn corners_that_a_style_rounds_stay_round() {
        for style in ["rx:10px;ry:4px", "rx:10;ry:4"] {
            let html = format!(
                "<svg viewBox=\"0 0 20 10\"><rect height=\"4\" style=\"{style}\" width=\"4\"/></svg>"
            );
            let flat = after(|tree| crate::svg::flatten(tree, &mut Findings::default()), &html);
            assert!(flat.contains("rx=\"10\"") && flat.contains("ry=\"4\""), "{flat}");
        }
    }
}
