//! Images: WeChat ignores width and height attributes.

use crate::tree::Tree;

/// Moves sizes of images to their style.
pub(super) fn size_by_style(tree: &mut Tree) {
    for id in tree.find(Tree::ROOT, |element| element.is("img")) {
        let Some(element) = tree.element_mut(id) else {
            continue;
        };
        for side in ["width", "height"] {
            let Some(value) = element.remove_attribute(side) else {
                continue;
            };
            let value = value.trim().trim_end_matches("px").to_owned();
            if value.parse::<f64>().is_ok_and(|number| number >= 0.0) {
                element.style.set_default(side, &format!("{value}px"));
            } else if value.ends_with('%') {
                element.style.set_default(side, &value);
            }
        }
        // A height that is fixed while the width is capped would squeeze the picture.
        if element
            .style
            .get("width")
            .is_some_and(|width| width.ends_with("px"))
            && element.style.get("object-fit").is_none()
        {
            let fixed = element
                .style
                .get("height")
                .is_some_and(|height| height.ends_with("px"));
            if fixed && element.style.is("max-width", "100%") {
                element.style.set("object-fit", "contain");
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::wechat::test::after;

    #[test]
    fn sizes_are_styles_in_pixels() {
        assert_eq!(
            after(
                super::size_by_style,
                "<img src=\"a\" width=\"300\" height=\"200px\"><img src=\"b\" width=\"50%\" height=\"x\">"
            ),
            "<img src=\"a\" style=\"width:300px;height:200px\"><img src=\"b\" style=\"width:50%\">"
        );
    }

    #[test]
    fn a_picture_that_is_capped_is_not_squeezed() {
        for (style, added) in [
            ("width:300px;height:200px;max-width:100%", ";object-fit:contain"),
            ("width:300px;height:200px;max-width:100%;object-fit:cover", ""),
            ("width:300px;height:200px", ""),
            ("width:300px;height:auto;max-width:100%", ""),
            ("width:50%;height:200px;max-width:100%", ""),
        ] {
            assert_eq!(
                after(super::size_by_style, &format!("<img style=\"{style}\">")),
                format!("<img style=\"{style}{added}\">")
            );
        }
    }
}
