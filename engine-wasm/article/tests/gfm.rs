//! The examples of the extension sections of GitHub Flavored Markdown 0.29.
#![cfg(not(target_arch = "wasm32"))]
// A failure in a helper of a test is a failure of the test.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

mod conformance;

use conformance::{deviates_as_documented, examples};
use moyan_article::markdown::Dialect;

#[test]
fn without_extensions_only_documented_examples_differ() {
    let examples = examples("gfm/0.29.json");
    assert_eq!(examples.len(), 29);
    deviates_as_documented("GFM, extensions off", &examples, Dialect::Gfm);
}

#[test]
fn deviations_of_articles_are_documented() {
    deviates_as_documented("GFM", &examples("gfm/0.29.json"), Dialect::Article);
}
