//! Tags of Obsidian and others, `#日记`: the formatter keeps them, and no hint calls them headings without a space.

/// Length of the tag that `text` begins with: letters of any script, digits, `_`, `-` and `/`, and not digits alone.
pub(crate) fn len(text: &str) -> usize {
    let Some(name) = text.strip_prefix('#') else {
        return 0;
    };
    let ends = |c: char| !(c.is_alphanumeric() || matches!(c, '_' | '-' | '/'));
    let name = name
        .get(..name.find(ends).unwrap_or(name.len()))
        .unwrap_or_default();
    if name.bytes().all(|byte| byte.is_ascii_digit()) {
        return 0;
    }
    1 + name.len()
}

#[cfg(test)]
mod tests {
    use super::len;
    use crate::{RenderOptions, format_source, render};

    #[test]
    fn a_tag_ends_before_what_no_name_has() {
        for (text, tag) in [
            ("#日记", "#日记"),
            ("#日记/2024-11 好", "#日记/2024-11"),
            ("#a_b，好", "#a_b"),
            ("#1", ""),
            ("##a", ""),
            ("# a", ""),
            ("日记", ""),
        ] {
            assert_eq!(text.get(..len(text)), Some(tag), "{text}");
        }
    }

    #[test]
    fn a_line_is_a_tag_for_the_hints_and_for_the_formatter() {
        for (text, is_tag) in [
            ("#日记2024", true),
            ("#读书/技术Rust篇", true),
            ("##日记2024", false),
            ("＃日记2024", false),
            ("#第一章：Rust入门", false),
        ] {
            let warnings = render(text, &RenderOptions::default()).info.warnings;
            assert_eq!(warnings.is_empty(), is_tag, "{text}");
            assert_eq!(format_source(text) == text, is_tag, "{text}");
        }
    }
}
