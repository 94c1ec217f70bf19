//! Where uploaded files are kept, and the service that keeps backups.

use std::path::PathBuf;

use super::{ConfigError, Environment, Mode, Variable};

const FILES_DIR: Variable = Variable::new("FILES_DIR", None);
const S3_ENDPOINT: Variable = Variable::new("S3_ENDPOINT", None);
const S3_BUCKET: Variable = Variable::new("S3_BUCKET", None);
const S3_REGION: Variable = Variable::new("S3_REGION", Some("us-east-1"));
const S3_ACCESS_KEY: Variable = Variable::secret("S3_ACCESS_KEY");
const S3_SECRET_KEY: Variable = Variable::secret("S3_SECRET_KEY");
const BACKUP_S3_ENDPOINT: Variable = Variable::new("BACKUP_S3_ENDPOINT", None);
const BACKUP_S3_REGION: Variable = Variable::new("BACKUP_S3_REGION", None);
const BACKUP_S3_ACCESS_KEY: Variable = Variable::secret("BACKUP_S3_ACCESS_KEY");
const BACKUP_S3_SECRET_KEY: Variable = Variable::secret("BACKUP_S3_SECRET_KEY");

/// The variables of this part.
pub const VARIABLES: [Variable; 10] = [
    FILES_DIR,
    S3_ENDPOINT,
    S3_BUCKET,
    S3_REGION,
    S3_ACCESS_KEY,
    S3_SECRET_KEY,
    BACKUP_S3_ENDPOINT,
    BACKUP_S3_REGION,
    BACKUP_S3_ACCESS_KEY,
    BACKUP_S3_SECRET_KEY,
];

/// The folder of development, below the one that the program runs in: beside the private database.
const DEVELOPMENT_DIR: &str = "target/files";

/// Where uploaded files are kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FilesConfig {
    /// `FILES_DIR`; an absolute path, needed in production where there is no S3. In development target/files.
    Folder(PathBuf),
    /// A service that speaks S3, where `S3_ENDPOINT` names one.
    S3(S3Config),
}

/// A bucket of a service that speaks S3.
#[derive(Clone, PartialEq, Eq)]
pub struct S3Config {
    /// `S3_ENDPOINT`; such as `https://s3.eu-central-1.amazonaws.com`. Plain http is for a service on the same machine.
    pub endpoint: String,
    /// `S3_BUCKET`; the bucket, which nothing else uses. Needed.
    pub bucket: String,
    /// What all names in the bucket begin with; empty for the store of files.
    pub prefix: String,
    /// `S3_REGION`; default us-east-1, which services of one's own mostly take.
    pub region: String,
    /// `S3_ACCESS_KEY`; needed.
    pub access_key: String,
    /// `S3_SECRET_KEY`; needed.
    pub secret_key: String,
}

impl FilesConfig {
    /// Reads the variables of this part.
    pub(super) fn read(environment: &Environment<'_>, mode: Mode) -> Result<Self, ConfigError> {
        let endpoint = environment.parsed(&S3_ENDPOINT, parse_endpoint)?;
        if endpoint.is_empty() {
            return Ok(Self::Folder(environment.parsed(&FILES_DIR, |value| {
                let folder = PathBuf::from(value);
                match mode {
                    Mode::Development if value.is_empty() => Ok(PathBuf::from(DEVELOPMENT_DIR)),
                    Mode::Production if !folder.is_absolute() => {
                        Err("an absolute path is needed, or S3_ENDPOINT".to_owned())
                    }
                    _ => Ok(folder),
                }
            })?));
        }
        Ok(Self::S3(S3Config {
            endpoint,
            bucket: environment.parsed(&S3_BUCKET, needed)?,
            prefix: String::new(),
            region: environment.parsed(&S3_REGION, needed)?,
            access_key: environment.parsed(&S3_ACCESS_KEY, needed)?,
            secret_key: environment.parsed(&S3_SECRET_KEY, needed)?,
        }))
    }
}

impl S3Config {
    /// A bucket of the service that keeps backups: `BACKUP_S3_ENDPOINT`, `BACKUP_S3_REGION`, `BACKUP_S3_ACCESS_KEY` and
    /// `BACKUP_S3_SECRET_KEY`, in place of each that is absent the variable of the store of files.
    pub(super) fn read_backup(
        environment: &Environment<'_>,
        bucket: &str,
        prefix: &str,
    ) -> Result<Self, ConfigError> {
        let endpoint = environment.parsed(
            environment.first(&BACKUP_S3_ENDPOINT, &S3_ENDPOINT)?,
            parse_endpoint,
        )?;
        if endpoint.is_empty() {
            return Err(ConfigError {
                variable: BACKUP_S3_ENDPOINT.name.to_owned(),
                value: String::new(),
                problem: "it is needed, or S3_ENDPOINT".to_owned(),
            });
        }
        Ok(Self {
            endpoint,
            bucket: bucket.to_owned(),
            prefix: prefix.to_owned(),
            region: environment.parsed(environment.first(&BACKUP_S3_REGION, &S3_REGION)?, needed)?,
            access_key: environment
                .parsed(environment.first(&BACKUP_S3_ACCESS_KEY, &S3_ACCESS_KEY)?, needed)?,
            secret_key: environment
                .parsed(environment.first(&BACKUP_S3_SECRET_KEY, &S3_SECRET_KEY)?, needed)?,
        })
    }
}

/// The address of a service; empty when it is absent.
fn parse_endpoint(value: &str) -> Result<String, String> {
    if value.is_empty() || value.starts_with("https://") || value.starts_with("http://") {
        Ok(value.trim_end_matches('/').to_owned())
    } else {
        Err("an address that begins with https:// is needed".to_owned())
    }
}

fn needed(value: &str) -> Result<String, String> {
    match value {
        "" => Err("it is needed with the endpoint of S3".to_owned()),
        value => Ok(value.to_owned()),
    }
}

impl std::fmt::Debug for S3Config {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("S3Config")
            .field("endpoint", &self.endpoint)
            .field("bucket", &self.bucket)
            .field("prefix", &self.prefix)
            .field("region", &self.region)
            .finish_non_exhaustive()
    }
}
