//! The path that a form leads back to.

use moyan_domain::limits::RETURN_PATH_MAX_CHARS;

/// A path of the same site, as a form or a query names it; none for anything else, so that no link leads somebody who
/// logs in to another host.
pub fn return_path(text: &str) -> Option<&str> {
    let is_path = text.starts_with('/') && !text.starts_with("//");
    // Browsers take a backslash for a slash, and leave tabs and line breaks out.
    let is_plain = !text.contains('\\') && !text.contains(char::is_control);
    let is_short = text.chars().count() <= RETURN_PATH_MAX_CHARS;
    // Back to the form itself would be a circle.
    let path = text.split(['?', '#']).next().unwrap_or_default();
    let is_form = matches!(path, "/login" | "/logout") || path.starts_with("/login/");
    (is_path && is_plain && is_short && !is_form).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_of_the_site_is_led_back_to() {
        for text in ["/", "/docs/a?b=c#d", "/docs/墨", "/docs/%E5%A2%A8", "/account"] {
            assert_eq!(return_path(text), Some(text));
        }
    }

    #[test]
    fn nothing_else_is_led_back_to() {
        let long = format!("/{}", "a".repeat(RETURN_PATH_MAX_CHARS));
        for text in [
            "",
            "docs",
            "https://evil.example",
            "//evil.example",
            "/\\evil.example",
            "\\\\evil.example",
            "/\t/evil.example",
            "/a\r\nSet-Cookie: a=b",
            "javascript:alert(1)",
            " /docs",
            "/login",
            "/login?from=/login",
            "/login/verify",
            "/logout",
            long.as_str(),
        ] {
            assert_eq!(return_path(text), None, "{text}");
        }
    }
}
