//! TeX formulas to SVG paths.
//!
//! One function, [`formula_svg`], turns the TeX between `$…$` into one `<svg>` of paths that needs no font,
//! no style sheet and no script where it is shown. The parser and the layout are those of RaTeX, which
//! follow KaTeX's grammar and metrics, so a formula looks as it does in a KaTeX preview; the outlines are
//! those of the KaTeX fonts; the serializer is ours, because WeChat's editor drops `<use>`, `<defs>`, ids,
//! classes and style elements.
//!
//! Must not know: Markdown, HTML around the formula, files, time.
//! Start reading at [`formula_svg`], then `typeset/mod.rs` (TeX to a list of drawing items) and `svg/mod.rs`
//! (items to text).
//!
//! ```
//! let svg = moyan_math::formula_svg(r"E = mc^2", false)?;
//! assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>"));
//! assert!(svg.contains("currentColor") && !svg.contains("id="));
//! # Ok::<(), moyan_math::MathError>(())
//! ```
#![deny(missing_docs)]

mod error;
mod glyphs;
mod limits;
mod svg;
mod typeset;
#[cfg(target_arch = "wasm32")]
pub mod wasm;

pub use error::MathError;
pub use limits::{MAX_CHEMISTRY_BYTES, MAX_EXTENT_EM, MAX_ITEMS, MAX_SVG_BYTES, MAX_TEX_BYTES};

/// Typesets one formula as one `<svg>` element.
///
/// - `tex`: the source without its dollar signs, at most [`MAX_TEX_BYTES`] bytes.
/// - `display`: true for a formula on its own line (large operators, limits above and below, tags at the
///   right), false for one inside a line of text.
/// - Returns `<svg xmlns viewBox style>` holding `<path>` and, for characters that the KaTeX fonts lack,
///   `<text>`. Coordinates are whole numbers, 1000 to the formula's em, the baseline at y 0. Width, height
///   and `vertical-align` are in em of the surrounding text; the formula's em is 1.21 of it, as in KaTeX.
///   What the source does not color is `currentColor`. The same input gives the same bytes.
/// - Errors: [`MathError::UndefinedMacro`], [`MathError::Parse`], [`MathError::TooLarge`].
/// - Source: specification §3, formulas in the editor and in the copied article.
pub fn formula_svg(tex: &str, display: bool) -> Result<String, MathError> {
    let layout = typeset::typeset(tex, display)?;
    svg::write(&layout, display)
}
