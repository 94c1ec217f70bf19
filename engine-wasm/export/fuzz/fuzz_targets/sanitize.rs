//! Whatever is cleaned: cleaning again changes nothing, and a parser reads it as it was written.

#![no_main]

use libfuzzer_sys::fuzz_target;
use moyan_export::{ExportRequest, Target, export_article, sanitize};

fuzz_target!(|html: &str| {
    let clean = sanitize(html);
    assert_eq!(sanitize(&clean), clean);
    let lower = clean.to_ascii_lowercase();
    for tag in ["<script", "<style", "<iframe", "<template", "<noscript", "<foreignobject", "<math", "<title"] {
        assert!(!lower.contains(tag), "{tag}");
    }
    let request = ExportRequest {
        target: Target::Preview,
        html: format!("<section class=\"article\">{clean}</section>"),
        css: String::new(),
        fills: Vec::new(),
        title: String::new(),
        language: String::new(),
    };
    assert_eq!(export_article(&request).html, request.html);
});
