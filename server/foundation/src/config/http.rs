//! Where and what to serve.

use std::path::PathBuf;

use super::{ConfigError, Environment, Variable};

const BIND: Variable = Variable::new("BIND", None);
const HOST: Variable = Variable::new("HOST", Some("127.0.0.1"));
const PORT: Variable = Variable::new("PORT", Some("8080"));
const STATIC_DIR: Variable = Variable::new("STATIC_DIR", None);
const WORKERS: Variable = Variable::new("WORKERS", None);
const SHUTDOWN_TIMEOUT_S: Variable = Variable::new("SHUTDOWN_TIMEOUT_S", Some("30"));
const SHUTDOWN_DRAIN_S: Variable = Variable::new("SHUTDOWN_DRAIN_S", Some("0"));
const METRICS_ADDRESS: Variable = Variable::new("METRICS_ADDRESS", None);

/// The variables of this part.
pub const VARIABLES: [Variable; 8] = [
    BIND,
    HOST,
    PORT,
    STATIC_DIR,
    WORKERS,
    SHUTDOWN_TIMEOUT_S,
    SHUTDOWN_DRAIN_S,
    METRICS_ADDRESS,
];

/// Where and what to serve.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HttpConfig {
    /// `BIND` (`address:port`) or `HOST`; default 127.0.0.1. The address to listen on.
    pub host: String,
    /// `BIND` or `PORT`; default 8080. The TCP port; 0 takes a free one.
    pub port: u16,
    /// `STATIC_DIR`; default: the frontend inside the binary, or `frontend/dist` when it has none.
    /// The folder of the built frontend; it must hold an index.html.
    pub static_dir: Option<PathBuf>,
    /// `WORKERS`; default: the number of processor cores. Threads that answer requests.
    pub workers: Option<usize>,
    /// `SHUTDOWN_TIMEOUT_S`; default 30. Seconds that running requests get after a signal to stop.
    pub shutdown_timeout_s: u64,
    /// `SHUTDOWN_DRAIN_S`; default 0. Seconds for which a server that is told to stop still takes new connections
    /// while `/readyz` says 503.
    pub drain_s: u64,
    /// `METRICS_ADDRESS` (`address:port`); without it nobody is told. Where the operator's monitoring asks for `/metrics`:
    /// a listener of its own, because it says to everybody who reaches it how the server is.
    pub metrics: Option<(String, u16)>,
}

impl HttpConfig {
    /// Reads the variables of this part.
    pub(super) fn read(environment: &Environment<'_>) -> Result<Self, ConfigError> {
        let (host, port) = match environment.text(&BIND)? {
            Some(_) => environment.parsed(&BIND, parse_bind)?,
            None => (
                environment.parsed(&HOST, |host| Ok(host.to_owned()))?,
                environment.parsed(&PORT, parse_port)?,
            ),
        };
        let seconds = |value: &str| {
            value
                .parse()
                .map_err(|_| "a number of seconds is needed".to_owned())
        };
        Ok(Self {
            host,
            port,
            static_dir: environment.parsed(&STATIC_DIR, parse_static_dir)?,
            workers: environment.parsed(&WORKERS, parse_workers)?,
            shutdown_timeout_s: environment.parsed(&SHUTDOWN_TIMEOUT_S, seconds)?,
            drain_s: environment.parsed(&SHUTDOWN_DRAIN_S, seconds)?,
            metrics: environment.parsed(&METRICS_ADDRESS, |value| match value {
                "" => Ok(None),
                value => parse_bind(value).map(Some),
            })?,
        })
    }
}

fn parse_bind(value: &str) -> Result<(String, u16), String> {
    let (host, port) = value
        .rsplit_once(':')
        .ok_or("address:port is needed, such as 0.0.0.0:8080")?;
    let host = host
        .strip_prefix('[')
        .and_then(|host| host.strip_suffix(']'))
        .unwrap_or(host);
    if host.is_empty() {
        return Err("address:port is needed, such as 0.0.0.0:8080".to_owned());
    }
    Ok((host.to_owned(), parse_port(port)?))
}

fn parse_port(value: &str) -> Result<u16, String> {
    value
        .parse()
        .map_err(|_| "a port from 0 to 65535 is needed".to_owned())
}

fn parse_static_dir(value: &str) -> Result<Option<PathBuf>, String> {
    if value.is_empty() {
        return Ok(None);
    }
    let folder = PathBuf::from(value);
    if !folder.join("index.html").is_file() {
        return Err("the folder must hold an index.html: build the frontend first".to_owned());
    }
    Ok(Some(folder))
}

fn parse_workers(value: &str) -> Result<Option<usize>, String> {
    if value.is_empty() {
        return Ok(None);
    }
    match value.parse() {
        Ok(workers) if (1..=1024).contains(&workers) => Ok(Some(workers)),
        _ => Err("a number from 1 to 1024 is needed".to_owned()),
    }
}
