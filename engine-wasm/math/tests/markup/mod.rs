//! Reads the written SVG strictly: what is not expected fails.
#![allow(clippy::expect_used, reason = "part of the tests, though not marked as such")]

const ELEMENTS: [&str; 3] = ["svg", "path", "text"];

const ATTRIBUTES: [&str; 14] = [
    "xmlns",
    "viewBox",
    "style",
    "fill",
    "fill-opacity",
    "stroke",
    "stroke-opacity",
    "stroke-width",
    "stroke-dasharray",
    "d",
    "x",
    "y",
    "font-size",
    "font-weight",
];

/// Fails unless the text is one `<svg>` of paths and texts with known attributes and well-formed values.
pub fn assert_safe(svg: &str) {
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>"), "{svg}");
    let mut open: Vec<&str> = Vec::new();
    for part in svg.split('<').skip(1) {
        let (tag, content) = part.split_once('>').expect("a closed tag");
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name), "{svg}");
        } else {
            let (name, attributes) = tag.split_once(' ').expect("attributes");
            assert!(ELEMENTS.contains(&name), "{name}");
            assert_eq!(open.len(), usize::from(name != "svg"), "{svg}");
            assert_attributes(attributes.trim_end_matches('/'));
            if !tag.ends_with('/') {
                open.push(name);
            }
        }
        assert!(
            content.is_empty() || open.last() == Some(&"text"),
            "text outside of <text>: {content}"
        );
        for entity in content.split('&').skip(1) {
            assert!(
                ["amp;", "lt;", "gt;"].iter().any(|name| entity.starts_with(name)),
                "{content}"
            );
        }
    }
    assert!(open.is_empty(), "{svg}");
}

fn assert_attributes(attributes: &str) {
    let mut rest = attributes.trim();
    while !rest.is_empty() {
        let (name, after) = rest.split_once("=\"").expect("a quoted value");
        let (value, after) = after.split_once('"').expect("a closed value");
        assert!(ATTRIBUTES.contains(&name), "{name}");
        assert!(!value.contains("NaN") && !value.contains("inf"), "{name}={value}");
        if name == "d" {
            assert!(
                value.bytes().all(|byte| b"mhvlqtcsz -0123456789".contains(&byte)),
                "{value}"
            );
            assert!(value.starts_with('m'), "{value}");
        }
        rest = after.trim_start();
    }
}
