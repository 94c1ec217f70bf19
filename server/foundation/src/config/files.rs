//! Where uploaded files are kept.

use std::path::PathBuf;

use super::{ConfigError, Environment, Mode, Variable};

const FILES_DIR: Variable = Variable::new("FILES_DIR", None);
const S3_ENDPOINT: Variable = Variable::new("S3_ENDPOINT", None);
const S3_BUCKET: Variable = Variable::new("S3_BUCKET", None);
const S3_REGION: Variable = Variable::new("S3_REGION", Some("us-east-1"));
const S3_ACCESS_KEY: Variable = Variable::secret("S3_ACCESS_KEY");
const S3_SECRET_KEY: Variable = Variable::secret("S3_SECRET_KEY");

/// The variables of this part.
pub const VARIABLES: [Variable; 6] = [
    FILES_DIR,
    S3_ENDPOINT,
    S3_BUCKET,
    S3_REGION,
    S3_ACCESS_KEY,
    S3_SECRET_KEY,
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
        let endpoint = environment.parsed(&S3_ENDPOINT, |value| {
            if value.is_empty() || value.starts_with("https://") || value.starts_with("http://") {
                Ok(value.trim_end_matches('/').to_owned())
            } else {
                Err("an address that begins with https:// is needed".to_owned())
            }
        })?;
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
        let needed = |value: &str| match value {
            "" => Err("it is needed with S3_ENDPOINT".to_owned()),
            value => Ok(value.to_owned()),
        };
        Ok(Self::S3(S3Config {
            endpoint,
            bucket: environment.parsed(&S3_BUCKET, needed)?,
            region: environment.parsed(&S3_REGION, needed)?,
            access_key: environment.parsed(&S3_ACCESS_KEY, needed)?,
            secret_key: environment.parsed(&S3_SECRET_KEY, needed)?,
        }))
    }
}

impl std::fmt::Debug for S3Config {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("S3Config")
            .field("endpoint", &self.endpoint)
            .field("bucket", &self.bucket)
            .field("region", &self.region)
            .finish_non_exhaustive()
    }
}
