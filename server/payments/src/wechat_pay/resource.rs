//! What notifications hold encrypted, by AES-256-GCM under the merchant's APIv3 key.
//!
//! Source: WeChat Pay API v3 for merchants, decrypting notifications.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use ring::aead::{AES_256_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
use serde::Deserialize;

/// Encrypted data.
#[derive(Deserialize)]
pub(super) struct Resource {
    algorithm: String,
    /// Base 64, the tag at its end.
    ciphertext: String,
    #[serde(default)]
    associated_data: String,
    nonce: String,
}

/// The APIv3 key.
pub(super) struct ResourceKey(LessSafeKey);

impl ResourceKey {
    /// A key of 32 bytes; none when it has another length.
    pub fn parse(text: &str) -> Option<Self> {
        let key = UnboundKey::new(&AES_256_GCM, text.as_bytes()).ok()?;
        Some(Self(LessSafeKey::new(key)))
    }

    /// The text that was encrypted; none when it was encrypted with another key, or changed.
    pub fn open(&self, resource: &Resource) -> Option<String> {
        if resource.algorithm != "AEAD_AES_256_GCM" {
            return None;
        }
        let mut bytes = STANDARD.decode(&resource.ciphertext).ok()?;
        let nonce = Nonce::try_assume_unique_for_key(resource.nonce.as_bytes()).ok()?;
        let associated = Aad::from(resource.associated_data.as_bytes());
        let text = self.0.open_in_place(nonce, associated, &mut bytes).ok()?;
        String::from_utf8(text.to_vec()).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: &str = "0123456789abcdef0123456789ABCDEF";

    /// Made by another program: Python's `cryptography`, AESGCM.
    fn resource() -> Resource {
        Resource {
            algorithm: "AEAD_AES_256_GCM".to_owned(),
            ciphertext: "e4ZpNrTbp1nlHwdEXd12acFShNaKy/vSm6Vm3PJsBD2SXcbcou8RPwg=".to_owned(),
            associated_data: "transaction".to_owned(),
            nonce: "wCq51qZv4Yfg".to_owned(),
        }
    }

    #[test]
    fn what_another_program_encrypted_is_read() {
        let key = ResourceKey::parse(KEY).unwrap();
        assert_eq!(key.open(&resource()).unwrap(), "{\"trade_state\":\"SUCCESS\"}");
    }

    /// Source: github.com/wechatpay-apiv3/wechatpay-java, AeadAesCipherTest.java with TestConfig.java.
    #[test]
    fn the_example_of_wechat_pays_own_library_is_read() {
        let key = ResourceKey::parse("a7cde1ZJB1kG2e7VfTs3jQzaWizur8Gb").unwrap();
        let resource = Resource {
            ciphertext: "ulwSiIajGClcvcOYvOQ7+l+0PAbzzwI=".to_owned(),
            associated_data: "associatedData".to_owned(),
            nonce: "uluk4a9R25RW".to_owned(),
            ..resource()
        };
        assert_eq!(key.open(&resource).unwrap(), "message");
    }

    #[test]
    fn what_was_changed_is_not_read() {
        let key = ResourceKey::parse(KEY).unwrap();
        let changes: [fn(&mut Resource); 5] = [
            |resource| resource.algorithm = "AES".to_owned(),
            |resource| resource.ciphertext.insert(0, 'A'),
            |resource| resource.ciphertext = "AAAA".to_owned(),
            |resource| resource.associated_data = "refund".to_owned(),
            |resource| resource.nonce = "short".to_owned(),
        ];
        for change in changes {
            let mut resource = resource();
            change(&mut resource);
            assert_eq!(key.open(&resource), None);
        }
        let other = ResourceKey::parse(&KEY.to_lowercase()).unwrap();
        assert_eq!(other.open(&resource()), None);
        assert!(ResourceKey::parse("short").is_none());
    }
}
