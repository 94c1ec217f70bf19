//! RSA signatures with SHA-256 and PKCS#1 padding, which Alipay calls RSA2 and WeChat Pay SHA256-RSA2048.
//!
//! Keys come as providers hand them out: PEM, or the bare base 64 of what stands in one.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use ring::rand::SystemRandom;
use ring::signature::{RSA_PKCS1_2048_8192_SHA256, RSA_PKCS1_SHA256, RsaKeyPair, UnparsedPublicKey};
use rustls_pki_types::pem::PemObject as _;
use rustls_pki_types::{CertificateDer, PrivatePkcs1KeyDer, PrivatePkcs8KeyDer, SubjectPublicKeyInfoDer};

/// Signs what is sent. Never printed.
pub(super) struct PrivateKey(RsaKeyPair);

impl PrivateKey {
    /// A key of at least 2,048 bits in PKCS#8 or PKCS#1; none when it is no such key.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        let pair = if text.starts_with("-----BEGIN") {
            match PrivatePkcs8KeyDer::from_pem_slice(text.as_bytes()) {
                Ok(der) => RsaKeyPair::from_pkcs8(der.secret_pkcs8_der()).ok(),
                Err(_) => PrivatePkcs1KeyDer::from_pem_slice(text.as_bytes())
                    .ok()
                    .and_then(|der| RsaKeyPair::from_der(der.secret_pkcs1_der()).ok()),
            }
        } else {
            let der = bare(text)?;
            RsaKeyPair::from_pkcs8(&der)
                .or_else(|_| RsaKeyPair::from_der(&der))
                .ok()
        };
        pair.map(Self)
    }

    /// Whether a public key belongs to this one.
    pub fn is_pair_of(&self, public: &PublicKey) -> bool {
        self.0.public().as_ref() == public.der
    }

    /// The signature of a message, in base 64; none when the system has no randomness to blind it with.
    pub fn sign(&self, message: &[u8]) -> Option<String> {
        let mut signature = vec![0; self.0.public().modulus_len()];
        self.0
            .sign(&RSA_PKCS1_SHA256, &SystemRandom::new(), message, &mut signature)
            .ok()?;
        Some(STANDARD.encode(signature))
    }
}

/// Proves who signed.
pub(super) struct PublicKey {
    der: Vec<u8>,
    /// The serial number of the certificate that it came in, in upper-case hex.
    serial: Option<String>,
}

impl PublicKey {
    /// A public key, or a certificate with one; none when it is neither.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        if !text.starts_with("-----BEGIN") {
            return Self::of_info(&bare(text)?, None);
        }
        if let Ok(info) = SubjectPublicKeyInfoDer::from_pem_slice(text.as_bytes()) {
            return Self::of_info(&info, None);
        }
        let certificate = CertificateDer::from_pem_slice(text.as_bytes()).ok()?;
        Self::of_certificate(&certificate)
    }

    /// The key in a SubjectPublicKeyInfo (RFC 5280, section 4.1): an algorithm, then the key as a string of bits.
    fn of_info(info: &[u8], serial: Option<String>) -> Option<Self> {
        let mut info = Der(Der(info).element(SEQUENCE)?);
        let mut algorithm = Der(info.element(SEQUENCE)?);
        if algorithm.element(OBJECT_IDENTIFIER)? != RSA_ENCRYPTION {
            return None;
        }
        // A string of bits begins with the number of bits that its last byte leaves unused.
        let (0, der) = info.element(BIT_STRING)?.split_first()? else {
            return None;
        };
        let mut numbers = Der(Der(der).element(SEQUENCE)?);
        let (modulus, _exponent) = (numbers.element(INTEGER)?, numbers.element(INTEGER)?);
        (modulus.len() >= MODULUS_MIN_BYTES).then(|| Self {
            der: der.to_vec(),
            serial,
        })
    }

    /// The key in a certificate (RFC 5280, section 4.1). Who issued it is of no concern: somebody entrusted with the
    /// merchant's keys put it there.
    fn of_certificate(certificate: &[u8]) -> Option<Self> {
        let mut signed = Der(Der(Der(certificate).element(SEQUENCE)?).element(SEQUENCE)?);
        signed.element(VERSION)?;
        let serial = signed.element(INTEGER)?;
        for _ in 0..4 {
            // The signature's algorithm, the issuer, the validity, the subject.
            signed.element(SEQUENCE)?;
        }
        let serial: String = serial
            .iter()
            .skip_while(|byte| **byte == 0)
            .map(|byte| format!("{byte:02X}"))
            .collect();
        Self::of_info(signed.0, Some(serial))
    }

    /// The serial number of the certificate that it came in.
    pub fn serial(&self) -> Option<&str> {
        self.serial.as_deref()
    }

    /// Whether the owner of the key signed this message.
    pub fn verify(&self, message: &[u8], signature_base64: &str) -> bool {
        STANDARD.decode(signature_base64).is_ok_and(|signature| {
            UnparsedPublicKey::new(&RSA_PKCS1_2048_8192_SHA256, &self.der)
                .verify(message, &signature)
                .is_ok()
        })
    }
}

