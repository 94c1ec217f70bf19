//! What a path of a site asks for.

use percent_encoding::percent_decode_str;

use crate::features::public_site::forms::VisitorPath;

/// Something that a site answers with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Address {
    /// The homepage.
    Home,
    /// The index, a category of it, or a document.
    Documents(String),
    /// Results of a search.
    Search,
    /// An image of the release, by its name.
    Image(String),
    /// An image at a public address, by its file name.
    Media(String),
    /// A style sheet or a script, by its name.
    Asset(String),
    /// The icon of a site that has set none.
    Icon,
    /// Pages for search engines.
    Sitemap,
    /// What search engines may read.
    Robots,
    /// The latest documents for readers of feeds.
    Feed,
    /// What the site holds, for language models.
    Llms,
    /// A document as Markdown, by the path of its page.
    Markdown(String),
    /// The way of the console to a page: marks the browser as one whose views are not counted, and leads on.
    OwnVisit,
    /// The empty frame of the preview.
    PreviewFrame,
    /// A page or a form for visitors: on the site's own host only.
    Visitor(VisitorPath),
    /// Nothing that sites have.
    Unknown,
}

impl Address {
    /// True for what programs read that have no account: it is made as guests see it, whoever asks.
    pub fn is_for_machines(&self) -> bool {
        matches!(
            self,
            Self::Icon | Self::Sitemap | Self::Robots | Self::Feed | Self::Llms | Self::Markdown(_)
        )
    }
}

/// A path as it was asked for, decoded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Asked {
    /// An address.
    At(Address),
    /// The same without the slash at its end.
    Redirect(String),
}

impl Asked {
    /// Reads a path. What is not UTF-8, or has empty or dotted parts, is nothing that sites have.
    pub fn parse(path: &str) -> Self {
        let unknown = Self::At(Address::Unknown);
        let Ok(decoded) = percent_decode_str(path).decode_utf8() else {
            return unknown;
        };
        if decoded == "/" {
            return Self::At(Address::Home);
        }
        let Some(rest) = decoded.strip_prefix('/') else {
            return unknown;
        };
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
        Self::At(Self::address(rest, &decoded))
    }

    fn address(rest: &str, path: &str) -> Address {
        if let Some(path) = VisitorPath::parse(path) {
            return Address::Visitor(path);
        }
        let one = |name: &str| (!name.contains('/')).then(|| name.to_owned());
        match rest.split_once('/') {
            None => match rest {
                "docs" => Address::Documents(path.to_owned()),
                "search" => Address::Search,
                "icon.svg" => Address::Icon,
                "sitemap.xml" => Address::Sitemap,
                "robots.txt" => Address::Robots,
                "feed.xml" => Address::Feed,
                "llms.txt" => Address::Llms,
                "own-visit" => Address::OwnVisit,
                "preview-frame" => Address::PreviewFrame,
                _ => Address::Unknown,
            },
            Some(("docs", _)) => match path.strip_suffix(".md").filter(|path| !path.ends_with('/')) {
                Some(document) => Address::Markdown(document.to_owned()),
                None => Address::Documents(path.to_owned()),
            },
            Some(("images", name)) => one(name).map_or(Address::Unknown, Address::Image),
            Some(("media", name)) => one(name).map_or(Address::Unknown, Address::Media),
            Some(("assets", name)) => one(name).map_or(Address::Unknown, Address::Asset),
            Some(_) => Address::Unknown,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_decoded_once() {
        let document = |path: &str| Asked::At(Address::Documents(path.to_owned()));
        assert_eq!(Asked::parse("/docs/%E5%A2%A8/a"), document("/docs/墨/a"));
        assert_eq!(Asked::parse("/docs/a%252Fb"), document("/docs/a%2Fb"));
        assert_eq!(Asked::parse("/"), Asked::At(Address::Home));
    }

    #[test]
    fn a_document_is_asked_for_as_markdown_by_its_path() {
        let markdown = Address::Markdown("/docs/a/b".to_owned());
        assert_eq!(Asked::parse("/docs/a/b.md"), Asked::At(markdown));
        let document = Address::Documents("/docs/a/.md".to_owned());
        assert_eq!(Asked::parse("/docs/a/.md"), Asked::At(document));
    }

    #[test]
    fn a_slash_at_the_end_leads_to_the_address_without_it() {
        for path in ["/docs/", "/docs//"] {
            assert_eq!(Asked::parse(path), Asked::Redirect("/docs".to_owned()));
        }
        assert_eq!(Asked::parse("//evil.example/"), Asked::At(Address::Unknown));
    }

    #[test]
    fn what_is_no_path_of_a_site_is_unknown() {
        for path in [
            "//",
            "/%ff",
            "/docs/../x",
            "/docs/%2e%2e/x",
            "/docs//x",
            "/images/a/b",
            "/api/x",
            "/docs/%00",
            "/%5c",
        ] {
            assert_eq!(Asked::parse(path), Asked::At(Address::Unknown), "{path}");
        }
    }

    #[test]
    fn what_programs_read_is_made_as_guests_see_it() {
        let is_for_machines = |path: &str| match Asked::parse(path) {
            Asked::At(address) => address.is_for_machines(),
            Asked::Redirect(_) => false,
        };
        for path in [
            "/icon.svg",
            "/sitemap.xml",
            "/robots.txt",
            "/feed.xml",
            "/llms.txt",
            "/docs/a.md",
        ] {
            assert!(is_for_machines(path), "{path}");
        }
        for path in ["/", "/docs", "/docs/a", "/search"] {
            assert!(!is_for_machines(path), "{path}");
        }
    }
}
