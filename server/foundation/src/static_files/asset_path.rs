//! From the path of a request to the name of a file that cannot leave its folder.

/// A decoded path without its leading slash: segments joined by `/`, none empty, hidden or `..`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AssetPath(String);

impl AssetPath {
    /// Decodes a request's path. None when it names no file that may be served:
    /// it leaves the folder, names a hidden file, or is no UTF-8 after decoding.
    pub fn parse(path: &str) -> Option<Self> {
        let decoded = decode(path)?;
        let mut segments = Vec::new();
        for segment in decoded.split('/').filter(|segment| !segment.is_empty()) {
            // A leading dot covers `.`, `..` and hidden files; the others mean something to a file system.
            if segment.starts_with('.') || segment.contains(['\\', '\0', ':']) {
                return None;
            }
            segments.push(segment);
        }
        Some(Self(segments.join("/")))
    }

    /// The name, as the frontend's build calls it.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// True for the address `/`.
    pub fn is_root(&self) -> bool {
        self.0.is_empty()
    }

    /// True below `/assets/`, where only files are.
    pub fn is_asset(&self) -> bool {
        self.0.starts_with("assets/")
    }
}

/// True when the name holds a hash of the content, as the build gives it: `assets/index-BqX3k_9z.js`.
pub fn is_hashed(name: &str) -> bool {
    let Some(file) = name.strip_prefix("assets/") else {
        return false;
    };
    let stem = file.split_once('.').map_or(file, |(stem, _)| stem);
    // The hash is the last eight characters, and may hold hyphens itself.
    let Some((at, _)) = stem.char_indices().rev().nth(7) else {
        return false;
    };
    let (name, hash) = stem.split_at(at);
    name.ends_with('-')
        && hash
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte))
}

/// Undoes percent-encoding; none when an escape is broken or the bytes are no UTF-8.
fn decode(path: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(path.len());
    let mut rest = path.bytes();
    while let Some(byte) = rest.next() {
        if byte == b'%' {
            let high = char::from(rest.next()?).to_digit(16)?;
            let low = char::from(rest.next()?).to_digit(16)?;
            bytes.push(u8::try_from(high * 16 + low).ok()?);
        } else {
            bytes.push(byte);
        }
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(path: &str) -> Option<String> {
        AssetPath::parse(path).map(|path| path.as_str().to_owned())
    }

    #[test]
    fn a_path_becomes_a_name() {
        assert_eq!(parse("/").as_deref(), Some(""));
        assert_eq!(parse("/assets/a.js").as_deref(), Some("assets/a.js"));
        assert_eq!(parse("//assets///a.js/").as_deref(), Some("assets/a.js"));
        assert_eq!(parse("/%E5%A2%A8.png").as_deref(), Some("墨.png"));
    }

    #[test]
    fn a_path_that_leaves_the_folder_is_no_name() {
        for path in [
            "/../etc/passwd",
            "/a/../../etc/passwd",
            "/%2e%2e/etc/passwd",
            "/..%2fetc%2fpasswd",
            "/a%5c..%5cb",
            "/.env",
            "/a/.git/config",
            "/C:/a",
            "/a%00.html",
            "/%zz",
            "/%e5",
            "/a%2",
        ] {
            assert_eq!(parse(path), None, "{path}");
        }
    }

    #[test]
    fn only_names_with_a_hash_are_kept_for_ever() {
        assert!(is_hashed("assets/index-BqX3k_9z.js"));
        assert!(is_hashed("assets/moyan_article_bg-12345678.wasm"));
        assert!(is_hashed("assets/index-B-X3k_9-.css"));
        assert!(!is_hashed("index.html"));
        assert!(!is_hashed("assets/logo.svg"));
        assert!(!is_hashed("other/index-BqX3k_9z.js"));
        assert!(!is_hashed("assets/墨墨墨墨墨墨墨墨墨.js"));
    }
}
