//! Wrong passwords are counted alike for accounts and for visitors.

use chrono::{DateTime, TimeDelta, Utc};
use moyan_foundation::credentials::Guesses;

use crate::support::TestApp;

/// Guesses at an account from a network, which belongs to a larger one that has four times the allowance.
fn guesses(account: &str, network: &str) -> Guesses {
    Guesses::new(
        format!("{account} {network}"),
        [(network.to_owned(), 1), ("site".to_owned(), 4)],
        account.to_owned(),
    )
}

/// What the counters are at, by their keys.
fn counted(app: &TestApp) -> String {
    app.database()
        .text("SELECT string_agg(concat_ws(': ', key, n_hits), ', ' ORDER BY key) FROM throttles")
}

/// Guesses, and says whether that is allowed.
async fn is_allowed(app: &TestApp, guesses: &Guesses, now: DateTime<Utc>) -> bool {
    let guesses = guesses.clone();
    let tried = app.state.db.run(move |connection| guesses.hit(connection, now));
    tried.await.is_ok()
}

#[actix_web::test]
async fn a_guess_counts_here_for_each_network_and_for_the_account() {
    let app = TestApp::with_database();
    let now = app.clock.now();
    let (li, elsewhere) = (guesses("li", "a"), guesses("li", "b"));
    for guesses in [&li, &li, &elsewhere] {
        assert!(is_allowed(&app, guesses, now).await);
    }
    assert_eq!(counted(&app), "a: 2, b: 1, li: 3, li a: 2, li b: 1, site: 3");
    // One that was not compared is taken back everywhere.
    let undone = li.clone();
    let undo = app.state.db.run(move |connection| undone.refund(connection));
    undo.await.unwrap();
    assert_eq!(counted(&app), "a: 1, b: 1, li: 2, li a: 1, li b: 1, site: 2");
    // A right one is taken back, and forgives those before it where it came from.
    let right = elsewhere.clone();
    let clear = app.state.db.run(move |connection| right.clear(connection));
    clear.await.unwrap();
    assert_eq!(counted(&app), "a: 1, b: 0, li: 1, li a: 1, site: 1");
}

#[actix_web::test]
async fn five_guesses_here_make_it_wait_longer_each_time() {
    let app = TestApp::with_database();
    let (now, li) = (app.clock.now(), guesses("li", "a"));
    for _ in 0..5 {
        assert!(is_allowed(&app, &li, now).await);
    }
    assert!(!is_allowed(&app, &li, now).await);
    assert!(is_allowed(&app, &guesses("li", "b"), now).await);
    assert!(is_allowed(&app, &guesses("wang", "a"), now).await);
    let after = |minutes| now + TimeDelta::minutes(minutes);
    assert!(!is_allowed(&app, &li, after(9)).await);
    for _ in 0..5 {
        assert!(is_allowed(&app, &li, after(11)).await);
    }
    assert!(!is_allowed(&app, &li, after(11 + 19)).await);
    assert!(is_allowed(&app, &li, after(11 + 21)).await);
}
