//! Signatures of requests, answers and notifications.
//!
//! Sources: WeChat Pay API v3 for merchants: signing requests, verifying signatures with the public key, verifying
//! signatures with the platform certificate; pay.weixin.qq.com/doc/v3/merchant/4012154180 (changing from the certificate
//! to the public key: meanwhile either of them signs).

use chrono::{DateTime, Utc};
use moyan_domain::limits::NOTIFICATION_WINDOW_S;
use rand::Rng as _;

use super::super::NotificationError;
use super::super::rsa::{PrivateKey, PublicKey, is_signature};

/// How every signature is made.
const SCHEMA: &str = "WECHATPAY2-SHA256-RSA2048";

/// Signs requests as a merchant.
pub(super) struct Signer {
    merchant_id: String,
    certificate_serial: String,
    key: PrivateKey,
}

impl Signer {
    pub fn new(merchant_id: &str, certificate_serial: &str, key: PrivateKey) -> Self {
        Self {
            merchant_id: merchant_id.to_owned(),
            certificate_serial: certificate_serial.to_owned(),
            key,
        }
    }

    /// The header of a request. `path` is what follows the host, with its query.
    pub fn authorization(&self, method: &str, path: &str, body: &str, now: DateTime<Utc>) -> Option<String> {
        self.authorization_with(method, path, body, now.timestamp(), &nonce())
    }

    /// The signature of a text.
    pub fn sign(&self, message: &str) -> Option<String> {
        self.key.sign(message.as_bytes())
    }

    fn authorization_with(
        &self,
        method: &str,
        path: &str,
        body: &str,
        timestamp: i64,
        nonce: &str,
    ) -> Option<String> {
        let message = format!("{method}\n{path}\n{timestamp}\n{nonce}\n{body}\n");
        let signature = self.sign(&message)?;
        let (merchant_id, serial) = (&self.merchant_id, &self.certificate_serial);
        Some(format!(
            "{SCHEMA} mchid=\"{merchant_id}\",nonce_str=\"{nonce}\",signature=\"{signature}\",\
             timestamp=\"{timestamp}\",serial_no=\"{serial}\""
        ))
    }
}

/// 32 characters that were never used before.
pub(super) fn nonce() -> String {
    format!("{:032X}", rand::rng().random::<u128>())
}

/// Whether the headers have the form of a signature. Behind some proxies the number of the key is not among them.
pub(super) fn is_signed(header: &dyn Fn(&str) -> Option<String>) -> bool {
    let has = |name, is_right: fn(&str) -> bool| header(name).is_some_and(|text| is_right(&text));
    has("wechatpay-timestamp", |text| text.parse::<i64>().is_ok())
        && has("wechatpay-nonce", |text| !text.is_empty())
        && has("wechatpay-signature", is_signature)
}

/// Proves that WeChat Pay said something.
pub(super) struct Verifier {
    key_id: String,
    key: PublicKey,
    second: Option<(String, PublicKey)>,
}

impl Verifier {
    /// With a public key and its ID, or a certificate, whose serial number is its ID.
    pub fn new(public_key_id: &str, key: PublicKey) -> Self {
        Self {
            key_id: key.serial().unwrap_or(public_key_id).to_owned(),
            key,
            second: None,
        }
    }

    /// With another key that counts too.
    pub fn or(mut self, public_key_id: &str, key: PublicKey) -> Self {
        let id = key.serial().unwrap_or(public_key_id).to_owned();
        self.second = Some((id, key));
        self
    }

    /// The key with this ID.
    fn key_of(&self, id: &str) -> Option<&PublicKey> {
        if id.eq_ignore_ascii_case(&self.key_id) {
            return Some(&self.key);
        }
        let (_, key) = self
            .second
            .as_ref()
            .filter(|(second, _)| id.eq_ignore_ascii_case(second))?;
        Some(key)
    }

    /// Whether the headers name a key that is set.
    pub fn is_named(&self, header: &dyn Fn(&str) -> Option<String>) -> bool {
        header("wechatpay-serial").is_some_and(|serial| self.key_of(&serial).is_some())
    }

    /// Whether one of the keys is the merchant's own.
    pub fn has_key_of(&self, signer: &Signer) -> bool {
        let second = self.second.as_ref().map(|(_, key)| key);
        let mut keys = [Some(&self.key), second].into_iter().flatten();
        keys.any(|key| signer.key.is_pair_of(key))
    }

    /// The ID of the key that answers are to be signed with.
    pub fn key_id(&self) -> &str {
        &self.key_id
    }

