//! Tasks of the engine: the grammar dump and other generated files.

fn main() {}
