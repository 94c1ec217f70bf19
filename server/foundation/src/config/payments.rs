//! How sites are paid: the secret of their merchant keys, and where providers are.

use super::{ConfigError, Environment, Mode, Variable};

const MERCHANT_KEYS_SECRET: Variable = Variable::secret("MERCHANT_KEYS_SECRET");
const MERCHANT_KEYS_SECRET_PREVIOUS: Variable = Variable::secret("MERCHANT_KEYS_SECRET_PREVIOUS");
const STRIPE_API_URL: Variable = Variable::new("STRIPE_API_URL", Some("https://api.stripe.com"));
const WECHAT_PAY_API_URL: Variable =
    Variable::new("WECHAT_PAY_API_URL", Some("https://api.mch.weixin.qq.com"));
const WECHAT_API_URL: Variable = Variable::new("WECHAT_API_URL", Some("https://api.weixin.qq.com"));
const WECHAT_LOGIN_URL: Variable = Variable::new(
    "WECHAT_LOGIN_URL",
    Some("https://open.weixin.qq.com/connect/oauth2/authorize"),
);
const ALIPAY_GATEWAY_URL: Variable = Variable::new(
    "ALIPAY_GATEWAY_URL",
    Some("https://openapi.alipay.com/gateway.do"),
);
const ALIPAY_SANDBOX_URL: Variable = Variable::new(
    "ALIPAY_SANDBOX_URL",
    Some("https://openapi-sandbox.dl.alipaydev.com/gateway.do"),
);

/// The variables of this part.
pub const VARIABLES: [Variable; 8] = [
    MERCHANT_KEYS_SECRET,
    MERCHANT_KEYS_SECRET_PREVIOUS,
    STRIPE_API_URL,
    WECHAT_PAY_API_URL,
    WECHAT_API_URL,
    WECHAT_LOGIN_URL,
    ALIPAY_GATEWAY_URL,
    ALIPAY_SANDBOX_URL,
];

/// Bytes that a secret needs at least.
const SECRET_MIN_BYTES: usize = 32;
/// What seals in development, so that keys are readable after the next start.
const SECRET_OF_DEVELOPMENT: &str = "merchant keys of development only";

/// How sites are paid.
#[derive(Clone, PartialEq, Eq)]
pub struct PaymentsConfig {
    /// `MERCHANT_KEYS_SECRET`; 32 bytes at least. Seals the merchant keys of sites. Without it, in production, sites
    /// have no payment provider.
    pub merchant_keys_secret: Option<String>,
    /// `MERCHANT_KEYS_SECRET_PREVIOUS`; the secret before it, which still opens what it sealed.
    pub merchant_keys_secret_previous: Option<String>,
    /// `STRIPE_API_URL`; default `https://api.stripe.com`.
    pub stripe_api_url: String,
    /// `WECHAT_PAY_API_URL`; default `https://api.mch.weixin.qq.com`.
    pub wechat_pay_api_url: String,
    /// `WECHAT_API_URL`; default `https://api.weixin.qq.com`. Says who pays inside WeChat.
    pub wechat_api_url: String,
    /// `WECHAT_LOGIN_URL`; default `https://open.weixin.qq.com/connect/oauth2/authorize`.
    pub wechat_login_url: String,
    /// `ALIPAY_GATEWAY_URL`; default `https://openapi.alipay.com/gateway.do`.
    pub alipay_gateway_url: String,
    /// `ALIPAY_SANDBOX_URL`; default `https://openapi-sandbox.dl.alipaydev.com/gateway.do`. For methods in test mode.
    pub alipay_sandbox_url: String,
}

impl PaymentsConfig {
    /// Reads the variables of this part.
    pub(super) fn read(environment: &Environment<'_>, mode: Mode) -> Result<Self, ConfigError> {
        let secret = |value: &str| match value.len() {
            0 => Ok(None),
            SECRET_MIN_BYTES.. => Ok(Some(value.to_owned())),
            _ => Err(format!("at least {SECRET_MIN_BYTES} bytes are needed")),
        };
        let url = |value: &str| {
            let is_url = value.starts_with("https://") || value.starts_with("http://");
            if is_url && !value.ends_with('/') {
                Ok(value.to_owned())
            } else {
                Err("an address that begins with https:// and does not end with / is needed".to_owned())
            }
        };
        let of_development = (mode == Mode::Development).then(|| SECRET_OF_DEVELOPMENT.to_owned());
        Ok(Self {
            merchant_keys_secret: environment
                .parsed(&MERCHANT_KEYS_SECRET, secret)?
                .or(of_development),
            merchant_keys_secret_previous: environment.parsed(&MERCHANT_KEYS_SECRET_PREVIOUS, secret)?,
            stripe_api_url: environment.parsed(&STRIPE_API_URL, url)?,
            wechat_pay_api_url: environment.parsed(&WECHAT_PAY_API_URL, url)?,
            wechat_api_url: environment.parsed(&WECHAT_API_URL, url)?,
            wechat_login_url: environment.parsed(&WECHAT_LOGIN_URL, url)?,
            alipay_gateway_url: environment.parsed(&ALIPAY_GATEWAY_URL, url)?,
            alipay_sandbox_url: environment.parsed(&ALIPAY_SANDBOX_URL, url)?,
        })
    }
}

impl std::fmt::Debug for PaymentsConfig {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("PaymentsConfig")
            .field("has_merchant_keys_secret", &self.merchant_keys_secret.is_some())
            .field("stripe_api_url", &self.stripe_api_url)
            .field("wechat_pay_api_url", &self.wechat_pay_api_url)
            .field("alipay_gateway_url", &self.alipay_gateway_url)
            .finish_non_exhaustive()
    }
}
