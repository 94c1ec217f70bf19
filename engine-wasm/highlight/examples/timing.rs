//! Measures the first and the later colorings of the fixtures of 13 languages.
//!
//! `cargo run --release -p moyan-highlight --example timing`

use std::io::Write as _;
use std::path::Path;
use std::time::{Duration, Instant};

use moyan_highlight::Highlighter;

const LANGUAGES: [&str; 13] = [
    "javascript",
    "typescript",
    "python",
    "java",
    "go",
    "rust",
    "cpp",
    "html",
    "css",
    "json",
    "yaml",
    "bash",
    "sql",
];
const ROUNDS: u32 = 20;

fn main() -> std::io::Result<()> {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
    let start = Instant::now();
    let highlighter = Highlighter::bundled();
    let mut out = std::io::stdout().lock();
    writeln!(out, "loading {:.1} ms", ms(start.elapsed()))?;
    let (mut all_cold, mut all_warm) = (Duration::ZERO, Duration::ZERO);
    for lang in LANGUAGES {
        let code = std::fs::read_to_string(fixtures.join(format!("{lang}.txt")))?;
        let start = Instant::now();
        highlighter.highlight(lang, &code);
        let cold = start.elapsed();
        let start = Instant::now();
        for round in 0..ROUNDS {
            // A trailing blank of changing length, so that no cache can answer.
            highlighter.highlight(lang, &format!("{}{code}", "\n".repeat(round as usize + 1)));
        }
        let warm = start.elapsed() / ROUNDS;
        writeln!(
            out,
            "{lang:<12} {:>5} bytes  cold {:>6.1} ms  warm {:>6.2} ms",
            code.len(),
            ms(cold),
            ms(warm)
        )?;
        all_cold += cold;
        all_warm += warm;
    }
    writeln!(
        out,
        "{:<12} {:>11}  cold {:>6.1} ms  warm {:>6.2} ms",
        "all",
        "",
        ms(all_cold),
        ms(all_warm)
    )
}

fn ms(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1000.0
}
