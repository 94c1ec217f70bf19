//! Golden files: each `tests/fixtures/wechat/<complaint>.html`, with the style sheet of the same name if there is
//! one and the diagram of the same name, becomes exactly `<complaint>.out.html`. The names are what users of other editors complain about.
//!
//! `UPDATE_GOLDEN=1 cargo test -p moyan-export --test golden` writes the files anew; read the difference.

#![allow(
    clippy::expect_used,
    reason = "a test that cannot read its fixture has failed"
)]

use moyan_export::{ExportRequest, Fill, SlotKind, Target, export_article, slots};
use std::path::{Path, PathBuf};

fn cases() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/wechat");
    let mut found: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("the folder of fixtures")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| {
            let name = path
                .file_name()
                .and_then(|name| name.to_str())
                .unwrap_or_default();
            name.ends_with(".html") && !name.ends_with(".out.html")
        })
        .collect();
    found.sort();
    found
}

fn exported(path: &Path) -> String {
    let html = std::fs::read_to_string(path).expect("a fixture");
    let css = std::fs::read_to_string(path.with_extension("css")).unwrap_or_default();
    let formula = "<svg class=\"tex\" height=\"2ex\" style=\"vertical-align:-.2ex\" viewBox=\"0 0 9 4\" width=\"5ex\"><path d=\"M0 0H9V4H0z\" fill=\"currentColor\"/></svg>";
    let diagram = std::fs::read_to_string(path.with_extension("svg")).ok();
    let fills = slots(&html)
        .into_iter()
        .filter_map(|slot| {
            let content = match slot.kind {
                SlotKind::Math => formula.to_owned(),
                SlotKind::Diagram => diagram.clone()?,
                SlotKind::Code => return None,
            };
            Some(Fill {
                slot,
                html: Some(content),
                error: None,
            })
        })
        .collect();
    let request = ExportRequest {
        target: Target::Wechat,
        html,
        css,
        fills,
        title: String::new(),
        language: String::new(),
    };
    let exported = export_article(&request);
    let mut out = exported
        .html
        .replace('\u{a0}', "&nbsp;")
        .replace("><section", ">\n<section")
        .replace("</section><", "</section>\n<")
        .replace("><p ", ">\n<p ");
    for finding in exported.findings {
        out.push_str(&format!("\n<!-- {}: {} -->", finding.key, finding.detail));
    }
    out.push('\n');
    out
}

#[test]
fn each_complaint_has_its_answer() {
    let update = std::env::var_os("UPDATE_GOLDEN").is_some();
    let cases = cases();
    assert!(cases.len() >= 23, "{} cases", cases.len());
    let mut wrong = Vec::new();
    for path in cases {
        let golden = path.with_extension("out.html");
        let out = exported(&path);
        if update {
            std::fs::write(&golden, &out).expect("a writable fixture");
        } else if std::fs::read_to_string(&golden).unwrap_or_default() != out {
            wrong.push(format!("{}:\n{out}", path.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
