//! Wire structs.

use serde::Serialize;

/// Answer of `GET /api/health`.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct HealthDto {
    /// Always `ok`: a server that cannot answer does not.
    pub status: &'static str,
}

/// Answer of `GET /api/version`.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct VersionDto {
    /// The version of this binary, as `moyan --version` prints it.
    pub version: &'static str,
}
