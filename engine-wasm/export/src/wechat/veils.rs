//! Pale backgrounds: WeChat's dark mode dims a pale color only a little, so that every tinted box stays a bright slab
//! in a dark page. The same look as a thin veil of a strong color over the paper turns dark with the page.

use super::elements;
use crate::css::{Rgba, parse_color};
use crate::tree::{NodeId, Tree};
use std::collections::HashMap;

/// Dark mode leaves backgrounds up to this brightness as they are, and dims brighter ones to it.
const BRIGHTEST: f64 = 190.0;
/// A veil that hides more than this is no veil.
const MAX_ALPHA: f64 = 0.4;
const PAPER: [u8; 3] = [255; 3];

/// What lies behind the content of elements with a background, in the light.
pub(super) struct Papers(HashMap<NodeId, [u8; 3]>);

impl Papers {
    /// What lies behind a node.
    pub(super) fn behind(&self, tree: &Tree, id: NodeId) -> [u8; 3] {
        let mut above = tree.parent(id);
        while let Some(node) = above {
            if let Some(paper) = self.0.get(&node) {
                return *paper;
            }
            above = tree.parent(node);
        }
        PAPER
    }
}

/// Writes each pale colored background as a veil over what lies behind it, and drops one that equals it: both turn
/// dark alike. In the light nothing changes.
pub(super) fn draw(tree: &mut Tree) -> Papers {
    let mut papers = Papers(HashMap::new());
    for id in elements(tree) {
        let behind = papers.behind(tree, id);
        let Some(element) = tree.element(id) else { continue };
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
            papers.0.insert(id, over(behind, color));
            continue;
        }
        papers.0.insert(id, own);
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
        if let (Some(veil), Some(element)) = (veil(own, behind), tree.element_mut(id)) {
            element.style.set_in_place(name, &veil.to_css());
        }
    }
    papers
}

fn brightness([red, green, blue]: [u8; 3]) -> f64 {
    (f64::from(red) * 299.0 + f64::from(green) * 587.0 + f64::from(blue) * 114.0) / 1_000.0
}

/// The color that is seen when `veil` lies over `paper`.
fn over(paper: [u8; 3], veil: Rgba) -> [u8; 3] {
    let mut seen = [0.0; 3];
    for ((seen, behind), own) in seen.iter_mut().zip(paper).zip(veil.channels()) {
        *seen = (f64::from(own) * veil.alpha + f64::from(behind) * (1.0 - veil.alpha)) / 255.0;
    }
    let [red, green, blue] = seen;
    Rgba::new(red, green, blue, 1.0).channels()
}

/// The thinnest color that looks like `wanted` over `paper`.
fn veil(wanted: [u8; 3], paper: [u8; 3]) -> Option<Rgba> {
    let room = |own: u8, behind: u8| if own < behind { behind } else { 255 - behind };
    let least = wanted
        .iter()
        .zip(paper)
        .map(|(own, behind)| match room(*own, behind) {
            0 => 0.0,
            room => f64::from(own.abs_diff(behind)) / f64::from(room),
        })
        .fold(0.0, f64::max);
    // Opacity is written in thousandths, channels are whole: a little more opacity may be needed to fit.
    let start = (least * 1_000.0).ceil();
    (0..60)
        .map(|step| (start + f64::from(step)) / 1_000.0)
        .take_while(|alpha| *alpha <= MAX_ALPHA)
        .filter(|alpha| *alpha > 0.0)
        .find_map(|alpha| {
            let mut parts = [0.0; 3];
            for ((part, own), behind) in parts.iter_mut().zip(wanted).zip(paper) {
                *part = (f64::from(own) - f64::from(behind) * (1.0 - alpha)) / alpha / 255.0;
            }
            let [red, green, blue] = parts;
            let veil = Rgba::new(red, green, blue, alpha);
            (over(paper, veil) == wanted).then_some(veil)
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wechat::test::after;

    fn drawn_in(html: &str) -> String {
        after(|tree| drop(draw(tree)), html)
    }

    #[test]
    fn a_veil_looks_the_same_in_the_light() {
        for wanted in [
            [239, 243, 247],
            [255, 242, 189],
            [235, 248, 241],
            [254, 247, 232],
            [246, 247, 248],
            [226, 234, 240],
        ] {
            for paper in [PAPER, [239, 243, 247], [255, 250, 240]] {
                if let Some(veil) = veil(wanted, paper) {
                    assert_eq!(over(paper, veil), wanted);
                    assert!(veil.alpha <= MAX_ALPHA);
                }
            }
            assert!(veil(wanted, PAPER).is_some(), "{wanted:?}");
        }
    }

    #[test]
    fn only_pale_colors_are_veils() {
        for (own, drawn) in [
            ("background:#eff3f7", "background:rgba(1,65,128,.063)"),
            ("background-color:#ffeecc", "background-color:rgba(255,170,0,.2)"),
            ("background:#eee", "background:#eee"),
            ("background:#fff;margin:1px", "margin:1px"),
            ("background:#0f4c81", "background:#0f4c81"),
            ("background:rgba(0,0,0,.1)", "background:rgba(0,0,0,.1)"),
            ("background:url(a.png)", "background:url(a.png)"),
        ] {
            assert_eq!(
                drawn_in(&format!("<section style=\"{own}\">a</section>")),
                format!("<section style=\"{drawn}\">a</section>")
            );
        }
    }

    #[test]
    fn a_veil_lies_over_the_box_around() {
        let html = "<section style=\"background:#eff3f7\"><p style=\"background:#e0e8f0\">a</p></section>";
        let drawn = drawn_in(html);
        assert!(drawn.contains("<p style=\"background:rgba(1,"), "{drawn}");
        assert_eq!(drawn_in(&drawn), drawn);
    }
}
