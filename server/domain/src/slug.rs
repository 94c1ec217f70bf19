//! The first part of a site's address.

use crate::FieldProblem;
use crate::limits::SITE_SLUG_CHARS;

/// The name below the domain of sites at which previews are framed. No site has it.
pub const PREVIEW_SLUG: &str = "preview";

/// Names that a site must not have: they are the platform's own, or would be taken for it.
const RESERVED: &[&str] = &[
    "about",
    "abuse",
    "account",
    "accounts",
    "admin",
    "administrator",
    "alipay",
    "api",
    "app",
    "apps",
    "assets",
    "auth",
    "autoconfig",
    "autodiscover",
    "beta",
    "billing",
    "blog",
    "cdn",
    "console",
    "contact",
    "dashboard",
    "dev",
    "dns",
    "docs",
    "download",
    "downloads",
    "editor",
    "email",
    "files",
    "forum",
    "ftp",
    "git",
    "help",
    "hostmaster",
    "images",
    "imap",
    "info",
    "internal",
    "legal",
    "localhost",
    "login",
    "logout",
    "mail",
    "media",
    "metrics",
    "mobile",
    "moyan",
    "news",
    "ns1",
    "ns2",
    "oauth",
    "official",
    "page",
    "pages",
    "pay",
    "payment",
    "payments",
    "pop",
    "pop3",
    "postmaster",
    "preview",
    "pricing",
    "privacy",
    "prod",
    "public",
    "register",
    "root",
    "s3",
    "secure",
    "security",
    "server",
    "shop",
    "signin",
    "signup",
    "site",
    "sites",
    "smtp",
    "ssl",
    "staff",
    "staging",
    "static",
    "stats",
    "status",
    "store",
    "support",
    "system",
    "team",
    "teams",
    "terms",
    "test",
    "tls",
    "upload",
    "uploads",
    "user",
    "users",
    "webmail",
    "webmaster",
    "wechat",
    "weixin",
    "wiki",
    "wpad",
    "www",
];

/// The first part of a site's address: a label of DNS in lower case. Source: RFC 1035 §2.3.1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SiteSlug(String);

impl SiteSlug {
    /// Takes 3 to 40 of `a` to `z`, `0` to `9` and hyphens inside; capitals count as small letters.
    pub fn parse(text: &str) -> Result<Self, FieldProblem> {
        let slug = text.trim().to_ascii_lowercase();
        let is_inner = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
        let is_label = slug.bytes().all(is_inner) && !slug.starts_with('-') && !slug.ends_with('-');
        if slug.is_empty() {
            Err(FieldProblem::Required)
        // Two hyphens in this place announce a name in another alphabet (RFC 5890 §2.3.1).
        } else if !is_label || !SITE_SLUG_CHARS.contains(&slug.len()) || slug.get(2..4) == Some("--") {
            Err(FieldProblem::SlugInvalid)
        } else if RESERVED.contains(&slug.as_str()) {
            Err(FieldProblem::SlugReserved)
        } else {
            Ok(Self(slug))
        }
    }

    /// The slug.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// A slug that looks like this one: with a number at its end, the end cut where there is no room.
    pub fn numbered(&self, number: usize) -> Self {
        let suffix = format!("-{number}");
        let n_kept = SITE_SLUG_CHARS.end() - suffix.len();
        let kept: String = self.0.chars().take(n_kept).collect();
        Self(format!("{}{suffix}", kept.trim_end_matches('-')))
    }

    /// A slug that resembles a text: what cannot stand in a slug becomes a hyphen. None when nothing is left.
    pub fn resembling(text: &str) -> Option<Self> {
        let lower = text.to_ascii_lowercase();
        let words: Vec<&str> = lower
            .split(|character: char| !character.is_ascii_alphanumeric())
            .filter(|word| !word.is_empty())
            .collect();
        let cut: String = words.join("-").chars().take(*SITE_SLUG_CHARS.end()).collect();
        let cut = cut.trim_end_matches('-');
        let candidates = [cut.to_owned(), format!("{cut}-site"), format!("site-{cut}")];
        candidates
            .iter()
            .find_map(|candidate| Self::parse(candidate).ok())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slug_is_a_label_of_dns() {
        for slug in ["abc", "a1b", "my-site", "0-0", &"a".repeat(40), "2026"] {
            assert_eq!(SiteSlug::parse(slug).unwrap().as_str(), slug);
        }
        assert_eq!(SiteSlug::parse(" My-Site ").unwrap().as_str(), "my-site");
        for slug in [
            "ab",
            &"a".repeat(41),
            "-abc",
            "abc-",
            "a_b",
            "a.b",
            "墨砚站",
            "xn--abc",
            "ab--c",
            "a b",
            "a/b",
            "ａｂｃ",
        ] {
            assert_eq!(SiteSlug::parse(slug), Err(FieldProblem::SlugInvalid), "{slug}");
        }
        for slug in ["www", "Admin", "api", "moyan"] {
            assert_eq!(SiteSlug::parse(slug), Err(FieldProblem::SlugReserved), "{slug}");
        }
        assert_eq!(SiteSlug::parse(" "), Err(FieldProblem::Required));
        assert!(RESERVED.is_sorted());
    }

    #[test]
    fn a_proposal_is_a_slug_itself() {
        let slug = SiteSlug::parse(&"a".repeat(40)).unwrap();
        assert_eq!(slug.numbered(12).as_str(), format!("{}-12", "a".repeat(37)));
        for (text, proposal) in [
            ("Rust in Action!", Some("rust-in-action")),
            ("墨砚 handbook 2", Some("handbook-2")),
            ("www", Some("www-site")),
            ("C", Some("c-site")),
            ("知识库", None),
        ] {
            let found = SiteSlug::resembling(text);
            assert_eq!(found.as_ref().map(SiteSlug::as_str), proposal, "{text}");
        }
    }
}
