//! Logical properties under their physical names.

use super::split::split_spaces;

/// Logical properties of left-to-right text under their physical names, which every engine knows.
pub(super) fn physical(name: &str, value: &str) -> Vec<(String, String)> {
    let one = |name: String| vec![(name, value.to_owned())];
    for (start, end, first, last) in [
        ("-block-start", "-block-end", "top", "bottom"),
        ("-inline-start", "-inline-end", "left", "right"),
    ] {
        for (suffix, side) in [(start, first), (end, last)] {
            if let Some(property) = name.strip_suffix(suffix).filter(|known| is_box_property(known)) {
                return one(sided(property, side));
            }
        }
        let axis = start.trim_end_matches("-start");
        if let Some(property) = name.strip_suffix(axis).filter(|known| is_box_property(known)) {
            let parts = split_spaces(value);
            let first_value = parts.first().cloned().unwrap_or_default();
            let whole = property == "border";
            let last_value = if whole {
                value.to_owned()
            } else {
                parts.get(1).cloned().unwrap_or(first_value.clone())
            };
            let first_value = if whole { value.to_owned() } else { first_value };
            return vec![
                (sided(property, first), first_value),
                (sided(property, last), last_value),
            ];
        }
    }
    match name {
        "inline-size" => one("width".to_owned()),
        "block-size" => one("height".to_owned()),
        "max-inline-size" => one("max-width".to_owned()),
        "min-inline-size" => one("min-width".to_owned()),
        _ => one(name.to_owned()),
    }
}

fn is_box_property(name: &str) -> bool {
    matches!(name, "margin" | "padding" | "border" | "inset")
}

fn sided(property: &str, side: &str) -> String {
    if property == "inset" {
        side.to_owned()
    } else {
        format!("{property}-{side}")
    }
}
