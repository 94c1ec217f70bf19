//! Tasks of the engine: they write generated files.
//!
//! `cargo run -p xtask -- grammars` builds `highlight/assets/grammars.packdump`.
//! `cargo run -p xtask -- scopes FILE` builds the same with all scopes, for tuning the rules.
//! `cargo run -p xtask -- themes` copies the code themes of the npm package highlight.js.

#[cfg(test)]
mod class_ranges;
mod dump;
#[cfg(test)]
mod engines_agree;
mod grammars;
mod merge;
mod prune;
mod scopes;
mod themes;

fn main() -> anyhow::Result<()> {
    match std::env::args().nth(1).as_deref() {
        Some("grammars") => grammars::write(),
        Some("scopes") => match std::env::args().nth(2) {
            Some(path) => grammars::write_with_all_scopes(path.as_ref()),
            None => anyhow::bail!("scopes: name the file to write"),
        },
        Some("themes") => themes::write(),
        _ => anyhow::bail!("tasks: grammars, scopes, themes"),
    }
}
