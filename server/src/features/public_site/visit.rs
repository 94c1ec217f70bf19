//! How a site is visited: where its pages are, and who answers there.

use super::policy::Place;
use crate::config::PlatformConfig;
use crate::features::publish::SiteIdentity;

/// How a site is visited.
pub struct Visit {
    /// The site's own origin, which its pages name.
    pub origin: String,
    /// What stands before the paths of its pages: nothing, or `/s/{slug}` below the console's origin.
    pub base: String,
    /// The host that answers.
    pub place: Place,
}

/// The origin of a site: its primary domain, else its name below the domain of sites, else the console's.
///
/// Nothing of a request is in it, so that no visitor changes what others are shown.
pub fn origin_of(identity: &SiteIdentity, platform: &PlatformConfig) -> String {
    let (scheme, rest) = platform.public_url.split_once("://").unwrap_or(("https", ""));
    if let Some(primary) = &identity.primary_host {
        return format!("{scheme}://{primary}");
    }
    let port = rest
        .rsplit_once(':')
        .filter(|(_, port)| !port.is_empty() && port.bytes().all(|byte| byte.is_ascii_digit()));
    match (&platform.site_domain, port) {
        (Some(domain), Some((_, port))) => format!("{scheme}://{}.{domain}:{port}", identity.slug),
        (Some(domain), None) => format!("{scheme}://{}.{domain}", identity.slug),
        (None, _) => platform.public_url.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::{Config, Environment};
    use crate::features::public_site::testing::content_with;

    /// A platform at an address, with sites below a domain or without.
    fn platform(public_url: &str, site_domain: &str) -> PlatformConfig {
        let lookup = |name: &str| {
            let value = match name {
                "FILES_DIR" => "/files",
                "DATABASE_URL" => "postgres://nobody@127.0.0.1:1/nothing",
                "JWT_SECRET" => "0123456789abcdef0123456789abcdef",
                "PUBLIC_URL" => public_url,
                "SITE_DOMAIN" => site_domain,
                _ => return None,
            };
            Some(value.to_owned())
        };
        Config::read(&Environment { lookup: &lookup }).unwrap().platform
    }

    #[test]
    fn a_site_without_a_domain_has_the_scheme_and_the_port_of_the_platform() {
        let mut identity = content_with(Vec::new()).site;
        for (public_url, site_domain, expected) in [
            (
                "https://moyan.example",
                "sites.example",
                "https://handbook.sites.example",
            ),
            (
                "http://127.0.0.1:8080",
                "localhost",
                "http://handbook.localhost:8080",
            ),
            ("http://[::1]", "localhost", "http://handbook.localhost"),
            ("http://[::1]:8080", "localhost", "http://handbook.localhost:8080"),
            ("https://moyan.example", "", "https://moyan.example"),
        ] {
            let origin = origin_of(&identity, &platform(public_url, site_domain));
            assert_eq!(origin, expected, "{public_url}");
        }
        identity.primary_host = Some("docs.example".to_owned());
        let platform = platform("https://moyan.example:8443", "sites.example");
        assert_eq!(origin_of(&identity, &platform), "https://docs.example");
    }
}
