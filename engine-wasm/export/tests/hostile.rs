//! The hostile corpus: nothing of it may act, neither cleaned nor exported to any target.
//!
//! The same file is loaded by the browser tests, which look for `window.__hostile` and foreign requests.

#![allow(
    clippy::expect_used,
    reason = "a test that cannot read its fixture has failed"
)]

use moyan_article::{RenderOptions, render};
use moyan_export::{ExportRequest, Fill, Target, export_article, sanitize, slots};
use serde::Deserialize;

#[derive(Deserialize)]
struct Case {
    name: String,
    html: Option<String>,
    markdown: Option<String>,
    /// An author's style sheet.
    css: Option<String>,
    /// What mermaid is made to draw.
    diagram: Option<String>,
}

fn corpus() -> Vec<Case> {
    serde_json::from_str(include_str!("fixtures/hostile/corpus.json")).expect("the corpus is JSON")
}

/// The block HTML of a case, cleaned as every host cleans it.
fn cleaned(case: &Case) -> String {
    match (&case.html, &case.markdown) {
        (Some(html), None) => sanitize(html),
        (None, Some(markdown)) => render(markdown, &RenderOptions::default())
            .blocks
            .into_iter()
            .map(|block| {
                if block.has_raw_html {
                    sanitize(&block.html)
                } else {
                    block.html
                }
            })
            .collect(),
        _ => panic!("{}: html or markdown", case.name),
    }
}

/// Every tag of serialized HTML: attribute values are escaped, so a `<` always begins a tag and a `>` ends one.
fn tags(html: &str) -> Vec<String> {
    html.split('<')
        .skip(1)
        .map(|rest| rest.split('>').next().unwrap_or_default().to_owned())
        .collect()
}

fn attributes(tag: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut rest = tag;
    while let Some((before, behind)) = rest.split_once("=\"") {
        let name = before
            .rsplit([' ', '"', '\n', '\t', '/'])
            .next()
            .unwrap_or_default()
            .to_lowercase();
        let (value, next) = behind.split_once('"').unwrap_or((behind, ""));
        let value = value
            .replace("&quot;", "\"")
            .replace("&lt;", "<")
            .replace("&gt;", ">")
            .replace("&amp;", "&");
        found.push((name, value));
        rest = next;
    }
    found
}

const ACTIVE: [&str; 32] = [
    "script",
    "style",
    "iframe",
    "object",
    "embed",
    "applet",
    "form",
    "button",
    "textarea",
    "select",
    "link",
    "meta",
    "base",
    "frame",
    "frameset",
    "noscript",
    "template",
    "foreignobject",
    "use",
    "image",
    "feimage",
    "animate",
    "set",
    "animatetransform",
    "video",
    "audio",
    "source",
    "math",
    "title",
    "xmp",
    "plaintext",
    "slot",
];

fn assert_harmless(name: &str, html: &str, allows_name: bool) {
    for tag in tags(html) {
        let element = tag
            .trim_start_matches('/')
            .split([' ', '/'])
            .next()
            .unwrap_or_default()
            .to_lowercase();
        assert!(!ACTIVE.contains(&element.as_str()), "{name}: <{tag}> in {html}");
        for (attribute, value) in attributes(&tag) {
            assert!(!attribute.starts_with("on"), "{name}: {attribute} in {html}");
            let bare: String = value
                .chars()
                .filter(|c| !c.is_control() && !c.is_whitespace())
                .collect::<String>()
                .to_lowercase();
            if [
                "href",
                "src",
                "action",
                "formaction",
                "ping",
                "srcset",
                "xlink:href",
            ]
            .contains(&attribute.as_str())
            {
                for scheme in [
                    "javascript:",
                    "vbscript:",
                    "data:text",
                    "data:image/svg",
                    "file:",
                    "weixin:",
                    "intent:",
                ] {
                    assert!(!bare.starts_with(scheme), "{name}: {attribute}={value}");
                }
            }
            if attribute == "style" {
                for part in [
                    "url(",
                    "expression",
                    "fixed",
                    "absolute",
                    "sticky",
                    "@import",
                    "image-set",
                    "\\",
                ] {
                    assert!(!bare.contains(part), "{name}: style={value}");
                }
            }
            assert!(allows_name || attribute != "name", "{name}: name={value}");
            assert!(
                ![
                    "srcdoc",
                    "srcset",
                    "ping",
                    "target",
                    "tabindex",
                    "autofocus",
                    "is",
                    "popover",
                    "contenteditable"
                ]
                .contains(&attribute.as_str()),
                "{name}: {attribute}"
            );
        }
    }
}