/// Whether a text has the form of a signature: base 64 of as many bytes as a key of 2,048 bits gives, or more.
pub(super) fn is_signature(text: &str) -> bool {
    STANDARD
        .decode(text)
        .is_ok_and(|bytes| (256..=1024).contains(&bytes.len()))
}

/// The bytes of base 64 that may be broken into lines.
fn bare(text: &str) -> Option<Vec<u8>> {
    let text: String = text.split_whitespace().collect();
    STANDARD.decode(text).ok()
}

const INTEGER: u8 = 0x02;
const BIT_STRING: u8 = 0x03;
const OBJECT_IDENTIFIER: u8 = 0x06;
const SEQUENCE: u8 = 0x30;
/// `[0] EXPLICIT`, the version of a certificate.
const VERSION: u8 = 0xa0;
/// 1.2.840.113549.1.1.1 (RFC 8017, appendix A.1).
const RSA_ENCRYPTION: [u8; 9] = [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x01];
/// 2,048 bits: shorter keys prove nothing.
const MODULUS_MIN_BYTES: usize = 256;

/// What is left of a row of DER elements (X.690): each is a tag, a length and a content.
struct Der<'a>(&'a [u8]);

impl<'a> Der<'a> {
    /// The content of the next element, which must have this tag.
    fn element(&mut self, tag: u8) -> Option<&'a [u8]> {
        let (found, rest) = self.0.split_first()?;
        let (first, rest) = rest.split_first()?;
        let (length, rest) = match first {
            0..=0x7f => (usize::from(*first), rest),
            // Two bytes of length are enough for any key or certificate.
            0x81 => {
                let (length, rest) = rest.split_first()?;
                (usize::from(*length), rest)
            }
            0x82 => {
                let (length, rest) = rest.split_first_chunk::<2>()?;
                (usize::from(u16::from_be_bytes(*length)), rest)
            }
            _ => return None,
        };
        let (content, rest) = rest.split_at_checked(length)?;
        self.0 = rest;
        (*found == tag).then_some(content)
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// The keys that WeChat Pay's own libraries are tested with, and what they sign "source" with. Source:
    /// github.com/wechatpay-apiv3/wechatpay-go, core/auth/signers/sha256withrsa_signer_test.go.
    pub const MERCHANT_KEY: &str = include_str!("../../tests/keys/wechatpay_go.private.pem");
    pub const MERCHANT_PUBLIC_KEY: &str = include_str!("../../tests/keys/wechatpay_go.public.pem");
    const SIGNATURE_OF_SOURCE: &str = "BKyAfU4iMCuvXMXS0Wzam3V/cnxZ+JaqigPM5OhljS2iOT95OO6Fsuml2JkFANJU9K6q9bLlDhPXuoVz+pp4hAm6\
        pHU4ld815U4jsKu1RkyaII+1CYBUYC8TK0XtJ8FwUXXz8vZHh58rrAVN1XwNyvD1vfpxrMT4SL536GLwvpUHlCqIMzoZUguLli/K8V29QiOh\
        uH6IEqLNJn8e9b3nwNcQ7be3CzYGpDAKBfDGPCqCv8Rw5zndhlffk2FEA70G4hvMwe51qMN/RAJbknXG23bSlObuTCN7Ndj1aJGH6/L+hdwf\
        LpUtJm4QYVazzW7DFD27EpSQEqA8bX9+8m1rLg==";
    const PLATFORM_KEY: &str = include_str!("../../tests/keys/platform.private.pem");
    const PLATFORM_CERTIFICATE: &str = include_str!("../../tests/keys/platform.certificate.pem");

