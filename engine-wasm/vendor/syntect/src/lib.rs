//! The parser of syntect, and what it needs: see README.md.

pub mod parsing;
