//! What is logged, and how.

use tracing_subscriber::EnvFilter;

use super::{ConfigError, Environment, Variable};

const LOG_FORMAT: Variable = Variable {
    name: "LOG_FORMAT",
    default: Some("text"),
};
const LOG_LEVEL: Variable = Variable {
    name: "LOG_LEVEL",
    default: Some("info"),
};

/// The variables of this part.
pub const VARIABLES: [Variable; 2] = [LOG_FORMAT, LOG_LEVEL];

/// How a log line looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogFormat {
    /// For people.
    Text,
    /// One JSON object a line, for machines.
    Json,
}

/// What is logged, and how. The log goes to standard error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoggingConfig {
    /// `LOG_FORMAT`; default text. `text` or `json`.
    pub format: LogFormat,
    /// `LOG_LEVEL`; default info. `error`, `warn`, `info`, `debug`, `trace`,
    /// or several by target: `warn,moyan_server=debug`.
    pub level: String,
}

impl LoggingConfig {
    /// Reads the variables of this part.
    pub(super) fn read(environment: &Environment<'_>) -> Result<Self, ConfigError> {
        Ok(Self {
            format: environment.parsed(&LOG_FORMAT, |value| match value {
                "text" => Ok(LogFormat::Text),
                "json" => Ok(LogFormat::Json),
                _ => Err("text or json is needed".to_owned()),
            })?,
            level: environment.parsed(&LOG_LEVEL, |value| match EnvFilter::try_new(value) {
                Ok(_) => Ok(value.to_owned()),
                Err(error) => Err(format!("error, warn, info, debug or trace is needed ({error})")),
            })?,
        })
    }

    /// `level`, without the errors of the framework about requests that are none: anybody could fill the log with them.
    /// Whoever names the framework in `LOG_LEVEL` sees them.
    fn directives(&self) -> String {
        if self.level.contains("actix_http") {
            self.level.clone()
        } else {
            format!("{},actix_http::h1::dispatcher=off", self.level)
        }
    }

    /// Starts logging. A second start in one process does nothing.
    pub fn start(&self) {
        let filter = EnvFilter::new(self.directives());
        let builder = tracing_subscriber::fmt()
            .with_env_filter(filter)
            .with_writer(std::io::stderr)
            // It would be written to the same place, and a failure there ends the request.
            .log_internal_errors(false);
        // Only an earlier start can make this fail, and then logging runs already.
        let _ = match self.format {
            LogFormat::Text => builder.try_init(),
            LogFormat::Json => builder.json().flatten_event(true).try_init(),
        };
    }
}
