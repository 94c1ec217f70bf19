//! Margins and paddings: long-hands go back into the shorthand, and what resets nothing goes.

use super::flow::elements;
use crate::style::{Declaration, Style};
use crate::tree::Tree;

const SIDES: [&str; 4] = ["top", "right", "bottom", "left"];
/// Elements that have no border, background or padding unless a style says so.
const NEUTRAL: [&str; 3] = ["section", "span", "p"];

/// Writes box properties in the fewest characters that mean the same.
pub(super) fn shorten(tree: &mut Tree) {
    for id in elements(tree) {
        let Some(element) = tree.element_mut(id).filter(|element| element.is_html()) else {
            continue;
        };
        join_border(&mut element.style);
        // The other side is `auto` then, whatever is said.
        if element.style.is("overflow-x", "auto")
            && !element.style.iter().any(|one| one.name.starts_with("overflow-y"))
        {
            element.style.remove("overflow-x");
            element.style.set("overflow", "auto");
        }
        for property in ["padding", "margin"] {
            fold(&mut element.style, property);
        }
        if element.style.is("text-decoration", "none") {
            element.style.retain(|one| {
                !one.name.starts_with("text-underline") && !one.name.starts_with("text-decoration-")
            });
        }
        if element.style.is("border-collapse", "collapse") {
            element.style.remove("border-spacing");
        }
        if element.style.is("font-weight", "bold") {
            element.style.set_in_place("font-weight", "700");
        }
        if element.is("strong") || element.is("b") {
            element.style.retain(|one| {
                one.name != "font-weight" || !matches!(one.value.as_str(), "bold" | "700") || one.important
            });
        }
        if NEUTRAL.contains(&element.name()) {
            element.style.retain(|one| {
                let (name, value) = (one.name.as_str(), one.value.as_str());
                let nothing = matches!(value, "0" | "none" | "0px" | "transparent" | "rgba(0,0,0,0)");
                let resets = matches!(
                    name,
                    "border" | "border-radius" | "background" | "background-color" | "box-shadow" | "outline"
                ) || (name == "padding" && value == "0");
                one.important || !(nothing && resets)
            });
            if element.is("span") {
                element
                    .style
                    .retain(|one| !(one.name == "margin" && one.value == "0"));
            }
            if !has_visible_edge(&element.style) {
                element.style.retain(|one| !one.name.ends_with("radius"));
            }
        }
    }
}

/// Whether anything is painted or cut where a round corner would show.
fn has_visible_edge(style: &Style) -> bool {
    [
        "background",
        "border",
        "box-shadow",
        "clip",
        "filter",
        "mask",
        "outline",
        "overflow",
        "transform",
    ]
    .iter()
    .any(|edge| {
        style
            .iter()
            .any(|one| one.name.starts_with(edge) && !one.name.ends_with("radius"))
    })
}

/// All four sides, when every one is known and simple, as one declaration.
fn fold(style: &mut Style, property: &str) {
    let own: Vec<_> = style
        .iter()
        .filter(|one| one.name.starts_with(property))
        .cloned()
        .collect();
    if own.is_empty()
        || own
            .iter()
            .any(|one| one.important || one.value.contains('(') || is_keyword(&one.value))
    {
        return;
    }
    let mut sides: [Option<String>; 4] = Default::default();
    for one in &own {
        if one.name == property {
            let Some(all) = four(&one.value) else { return };
            sides = all.map(Some);
        } else {
            for (side, known) in SIDES.iter().zip(sides.iter_mut()) {
                if one.name.strip_prefix(property) == Some(&format!("-{side}")) {
                    *known = Some(zero(&one.value).to_owned());
                }
            }
        }
    }
    let [Some(top), Some(right), Some(bottom), Some(left)] = sides else {
        return;
    };
    if property == "padding" && [&top, &right, &bottom].iter().all(|side| *side == "0") && left != "0" {
        style.retain(|one| !one.name.starts_with(property));
        style.set("padding-left", left);
        return;
    }
    let value = if left != right {
        format!("{top} {right} {bottom} {left}")
    } else if bottom != top {
        format!("{top} {right} {bottom}")
    } else if right != top {
        format!("{top} {right}")
    } else {
        top
    };
    style.set(property, value);
}

