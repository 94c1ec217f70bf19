//! Wire structs.

use chrono::{DateTime, Utc};
use moyan_domain::{CouponId, PackageId};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A coupon.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CouponDto {
    /// The coupon.
    pub id: CouponId,
    /// What a visitor types: capitals, digits and hyphens.
    pub code: String,
    /// Percent of the price that it takes off, 1 to 100; none when it takes an amount off.
    pub percent_off: Option<i32>,
    /// The amount that it takes off, in fen (CNY); none when it takes a part off.
    pub amount_off_fen: Option<i64>,
    /// The packages that it is for; all when the list is empty.
    pub package_ids: Vec<PackageId>,
    /// From when it can be used.
    pub starts_at: Option<DateTime<Utc>>,
    /// Until when it can be used.
    pub ends_at: Option<DateTime<Utc>>,
    /// How often it can be used in all.
    pub max_uses: Option<i32>,
    /// How often one visitor can use it.
    pub max_uses_per_visitor: Option<i32>,
    /// Orders that use it; those that were closed or rejected do not count.
    pub n_uses: i32,
    /// True when it cannot be used any more.
    pub is_archived: bool,
    /// When it was made.
    pub created_at: DateTime<Utc>,
}

/// What a new coupon is. Either `percentOff` or `amountOffFen` is given. What else is absent has no bound.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CreateCouponRequest {
    /// 3 to 32 letters, digits and hyphens; small letters become capitals.
    pub code: String,
    /// Percent of the price that it takes off, 1 to 100.
    pub percent_off: Option<i32>,
    /// The amount that it takes off, in fen (CNY).
    pub amount_off_fen: Option<i64>,
    /// The packages that it is for; all when the list is empty.
    #[serde(default)]
    pub package_ids: Vec<PackageId>,
    /// From when it can be used.
    pub starts_at: Option<DateTime<Utc>>,
    /// Until when it can be used.
    pub ends_at: Option<DateTime<Utc>>,
    /// How often it can be used in all.
    pub max_uses: Option<i32>,
    /// How often one visitor can use it.
    pub max_uses_per_visitor: Option<i32>,
}

/// The terms of a coupon as they are from now on, and whether it can be used. What is absent has no bound.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UpdateCouponRequest {
    /// The packages that it is for; all when the list is empty.
    #[serde(default)]
    pub package_ids: Vec<PackageId>,
    /// From when it can be used.
    pub starts_at: Option<DateTime<Utc>>,
    /// Until when it can be used.
    pub ends_at: Option<DateTime<Utc>>,
    /// How often it can be used in all.
    pub max_uses: Option<i32>,
    /// How often one visitor can use it.
    pub max_uses_per_visitor: Option<i32>,
    /// True when it cannot be used any more.
    pub is_archived: bool,
}

/// For what, when and how often a coupon can be used.
#[derive(Clone, Debug)]
pub struct CouponTerms {
    /// The packages that it is for; all when the list is empty.
    pub package_ids: Vec<PackageId>,
    /// From when it can be used.
    pub starts_at: Option<DateTime<Utc>>,
    /// Until when it can be used.
    pub ends_at: Option<DateTime<Utc>>,
    /// How often it can be used in all.
    pub max_uses: Option<i32>,
    /// How often one visitor can use it.
    pub max_uses_per_visitor: Option<i32>,
}

impl CreateCouponRequest {
    /// Its terms.
    pub fn terms(&self) -> CouponTerms {
        CouponTerms {
            package_ids: self.package_ids.clone(),
            starts_at: self.starts_at,
            ends_at: self.ends_at,
            max_uses: self.max_uses,
            max_uses_per_visitor: self.max_uses_per_visitor,
        }
    }
}

impl UpdateCouponRequest {
    /// Its terms.
    pub fn terms(&self) -> CouponTerms {
        CouponTerms {
            package_ids: self.package_ids.clone(),
            starts_at: self.starts_at,
            ends_at: self.ends_at,
            max_uses: self.max_uses,
            max_uses_per_visitor: self.max_uses_per_visitor,
        }
    }
}
