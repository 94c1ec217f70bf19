//! Lengths of the article in px, as far as its styles say them.

use super::boxes::four;
use crate::style::{Style, absolute_px, length, split_spaces};
use crate::tree::{NodeId, Tree};

/// The size of text in the element; nothing when it is not known in px.
pub(super) fn font_size_px(tree: &Tree, id: NodeId) -> Option<f64> {
    absolute_px(tree.style_at(id, "font-size")?)
}

/// How far letters reach above and below their base in common Chinese fonts, in em.
const LETTERS_EM: [f64; 2] = [1.16, 0.29];

/// From the upper edge of a line to the base of its letters. Chrome places letters on whole pixels.
pub(super) fn rise_px(tree: &Tree, id: NodeId) -> Option<f64> {
    let size_px = font_size_px(tree, id)?;
    let (height, unit) = length(tree.style_at(id, "line-height")?)?;
    let height_px = match unit.as_str() {
        "" => height * size_px,
        "px" => height,
        _ => return None,
    };
    let [above_px, below_px] = LETTERS_EM.map(|em| (em * size_px).round());
    Some(above_px + ((height_px - above_px - below_px) / 2.0).floor())
}

/// What a border and a padding take on one side, in px; nothing when they have another unit.
pub(super) fn edge_px(style: &Style, side: &str) -> Option<f64> {
    Some(side_px(style, "border", side)? + side_px(style, "padding", side)?)
}

/// One side of `margin`, `border` or `padding`, `top` or `left`, in px; nothing when it has another unit.
pub(super) fn side_px(style: &Style, property: &str, side: &str) -> Option<f64> {
    let mut px = 0.0;
    for one in style.iter() {
        let Some(part) = one.name.strip_prefix(property) else {
            continue;
        };
        let own = part.strip_prefix('-').and_then(|part| part.strip_prefix(side));
        let value = match (property, part, own) {
            ("margin" | "padding", "", _) | ("border", "-width", _) => {
                let [top, _, _, left] = four(&one.value)?;
                Some(if side == "top" { top } else { left })
            }
            ("border", "", _) | (_, _, Some("")) | ("border", _, Some("-width")) => split_spaces(&one.value)
                .into_iter()
                .find(|word| length(word).is_some()),
            _ => None,
        };
        if let Some(value) = value {
            px = absolute_px(&value)?;
        }
    }
    Some(px)
}
