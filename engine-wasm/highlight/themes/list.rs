/// Every theme, by name.
pub const THEMES: &[Theme] = &[];
