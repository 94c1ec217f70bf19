//! Tasks of the engine: the grammar dump and other generated files.
//!
//! `cargo run -p xtask -- grammars` builds `highlight/assets/grammars.packdump`.

mod ascii;
mod dump;
mod grammars;
mod prune;

fn main() -> anyhow::Result<()> {
    match std::env::args().nth(1).as_deref() {
        Some("grammars") => grammars::write(),
        _ => anyhow::bail!("tasks: grammars"),
    }
}
