//! Our sanitizer beside `ammonia` with the same lists: whatever ours keeps, theirs keeps too.

use super::{lists, sanitize};
use crate::html_elements::{ELEMENTS, Raw};
use crate::tree::Tree;
use std::collections::BTreeMap;

const CORPUS: &str = include_str!("../../tests/fixtures/hostile/corpus.json");

fn ammonia() -> ammonia::Builder<'static> {
    let mut builder = ammonia::Builder::empty();
    let mut attributes: std::collections::HashMap<_, std::collections::HashSet<_>> = lists::BY_ELEMENT
        .iter()
        .map(|(element, own)| (*element, own.iter().copied().collect()))
        .collect();
    for element in lists::SVG {
        attributes.insert(element, lists::SVG_ATTRIBUTES.iter().copied().collect());
    }
    let shown = ELEMENTS.iter().filter(|element| element.raw == Raw::Shown);
    builder
        .tags(
            shown
                .map(|element| element.name)
                .chain(lists::SVG.iter().copied())
                .collect(),
        )
        .clean_content_tags(
            lists::WITH_CONTENT
                .iter()
                .copied()
                .chain(["foreignObject", "feImage"])
                .collect(),
        )
        .tag_attributes(attributes)
        .generic_attributes(lists::ANY.iter().copied().collect())
        .url_schemes(["http", "https", "mailto", "tel", "data", "blob"].into())
        .url_relative(ammonia::UrlRelative::PassThrough)
        .link_rel(None)
        .strip_comments(true);
    builder
}

/// How often each element stands in the HTML, alone and with each of its attributes.
fn census(html: &str) -> BTreeMap<String, usize> {
    let tree = Tree::parse(html);
    let mut found = BTreeMap::new();
    for id in tree.find(Tree::ROOT, |_| true) {
        let Some(element) = tree.element(id) else { continue };
        // The section around a table, the list around stray items and the paragraph around stray text are ours.
        let is_plain = |name: &str| element.is(name) && element.attributes().next().is_none();
        if element.is("ul") || is_plain("p") || (element.is("section") && element.has_class("table")) {
            continue;
        }
        *found.entry(element.name().to_owned()).or_default() += 1;
        for (name, value) in element.attributes() {
            // A checkbox is disabled by an attribute of ours; declarations are written anew.
            if name != "disabled" && name != "style" {
                *found
                    .entry(format!("{} {name}={value}", element.name()))
                    .or_default() += 1;
            }
        }
    }
    found
}

#[test]
fn nothing_passes_that_ammonia_stops() {
    let cases: serde_json::Value = serde_json::from_str(CORPUS).expect("the corpus is JSON");
    let builder = ammonia();
    let mut n_compared = 0;
    for case in cases.as_array().expect("a list") {
        let Some(html) = case.get("html").and_then(|html| html.as_str()) else {
            continue;
        };
        let theirs = census(&builder.clean(html).to_string());
        for (what, count) in census(&sanitize(html)) {
            let allowed = theirs.get(&what).copied().unwrap_or_default();
            assert!(
                count <= allowed,
                "{}: {count} × {what}, ammonia has {allowed}",
                case["name"]
            );
        }
        n_compared += 1;
    }
    assert!(n_compared > 150);
}
