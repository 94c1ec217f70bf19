//! The configuration: read from the environment once, at start, into typed structs.
//!
//! Nothing else reads the environment. A bad value stops the program with the variable's name.
//! Every variable stands in `.env.sample`; a test compares the two.

mod http;
pub mod limits;
mod logging;

pub use http::HttpConfig;
pub use logging::{LogFormat, LoggingConfig};

/// A variable holds something that cannot be used.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[error("{variable}={value}: {problem}")]
pub struct ConfigError {
    /// The variable's name.
    pub variable: &'static str,
    /// What it holds.
    pub value: String,
    /// What is wrong, and what would be right.
    pub problem: String,
}

/// The whole configuration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// Where and what to serve.
    pub http: HttpConfig,
    /// What is logged.
    pub logging: LoggingConfig,
}

/// A variable as `.env.sample` shows it.
#[derive(Clone, Copy, Debug)]
pub struct Variable {
    /// The name in the environment.
    pub name: &'static str,
    /// What holds when it is absent; none when absence means something else, which the sample says.
    pub default: Option<&'static str>,
}

impl Config {
    /// Reads the process's environment.
    pub fn from_env() -> Result<Self, ConfigError> {
        Self::read(&Environment {
            lookup: &|name| std::env::var(name).ok(),
        })
    }

    /// Reads any source of variables.
    pub fn read(environment: &Environment<'_>) -> Result<Self, ConfigError> {
        Ok(Self {
            http: HttpConfig::read(environment)?,
            logging: LoggingConfig::read(environment)?,
        })
    }

    /// Every variable, in the order of `.env.sample`.
    pub fn variables() -> impl Iterator<Item = Variable> {
        http::VARIABLES.into_iter().chain(logging::VARIABLES)
    }
}

/// A source of variables.
pub struct Environment<'a> {
    /// The value of a variable, none when it is absent.
    pub lookup: &'a dyn Fn(&str) -> Option<String>,
}

impl Environment<'_> {
    /// The value of a variable; an empty one counts as absent.
    fn text(&self, variable: &Variable) -> Option<String> {
        (self.lookup)(variable.name).filter(|value| !value.is_empty())
    }

    /// The value or the default, made into a `T` by `parse`, whose error says what would be right.
    fn parsed<T>(
        &self,
        variable: &Variable,
        parse: impl Fn(&str) -> Result<T, String>,
    ) -> Result<T, ConfigError> {
        let value = self
            .text(variable)
            .or_else(|| variable.default.map(str::to_owned))
            .unwrap_or_default();
        parse(&value).map_err(|problem| ConfigError {
            variable: variable.name,
            value,
            problem,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads a configuration from pairs.
    fn read(pairs: &[(&str, &str)]) -> Result<Config, ConfigError> {
        let lookup = |name: &str| {
            pairs
                .iter()
                .find(|(key, _)| *key == name)
                .map(|(_, value)| (*value).to_owned())
        };
        Config::read(&Environment { lookup: &lookup })
    }

    #[test]
    fn an_empty_environment_gives_the_defaults() {
        let config = read(&[]).unwrap();
        assert_eq!((config.http.host.as_str(), config.http.port), ("127.0.0.1", 8080));
        assert_eq!(config.http.static_dir, None);
        assert_eq!(config.logging.format, LogFormat::Text);
        assert_eq!(read(&[("PORT", "")]).unwrap(), config);
    }

    #[test]
    fn bind_wins_over_host_and_port() {
        let config = read(&[("BIND", "0.0.0.0:80"), ("PORT", "9000")]).unwrap();
        assert_eq!((config.http.host.as_str(), config.http.port), ("0.0.0.0", 80));
        let config = read(&[("BIND", "[::1]:8080")]).unwrap();
        assert_eq!((config.http.host.as_str(), config.http.port), ("::1", 8080));
    }

    #[test]
    fn a_bad_value_is_refused_with_the_name_of_its_variable() {
        for (name, value) in [
            ("BIND", "8080"),
            ("BIND", "localhost:http"),
            ("PORT", "70000"),
            ("WORKERS", "0"),
            ("SHUTDOWN_TIMEOUT_S", "soon"),
            ("STATIC_DIR", "/no/such/folder"),
            ("LOG_FORMAT", "xml"),
            ("LOG_LEVEL", "moyan=loud"),
        ] {
            let error = read(&[(name, value)]).unwrap_err();
            assert_eq!((error.variable, error.value.as_str()), (name, value));
            assert!(
                error.to_string().starts_with(&format!("{name}={value}: ")),
                "{error}"
            );
        }
    }

    #[test]
    fn the_sample_names_every_variable_with_its_default() {
        let sample = include_str!("../../../.env.sample");
        let lines: Vec<&str> = sample
            .lines()
            .filter(|line| line.starts_with('#') && !line.starts_with("# ") && line.contains('='))
            .collect();
        let expected: Vec<String> = Config::variables()
            .map(|variable| format!("#{}={}", variable.name, variable.default.unwrap_or_default()))
            .collect();
        assert_eq!(lines, expected);
    }
}
