//! Names that stand in addresses: anchors of headings, slugs of categories.

/// The anchor of a heading's text, before it is made unique in its document.
///
/// Lower case; letters and digits of every script stay, Chinese included, and so do `_` and `-`;
/// each white-space character and hyphen becomes a hyphen, as on GitHub; everything else is dropped.
/// Never empty: a text without letters gives `section`.
///
/// ```
/// use moyan_article::slug::anchor;
/// assert_eq!(anchor("快速开始：Hello, World!"), "快速开始hello-world");
/// assert_eq!(anchor("？！"), "section");
/// ```
pub fn anchor(text: &str) -> String {
    let mut slug = String::with_capacity(text.len());
    for c in text.trim().chars().flat_map(char::to_lowercase) {
        if c.is_alphanumeric() || c == '_' {
            slug.push(c);
        } else if c.is_whitespace() || c == '-' {
            slug.push('-');
        }
    }
    if slug.chars().all(|c| c == '-') {
        "section".to_owned()
    } else {
        slug
    }
}

/// The slug of a category's name.
///
/// Lower case, each white-space character becomes a hyphen, characters other than letters, digits, hyphen
/// and underscore are dropped. "Letters" are those of every script: most categories have Chinese names,
/// and an ASCII reading of the rule would leave nothing of them.
/// The result is empty when the name holds no such character; the caller then refuses or numbers it.
/// Source: specification §3, Category.
///
/// ```
/// use moyan_article::slug::category_slug;
/// assert_eq!(category_slug("My Docs (v2)"), "my-docs-v2");
/// assert_eq!(category_slug("产品 手册"), "产品-手册");
/// ```
pub fn category_slug(name: &str) -> String {
    name.chars()
        .flat_map(char::to_lowercase)
        .filter_map(|c| match c {
            c if c.is_whitespace() => Some('-'),
            '-' | '_' => Some(c),
            c if c.is_alphanumeric() => Some(c),
            _ => None,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_anchor_keeps_chinese_and_drops_punctuation() {
        assert_eq!(anchor("一、为什么写作？"), "一为什么写作");
        assert_eq!(anchor("C++ 与 Rust 1.95"), "c-与-rust-195");
        assert_eq!(anchor("snake_case"), "snake_case");
    }

    #[test]
    fn an_anchor_keeps_every_hyphen_as_github_does() {
        assert_eq!(anchor("  A -- B & C-  "), "a----b--c-");
    }

    #[test]
    fn an_anchor_is_never_empty() {
        assert_eq!(anchor(""), "section");
        assert_eq!(anchor("🎉 ---"), "section");
    }

    #[test]
    fn an_anchor_folds_case_beyond_ascii() {
        assert_eq!(anchor("ÉTÉ ΑΒΓ"), "été-αβγ");
    }

    #[test]
    fn a_category_slug_follows_the_rule_to_the_letter() {
        assert_eq!(category_slug("docs"), "docs");
        assert_eq!(category_slug("A  B"), "a--b");
        assert_eq!(category_slug("a-b_c.d"), "a-b_cd");
        assert_eq!(category_slug("教程 & 指南"), "教程--指南");
        assert_eq!(category_slug("！？"), "");
    }
}