#[test]
fn the_corpus_is_large_and_its_names_are_unique() {
    let names: std::collections::BTreeSet<String> = corpus().into_iter().map(|case| case.name).collect();
    assert!(names.len() >= 200 && names.len() == corpus().len());
}

#[test]
fn nothing_that_is_cleaned_can_act() {
    for case in corpus() {
        assert_harmless(&case.name, &cleaned(&case), false);
    }
}

#[test]
fn cleaning_twice_changes_nothing() {
    for case in corpus() {
        let once = cleaned(&case);
        if case.html.is_some() {
            assert_eq!(sanitize(&once), once, "{}", case.name);
        }
    }
}

#[test]
fn text_beside_the_attack_stays() {
    for case in corpus() {
        if !case.name.contains("title") && !case.name.contains("textarea") {
            let html = cleaned(&case);
            let swallowed = [
                "unclosed",
                "script in",
                "style breaks",
                "mutation",
                "object",
                "plaintext",
                "button",
                "dialog",
            ];
            assert!(
                html.contains("text") || swallowed.iter().any(|part| case.name.contains(part)),
                "{}: {html}",
                case.name
            );
        }
    }
}

#[test]
fn no_target_lets_it_act() {
    for case in corpus() {
        for target in [Target::Preview, Target::Wechat, Target::Plain] {
            let request = request(&case, target);
            let html = export_article(&request).html;
            assert_harmless(&format!("{} to {target:?}", case.name), &html, false);
            assert!(
                !html.contains("evil.example/x.woff") && !html.contains("@import"),
                "{}: {html}",
                case.name
            );
        }
    }
}

#[test]
fn a_page_has_one_style_sheet_that_nothing_leaves() {
    for case in corpus() {
        let page = export_article(&request(&case, Target::Html)).html;
        let (head, rest) = page.split_once("<style>").expect("a style sheet");
        let (css, body) = rest.split_once("</style>").expect("its end");
        assert!(head.contains("Content-Security-Policy"), "{}", case.name);
        assert!(
            !css.contains("</") && !css.contains("<script"),
            "{}: {css}",
            case.name
        );
        assert_harmless(&format!("{} as a page", case.name), body, false);
    }
}

fn request(case: &Case, target: Target) -> ExportRequest {
    let html = format!("<section class=\"article\">{}</section>", cleaned(case));
    let fills = match &case.diagram {
        Some(diagram) => slots(&format!("{html}{DIAGRAM}"))
            .into_iter()
            .map(|slot| Fill {
                slot,
                html: Some(diagram.clone()),
                error: None,
            })
            .collect(),
        None => Vec::new(),
    };
    ExportRequest {
        target,
        html: if case.diagram.is_some() {
            format!("{html}{DIAGRAM}")
        } else {
            html
        },
        css: format!(
            ".article {{ color: #333 }} {}",
            case.css.as_deref().unwrap_or_default()
        ),
        fills,
        title: case.name.clone(),
        language: "zh-CN".to_owned(),
    }
}

/// A slot that the diagram of a case fills.
const DIAGRAM: &str =
    "<section class=\"diagram\" data-lang=\"mermaid\"><pre><code>graph</code></pre></section>";
