//! From a row to a provider that can be asked.

use std::sync::Arc;

use moyan_domain::{FieldProblem, PaymentMethod, SiteId};
use moyan_foundation::error::{AppError, Refusal};
use moyan_foundation::sealing::{Sealing, SealingError};
use moyan_foundation::state::AppState;
use moyan_payments::{
    Alipay, AlipayAccount, KeyProblem, PaymentError, PaymentProvider, Stripe, StripeAccount, WeChatPay,
    WeChatPayAccount, WeChatUrls,
};

use super::fields::{self, Texts, text_of};
use super::queries::MethodRow;

/// A method of a site, with its keys in hand.
#[derive(Clone)]
pub struct MethodInUse {
    /// Whose.
    pub site_id: SiteId,
    /// The method.
    pub method: PaymentMethod,
    /// Whether visitors may choose it.
    pub is_enabled: bool,
    /// Whether its orders are tests.
    pub is_test: bool,
    /// Who is asked.
    pub provider: Arc<dyn PaymentProvider>,
}

/// Where the keys of a method belong, as they are sealed.
fn place_of(site_id: SiteId, method: PaymentMethod) -> String {
    format!("{site_id}/{}", method.as_str())
}

/// The text that the keys are stored as.
pub(super) fn seal(
    sealing: &Sealing,
    site_id: SiteId,
    method: PaymentMethod,
    keys: &Texts,
) -> Result<String, AppError> {
    let text = serde_json::to_string(keys).map_err(|error| AppError::Internal(error.to_string()))?;
    sealing
        .seal(&place_of(site_id, method), &text)
        .map_err(refusal_of_sealing)
}

/// The keys of a row; none when there are none.
pub(super) fn open(
    sealing: &Sealing,
    site_id: SiteId,
    method: PaymentMethod,
    sealed: &str,
) -> Result<Texts, AppError> {
    let text = sealing
        .open(&place_of(site_id, method), sealed)
        .map_err(refusal_of_sealing)?;
    serde_json::from_str(&text).map_err(|_| AppError::Internal("sealed keys are no JSON".to_owned()))
}

fn refusal_of_sealing(error: SealingError) -> AppError {
    match error {
        SealingError::NoSecret | SealingError::CannotOpen => Refusal::MerchantKeysUnavailable.into(),
        SealingError::NoRandomness => AppError::Internal(error.to_string()),
    }
}

/// The settings of a row.
pub(super) fn settings_of(row: &MethodRow) -> Texts {
    serde_json::from_value(row.settings.clone()).unwrap_or_default()
}

/// The provider of a row; none for a method without one, or without keys.
pub(super) fn method_of(state: &AppState, row: &MethodRow) -> Result<Option<MethodInUse>, AppError> {
    let method = row.method;
    let Some(sealed) = &row.sealed_keys else {
        return Ok(None);
    };
    let keys = open(&state.sealing, row.site_id, method, sealed)?;
    let provider = provider_of(state, method, row.is_test, &settings_of(row), &keys)
        .map_err(|problem| AppError::Internal(format!("a stored key cannot be used: {problem:?}")))?;
    Ok(provider.map(|provider| MethodInUse {
        site_id: row.site_id,
        method,
        is_enabled: row.is_enabled,
        is_test: row.is_test,
        provider,
    }))
}

/// A provider with these settings and keys.
pub(super) fn provider_of(
    state: &AppState,
    method: PaymentMethod,
    is_test: bool,
    settings: &Texts,
    keys: &Texts,
) -> Result<Option<Arc<dyn PaymentProvider>>, KeyProblem> {
    let (http, clock, urls) = (state.provider_http.clone(), state.clock.clone(), &state.payments);
    Ok(match method {
        PaymentMethod::Manual | PaymentMethod::Free => None,
        PaymentMethod::Stripe => {
            let account = StripeAccount {
                secret_key: text_of(keys, "secretKey").trim(),
                webhook_secret: text_of(keys, "webhookSecret").trim(),
                is_test,
            };
            Some(Arc::new(Stripe::new(account, &urls.stripe_api_url, http, clock)?))
        }
        PaymentMethod::WechatPay => {
            let account = WeChatPayAccount {
                app_id: text_of(settings, "appId"),
                merchant_id: text_of(settings, "merchantId"),
                certificate_serial: text_of(settings, "serial"),
                private_key: text_of(keys, "privateKey"),
                api_v3_key: text_of(keys, "apiV3Key").trim(),
                provider_key: text_of(keys, "publicKey"),
                public_key_id: text_of(settings, "publicKeyId"),
                second_key: fields::uses_second_key(settings).then(|| {
                    (
                        text_of(keys, fields::SECOND_KEY),
                        text_of(settings, fields::SECOND_KEY_ID),
                    )
                }),
                app_secret: fields::uses_jsapi(settings).then(|| text_of(keys, fields::APP_SECRET).trim()),
            };
            let urls = WeChatUrls {
                pay_api: &urls.wechat_pay_api_url,
                api: &urls.wechat_api_url,
                login: &urls.wechat_login_url,
            };
            Some(Arc::new(WeChatPay::new(account, urls, http, clock)?))
        }
        PaymentMethod::Alipay => {
            let account = AlipayAccount {
                app_id: text_of(settings, "appId"),
                seller_id: text_of(settings, "sellerId"),
                private_key: text_of(keys, "privateKey"),
                provider_key: text_of(keys, "alipayPublicKey"),
                has_codes: text_of(settings, "usesCodes") == "true",
            };
            let url = if is_test {
                &urls.alipay_sandbox_url
            } else {
                &urls.alipay_gateway_url
            };
            Some(Arc::new(Alipay::new(account, url, http, clock)?))
        }
    })
}

/// How keys are refused that are no keys: by their field.
pub(super) fn invalid(method: PaymentMethod, problem: KeyProblem) -> AppError {
    let names = fields::keys_of(method);
    let name = match problem {
        KeyProblem::Id => return AppError::invalid("settings.publicKeyId", FieldProblem::Required),
        KeyProblem::SecondId => {
            return AppError::invalid(
                format!("settings.{}", fields::SECOND_KEY_ID),
                FieldProblem::Required,
            );
        }
        KeyProblem::SecondProvider => Some(&fields::SECOND_KEY),
        KeyProblem::Private => names.first(),
        KeyProblem::Provider => names.last(),
        KeyProblem::Decryption => names.get(1),
    };
    let field = format!("keys.{}", name.copied().unwrap_or_default());
    AppError::invalid(field, FieldProblem::KeyInvalid)
}

/// How the merchant's own key is refused where the provider's belongs: by its field.
pub(super) fn own_key(method: PaymentMethod) -> AppError {
    let name = fields::keys_of(method).last().copied().unwrap_or_default();
    AppError::invalid(format!("keys.{name}"), FieldProblem::KeyOwn)
}

/// How a failure of a provider is answered. Its cause is logged: it holds codes and no keys.
pub fn refusal_of(error: &PaymentError) -> AppError {
    tracing::warn!(%error, "a payment provider did not do what it was asked");
    match error {
        PaymentError::Unavailable(_) | PaymentError::Answer(_) => Refusal::ProviderUnavailable.into(),
        PaymentError::Keys(_) => Refusal::ProviderKeysRefused.into(),
        PaymentError::ForeignKey(_) => Refusal::ProviderKeyForeign.into(),
        PaymentError::Refused(_) => Refusal::ProviderRefused.into(),
        PaymentError::UnderWay => Refusal::OrderTransition.into(),
    }
}
