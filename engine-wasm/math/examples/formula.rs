//! Prints formulas as SVG: `cargo run -p moyan-math --example formula -- [--display] TEX…`.
//!
//! Without TEX it reads a JSON array of `{"tex": …, "display": …}` from standard input and answers with a
//! JSON array of `{"svg": …}` or `{"key": …, "error": …}`; `scripts/formula-gallery.mjs` does this.

use std::io::{Read, Write};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut formulas: Vec<String> = std::env::args().skip(1).collect();
    let display = formulas.first().is_some_and(|first| first == "--display");
    if display {
        formulas.remove(0);
    }
    let mut out = std::io::stdout().lock();
    if formulas.is_empty() {
        let mut text = String::new();
        std::io::stdin().read_to_string(&mut text)?;
        let answers: Vec<serde_json::Value> = serde_json::from_str::<Vec<serde_json::Value>>(&text)?
            .iter()
            .map(answer)
            .collect();
        writeln!(out, "{}", serde_json::to_string(&answers)?)?;
    }
    for tex in formulas {
        match moyan_math::formula_svg(&tex, display) {
            Ok(svg) => writeln!(out, "{svg}")?,
            Err(error) => writeln!(out, "{}: {error}", error.key())?,
        }
    }
    Ok(())
}

fn answer(formula: &serde_json::Value) -> serde_json::Value {
    let tex = formula
        .get("tex")
        .and_then(serde_json::Value::as_str)
        .unwrap_or_default();
    let display = formula
        .get("display")
        .and_then(serde_json::Value::as_bool)
        .unwrap_or_default();
    match moyan_math::formula_svg(tex, display) {
        Ok(svg) => serde_json::json!({ "svg": svg }),
        Err(error) => serde_json::json!({ "key": error.key(), "error": error.to_string() }),
    }
}
