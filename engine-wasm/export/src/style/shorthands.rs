//! Which property sets which others.

/// Properties that set others as well: those that [`overrides`] knows.
pub(super) fn is_shorthand(name: &str) -> bool {
    SHORTHANDS.contains(&name)
}

const SHORTHANDS: [&str; 23] = [
    "animation",
    "background",
    "border",
    "border-bottom",
    "border-color",
    "border-left",
    "border-radius",
    "border-right",
    "border-style",
    "border-top",
    "border-width",
    "columns",
    "flex",
    "font",
    "gap",
    "inset",
    "list-style",
    "margin",
    "outline",
    "overflow",
    "padding",
    "text-decoration",
    "transition",
];

/// Whether setting `new` makes an earlier `old` meaningless.
pub(super) fn overrides(new: &str, old: &str) -> bool {
    if new == old {
        return true;
    }
    match new {
        "border" => old.strip_prefix("border-").is_some_and(|rest| {
            !rest.ends_with("radius")
                && !matches!(rest, "collapse" | "spacing" | "image")
                && !rest.starts_with("image-")
        }),
        "border-width" | "border-style" | "border-color" => {
            let part = new.trim_start_matches("border-");
            ["top", "right", "bottom", "left"].iter().any(|side| {
                old.strip_prefix("border-")
                    .and_then(|rest| rest.strip_prefix(side))
                    == Some(&format!("-{part}"))
            })
        }
        "border-radius" => old.starts_with("border-") && old.ends_with("-radius"),
        "font" => (old.starts_with("font-") && !old.starts_with("font-feature")) || old == "line-height",
        "overflow" => matches!(old, "overflow-x" | "overflow-y"),
        "margin" | "padding" | "background" | "list-style" | "text-decoration" | "border-top"
        | "border-right" | "border-bottom" | "border-left" | "outline" | "flex" | "columns"
        | "transition" | "animation" => old.strip_prefix(new).is_some_and(|rest| {
            rest.starts_with('-')
                && !rest.ends_with("-radius")
                && !(new == "flex" && matches!(rest, "-direction" | "-wrap" | "-flow"))
        }),
        "inset" => matches!(old, "top" | "right" | "bottom" | "left"),
        "gap" => matches!(old, "row-gap" | "column-gap"),
        _ => false,
    }
}