    fn without_armor(pem: &str) -> String {
        pem.lines().filter(|line| !line.starts_with('-')).collect()
    }

    #[test]
    fn a_message_is_signed_as_the_library_of_wechat_pay_signs_it() {
        let key = PrivateKey::parse(MERCHANT_KEY).unwrap();
        assert_eq!(key.sign(b"source").unwrap(), SIGNATURE_OF_SOURCE);
        let public = PublicKey::parse(MERCHANT_PUBLIC_KEY).unwrap();
        assert!(public.verify(b"source", SIGNATURE_OF_SOURCE));
        assert!(!public.verify(b"wrong source", SIGNATURE_OF_SOURCE));
        assert!(!public.verify(b"source", ""));
        assert!(!public.verify(b"source", "no base 64"));
        assert_eq!(public.serial(), None);
        assert!(key.is_pair_of(&public));
        assert!(!key.is_pair_of(&PublicKey::parse(PLATFORM_CERTIFICATE).unwrap()));
    }

    #[test]
    fn keys_are_taken_bare_too_as_alipay_hands_them_out() {
        let key = PrivateKey::parse(&without_armor(MERCHANT_KEY)).unwrap();
        assert_eq!(key.sign(b"source").unwrap(), SIGNATURE_OF_SOURCE);
        let public = PublicKey::parse(&without_armor(MERCHANT_PUBLIC_KEY)).unwrap();
        assert!(public.verify(b"source", SIGNATURE_OF_SOURCE));
        let pkcs1 = include_str!("../../tests/keys/wechatpay_go.pkcs1.pem");
        for text in [pkcs1.to_owned(), without_armor(pkcs1)] {
            let key = PrivateKey::parse(&text).unwrap();
            assert_eq!(key.sign(b"source").unwrap(), SIGNATURE_OF_SOURCE);
        }
    }

    #[test]
    fn a_certificate_has_a_key_and_a_serial_number() {
        let signature = PrivateKey::parse(PLATFORM_KEY).unwrap().sign(b"text").unwrap();
        let public = PublicKey::parse(PLATFORM_CERTIFICATE).unwrap();
        assert!(public.verify(b"text", &signature));
        assert_eq!(public.serial(), Some("5157F09EFDC096DE15EBE81A47057A7232F1B8E1"));
    }

    #[test]
    fn the_length_of_an_element_has_one_to_three_bytes() {
        for (head, length) in [
            (&[SEQUENCE, 0x7f][..], 0x7f),
            (&[SEQUENCE, 0x81, 0x80][..], 0x80),
            (&[SEQUENCE, 0x82, 0x01, 0x02][..], 0x102),
        ] {
            let content = vec![7; length];
            let bytes = [head, &content, b"rest"].concat();
            let mut row = Der(&bytes);
            assert_eq!(row.element(SEQUENCE), Some(content.as_slice()));
            assert_eq!(row.0, b"rest");
        }
    }

    #[test]
    fn a_key_that_is_no_key_is_refused() {
        let short = include_str!("../../tests/keys/short.public.pem");
        let half = MERCHANT_KEY.split_at(900).0;
        for text in [
            "",
            "secret",
            "-----BEGIN PRIVATE KEY-----",
            half,
            MERCHANT_PUBLIC_KEY,
        ] {
            assert!(PrivateKey::parse(text).is_none(), "{text}");
        }
        for text in ["", "secret", "-----BEGIN PUBLIC KEY-----", short, MERCHANT_KEY] {
            assert!(PublicKey::parse(text).is_none(), "{text}");
        }
        let certificate = without_armor(PLATFORM_CERTIFICATE);
        let der = STANDARD.decode(&certificate).unwrap();
        for length in 0..der.len() {
            assert!(PublicKey::of_certificate(&der[..length]).is_none());
        }
    }
}
