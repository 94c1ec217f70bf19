//! What the platform is, and what it lets callers do.

use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;

use ipnet::IpNet;

use super::{ConfigError, Environment, Mode, Variable};

const PUBLIC_URL: Variable = Variable::new("PUBLIC_URL", None);
const SITE_DOMAIN: Variable = Variable::new("SITE_DOMAIN", None);
const SITE_DOMAIN_WILDCARD: Variable = Variable::new("SITE_DOMAIN_WILDCARD", Some("false"));
const DNS_SERVER: Variable = Variable::new("DNS_SERVER", None);
const TRUSTED_PROXIES: Variable = Variable::new("TRUSTED_PROXIES", None);
const RATE_LIMIT_PER_MINUTE: Variable = Variable::new("RATE_LIMIT_PER_MINUTE", Some("600"));
const READ_ONLY: Variable = Variable::new("READ_ONLY", Some("false"));
const STALE_SITES_S: Variable = Variable::new("STALE_SITES_S", Some("3600"));
const STALE_RULED_SITES_S: Variable = Variable::new("STALE_RULED_SITES_S", Some("60"));
const SITES_MEMORY_MB: Variable = Variable::new("SITES_MEMORY_MB", Some("512"));
const PAGES_MEMORY_MB: Variable = Variable::new("PAGES_MEMORY_MB", Some("128"));
const SITES_STATE_DIR: Variable = Variable::new("SITES_STATE_DIR", None);
const CONTACT_ID: Variable = Variable::new("CONTACT_ID", None);
const DEMO_SITES: Variable = Variable::new("DEMO_SITES", None);

/// The variables of this part.
pub const VARIABLES: [Variable; 14] = [
    PUBLIC_URL,
    SITE_DOMAIN,
    SITE_DOMAIN_WILDCARD,
    DNS_SERVER,
    TRUSTED_PROXIES,
    RATE_LIMIT_PER_MINUTE,
    READ_ONLY,
    STALE_SITES_S,
    STALE_RULED_SITES_S,
    SITES_MEMORY_MB,
    PAGES_MEMORY_MB,
    SITES_STATE_DIR,
    CONTACT_ID,
    DEMO_SITES,
];

/// What the platform is, and what it lets callers do.
#[derive(Clone, PartialEq, Eq)]
pub struct PlatformConfig {
    /// `MOYAN_ENV`; default production.
    pub mode: Mode,
    /// `PUBLIC_URL`; needed in production. The origin under which people reach the pages, as browsers write it
    /// (RFC 6454 §6.1): lower case, no slash at the end, no default port. Links in mails begin with it,
    /// and only its pages may change something.
    pub public_url: String,
    /// `SITE_DOMAIN`; default: `localhost` in development, none in production. The domain below which each published
    /// site has a name of its own.
    pub site_domain: Option<String>,
    /// `SITE_DOMAIN_WILDCARD`; default false. Whether one certificate covers all names below `SITE_DOMAIN`, so that the
    /// web server in front gets none for each.
    pub has_wildcard: bool,
    /// `DNS_SERVER`; default: those of the system. The name server that is asked for the records that prove domains,
    /// with its port.
    pub dns_server: Option<SocketAddr>,
    /// `TRUSTED_PROXIES`; addresses and networks (`10.0.0.0/8`), with commas between, whose `X-Forwarded-For` and
    /// `X-Forwarded-Host` are believed.
    pub trusted_proxies: Vec<IpNet>,
    /// `RATE_LIMIT_PER_MINUTE`; default 600. Requests to the API from one address; 0 for no limit.
    pub rate_limit_per_minute: u32,
    /// `READ_ONLY`; default false. Whether changes are refused, for maintenance.
    pub is_read_only: bool,
    /// `STALE_SITES_S`; default 3600. Seconds for which visitors read a site that is open to everybody as it is in
    /// memory, while the database is away.
    pub stale_sites_s: u32,
    /// `STALE_RULED_SITES_S`; default 60. The same for a site of which some see more than others: its rules may have
    /// changed.
    pub stale_ruled_sites_s: u32,
    /// `SITES_MEMORY_MB`; default 512. Bytes of sites that are kept in memory, as they are counted there: their texts,
    /// and what is made of these for each audience.
    pub sites_memory_bytes: u64,
    /// `PAGES_MEMORY_MB`; default 128. Bytes of pages that are kept in memory, compressed.
    pub pages_memory_bytes: u64,
    /// `SITES_STATE_DIR`; an absolute path. A folder of this server alone, in which sites that are open to everybody are
    /// kept for a start while the database is away. None: a server that starts then has no sites.
    pub sites_state_dir: Option<PathBuf>,
    /// `CONTACT_ID`; an ID of a messaging app, which the screens show to people who ask for a paid plan.
    pub contact_id: Option<String>,
    /// `DEMO_SITES`; the slugs of two published sites, in Chinese and in English, with a comma between. The home page
    /// links to them.
    pub demo_sites: Option<[String; 2]>,
}

