//! The hosts of a site, and the origins that its pages name.

use actix_web::HttpRequest;
use moyan_foundation::config::PlatformConfig;
use moyan_foundation::http::host::SiteName;
use moyan_foundation::state::AppState;

use super::policy::Origin;
use crate::features::publish::SiteIdentity;

/// Where the pages of a site are answered.
pub struct SiteOrigin {
    /// The site's own origin, which its pages name.
    pub origin: String,
    /// The prefix of all its paths: empty, or `/s/{slug}` below the console's origin.
    pub base: String,
    /// Whose host answers.
    pub kind: Origin,
}

/// The origin of a site: its primary domain, else its name below the domain of sites, else the console's.
///
/// It does not depend on a request: no visitor can change what others are shown.
pub fn origin_of(identity: &SiteIdentity, platform: &PlatformConfig) -> String {
    origin_at(&primary_name(identity), platform)
}

/// The name at which a site answers. Its other names redirect to it.
pub fn primary_name(identity: &SiteIdentity) -> SiteName {
    match &identity.primary_host {
        Some(host) => SiteName::Domain(host.clone()),
        None => SiteName::Slug(identity.slug.clone()),
    }
}

/// The origin of a name that sites have.
pub fn origin_at(name: &SiteName, platform: &PlatformConfig) -> String {
    let (scheme, rest) = platform.public_url.split_once("://").unwrap_or(("https", ""));
    let slug = match name {
        SiteName::Domain(host) => return format!("{scheme}://{host}"),
        SiteName::Slug(slug) => slug,
    };
    let port = rest
        .rsplit_once(':')
        .filter(|(_, port)| !port.is_empty() && port.bytes().all(|byte| byte.is_ascii_digit()));
    match (&platform.site_domain, port) {
        (Some(domain), Some((_, port))) => format!("{scheme}://{slug}.{domain}:{port}"),
        (Some(domain), None) => format!("{scheme}://{slug}.{domain}"),
        (None, _) => platform.public_url.clone(),
    }
}

/// An origin as the browser sees it. On a development server with port 0 it has the port of the request.
pub fn as_asked(origin: &str, state: &AppState, request: &HttpRequest) -> String {
    match (free_port(state, request), origin.strip_suffix(":0")) {
        (Some(port), Some(rest)) => format!("{rest}:{port}"),
        _ => origin.to_owned(),
    }
}

fn free_port(state: &AppState, request: &HttpRequest) -> Option<u16> {
    let is_free = state.is_development() && state.platform.public_url.ends_with(":0");
    let info = request.connection_info();
    let (_, port) = info.host().rsplit_once(':').filter(|_| is_free)?;
    port.parse().ok()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use actix_web::test::TestRequest;

    use super::*;
    use crate::features::public_site::testing::{config, content_with};
    use moyan_foundation::config::{Config, Environment, Mode};
    use moyan_foundation::jobs::Registry;

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

    #[actix_web::test]
    async fn callers_say_the_port_of_a_server_of_developers_that_takes_any() {
        let mut state = AppState::new(&config(&[("MOYAN_ENV", "development")]), Registry::default()).unwrap();
        let request = TestRequest::get().insert_header(("host", "127.0.0.1:4567"));
        let request = request.to_http_request();
        let origin = "http://handbook.localhost:0";
        for (mode, public_url, expected) in [
            (
                Mode::Development,
                "http://127.0.0.1:0",
                "http://handbook.localhost:4567",
            ),
            (Mode::Development, "http://127.0.0.1:8080", origin),
            (Mode::Production, "http://127.0.0.1:0", origin),
        ] {
            state.platform = Arc::new(PlatformConfig {
                mode,
                public_url: public_url.to_owned(),
                ..PlatformConfig::clone(&state.platform)
            });
            assert_eq!(
                as_asked(origin, &state, &request),
                expected,
                "{mode:?} {public_url}"
            );
        }
    }
}
