//! The name of a domain that a site has.

use crate::FieldProblem;

/// Bytes that the name of a domain may have: those of DNS (RFC 1035 §2.3.4) without the label of the record before it.
const MAX_BYTES: usize = 253 - "_moyan.".len();

/// The name of a domain as DNS has it: lower case, other alphabets in punycode, no dot at the end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SiteHost(String);

impl SiteHost {
    /// Takes a name of at least two labels. An address of a machine, a wildcard, a port or a path is none.
    pub fn parse(text: &str) -> Result<Self, FieldProblem> {
        let text = text.trim();
        if text.is_empty() {
            return Err(FieldProblem::Required);
        }
        let host = idna::domain_to_ascii_strict(text.strip_suffix('.').unwrap_or(text))
            .map_err(|_| FieldProblem::DomainInvalid)?;
        // No top-level domain is a number: what ends with one is an address.
        let is_name = host
            .rsplit_once('.')
            .is_some_and(|(_, last)| !last.bytes().all(|byte| byte.is_ascii_digit()));
        if is_name && host.len() <= MAX_BYTES {
            Ok(Self(host))
        } else {
            Err(FieldProblem::DomainInvalid)
        }
    }

    /// The name as DNS has it.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether this is the domain or below it.
    pub fn is_below(&self, domain: &str) -> bool {
        let rest = self.0.strip_suffix(domain);
        rest.is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
    }
}

/// A name of DNS as people write it.
pub fn display_host(host: &str) -> String {
    idna::domain_to_unicode(host).0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_as_dns_has_it() {
        for (text, host) in [
            ("docs.example.com", "docs.example.com"),
            (" Docs.Example.COM. ", "docs.example.com"),
            ("墨砚.中国", "xn--2oss54e.xn--fiqs8s"),
            ("bücher.example", "xn--bcher-kva.example"),
        ] {
            let parsed = SiteHost::parse(text).unwrap();
            assert_eq!(parsed.as_str(), host);
            assert_eq!(SiteHost::parse(&display_host(host)), Ok(parsed));
        }
        for text in [
            "example",
            "127.0.0.1",
            "[::1]",
            "::1",
            "*.example.com",
            "example.com:80",
            "https://example.com",
            "example.com/path",
            "user@example.com",
            "exa mple.com",
            "-a.example",
            "a..example",
            "a_b.example",
            "1.2",
            &format!("{}.example", "a".repeat(64)),
            &format!("{}example.com", "a.".repeat(120)),
        ] {
            assert_eq!(SiteHost::parse(text), Err(FieldProblem::DomainInvalid), "{text}");
        }
        assert_eq!(SiteHost::parse(" "), Err(FieldProblem::Required));
        let host = SiteHost::parse("a.sites.example").unwrap();
        assert!(host.is_below("sites.example") && !host.is_below("ites.example"));
    }
}
