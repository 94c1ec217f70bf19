//! Where the database is.

use super::{ConfigError, Environment, Variable};
use crate::files::hash_of;

const DATABASE_URL: Variable = Variable::secret("DATABASE_URL");
const DATABASE_DIRECT_URL: Variable = Variable::secret("DATABASE_DIRECT_URL");
const DATABASE_PREPARED_STATEMENTS: Variable = Variable::new("DATABASE_PREPARED_STATEMENTS", Some("true"));
const DATABASE_POOL_SIZE: Variable = Variable::new("DATABASE_POOL_SIZE", None);

const DATABASE_STATEMENT_TIMEOUT_MS: Variable = Variable::new("DATABASE_STATEMENT_TIMEOUT_MS", Some("10000"));
const DATABASE_LOCK_TIMEOUT_MS: Variable = Variable::new("DATABASE_LOCK_TIMEOUT_MS", Some("1500"));
const DATABASE_IDLE_IN_TRANSACTION_TIMEOUT_MS: Variable =
    Variable::new("DATABASE_IDLE_IN_TRANSACTION_TIMEOUT_MS", Some("30000"));
const DRILL_DATABASE_URL: Variable = Variable::secret("DRILL_DATABASE_URL");

/// The variables of this part.
pub const VARIABLES: [Variable; 8] = [
    DATABASE_URL,
    DATABASE_DIRECT_URL,
    DATABASE_PREPARED_STATEMENTS,
    DATABASE_POOL_SIZE,
    DATABASE_STATEMENT_TIMEOUT_MS,
    DATABASE_LOCK_TIMEOUT_MS,
    DATABASE_IDLE_IN_TRANSACTION_TIMEOUT_MS,
    DRILL_DATABASE_URL,
];

/// Where the database is.
#[derive(Clone, PartialEq, Eq)]
pub struct DatabaseConfig {
    /// `DATABASE_URL`; needed. The address, such as `postgres://user:password@host/database`.
    pub url: String,
    /// `DATABASE_DIRECT_URL`. The address of the database itself, when `url` is that of a pooler that gives connections
    /// to others after each transaction. Migrations, backups and the other commands use it.
    pub direct_url: Option<String>,
    /// `DATABASE_PREPARED_STATEMENTS`; default true. Whether statements are prepared once and kept by their connection.
    pub are_statements_prepared: bool,
    /// `DATABASE_POOL_SIZE`; default: twice the number of processor cores. Connections at once for requests; jobs and the
    /// readiness probe have seven more.
    pub pool_size: u32,
    /// `DATABASE_STATEMENT_TIMEOUT_MS`; default 10000. Milliseconds that one statement of a request may take; 0 for no limit.
    pub statement_timeout_ms: u32,
    /// `DATABASE_LOCK_TIMEOUT_MS`; default 1500. Milliseconds that a statement waits for a lock; 0 for no limit.
    /// Less than the two seconds for which a request waits for a connection.
    pub lock_timeout_ms: u32,
    /// `DATABASE_IDLE_IN_TRANSACTION_TIMEOUT_MS`; default 30000. Milliseconds that a transaction may be idle before
    /// the database ends its connection; 0 for no limit.
    pub idle_in_transaction_timeout_ms: u32,
}

impl DatabaseConfig {
    /// Reads the variables of this part.
    pub(super) fn read(environment: &Environment<'_>) -> Result<Self, ConfigError> {
        Ok(Self {
            url: environment.parsed(&DATABASE_URL, parse_url)?,
            direct_url: environment.parsed(&DATABASE_DIRECT_URL, |value| {
                (!value.is_empty()).then(|| parse_url(value)).transpose()
            })?,
            are_statements_prepared: environment.parsed(&DATABASE_PREPARED_STATEMENTS, |value| {
                value.parse().map_err(|_| "true or false is needed".to_owned())
            })?,
            pool_size: environment.parsed(&DATABASE_POOL_SIZE, parse_pool_size)?,
            statement_timeout_ms: environment.parsed(&DATABASE_STATEMENT_TIMEOUT_MS, parse_timeout)?,
            lock_timeout_ms: environment.parsed(&DATABASE_LOCK_TIMEOUT_MS, parse_timeout)?,
            idle_in_transaction_timeout_ms: environment
                .parsed(&DATABASE_IDLE_IN_TRANSACTION_TIMEOUT_MS, parse_timeout)?,
        })
    }
}

