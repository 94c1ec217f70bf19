//! Copies the code themes of the npm package highlight.js into the `highlight` crate.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};

use crate::grammars::highlight;

/// Themes that do not work in an article: they use image files or data URIs, or mix their colors with the color of
/// the page.
const LEFT_OUT: &[&str] = &["brown-paper", "equinox", "grayscale", "pojoaque"];

/// Writes `themes/*.css` and `themes/list.rs` from `frontend/node_modules/highlight.js`.
pub fn write() -> Result<()> {
    let package = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../frontend/node_modules/highlight.js");
    let folder = highlight().join("themes");
    let themes = collect(&package.join("styles"))?;
    for (name, css) in &themes {
        std::fs::write(folder.join(format!("{name}.css")), css)?;
    }
    std::fs::write(folder.join("list.rs"), list(&themes)?)?;
    std::fs::copy(package.join("LICENSE"), folder.join("LICENSE"))?;
    eprintln!(
        "{} themes, {} bytes",
        themes.len(),
        themes.values().map(String::len).sum::<usize>()
    );
    Ok(())
}

fn collect(styles: &Path) -> Result<BTreeMap<String, String>> {
    let mut themes = BTreeMap::new();
    let entries = std::fs::read_dir(styles)
        .with_context(|| format!("{} (run `npm ci` in frontend first)", styles.display()))?;
    for entry in entries {
        let path: PathBuf = entry?.path();
        let file = path
            .file_name()
            .and_then(|name| name.to_str())
            .unwrap_or_default();
        if let Some(name) = file
            .strip_suffix(".min.css")
            .filter(|name| !LEFT_OUT.contains(name))
        {
            let css = clean(&std::fs::read_to_string(&path)?);
            anyhow::ensure!(
                !css.contains("url(") && !css.contains("@import"),
                "{name} loads something"
            );
            themes.insert(name.to_owned(), css);
        }
    }
    Ok(themes)
}

/// Keeps the colors only: layout belongs to the theme of the article. Variables are replaced by their values.
fn clean(css: &str) -> String {
    let (notice, rules) = split_notice(css);
    let mut variables = Vec::new();
    let mut out = notice.to_owned();
    for (selector, body) in split_rules(&rules) {
        if selector.contains(":root") {
            variables.extend(
                body.split(';')
                    .filter_map(|declaration| declaration.split_once(':')),
            );
        } else if !matches!(selector, "pre code.hljs" | "code.hljs") && !selector.starts_with('@') {
            let mut body = body.to_owned();
            for (name, value) in &variables {
                body = body.replace(&format!("var({name})"), value);
            }
            let _ = write!(out, "{selector}{{{body}}}");
        }
    }
    out.push('\n');
    out
}

/// The notices `/*! … */`, which stay, and the rules without any comment.
fn split_notice(css: &str) -> (String, String) {
    let (mut notice, mut rules, mut rest) = (String::new(), String::new(), css);
    while let Some((before, after)) = rest.split_once("/*") {
        rules.push_str(before);
        let (comment, after) = after.split_once("*/").unwrap_or((after, ""));
        if comment.starts_with('!') {
            let _ = writeln!(notice, "/*{comment}*/");
        }
        rest = after;
    }
    rules.push_str(rest);
    (notice, rules.trim().to_owned())
}

/// Top-level rules: selector and body. The body of an at-rule holds its rules.
fn split_rules(css: &str) -> Vec<(&str, &str)> {
    let (mut rules, mut start, mut open, mut depth) = (Vec::new(), 0, 0, 0_usize);
    for (at, character) in css.char_indices() {
        match character {
            '{' => {
                open = if depth == 0 { at } else { open };
                depth += 1;
            }
            '}' => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    let selector = css.get(start..open).unwrap_or_default().trim();
                    rules.push((selector, css.get(open + 1..at).unwrap_or_default()));
                    start = at + 1;
                }
            }
            _ => {}
        }
    }
    rules
}

/// The Rust list of the themes.
fn list(themes: &BTreeMap<String, String>) -> Result<String> {
    let mut rust = String::from(
        "// Written by `cargo run -p xtask -- themes`.\n\n/// Every code theme, by name.\npub const THEMES: &[Theme] = &[\n",
    );
    for (name, css) in themes {
        let is_dark = is_dark(css).with_context(|| format!("{name} has no background"))?;
        writeln!(
            rust,
            "    theme(\"{name}\", {is_dark}, include_str!(\"../themes/{name}.css\")),"
        )?;
    }
    rust.push_str("];\n");
    Ok(rust)
}

/// Whether the background of `.hljs` is darker than a middle gray.
fn is_dark(css: &str) -> Option<bool> {
    let (_, rules) = split_notice(css);
    let rules = split_rules(&rules);
    let mut bodies = rules
        .iter()
        .filter(|(selector, _)| selector.split(',').any(|part| part == ".hljs"));
    let color = bodies.find_map(|(_, body)| {
        body.split(';').find_map(|declaration| {
            declaration
                .strip_prefix("background:")
                .or_else(|| declaration.strip_prefix("background-color:"))
        })
    })?;
    Some(luminance(color)? < 0.4)
}

/// From 0 (black) to 1 (white).
fn luminance(color: &str) -> Option<f64> {
    let hex = match color {
        "navy" => "000080",
        "white" => "ffffff",
        "black" => "000000",
        other => other.strip_prefix('#')?,
    };
    let wide: String = if hex.len() == 3 {
        hex.chars().flat_map(|c| [c, c]).collect()
    } else {
        hex.to_owned()
    };
    let channel = |from: usize| {
        u8::from_str_radix(wide.get(from..from + 2)?, 16)
            .ok()
            .map(f64::from)
    };
    Some((0.299 * channel(0)? + 0.587 * channel(2)? + 0.114 * channel(4)?) / 255.0)
}

#[cfg(test)]
mod tests {
    use super::{clean, is_dark};

    #[test]
    fn layout_goes_and_variables_are_resolved() {
        let css = "pre code.hljs{padding:1em}/*! BSD */:host,:root{--b:#101010}.hljs{background:var(--b)}@media x{.a{b:c}}";
        assert_eq!(clean(css), "/*! BSD */\n.hljs{background:#101010}\n");
    }

    #[test]
    fn darkness_is_that_of_the_background() {
        assert_eq!(is_dark(".hljs,.x{color:#fff;background:#222}"), Some(true));
        assert_eq!(is_dark(".hljs{background-color:#f9ccff}"), Some(false));
        assert_eq!(is_dark(".hljs-code{background:#222}"), None);
    }
}
