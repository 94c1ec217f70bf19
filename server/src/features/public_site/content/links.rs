//! What a text names of its site: links to documents, images.

use std::collections::HashSet;
use std::sync::LazyLock;

use moyan_export::{Address, PageAddress, page_block};
use moyan_foundation::config::PlatformConfig;
use percent_encoding::percent_decode_str;
use url::Url;

use crate::features::publish::SiteIdentity;

/// The host of addresses that name none.
const THIS_HOST: &str = "site.invalid";
static THIS_SITE: LazyLock<Option<Url>> = LazyLock::new(|| Url::parse(&format!("https://{THIS_HOST}/")).ok());

/// What a site is called by: addresses with these names lead to it as paths do.
#[derive(Clone, Debug, Default)]
pub struct OwnNames {
    hosts: HashSet<String>,
    /// The host of the console, below which the site stands at `/s/{slug}`.
    console: String,
    slugs: Vec<String>,
}

impl OwnNames {
    /// Its slugs, those that it had before among them, and its proved domains.
    pub fn of(site: &SiteIdentity, platform: &PlatformConfig) -> Self {
        let console = Url::parse(&platform.public_url).ok();
        let slugs: Vec<String> = std::iter::once(&site.slug)
            .chain(&site.former_slugs)
            .cloned()
            .collect();
        let domain = platform.site_domain.iter();
        let below = domain.flat_map(|domain| slugs.iter().map(move |slug| format!("{slug}.{domain}")));
        Self {
            hosts: below.chain(site.domains.iter().cloned()).collect(),
            console: console
                .and_then(|url| url.host_str().map(str::to_owned))
                .unwrap_or_default(),
            slugs,
        }
    }

    /// The path of the site that an address leads to from a page, as browsers read it: without query and fragment,
    /// decoded. It is what documents are found by. None for addresses of others.
    pub fn path_of(&self, address: &str, page: &str) -> Option<String> {
        let url = THIS_SITE.as_ref()?.join(page).ok()?.join(address).ok()?;
        if !matches!(url.scheme(), "http" | "https") {
            return None;
        }
        let host = url.host_str()?.trim_end_matches('.');
        let path = if host == THIS_HOST || self.hosts.contains(host) {
            url.path()
        } else if host == self.console {
            let rest = url.path().strip_prefix("/s/")?;
            let slug = rest.split('/').next().unwrap_or_default();
            let is_own = self.slugs.iter().any(|own| own.eq_ignore_ascii_case(slug));
            rest.get(slug.len()..).filter(|_| is_own)?
        } else {
            return None;
        };
        let decoded = percent_decode_str(path).decode_utf8().ok()?;
        let trimmed = decoded.trim_end_matches('/');
        Some(if trimmed.is_empty() { "/" } else { trimmed }.to_owned())
    }
}

/// A text whose links to some addresses lead nowhere, as those to documents that are not on the site do.
pub fn without_links(html: String, is_left_out: impl Fn(&str) -> bool) -> String {
    if !html.contains("href=\"") {
        return html;
    }
    page_block(&html, &[], |address| match address {
        Address::Link(url) => is_left_out(url).then(|| PageAddress {
            url: String::new(),
            size: None,
        }),
        Address::Image(_) => None,
    })
}

/// A text whose links and images of the site stand below another path, where one origin has several sites.
pub fn below(html: &str, base: &str) -> String {
    page_block(html, &[], |address| {
        let (Address::Link(url) | Address::Image(url)) = address;
        let is_path = url.starts_with('/') && !url.starts_with("//");
        let below = format!("{base}{url}");
        is_path.then_some(PageAddress {
            url: below,
            size: None,
        })
    })
}

