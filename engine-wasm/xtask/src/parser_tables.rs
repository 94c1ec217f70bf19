//! The tables of the vendored parser: `vendor/comrak/src/tables`.
//!
//! They say the same as the crates `entities`, `finl_unicode` and `caseless`, which comrak links, in a fifth of the
//! bytes: the browser downloads them before the first preview.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use entities::ENTITIES;
use finl_unicode::categories::CharacterCategories;

/// Writes the three tables.
pub(crate) fn write() -> anyhow::Result<()> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../vendor/comrak/src/tables");
    fs::create_dir_all(&folder)?;
    fs::write(folder.join("entities.txt"), entities())?;
    fs::write(folder.join("punctuation.rs"), punctuation())?;
    fs::write(folder.join("folding.txt"), folding())?;
    Ok(())
}

/// A line for each text that an entity stands for: the text, unless it is the character after that of the line
/// before, and the names of its entities.
fn entities() -> String {
    let mut names: BTreeMap<(usize, &str), Vec<&str>> = BTreeMap::new();
    for entity in &ENTITIES {
        let name = entity
            .entity
            .strip_prefix('&')
            .and_then(|name| name.strip_suffix(';'));
        if let Some(name) = name {
            let text = entity.characters;
            names.entry((text.chars().count(), text)).or_default().push(name);
        }
    }
    let mut out = String::new();
    let mut next = None;
    for ((length, text), mut names) in names {
        let first = text.chars().next();
        if length > 1 || first != next {
            out.push_str(text);
        }
        next = first.and_then(|c| char::from_u32(u32::from(c) + 1));
        names.sort_unstable();
        for name in names {
            let _ = write!(out, " {name}");
        }
        out.push('\n');
    }
    out
}

/// First and last characters of the ranges that are punctuation or symbols, in and above the basic plane.
fn punctuation() -> String {
    let mut ranges: Vec<(u32, u32)> = Vec::new();
    for c in '\0'..=char::MAX {
        if !(c.is_punctuation() || c.is_symbol()) {
            continue;
        }
        let code = u32::from(c);
        match ranges.last_mut() {
            Some((_, last)) if *last + 1 == code && code != 0x1_0000 => *last = code,
            _ => ranges.push((code, code)),
        }
    }
    let list = |name: &str, plane: u32| {
        let mut out = format!("pub const {name}: &[(u16, u16)] = &[\n");
        for (first, last) in ranges.iter().filter(|(first, _)| first >> 16 == plane) {
            let _ = writeln!(out, "    ({:#x}, {:#x}),", first & 0xffff, last & 0xffff);
        }
        out + "];\n"
    };
    assert!(
        ranges
            .iter()
            .all(|(first, last)| last >> 16 <= 1 && first >> 16 == last >> 16)
    );
    format!(
        "// Written by `cargo run -p xtask -- parser-tables`.\n\n{}\n{}",
        list("BASIC", 0),
        list("SUPPLEMENTARY", 1)
    )
}

/// A line for each character that does not fold to its lower case: the character and what it folds to.
fn folding() -> String {
    let mut out = String::new();
    for c in '\0'..=char::MAX {
        let folded = caseless::default_case_fold_str(c.encode_utf8(&mut [0; 4]));
        if !folded.chars().eq(c.to_lowercase()) {
            let _ = writeln!(out, "{c}{folded}");
        }
    }
    out
}
