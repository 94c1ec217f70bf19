//! Every fixture gives exactly the HTML of its golden file.
//!
//! `cargo run -p moyan-highlight --example golden` writes the golden files anew; read the difference.
#![cfg(not(target_arch = "wasm32"))]

use std::path::Path;

use moyan_highlight::Highlighter;

#[test]
fn fixtures_are_colored_as_their_golden_files() {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
    let highlighter = Highlighter::bundled();
    let mut count = 0;
    for entry in std::fs::read_dir(&fixtures).unwrap() {
        let path = entry.unwrap().path();
        let Some(lang) = path
            .file_name()
            .and_then(|name| name.to_str()?.strip_suffix(".txt"))
        else {
            continue;
        };
        let html = highlighter.highlight(lang, &std::fs::read_to_string(&path).unwrap());
        let golden = std::fs::read_to_string(fixtures.join("golden").join(format!("{lang}.html"))).unwrap();
        assert_eq!(html, golden, "{lang}");
        count += 1;
    }
    assert!(count >= 45, "{count} fixtures");
}