/// The names of the images of the release that a text names.
pub fn image_names(text: &str) -> HashSet<String> {
    const BEFORE: &str = "/images/";
    let is_part = |letter: char| letter.is_ascii_alphanumeric() || letter == '.';
    text.match_indices(BEFORE)
        .map(|(at, _)| text.get(at + BEFORE.len()..).unwrap_or_default())
        .map(|rest| rest.chars().take_while(|&letter| is_part(letter)).collect())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::public_site::testing::{config, content};
    use crate::features::site::settings::SiteLanguage;

    fn names() -> OwnNames {
        OwnNames {
            hosts: ["handbook.sites.example", "before.sites.example", "docs.example"]
                .map(str::to_owned)
                .into(),
            console: "moyan.example".to_owned(),
            slugs: vec!["handbook".to_owned(), "before".to_owned()],
        }
    }

    #[test]
    fn a_link_to_what_is_left_out_leads_nowhere_in_every_spelling() {
        let names = names();
        let is_left_out = |address: &str| {
            let path = names.path_of(address, "/docs/甲/乙");
            path.as_deref() == Some("/docs/密 室")
        };
        for address in [
            "/docs/密 室",
            "/docs/%E5%AF%86%20%E5%AE%A4#a",
            "/docs/密%20室/?q=1",
            "../密 室",
            "/docs/x/../密 室",
            "https://handbook.sites.example/docs/密 室",
            "HTTP://Handbook.Sites.Example:8080/docs/%E5%AF%86%20%E5%AE%A4",
            "//handbook.sites.example./docs/密 室",
            "https://someone@handbook.sites.example/docs/密 室",
            "https:\\\\handbook.sites.example\\docs\\密 室",
            "https://before.sites.example/docs/密 室",
            "https://docs.example/docs/密 室?x",
            "https://moyan.example/s/handbook/docs/密 室",
        ] {
            let html = format!("<p><a href=\"{address}\">字</a></p>");
            assert_eq!(without_links(html, is_left_out), "<p><a>字</a></p>", "{address}");
        }
        for address in [
            "/docs/密",
            "https://a.cn/docs/密 室",
            "#密 室",
            "//docs/密 室",
            "https://other.sites.example/docs/密 室",
            "https://moyan.example/s/other/docs/密 室",
            "https://moyan.example/docs/密 室",
            "mailto:docs/密 室",
        ] {
            let html = format!("<p><a href=\"{address}\">字</a> &lt;a href=\"/docs/密 室\"&gt;</p>");
            assert_eq!(without_links(html.clone(), is_left_out), html, "{address}");
        }
    }

    #[test]
    fn links_of_the_site_stay_below_their_path() {
        let html = "<p><a href=\"/docs/a#b\">甲</a><a href=\"https://a.cn/\">乙</a><a href=\"#c\">丙</a><img src=\"/images/x.png\"></p>";
        assert_eq!(
            below(html, "/s/x"),
            "<p><a href=\"/s/x/docs/a#b\">甲</a><a href=\"https://a.cn/\">乙</a><a href=\"#c\">丙</a><img src=\"/s/x/images/x.png\"></p>"
        );
    }

    #[test]
    fn images_are_known_by_their_names() {
        let html = "<img src=\"/images/0a.png\"><img src=\"/s/x/images/1b.svg\"><img src=\"/media/2c.png\">";
        let names = image_names(html);
        assert_eq!(names, HashSet::from(["0a.png".to_owned(), "1b.svg".to_owned()]));
    }

    #[test]
    fn a_site_is_called_by_its_slugs_and_its_domains() {
        let site = SiteIdentity {
            domains: vec!["docs.example".to_owned()],
            former_slugs: vec!["before".to_owned()],
            ..content(SiteLanguage::En).site
        };
        let names = OwnNames::of(&site, &config(&[("SITE_DOMAIN", "sites.example")]).platform);
        let path_of = |place: &str| names.path_of(&format!("https://{place}/docs/a"), "/");
        for place in [
            "handbook.sites.example",
            "before.sites.example",
            "docs.example",
            "moyan.example/s/handbook",
            "moyan.example/s/before",
        ] {
            assert_eq!(path_of(place).as_deref(), Some("/docs/a"), "{place}");
        }
        for place in [
            "other.sites.example",
            "sites.example",
            "moyan.example",
            "moyan.example/s/other",
        ] {
            assert_eq!(path_of(place), None, "{place}");
        }
    }
}
