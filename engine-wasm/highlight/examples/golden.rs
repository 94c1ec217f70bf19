//! Writes `tests/fixtures/golden` anew: each fixture as the highlighter colors it now.

use std::path::Path;

use moyan_highlight::Highlighter;

fn main() -> std::io::Result<()> {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
    let highlighter = Highlighter::bundled();
    for entry in std::fs::read_dir(&fixtures)? {
        let path = entry?.path();
        if let Some(lang) = path
            .file_name()
            .and_then(|name| name.to_str()?.strip_suffix(".txt"))
        {
            let html = highlighter.highlight(lang, &std::fs::read_to_string(&path)?);
            std::fs::write(fixtures.join("golden").join(format!("{lang}.html")), html)?;
        }
    }
    Ok(())
}
