//! How long sanitizing and the way to WeChat take, and how large the result is, at 10 KB and 100 KB of Markdown.
//! Prints figures and asserts nothing: `cargo bench -p moyan-export`.

use moyan_article::{RenderOptions, StyleOptions, render, theme_css};
use moyan_export::{ExportRequest, Target, export_article, sanitize};
use std::io::Write;
use std::time::Instant;

const SAMPLE: &str = include_str!("../tests/fixtures/tour.md");
const RUNS: usize = 15;

fn main() -> std::io::Result<()> {
    let mut out = std::io::stdout();
    let css = theme_css(&StyleOptions::default()).unwrap_or_default();
    for n_bytes in [10_000, 100_000] {
        let markdown: String = SAMPLE
            .chars()
            .chain("\n\n".chars())
            .cycle()
            .take(n_bytes * 6 / 10)
            .collect();
        let blocks = render(&markdown, &RenderOptions::default()).blocks;
        let html: String = blocks.iter().map(|block| block.html.as_str()).collect();
        let clean_ms = median(|| drop(sanitize(&html)));
        let request = |target| ExportRequest {
            target,
            html: format!("<section class=\"article\">{html}</section>"),
            css: css.clone(),
            fills: Vec::new(),
            title: String::new(),
            language: String::new(),
        };
        let (wechat, plain) = (request(Target::Wechat), request(Target::Plain));
        let wechat_ms = median(|| drop(export_article(&wechat)));
        let plain_ms = median(|| drop(export_article(&plain)));
        let n_out = export_article(&wechat).html.len();
        writeln!(
            out,
            "{} bytes Markdown, {} HTML: sanitize {clean_ms:.1} ms, wechat {wechat_ms:.1} ms ({n_out} bytes), plain {plain_ms:.1} ms",
            markdown.len(),
            html.len(),
        )?;
    }
    Ok(())
}

/// Milliseconds of the median of some runs.
fn median(mut run: impl FnMut()) -> f64 {
    let mut times: Vec<f64> = (0..RUNS)
        .map(|_| {
            let start = Instant::now();
            run();
            start.elapsed().as_secs_f64() * 1_000.0
        })
        .collect();
    times.sort_by(f64::total_cmp);
    times.get(RUNS / 2).copied().unwrap_or_default()
}
