//! The gate: who sees how much of a document. `docs/sites.md` has the rules in words.
//!
//! Everything that gives text of a document to a visitor asks here: the text of a [`SealedDocument`] can be read by
//! [`visible`] only, and what comes out is a [`VisibleDocument`]. This module knows no request and no table.
//! Start reading at [`visible`].

mod level;
mod measured;
mod rules;
mod sealed;
mod visible;

pub use level::{AccessLevel, Audience};
pub use measured::{MeasuredDocument, is_whole_when_partial, measure};
pub use rules::{DecidingRule, Decision, RuleOverride, Rules};
pub use sealed::{DocumentHeading, RenderedText, SealedDocument};
pub use visible::{VisibleDocument, decide, visible};
