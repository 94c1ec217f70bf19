//! What a path of a site asks for.

use percent_encoding::percent_decode_str;

use super::table::{Handler, SITE_ROUTES, SiteRoute, Who, find_route};

/// What is asked for by a path.
pub struct Address {
    /// None for what sites do not have.
    pub route: Option<&'static SiteRoute>,
    /// The decoded path.
    pub path: String,
    /// What stands in the place of the route's parameter; empty where it has none.
    pub parameter: String,
}

impl Address {
    fn unknown() -> Self {
        Self {
            route: None,
            path: String::new(),
            parameter: String::new(),
        }
    }

    /// Finds the route of a decoded path.
    fn find(path: String) -> Self {
        let found = find_route(&path);
        Self {
            route: found.map(|(route, _)| route),
            parameter: found.map_or("", |(_, parameter)| parameter).to_owned(),
            path,
        }
    }

    /// The page of a document at a path.
    pub fn of_document(path: String) -> Self {
        let mut routes = SITE_ROUTES.iter();
        Self {
            route: routes.find(|route| matches!(route.handler, Handler::Documents)),
            path,
            parameter: String::new(),
        }
    }

    /// What answers.
    pub fn handler(&self) -> Option<&'static Handler> {
        self.route.map(|route| &route.handler)
    }

    /// Where it is answered, and to whom.
    pub fn who(&self) -> Option<Who> {
        self.route.map(|route| route.who)
    }

    /// The path of the index, a category or a document, if it is one.
    pub fn documents_path(&self) -> Option<&str> {
        matches!(self.handler(), Some(Handler::Documents)).then_some(&self.path)
    }

    /// The path of the document that is asked for as Markdown.
    pub fn markdown_path(&self) -> Option<&str> {
        match self.handler() {
            Some(Handler::Markdown) => self.path.strip_suffix(".md"),
            _ => None,
        }
    }
}

/// A path that was asked for.
pub enum ParsedPath {
    Address(Address),
    /// The same path without the slash at its end.
    Redirect(String),
}

impl ParsedPath {
    /// Decodes a path once. Sites have nothing at a path that is not UTF-8 or has empty or dotted parts.
    pub fn parse(path: &str) -> Self {
        let unknown = Self::Address(Address::unknown());
        let Ok(decoded) = percent_decode_str(path).decode_utf8() else {
            return unknown;
        };
        let Some(rest) = decoded.strip_prefix('/') else {
            return unknown;
        };
        if rest.is_empty() {
            return Self::Address(Address::find(decoded.into_owned()));
        }
        let is_part =
            |part: &str| !part.is_empty() && part != "." && part != ".." && !part.contains(char::is_control);
        let trimmed = rest.trim_end_matches('/');
        if !trimmed.split('/').all(is_part) || rest.contains('\\') {
            return unknown;
        }
        if trimmed.len() < rest.len() {
            let end = path.trim_end_matches(['/']).len();
            return Self::Redirect(path.get(..end).unwrap_or_default().to_owned());
        }
        Self::Address(Address::find(decoded.into_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The route of a path, with the decoded path and the parameter; nothing for what sites do not have.
    fn parsed(path: &str) -> Option<[String; 3]> {
        match ParsedPath::parse(path) {
            ParsedPath::Address(address) => {
                Some([address.route?.path.to_owned(), address.path, address.parameter])
            }
            ParsedPath::Redirect(to) => panic!("{path} leads to {to}"),
        }
    }

    fn is_parsed(path: &str, expected: [&str; 3]) {
        assert_eq!(parsed(path), Some(expected.map(str::to_owned)));
    }

    #[test]
    fn paths_are_decoded_once() {
        is_parsed("/docs/%E5%A2%A8/a", ["/docs/{path}", "/docs/墨/a", "墨/a"]);
        is_parsed("/docs/a%252Fb", ["/docs/{path}", "/docs/a%2Fb", "a%2Fb"]);
        is_parsed("/", ["/", "/", ""]);
        is_parsed("/%6cogin", ["/login", "/login", ""]);
    }

    #[test]
    fn a_document_is_asked_for_as_markdown_by_its_path() {
        is_parsed("/docs/a/b.md", ["/docs/{path}.md", "/docs/a/b.md", "a/b"]);
        is_parsed("/docs/a/.md", ["/docs/{path}", "/docs/a/.md", "a/.md"]);
        is_parsed("/docs/.md", ["/docs/{path}", "/docs/.md", ".md"]);
    }

    #[test]
    fn a_slash_at_the_end_leads_to_the_address_without_it() {
        for (path, expected) in [
            ("/docs/", "/docs"),
            ("/docs//", "/docs"),
            ("/login/", "/login"),
            ("/%64ocs/a/", "/%64ocs/a"),
        ] {
            match ParsedPath::parse(path) {
                ParsedPath::Redirect(to) => assert_eq!(to, expected),
                ParsedPath::Address(_) => panic!("{path} leads nowhere"),
            }
        }
        assert_eq!(parsed("//evil.example/"), None);
    }

    #[test]
    fn what_is_no_path_of_a_site_is_unknown() {
        for path in [
            "//",
            "/%ff",
            "/docs/../x",
            "/docs/%2e%2e/x",
            "/docs//x",
            "/docs.md",
            "/images/a/b",
            "/api/x",
            "/docs/%00",
            "/%5c",
            "/Login",
            "/login/other",
            "/accounts",
            "/orders/a",
            "/orders/1/2",
            "/orders//paid",
            "/orders/paid",
            "/orders/a/paid",
        ] {
            assert_eq!(parsed(path), None, "{path}");
        }
    }

    #[test]
    fn an_order_is_asked_for_by_its_number() {
        is_parsed("/orders/2026", ["/orders/{number}", "/orders/2026", "2026"]);
        is_parsed(
            "/orders/2026/paid",
            ["/orders/{number}/paid", "/orders/2026/paid", "2026"],
        );
    }

    #[test]
    fn a_document_that_is_not_offered_as_markdown_has_the_address_of_a_page() {
        let address = Address::of_document("/docs/a.md".to_owned());
        assert_eq!(address.documents_path(), Some("/docs/a.md"));
        assert_eq!(
            (address.markdown_path(), address.who()),
            (None, Some(Who::Readers))
        );
    }
}
