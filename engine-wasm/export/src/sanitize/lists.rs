//! What is allowed. A name that is not here does not pass.

use ammonia::{Builder, UrlRelative};
use std::collections::{HashMap, HashSet};

const HTML: &str = "a abbr address article aside b bdi bdo blockquote br caption center cite code col colgroup dd del \
    details dfn div dl dt em figcaption figure font footer h1 h2 h3 h4 h5 h6 header hr i img input ins kbd li main mark \
    mp-common-profile nav ol p pre q rp rt ruby s samp section small span strike strong sub summary sup table tbody td \
    tfoot th thead time tr tt u ul var wbr";

const SVG: &str = "svg g path rect circle ellipse line polyline polygon text tspan defs linearGradient radialGradient \
    stop clipPath marker";

/// Elements whose text is code, a form's value or a description: nothing of it is shown.
const WITH_CONTENT: &str = "script style iframe noscript noembed noframes object embed applet template textarea select \
    option xmp plaintext title desc metadata foreignObject annotation annotation-xml audio video canvas map head frameset \
    animate animateTransform animateMotion set use symbol filter mask pattern image feImage handler listener";

const ANY: &str = "class dir id lang style title role aria-hidden aria-label";

const BY_ELEMENT: [(&str, &str); 21] = [
    ("a", "href"),
    ("img", "src alt width height align"),
    ("input", "type checked disabled"),
    ("ol", "start reversed type"),
    ("ul", "type"),
    ("li", "value type"),
    ("details", "open"),
    ("time", "datetime"),
    ("font", "color size face"),
    ("p", "align"),
    ("div", "align"),
    ("section", "align data-lang data-tex"),
    ("span", "data-tex"),
    ("pre", "data-lang"),
    ("table", "align border cellpadding cellspacing width"),
    ("td", "align valign colspan rowspan width height"),
    ("th", "align valign colspan rowspan width height scope"),
    ("tr", "align valign"),
    ("col", "span width"),
    ("colgroup", "span"),
    (
        "mp-common-profile",
        "data-alias data-from data-headimg data-id data-index data-is_biz_ban data-nickname data-pluginname \
         data-service_type data-signature data-verify_status",
    ),
];

const HEADINGS: [&str; 6] = ["h1", "h2", "h3", "h4", "h5", "h6"];

const SVG_ATTRIBUTES: &str = "alignment-baseline clip-path clip-rule clipPathUnits color cx cy d display \
    dominant-baseline dx dy fill fill-opacity fill-rule font-family font-size font-style font-weight fx fy \
    gradientTransform gradientUnits height letter-spacing marker-end marker-mid marker-start markerHeight markerUnits \
    markerWidth offset opacity orient overflow paint-order points preserveAspectRatio r refX refY rotate rx ry \
    spreadMethod stop-color stop-opacity stroke stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin \
    stroke-miterlimit stroke-opacity stroke-width text-anchor text-decoration textLength transform vector-effect \
    version viewBox visibility width word-spacing x x1 x2 xmlns y y1 y2";

/// Properties that change how a box or a text looks and cannot leave its place or load anything.
pub(super) const STYLE_PROPERTIES: &[&str] = &[
    "align-items",
    "align-self",
    "align-content",
    "aspect-ratio",
    "background",
    "background-clip",
    "background-color",
    "background-position",
    "background-repeat",
    "background-size",
    "border",
    "border-bottom",
    "border-bottom-color",
    "border-bottom-left-radius",
    "border-bottom-right-radius",
    "border-bottom-style",
    "border-bottom-width",
    "border-collapse",
    "border-color",
    "border-left",
    "border-left-color",
    "border-left-style",
    "border-left-width",
    "border-radius",
    "border-right",
    "border-right-color",
    "border-right-style",
    "border-right-width",
    "border-spacing",
    "border-style",
    "border-top",
    "border-top-color",
    "border-top-left-radius",
    "border-top-right-radius",
    "border-top-style",
    "border-top-width",
    "border-width",
    "box-shadow",
    "box-sizing",
    "break-inside",
    "caption-side",
    "clear",
    "color",
    "column-count",
    "column-gap",
    "direction",
    "display",
    "dominant-baseline",
    "fill",
    "fill-opacity",
    "fill-rule",
    "flex",
    "flex-basis",
    "flex-direction",
    "flex-flow",
    "flex-grow",
    "flex-shrink",
    "flex-wrap",
    "float",
    "font",
    "font-family",
    "font-feature-settings",
    "font-size",
    "font-style",
    "font-variant",
    "font-weight",
    "gap",
    "grid-template-columns",
    "height",
    "hyphens",
    "justify-content",
    "left",
    "letter-spacing",
    "line-break",
    "line-height",
    "list-style",
    "list-style-position",
    "list-style-type",
    "margin",
    "margin-bottom",
    "margin-left",
    "margin-right",
    "margin-top",
    "max-height",
    "max-width",
    "min-height",
    "min-width",
    "mix-blend-mode",
    "object-fit",
    "object-position",
    "opacity",
    "order",
    "outline",
    "overflow",
    "overflow-wrap",
    "overflow-x",
    "overflow-y",
    "padding",
    "padding-bottom",
    "padding-left",
    "padding-right",
    "padding-top",
    "position",
    "right",
    "row-gap",
    "stop-color",
    "stop-opacity",
    "stroke",
    "stroke-dasharray",
    "stroke-linecap",
    "stroke-linejoin",
    "stroke-opacity",
    "stroke-width",
    "tab-size",
    "table-layout",
    "text-align",
    "text-anchor",
    "text-decoration",
    "text-decoration-color",
    "text-decoration-line",
    "text-decoration-style",
    "text-decoration-thickness",
    "text-emphasis",
    "text-indent",
    "text-orientation",
    "text-overflow",
    "text-shadow",
    "text-transform",
    "text-underline-offset",
    "top",
    "bottom",
    "transform",
    "transform-origin",
    "vertical-align",
    "visibility",
    "white-space",
    "width",
    "word-break",
    "word-spacing",
    "word-wrap",
    "writing-mode",
    "-webkit-overflow-scrolling",
    "-webkit-text-fill-color",
];

fn words(list: &'static str) -> HashSet<&'static str> {
    list.split_ascii_whitespace().collect()
}

pub(super) fn builder() -> Builder<'static> {
    let mut attributes: HashMap<&str, HashSet<&str>> = BY_ELEMENT
        .iter()
        .map(|(element, allowed)| (*element, words(allowed)))
        .collect();
    for heading in HEADINGS {
        attributes.insert(heading, words("align"));
    }
    for element in SVG.split_ascii_whitespace() {
        attributes.insert(element, words(SVG_ATTRIBUTES));
    }
    let mut builder = Builder::empty();
    builder
        .tags(words(HTML).union(&words(SVG)).copied().collect())
        .clean_content_tags(words(WITH_CONTENT))
        .tag_attributes(attributes)
        .generic_attributes(words(ANY))
        .url_schemes(words("http https mailto tel data blob"))
        .url_relative(UrlRelative::PassThrough)
        .link_rel(None)
        .strip_comments(true);
    builder
}
