//! What is logged, and how.

use std::sync::atomic::{AtomicBool, Ordering};

use tracing::subscriber::Interest;
use tracing_subscriber::filter::dynamic_filter_fn;
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;
use tracing_subscriber::{EnvFilter, Layer as _, fmt};

use super::{ConfigError, Environment, Variable};

const LOG_FORMAT: Variable = Variable::new("LOG_FORMAT", Some("text"));
const LOG_LEVEL: Variable = Variable::new("LOG_LEVEL", Some("info"));

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
        let lines = fmt::layer()
            .with_writer(std::io::stderr)
            // It would be written to the same place, and a failure there ends the request.
            .log_internal_errors(false);
        let lines = match self.format {
            LogFormat::Text => lines.boxed(),
            LogFormat::Json => lines.json().flatten_event(true).boxed(),
        };
        let while_accepting = dynamic_filter_fn(|metadata, _| {
            metadata.target() != ACCEPTING || !NOTHING_IS_ACCEPTED.load(Ordering::Acquire)
        })
        .with_callsite_filter(|metadata| match metadata.target() {
            ACCEPTING => Interest::sometimes(),
            _ => Interest::always(),
        });
        // Only an earlier start can make this fail, and then logging runs already.
        let _ = tracing_subscriber::registry()
            .with(EnvFilter::new(self.directives()))
            .with(while_accepting)
            .with(lines)
            .try_init();
    }
}

/// The framework's thread that accepts connections, as its log lines name it.
const ACCEPTING: &str = "actix_server::accept";
static NOTHING_IS_ACCEPTED: AtomicBool = AtomicBool::new(false);

/// Logs no line of the framework's accepting thread from now on. Called before the sockets are shut down: the thread
/// does not say when it has paused, and else logs that it cannot accept from them.
pub fn end_accepting() {
    NOTHING_IS_ACCEPTED.store(true, Ordering::Release);
}
