//! Everything about parsing text into text annotated with scopes.
//!
//! The most important struct here is [`SyntaxSet`], check out the docs for that.
//!
//! [`SyntaxSet`]: struct.SyntaxSet.html

mod dispatch;
mod parser;
mod regex;
mod scope;
pub mod syntax_definition;
mod syntax_set;

pub use self::parser::*;
pub use self::regex::*;
pub use self::scope::*;
pub use self::syntax_set::*;