impl PlatformConfig {
    /// Reads the variables of this part.
    pub(super) fn read(environment: &Environment<'_>, mode: Mode, port: u16) -> Result<Self, ConfigError> {
        let optional = |value: &str| Ok((!value.is_empty()).then(|| value.to_owned()));
        Ok(Self {
            mode,
            public_url: environment.parsed(&PUBLIC_URL, |value| match (value, mode) {
                ("", Mode::Development) => Ok(format!("http://127.0.0.1:{port}")),
                (value, _) => parse_origin(value).ok_or_else(|| {
                    "an address such as https://moyan.example.com is needed, without a path".to_owned()
                }),
            })?,
            site_domain: environment.parsed(&SITE_DOMAIN, |value| match (value, mode) {
                ("", Mode::Development) => Ok(Some("localhost".to_owned())),
                ("", _) => Ok(None),
                (value, _) => parse_domain(value).map(Some).ok_or_else(|| {
                    "a domain such as sites.example.com is needed, without a scheme or port".to_owned()
                }),
            })?,
            has_wildcard: environment.parsed(&SITE_DOMAIN_WILDCARD, |value| {
                value.parse().map_err(|_| "true or false is needed".to_owned())
            })?,
            dns_server: environment.parsed(&DNS_SERVER, |value| match value {
                "" => Ok(None),
                value => value
                    .parse()
                    .map(Some)
                    .map_err(|_| "an address with a port such as 9.9.9.9:53 is needed".to_owned()),
            })?,
            trusted_proxies: environment.parsed(&TRUSTED_PROXIES, |value| {
                value
                    .split(',')
                    .map(str::trim)
                    .filter(|part| !part.is_empty())
                    .map(parse_network)
                    .collect()
            })?,
            rate_limit_per_minute: environment.parsed(&RATE_LIMIT_PER_MINUTE, |value| {
                value.parse().map_err(|_| "a number is needed".to_owned())
            })?,
            is_read_only: environment.parsed(&READ_ONLY, |value| {
                value.parse().map_err(|_| "true or false is needed".to_owned())
            })?,
            stale_sites_s: environment.parsed(&STALE_SITES_S, parse_seconds)?,
            stale_ruled_sites_s: environment.parsed(&STALE_RULED_SITES_S, parse_seconds)?,
            sites_memory_bytes: environment.parsed(&SITES_MEMORY_MB, parse_megabytes)?,
            pages_memory_bytes: environment.parsed(&PAGES_MEMORY_MB, parse_megabytes)?,
            sites_state_dir: environment.parsed(&SITES_STATE_DIR, |value| match value {
                "" => Ok(None),
                value => Some(PathBuf::from(value))
                    .filter(|folder| folder.is_absolute())
                    .map(Some)
                    .ok_or_else(|| "an absolute path is needed".to_owned()),
            })?,
            contact_id: environment.parsed(&CONTACT_ID, optional)?,
            demo_sites: environment.parsed(&DEMO_SITES, |value| match value {
                "" => Ok(None),
                _ => parse_two_slugs(value)
                    .map(Some)
                    .ok_or_else(|| "two slugs such as handbook,handbook-en are needed".to_owned()),
            })?,
        })
    }
}

fn parse_seconds(value: &str) -> Result<u32, String> {
    value
        .parse()
        .map_err(|_| "a number of seconds is needed".to_owned())
}

/// At least one, and no more than machines have.
fn parse_megabytes(value: &str) -> Result<u64, String> {
    let n_megabytes: u64 = value.parse().unwrap_or_default();
    if (1..=1 << 20).contains(&n_megabytes) {
        return Ok(n_megabytes << 20);
    }
    Err("a number of megabytes from 1 to 1048576 is needed".to_owned())
}

/// Two first parts of addresses of sites.
fn parse_two_slugs(value: &str) -> Option<[String; 2]> {
    let is_slug = |slug: &str| {
        !slug.is_empty()
            && slug
                .bytes()
                .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
    };
    let (chinese, english) = value.split_once(',')?;
    let slugs = [chinese.trim(), english.trim()];
    slugs
        .iter()
        .all(|slug| is_slug(slug))
        .then(|| slugs.map(str::to_owned))
}

/// A scheme and a host, perhaps with a port, and no path: in lower case and without a default port.
fn parse_origin(value: &str) -> Option<String> {
    let value = value.to_ascii_lowercase();
    let (scheme, default_port) = [("https://", ":443"), ("http://", ":80")]
        .into_iter()
        .find(|(scheme, _)| value.starts_with(scheme))?;
    let rest = value.strip_prefix(scheme)?;
    let host = rest.strip_suffix('/').unwrap_or(rest);
    let host = host.strip_suffix(default_port).unwrap_or(host);
    let is_host = !host.is_empty() && !host.contains(['/', '?', '#', '@', ' ']);
    is_host.then(|| format!("{scheme}{host}"))
}

/// The name of a domain, in lower case: letters, digits and hyphens between dots.
fn parse_domain(value: &str) -> Option<String> {
    let value = value.to_ascii_lowercase();
    let is_label = |label: &str| {
        let is_inner = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
        !label.is_empty() && label.bytes().all(is_inner) && !label.starts_with('-') && !label.ends_with('-')
    };
    value.split('.').all(is_label).then_some(value)
}

/// An address, or a network such as `10.0.0.0/8`.
fn parse_network(text: &str) -> Result<IpNet, String> {
    let address = text.parse::<IpAddr>().map(IpNet::from);
    address
        .or_else(|_| text.parse())
        .map_err(|_| format!("{text} is neither an IP address nor a network such as 10.0.0.0/8"))
}

impl std::fmt::Debug for PlatformConfig {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("PlatformConfig")
            .field("mode", &self.mode)
            .field("public_url", &self.public_url)
            .field("is_read_only", &self.is_read_only)
            .finish_non_exhaustive()
    }
}
