//! Golden files: `tests/fixtures/<area>/<case>.md`, with `<case>.json` as options, prints `<case>.html`.
//!
//! `UPDATE_GOLDEN=1` writes the expected files anew.
#![cfg(not(target_arch = "wasm32"))]
// A failure in a helper of a test is a failure of the test.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use std::path::{Path, PathBuf};

use moyan_article::{RenderOptions, render};

/// Folders of `fixtures` that hold other data.
const OTHER: [&str; 2] = ["commonmark", "gfm"];

fn cases() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
    let mut cases: Vec<PathBuf> = folders(&root)
        .iter()
        .filter(|area| !OTHER.iter().any(|other| area.ends_with(other)))
        .flat_map(|area| files(area))
        .filter(|path| path.extension().is_some_and(|extension| extension == "md"))
        .collect();
    cases.sort();
    cases
}

fn folders(root: &Path) -> Vec<PathBuf> {
    files(root).into_iter().filter(|path| path.is_dir()).collect()
}

fn files(folder: &Path) -> Vec<PathBuf> {
    std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect()
}

/// The blocks of a case as a file: a comment with line and flags before each.
fn printed(source: &Path) -> String {
    let text = std::fs::read_to_string(source).unwrap();
    let options = std::fs::read_to_string(source.with_extension("json"))
        .map(|json| serde_json::from_str(&json).unwrap())
        .unwrap_or_else(|_| RenderOptions::default());
    let article = render(&text, &options);
    let mut out = String::new();
    for block in &article.blocks {
        let flags = [
            (block.has_raw_html, " raw"),
            (block.has_code, " code"),
            (block.has_math, " math"),
            (block.has_diagram, " diagram"),
        ];
        let flags: String = flags.iter().filter(|flag| flag.0).map(|flag| flag.1).collect();
        out.push_str(&format!("<!-- {}{flags} -->\n{}\n", block.start_line, block.html));
    }
    for warning in &article.info.warnings {
        let detail = warning.detail.as_deref().unwrap_or_default();
        out.push_str(&format!(
            "<!-- warning {} {} {detail} -->\n",
            warning.line, warning.key
        ));
    }
    out
}

#[test]
fn every_case_prints_its_file() {
    let cases = cases();
    assert!(cases.len() > 30, "only {} cases found", cases.len());
    let mut different = Vec::new();
    for source in cases {
        let printed = printed(&source);
        let expected = source.with_extension("html");
        if std::env::var_os("UPDATE_GOLDEN").is_some() {
            std::fs::write(&expected, printed).unwrap();
            continue;
        }
        let stored = std::fs::read_to_string(&expected).unwrap_or_default();
        if stored != printed {
            different.push(format!(
                "{}\n--- stored\n{stored}\n--- printed\n{printed}",
                source.display()
            ));
        }
    }
    assert!(different.is_empty(), "{}", different.join("\n\n"));
}
