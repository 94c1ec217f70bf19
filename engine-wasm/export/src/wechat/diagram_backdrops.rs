//! Diagrams: WeChat's dark mode gives text and boxes other colors and leaves paints of pictures as they are, so that
//! dark lines and labels vanish in a dark page. A diagram therefore gets a rectangle behind it, in the color of the
//! background that it was drawn for.

use super::colors::inherited_color;
use super::translucent_backgrounds::{Backdrops, PAGE};
use crate::css::Rgba;
use crate::style::number;
use crate::tree::{Element, NodeId, Tree};

/// Radius of the corners of a backdrop in px.
const RADIUS_PX: f64 = 8.0;

/// Puts a rectangle behind every diagram that is an SVG, in the color of what lies behind it, and fixes the color of
/// what follows the text around. In the light nothing changes.
pub(super) fn add(tree: &mut Tree, backdrops: &Backdrops) {
    for diagram in tree.find(Tree::ROOT, |element| element.has_class("diagram")) {
        // Elements of a drawing stand in its `svg`.
        let svg = tree.find(diagram, Element::is_svg);
        let Some(svg) = svg.first().copied() else { continue };
        let color = backdrops.behind(tree, svg).unwrap_or(PAGE);
        if let Some(rectangle) = rectangle(tree, svg, color) {
            fix_text_color(tree, svg);
            tree.prepend(svg, rectangle);
        }
    }
}

/// `currentColor` would turn bright in the dark, on a backdrop that stays as it is.
fn fix_text_color(tree: &mut Tree, svg: NodeId) {
    let color = inherited_color(tree, svg).unwrap_or_else(|| "#000".to_owned());
    for id in std::iter::once(svg).chain(tree.descendants(svg)) {
        let Some(element) = tree.element_mut(id) else {
            continue;
        };
        for paint in ["fill", "stroke"] {
            if element
                .attribute(paint)
                .is_some_and(|value| value.eq_ignore_ascii_case("currentcolor"))
            {
                element.set_attribute(paint, color.as_str());
            }
        }
    }
}

fn rectangle(tree: &mut Tree, svg: NodeId, [red, green, blue]: [u8; 3]) -> Option<NodeId> {
    let view: Vec<f64> = tree
        .attribute(svg, "viewBox")?
        .split([' ', ','])
        .filter_map(|part| part.parse().ok())
        .collect();
    let [x, y, width, height] = *view.as_slice() else {
        return None;
    };
    let shown = tree
        .attribute(svg, "width")
        .and_then(|width| width.parse::<f64>().ok());
    let scale = shown
        .filter(|shown| *shown > 0.0)
        .map_or(1.0, |shown| width / shown);
    let [red, green, blue] = [red, green, blue].map(|channel| f64::from(channel) / 255.0);
    let rectangle = tree.new_svg_element("rect");
    let element = tree.element_mut(rectangle)?;
    element.set_attribute("fill", Rgba::new(red, green, blue, 1.0).to_css());
    element.set_attribute("height", number(height));
    element.set_attribute("rx", number((RADIUS_PX * scale * 10.0).round() / 10.0));
    element.set_attribute("width", number(width));
    for (name, value) in [("x", x), ("y", y)] {
        if value != 0.0 {
            element.set_attribute(name, number(value));
        }
    }
    Some(rectangle)
}

#[cfg(test)]
mod tests {
    use super::super::translucent_backgrounds;
    use crate::wechat::test::after;

    fn with_backdrops(html: &str) -> String {
        after(
            |tree| {
                let backdrops = translucent_backgrounds::write(tree);
                super::add(tree, &backdrops);
            },
            html,
        )
    }

    #[test]
    fn a_diagram_has_the_background_around_it_behind_it() {
        for (around, fill) in [
            ("margin:0", "#fff"),
            ("background:#123456", "#123456"),
            ("background:#eff3f7", "#eff3f7"),
        ] {
            let html = with_backdrops(&format!(
                "<section style=\"{around}\"><section class=\"diagram\"><svg viewBox=\"-8 0 200 100\" width=\"100\"><path d=\"M0 0\"/></svg></section></section>"
            ));
            assert!(
                html.contains(&format!(
                    "width=\"100\"><rect fill=\"{fill}\" height=\"100\" rx=\"16\" width=\"200\" x=\"-8\"/><path"
                )),
                "{html}"
            );
        }
    }

    #[test]
    fn the_corners_of_a_backdrop_are_as_large_as_the_picture_is_shown() {
        for (width, radius) in [(" width=\"25\"", "64"), (" width=\"0\"", "8"), ("", "8")] {
            let html = with_backdrops(&format!(
                "<section class=\"diagram\"><svg viewBox=\"0 0 200 100\"{width}></svg></section>"
            ));
            assert!(html.contains(&format!(" rx=\"{radius}\" ")), "{html}");
        }
    }

    #[test]
    fn what_follows_the_text_stays_as_it_is_in_the_light() {
        let html = with_backdrops(
            "<section class=\"diagram\" style=\"color:#333\"><svg viewBox=\"0 0 9 9\"><path d=\"M0 0\" fill=\"none\" stroke=\"currentColor\"/></svg></section>",
        );
        assert!(
            html.contains("<path d=\"M0 0\" fill=\"none\" stroke=\"#333\"/>"),
            "{html}"
        );
    }

    #[test]
    fn other_pictures_have_no_backdrop() {
        let html =
            "<p><svg viewBox=\"0 0 9 9\"/></p><section class=\"diagram\"><img src=\"a.png\"></section>";
        assert_eq!(with_backdrops(html), html);
    }
}
