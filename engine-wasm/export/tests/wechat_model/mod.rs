//! A model of what WeChat's editor drops and rewrites: it reads `tests/fixtures/wechat-filter.json` and does what the
//! rules say. It stands on `ammonia`, not on the tree of this crate, so that both cannot be wrong in the same way.

#![allow(
    dead_code,
    clippy::expect_used,
    reason = "a model that cannot read its table has failed; each user takes a part of it"
)]

use serde_json::{Map, Value};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::LazyLock;

static TABLE: LazyLock<Value> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../fixtures/wechat-filter.json")).expect("the table is JSON")
});

/// When a rule acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// The article is pasted into the editor.
    Paste,
    /// The draft is saved: what pasting does, and more.
    Save,
}

/// The style sheet of the page that shows a published article.
pub fn page_css() -> &'static str {
    include_str!("../../src/wechat/page.css")
}

/// Every rule as `(name, source)`.
pub fn sources() -> Vec<(String, String)> {
    let text = |rule: &Value, key: &str| {
        rule.get(key)
            .and_then(Value::as_str)
            .unwrap_or_default()
            .to_owned()
    };
    all_rules()
        .iter()
        .map(|rule| (text(rule, "name"), text(rule, "source")))
        .collect()
}

fn all_rules() -> &'static [Value] {
    TABLE
        .get("rules")
        .and_then(Value::as_array)
        .map_or(&[], Vec::as_slice)
}

/// The part of the table that acts, by key.
struct Rules(Vec<&'static Map<String, Value>>);

impl Rules {
    fn of(when: When) -> Self {
        let acts = |rule: &&Map<String, Value>| {
            when == When::Save || rule.get("when").is_some_and(|at| at == "paste")
        };
        Self(
            all_rules()
                .iter()
                .filter_map(Value::as_object)
                .filter(acts)
                .collect(),
        )
    }

    fn list(&self, key: &str) -> HashSet<&'static str> {
        let lists = self.0.iter().filter_map(|rule| rule.get(key)?.as_array());
        lists.flatten().filter_map(Value::as_str).collect()
    }

    fn map(&self, key: &str) -> BTreeMap<&'static str, &'static Value> {
        let maps = self.0.iter().filter_map(|rule| rule.get(key)?.as_object());
        maps.flatten()
            .map(|(name, value)| (name.as_str(), value))
            .collect()
    }

    /// What the rules with a list for each element say of this one.
    fn lists_by_element<'a>(
        &'a self,
        key: &'a str,
        element: &'a str,
    ) -> impl Iterator<Item = &'static str> + 'a {
        let lists = self
            .0
            .iter()
            .filter_map(move |rule| rule.get(key)?.get(element)?.as_array());
        lists.flatten().filter_map(Value::as_str)
    }

    fn has(&self, key: &str) -> bool {
        self.0
            .iter()
            .any(|rule| rule.get(key).is_some_and(|value| value == true))
    }
}

/// What is left of an article.
pub fn filtered(html: &str, when: When) -> String {
    let rules = Rules::of(when);
    let kept = keep(html, &rules);
    let mut out = String::new();
    let mut depth = 0_usize;
    let mut in_svg = 0_usize;
    let tops = top_elements(&kept);
    let mut top = 0;
    for (tag, text) in pieces(&kept) {
        if let Some(name) = tag.strip_prefix('/') {
            depth = depth.saturating_sub(1);
            in_svg -= usize::from(name == "svg" && in_svg > 0);
            out.push_str(&format!("</{}>", renamed(name, &rules)));
        } else if !tag.is_empty() {
            let name = name_of(tag);
            let is_end = depth == 0 && (top == 0 || top + 1 == tops);
            out.push_str(&start_tag(tag, depth == 0, is_end, &rules));
            top += usize::from(depth == 0);
            if opens(tag) {
                depth += 1;
                in_svg += usize::from(name == "svg");
            }
        }
        out.push_str(&if in_svg == 0 && rules.has("collapseSpaces") {
            collapsed(text)
        } else {
            text.to_owned()
        });
    }
    out
}

