//! Several browsers that write at the same time over a bad network: in the end all have the same, and nothing is lost.

mod browser;
mod random;
mod simulation;

use crate::support::TestApp;

/// Runs are short: `cargo bench -p moyan-server --bench sync_fuzz -- 1000` does more of them.
const N_RUNS: u64 = 24;

/// Seeds of runs that have failed once.
const FAILED_ONCE: [u64; 1] = [4_063_967_331];

#[actix_web::test]
async fn browsers_that_write_at_the_same_time_end_with_the_same_and_lose_nothing() {
    let app = TestApp::with_database();
    let seed = u64::from(rand::random::<u32>());
    for seed in FAILED_ONCE.into_iter().chain(seed..seed + N_RUNS) {
        if let Err(problem) = simulation::run(&app, seed).await {
            panic!("seed {seed}: {problem}");
        }
    }
}
