//! The examples of CommonMark 0.31.2.
#![cfg(not(target_arch = "wasm32"))]
// A failure in a helper of a test is a failure of the test.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

mod conformance;

use conformance::{deviates_as_documented, examples};
use moyan_article::markdown::Dialect;

#[test]
fn without_extensions_only_documented_examples_differ() {
    let examples = examples("commonmark/0.31.2.json");
    assert_eq!(examples.len(), 652);
    deviates_as_documented("CommonMark, extensions off", &examples, Dialect::CommonMark);
}

#[test]
fn deviations_of_articles_are_documented() {
    deviates_as_documented(
        "CommonMark",
        &examples("commonmark/0.31.2.json"),
        Dialect::Article,
    );
}