impl DatabaseConfig {
    /// The database of `DRILL_DATABASE_URL`, into which `moyan drill` restores. It is that of no server.
    pub(super) fn read_drill(environment: &Environment<'_>) -> Result<String, ConfigError> {
        environment.parsed(&DRILL_DATABASE_URL, parse_url)
    }

    /// The address of the database itself, where a session keeps what is set for it.
    pub fn direct_url(&self) -> &str {
        self.direct_url.as_deref().unwrap_or(&self.url)
    }

    /// By which what is kept of one database is told from what is kept of another: the address without its password.
    /// 64 hexadecimal digits.
    pub fn fingerprint(&self) -> String {
        hash_of(without_password(self.direct_url()).as_bytes())
    }

    /// Whether each transaction may run on another connection of the database than the one before it.
    pub fn is_pooled(&self) -> bool {
        self.direct_url.is_some()
    }
}

/// The address of a database without what only proves who asks.
fn without_password(url: &str) -> String {
    let (address, query) = url.split_once('?').unwrap_or((url, ""));
    let (scheme, rest) = address.split_once("://").unwrap_or(("", address));
    let (account, place) = rest.rsplit_once('@').unwrap_or(("", rest));
    let (user, _password) = account.split_once(':').unwrap_or((account, ""));
    let parameters: Vec<&str> = query
        .split('&')
        .filter(|pair| {
            !["password=", "sslpassword="]
                .iter()
                .any(|name| pair.starts_with(name))
        })
        .collect();
    format!("{scheme}://{user}@{place}?{}", parameters.join("&"))
}

fn parse_url(value: &str) -> Result<String, String> {
    if value.starts_with("postgres://") || value.starts_with("postgresql://") {
        Ok(value.to_owned())
    } else {
        Err(
            "the address of a PostgreSQL is needed, such as postgres://user:password@host/database"
                .to_owned(),
        )
    }
}

/// As many milliseconds as PostgreSQL takes.
fn parse_timeout(value: &str) -> Result<u32, String> {
    match value.parse() {
        Ok(milliseconds) if milliseconds <= 2_147_483_647 => Ok(milliseconds),
        _ => Err("a number of milliseconds is needed, 0 for no limit".to_owned()),
    }
}

fn parse_pool_size(value: &str) -> Result<u32, String> {
    if value.is_empty() {
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        return Ok(u32::try_from(cores * 2).unwrap_or(2));
    }
    match value.parse() {
        Ok(size) if (1..=1000).contains(&size) => Ok(size),
        _ => Err("a number from 1 to 1000 is needed".to_owned()),
    }
}

impl std::fmt::Debug for DatabaseConfig {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            formatter,
            "DatabaseConfig {{ url: [redacted], pool_size: {} }}",
            self.pool_size
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_database_is_known_by_its_address_without_the_password() {
        for (url, known) in [
            (
                "postgres://moyan:secret@host:5432/name?sslmode=require",
                "postgres://moyan@host:5432/name?sslmode=require",
            ),
            ("postgres://moyan:s@cret@host/name", "postgres://moyan@host/name?"),
            (
                "postgres:///moyan?host=/run/postgresql&password=secret&sslpassword=secret",
                "postgres://@/moyan?host=/run/postgresql",
            ),
        ] {
            assert_eq!(without_password(url), known);
        }
        let of = |direct_url: Option<&str>| {
            let config = DatabaseConfig {
                url: "postgres://host/pooler".to_owned(),
                direct_url: direct_url.map(str::to_owned),
                are_statements_prepared: true,
                pool_size: 1,
                statement_timeout_ms: 0,
                lock_timeout_ms: 0,
                idle_in_transaction_timeout_ms: 0,
            };
            config.fingerprint()
        };
        assert_eq!(
            of(Some("postgres://u:1@host/a")),
            of(Some("postgres://u:2@host/a"))
        );
        assert_ne!(
            of(Some("postgres://u:1@host/a")),
            of(Some("postgres://u:1@host/b"))
        );
        assert_ne!(of(None), of(Some("postgres://u:1@host/a")));
    }
}