/// Elements and attributes that pass.
fn keep(html: &str, rules: &Rules) -> String {
    let svg: HashSet<&str> = rules.list("keepSvgAttributes");
    let mut attributes: HashMap<&str, HashSet<&str>> = HashMap::new();
    let mut generic = HashSet::new();
    for (element, names) in rules.map("keepAttributes") {
        let names = names.as_array().into_iter().flatten().filter_map(Value::as_str);
        if element == "*" {
            generic.extend(names);
        } else {
            attributes.entry(element).or_default().extend(names);
        }
    }
    for shape in [
        "svg", "g", "path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "text", "tspan",
    ] {
        attributes.entry(shape).or_default().extend(&svg);
    }
    let dropped = rules.list("dropValues");
    let links = rules.list("dropLinksTo");
    let mut elements = rules.list("keepElements");
    elements.retain(|name| !rules.list("dropElements").contains(name));
    ammonia::Builder::empty()
        .tags(elements)
        .clean_content_tags(rules.list("dropWithContent"))
        .generic_attributes(generic)
        .tag_attributes(attributes)
        .url_schemes(["http", "https", "data", "mailto", "tel", "weixin"].into())
        .url_relative(ammonia::UrlRelative::PassThrough)
        .link_rel(None)
        .attribute_filter(move |element, attribute, value| {
            let gone = dropped.iter().any(|part| value.contains(part))
                || (element == "a"
                    && attribute == "href"
                    && links.iter().any(|start| value.starts_with(start)));
            (!gone).then(|| value.into())
        })
        .clean(html)
        .to_string()
}

/// Tags without brackets, each with the text behind it; the first has no tag.
fn pieces(html: &str) -> impl Iterator<Item = (&str, &str)> {
    let mut parts = html.split('<');
    let first = parts.next().unwrap_or_default();
    std::iter::once(("", first)).chain(parts.map(|part| part.split_once('>').unwrap_or((part, ""))))
}

fn name_of(tag: &str) -> &str {
    tag.split(' ').next().unwrap_or_default()
}

fn opens(tag: &str) -> bool {
    !tag.is_empty() && !tag.starts_with('/') && !["br", "col", "hr", "img"].contains(&name_of(tag))
}

fn top_elements(html: &str) -> usize {
    let (mut depth, mut n_tops) = (0_usize, 0);
    for (tag, _) in pieces(html).skip(1) {
        if tag.starts_with('/') {
            depth = depth.saturating_sub(1);
        } else {
            n_tops += usize::from(depth == 0);
            depth += usize::from(opens(tag));
        }
    }
    n_tops
}

fn renamed(name: &str, rules: &Rules) -> String {
    let new = rules.map("rename").get(name).and_then(|value| value.as_str());
    new.unwrap_or(name).to_owned()
}

fn start_tag(tag: &str, is_top: bool, is_end: bool, rules: &Rules) -> String {
    let name = name_of(tag);
    let rest = tag.strip_prefix(name).unwrap_or_default();
    let Some((before, style)) = rest.split_once(" style=\"") else {
        return format!("<{}{rest}>", renamed(name, rules));
    };
    let (style, behind) = style.split_once('"').unwrap_or((style, ""));
    // The first and the last element merge into what stands in the editor.
    let loses_all = is_end && rules.has("dropStyleOfEnds") && !style.contains("font-size:0");
    let kept: Vec<&str> = style
        .split(';')
        .filter(|one| !loses_all && passes(one, name, is_top, rules))
        .collect();
    let style = if kept.is_empty() {
        String::new()
    } else {
        format!(" style=\"{}\"", kept.join(";"))
    };
    format!("<{}{before}{style}{behind}>", renamed(name, rules))
}

fn passes(declaration: &str, element: &str, is_top: bool, rules: &Rules) -> bool {
    let property = declaration.split(':').next().unwrap_or_default().trim();
    let value = declaration.replace("&quot;", "\"");
    let names_it = |name: &&str| property == *name || (*name == "--" && property.starts_with("--"));
    let is_dropped = rules.list("dropDeclarations").iter().any(names_it)
        || rules
            .list("dropDeclarationsWith")
            .iter()
            .any(|part| value.contains(part))
        || rules
            .lists_by_element("dropOn", element)
            .any(|start| declaration.trim().starts_with(start))
        || (is_top && rules.list("clearOutermost").contains(property));
    !is_dropped
}

/// Runs of white space become one space; a text that is only that is deleted.
fn collapsed(text: &str) -> String {
    let mut out = String::new();
    for character in text.chars() {
        let is_space = matches!(character, ' ' | '\n' | '\t' | '\r');
        if !is_space {
            out.push(character);
        } else if !out.ends_with(' ') {
            out.push(' ');
        }
    }
    if out == " " { String::new() } else { out }
}
