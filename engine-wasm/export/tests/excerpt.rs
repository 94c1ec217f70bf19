//! The cut, by golden file. `tests/wasm.rs` compares the same file with what WebAssembly makes.
//!
//! `UPDATE_GOLDEN=1 cargo test -p moyan-export --features pages --test excerpt` writes the file anew; read the difference.

#![allow(
    clippy::expect_used,
    reason = "a test that cannot write its fixture has failed"
)]

mod excerpt_cases;

#[test]
fn what_is_cut_is_what_it_was() {
    let cuts = excerpt_cases::cuts();
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/excerpt.golden");
        std::fs::write(file, &cuts).expect("the golden file");
        return;
    }
    assert_eq!(cuts, excerpt_cases::GOLDEN);
}
