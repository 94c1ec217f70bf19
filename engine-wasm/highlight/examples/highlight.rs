//! Colors the code on the standard input.
//!
//! Each line of the input is a JSON object `{"lang": "js", "code": "…"}`; each line of the output is
//! `{"html": "…"}`, or with the argument `explain` the tokens with their scopes.
//! A second argument names a file of grammars to use instead of the product's, such as one with all scopes.

use std::io::{BufRead as _, Write as _};

use moyan_highlight::Highlighter;

fn main() -> std::io::Result<()> {
    let highlighter = match std::env::args().nth(2) {
        Some(path) => Highlighter::from_dump(&std::fs::read(path)?).map_err(std::io::Error::other)?,
        None => Highlighter::bundled(),
    };
    let explain = std::env::args()
        .nth(1)
        .is_some_and(|argument| argument == "explain");
    let mut out = std::io::stdout().lock();
    for line in std::io::stdin().lock().lines() {
        let request: serde_json::Value = serde_json::from_str(&line?)?;
        let text = |key: &str| {
            request
                .get(key)
                .and_then(|value| value.as_str())
                .unwrap_or_default()
                .to_owned()
        };
        let (lang, code) = (text("lang"), text("code"));
        let answer = if explain {
            let tokens = highlighter.explain(&lang, &code);
            serde_json::json!({ "tokens": tokens.iter().map(|token| (&token.text, token.class, &token.scopes)).collect::<Vec<_>>() })
        } else {
            serde_json::json!({ "html": highlighter.highlight(&lang, &code) })
        };
        writeln!(out, "{answer}")?;
    }
    Ok(())
}
