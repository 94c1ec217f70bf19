//! Pictures for WeChat: it strips ids, classes, definitions and references, and draws by the size attributes.

use super::{markers, paints, references, roots, text_spaces, transforms};
use crate::findings::Findings;
use crate::tree::{NodeId, Tree};

/// Width of WeChat's article column in px: nothing wider is shown whole.
const MAX_WIDTH_PX: f64 = 677.0;

/// What fits into an article on any phone, in px.
const NARROWEST_COLUMN_PX: f64 = 250.0;

/// Elements that draw nothing where they stand.
const DEFINITIONS: [&str; 8] = [
    "defs",
    "clipPath",
    "marker",
    "linearGradient",
    "radialGradient",
    "style",
    "title",
    "desc",
];

/// Makes every picture flat: paints on shapes, gradients as one color, no definitions, sizes in px, no space at the
/// edge of a text.
pub(crate) fn flatten(tree: &mut Tree, findings: &mut Findings) {
    for svg in roots(tree) {
        text_spaces::keep_off_edges(tree, svg);
    }
    paints::write_on_shapes(tree);
    for svg in roots(tree) {
        transforms::write_on_shapes(tree, svg);
        markers::expand(tree, svg);
        references::resolve(tree, svg, findings);
        drop_definitions(tree, svg);
        let is_formula = tree
            .ancestor(svg, |above| {
                above.has_class("math-inline") || above.has_class("math-block")
            })
            .is_some();
        let sized_by_style = tree.element(svg).is_some_and(|element| {
            element
                .style
                .get("width")
                .is_some_and(|width| width.ends_with("ex") || width.ends_with("em"))
        });
        if !is_formula && !sized_by_style {
            size(tree, svg);
        }
    }
}

/// Definitions are of no use without ids, groups of none without attributes.
fn drop_definitions(tree: &mut Tree, svg: NodeId) {
    for id in tree.find(svg, |element| DEFINITIONS.contains(&element.name())) {
        tree.detach(id);
    }
    for id in tree.descendants(svg) {
        let Some(element) = tree.element_mut(id) else {
            continue;
        };
        element.retain_attributes(|name, _| !matches!(name, "id" | "class") && !name.starts_with("data-"));
        if element.name() == "g" && element.attributes().next().is_none() {
            tree.unwrap(id);
        }
    }
}

/// Explicit sizes in px, at most as wide as the column; the view box makes the rest fit.
fn size(tree: &mut Tree, svg: NodeId) {
    let Some(element) = tree.element_mut(svg) else {
        return;
    };
    let view: Vec<f64> = element
        .attribute("viewBox")
        .unwrap_or_default()
        .split([' ', ','])
        .filter_map(|part| part.parse().ok())
        .collect();
    let view = match view.as_slice() {
        [_, _, width, height] if *width > 0.0 && *height > 0.0 => Some((*width, *height)),
        _ => None,
    };
    let px = |value: Option<&str>| {
        value
            .and_then(|value| value.trim().trim_end_matches("px").parse::<f64>().ok())
            .filter(|px| *px > 0.0)
    };
    let width = px(element.style.get("width")).or_else(|| px(element.attribute("width")));
    let height = px(element.style.get("height")).or_else(|| px(element.attribute("height")));
    let cap = px(element.style.get("max-width"));
    let (width, height) = match (width, height, view) {
        (Some(width), Some(height), _) => (width, height),
        (Some(width), None, Some((wide, high))) => (width, width * high / wide),
        (None, Some(height), Some((wide, high))) => (height * wide / high, height),
        (None, None, Some(view)) => view,
        _ => return,
    };
    // A drawing that would have too small letters says how wide it is at least, and scrolls.
    let least = px(element.style.get("min-width"));
    let limit = cap
        .unwrap_or(MAX_WIDTH_PX)
        .min(MAX_WIDTH_PX)
        .max(least.unwrap_or_default());
    let factor = if width > limit { limit / width } else { 1.0 };
    if view.is_none() {
        element.set_attribute("viewBox", format!("0 0 {} {}", rounded(width), rounded(height)));
    }
    for (name, value) in [("width", width * factor), ("height", height * factor)] {
        element.set_attribute(name, rounded(value));
        element.style.remove(name);
    }
    if cap.is_some() || element.style.is("max-width", "100%") {
        element.style.remove("max-width");
    }
    // The page caps the width; a fixed height would leave bands above and below. The proportions are those of the view
    // box: a rounded height moves letters by a pixel.
    if width * factor > NARROWEST_COLUMN_PX {
        element.style.set("height", "auto");
        element.remove_attribute("height");
    }
    if least.is_some_and(|least| least <= NARROWEST_COLUMN_PX) {
        element.style.remove("min-width");
    }
}

fn rounded(px: f64) -> String {
    crate::style::number((px * 100.0).round() / 100.0)
}

#[cfg(test)]
mod tests {
    use crate::findings::Findings;
    use crate::wechat::after;

    fn flat(html: &str) -> String {
        after(|tree| super::flatten(tree, &mut Findings::default()), html)
    }

    #[test]
    fn a_gradient_becomes_its_mean_color() {
        let html = "<svg viewBox=\"0 0 10 10\"><defs><linearGradient id=\"g\"><stop stop-color=\"#000\"/><stop offset=\"1\" style=\"stop-color:#fff\"/></linearGradient></defs><rect fill=\"url(#g)\"/></svg>";
        assert_eq!(
            flat(html),
            "<svg height=\"10\" viewBox=\"0 0 10 10\" width=\"10\"><rect fill=\"#808080\"/></svg>"
        );
    }

    #[test]
    fn groups_hand_their_paint_to_shapes() {
        assert_eq!(
            flat(
                "<svg height=\"5\" width=\"5\"><g fill=\"red\" opacity=\".5\" style=\"stroke:blue\"><path d=\"M0 0\"/><path d=\"M1 1\" fill=\"none\"/></g></svg>"
            ),
            "<svg height=\"5\" viewBox=\"0 0 5 5\" width=\"5\"><g opacity=\".5\"><path d=\"M0 0\" fill=\"red\" stroke=\"blue\"/><path d=\"M1 1\" fill=\"none\" stroke=\"blue\"/></g></svg>"
        );
    }

    #[test]
    fn a_picture_is_no_wider_than_the_column() {
        let html = flat("<svg style=\"max-width:1354px\" viewBox=\"0 0 1354 100\" width=\"100%\"></svg>");
        assert!(
            html.contains("width=\"677\"") && html.contains("height:auto") && !html.contains("height="),
            "{html}"
        );
    }

    #[test]
    fn a_drawing_shrinks_to_its_least_width_and_scrolls_then() {
        for (width, least, shown, style) in [
            ("677", "400", "677", "min-width:400px;height:auto"),
            ("900", "900", "900", "min-width:900px;height:auto"),
            ("300", "180", "300", "height:auto"),
        ] {
            let html = flat(&format!(
                "<svg style=\"height:auto;min-width:{least}px\" viewBox=\"0 0 {width} 100\" width=\"{width}\"></svg>"
            ));
            assert!(
                html.contains(&format!("width=\"{shown}\"")) && html.contains(&format!("style=\"{style}\"")),
                "{html}"
            );
        }
    }

    #[test]
    fn an_icon_keeps_the_size_of_its_style() {
        let html =
            flat("<svg style=\"width:16px;height:16px;vertical-align:-2px\" viewBox=\"0 0 24 24\"></svg>");
        assert_eq!(
            html,
            "<svg height=\"16\" style=\"vertical-align:-2px\" viewBox=\"0 0 24 24\" width=\"16\"/>"
        );
    }
}
