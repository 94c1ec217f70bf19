//! Many runs of browsers that write at the same time over a bad network: what `tests/api/document/clients` does in the
//! suite, as often as one has time for.
//!
//! Usage: `node scripts/with-postgres.mjs cargo bench -p moyan-server --bench sync_fuzz -- RUNS [FIRST_SEED]`

#![allow(
    dead_code,
    unused_imports,
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::print_stdout,
    missing_docs,
    reason = "it stands on what the tests stand on, and prints"
)]

#[path = "../tests/api/support/mod.rs"]
mod support;

#[path = "../tests/api/document/clients/browser.rs"]
mod browser;
#[path = "../tests/api/document/clients/random.rs"]
mod random;
#[path = "../tests/api/document/clients/simulation.rs"]
mod simulation;

/// A database for so many runs: what is in it makes the later ones slower.
const RUNS_PER_DATABASE: u64 = 200;

#[actix_web::main]
async fn main() {
    // `cargo test --all-targets` starts benchmarks too, to see that they are there.
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    let numbers: Vec<u64> = std::env::args()
        .filter_map(|argument| argument.parse().ok())
        .collect();
    let n_runs = numbers.first().copied().unwrap_or(1000);
    let first = numbers.get(1).copied().unwrap_or(0);
    let mut n_failed = 0;
    let mut app = support::TestApp::with_database();
    for run in 0..n_runs {
        if run > 0 && run % RUNS_PER_DATABASE == 0 {
            app = support::TestApp::with_database();
        }
        let seed = first + run;
        if let Err(problem) = simulation::run(&app, seed).await {
            n_failed += 1;
            println!("seed {seed}: {problem}");
        }
    }
    println!("{n_runs} runs from seed {first}, {n_failed} failed");
    assert_eq!(n_failed, 0);
}
