//! Any HTML with any style sheet: no target panics, the same input gives the same bytes, and the copy for WeChat reads
//! back as it was written. The style sheet comes first, a zero ends it.

#![no_main]

use libfuzzer_sys::fuzz_target;
use moyan_export::{ExportRequest, Fill, SlotKind, Target, darken, export_article, sanitize, slots};

fuzz_target!(|input: &str| {
    let (css, html) = input.split_once('\0').unwrap_or(("", input));
    let html = format!("<section class=\"article\">{}</section>", sanitize(html));
    let fills: Vec<Fill> = slots(&html)
        .into_iter()
        .filter(|slot| slot.kind != SlotKind::Code)
        .map(|slot| Fill {
            html: Some(css.to_owned()),
            slot,
            error: None,
        })
        .collect();
    let request = |target, html: &str| ExportRequest {
        target,
        html: html.to_owned(),
        css: css.to_owned(),
        fills: fills.clone(),
        title: "t".to_owned(),
        language: "en".to_owned(),
    };
    for target in [Target::Preview, Target::Html, Target::Plain] {
        export_article(&request(target, &html));
    }
    let copied = export_article(&request(Target::Wechat, &html));
    assert_eq!(export_article(&request(Target::Wechat, &html)), copied);
    let read = ExportRequest {
        css: String::new(),
        fills: Vec::new(),
        ..request(Target::Preview, &copied.html)
    };
    let lower = copied.html.to_ascii_lowercase();
    assert!(!lower.contains("<script") && !lower.contains("<style"));
    export_article(&read);
    darken(&copied.html);
});
