//! The configuration: read from the environment once, at start, into typed structs.
//!
//! Nothing else reads the environment. A bad value stops the program with the variable's name.
//! Every variable stands in `.env.sample`; a test compares the two. A secret may stand in a file instead.

mod auth;
mod database;
mod files;
mod http;
mod logging;
mod mail;
mod payments;
mod platform;
mod secret;

use moyan_domain::Language;

pub use auth::AuthConfig;
pub use database::DatabaseConfig;
pub use files::{FilesConfig, S3Config};
pub use http::HttpConfig;
pub use logging::{LogFormat, LoggingConfig, end_accepting};
pub use mail::MailConfig;
pub use payments::PaymentsConfig;
pub use platform::PlatformConfig;

const MOYAN_ENV: Variable = Variable::new("MOYAN_ENV", Some("production"));

/// For whom the server runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// For people: no secret has a default, and what helps developers is not there.
    Production,
    /// For developers: `/dev/outbox` shows mails, secrets are drawn.
    Development,
}

/// A variable holds something that cannot be used.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[error("{variable}={value}: {problem}")]
pub struct ConfigError {
    /// The variable's name.
    pub variable: String,
    /// What it holds; of a secret only whether it holds something.
    pub value: String,
    /// What is wrong, and what would be right.
    pub problem: String,
}

/// The whole configuration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// Where and what to serve.
    pub http: HttpConfig,
    /// What the platform is, and what it lets callers do.
    pub platform: PlatformConfig,
    /// Where the database is.
    pub database: DatabaseConfig,
    /// Where uploaded files are kept.
    pub files: FilesConfig,
    /// Sessions and passwords.
    pub auth: AuthConfig,
    /// How mails and short messages leave.
    pub mail: MailConfig,
    /// How sites are paid.
    pub payments: PaymentsConfig,
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
    /// Whether nobody may see what it holds. Then it may also stand in a file, and no error shows it.
    pub is_secret: bool,
}

impl Variable {
    const fn new(name: &'static str, default: Option<&'static str>) -> Self {
        Self {
            name,
            default,
            is_secret: false,
        }
    }

    const fn secret(name: &'static str) -> Self {
        Self {
            name,
            default: None,
            is_secret: true,
        }
    }
}

impl Config {
    /// What is wrong in the process's environment: of each part the first problem.
    pub fn problems_in_env() -> Vec<ConfigError> {
        let environment = Environment {
            lookup: &|name| std::env::var(name).ok(),
        };
        let mode = match read_mode(&environment) {
            Ok(mode) => mode,
            Err(problem) => return vec![problem],
        };
        let http = HttpConfig::read(&environment);
        // Only the default of another variable depends on it.
        let port = http.as_ref().map_or(0, |http| http.port);
        [
            http.err(),
            PlatformConfig::read(&environment, mode, port).err(),
            DatabaseConfig::read(&environment).err(),
            FilesConfig::read(&environment, mode).err(),
            AuthConfig::read(&environment, mode).err(),
            MailConfig::read(&environment).err(),
            PaymentsConfig::read(&environment, mode).err(),
            LoggingConfig::read(&environment).err(),
        ]
        .into_iter()
        .flatten()
        .collect()
    }

    /// Reads the process's environment.
    pub fn from_env() -> Result<Self, ConfigError> {
        Self::read(&Environment {
            lookup: &|name| std::env::var(name).ok(),
        })
    }

    /// Reads from the process's environment only where the server listens and how it stops, for the command line.
    pub fn http_from_env() -> Result<HttpConfig, ConfigError> {
        HttpConfig::read(&Environment {
            lookup: &|name| std::env::var(name).ok(),
        })
    }

    /// Reads from the process's environment only where the database is.
    pub fn database_from_env() -> Result<DatabaseConfig, ConfigError> {
        DatabaseConfig::read(&Environment {
            lookup: &|name| std::env::var(name).ok(),
        })
    }

    /// Reads from the process's environment only where files are kept, for the command line.
    pub fn files_from_env() -> Result<FilesConfig, ConfigError> {
        let environment = Environment {
            lookup: &|name| std::env::var(name).ok(),
        };
        FilesConfig::read(&environment, read_mode(&environment)?)
    }

    /// Reads from the process's environment only who keeps backups in a bucket, for the command line.
    pub fn backup_s3_from_env(bucket: &str, prefix: &str) -> Result<S3Config, ConfigError> {
        let environment = Environment {
            lookup: &|name| std::env::var(name).ok(),
        };
        S3Config::read_backup(&environment, bucket, prefix)
    }

    /// Reads from the process's environment only the address of the database of drills, for the command line.
    pub fn drill_url_from_env() -> Result<String, ConfigError> {
        DatabaseConfig::read_drill(&Environment {
            lookup: &|name| std::env::var(name).ok(),
        })
    }

