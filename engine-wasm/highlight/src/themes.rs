//! The code themes: style sheets of highlight.js, committed under `themes/`.

/// A code theme.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Theme {
    /// The name of the file in `themes/`, without its ending.
    pub name: &'static str,
    /// Whether the background is dark.
    pub is_dark: bool,
    css: &'static str,
}

const fn theme(name: &'static str, is_dark: bool, css: &'static str) -> Theme {
    Theme { name, is_dark, css }
}

include!("../themes/list.rs");

/// The style sheet of a theme, for `pre.hljs` and the spans inside; `None` for an unknown name.
pub fn theme_css(name: &str) -> Option<&'static str> {
    THEMES
        .iter()
        .find(|theme| theme.name == name)
        .map(|theme| theme.css)
}

#[cfg(test)]
mod tests {
    use super::{THEMES, theme_css};

    #[test]
    fn list_is_the_folder() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/themes");
        let files = std::fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name());
        let mut names: Vec<String> = files
            .filter_map(|file| Some(file.to_str()?.strip_suffix(".css")?.to_owned()))
            .collect();
        names.sort();
        assert_eq!(names, THEMES.iter().map(|theme| theme.name).collect::<Vec<_>>());
    }

    #[test]
    fn themes_are_colors_and_load_nothing() {
        for theme in THEMES {
            for forbidden in ["url(", "@", "var(", "padding"] {
                let css = theme.css.rsplit("*/").next().unwrap();
                assert!(!css.contains(forbidden), "{} has {forbidden}", theme.name);
            }
            assert!(theme.css.contains(".hljs"), "{}", theme.name);
        }
    }

    #[test]
    fn theme_is_found_by_name() {
        assert!(theme_css("github-dark").unwrap().contains(".hljs-keyword"));
        assert_eq!(theme_css("no-such-theme"), None);
    }

    #[test]
    fn darkness_follows_the_name() {
        for theme in THEMES {
            if theme.name.ends_with("-dark") || theme.name.ends_with("-light") {
                assert_eq!(theme.is_dark, theme.name.ends_with("-dark"), "{}", theme.name);
            }
        }
    }
}
