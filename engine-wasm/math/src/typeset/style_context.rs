//! The style around a node: what RaTeX must know to set the node alone.

use ratex_font::MathConstants;
use ratex_layout::LayoutOptions;
use ratex_types::color::Color;
use ratex_types::math_style::MathStyle;

use super::bold::Weight;
use super::font::font_name;

/// The style, color, font and size around a node, as RaTeX hands them down.
#[derive(Debug, Clone, Copy)]
pub(super) struct StyleContext {
    pub style: MathStyle,
    pub color: Color,
    pub weight: Weight,
    /// The font of letters, none for the usual one.
    pub font: Option<&'static str>,
    /// Factor of `\tiny` … `\Huge`, 1 without them.
    size: f64,
    /// Whether RaTeX sets the node in exactly this style; if not, nothing is set alone.
    pub is_known: bool,
}

impl StyleContext {
    pub fn new(style: MathStyle, color: Color) -> Self {
        Self {
            style,
            color,
            weight: Weight::Normal,
            font: None,
            size: 1.0,
            is_known: true,
        }
    }

    pub fn with_style(self, style: MathStyle) -> Self {
        Self { style, ..self }
    }

    pub fn with_weight(self, weight: Weight) -> Self {
        Self { weight, ..self }
    }

    pub fn with_font(self, command: &str) -> Self {
        Self {
            font: font_name(command),
            ..self
        }
    }

    pub fn with_color(self, color: &str) -> Self {
        Self {
            color: Color::parse(color).unwrap_or(self.color),
            ..self
        }
    }

    /// Inside `\tiny` (1) … `\Huge` (11), which begin in text style.
    pub fn with_size(self, size: u8) -> Self {
        const FACTORS: [f64; 11] = [0.5, 0.6, 0.7, 0.8, 0.9, 1.0, 1.2, 1.44, 1.728, 2.074, 2.488];
        let factor = usize::from(size).checked_sub(1).and_then(|at| FACTORS.get(at));
        Self {
            style: self.style.text(),
            size: factor.copied().unwrap_or(1.0),
            ..self
        }
    }

    /// Inside something whose own context is not followed here.
    pub fn unknown(self) -> Self {
        Self {
            is_known: false,
            ..self
        }
    }

    /// Size of an em here, in em of the formula.
    pub fn scale(&self) -> f64 {
        self.size * self.style.size_multiplier()
    }

    pub fn metrics(&self) -> &'static MathConstants {
        ratex_font::get_global_metrics(self.style.size_index())
    }

    pub fn options(&self) -> LayoutOptions {
        LayoutOptions {
            style: self.style,
            color: self.color,
            explicit_size_multiplier: self.size,
            ..LayoutOptions::default()
        }
    }
}