    /// Reads from the process's environment only how sites are paid, for the command line.
    pub fn payments_from_env() -> Result<PaymentsConfig, ConfigError> {
        let environment = Environment {
            lookup: &|name| std::env::var(name).ok(),
        };
        PaymentsConfig::read(&environment, read_mode(&environment)?)
    }

    /// Reads from the process's environment only the bcrypt cost, for the command line.
    pub fn bcrypt_cost_from_env() -> Result<u32, ConfigError> {
        AuthConfig::read_bcrypt_cost(&Environment {
            lookup: &|name| std::env::var(name).ok(),
        })
    }

    /// Reads any source of variables.
    pub fn read(environment: &Environment<'_>) -> Result<Self, ConfigError> {
        let mode = read_mode(environment)?;
        let http = HttpConfig::read(environment)?;
        Ok(Self {
            platform: PlatformConfig::read(environment, mode, http.port)?,
            http,
            database: DatabaseConfig::read(environment)?,
            files: FilesConfig::read(environment, mode)?,
            auth: AuthConfig::read(environment, mode)?,
            mail: MailConfig::read(environment)?,
            payments: PaymentsConfig::read(environment, mode)?,
            logging: LoggingConfig::read(environment)?,
        })
    }

    /// Every variable, in the order of `.env.sample`.
    pub fn variables() -> impl Iterator<Item = Variable> {
        [MOYAN_ENV]
            .into_iter()
            .chain(http::VARIABLES)
            .chain(platform::VARIABLES)
            .chain(database::VARIABLES)
            .chain(files::VARIABLES)
            .chain(auth::VARIABLES)
            .chain(mail::VARIABLES)
            .chain(payments::VARIABLES)
            .chain(logging::VARIABLES)
    }
}

fn read_mode(environment: &Environment<'_>) -> Result<Mode, ConfigError> {
    environment.parsed(&MOYAN_ENV, |value| match value {
        "production" => Ok(Mode::Production),
        "development" => Ok(Mode::Development),
        _ => Err("production or development is needed".to_owned()),
    })
}

/// A source of variables.
pub struct Environment<'a> {
    /// The value of a variable, none when it is absent.
    pub lookup: &'a dyn Fn(&str) -> Option<String>,
}

/// What an error shows of a secret.
const REDACTED: &str = "[redacted]";

impl Environment<'_> {
    /// The value of a variable by its name; an empty one counts as absent.
    fn not_empty(&self, name: &str) -> Option<String> {
        (self.lookup)(name).filter(|value| !value.is_empty())
    }

    /// The value of a variable, of a secret also out of a file.
    fn text(&self, variable: &Variable) -> Result<Option<String>, ConfigError> {
        if variable.is_secret {
            secret::find(self, variable)
        } else {
            Ok(self.not_empty(variable.name))
        }
    }

    /// A variable, or another one where it is absent.
    fn first<'v>(&self, variable: &'v Variable, other: &'v Variable) -> Result<&'v Variable, ConfigError> {
        Ok(if self.text(variable)?.is_some() {
            variable
        } else {
            other
        })
    }

    /// The value or the default, made into a `T` by `parse`, whose error says what would be right.
    fn parsed<T>(
        &self,
        variable: &Variable,
        parse: impl Fn(&str) -> Result<T, String>,
    ) -> Result<T, ConfigError> {
        let value = self
            .text(variable)?
            .or_else(|| variable.default.map(str::to_owned))
            .unwrap_or_default();
        parse(&value).map_err(|problem| ConfigError {
            variable: variable.name.to_owned(),
            value: match value {
                value if variable.is_secret && !value.is_empty() => REDACTED.to_owned(),
                value => value,
            },
            problem,
        })
    }
}