    /// Looks at the headers of an answer or a notification, and at its body as it came.
    pub fn verify(
        &self,
        header: &dyn Fn(&str) -> Option<String>,
        body: &[u8],
        now: DateTime<Utc>,
    ) -> Result<(), NotificationError> {
        let needed = |name| header(name).ok_or(NotificationError::Signature);
        let timestamp = needed("wechatpay-timestamp")?;
        let nonce = needed("wechatpay-nonce")?;
        let signature = needed("wechatpay-signature")?;
        let serial = header("wechatpay-serial").ok_or(NotificationError::Serial)?;
        let key = self.key_of(&serial).ok_or(NotificationError::Serial)?;
        // Also those that WeChat Pay makes wrong on purpose, to see whether they are refused.
        let message = [timestamp.as_bytes(), b"\n", nonce.as_bytes(), b"\n", body, b"\n"].concat();
        if !key.verify(&message, &signature) {
            return Err(NotificationError::Signature);
        }
        let seconds: i64 = timestamp.parse().map_err(|_| NotificationError::Timestamp)?;
        if now.timestamp().abs_diff(seconds) > NOTIFICATION_WINDOW_S {
            return Err(NotificationError::Timestamp);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::rsa::tests::{MERCHANT_KEY, MERCHANT_PUBLIC_KEY};
    use super::*;

    const NOW: i64 = 1_722_850_421;
    const KEY_ID: &str = "PUB_KEY_ID_0000000000000024101100397200000006";

    /// Verifies an answer as the documentation shows it, signed by a known key, after this was done to it.
    fn verified(
        change: impl Fn(&str, String) -> Option<String>,
        body: &str,
        now: i64,
    ) -> Result<(), NotificationError> {
        let nonce = "d824f2e086d3c1df967785d13fcd22ef";
        let signed = format!("{NOW}\n{nonce}\n{{\"code_url\":\"weixin://wxpay/bizpayurl?pr=JyC91EIz1\"}}\n");
        let signature = PrivateKey::parse(MERCHANT_KEY)
            .unwrap()
            .sign(signed.as_bytes())
            .unwrap();
        let header = |name: &str| {
            let value = match name {
                "wechatpay-timestamp" => NOW.to_string(),
                "wechatpay-nonce" => nonce.to_owned(),
                "wechatpay-signature" => signature.clone(),
                "wechatpay-serial" => KEY_ID.to_owned(),
                _ => return None,
            };
            change(name, value)
        };
        let verifier = Verifier::new(KEY_ID, PublicKey::parse(MERCHANT_PUBLIC_KEY).unwrap());
        let now = DateTime::from_timestamp(now, 0).unwrap();
        verifier.verify(&header, body.as_bytes(), now)
    }

    const BODY: &str = r#"{"code_url":"weixin://wxpay/bizpayurl?pr=JyC91EIz1"}"#;

    #[test]
    fn an_answer_is_believed_for_five_minutes() {
        let same = |_: &str, value| Some(value);
        assert_eq!(verified(same, BODY, NOW), Ok(()));
        assert_eq!(verified(same, BODY, NOW + 300), Ok(()));
        assert_eq!(verified(same, BODY, NOW + 301), Err(NotificationError::Timestamp));
        assert_eq!(verified(same, BODY, NOW - 301), Err(NotificationError::Timestamp));
        assert_eq!(verified(same, "{}", NOW), Err(NotificationError::Signature));
    }

    /// Source: github.com/wechatpay-apiv3/wechatpay-go, core/notify/notify_test.go: certificate, headers and body.
    #[test]
    fn the_example_of_wechat_pays_own_library_is_signed() {
        const CERTIFICATE: &str = include_str!("../../../tests/keys/wechatpay_go.certificate.pem");
        const NOTIFICATION: &str = include_str!("../../../tests/keys/wechatpay_go.notification.json");
        const SIGNATURE: &str = "tJHIiIS9eB2hAYstmAmbbD3ZE5LiIm/Ug5tuL4fC0YOFRWIHV39UFIZXC0e9Wl6lBu6sKvkqDkzpqzBsVHyXFlbYZTOQrVdG4b6L\
            fTnK4mikv9++ixJMd3vTf2yCqvBkh98zs3Ds5zsYQakzbcwhmw4fMJs4nPLws28H0UW9FjDR//rxELLwXvV1VEA1IBLX70xptjL8\
            hrfUjEE8kkry6yNJTHZRU8CAc7qHli2Ng1V1qb9ARbK8A3ThmFmPQvRGrapI/jS2laKKgYUmfdEdkNO6B2Cke5e8VTxY406ArAmQ\
            90GAihDwIcb16TQMnzCMBoutnwZKNiKRACrFmtxw2Q==";
        let header = |name: &str| {
            let value = match name {
                "wechatpay-timestamp" => "1624523846",
                "wechatpay-nonce" => "EcZ9Cmy4Xyx1i6RlJQzLcCyEqDa26NBz",
                "wechatpay-signature" => SIGNATURE,
                "wechatpay-serial" => "D7CE59D1F522D701",
                _ => return None,
            };
            Some(value.to_owned())
        };
        let verifier = Verifier::new("", PublicKey::parse(CERTIFICATE).unwrap());
        let at = |seconds| DateTime::from_timestamp(seconds, 0).unwrap();
        let verify = |body: &str| verifier.verify(&header, body.as_bytes(), at(1_624_523_900));
        assert_eq!(verify(NOTIFICATION), Ok(()));
        let other = NOTIFICATION.replace("payscore", "payscope");
        assert_eq!(verify(&other), Err(NotificationError::Signature));
    }

    #[test]
    fn every_header_counts() {
        for name in [
            "wechatpay-timestamp",
            "wechatpay-nonce",
            "wechatpay-signature",
            "wechatpay-serial",
        ] {
            let refused = match name {
                "wechatpay-serial" => NotificationError::Serial,
                _ => NotificationError::Signature,
            };
            let without = |header: &str, value| (header != name).then_some(value);
            assert_eq!(verified(without, BODY, NOW), Err(refused), "{name}");
            let other = |header: &str, value: String| {
                Some(if header == name {
                    value.replace(['1', '2'], "3")
                } else {
                    value
                })
            };
            assert_eq!(verified(other, BODY, NOW), Err(refused), "{name}");
        }
    }

    #[test]
    fn a_nonce_has_32_characters_and_never_comes_again() {
        let first = nonce();
        assert_eq!(first.len(), 32);
        assert!(first.bytes().all(|byte| byte.is_ascii_hexdigit()));
        assert_ne!(nonce(), first);
    }

    #[test]
    fn answers_are_asked_for_by_the_id_of_the_key_or_the_serial_number_of_the_certificate() {
        const CERTIFICATE: &str = include_str!("../../../tests/keys/wechatpay_go.certificate.pem");
        let of = |text| Verifier::new(KEY_ID, PublicKey::parse(text).unwrap());
        assert_eq!(of(MERCHANT_PUBLIC_KEY).key_id(), KEY_ID);
        assert_eq!(of(CERTIFICATE).key_id(), "D7CE59D1F522D701");
    }

    #[test]
    fn a_probe_is_refused() {
        let probe = |header: &str, value: String| {
            let is_signature = header == "wechatpay-signature";
            Some(if is_signature {
                format!("WECHATPAY/SIGNTEST/{value}")
            } else {
                value
            })
        };
        assert_eq!(verified(probe, BODY, NOW), Err(NotificationError::Signature));
    }

    #[test]
    fn a_request_is_signed_over_method_path_time_nonce_and_body() {
        let key = PrivateKey::parse(MERCHANT_KEY).unwrap();
        let signer = Signer::new("1900007291", "408B07E79B8269FEC3D5D3E6AB8ED163A6A380DB", key);
        let nonce = "593BEC0C930BF1AFEB40B4A08C8FB242";
        let header = signer
            .authorization_with(
                "GET",
                "/v3/refund/domestic/refunds/123?mchid=1",
                "",
                1_554_208_460,
                nonce,
            )
            .unwrap();
        let rest = header
            .strip_prefix("WECHATPAY2-SHA256-RSA2048 mchid=\"1900007291\",")
            .unwrap();
        let (_, rest) = rest.split_once("signature=\"").unwrap();
        let (signature, rest) = rest.split_once('"').unwrap();
        assert_eq!(
            rest,
            ",timestamp=\"1554208460\",serial_no=\"408B07E79B8269FEC3D5D3E6AB8ED163A6A380DB\""
        );
        let message = format!("GET\n/v3/refund/domestic/refunds/123?mchid=1\n1554208460\n{nonce}\n\n");
        let public = PublicKey::parse(MERCHANT_PUBLIC_KEY).unwrap();
        assert!(public.verify(message.as_bytes(), signature));
    }
}
