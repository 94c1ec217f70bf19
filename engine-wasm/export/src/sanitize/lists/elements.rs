//! Elements.

use super::is_listed;
use crate::html_elements::{Raw, html_element};
use crate::tree::Element;

/// Elements of SVG that draw and do nothing else.
pub(in crate::sanitize) const SVG: &[&str] = &[
    "circle",
    "clipPath",
    "defs",
    "ellipse",
    "g",
    "line",
    "linearGradient",
    "marker",
    "path",
    "polygon",
    "polyline",
    "radialGradient",
    "rect",
    "stop",
    "svg",
    "text",
    "tspan",
];

/// Elements whose text is code, a form's value, a description or a fallback: nothing of it is shown. Also those
/// inside which a parser leaves SVG or MathML again. Lower case, of any namespace.
pub(in crate::sanitize) const WITH_CONTENT: &[&str] = &[
    "animate",
    "animatemotion",
    "animatetransform",
    "annotation",
    "annotation-xml",
    "applet",
    "audio",
    "canvas",
    "desc",
    "embed",
    "feimage",
    "filter",
    "foreignobject",
    "frameset",
    "handler",
    "head",
    "iframe",
    "image",
    "listener",
    "map",
    "mask",
    "metadata",
    "noembed",
    "noframes",
    "noscript",
    "object",
    "option",
    "pattern",
    "plaintext",
    "script",
    "select",
    "set",
    "style",
    "symbol",
    "template",
    "textarea",
    "title",
    "use",
    "video",
    "xmp",
];

/// What becomes of an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::sanitize) enum Verdict {
    /// It stays.
    Kept,
    /// It goes, what it holds stays.
    Unwrapped,
    /// It goes with all that it holds.
    Dropped,
}

/// Whether an article may have this element of HTML.
pub(in crate::sanitize) fn is_shown(name: &str) -> bool {
    html_element(name).is_some_and(|element| element.raw == Raw::Shown)
}

/// Judges an element by its name and namespace.
pub(in crate::sanitize) fn verdict(element: &Element) -> Verdict {
    let name = element.name();
    if is_listed(WITH_CONTENT, &name.to_ascii_lowercase()) {
        Verdict::Dropped
    } else if (element.is_html() && is_shown(name)) || (element.is_svg() && is_listed(SVG, name)) {
        Verdict::Kept
    } else {
        Verdict::Unwrapped
    }
}

#[cfg(test)]
mod tests {
    use crate::html_elements::{ELEMENTS, Raw};
    use moyan_article::{RenderOptions, render};

    /// The names of which the article says that they show nothing.
    fn named(text: &str) -> Vec<String> {
        let warnings = render(text, &RenderOptions::default()).info.warnings;
        let named = warnings
            .into_iter()
            .filter(|warning| warning.key == "html.unknownTag");
        named.filter_map(|warning| warning.detail).collect()
    }

    #[test]
    fn authors_are_told_of_what_goes_and_of_nothing_that_stays() {
        for element in ELEMENTS.iter().filter(|element| element.raw == Raw::Shown) {
            let name = element.name;
            assert_eq!(
                named(&format!("x <{name}> y\n\n<div><{name}></div>")),
                [""; 0],
                "{name}"
            );
        }
        for name in ["String", "form", "button", "dialog", "html"] {
            assert_eq!(named(&format!("x <{name}> y")), [name], "{name}");
        }
    }
}
