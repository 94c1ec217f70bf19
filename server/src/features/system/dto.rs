//! Wire structs.

use moyan_domain::IdentityType;
use serde::Serialize;
use utoipa::ToSchema;

/// Answer of `GET /api/health`.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct HealthDto {
    /// Always `ok`: a server that cannot answer does not.
    pub status: &'static str,
}

/// Answer of `GET /api/version`.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct VersionDto {
    /// The version of this binary, as `moyan --version` prints it.
    pub version: &'static str,
}

/// Answer of `GET /api/config`: what the screens need to know about this server before anybody logs in.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ConfigDto {
    /// The ways to log in, in the order of the tabs; empty when there is none.
    pub login_methods: Vec<IdentityType>,
    /// The ways to register; empty when there is none.
    pub register_methods: Vec<IdentityType>,
    /// True when a password can be reset.
    pub is_reset_enabled: bool,
    /// Characters that a password needs at least.
    pub password_min_chars: usize,
    /// Characters that a nickname needs at least.
    pub nickname_min_chars: usize,
    /// The ID of a messaging app to contact about plans; absent when none is set.
    pub contact_id: Option<String>,
    /// Sites that show what Moyan publishes; absent when there are none.
    pub demo_sites: Option<DemoSitesDto>,
    /// True while changes are refused for maintenance.
    pub is_read_only: bool,
}

/// A published site in each language, as paths of this origin that redirect to them.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DemoSitesDto {
    /// The one in Chinese.
    pub zh_cn: String,
    /// The one in English.
    pub en: String,
}
