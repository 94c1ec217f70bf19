//! Sessions and passwords.

use rand::Rng as _;

use super::{ConfigError, Environment, Mode, Variable};

const JWT_SECRET: Variable = Variable::secret("JWT_SECRET");
const JWT_SECRET_PREVIOUS: Variable = Variable::secret("JWT_SECRET_PREVIOUS");
const SESSION_IDLE_DAYS: Variable = Variable::new("SESSION_IDLE_DAYS", Some("30"));
const SESSION_MAX_DAYS: Variable = Variable::new("SESSION_MAX_DAYS", Some("180"));
const BCRYPT_COST: Variable = Variable::new("BCRYPT_COST", Some("11"));

/// The variables of this part.
pub const VARIABLES: [Variable; 5] = [
    JWT_SECRET,
    JWT_SECRET_PREVIOUS,
    SESSION_IDLE_DAYS,
    SESSION_MAX_DAYS,
    BCRYPT_COST,
];

/// Bytes that the secret needs at least.
const SECRET_MIN_BYTES: usize = 32;

/// Sessions and passwords.
#[derive(Clone, PartialEq, Eq)]
pub struct AuthConfig {
    /// `JWT_SECRET`; needed in production, where it has 32 bytes at least. The keys that sign tokens and hash codes
    /// are derived from it. In development: drawn at each start, which ends the sessions of the start before.
    pub secret: String,
    /// `JWT_SECRET_PREVIOUS`; the secret before the current one. Its tokens still work, so that changing the secret
    /// logs nobody out.
    pub previous_secret: Option<String>,
    /// `SESSION_IDLE_DAYS`; default 30. Days without use after which a session ends.
    pub idle_days: i64,
    /// `SESSION_MAX_DAYS`; default 180. Days after login when a session ends at the latest.
    pub max_days: i64,
    /// `BCRYPT_COST`; default 11. Each one more doubles the work of hashing a password; 4 to 16.
    pub bcrypt_cost: u32,
}

impl AuthConfig {
    /// Reads the variables of this part.
    pub(super) fn read(environment: &Environment<'_>, mode: Mode) -> Result<Self, ConfigError> {
        let days = |value: &str| match value.parse() {
            Ok(days) if (1..=3650).contains(&days) => Ok(days),
            _ => Err("a number of days from 1 to 3650 is needed".to_owned()),
        };
        Ok(Self {
            secret: environment.parsed(&JWT_SECRET, |value| match (value, mode) {
                ("", Mode::Development) => Ok(drawn_secret()),
                (value, _) if value.len() >= SECRET_MIN_BYTES => Ok(value.to_owned()),
                _ => Err(format!("at least {SECRET_MIN_BYTES} bytes are needed")),
            })?,
            previous_secret: environment.parsed(&JWT_SECRET_PREVIOUS, |value| match value.len() {
                0 => Ok(None),
                SECRET_MIN_BYTES.. => Ok(Some(value.to_owned())),
                _ => Err(format!("at least {SECRET_MIN_BYTES} bytes are needed")),
            })?,
            idle_days: environment.parsed(&SESSION_IDLE_DAYS, days)?,
            max_days: environment.parsed(&SESSION_MAX_DAYS, days)?,
            bcrypt_cost: Self::read_bcrypt_cost(environment)?,
        })
    }

    /// Reads `BCRYPT_COST` alone.
    pub(super) fn read_bcrypt_cost(environment: &Environment<'_>) -> Result<u32, ConfigError> {
        environment.parsed(&BCRYPT_COST, |value| match value.parse() {
            Ok(cost) if (4..=16).contains(&cost) => Ok(cost),
            _ => Err("a number from 4 to 16 is needed".to_owned()),
        })
    }
}

fn drawn_secret() -> String {
    let bytes: [u8; 32] = rand::rng().random();
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

impl std::fmt::Debug for AuthConfig {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("AuthConfig")
            .field("secret", &"[redacted]")
            .field(
                "previous_secret",
                &self.previous_secret.as_ref().map(|_| "[redacted]"),
            )
            .field("idle_days", &self.idle_days)
            .field("max_days", &self.max_days)
            .field("bcrypt_cost", &self.bcrypt_cost)
            .finish()
    }
}
