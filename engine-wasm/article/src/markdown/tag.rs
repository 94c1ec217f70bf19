//! Tags of HTML, with escaped values. Callers give attributes in the order of their names.

use std::fmt::Write;

/// Appends `<name a="…" b="…">`.
pub(crate) fn open(out: &mut String, name: &str, attributes: &[(&str, &str)]) {
    begin(out, name, attributes);
    out.push('>');
}

/// Appends `<name a="…" />`, for elements without content.
pub(crate) fn empty(out: &mut String, name: &str, attributes: &[(&str, &str)]) {
    begin(out, name, attributes);
    out.push_str(" />");
}

fn begin(out: &mut String, name: &str, attributes: &[(&str, &str)]) {
    out.push('<');
    out.push_str(name);
    debug_assert!(attributes.is_sorted_by_key(|(key, _)| *key), "{attributes:?}");
    for (key, value) in attributes {
        out.push(' ');
        out.push_str(key);
        out.push_str("=\"");
        escape(out, value);
        out.push('"');
    }
}

/// Appends `</name>`.
pub(crate) fn close(out: &mut String, name: &str) {
    out.push_str("</");
    out.push_str(name);
    out.push('>');
}

/// Appends `text` with `& < > "` escaped.
pub(crate) fn escape(out: &mut String, text: &str) {
    let mut copied = 0;
    for (at, byte) in text.bytes().enumerate() {
        // Nearly all bytes: letters of every script.
        if byte > b'>' {
            continue;
        }
        let entity = match byte {
            b'&' => "&amp;",
            b'<' => "&lt;",
            b'>' => "&gt;",
            b'"' => "&quot;",
            0 => "\u{fffd}",
            _ => continue,
        };
        out.push_str(text.get(copied..at).unwrap_or_default());
        out.push_str(entity);
        copied = at + 1;
    }
    out.push_str(text.get(copied..).unwrap_or_default());
}

/// `url` with what a URL cannot hold percent-encoded. Escapes that are there already stay.
pub(crate) fn encode_url(url: &str) -> String {
    let mut out = String::with_capacity(url.len());
    let bytes = url.as_bytes();
    for (at, &byte) in bytes.iter().enumerate() {
        let hex = |offset: usize| bytes.get(at + offset).is_some_and(u8::is_ascii_hexdigit);
        let safe = byte.is_ascii_alphanumeric()
            || b"-_.+!*(),#@?=;:/$~&'".contains(&byte)
            || (byte == b'%' && hex(1) && hex(2));
        if safe {
            out.push(char::from(byte));
        } else {
            // Writing to a string cannot fail.
            let _ = write!(out, "%{byte:02X}");
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attributes_are_escaped() {
        let mut out = String::new();
        empty(&mut out, "img", &[("alt", "\"a\" <b>"), ("src", "a.png")]);
        assert_eq!(out, r#"<img alt="&quot;a&quot; &lt;b&gt;" src="a.png" />"#);
    }

    #[test]
    fn a_null_byte_shows_as_a_replacement() {
        let mut out = String::new();
        escape(&mut out, "a\0b");
        assert_eq!(out, "a\u{fffd}b");
    }

    #[test]
    fn a_url_is_encoded_once() {
        assert_eq!(encode_url("/a b%20%zz墨"), "/a%20b%20%25zz%E5%A2%A8");
    }
}
