//! Tasks of the engine: the grammar dump and other generated files.
//!
//! `cargo run -p xtask -- grammars` builds `highlight/assets/grammars.packdump`.
//! `cargo run -p xtask -- parser-tables` writes the tables of the vendored parser.
//! `cargo run -p xtask -- themes` copies the code themes of the npm package highlight.js.

mod ascii;
mod dump;
mod grammars;
mod parser_tables;
mod prune;
mod themes;

fn main() -> anyhow::Result<()> {
    match std::env::args().nth(1).as_deref() {
        Some("grammars") => grammars::write(),
        Some("parser-tables") => parser_tables::write(),
        Some("themes") => themes::write(),
        _ => anyhow::bail!("tasks: grammars, parser-tables, themes"),
    }
}
