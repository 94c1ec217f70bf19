//! What holds for any article: text survives, the same input gives the same bytes, nothing panics.

#![allow(
    clippy::expect_used,
    reason = "a test that cannot read its fixture has failed"
)]

use moyan_export::{ExportRequest, Target, export_article, sanitize, slots};
use proptest::prelude::*;

const THEME: &str = ".article { --c: #0F4C81; color: #333; padding: 0 8px; background: #fff }\
    h2 { color: var(--c); margin: calc(8px * 2) 0 } p { margin: 0 0 1em } ul { padding-left: 24px } li { margin: 4px 0 }\
    pre { overflow: auto } .code-body code { display: block; white-space: pre } a { color: color-mix(in srgb, red, blue) }";

fn request(target: Target, html: &str, css: &str) -> ExportRequest {
    ExportRequest {
        target,
        html: html.to_owned(),
        css: css.to_owned(),
        fills: Vec::new(),
        title: "t".to_owned(),
        language: "en".to_owned(),
    }
}

fn to_wechat(html: &str, css: &str) -> String {
    export_article(&request(Target::Wechat, html, css)).html
}

/// The characters between tags, references resolved.
fn text_of(html: &str) -> String {
    let mut text = String::new();
    let mut rest = html;
    while let Some((before, behind)) = rest.split_once('<') {
        text.push_str(before);
        rest = behind.split_once('>').map_or("", |(_, rest)| rest);
    }
    text.push_str(rest);
    text.replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&quot;", "\"")
        .replace("&amp;", "&")
}

/// Text without white space of any kind: the chain may change only that, and list markers.
fn bare(text: &str) -> String {
    text.chars()
        .filter(|character| !character.is_whitespace())
        .collect()
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

/// Inline HTML without lists and generated text.
fn inline() -> impl Strategy<Value = String> {
    let leaf = "[a-zA-Z0-9中文，。 :;<>&\"'{}%+]{0,12}".prop_map(|text| escaped(&text));
    leaf.prop_recursive(3, 12, 4, |inner| {
        (
            prop::sample::select(vec![
                "strong",
                "em",
                "code",
                "a href=\"https://a.com\"",
                "span style=\"top:1em;color:red\"",
                "del",
                "sup",
                "mark",
            ]),
            prop::collection::vec(inner, 0..3),
        )
            .prop_map(|(tag, parts)| {
                let name = tag.split(' ').next().unwrap_or_default();
                format!("<{tag}>{}</{name}>", parts.concat())
            })
    })
}

fn block() -> impl Strategy<Value = String> {
    let line = prop_oneof![
        inline().prop_map(|text| format!("<p>{text}</p>")),
        inline().prop_map(|text| format!("<h2>{text}</h2>")),
        "[a-z =\\{\\}\n\t<&]{0,40}".prop_map(|code| format!(
            "<pre class=\"code-block\"><span class=\"code-body\"><code>{}</code></span></pre>",
            escaped(&code)
        )),
        inline().prop_map(|cell| format!("<section class=\"table\"><table><tbody><tr><td align=\"right\">{cell}</td></tr></tbody></table></section>")),
    ];
    line.prop_recursive(3, 16, 4, |inner| {
        let many = prop::collection::vec(inner, 0..4);
        prop_oneof![
            many.clone()
                .prop_map(|blocks| format!("<blockquote>{}</blockquote>", blocks.concat())),
            many.clone()
                .prop_map(|blocks| format!("<section class=\"alert\">{}</section>", blocks.concat())),
            many.prop_map(|blocks| format!(
                "<ul style=\"list-style:none\"><li>{}</li></ul>",
                blocks.concat()
            )),
        ]
    })
}

fn article() -> impl Strategy<Value = String> {
    prop::collection::vec(block(), 0..6)
        .prop_map(|blocks| format!("<section class=\"article\">{}</section>", blocks.join("\n")))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_character_of_text_survives(html in article()) {
        let copied = to_wechat(&html, THEME);
        prop_assert_eq!(bare(&text_of(&copied)), bare(&text_of(&html)), "{}", copied);
    }

    #[test]
    fn the_chain_leaves_its_own_output_alone(html in article()) {
        let once = to_wechat(&html, THEME);
        // A side without a margin is what WeChat's page makes of it.
        let twice = to_wechat(&once, "p { margin: 0 }");
        prop_assert_eq!(&twice, &once);
        prop_assert_eq!(bare(&text_of(&once)), bare(&text_of(&twice)));
    }

    #[test]
    fn the_result_reads_back_as_it_was_written(html in article()) {
        let copied = to_wechat(&html, THEME);
        let read = export_article(&request(Target::Preview, &copied, "")).html;
        prop_assert_eq!(read, copied);
    }

    #[test]
    fn any_html_and_css_end_in_something(html in ".{0,200}", css in ".{0,200}") {
        for target in [Target::Preview, Target::Wechat, Target::Html, Target::Plain] {
            let exported = export_article(&request(target, &html, &css));
            let again = export_article(&request(target, &html, &css));
            prop_assert_eq!(exported, again);
        }
        let clean = sanitize(&html);
        prop_assert_eq!(sanitize(&clean), clean);
        slots(&html);
    }

    #[test]
    fn pieces_of_html_and_css_in_any_order_end_in_something(
        html in prop::collection::vec(prop::sample::select(vec![
            "<p>", "</p>", "<ul>", "<li>", "</ul>", "<pre>", "<code>", "<table>", "<td>", "<svg>", "<g>", "<path d='M0 0'/>", "</svg>",
            "<section class=\"math-inline\" data-tex=\"x\">", "<ruby>", "<rt>", "<a href=#x>", "<details>", "<span style='display:flex;top:1px'>",
            "a", " ", "\n", "&nbsp;", "<br>", "<img src=x width=9>", "<input type=checkbox>", "<mp-common-profile data-id=1>", "</section>",
        ]), 0..40),
        css in prop::collection::vec(prop::sample::select(vec![
            "p", "{", "}", "::before", "content:'x';", "color:", "var(--a)", "calc(1px + ", ")", "--a:var(--b);", "--b:var(--a);", "@media", "@layer a",
            "&", ":is(p,", ":has(", "oklch(1 2 3)", "!important", ";", "counter-increment:x;", "content:counter(x);", "\"", "/*", "*/", "\\", "margin:1px 2px;",
        ]), 0..40),
    ) {
        let (html, css) = (html.concat(), css.concat());
        let first = to_wechat(&html, &css);
        prop_assert_eq!(to_wechat(&html, &css), first);
    }
}
