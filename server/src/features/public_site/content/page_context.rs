//! The argument of every template: a site as an audience sees it, its reader, and where the page is answered.

use chrono::{DateTime, Utc};

use super::audience_view::AudienceView;
use crate::features::public_site::routing::reader::Reader;
use crate::features::public_site::words::Words;
use crate::features::site::settings::{ColorScheme, Package, SiteSettings};

/// The argument of every template.
pub struct PageContext<'a> {
    pub view: &'a AudienceView,
    /// Who reads.
    pub reader: &'a Reader,
    pub words: &'static Words,
    pub now: DateTime<Utc>,
    /// The address that search engines shall know, without a slash at the end: `https://blog.example`.
    pub origin: &'a str,
    /// Before every path of the site: empty, or `/s/{slug}`.
    pub base: &'a str,
    /// The color scheme that a preview asks for.
    pub color_scheme: Option<ColorScheme>,
    /// True when a visitor is logged in, which pages for everybody never say.
    pub is_logged_in: bool,
    /// True in previews, whose elements name the settings they show.
    pub is_preview: bool,
    /// The name of the style sheet of the site's theme, with a hash of its content.
    pub theme_name: &'a str,
    /// The path that shows the page which answers a form, without the form being sent again; empty where none was sent.
    pub again_path: &'a str,
}

impl<'a> PageContext<'a> {
    pub fn settings(&self) -> &'a SiteSettings {
        &self.view.content.settings
    }

    /// True when visitors have something to log in for: the site sells memberships, on a host of its own.
    pub fn has_login(&self) -> bool {
        let packages = &self.settings().membership.packages;
        self.base.is_empty() && packages.iter().any(|package| !package.is_archived)
    }

    /// The packages that can be bought here.
    pub fn sold(&self) -> Vec<&'a Package> {
        let packages = self.settings().membership.packages.iter();
        packages
            .filter(|package| !package.is_archived && package.price_fen().is_some() && self.base.is_empty())
            .collect()
    }

    /// The path of the style sheet of the site's theme.
    pub fn theme_path(&self) -> String {
        format!("/assets/{}", self.theme_name)
    }

    /// True where no script may run: in the origin of the console.
    pub fn is_without_scripts(&self) -> bool {
        !self.base.is_empty()
    }

    /// True where nobody can log in: in the origin of the console.
    pub fn is_without_visitors(&self) -> bool {
        !self.base.is_empty()
    }

    /// The path of a setting, in previews only.
    pub fn field(&self, path: &str) -> Option<String> {
        self.is_preview.then(|| path.to_owned())
    }

    /// Settings below a path.
    pub fn at(&'a self, path: impl Into<String>) -> Fields<'a> {
        Fields {
            context: self,
            path: path.into(),
        }
    }

    /// An address as a page names it; none for those that no page may lead to, and for what the reader may not know
    /// of.
    pub fn href(&self, address: &str) -> Option<String> {
        let address = address.trim();
        if self.view.is_hidden(address, "/") {
            return None;
        }
        if address.starts_with('/') {
            // Two slashes, or one and a backslash, are the address of another host.
            let is_path = !address.starts_with("//") && !address.contains('\\');
            return is_path.then(|| format!("{}{address}", self.base));
        }
        let scheme = address
            .split_once(':')
            .map(|(scheme, _)| scheme.to_ascii_lowercase());
        let is_allowed = address.starts_with('#')
            || matches!(scheme.as_deref(), Some("http" | "https" | "mailto" | "tel"));
        (is_allowed && !address.contains(char::is_control)).then(|| address.to_owned())
    }

    /// A path of the site.
    pub fn path(&self, path: &str) -> String {
        format!("{}{path}", self.base)
    }

    /// The address of a picture; none for those that no page may show.
    pub fn image(&self, address: &str) -> Option<String> {
        let is_shown = address.starts_with("/media/") || address.starts_with("/images/");
        if is_shown && !address.contains('\\') {
            return Some(self.path(address));
        }
        address.starts_with("https://").then(|| address.to_owned())
    }

    /// The address of a page for machines, with its host.
    pub fn absolute(&self, path: &str) -> String {
        format!("{}{}{path}", self.origin, self.base)
    }
}

