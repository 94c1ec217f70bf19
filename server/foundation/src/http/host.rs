//! Which of the server's faces a request asks for, by the name that it calls the server.

use std::net::IpAddr;

use actix_web::dev::RequestHead;
use actix_web::guard::GuardContext;
use actix_web::http::header::{HOST, HeaderName};
use actix_web::web;

use super::client_address::is_trusted_proxy;
use crate::config::{Mode, PlatformConfig};
use crate::state::AppState;

/// The header in which a proxy hands on the name that it was called by.
const FORWARDED_HOST: HeaderName = HeaderName::from_static("x-forwarded-host");

/// The hosts that a route answers on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Host {
    /// The host of `PUBLIC_URL`; in development also this machine.
    Console,
    /// The host of a site: `{slug}.` before `SITE_DOMAIN`.
    Site,
    /// Every host. For probes, which ask by address.
    Any,
}

/// The face that a request asks for; none when it calls the server by a name that is not its own.
///
/// A request without a name, which HTTP/1.0 allows, asks for the console.
pub fn host_of(head: &RequestHead, platform: &PlatformConfig) -> Option<Host> {
    let Some(name) = name_of(head, platform) else {
        return Some(Host::Console);
    };
    let name = without_port(&name).to_ascii_lowercase();
    let console = platform.public_url.split("//").last().map(without_port);
    let is_here = platform.mode == Mode::Development && is_this_machine(&name);
    if is_here || Some(name.as_str()) == console {
        return Some(Host::Console);
    }
    let domain = platform.site_domain.as_deref()?;
    let slug = name.strip_suffix(domain)?.strip_suffix('.')?;
    (!slug.is_empty() && !slug.contains('.')).then_some(Host::Site)
}

/// What a site is called by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SiteName {
    /// The part before the domain of sites.
    Slug(String),
    /// A whole name, which may be a domain of a site.
    Domain(String),
}

impl SiteName {
    /// By which what is known of it is kept: a slug that is spelled like a domain is another name.
    pub fn key(&self) -> String {
        match self {
            Self::Slug(slug) => format!("slug:{slug}"),
            Self::Domain(domain) => format!("domain:{domain}"),
        }
    }
}

/// The name that a request calls a site by: in lower case, without port and without the dot of the root at its end.
/// None for the console, for addresses, and for what is no name of a host.
///
/// Only the tables know whether a site has it.
pub fn site_name_of(head: &RequestHead, platform: &PlatformConfig) -> Option<SiteName> {
    let name = without_port(&name_of(head, platform)?).to_ascii_lowercase();
    site_name(name.strip_suffix('.').unwrap_or(&name), platform)
}

/// The same for the name of a host, in lower case and without a dot at its end.
pub fn site_name(name: &str, platform: &PlatformConfig) -> Option<SiteName> {
    let console = platform.public_url.split("//").last().map(without_port);
    if !is_host_name(name) || Some(name) == console || name.parse::<IpAddr>().is_ok() || is_this_machine(name)
    {
        return None;
    }
    let domain = platform.site_domain.as_deref();
    match domain.and_then(|domain| name.strip_suffix(domain)) {
        Some(rest) => match rest.strip_suffix('.') {
            Some(slug) if !slug.contains('.') => Some(SiteName::Slug(slug.to_owned())),
            // Deeper names below the domain of sites are nobody's.
            Some(_) => None,
            // The domain itself, or one that only ends like it.
            None if rest.is_empty() => None,
            None => Some(SiteName::Domain(name.to_owned())),
        },
        None => Some(SiteName::Domain(name.to_owned())),
    }
}

/// True for a name of two labels or more that a host may have.
pub fn is_host_name(name: &str) -> bool {
    let is_label = |label: &str| {
        let is_inner = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
        (1..=63).contains(&label.len()) && label.bytes().all(is_inner)
    };
    name.contains('.') && name.len() <= 253 && name.split('.').all(is_label)
}

/// True when a route with these hosts answers the request.
pub fn is_answered(context: &GuardContext<'_>, host: Host) -> bool {
    let state = context.app_data::<web::Data<AppState>>();
    host == Host::Any || state.is_some_and(|state| host_of(context.head(), &state.platform) == Some(host))
}

/// The name in `X-Forwarded-Host` of a trusted proxy, else in the address of the request, else in `Host`.
fn name_of(head: &RequestHead, platform: &PlatformConfig) -> Option<String> {
    // What is no text is a name too, of nobody: only a request without one asks for the console.
    let header = |name| Some(String::from_utf8_lossy(head.headers.get(name)?.as_bytes()).into_owned());
    let peer = head.peer_addr.map(|peer| peer.ip().to_canonical());
    peer.filter(|peer| is_trusted_proxy(*peer, &platform.trusted_proxies))
        .and_then(|_| header(FORWARDED_HOST))
        .or_else(|| {
            head.uri
                .authority()
                .map(|authority| authority.as_str().to_owned())
        })
        .or_else(|| header(HOST))
}

