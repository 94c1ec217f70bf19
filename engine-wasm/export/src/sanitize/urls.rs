//! Which addresses a link or an image may have.

/// Image types that are pixels and nothing else.
const RASTER: [&str; 7] = ["png", "jpeg", "jpg", "gif", "webp", "avif", "bmp"];

/// Whether a link may point there: `http`, `https`, `mailto`, `tel`, relative or in-page.
pub fn is_safe_link(address: &str) -> bool {
    match scheme(address) {
        _ if has_backslash(address) => false,
        None => true,
        Some(scheme) => matches!(scheme.as_str(), "http" | "https" | "mailto" | "tel"),
    }
}

/// Whether an image may come from there: `http`, `https`, relative, `blob:` or `data:` of a raster type.
pub fn is_safe_image(address: &str) -> bool {
    match scheme(address) {
        _ if has_backslash(address) => false,
        None => true,
        Some(scheme) if scheme == "data" => {
            let rest = squeezed(address).to_ascii_lowercase();
            rest.strip_prefix("data:image/").is_some_and(|rest| {
                RASTER.iter().any(|kind| {
                    rest.strip_prefix(kind)
                        .is_some_and(|rest| rest.starts_with([';', ',']))
                })
            })
        }
        Some(scheme) => matches!(scheme.as_str(), "http" | "https" | "blob"),
    }
}

/// Browsers read a backslash as a slash, other readers do not: an address that has one before its query is no address.
fn has_backslash(address: &str) -> bool {
    address
        .split(['?', '#'])
        .next()
        .unwrap_or_default()
        .contains('\\')
}

/// What stands before the first colon of an address, as a browser reads it: tabs and newlines do not count.
fn scheme(address: &str) -> Option<String> {
    let address = squeezed(address);
    let (before, _) = address.split_once(':')?;
    // A colon behind one of these belongs to a path, a query or an anchor.
    (!before.contains(['/', '?', '#'])).then(|| before.to_ascii_lowercase())
}

fn squeezed(address: &str) -> String {
    let bare = address.trim_matches(|character: char| character <= ' ');
    bare.chars().filter(|character| !character.is_control()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_go_to_pages_mail_and_phones() {
        for good in [
            "https://a",
            "HTTP://a",
            "mailto:a@b",
            "tel:1",
            "a/b:c",
            "#x:y",
            "?a=b:c",
            "/x",
            "//a/b",
            "",
        ] {
            assert!(is_safe_link(good), "{good}");
        }
        for bad in [
            "javascript:x",
            " java\nscript:x",
            "\u{1}javascript:x",
            "data:text/html,x",
            "vbscript:x",
            "blob:x",
            "weixin://x",
            "javascript&colon;:x",
            "\\\\a\\b",
            "https:\\\\a",
        ] {
            assert!(!is_safe_link(bad), "{bad}");
        }
    }

    #[test]
    fn images_may_be_carried_along_as_pixels() {
        for good in [
            "https://a/b.png",
            "a.png",
            "blob:https://a/b",
            "data:image/png;base64,x",
            "DATA:image/JPEG;base64,x",
        ] {
            assert!(is_safe_image(good), "{good}");
        }
        for bad in [
            "data:image/svg+xml,x",
            "data:text/html,x",
            "javascript:x",
            "data:image/pngx",
            "mailto:a",
            "\\\\a\\b.png",
            "https:\\\\a/b.png",
        ] {
            assert!(!is_safe_image(bad), "{bad}");
        }
    }
}
