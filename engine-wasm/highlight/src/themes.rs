//! The code themes: style sheets of highlight.js, committed under `themes/`.

/// A code theme.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Theme {
    /// The name, which is that of the file in `themes/`.
    pub name: &'static str,
    /// Whether the background is dark.
    pub is_dark: bool,
    css: &'static str,
}

include!("../themes/list.rs");

/// The style sheet of a theme, for `pre.hljs` and the spans inside; `None` for an unknown name.
pub fn theme_css(name: &str) -> Option<&'static str> {
    THEMES.iter().find(|theme| theme.name == name).map(|theme| theme.css)
}