/// Paths of settings, for the console to find them by a click.
#[derive(Clone)]
pub struct Fields<'a> {
    context: &'a PageContext<'a>,
    path: String,
}

impl Fields<'_> {
    /// These settings themselves.
    pub fn own(&self) -> Option<String> {
        self.context.field(&self.path)
    }

    /// A setting of these.
    pub fn of(&self, name: &str) -> Option<String> {
        self.context.is_preview.then(|| format!("{}.{name}", self.path))
    }

    /// An entry of a list of these.
    pub fn item(&self, list: &str, index: usize) -> Self {
        Self {
            context: self.context,
            path: format!("{}.{list}[{index}]", self.path),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::public_site::testing::{Reading, content_with, site_with};
    use moyan_domain::gate::Audience;

    #[test]
    fn visitors_log_in_where_memberships_are_sold_on_a_host_of_the_site() {
        let content = content_with(Vec::new());
        let mut closed = content.clone();
        for package in &mut closed.settings.membership.packages {
            package.is_archived = true;
        }
        for (content, is_sold) in [(content, true), (closed, false)] {
            let reading = Reading::of(content, Audience::Guest);
            assert_eq!(reading.context().has_login(), is_sold);
            let below_console = PageContext {
                base: "/s/handbook",
                ..reading.context()
            };
            assert!(!below_console.has_login());
        }
    }

    #[test]
    fn no_script_runs_in_the_origin_of_the_console() {
        let reading = site_with(Vec::new());
        let own = reading.context();
        assert!(!own.is_without_scripts());
        let below_console = PageContext {
            base: "/s/handbook",
            ..reading.context()
        };
        assert!(below_console.is_without_scripts());
        // The style sheet is the same in both places.
        for context in [own, below_console] {
            assert_eq!(context.theme_path(), "/assets/theme.css");
        }
    }

    #[test]
    fn previews_alone_name_the_settings_that_they_show() {
        let reading = site_with(Vec::new());
        for is_preview in [true, false] {
            let context = PageContext {
                is_preview,
                ..reading.context()
            };
            let named = |path: &str| is_preview.then(|| path.to_owned());
            assert_eq!(context.field("basicInfo.name"), named("basicInfo.name"));
            let fields = context.at("homepage.sections[1]").item("items", 2);
            assert_eq!(fields.own(), named("homepage.sections[1].items[2]"));
            assert_eq!(fields.of("title"), named("homepage.sections[1].items[2].title"));
        }
    }

    #[test]
    fn a_link_leads_to_pages_of_the_site_and_to_schemes_that_are_allowed() {
        let reading = site_with(Vec::new());
        let context = PageContext {
            base: "/s/handbook",
            ..reading.context()
        };
        for (address, expected) in [
            (" /docs ", Some("/s/handbook/docs")),
            ("#top", Some("#top")),
            ("https://a.example/b", Some("https://a.example/b")),
            ("MailTo:me@a.example", Some("MailTo:me@a.example")),
            ("//a.example/b", None),
            ("/\\a.example/b", None),
            ("javascript:alert(1)", None),
            ("a.example", None),
            ("https://a.example/\u{1}b", None),
            ("#a\nb", None),
        ] {
            assert_eq!(context.href(address).as_deref(), expected, "{address}");
        }
    }

    #[test]
    fn a_picture_is_one_of_the_site_or_comes_over_https() {
        let reading = site_with(Vec::new());
        let context = PageContext {
            base: "/s/handbook",
            ..reading.context()
        };
        for (address, expected) in [
            ("/media/a.png", Some("/s/handbook/media/a.png")),
            ("/images/a.png", Some("/s/handbook/images/a.png")),
            ("https://a.example/a.png", Some("https://a.example/a.png")),
            ("/media/\\a.png", None),
            ("/docs/a.png", None),
            ("http://a.example/a.png", None),
            ("data:image/png;base64,x", None),
        ] {
            assert_eq!(context.image(address).as_deref(), expected, "{address}");
        }
    }
}
