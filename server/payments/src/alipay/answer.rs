//! Answers of the gateway: the signature is over the text of the answer as it came.

use serde::de::IgnoredAny;
use serde_json::{Deserializer, Value};

use super::super::PaymentError;
use super::super::rsa::PublicKey;

/// That an answer is signed by another key than the one that is set.
pub(super) const WRONG_SIGNATURE: &str = "the signature is wrong";

/// A signed answer to a request.
pub(super) struct Answer {
    content: Value,
}

impl Answer {
    /// Reads the answer to this method: `{"alipay_trade_query_response":{…},"sign":"…"}`.
    ///
    /// A refusal of the gateway itself is not signed with every kind of key; it is believed to be a refusal.
    pub fn read(body: &str, method: &str, key: &PublicKey) -> Result<Self, PaymentError> {
        let unreadable = |error: serde_json::Error| PaymentError::Answer(error.to_string());
        let parts: Value = serde_json::from_str(body).map_err(unreadable)?;
        let name = format!("{}_response", method.replace('.', "_"));
        let raw = text_of(body, &name).or_else(|| text_of(body, "error_response"));
        let raw = raw.ok_or_else(|| PaymentError::Answer(format!("it has no {name}")))?;
        let content: Value = serde_json::from_str(raw).map_err(unreadable)?;
        let answer = Self { content };
        let signature = parts.get("sign").and_then(Value::as_str).unwrap_or_default();
        if key.verify(raw.as_bytes(), signature) {
            return Ok(answer);
        }
        match answer.text("code") {
            // 40001, 40002 and 40006: what is missing, wrong or not permitted about the request and its keys.
            Some("40001" | "40002" | "40006") if signature.is_empty() => {
                Err(PaymentError::Keys(answer.code()))
            }
            _ if signature.is_empty() => Err(PaymentError::Answer("there is no signature".to_owned())),
            _ => Err(PaymentError::Answer(WRONG_SIGNATURE.to_owned())),
        }
    }

    /// A field that holds text.
    pub fn text(&self, field: &str) -> Option<&str> {
        self.content.get(field)?.as_str()
    }

    /// Whether it is a refusal with this code.
    pub fn is(&self, sub_code: &str) -> bool {
        self.text("code") != Some("10000") && self.text("sub_code") == Some(sub_code)
    }

    /// The answer when it is no refusal.
    pub fn success(self) -> Result<Self, PaymentError> {
        match self.text("code") {
            Some("10000") => Ok(self),
            Some("20000") => Err(PaymentError::Unavailable(self.code())),
            Some("20001" | "40001" | "40002" | "40006") => Err(PaymentError::Keys(self.code())),
            _ => Err(PaymentError::Refused(self.code())),
        }
    }

    fn code(&self) -> String {
        let part = |field| self.text(field).unwrap_or_default();
        format!("{} {}", part("code"), part("sub_code")).trim().to_owned()
    }
}

/// The text of the value after a name, as it is written.
fn text_of<'a>(body: &'a str, name: &str) -> Option<&'a str> {
    let (_, rest) = body.split_once(&format!("\"{name}\":"))?;
    let mut values = Deserializer::from_str(rest).into_iter::<IgnoredAny>();
    values.next()?.ok()?;
    rest.split_at_checked(values.byte_offset())
        .map(|(text, _)| text.trim())
}

#[cfg(test)]
mod tests {
    use super::super::super::rsa::PrivateKey;
    use super::super::super::rsa::tests::{MERCHANT_KEY, MERCHANT_PUBLIC_KEY};
    use super::*;

    fn read(content: &str, sign: &str) -> Result<Answer, PaymentError> {
        let body = format!(r#"{{"alipay_trade_query_response":{content},"sign":"{sign}"}}"#);
        let key = PublicKey::parse(MERCHANT_PUBLIC_KEY).unwrap();
        Answer::read(&body, "alipay.trade.query", &key)
    }

    fn signed(content: &str) -> Result<Answer, PaymentError> {
        let key = PrivateKey::parse(MERCHANT_KEY).unwrap();
        read(content, &key.sign(content.as_bytes()).unwrap())
    }

    #[test]
    fn the_signature_is_over_the_text_as_it_came() {
        let content = r#"{"code":"10000", "msg":"a}\/b\"{", "trade_no":"2026"}"#;
        let answer = signed(content).unwrap().success().unwrap();
        assert_eq!(answer.text("trade_no"), Some("2026"));
        assert!(matches!(read(content, ""), Err(PaymentError::Answer(_))));
        let sign = PrivateKey::parse(MERCHANT_KEY)
            .unwrap()
            .sign(content.as_bytes())
            .unwrap();
        let other = content.replace("2026", "2027");
        assert!(matches!(read(&other, &sign), Err(PaymentError::Answer(_))));
    }

    #[test]
    fn a_refusal_of_the_keys_is_told_from_others() {
        let refused = r#"{"code":"40002","sub_code":"isv.invalid-signature"}"#;
        let keys = PaymentError::Keys("40002 isv.invalid-signature".to_owned());
        assert_eq!(read(refused, "").err(), Some(keys.clone()));
        assert_eq!(signed(refused).unwrap().success().err(), Some(keys));
        assert!(matches!(read(refused, "AAAA"), Err(PaymentError::Answer(_))));
        let missing = signed(r#"{"code":"40004","sub_code":"ACQ.TRADE_NOT_EXIST"}"#).unwrap();
        assert!(missing.is("ACQ.TRADE_NOT_EXIST"));
        assert!(matches!(missing.success(), Err(PaymentError::Refused(_))));
        let busy = signed(r#"{"code":"20000","sub_code":"isp.unknow-error"}"#).unwrap();
        assert!(matches!(busy.success(), Err(PaymentError::Unavailable(_))));
        // An unsigned answer that says nothing of keys may be anybody's.
        let unsigned = read(r#"{"code":"40004","sub_code":"ACQ.TRADE_NOT_EXIST"}"#, "");
        assert!(matches!(unsigned, Err(PaymentError::Answer(_))));
    }

    #[test]
    fn garbage_is_no_answer() {
        let key = PublicKey::parse(MERCHANT_PUBLIC_KEY).unwrap();
        for body in ["", "<html>", "[]", "{}", r#"{"other_response":{},"sign":""}"#] {
            assert!(matches!(
                Answer::read(body, "alipay.trade.query", &key),
                Err(PaymentError::Answer(_))
            ));
        }
    }
}
