//! Makes connections, and says which can still be used.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use diesel::connection::CacheSize;
use diesel::pg::PgConnection;
use diesel::sql_types::{Bool, Text};
use diesel::{Connection as _, QueryResult, RunQueryDsl as _, sql_query};

use crate::config::DatabaseConfig;

/// Makes and checks connections.
#[derive(Clone)]
pub struct Manager {
    url: String,
    are_statements_prepared: bool,
    /// None where a pooler would hand what is set for a connection to others: there the role has limits of its own.
    timeouts: Option<Timeouts>,
    n_broken: Arc<AtomicU64>,
}

impl Manager {
    /// - `n_broken`: counts the connections of all managers that broke
    pub fn new(config: &DatabaseConfig, n_broken: Arc<AtomicU64>) -> Self {
        Self {
            url: address(&config.url, Server::Primary),
            are_statements_prepared: config.are_statements_prepared,
            timeouts: (!config.is_pooled()).then(|| Timeouts::of_requests(config)),
            n_broken,
        }
    }

    /// The same with another limit for statements, in milliseconds.
    pub fn with_statement_timeout(&self, statement_ms: u32) -> Self {
        Self {
            timeouts: self.timeouts.map(|timeouts| Timeouts {
                statement_ms,
                ..timeouts
            }),
            ..self.clone()
        }
    }
}

/// How long PostgreSQL lets the work of a connection take, in milliseconds; 0 for no limit.
#[derive(Clone, Copy)]
pub struct Timeouts {
    pub statement_ms: u32,
    pub lock_ms: u32,
    pub idle_in_transaction_ms: u32,
}

impl Timeouts {
    pub fn of_requests(config: &DatabaseConfig) -> Self {
        Self {
            statement_ms: config.statement_timeout_ms,
            lock_ms: config.lock_timeout_ms,
            idle_in_transaction_ms: config.idle_in_transaction_timeout_ms,
        }
    }

    /// Sets them for as long as the connection lives.
    pub fn set(self, connection: &mut PgConnection) -> QueryResult<usize> {
        sql_query(
            "SELECT set_config('statement_timeout', $1, false), set_config('lock_timeout', $2, false), \
             set_config('idle_in_transaction_session_timeout', $3, false)",
        )
        .bind::<Text, _>(self.statement_ms.to_string())
        .bind::<Text, _>(self.lock_ms.to_string())
        .bind::<Text, _>(self.idle_in_transaction_ms.to_string())
        .execute(connection)
    }
}

/// Why a connection could not be made.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct ConnectionError(String);

/// A connection and what is known about it.
pub struct Pooled {
    pub connection: PgConnection,
    pub is_broken: bool,
    /// How many connections had broken when it was last known to work.
    pub checked_at: u64,
}

impl Pooled {
    /// Whether the database answers, and is no standby: what one shows may be old, and it takes no changes.
    pub fn is_usable(&mut self) -> bool {
        is_in_recovery(&mut self.connection).is_ok_and(|is_standby| !is_standby)
    }
}

impl r2d2::ManageConnection for Manager {
    type Connection = Pooled;
    type Error = ConnectionError;

    fn connect(&self) -> Result<Pooled, Self::Error> {
        let checked_at = self.n_broken.load(Ordering::Relaxed);
        let mut connection =
            PgConnection::establish(&self.url).map_err(|error| ConnectionError(error.to_string()))?;
        if !self.are_statements_prepared {
            connection.set_prepared_statement_cache_size(CacheSize::Disabled);
        }
        if let Some(timeouts) = self.timeouts {
            timeouts
                .set(&mut connection)
                .map_err(|error| ConnectionError(error.to_string()))?;
        }
        Ok(Pooled {
            connection,
            is_broken: false,
            checked_at,
        })
    }

    fn is_valid(&self, pooled: &mut Pooled) -> Result<(), Self::Error> {
        if pooled.is_usable() {
            Ok(())
        } else {
            Err(ConnectionError("the database does not answer".to_owned()))
        }
    }

