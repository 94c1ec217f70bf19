//! Wire structs.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use moyan_domain::{MethodProblem, PaymentMethod, RefusedReason};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::queries::RefusedRow;

/// A way to be paid.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PaymentMethodDto {
    /// Which one: never `free`.
    pub method: PaymentMethod,
    /// True when visitors may choose it.
    pub is_enabled: bool,
    /// True when orders are tests: members by such orders count only as long as this is so.
    pub is_test: bool,
    /// What everybody of the team may read, by name. `manual`: `wechatQrUrl`, `alipayQrUrl`, `instructions`;
    /// `stripe`: `publishableKey`; `wechatPay`: `appId`, `merchantId`, `serial` of the merchant's certificate,
    /// `publicKeyId`, `usesJsapi` (`true` for payments inside WeChat), `usesSecondKey` (`true` to take a second key too) with
    /// `secondPublicKeyId`; `alipay`: `appId`, `sellerId`, `usesCodes` (`true` for codes on computers).
    pub settings: BTreeMap<String, String>,
    /// True when keys are set. They are never read back.
    pub has_keys: bool,
    /// Where the provider tells what happened; none for `manual`.
    pub hook_url: Option<String>,
    /// What the provider said of the keys when it was asked last; none when they do what they are for. `keysRefused`: it
    /// does not accept them. `foreignKey`: it does not sign with the key that is set as its own. `disputesRefused`: they
    /// may not read disputes, so that one whose notification gets lost is not seen. `providerUnavailable`: it could not be
    /// reached when they were saved.
    pub problem: Option<MethodProblem>,
    /// The notifications that were refused in the last days, because of the keys; none when none was.
    pub refused: Option<RefusedNotificationsDto>,
}

/// Notifications that the hook of a method refused. The provider sends them again.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RefusedNotificationsDto {
    /// How many, within a day; at most one in a minute counts.
    pub count: i32,
    /// Why the last one was. `serial`: it names a key that is not set, or none, as behind a proxy that drops headers.
    /// `signature`: it is not signed by the key that is set.
    pub reason: RefusedReason,
    /// When the last one was.
    pub last_at: DateTime<Utc>,
}

impl RefusedNotificationsDto {
    /// What is shown of a row.
    pub(super) fn of(row: RefusedRow) -> Option<Self> {
        Some(Self {
            count: row.n_refused,
            reason: RefusedReason::parse(row.refused_reason.as_deref()?)?,
            last_at: row.refused_at?,
        })
    }
}

/// A way to be paid as it shall be.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SavePaymentMethodRequest {
    /// True when visitors may choose it. Everything that it needs is set then.
    pub is_enabled: bool,
    /// True when orders are tests.
    pub is_test: bool,
    /// What everybody of the team may read, by name.
    pub settings: BTreeMap<String, String>,
    /// Keys that replace those that are set, by name; others stay. `stripe`: `secretKey`, `webhookSecret`;
    /// `wechatPay`: `privateKey`, `apiV3Key`, `publicKey` (or the platform certificate), and with `usesJsapi` the
    /// Official Account's `appSecret`, with `usesSecondKey` the `secondPublicKey`; `alipay`: `privateKey`, `alipayPublicKey`.
    #[serde(default)]
    #[schema(required = false)]
    pub keys: Option<BTreeMap<String, String>>,
}