/// `127.0.0.1:8080` without its port, `[::1]:8080` too.
fn without_port(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    }
}

fn is_this_machine(name: &str) -> bool {
    let address = name.trim_start_matches('[').trim_end_matches(']');
    name == "localhost"
        || address
            .parse::<IpAddr>()
            .is_ok_and(|address| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;

    use super::*;
    use crate::config::{Config, Environment};

    fn platform_of(mode: &str, site_domain: &str) -> PlatformConfig {
        let lookup = |name: &str| {
            let value = match name {
                "MOYAN_ENV" => mode,
                "PUBLIC_URL" => "https://Console.example",
                "SITE_DOMAIN" => site_domain,
                "TRUSTED_PROXIES" => "10.0.0.1",
                "DATABASE_URL" => "postgres://nobody@127.0.0.1:1/nothing",
                "JWT_SECRET" => "0123456789abcdef0123456789abcdef",
                "FILES_DIR" => "/files",
                _ => return None,
            };
            Some(value.to_owned())
        };
        Config::read(&Environment { lookup: &lookup }).unwrap().platform
    }

    fn ask(platform: &PlatformConfig, host: &str) -> Option<Host> {
        let request = TestRequest::default()
            .insert_header((HOST, host))
            .to_srv_request();
        host_of(request.head(), platform)
    }

    #[test]
    fn the_console_is_where_its_address_says() {
        let platform = platform_of("production", "");
        for host in ["console.example", "CONSOLE.example", "console.example:8080"] {
            assert_eq!(ask(&platform, host), Some(Host::Console), "{host}");
        }
        for host in [
            "other.example",
            "a.console.example",
            "console.example.",
            "127.0.0.1:8080",
            "localhost",
            "",
        ] {
            assert_eq!(ask(&platform, host), None, "{host}");
        }
        let request = TestRequest::default().to_srv_request();
        assert_eq!(host_of(request.head(), &platform), Some(Host::Console));
    }

    #[test]
    fn this_machine_is_the_console_in_development() {
        let platform = platform_of("development", "");
        for host in [
            "127.0.0.1:8080",
            "localhost:5173",
            "[::1]:8080",
            "127.0.0.1",
            "[::1]",
        ] {
            assert_eq!(ask(&platform, host), Some(Host::Console), "{host}");
        }
        // The domain of sites, when nothing is said.
        assert_eq!(ask(&platform, "blog.localhost:8080"), Some(Host::Site));
        assert_eq!(ask(&platform, "192.0.2.1"), None);
    }

    #[test]
    fn a_site_is_one_name_below_the_domain_of_sites() {
        let platform = platform_of("production", "sites.example");
        assert_eq!(ask(&platform, "blog.sites.example"), Some(Host::Site));
        assert_eq!(ask(&platform, "Blog.Sites.example:443"), Some(Host::Site));
        for host in [
            "sites.example",
            ".sites.example",
            "a.b.sites.example",
            "blogsites.example",
            "blog.sites.example.evil",
        ] {
            assert_eq!(ask(&platform, host), None, "{host}");
        }
    }

    #[test]
    fn a_site_has_one_name_in_every_spelling() {
        let platform = platform_of("production", "sites.example");
        let ask = |host: &str| {
            let request = TestRequest::default()
                .insert_header((HOST, host))
                .to_srv_request();
            site_name_of(request.head(), &platform)
        };
        for host in [
            "blog.sites.example",
            "BLOG.Sites.Example",
            "blog.sites.example:8443",
            "blog.sites.example.",
        ] {
            assert_eq!(ask(host), Some(SiteName::Slug("blog".to_owned())), "{host}");
        }
        for host in [
            "docs.other.example",
            "Docs.Other.example.:443",
            "blogsites.example",
        ] {
            assert!(matches!(ask(host), Some(SiteName::Domain(_))), "{host}");
        }
        assert_eq!(
            ask("xn--fsq.example"),
            Some(SiteName::Domain("xn--fsq.example".to_owned()))
        );
        for host in [
            "console.example",
            "console.example.",
            "sites.example",
            "a.b.sites.example",
            ".sites.example",
            "192.0.2.1",
            "[::1]:80",
            "localhost",
            "",
            "nodots",
            "a..b",
            "a_b.example",
            "墨.example",
            "a.example, b.example",
        ] {
            assert_eq!(ask(host), None, "{host}");
        }
    }

    #[test]
    fn only_a_trusted_proxy_says_another_name() {
        let platform = platform_of("production", "");
        for (peer, expected) in [("10.0.0.1", Some(Host::Console)), ("10.0.0.2", None)] {
            let request = TestRequest::default()
                .insert_header((HOST, "backend:8080"))
                .insert_header((FORWARDED_HOST, "console.example"))
                .peer_addr(format!("{peer}:1").parse().unwrap())
                .to_srv_request();
            assert_eq!(host_of(request.head(), &platform), expected, "{peer}");
        }
    }
}
