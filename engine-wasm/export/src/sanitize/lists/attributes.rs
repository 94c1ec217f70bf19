//! Attributes.

use super::is_listed;

/// Attributes of every element.
pub(in crate::sanitize) const ANY: &[&str] = &[
    "aria-hidden",
    "aria-label",
    "class",
    "dir",
    "id",
    "lang",
    "role",
    "style",
    "title",
];

/// More attributes of HTML elements.
pub(in crate::sanitize) const BY_ELEMENT: &[(&str, &[&str])] = &[
    ("a", &["href"]),
    ("col", &["span", "width"]),
    ("colgroup", &["span"]),
    ("details", &["open"]),
    ("div", &["align"]),
    ("font", &["color", "face", "size"]),
    ("h1", &["align"]),
    ("h2", &["align"]),
    ("h3", &["align"]),
    ("h4", &["align"]),
    ("h5", &["align"]),
    ("h6", &["align"]),
    ("img", &["align", "alt", "height", "src", "width"]),
    ("input", &["checked", "disabled", "type"]),
    ("li", &["type", "value"]),
    (
        "mp-common-profile",
        &[
            "data-alias",
            "data-from",
            "data-headimg",
            "data-id",
            "data-index",
            "data-is_biz_ban",
            "data-nickname",
            "data-pluginname",
            "data-service_type",
            "data-signature",
            "data-verify_status",
        ],
    ),
    ("ol", &["reversed", "start", "type"]),
    ("p", &["align"]),
    ("pre", &["data-lang"]),
    ("section", &["align", "data-lang", "data-tex"]),
    ("span", &["data-tex"]),
    (
        "table",
        &["align", "border", "cellpadding", "cellspacing", "width"],
    ),
    (
        "td",
        &["align", "colspan", "height", "rowspan", "valign", "width"],
    ),
    (
        "th",
        &[
            "align", "colspan", "height", "rowspan", "scope", "valign", "width",
        ],
    ),
    ("time", &["datetime"]),
    ("tr", &["align", "valign"]),
    ("ul", &["type"]),
];

/// More attributes of SVG elements.
pub(in crate::sanitize) const SVG_ATTRIBUTES: &[&str] = &[
    "alignment-baseline",
    "clip-path",
    "clip-rule",
    "clipPathUnits",
    "color",
    "cx",
    "cy",
    "d",
    "display",
    "dominant-baseline",
    "dx",
    "dy",
    "fill",
    "fill-opacity",
    "fill-rule",
    "font-family",
    "font-size",
    "font-style",
    "font-weight",
    "fx",
    "fy",
    "gradientTransform",
    "gradientUnits",
    "height",
    "letter-spacing",
    "marker-end",
    "marker-mid",
    "marker-start",
    "markerHeight",
    "markerUnits",
    "markerWidth",
    "offset",
    "opacity",
    "orient",
    "overflow",
    "paint-order",
    "points",
    "preserveAspectRatio",
    "r",
    "refX",
    "refY",
    "rotate",
    "rx",
    "ry",
    "spreadMethod",
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
    "textLength",
    "transform",
    "transform-origin",
    "vector-effect",
    "version",
    "viewBox",
    "visibility",
    "width",
    "word-spacing",
    "x",
    "x1",
    "x2",
    "xmlns",
    "y",
    "y1",
    "y2",
];

/// Whether an element of this name may have the attribute at all.
pub(in crate::sanitize) fn may_have(is_html: bool, element: &str, attribute: &str) -> bool {
    let own = || match BY_ELEMENT.binary_search_by_key(&element, |(name, _)| name) {
        Ok(at) => BY_ELEMENT
            .get(at)
            .is_some_and(|(_, own)| is_listed(own, attribute)),
        Err(_) => false,
    };
    is_listed(ANY, attribute)
        || if is_html {
            own()
        } else {
            is_listed(SVG_ATTRIBUTES, attribute)
        }
}
