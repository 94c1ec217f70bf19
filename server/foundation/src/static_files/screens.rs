//! Which paths are those of screens, as far as the server has to know: by how they begin.

use std::sync::LazyLock;

use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};

use super::asset_path::AssetPath;

/// The first parts of their paths. A test of the frontend compares them with its routes.
static BEGINNINGS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let json = include_str!("../../../../frontend/src/config/screens.json");
    serde_json::from_str(json).unwrap_or_default()
});

/// True when the page may have a screen for a path. The last part of none has a dot, as the name of a file does.
pub fn is_screen(path: &AssetPath) -> bool {
    let is_file = path
        .as_str()
        .rsplit('/')
        .next()
        .is_some_and(|last| last.contains('.'));
    let beginning = path.as_str().split('/').next().unwrap_or_default();
    // The page itself has an address, by which the service worker keeps it.
    matches!(path.as_str(), "" | "index.html")
        || (!is_file && BEGINNINGS.iter().any(|known| known == beginning))
}

/// The path of a screen that was written in capital letters; none for one that is right, and for other paths. What
/// follows the beginning stays as it is.
pub fn in_small_letters(path: &AssetPath) -> Option<String> {
    let (beginning, rest) = path.as_str().split_once('/').unwrap_or((path.as_str(), ""));
    let known = BEGINNINGS
        .iter()
        .find(|known| known.eq_ignore_ascii_case(beginning))?;
    if known == beginning {
        return None;
    }
    let parts = rest.split('/').filter(|part| !part.is_empty());
    let parts: String = parts
        .map(|part| format!("/{}", utf8_percent_encode(part, NON_ALPHANUMERIC)))
        .collect();
    Some(format!("/{known}{parts}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_screen_in_capital_letters_is_led_to_and_nothing_else_is() {
        let small = |path: &str| in_small_letters(&AssetPath::parse(path).unwrap());
        for (path, expected) in [
            ("/MD", Some("/md")),
            ("//MD", Some("/md")),
            ("/Team/A%20b/overview", Some("/team/A%20b/overview")),
            ("/md", None),
            ("/", None),
            ("/xyz", None),
            ("//evil.example", None),
            ("/assets/MD", None),
        ] {
            assert_eq!(small(path).as_deref(), expected, "{path}");
        }
    }

    #[test]
    fn a_path_is_that_of_a_screen_by_its_first_part() {
        let is_screen = |path: &str| is_screen(&AssetPath::parse(path).unwrap());
        for path in ["/", "/index.html", "/md", "/md/", "/team/personal/sites"] {
            assert!(is_screen(path), "{path}");
        }
        for path in ["/xyz", "/sitemap.xml", "/mdx", "/a.b", "/teams/x", "/md/a.js"] {
            assert!(!is_screen(path), "{path}");
        }
    }
}
