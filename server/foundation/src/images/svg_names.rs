//! What an SVG may hold: elements, attributes and values.

/// What becomes of an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keeping {
    /// It stays.
    Kept,
    /// Its content stays.
    Unwrapped,
    /// It goes with its content.
    Dropped,
}

/// Elements that draw and do nothing else.
const ELEMENTS: &[&str] = &[
    "circle",
    "clipPath",
    "defs",
    "desc",
    "ellipse",
    "feBlend",
    "feColorMatrix",
    "feComponentTransfer",
    "feComposite",
    "feConvolveMatrix",
    "feDiffuseLighting",
    "feDisplacementMap",
    "feDistantLight",
    "feDropShadow",
    "feFlood",
    "feFuncA",
    "feFuncB",
    "feFuncG",
    "feFuncR",
    "feGaussianBlur",
    "feMerge",
    "feMergeNode",
    "feMorphology",
    "feOffset",
    "fePointLight",
    "feSpecularLighting",
    "feSpotLight",
    "feTile",
    "feTurbulence",
    "filter",
    "g",
    "image",
    "line",
    "linearGradient",
    "marker",
    "mask",
    "path",
    "pattern",
    "polygon",
    "polyline",
    "radialGradient",
    "rect",
    "stop",
    "style",
    "svg",
    "symbol",
    "text",
    "textPath",
    "title",
    "tspan",
    "use",
];

/// Attributes of any element, beside those that begin with `data-` or `aria-`.
const ATTRIBUTES: &[&str] = &[
    "alignment-baseline",
    "amplitude",
    "azimuth",
    "baseFrequency",
    "baseline-shift",
    "bias",
    "class",
    "clip-path",
    "clip-rule",
    "clipPathUnits",
    "color",
    "color-interpolation",
    "color-interpolation-filters",
    "cx",
    "cy",
    "d",
    "diffuseConstant",
    "direction",
    "display",
    "divisor",
    "dominant-baseline",
    "dx",
    "dy",
    "edgeMode",
    "elevation",
    "exponent",
    "fill",
    "fill-opacity",
    "fill-rule",
    "filter",
    "filterUnits",
    "flood-color",
    "flood-opacity",
    "font",
    "font-family",
    "font-size",
    "font-size-adjust",
    "font-stretch",
    "font-style",
    "font-variant",
    "font-weight",
    "fr",
    "fx",
    "fy",
    "gradientTransform",
    "gradientUnits",
    "height",
    "id",
    "image-rendering",
    "in",
    "in2",
    "intercept",
    "k1",
    "k2",
    "k3",
    "k4",
    "kernelMatrix",
    "kernelUnitLength",
    "lang",
    "lengthAdjust",
    "letter-spacing",
    "lighting-color",
    "limitingConeAngle",
    "marker-end",
    "marker-mid",
    "marker-start",
    "markerHeight",
    "markerUnits",
    "markerWidth",
    "mask",
    "maskContentUnits",
    "maskUnits",
    "media",
    "method",
    "mode",
    "numOctaves",
    "offset",
    "opacity",
    "operator",
    "order",
    "orient",
    "overflow",
    "paint-order",
    "pathLength",
    "patternContentUnits",
    "patternTransform",
    "patternUnits",
    "pointer-events",
    "points",
    "pointsAtX",
    "pointsAtY",
    "pointsAtZ",
    "preserveAlpha",
    "preserveAspectRatio",
    "primitiveUnits",
    "r",
    "radius",
    "refX",
    "refY",
    "result",
    "role",
    "rotate",
    "rx",
    "ry",
    "scale",
    "seed",
    "shape-rendering",
    "side",
    "slope",
    "spacing",
    "specularConstant",
    "specularExponent",
    "spreadMethod",
    "startOffset",
    "stdDeviation",
    "stitchTiles",
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
    "style",
    "surfaceScale",
    "systemLanguage",
    "tableValues",
    "targetX",
    "targetY",
    "text-anchor",
    "text-decoration",
    "text-rendering",
    "textLength",
    "transform",
    "transform-origin",
    "type",
    "unicode-bidi",
    "values",
    "vector-effect",
    "version",
    "viewBox",
    "visibility",
    "white-space",
    "width",
    "word-spacing",
    "writing-mode",
    "x",
    "x1",
    "x2",
    "xChannelSelector",
    "xml:space",
    "y",
    "y1",
    "y2",
    "yChannelSelector",
    "z",
];

/// Attributes whose value is an address.
const ADDRESSES: [&str; 2] = ["href", "xlink:href"];

/// Pictures that an `image` may hold as data. An SVG is none: it would be a document of its own.
const DATA: [&str; 4] = [
    "data:image/png;base64,",
    "data:image/jpeg;base64,",
    "data:image/gif;base64,",
    "data:image/webp;base64,",
];

/// What becomes of an element. Names are compared as XML does; one with a prefix is of another namespace.
pub fn element(name: &str) -> Keeping {
    match name {
        "a" | "switch" => Keeping::Unwrapped,
        name if ELEMENTS.contains(&name) => Keeping::Kept,
        _ => Keeping::Dropped,
    }
}

/// Whether an attribute of an element stays.
pub fn attribute(element: &str, name: &str, value: &str) -> bool {
    if ADDRESSES.contains(&name) {
        return value.starts_with('#') || (element == "image" && is_picture(value));
    }
    (ATTRIBUTES.contains(&name) || is_note(name)) && is_safe_css(value)
}

/// Whether a name is of the authors' own attributes, or of those for screen readers. The parser takes any character
/// in a name; one that HTML takes apart would become another attribute where a drawing stands in a page.
fn is_note(name: &str) -> bool {
    let rest = name.strip_prefix("data-").or_else(|| name.strip_prefix("aria-"));
    rest.is_some_and(|rest| {
        rest.bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.'))
    })
}

/// Whether XML 1.0 has a character. Others are not written, so they must not hide a word from a check either.
pub fn is_written(character: char) -> bool {
    !matches!(character, '\0'..='\x08' | '\x0b'..='\x1f' | '\u{fffe}' | '\u{ffff}')
}

/// A picture in pixels, and nothing but its digits.
fn is_picture(value: &str) -> bool {
    DATA.iter().any(|kind| {
        value.strip_prefix(kind).is_some_and(|digits| {
            digits.bytes().all(|byte| {
                byte.is_ascii_alphanumeric()
                    || matches!(byte, b'+' | b'/' | b'=' | b' ' | b'\t' | b'\r' | b'\n')
            })
        })
    })
}

/// Whether a style sheet or a value fetches nothing: `url()` points into the file, nothing is imported or hidden in
/// escapes.
pub fn is_safe_css(css: &str) -> bool {
    let css: String = css
        .chars()
        .filter(|character| is_written(*character) && !character.is_whitespace() && !character.is_control())
        .flat_map(char::to_lowercase)
        .collect();
    let fetches = [
        "\\",
        "@import",
        "@namespace",
        "@font-face",
        "javascript:",
        "vbscript:",
        "data:",
        "expression(",
        "-moz-binding",
        "behavior:",
        "image(",
        "image-set(",
        "src(",
        "element(",
        "cross-fade(",
        "paint(",
    ];
    !fetches.iter().any(|part| css.contains(part))
        && css.match_indices("url(").all(|(at, call)| {
            let address = css.get(at + call.len()..).unwrap_or_default();
            address.trim_start_matches(['"', '\'']).starts_with('#')
        })
}