    fn has_broken(&self, pooled: &mut Pooled) -> bool {
        // A panic leaves its transaction open: later writes on that connection would never be committed.
        pooled.is_broken || std::thread::panicking()
    }
}

/// Whether the server is a standby, which follows another one and takes no changes.
fn is_in_recovery(connection: &mut PgConnection) -> QueryResult<bool> {
    diesel::select(diesel::dsl::sql::<Bool>("pg_is_in_recovery()")).get_result(connection)
}

/// Which server is meant, where an address names several or one that may be a standby.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Server {
    /// The one that takes changes.
    Primary,
    /// Any.
    Any,
}

/// What is added to an address, where it does not say it itself (PostgreSQL's documentation, "Parameter Key Words"):
/// how long a database that does not answer can hold a connection up, and which of several servers is meant.
fn address(url: &str, server: Server) -> String {
    let mut address = url.to_owned();
    let primary = (server == Server::Primary).then_some("target_session_attrs=primary");
    let added = [
        "connect_timeout=2",
        "tcp_user_timeout=5000",
        "keepalives_idle=30",
        "application_name=moyan",
    ];
    let query = url.split_once('?').map_or("", |(_, query)| query);
    let named: Vec<&str> = query
        .split('&')
        .filter_map(|pair| Some(pair.split_once('=')?.0))
        .collect();
    for parameter in added.into_iter().chain(primary) {
        let name = parameter.split('=').next().unwrap_or_default();
        if !named.contains(&name) {
            address.push(if address.contains('?') { '&' } else { '?' });
            address.push_str(parameter);
        }
    }
    address
}

/// Connects apart from any pool, to the server that takes changes.
pub fn connect(url: &str) -> anyhow::Result<PgConnection> {
    establish(&address(url, Server::Primary))
}

/// The same to any server: a standby is good enough to read from.
pub fn connect_to_any(url: &str) -> anyhow::Result<PgConnection> {
    establish(&address(url, Server::Any))
}

/// Lets statements of a connection take as long as they need, whatever the role's limits are. It must be one to the
/// database itself.
pub fn lift_limits(direct: &mut PgConnection) -> QueryResult<usize> {
    let none = Timeouts {
        statement_ms: 0,
        lock_ms: 0,
        idle_in_transaction_ms: 0,
    };
    none.set(direct)
}

fn establish(address: &str) -> anyhow::Result<PgConnection> {
    PgConnection::establish(address).map_err(|error| anyhow::anyhow!("cannot connect: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_database_that_does_not_answer_is_given_up() {
        assert_eq!(
            address("postgres://host/name", Server::Any),
            "postgres://host/name?connect_timeout=2&tcp_user_timeout=5000&keepalives_idle=30&application_name=moyan"
        );
        assert!(
            address("postgres://host/name?sslmode=require", Server::Any)
                .contains("require&connect_timeout=2")
        );
    }

    #[test]
    fn what_an_address_says_itself_holds_and_the_rest_is_added() {
        assert_eq!(
            address(
                "postgres://host/name?connect_timeout=7&application_name=a",
                Server::Any
            ),
            "postgres://host/name?connect_timeout=7&application_name=a&tcp_user_timeout=5000&keepalives_idle=30"
        );
        // Not a parameter.
        let address = address("postgres://u:connect_timeout=1@host/name", Server::Any);
        assert!(address.contains("?connect_timeout=2&"), "{address}");
    }

    #[test]
    fn of_several_servers_the_one_that_takes_changes_is_meant() {
        let url = "postgres://a,b/name";
        assert!(address(url, Server::Primary).ends_with("&target_session_attrs=primary"));
        assert!(!address(url, Server::Any).contains("target_session_attrs"));
        let own = address("postgres://a,b/name?target_session_attrs=any", Server::Primary);
        assert!(!own.contains("primary"), "{own}");
    }
}
