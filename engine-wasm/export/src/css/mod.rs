//! CSS to declarations on elements: what a browser does before it paints, for hosts that keep only inline styles.
//!
//! [`apply`] runs the whole cascade on a tree: `stylesheet` parses rules (nesting included), `selector` and
//! `element_ref` say which element a rule means, `cascade` orders what matched, `values` computes each value
//! (`var()`, `calc()`, color functions, `rem`), `generated` turns `::before` and `::after` into elements.
//! Broken CSS never fails: what cannot be understood is skipped as a browser skips it, and what would be lost
//! is reported.

mod calc;
mod cascade;
mod color_spaces;
mod colors;
mod element_ref;
mod generated;
mod mix;
mod selector;
mod stylesheet;
mod values;

pub use cascade::{Defaults, apply};
pub(crate) use color_spaces::{hsl_to_srgb, srgb_to_hsl};
pub use colors::{Rgba, parse_color};
