//! Wire structs.

use chrono::{DateTime, Utc};
use moyan_domain::limits::REDEEM_CODES_PER_BATCH;
use moyan_domain::{PackageId, RedeemBatchId};
use moyan_foundation::schema_limits::number;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

/// Redeem codes that were made together.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RedeemBatchDto {
    /// The batch.
    pub id: RedeemBatchId,
    /// The package that a code gives, by its name at that time.
    pub package_name: String,
    /// Codes in it.
    pub n_codes: i32,
    /// Codes that were used.
    pub n_used: i64,
    /// What the creator noted.
    pub note: String,
    /// When codes that were not used end.
    pub ends_at: Option<DateTime<Utc>>,
    /// When codes that were not used were taken back.
    pub revoked_at: Option<DateTime<Utc>>,
    /// When it was made.
    pub created_at: DateTime<Utc>,
    /// Who made it; none when the account is gone.
    pub created_by_nickname: Option<String>,
}

/// A new batch.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CreateRedeemBatchRequest {
    /// The package that a code gives.
    pub package_id: PackageId,
    /// How many.
    #[schema(example = json!(number(1..=REDEEM_CODES_PER_BATCH)))]
    pub n_codes: u32,
    /// A note, at most 200 characters.
    #[serde(default)]
    pub note: String,
    /// When codes that were not used end.
    pub ends_at: Option<DateTime<Utc>>,
}

/// A batch with its codes, which nothing shows again.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CreatedRedeemBatchDto {
    /// The batch.
    pub batch: RedeemBatchDto,
    /// Its codes, in four groups of four.
    pub codes: Vec<String>,
}

/// A redeem code by its last characters, and who used it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RedeemCodeDto {
    /// The code.
    pub id: Uuid,
    /// Its last four characters.
    pub tail: String,
    /// The address of the visitor who used it; none when nobody did or the account is gone.
    pub used_by_identifier: Option<String>,
    /// When it was used.
    pub used_at: Option<DateTime<Utc>>,
}
