//! Declarations without effect in a static article, and those that repeat what is inherited: they only cost size.

use super::flow::elements;
use crate::style::{Declaration, Style};
use crate::tree::{Element, NodeId, Tree};

/// Properties without effect on a page that nobody can interact with or print, and those that WeChat's page sets
/// for every element itself, above any style: `box-sizing` and `overflow-wrap`.
const WITHOUT_EFFECT: [&str; 35] = [
    // Phones scroll with momentum by themselves since iOS 13, older than any WeChat that is still served.
    "-webkit-overflow-scrolling",
    "-webkit-tap-highlight-color",
    "-webkit-text-size-adjust",
    "-webkit-user-select",
    "-moz-user-select",
    "animation",
    "appearance",
    "-webkit-box-sizing",
    "box-sizing",
    "content",
    "counter-increment",
    "counter-reset",
    "cursor",
    "list-style",
    "list-style-position",
    "list-style-type",
    "orphans",
    "overflow-wrap",
    "page-break-after",
    "page-break-before",
    "page-break-inside",
    "pointer-events",
    "print-color-adjust",
    "quotes",
    "resize",
    "scroll-behavior",
    "scroll-margin",
    "scroll-snap-align",
    "scroll-snap-type",
    "tab-size",
    "text-size-adjust",
    "text-wrap",
    "transition",
    "user-select",
    "word-wrap",
];
/// More of the same kind, by beginning.
const WITHOUT_EFFECT_STARTS: [&str; 6] = [
    "--",
    "animation-",
    "transition-",
    "will-change",
    "view-transition",
    "scroll-padding",
];
/// Properties of the children of a flex box.
const OF_FLEX_ITEMS: [&str; 6] = [
    "align-self",
    "flex",
    "flex-basis",
    "flex-grow",
    "flex-shrink",
    "order",
];
/// Properties that children take from their parent.
const INHERITED: [&str; 13] = [
    "font-family",
    "font-size",
    "font-style",
    "font-weight",
    "letter-spacing",
    "line-height",
    "color",
    "text-align",
    "text-indent",
    "text-transform",
    "white-space",
    "word-break",
    "word-spacing",
];
/// Elements that neither browsers nor WeChat give a style of their own.
const NEUTRAL: [&str; 3] = ["section", "span", "p"];

/// Removes declarations that change nothing.
pub(super) fn remove(tree: &mut Tree) {
    for id in elements(tree) {
        let repeated = repeated(tree, id);
        let is_item = super::flow::is_flex_item(tree, id);
        let Some(element) = tree.element_mut(id) else {
            continue;
        };
        let (is_box, is_html) = (element.is("section") || element.is("span"), element.is_html());
        let (is_span, is_image) = (element.is("span"), element.is("img"));
        if !is_html {
            continue;
        }
        let is_block = ["block", "flex", "table", "grid"]
            .iter()
            .any(|display| element.style.is("display", display));
        let is_wide_image = is_image && element.style.is("width", "100%");
        element.style.retain(|one| {
            let has_no_effect = WITHOUT_EFFECT.contains(&one.name.as_str())
                || WITHOUT_EFFECT_STARTS
                    .iter()
                    .any(|start| one.name.starts_with(start));
            let zero = is_box
                && matches!(one.name.as_str(), "margin" | "padding")
                && matches!(one.value.as_str(), "0" | "0px")
                && !one.important;
            let of_parent = !is_item
                && (OF_FLEX_ITEMS.contains(&one.name.as_str())
                    || (is_box && one.name == "min-width" && one.value == "0"));
            // WeChat's page caps every element so; editors that show the article before it may not cap pictures.
            let capped = !is_image && one.name == "max-width" && one.value == "100%" && !one.important;
            // What stands on no line is aligned to none.
            let off_line = is_block && one.name == "vertical-align";
            let is_wide = is_wide_image && one.name == "max-width" && one.value == "100%" && !one.important;
            // A line under the parent is not taken away by a child.
            let no_line = is_span && one.name == "text-decoration" && one.value == "none";
            !has_no_effect
                && !zero
                && !of_parent
                && !capped
                && !off_line
                && !is_wide
                && !no_line
                && !repeated.contains(&one.name)
        });
    }
}

/// Inherited properties of a neutral element whose value the parent has already.
fn repeated(tree: &Tree, id: NodeId) -> Vec<String> {
    let neutral = |element: &&Element| NEUTRAL.contains(&element.name()) || element.is("td");
    let Some(element) = tree.element(id).filter(neutral) else {
        return Vec::new();
    };
    let same = |one: &&Declaration| {
        INHERITED.contains(&one.name.as_str())
            && (!element.is("td") || one.name == "text-align")
            // Boxes with text say their color always.
            && (one.name != "color" || element.is("span"))
            && !one.important
            && (is_inherit(&one.value)
                || inherited(tree, id, &one.name).is_some_and(|value| value == one.value))
    };
    element
        .style
        .iter()
        .filter(same)
        .map(|one| one.name.clone())
        .collect()
}

fn is_inherit(value: &str) -> bool {
    matches!(value, "inherit" | "unset")
}

/// The value inherited from an ancestor; `None` when that is not known for sure.
fn inherited(tree: &Tree, id: NodeId, name: &str) -> Option<String> {
    let mut current = tree.parent(id)?;
    loop {
        let Some(element) = tree.element(current) else {
            return initial(name).map(str::to_owned);
        };
        if sets_by_shorthand(&element.style, name) {
            return None;
        }
        if let Some(value) = element.style.get(name) {
            return (!is_inherit(value)).then(|| value.to_owned());
        }
        let passes = NEUTRAL.contains(&element.name())
            || (name == "text-align" && matches!(element.name(), "table" | "tbody" | "thead" | "tr"));
        if !passes {
            return None;
        }
        current = tree.parent(current)?;
    }
}

