//! The binary `moyan`.

fn main() {}
