//! What the platform is, and what it lets callers do.

use std::net::IpAddr;

use super::{ConfigError, Environment, Mode, Variable};

const PUBLIC_URL: Variable = Variable {
    name: "PUBLIC_URL",
    default: None,
};
const TRUSTED_PROXIES: Variable = Variable {
    name: "TRUSTED_PROXIES",
    default: None,
};
const RATE_LIMIT_PER_MINUTE: Variable = Variable {
    name: "RATE_LIMIT_PER_MINUTE",
    default: Some("600"),
};
const READ_ONLY: Variable = Variable {
    name: "READ_ONLY",
    default: Some("false"),
};
const METRICS_TOKEN: Variable = Variable {
    name: "METRICS_TOKEN",
    default: None,
};
const CONTACT_ID: Variable = Variable {
    name: "CONTACT_ID",
    default: None,
};

/// The variables of this part.
pub const VARIABLES: [Variable; 6] = [
    PUBLIC_URL,
    TRUSTED_PROXIES,
    RATE_LIMIT_PER_MINUTE,
    READ_ONLY,
    METRICS_TOKEN,
    CONTACT_ID,
];

/// Bytes that the secret of /metrics needs at least.
const TOKEN_MIN_BYTES: usize = 16;

/// What the platform is, and what it lets callers do.
#[derive(Clone, PartialEq, Eq)]
pub struct PlatformConfig {
    /// `MOYAN_ENV`; default production.
    pub mode: Mode,
    /// `PUBLIC_URL`; needed in production. Where people reach the pages, without a slash at the end: links in mails begin with it.
    pub public_url: String,
    /// `TRUSTED_PROXIES`; addresses, with commas between, whose `X-Forwarded-For` is believed.
    pub trusted_proxies: Vec<IpAddr>,
    /// `RATE_LIMIT_PER_MINUTE`; default 600. Requests to the API from one address; 0 for no limit.
    pub rate_limit_per_minute: u32,
    /// `READ_ONLY`; default false. Whether changes are refused, for maintenance.
    pub is_read_only: bool,
    /// `METRICS_TOKEN`; the secret that /metrics asks for, 16 bytes at least. Without it the page is not there.
    pub metrics_token: Option<String>,
    /// `CONTACT_ID`; an ID of a messaging app, to which the screens send who asks for a paid edition.
    pub contact_id: Option<String>,
}

impl PlatformConfig {
    /// Reads the variables of this part.
    pub(super) fn read(environment: &Environment<'_>, mode: Mode, port: u16) -> Result<Self, ConfigError> {
        let optional = |value: &str| Ok((!value.is_empty()).then(|| value.to_owned()));
        Ok(Self {
            mode,
            public_url: environment.parsed(&PUBLIC_URL, |value| match (value, mode) {
                ("", Mode::Development) => Ok(format!("http://127.0.0.1:{port}")),
                (value, _) if is_origin(value) => Ok(value.trim_end_matches('/').to_owned()),
                _ => Err("an address such as https://moyan.example.com is needed, without a path".to_owned()),
            })?,
            trusted_proxies: environment.parsed(&TRUSTED_PROXIES, |value| {
                value
                    .split(',')
                    .map(str::trim)
                    .filter(|part| !part.is_empty())
                    .map(|part| part.parse().map_err(|_| format!("{part} is no IP address")))
                    .collect()
            })?,
            rate_limit_per_minute: environment.parsed(&RATE_LIMIT_PER_MINUTE, |value| {
                value.parse().map_err(|_| "a number is needed".to_owned())
            })?,
            is_read_only: environment.parsed(&READ_ONLY, |value| {
                value.parse().map_err(|_| "true or false is needed".to_owned())
            })?,
            metrics_token: environment.secret(&METRICS_TOKEN, |value| match value.len() {
                0 => Ok(None),
                TOKEN_MIN_BYTES.. => Ok(Some(value.to_owned())),
                _ => Err(format!("at least {TOKEN_MIN_BYTES} bytes are needed")),
            })?,
            contact_id: environment.parsed(&CONTACT_ID, optional)?,
        })
    }
}

/// A scheme and a host, perhaps with a port, and no path.
fn is_origin(value: &str) -> bool {
    let host = value
        .strip_prefix("https://")
        .or_else(|| value.strip_prefix("http://"))
        .map(|rest| rest.strip_suffix('/').unwrap_or(rest));
    host.is_some_and(|host| !host.is_empty() && !host.contains(['/', '?', '#', '@', ' ']))
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
