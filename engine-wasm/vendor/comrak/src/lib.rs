//! The parser of [comrak](https://github.com/kivikakk/comrak) 0.59.0, without its formatters: see README.md.

pub mod arena_tree;
pub mod nodes;

mod character_set;
mod ctype;
mod entity;
mod matchers;
mod parser;
mod scanners;
mod strings;
mod unicode;

pub use nodes::Node;
pub use parser::options;
pub use parser::{Options, ParseCancelled, ResolvedReference, parse_document, try_parse_document};

/// `label` as the parser compares labels: white space collapsed, case folded.
pub fn normalize_label(label: &str) -> String {
    strings::normalize_label(label, strings::Case::Fold)
}

/// Convenience type alias for arena used to hold nodes.
pub type Arena<'a> = typed_arena::Arena<nodes::AstNode<'a>>;
