//! JSAPI: paying inside WeChat. The payer logs in at the creator's Official Account without being asked anything, and
//! WeChat Pay takes the order for the ID that the payer has there.
//!
//! Sources: developers.weixin.qq.com/doc/service/guide/h5/auth.html (the login); WeChat Pay API v3 for merchants: JSAPI
//! ordering, calling the payment from JSAPI, and its signature.

use serde::Deserialize;
use serde_json::{Value, json};
use ureq::http::Request;

use crate::http::unwritable;
use crate::{PaymentError, PaymentOrder, ProviderHttp};

/// The Official Account that payers log in at.
pub(super) struct OfficialAccount {
    app_id: String,
    app_secret: String,
    login_url: String,
    api_url: String,
}

/// What the login's code is exchanged for: the payer's ID, or a failure.
#[derive(Deserialize)]
struct Exchanged {
    #[serde(default)]
    openid: String,
    #[serde(default)]
    errcode: i64,
}

impl OfficialAccount {
    pub fn new(app_id: &str, app_secret: &str, login_url: &str, api_url: &str) -> Self {
        Self {
            app_id: app_id.to_owned(),
            app_secret: app_secret.to_owned(),
            login_url: login_url.to_owned(),
            api_url: api_url.to_owned(),
        }
    }

    /// The page of the login. It leads back to the page of the order, which begins the payment then.
    pub fn login(&self, order: &PaymentOrder) -> Result<String, PaymentError> {
        let unwritable = |error: url::ParseError| PaymentError::Answer(error.to_string());
        let mut back = url::Url::parse(&order.return_url).map_err(unwritable)?;
        back.query_pairs_mut().append_pair("go", "1");
        let mut url = url::Url::parse(&self.login_url).map_err(unwritable)?;
        // WeChat wants them in this order.
        url.query_pairs_mut()
            .append_pair("appid", &self.app_id)
            .append_pair("redirect_uri", back.as_str())
            .append_pair("response_type", "code")
            .append_pair("scope", "snsapi_base")
            .append_pair("state", &order.login.state);
        url.set_fragment(Some("wechat_redirect"));
        Ok(url.into())
    }

    /// The payer's ID, for the code of a login. A code counts once, for five minutes.
    pub fn payer_id(&self, http: &ProviderHttp, code: &str) -> Result<String, PaymentError> {
        let query = url::form_urlencoded::Serializer::new(String::new())
            .append_pair("appid", &self.app_id)
            .append_pair("secret", &self.app_secret)
            .append_pair("code", code)
            .append_pair("grant_type", "authorization_code")
            .finish();
        let request = Request::get(format!("{}/sns/oauth2/access_token?{query}", self.api_url))
            .body(String::new())
            .map_err(unwritable)?;
        let answer = http.send(super::PROVIDER, request)?.in_order()?;
        let exchanged: Exchanged =
            serde_json::from_str(&answer.body).map_err(|error| PaymentError::Answer(error.to_string()))?;
        match exchanged {
            Exchanged { openid, .. } if !openid.is_empty() => Ok(openid),
            // The secret is wrong, or its application is.
            Exchanged {
                errcode: errcode @ (40_001 | 40_013 | 40_125),
                ..
            } => Err(PaymentError::Keys(errcode.to_string())),
            Exchanged { errcode, .. } => Err(PaymentError::Refused(errcode.to_string())),
        }
    }

    /// What the page hands to WeChat. `sign` signs as the merchant.
    pub fn call(
        &self,
        prepay_id: &str,
        timestamp: i64,
        nonce: &str,
        sign: impl Fn(&str) -> Option<String>,
    ) -> Option<Value> {
        let (app_id, package) = (&self.app_id, format!("prepay_id={prepay_id}"));
        let signature = sign(&format!("{app_id}\n{timestamp}\n{nonce}\n{package}\n"))?;
        Some(json!({
            "appId": app_id, "timeStamp": timestamp.to_string(), "nonceStr": nonce, "package": package,
            "signType": "RSA", "paySign": signature,
        }))
    }
}
