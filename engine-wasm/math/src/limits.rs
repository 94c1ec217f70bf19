//! Bounds on one formula. What goes beyond is [`MathError::TooLarge`](crate::MathError::TooLarge).
//!
//! The parser adds its own: 32 levels of nesting, 1,000 macro expansions, 100,000 tokens.

/// Largest source, in bytes of UTF-8.
pub const MAX_TEX_BYTES: usize = 16 * 1024;

/// Largest source that holds `\ce` or `\pu`, in bytes of UTF-8; chemistry takes quadratic time.
pub const MAX_CHEMISTRY_BYTES: usize = 1_500;

/// Most glyphs, rules and shapes in one formula.
pub const MAX_ITEMS: usize = 8_000;

/// Largest distance of anything drawn from the origin, in em of the formula.
pub const MAX_EXTENT_EM: f64 = 2_000.0;

/// Largest result, in bytes.
pub const MAX_SVG_BYTES: usize = 1024 * 1024;
