//! Addresses that settings may hold.

use url::Url;

/// Whether a text is a path of the site: one slash first, nothing that a browser would take for another host.
pub fn is_path(text: &str) -> bool {
    text.starts_with('/') && !text.starts_with("//") && is_plain(text)
}

/// Whether a text is an address on the web, without a name and password in it.
pub fn is_web_address(text: &str) -> bool {
    let is_web = ["http://", "https://"].iter().any(|scheme| {
        text.get(..scheme.len())
            .is_some_and(|start| start.eq_ignore_ascii_case(scheme))
    });
    is_web
        && is_plain(text)
        && Url::parse(text)
            .is_ok_and(|url| url.has_host() && url.username().is_empty() && url.password().is_none())
}

/// Whether a link may lead there: the web, a mail, a phone, a path of the site, a place of the page.
pub fn is_link_address(text: &str) -> bool {
    let names_somebody = ["mailto:", "tel:"]
        .iter()
        .any(|scheme| text.strip_prefix(scheme).is_some_and(|rest| !rest.is_empty()));
    is_path(text) || is_web_address(text) || ((names_somebody || text.starts_with('#')) && is_plain(text))
}

/// No space, control or invisible character, and no backslash, which browsers read as a slash.
fn is_plain(text: &str) -> bool {
    !text.chars().any(|character| {
        character.is_whitespace() || character == '\\' || moyan_domain::is_unprintable(character)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_lead_to_the_web_to_somebody_or_into_the_site() {
        for address in [
            "https://example.com",
            "http://example.com/a?b=c#d",
            "HTTPS://例子.中国/路径",
            "mailto:a@example.com",
            "tel:+8613900139000",
            "/docs/墨砚",
            "/",
            "#faq",
        ] {
            assert!(is_link_address(address), "{address}");
        }
        for address in [
            "javascript:alert(1)",
            "JaVaScRiPt:alert(1)",
            "data:text/html,<script>",
            "vbscript:x",
            "file:///etc/passwd",
            "//evil.example",
            "/\\evil.example",
            "/docs\\x",
            "https:example.com",
            "https://",
            "https://user:secret@example.com",
            "https://user@example.com",
            " https://example.com",
            "https://exa mple.com",
            "java\nscript:alert(1)",
            "\u{1}javascript:alert(1)",
            "docs",
            "mailto:",
            "example.com",
            "ftp://example.com",
            "https://example.com/\u{202e}gnp.exe",
        ] {
            assert!(!is_link_address(address), "{address:?}");
        }
    }
}
