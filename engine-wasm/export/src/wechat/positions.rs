//! Shifts: WeChat loses `top`, `right`, `bottom` and `left`, but keeps `transform`. Only declarations are looked at, never text.

use super::flow::elements;
use crate::findings::Findings;
use crate::tree::Tree;

/// Rewrites the shift of a relative box to a transform; reports boxes that leave the flow.
pub(super) fn to_transforms(tree: &mut Tree, findings: &mut Findings) {
    for id in elements(tree) {
        let Some(element) = tree.element_mut(id).filter(|element| element.is_html()) else {
            continue;
        };
        let style = &mut element.style;
        match style.get("position").map(str::to_owned).as_deref() {
            Some("absolute" | "fixed" | "sticky") => {
                // It is lost on paste, so it is taken out and reported.
                findings.report("export.css.position", &style.to_css());
                style.retain(|one| !is_of_position(&one.name));
                continue;
            }
            None | Some("static") => {
                style.retain(|one| !is_of_position(&one.name));
                continue;
            }
            _ => {}
        }
        let mut moves = String::new();
        for (axis, ahead, behind) in [("Y", "top", "bottom"), ("X", "left", "right")] {
            let (ahead, behind) = (style.remove(ahead), style.remove(behind));
            let shift = usable(ahead).or_else(|| usable(behind).map(|value| negated(&value)));
            if let Some(shift) = shift {
                moves.push_str(&format!("translate{axis}({shift}) "));
            }
        }
        style.retain(|one| !is_of_position(&one.name));
        if !moves.is_empty() {
            let own = style
                .get("transform")
                .filter(|known| *known != "none")
                .unwrap_or_default()
                .to_owned();
            style.set("transform", format!("{moves}{own}").trim());
        }
    }
}

fn is_of_position(property: &str) -> bool {
    matches!(
        property,
        "position" | "top" | "bottom" | "left" | "right" | "inset" | "z-index"
    )
}

fn usable(value: Option<String>) -> Option<String> {
    value.filter(|value| {
        !matches!(
            value.as_str(),
            "auto" | "0" | "0px" | "inherit" | "initial" | "unset"
        ) && !value.ends_with('%')
    })
}

fn negated(value: &str) -> String {
    match value.strip_prefix('-') {
        Some(rest) => rest.to_owned(),
        None if value.starts_with("calc(") => format!("calc({value} * -1)"),
        None => format!("-{}", value.trim_start_matches('+')),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moved(html: &str) -> (String, Findings) {
        let mut findings = Findings::default();
        let html = crate::wechat::test::after(|tree| to_transforms(tree, &mut findings), html);
        (html, findings)
    }

    #[test]
    fn a_shift_is_a_transform_and_text_is_text() {
        let (html, _) =
            moved("<p style=\"position:relative;top:-.2em;right:3px\">Laptop: 8G mem top:2em</p>");
        assert_eq!(
            html,
            "<p style=\"transform:translateY(-.2em) translateX(-3px)\">Laptop: 8G mem top:2em</p>"
        );
    }

    #[test]
    fn only_a_relative_box_is_shifted_by_what_can_be_known() {
        for (style, kept) in [
            ("top:1px", ""),
            ("position:static;left:1px;color:red", "color:red"),
            ("position:relative;top:10%;color:red", "color:red"),
            (
                "position:relative;top:auto;bottom:1px",
                "transform:translateY(-1px)",
            ),
            ("position:relative;top:0;bottom:-1px", "transform:translateY(1px)"),
            (
                "position:relative;bottom:calc(1px + 1em)",
                "transform:translateY(calc(calc(1px + 1em) * -1))",
            ),
            (
                "position:relative;top:1px;transform:rotate(1deg)",
                "transform:translateY(1px) rotate(1deg)",
            ),
            (
                "position:relative;top:1px;transform:none",
                "transform:translateY(1px)",
            ),
        ] {
            let (html, _) = moved(&format!("<p style=\"{style}\">a</p>"));
            let kept = format!("<p style=\"{kept}\">a</p>").replace(" style=\"\"", "");
            assert_eq!(html, kept);
        }
    }

    #[test]
    fn boxes_out_of_the_flow_are_reported_and_put_back() {
        let (html, findings) = moved("<p style=\"position:absolute;top:0\">a</p>");
        assert_eq!(
            findings
                .iter()
                .map(|finding| finding.key.as_str())
                .collect::<Vec<_>>(),
            ["export.css.position"]
        );
        assert_eq!(html, "<p>a</p>");
    }
}