fn sets_by_shorthand(style: &Style, name: &str) -> bool {
    style.get("font").is_some() && (name.starts_with("font-") || name == "line-height")
}

fn initial(name: &str) -> Option<&'static str> {
    match name {
        "text-indent" => Some("0"),
        "font-style" | "white-space" => Some("normal"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use crate::wechat::test::after;

    #[test]
    fn what_changes_nothing_goes() {
        assert_eq!(
            after(
                super::remove,
                "<section style=\"line-height:1.8;cursor:pointer;--x:1;margin:0\"><p style=\"line-height:1.8;text-indent:0;margin:0\">a</p></section>"
            ),
            "<section style=\"line-height:1.8\"><p style=\"margin:0\">a</p></section>"
        );
    }

    #[test]
    fn a_picture_in_a_box_of_its_own_is_aligned_to_no_line() {
        assert_eq!(
            after(
                super::remove,
                "<img style=\"max-width:100%;width:100%;display:block;vertical-align:middle\"><img style=\"max-width:100%;vertical-align:middle\">"
            ),
            "<img style=\"width:100%;display:block\"><img style=\"max-width:100%;vertical-align:middle\">"
        );
    }

    #[test]
    fn what_an_element_does_without_goes() {
        for (html, kept) in [
            (
                "<section style=\"min-width:0;flex:1\"></section>",
                "<section></section>",
            ),
            (
                "<section style=\"min-width:1px\"></section>",
                "<section style=\"min-width:1px\"></section>",
            ),
            ("<p style=\"min-width:0\">a</p>", "<p style=\"min-width:0\">a</p>"),
            (
                "<section style=\"order:0;width:0\"></section>",
                "<section style=\"width:0\"></section>",
            ),
            (
                "<section style=\"display:flex\"><section style=\"min-width:0;flex:1\"></section></section>",
                "<section style=\"display:flex\"><section style=\"min-width:0;flex:1\"></section></section>",
            ),
            (
                "<section style=\"max-width:100%\"></section>",
                "<section></section>",
            ),
            (
                "<section style=\"max-width:50%;width:100%\"></section>",
                "<section style=\"max-width:50%;width:100%\"></section>",
            ),
            (
                "<section style=\"max-width:100%!important\"></section>",
                "<section style=\"max-width:100%!important\"></section>",
            ),
            (
                "<img style=\"width:100%;max-width:100%!important\"><img style=\"width:100%;max-width:50%\">",
                "<img style=\"width:100%;max-width:100%!important\"><img style=\"width:100%;max-width:50%\">",
            ),
            (
                "<section style=\"margin:0!important;padding:0px\"></section>",
                "<section style=\"margin:0!important\"></section>",
            ),
            ("<span style=\"text-decoration:none\">a</span>", "<span>a</span>"),
            (
                "<span style=\"text-decoration:underline;display:none\">a</span>",
                "<span style=\"text-decoration:underline;display:none\">a</span>",
            ),
            (
                "<p style=\"text-decoration:none\">a</p>",
                "<p style=\"text-decoration:none\">a</p>",
            ),
            (
                "<p style=\"font-style:normal;white-space:normal\">a</p>",
                "<p>a</p>",
            ),
        ] {
            assert_eq!(after(super::remove, html), kept);
        }
    }

    #[test]
    fn what_is_inherited_for_sure_goes() {
        for (html, kept) in [
            ("<p style=\"font-size:inherit\">a</p>", "<p>a</p>"),
            (
                "<section style=\"text-align:center;line-height:2\"><table><tbody><tr><td style=\"text-align:center;line-height:2\">a</td></tr></tbody></table></section>",
                "<section style=\"text-align:center;line-height:2\"><table><tbody><tr><td style=\"line-height:2\">a</td></tr></tbody></table></section>",
            ),
            (
                "<section style=\"text-align:center\"><h2><span style=\"text-align:center\">a</span></h2></section>",
                "<section style=\"text-align:center\"><h2><span style=\"text-align:center\">a</span></h2></section>",
            ),
            (
                "<section style=\"font-size:9px;line-height:2;letter-spacing:1px\"><section style=\"font:9px serif\"><p style=\"font-size:9px;line-height:2;letter-spacing:1px\">a</p></section></section>",
                "<section style=\"font-size:9px;line-height:2;letter-spacing:1px\"><section style=\"font:9px serif\"><p style=\"font-size:9px;line-height:2\">a</p></section></section>",
            ),
            (
                "<section style=\"color:red\"><p style=\"color:red\"><span style=\"color:red\">a</span></p></section>",
                "<section style=\"color:red\"><p style=\"color:red\"><span>a</span></p></section>",
            ),
        ] {
            assert_eq!(after(super::remove, html), kept);
        }
    }

    #[test]
    fn what_resets_something_stays() {
        let html = "<section style=\"text-indent:2em\"><p style=\"text-indent:0\">a</p><h2 style=\"font-weight:bold\"><span style=\"font-weight:bold\">b</span></h2></section>";
        let kept = after(super::remove, html);
        assert!(
            kept.contains("text-indent:0") && kept.contains("<h2 style=\"font-weight:bold\">"),
            "{kept}"
        );
    }
}