/// A border of one side that is said in three parts becomes one declaration.
fn join_border(style: &mut Style) {
    let is_part = |one: &&Declaration| one.name.starts_with("border-") && !one.name.ends_with("radius");
    if style.iter().filter(is_part).count() != 3 {
        return;
    }
    let parts: Vec<Declaration> = style.iter().filter(is_part).cloned().collect();
    let value = |name: &str| {
        let found = parts.iter().find(|one| one.name == name)?;
        (!one_has_several(&found.value) && !found.important).then(|| found.value.clone())
    };
    for side in SIDES {
        let [style_name, width_name] = ["style", "width"].map(|part| format!("border-{side}-{part}"));
        let own_color = format!("border-{side}-color");
        let known = [style_name.as_str(), &width_name, &own_color, "border-color"];
        if !parts.iter().all(|one| known.contains(&one.name.as_str())) {
            continue;
        }
        let color = value(&own_color).or_else(|| value("border-color"));
        if let (Some(kind), Some(width), Some(color)) = (value(&style_name), value(&width_name), color) {
            style.retain(|one| !known.contains(&one.name.as_str()));
            style.set(&format!("border-{side}"), format!("{width} {kind} {color}"));
        }
    }
}

fn one_has_several(value: &str) -> bool {
    value.contains(' ') && !value.contains('(')
}

fn is_keyword(value: &str) -> bool {
    matches!(value, "inherit" | "initial" | "unset" | "revert")
}

fn zero(value: &str) -> &str {
    if matches!(value, "0px" | "0em" | "0%") {
        "0"
    } else {
        value
    }
}

/// Top, right, bottom and left of a shorthand of simple values.
pub(super) fn four(value: &str) -> Option<[String; 4]> {
    if value.contains('(') {
        return None;
    }
    let parts: Vec<&str> = value.split(' ').map(zero).collect();
    let sides = match parts.as_slice() {
        [all] => [*all; 4],
        [block, inline] => [*block, *inline, *block, *inline],
        [top, inline, bottom] => [*top, *inline, *bottom, *inline],
        [top, right, bottom, left] => [*top, *right, *bottom, *left],
        _ => return None,
    };
    Some(sides.map(str::to_owned))
}

#[cfg(test)]
mod tests {
    use crate::wechat::test::after;

    fn section(style: &str) -> String {
        format!("<section style=\"{style}\"></section>").replace(" style=\"\"", "")
    }

    #[test]
    fn sides_fold_into_one() {
        for (long, short) in [
            ("padding:0 0 0 24px;padding-left:0;margin:1px", "margin:1px"),
            ("margin:0 0 16px;margin-top:16px", "margin:16px 0"),
            ("padding:0 0 0 24px", "padding-left:24px"),
            ("margin:1px 2px 3px 4px;margin-right:4px", "margin:1px 4px 3px"),
            ("margin:1px 2px 3px 4px;margin-left:5em", "margin:1px 2px 3px 5em"),
            (
                "margin:1px 2px;margin-bottom:1px;margin-top:2px",
                "margin:2px 2px 1px",
            ),
            ("padding:0 0 0 24px;padding-top:1px", "padding:1px 0 0 24px"),
            ("padding:0 1px 0 24px", "padding:0 1px 0 24px"),
            (
                "padding-top:0;padding-right:0;padding-bottom:0;padding-left:0",
                "",
            ),
            ("margin:0 0 0 24px", "margin:0 0 0 24px"),
            ("margin:0px 1em;margin-top:0%", "margin:0 1em"),
            ("margin-top:1px", "margin-top:1px"),
            (
                "margin:1px;margin-top:2px!important",
                "margin:1px;margin-top:2px!important",
            ),
            ("margin:inherit;margin-top:2px", "margin:inherit;margin-top:2px"),
            (
                "margin:1px;margin-top:calc(1px + 1em)",
                "margin:1px;margin-top:calc(1px + 1em)",
            ),
            ("padding:calc(1px + 1em) 0", "padding:calc(1px + 1em) 0"),
        ] {
            assert_eq!(after(super::shorten, &section(long)), section(short));
        }
    }

