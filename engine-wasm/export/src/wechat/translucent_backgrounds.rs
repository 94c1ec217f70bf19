//! Pale backgrounds: WeChat's dark mode dims a pale color only a little, so that every tinted box stays a bright area
//! in a dark page. A translucent strong color that looks the same over what lies behind it turns dark with the page.
//! Over a gradient or a picture no color does, so there it stays opaque.

use super::flow::elements;
use crate::css::{Rgba, parse_color};
use crate::style::Style;
use crate::tree::{NodeId, Tree};
use std::collections::HashMap;

/// Dark mode leaves backgrounds up to this brightness as they are, and dims brighter ones to it.
const BRIGHTEST: f64 = 190.0;
/// A color less translucent than this is left opaque.
const MAX_ALPHA: f64 = 0.4;
/// The page of WeChat's reader in the light.
pub(super) const PAGE: [u8; 3] = [255; 3];

/// What lies behind the content of elements with a background, in the light; nothing for a gradient or a picture.
pub(super) struct Backdrops(HashMap<NodeId, Option<[u8; 3]>>);

impl Backdrops {
    /// The color that lies behind a node; nothing when it is not one color.
    pub(super) fn behind(&self, tree: &Tree, id: NodeId) -> Option<[u8; 3]> {
        let mut above = tree.parent(id);
        while let Some(node) = above {
            if let Some(backdrop) = self.0.get(&node) {
                return *backdrop;
            }
            above = tree.parent(node);
        }
        Some(PAGE)
    }
}

/// Writes each pale colored background as a translucent color over what lies behind it, and drops one that equals what
/// lies behind it: the two look the same in the dark too. In the light nothing changes.
pub(super) fn write(tree: &mut Tree) -> Backdrops {
    let mut backdrops = Backdrops(HashMap::new());
    for id in elements(tree) {
        let behind = backdrops.behind(tree, id);
        let Some(element) = tree.element(id) else { continue };
        if shows_picture(&element.style) {
            backdrops.0.insert(id, None);
            continue;
        }
        let name = ["background", "background-color"]
            .into_iter()
            .find(|name| element.style.get(name).is_some());
        let Some((name, color)) =
            name.zip(name.and_then(|name| parse_color(element.style.get(name)?, Rgba::BLACK)))
        else {
            continue;
        };
        let own = color.channels();
        if color.alpha < 1.0 {
            backdrops.0.insert(id, behind.map(|behind| over(behind, color)));
            continue;
        }
        backdrops.0.insert(id, Some(own));
        let Some(behind) = behind else { continue };
        if own == behind && element.is("section") {
            if let Some(element) = tree.element_mut(id) {
                element.style.remove(name);
            }
            continue;
        }
        let is_gray = own.iter().all(|channel| Some(channel) == own.first());
        if is_gray || brightness(own) <= BRIGHTEST {
            continue;
        }
        if let (Some(color), Some(element)) = (translucent(own, behind), tree.element_mut(id)) {
            element.style.set_in_place(name, &color.to_css());
        }
    }
    backdrops
}

fn shows_picture(style: &Style) -> bool {
    ["background", "background-image"].into_iter().any(|name| {
        let value = style.get(name).unwrap_or_default();
        value.contains("gradient(") || value.contains("url(")
    })
}

fn brightness([red, green, blue]: [u8; 3]) -> f64 {
    (f64::from(red) * 299.0 + f64::from(green) * 587.0 + f64::from(blue) * 114.0) / 1_000.0
}

/// The color that is seen when `front` lies over `backdrop`.
fn over(backdrop: [u8; 3], front: Rgba) -> [u8; 3] {
    let mut seen = [0.0; 3];
    for ((seen, behind), own) in seen.iter_mut().zip(backdrop).zip(front.channels()) {
        *seen = (f64::from(own) * front.alpha + f64::from(behind) * (1.0 - front.alpha)) / 255.0;
    }
    let [red, green, blue] = seen;
    Rgba::new(red, green, blue, 1.0).channels()
}

