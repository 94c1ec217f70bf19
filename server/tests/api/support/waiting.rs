//! Waiting for what others do.

use std::panic::Location;
use std::time::{Duration, Instant};

/// How long a test waits for something that must happen before it gives up.
const GIVE_UP_AFTER: Duration = Duration::from_secs(60);

/// Waits until something is so, while the rest of the test goes on.
#[track_caller]
pub fn wait_until(is_so: impl FnMut() -> bool) -> impl Future<Output = ()> {
    wait_at_most(GIVE_UP_AFTER, is_so)
}

#[track_caller]
fn wait_at_most(limit: Duration, mut is_so: impl FnMut() -> bool) -> impl Future<Output = ()> {
    let (caller, started) = (Location::caller(), Instant::now());
    async move {
        while !is_so() {
            assert!(started.elapsed() < limit, "it does not happen: {caller}");
            tokio::task::yield_now().await;
        }
    }
}

/// Waits on a thread of its own until something is so.
#[track_caller]
pub fn block_until(is_so: impl FnMut() -> bool) {
    block_at_most(GIVE_UP_AFTER, is_so);
}

#[track_caller]
fn block_at_most(limit: Duration, mut is_so: impl FnMut() -> bool) {
    let started = Instant::now();
    while !is_so() {
        assert!(started.elapsed() < limit, "it does not happen");
        std::thread::yield_now();
    }
}

#[actix_web::test]
async fn what_happens_later_is_waited_for() {
    let mut n_asked = 0;
    wait_until(|| {
        n_asked += 1;
        n_asked == 3
    })
    .await;
    block_until(|| {
        n_asked += 1;
        n_asked == 6
    });
    assert_eq!(n_asked, 6);
}

#[actix_web::test]
#[should_panic(expected = "it does not happen: server/tests/api/support/waiting.rs")]
async fn what_never_happens_is_given_up() {
    wait_at_most(Duration::ZERO, || false).await;
}

#[test]
#[should_panic(expected = "it does not happen")]
fn what_never_happens_blocks_nobody_for_ever() {
    block_at_most(Duration::ZERO, || false);
}