    #[test]
    fn the_border_of_one_side_is_one_declaration() {
        for (long, short) in [
            (
                "border-color:#fad180;border-left-style:solid;border-left-width:4px",
                "border-left:4px solid #fad180",
            ),
            (
                "border-top-color:red;border-top-style:solid;border-top-width:1px;color:blue",
                "color:blue;border-top:1px solid red",
            ),
            (
                "border-color:red blue;border-left-style:solid;border-left-width:4px",
                "border-color:red blue;border-left-style:solid;border-left-width:4px",
            ),
            (
                "border-bottom-color:rgb(0 0 0/.1);border-bottom-style:solid;border-bottom-width:1px",
                "border-bottom:1px solid rgb(0 0 0/.1)",
            ),
            (
                "border-left-color:red!important;border-left-style:solid;border-left-width:4px",
                "border-left-color:red!important;border-left-style:solid;border-left-width:4px",
            ),
            (
                "border-left-color:red;border-top-style:solid;border-left-width:4px",
                "border-left-color:red;border-top-style:solid;border-left-width:4px",
            ),
            (
                "border-left-color:red;border-left-style:solid;border-left-width:4px;border-top-width:1px",
                "border-left-color:red;border-left-style:solid;border-left-width:4px;border-top-width:1px",
            ),
            (
                "border-top-left-radius:1px;border-left-color:red;border-left-style:solid;border-left-width:4px",
                "border-top-left-radius:1px;border-left:4px solid red",
            ),
            (
                "border-bottom:1px solid red;border-color:red;border-left-style:solid;border-left-width:4px",
                "border-bottom:1px solid red;border-color:red;border-left-style:solid;border-left-width:4px",
            ),
        ] {
            assert_eq!(after(super::shorten, &section(long)), section(short));
        }
    }

    #[test]
    fn a_round_corner_of_nothing_goes() {
        for (long, short) in [
            ("border-radius:8px;margin:1px", "margin:1px"),
            (
                "border-radius:8px;overflow:hidden",
                "border-radius:8px;overflow:hidden",
            ),
            (
                "background:#eee;border-radius:8px",
                "background:#eee;border-radius:8px",
            ),
            ("border-top-left-radius:8px;border-radius:0", ""),
        ] {
            assert_eq!(after(super::shorten, &section(long)), section(short));
        }
    }

    #[test]
    fn what_means_the_same_is_said_shorter() {
        for (long, short) in [
            ("overflow-x:auto", "overflow:auto"),
            (
                "overflow-x:auto;overflow-y:hidden",
                "overflow-x:auto;overflow-y:hidden",
            ),
            ("overflow-x:hidden", "overflow-x:hidden"),
            ("font-weight:bold", "font-weight:700"),
            (
                "text-decoration:none;text-decoration-color:red;text-underline-offset:4px;color:red",
                "text-decoration:none;color:red",
            ),
            (
                "text-decoration:underline;text-underline-offset:4px",
                "text-decoration:underline;text-underline-offset:4px",
            ),
            (
                "border-collapse:collapse;border-spacing:2px",
                "border-collapse:collapse",
            ),
        ] {
            assert_eq!(after(super::shorten, &section(long)), section(short));
        }
    }

    #[test]
    fn strong_text_says_its_weight_only_when_it_is_another() {
        for (html, short) in [
            (
                "<strong style=\"font-weight:bold;color:red\">a</strong>",
                "<strong style=\"color:red\">a</strong>",
            ),
            ("<b style=\"font-weight:700\">a</b>", "<b>a</b>"),
            (
                "<b style=\"font-weight:400\">a</b>",
                "<b style=\"font-weight:400\">a</b>",
            ),
            (
                "<b style=\"font-weight:700!important\">a</b>",
                "<b style=\"font-weight:700!important\">a</b>",
            ),
            (
                "<em style=\"font-weight:700\">a</em>",
                "<em style=\"font-weight:700\">a</em>",
            ),
        ] {
            assert_eq!(after(super::shorten, html), short);
        }
    }

    #[test]
    fn resets_of_neutral_elements_go_and_others_stay() {
        assert_eq!(
            after(
                super::shorten,
                "<section style=\"border:0;border-bottom:1px solid red;background:none\"></section><hr style=\"border:0\">"
            ),
            "<section style=\"border-bottom:1px solid red\"></section><hr style=\"border:0\">"
        );
        for (html, short) in [
            (
                "<p style=\"opacity:0;margin:0;padding:0;outline:none;box-shadow:none\">a</p>",
                "<p style=\"opacity:0;margin:0\">a</p>",
            ),
            (
                "<p style=\"background:none!important\">a</p>",
                "<p style=\"background:none!important\">a</p>",
            ),
            (
                "<p style=\"background:red\">a</p>",
                "<p style=\"background:red\">a</p>",
            ),
            ("<p style=\"padding:1px\">a</p>", "<p style=\"padding:1px\">a</p>"),
            (
                "<span style=\"margin:0;opacity:0\">a</span><span style=\"margin:1px\">b</span>",
                "<span style=\"opacity:0\">a</span><span style=\"margin:1px\">b</span>",
            ),
        ] {
            assert_eq!(after(super::shorten, html), short);
        }
    }
}
