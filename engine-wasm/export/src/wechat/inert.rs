//! Declarations that do nothing in an article at rest, and those that repeat what is inherited: they only cost size.

use super::elements;
use crate::css::{Declaration, Style};
use crate::tree::{Element, NodeId, Tree};

/// Properties without effect on a page that nobody can interact with or print.
const INERT: [&str; 30] = [
    "-webkit-tap-highlight-color",
    "-webkit-text-size-adjust",
    "-webkit-user-select",
    "-moz-user-select",
    "animation",
    "appearance",
    "content",
    "counter-increment",
    "counter-reset",
    "cursor",
    "list-style",
    "list-style-position",
    "list-style-type",
    "orphans",
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
];
/// More of the same kind, by beginning.
const INERT_STARTS: [&str; 6] = [
    "--",
    "animation-",
    "transition-",
    "will-change",
    "view-transition",
    "scroll-padding",
];
/// Properties that children take from their parent.
const INHERITED: [&str; 13] = [
    "font-family",
    "font-size",
    "font-style",
    "font-weight",
    "letter-spacing",
    "line-height",
    "overflow-wrap",
    "text-align",
    "text-indent",
    "text-transform",
    "white-space",
    "word-break",
    "word-spacing",
];
/// Elements that neither a browser nor WeChat gives a look of its own.
const NEUTRAL: [&str; 3] = ["section", "span", "p"];

/// Drops declarations that change nothing.
pub(super) fn drop(tree: &mut Tree) {
    for id in elements(tree) {
        let repeated = repeated(tree, id);
        let Some(element) = tree.element_mut(id) else {
            continue;
        };
        let (is_box, is_html) = (element.is("section") || element.is("span"), element.is_html());
        if !is_html {
            continue;
        }
        element.style.retain(|one| {
            let inert = INERT.contains(&one.name.as_str())
                || INERT_STARTS.iter().any(|start| one.name.starts_with(start));
            let zero = is_box
                && matches!(one.name.as_str(), "margin" | "padding")
                && matches!(one.value.as_str(), "0" | "0px")
                && !one.important;
            !inert && !zero && !repeated.contains(&one.name)
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

/// The value an ancestor hands down; `None` when that is not known for sure.
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
                super::drop,
                "<section style=\"line-height:1.8;cursor:pointer;--x:1;margin:0\"><p style=\"line-height:1.8;text-indent:0;margin:0\">a</p></section>"
            ),
            "<section style=\"line-height:1.8\"><p style=\"margin:0\">a</p></section>"
        );
    }

    #[test]
    fn what_resets_something_stays() {
        let html = "<section style=\"text-indent:2em\"><p style=\"text-indent:0\">a</p><h2 style=\"font-weight:bold\"><span style=\"font-weight:bold\">b</span></h2></section>";
        let kept = after(super::drop, html);
        assert!(
            kept.contains("text-indent:0") && kept.contains("<h2 style=\"font-weight:bold\">"),
            "{kept}"
        );
    }
}