/// The language of who runs a command, by `LC_ALL`, `LC_MESSAGES` or `LANG`: Chinese when it says so, else English.
pub fn terminal_language() -> Language {
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"]
        .iter()
        .filter_map(|name| std::env::var(name).ok())
        .find(|locale| !locale.is_empty());
    match locale {
        Some(locale) if locale.starts_with("zh") => Language::ZhCn,
        _ => Language::En,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What has no default.
    const NEEDED: [(&str, &str); 4] = [
        ("FILES_DIR", "/var/lib/moyan/files"),
        ("DATABASE_URL", "postgres://moyan@localhost/moyan"),
        ("JWT_SECRET", "0123456789abcdef0123456789abcdef"),
        ("PUBLIC_URL", "https://moyan.example.com"),
    ];

    /// Reads a configuration from pairs, and from what is needed beside them.
    fn read(pairs: &[(&str, &str)]) -> Result<Config, ConfigError> {
        let lookup = |name: &str| {
            pairs
                .iter()
                .chain(&NEEDED)
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
    fn metrics_have_an_address_of_their_own_or_none() {
        assert_eq!(read(&[]).unwrap().http.metrics, None);
        assert_eq!(read(&[("METRICS_ADDRESS", "")]).unwrap().http.metrics, None);
        let config = read(&[("METRICS_ADDRESS", "[::1]:9464")]).unwrap();
        assert_eq!(config.http.metrics, Some(("::1".to_owned(), 9464)));
    }

    #[test]
    fn a_bad_value_is_refused_with_the_name_of_its_variable() {
        for (name, value) in [
            ("BIND", "8080"),
            ("BIND", "localhost:http"),
            ("METRICS_ADDRESS", "9464"),
            ("METRICS_ADDRESS", "localhost:metrics"),
            ("PORT", "70000"),
            ("WORKERS", "0"),
            ("SHUTDOWN_TIMEOUT_S", "soon"),
            ("STATIC_DIR", "/no/such/folder"),
            ("LOG_FORMAT", "xml"),
            ("LOG_LEVEL", "moyan=loud"),
            ("MOYAN_ENV", "test"),
            ("PUBLIC_URL", "https://moyan.example.com/app"),
            ("PUBLIC_URL", "moyan.example.com"),
            ("DNS_SERVER", "dns.example"),
            ("TRUSTED_PROXIES", "caddy"),
            ("TRUSTED_PROXIES", "10.0.0.0/33"),
            ("RATE_LIMIT_PER_MINUTE", "many"),
            ("READ_ONLY", "yes"),
            ("SITES_STATE_DIR", "sites"),
            ("DEMO_SITES", "handbook"),
            ("DEMO_SITES", "handbook,Handbook"),
            ("DATABASE_POOL_SIZE", "0"),
            ("DATABASE_STATEMENT_TIMEOUT_MS", "-1"),
            ("DATABASE_LOCK_TIMEOUT_MS", "2147483648"),
            ("DATABASE_IDLE_IN_TRANSACTION_TIMEOUT_MS", "1s"),
            ("SESSION_IDLE_DAYS", "0"),
            ("FILES_DIR", "files"),
            ("S3_ENDPOINT", "s3.example.com"),
            ("BCRYPT_COST", "3"),
            ("MAIL_FROM", "nobody"),
            ("SMS_URL", "ftp://sms.example.com"),
            ("SMS_CODES_PER_DAY", "0"),
            ("STRIPE_API_URL", "api.stripe.com"),
            ("ALIPAY_GATEWAY_URL", "https://alipay.example/"),
        ] {
            let error = read(&[(name, value)]).unwrap_err();
            assert_eq!((error.variable.as_str(), error.value.as_str()), (name, value));
            assert!(
                error.to_string().starts_with(&format!("{name}={value}: ")),
                "{error}"
            );
        }
    }

    #[test]
    fn the_public_url_is_an_origin_as_browsers_write_it() {
        for (value, origin) in [
            ("https://Moyan.Example.com/", "https://moyan.example.com"),
            ("https://moyan.example.com:443", "https://moyan.example.com"),
            ("http://moyan.example.com:443", "http://moyan.example.com:443"),
            ("http://[::1]:80", "http://[::1]"),
        ] {
            let config = read(&[("PUBLIC_URL", value)]).unwrap();
            assert_eq!(config.platform.public_url, origin);
        }
    }

    #[test]
    fn a_proxy_is_named_by_its_address_or_its_network() {
        let config = read(&[("TRUSTED_PROXIES", "127.0.0.1, 10.0.0.0/8, fd00::/8")]).unwrap();
        let networks = config.platform.trusted_proxies.iter().map(ToString::to_string);
        assert!(networks.eq(["127.0.0.1/32", "10.0.0.0/8", "fd00::/8"]));
    }

    #[test]
    fn an_empty_variable_without_a_default_is_refused_in_production() {
        for name in ["DATABASE_URL", "FILES_DIR", "JWT_SECRET", "PUBLIC_URL"] {
            assert_eq!(read(&[(name, "")]).unwrap_err().variable, name);
        }
        let development = read(&[
            ("MOYAN_ENV", "development"),
            ("FILES_DIR", ""),
            ("JWT_SECRET", ""),
            ("PUBLIC_URL", ""),
        ])
        .unwrap();
        assert_eq!(development.platform.public_url, "http://127.0.0.1:8080");
        assert_eq!(development.auth.secret.len(), 64);
    }

    #[test]
    fn a_secret_is_shown_neither_in_an_error_nor_in_the_configuration() {
        let secrets = [
            ("JWT_SECRET", "short-secret"),
            ("JWT_SECRET_PREVIOUS", "short-secret"),
            ("DATABASE_URL", "mysql://root:short-secret@host"),
            ("SMTP_URL", "http://short-secret@host"),
            ("MERCHANT_KEYS_SECRET", "short-secret"),
            ("MERCHANT_KEYS_SECRET_PREVIOUS", "short-secret"),
        ];
        for (name, value) in secrets {
            let error = read(&[(name, value)]).unwrap_err();
            assert_eq!(error.variable, name);
            assert!(!error.to_string().contains("short-secret"), "{error}");
        }
        let config = read(&[
            ("JWT_SECRET_PREVIOUS", "0123456789abcdef0123456789abcdef"),
            ("SMTP_URL", "smtp://u:0123456789@host"),
            ("SMS_TOKEN", "0123456789"),
            ("MERCHANT_KEYS_SECRET", "0123456789abcdef0123456789abcdef"),
            ("S3_ENDPOINT", "https://s3.example.com"),
            ("S3_BUCKET", "moyan"),
            ("S3_ACCESS_KEY", "0123456789"),
            ("S3_SECRET_KEY", "0123456789"),
        ]);
        assert!(!format!("{:?}", config.unwrap()).contains("0123456789"));
    }

    #[test]
    fn files_are_in_a_folder_until_s3_is_named_which_needs_all_of_its_variables() {
        assert!(matches!(read(&[]).unwrap().files, FilesConfig::Folder(_)));
        let mut pairs = vec![("S3_ENDPOINT", "https://s3.example.com/")];
        for (name, value) in [
            ("S3_BUCKET", "moyan"),
            ("S3_ACCESS_KEY", "key"),
            ("S3_SECRET_KEY", "secret"),
        ] {
            assert_eq!(read(&pairs).unwrap_err().variable, name);
            pairs.push((name, value));
        }
        match read(&pairs).unwrap().files {
            FilesConfig::S3(s3) => {
                assert_eq!(
                    (s3.endpoint.as_str(), s3.region.as_str()),
                    ("https://s3.example.com", "us-east-1")
                );
            }
            folder => panic!("{folder:?}"),
        }
    }

    #[test]
    fn backups_are_kept_by_a_service_of_their_own_or_by_that_of_the_files() {
        let read = |pairs: &[(&str, &str)]| {
            let find = |name: &str| {
                pairs
                    .iter()
                    .find(|(key, _)| *key == name)
                    .map(|(_, value)| (*value).to_owned())
            };
            S3Config::read_backup(&Environment { lookup: &find }, "backups", "moyan")
        };
        assert_eq!(read(&[]).unwrap_err().variable, "BACKUP_S3_ENDPOINT");
        let of_files = [
            ("S3_ENDPOINT", "https://s3.example.com"),
            ("S3_ACCESS_KEY", "key"),
            ("S3_SECRET_KEY", "secret"),
        ];
        let config = read(&of_files).unwrap();
        assert_eq!(
            (config.bucket.as_str(), config.prefix.as_str()),
            ("backups", "moyan")
        );
        assert_eq!(
            (config.access_key.as_str(), config.region.as_str()),
            ("key", "us-east-1")
        );
        let own = [
            ("BACKUP_S3_ENDPOINT", "https://s3.elsewhere.example/"),
            ("BACKUP_S3_REGION", "eu-central-1"),
            ("BACKUP_S3_ACCESS_KEY", "other key"),
            ("BACKUP_S3_SECRET_KEY", "other secret"),
        ];
        let config = read(&[&own[..], &of_files[..]].concat()).unwrap();
        assert_eq!(config.endpoint, "https://s3.elsewhere.example");
        assert_eq!(config.region, "eu-central-1");
        assert_eq!(
            (config.access_key.as_str(), config.secret_key.as_str()),
            ("other key", "other secret")
        );
        assert_eq!(read(&own[..3]).unwrap_err().variable, "S3_SECRET_KEY");
    }

    #[test]
    fn the_sample_names_every_variable_with_its_default() {
        let sample = include_str!("../../../../.env.sample");
        let lines: Vec<&str> = sample
            .lines()
            .filter(|line| line.starts_with('#') && !line.starts_with("# ") && line.contains('='))
            .collect();
        let expected: Vec<String> = Config::variables()
            .map(|variable| format!("#{}={}", variable.name, variable.default.unwrap_or_default()))
            .collect();
        assert_eq!(lines, expected);
        let (_, rest) = sample.split_once("# The secrets are ").unwrap();
        let (names, _) = rest.split_once('.').unwrap();
        let named: Vec<&str> = names
            .split([' ', ',', '#', '\n'])
            .filter(|word| !["", "and"].contains(word))
            .collect();
        let secrets: Vec<&str> = Config::variables()
            .filter(|variable| variable.is_secret)
            .map(|variable| variable.name)
            .collect();
        assert_eq!(named, secrets);
    }
}
