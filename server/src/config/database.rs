//! Where the database is.

use super::{ConfigError, Environment, Variable};

const DATABASE_URL: Variable = Variable {
    name: "DATABASE_URL",
    default: None,
};
const DATABASE_POOL_SIZE: Variable = Variable {
    name: "DATABASE_POOL_SIZE",
    default: None,
};

/// The variables of this part.
pub const VARIABLES: [Variable; 2] = [DATABASE_URL, DATABASE_POOL_SIZE];

/// Where the database is.
#[derive(Clone, PartialEq, Eq)]
pub struct DatabaseConfig {
    /// `DATABASE_URL`; needed. The address, such as `postgres://user:password@host/database`.
    pub url: String,
    /// `DATABASE_POOL_SIZE`; default: twice the number of processor cores. Connections at once.
    pub pool_size: u32,
}

impl DatabaseConfig {
    /// Reads the variables of this part.
    pub(super) fn read(environment: &Environment<'_>) -> Result<Self, ConfigError> {
        Ok(Self {
            url: environment.secret(&DATABASE_URL, |value| {
                if value.starts_with("postgres://") || value.starts_with("postgresql://") {
                    Ok(value.to_owned())
                } else {
                    Err("the address of a PostgreSQL is needed, such as postgres://user:password@host/database".to_owned())
                }
            })?,
            pool_size: environment.parsed(&DATABASE_POOL_SIZE, parse_pool_size)?,
        })
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