/// The least opaque color that looks like `wanted` over `backdrop`; `None` when it would have to be too opaque.
fn translucent(wanted: [u8; 3], backdrop: [u8; 3]) -> Option<Rgba> {
    let room = |own: u8, behind: u8| if own < behind { behind } else { 255 - behind };
    let least = wanted
        .iter()
        .zip(backdrop)
        .map(|(own, behind)| match room(*own, behind) {
            0 => 0.0,
            room => f64::from(own.abs_diff(behind)) / f64::from(room),
        })
        .fold(0.0, f64::max);
    // Opacity is written in thousandths. Channels are whole, and half of one at so little opacity is not seen.
    let alpha = (least * 1_000.0).ceil().max(1.0) / 1_000.0;
    if alpha > MAX_ALPHA {
        return None;
    }
    let mut parts = [0.0; 3];
    for ((part, own), behind) in parts.iter_mut().zip(wanted).zip(backdrop) {
        *part = (f64::from(own) - f64::from(behind) * (1.0 - alpha)) / alpha / 255.0;
    }
    let [red, green, blue] = parts;
    Some(Rgba::new(red, green, blue, alpha))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wechat::test::after;

    fn written_in(html: &str) -> String {
        after(|tree| drop(write(tree)), html)
    }

    #[test]
    fn a_translucent_color_looks_the_same_in_the_light() {
        for wanted in [
            [239, 243, 247],
            [255, 242, 189],
            [235, 248, 241],
            [254, 247, 232],
            [246, 247, 248],
            [226, 234, 240],
        ] {
            for backdrop in [PAGE, [239, 243, 247], [255, 250, 240]] {
                if let Some(color) = translucent(wanted, backdrop) {
                    assert_eq!(over(backdrop, color), wanted);
                    assert!(color.alpha > 0.0 && color.alpha <= MAX_ALPHA);
                }
            }
            assert!(translucent(wanted, PAGE).is_some(), "{wanted:?}");
        }
    }

    #[test]
    fn every_color_that_needs_little_opacity_is_met() {
        let colors = (0..=255_u8).step_by(15);
        for (own, behind) in colors
            .clone()
            .flat_map(|own| colors.clone().map(move |behind| (own, behind)))
        {
            let (wanted, backdrop) = ([own, behind, own], [behind, behind, 255 - behind]);
            if let Some(color) = translucent(wanted, backdrop) {
                assert_eq!(over(backdrop, color), wanted, "{wanted:?} over {backdrop:?}");
            }
        }
    }

    #[test]
    fn a_color_that_is_brighter_than_its_backdrop_is_met_by_white() {
        let color = translucent([95, 135, 175], [55, 105, 155]);
        assert_eq!(color.map(Rgba::to_css).as_deref(), Some("rgba(255,255,255,.2)"));
        assert_eq!(
            translucent([135, 165, 195], [55, 105, 155]).map(|color| color.alpha),
            Some(0.4)
        );
        assert_eq!(translucent([136, 165, 195], [55, 105, 155]), None);
    }

    #[test]
    fn a_color_is_as_bright_as_it_looks() {
        for (color, bright) in [
            ([255, 0, 0], 76.245),
            ([0, 255, 0], 149.685),
            ([0, 0, 255], 29.07),
            ([255, 255, 255], 255.0),
        ] {
            assert!((brightness(color) - bright).abs() < 1e-9, "{color:?}");
        }
    }

    #[test]
    fn only_pale_colors_become_translucent() {
        for (own, written) in [
            ("background:#eff3f7", "background:rgba(1,65,128,.063)"),
            ("background-color:#ffeecc", "background-color:rgba(255,170,0,.2)"),
            ("background:#eee", "background:#eee"),
            ("background:#fff;margin:1px", "margin:1px"),
            ("background:#0f4c81", "background:#0f4c81"),
            ("background:rgba(0,0,0,.1)", "background:rgba(0,0,0,.1)"),
            (
                "background:rgba(255,242,189,.5)",
                "background:rgba(255,242,189,.5)",
            ),
            ("background:url(a.png)", "background:url(a.png)"),
        ] {
            assert_eq!(
                written_in(&format!("<section style=\"{own}\">a</section>")),
                format!("<section style=\"{written}\">a</section>")
            );
        }
    }

    #[test]
    fn a_color_over_a_gradient_or_a_picture_stays_opaque() {
        for behind in [
            "background:linear-gradient(red,blue)",
            "background-image:url('a.png')",
            "background:#fff;background-image:linear-gradient(red,blue)",
        ] {
            for own in ["#eff3f7", "#fff"] {
                let html = format!(
                    "<section style=\"{behind}\"><section><section style=\"background:{own}\">a</section></section></section>"
                );
                assert_eq!(written_in(&html), html);
            }
        }
        let none =
            "<section style=\"background:none\"><section style=\"background:#eff3f7\">a</section></section>";
        assert!(written_in(none).contains("rgba("));
    }

    #[test]
    fn a_translucent_color_lies_over_the_box_around() {
        let html = "<section style=\"background:#eff3f7\"><p style=\"background:#e0e8f0\">a</p></section>";
        let written = written_in(html);
        assert!(written.contains("<p style=\"background:rgba(1,"), "{written}");
        assert_eq!(written_in(&written), written);
    }
}
