//! The exact bytes of the formulas in `fixtures/formulas.json`.
//!
//! One file per group in `fixtures/golden`, two lines per formula (display, inline): the first formulas of
//! a group as whole SVG, the others as opening tag and FNV-1a hash of the rest, so that the files stay
//! small. `UPDATE_GOLDEN=1 cargo test -p moyan-math --test golden` writes them anew; look at
//! `scripts/formula-gallery.mjs` before you commit the difference.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test may fail")]

use std::fmt::Write;
use std::path::{Path, PathBuf};

use moyan_math::formula_svg;

/// Formulas of each group that are kept whole.
const N_WHOLE: usize = 4;

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures")
}

fn groups() -> Vec<(String, Vec<String>)> {
    let text = std::fs::read_to_string(fixtures().join("formulas.json")).unwrap();
    let groups: Vec<serde_json::Value> = serde_json::from_str(&text).unwrap();
    let tex = |value: &serde_json::Value| value.as_str().unwrap().to_owned();
    groups
        .iter()
        .map(|group| {
            (
                tex(&group["group"]),
                group["formulas"].as_array().unwrap().iter().map(tex).collect(),
            )
        })
        .collect()
}

fn fnv1a(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

fn snapshot(formulas: &[String]) -> String {
    let mut text = String::new();
    for (index, tex) in formulas.iter().enumerate() {
        writeln!(text, "{tex}").unwrap();
        for display in [true, false] {
            let svg = formula_svg(tex, display).unwrap_or_else(|error| panic!("{tex}: {error}"));
            if index < N_WHOLE && display {
                writeln!(text, "  {svg}").unwrap();
            } else {
                let (opening, body) = svg.split_once('>').unwrap();
                writeln!(text, "  {opening}> {:016x}", fnv1a(body)).unwrap();
            }
        }
    }
    text
}

#[test]
fn formulas_give_the_recorded_svg() {
    let updates = std::env::var_os("UPDATE_GOLDEN").is_some();
    for (group, formulas) in groups() {
        let file = fixtures().join("golden").join(format!("{group}.txt"));
        let ours = snapshot(&formulas);
        if updates {
            std::fs::write(&file, &ours).unwrap();
        }
        let recorded = std::fs::read_to_string(&file).unwrap();
        for (ours, recorded) in ours.lines().zip(recorded.lines()) {
            assert_eq!(ours, recorded, "{group}");
        }
        assert_eq!(ours.lines().count(), recorded.lines().count(), "{group}");
    }
}

#[test]
fn every_golden_file_belongs_to_a_group() {
    let names: Vec<String> = groups()
        .into_iter()
        .map(|(group, _)| format!("{group}.txt"))
        .collect();
    for entry in std::fs::read_dir(fixtures().join("golden")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        assert!(names.contains(&name), "{name}");
    }
}
