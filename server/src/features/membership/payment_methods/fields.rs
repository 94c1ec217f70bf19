//! What each method is set up with: one table of names, and what their values look like.

use std::collections::BTreeMap;

use moyan_domain::limits::{MERCHANT_KEY_MAX_BYTES, PAYMENT_INSTRUCTIONS_MAX_CHARS, SITE_LINK_MAX_CHARS};
use moyan_domain::{FieldProblem, PaymentMethod};

use crate::features::site::settings::{Fields, ImageUse};

/// Texts by name.
pub type Texts = BTreeMap<String, String>;

/// The setting by which readers pay inside WeChat.
const USES_JSAPI: &str = "usesJsapi";
/// The key that it needs: the secret of the Official Account.
pub const APP_SECRET: &str = "appSecret";
/// The setting by which a second key of WeChat Pay counts, while it changes from one to the other.
const USES_SECOND_KEY: &str = "usesSecondKey";
/// The second key.
pub const SECOND_KEY: &str = "secondPublicKey";
/// The setting with its ID.
pub const SECOND_KEY_ID: &str = "secondPublicKeyId";

/// What a value looks like.
#[derive(Clone, Copy)]
enum Kind {
    /// The address of an image.
    Image,
    /// Several lines for people.
    Instructions,
    /// `true`, or nothing.
    Switch,
    /// A number or name that a provider gave out: begins so, ends with characters like these, at most so many.
    Issued {
        prefix: &'static str,
        is_inner: fn(u8) -> bool,
        max: usize,
    },
}

/// A setting of a method.
struct Setting {
    name: &'static str,
    is_needed: bool,
    kind: Kind,
}

const fn issued(
    name: &'static str,
    is_needed: bool,
    prefix: &'static str,
    is_inner: fn(u8) -> bool,
) -> Setting {
    Setting {
        name,
        is_needed,
        kind: Kind::Issued {
            prefix,
            is_inner,
            max: 128,
        },
    }
}

const fn optional(name: &'static str, kind: Kind) -> Setting {
    Setting {
        name,
        is_needed: false,
        kind,
    }
}

fn is_digit(byte: u8) -> bool {
    byte.is_ascii_digit()
}

fn is_hex(byte: u8) -> bool {
    byte.is_ascii_hexdigit()
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

const MANUAL: &[Setting] = &[
    optional("wechatQrUrl", Kind::Image),
    optional("alipayQrUrl", Kind::Image),
    optional("instructions", Kind::Instructions),
];
const STRIPE: &[Setting] = &[issued("publishableKey", false, "pk_", is_word)];
const WECHAT_PAY: &[Setting] = &[
    issued("appId", true, "wx", is_word),
    issued("merchantId", true, "", is_digit),
    issued("serial", true, "", is_hex),
    issued("publicKeyId", false, "PUB_KEY_ID_", is_word),
    optional(USES_JSAPI, Kind::Switch),
    optional(USES_SECOND_KEY, Kind::Switch),
    issued(SECOND_KEY_ID, false, "PUB_KEY_ID_", is_word),
];
const ALIPAY: &[Setting] = &[
    issued("appId", true, "", is_digit),
    issued("sellerId", true, "2088", is_digit),
    optional("usesCodes", Kind::Switch),
];

fn settings_of(method: PaymentMethod) -> &'static [Setting] {
    match method {
        PaymentMethod::Manual => MANUAL,
        PaymentMethod::Stripe => STRIPE,
        PaymentMethod::WechatPay => WECHAT_PAY,
        PaymentMethod::Alipay => ALIPAY,
        PaymentMethod::Free => &[],
    }
}

/// Whether readers pay inside WeChat, for which the Official Account's secret is needed.
pub fn uses_jsapi(settings: &Texts) -> bool {
    text_of(settings, USES_JSAPI) == "true"
}

/// Whether what WeChat Pay says may be signed by a second key too.
pub fn uses_second_key(settings: &Texts) -> bool {
    text_of(settings, USES_SECOND_KEY) == "true"
}

/// The names of the keys that a method needs with these settings.
pub fn needed_keys(method: PaymentMethod, settings: &Texts) -> impl Iterator<Item = &'static str> {
    let is_wechat_pay = method == PaymentMethod::WechatPay;
    let secret = (is_wechat_pay && uses_jsapi(settings)).then_some(APP_SECRET);
    let second = (is_wechat_pay && uses_second_key(settings)).then_some(SECOND_KEY);
    keys_of(method).iter().copied().chain(secret).chain(second)
}

/// The names of the keys that a method always needs.
pub fn keys_of(method: PaymentMethod) -> &'static [&'static str] {
    match method {
        PaymentMethod::Manual | PaymentMethod::Free => &[],
        PaymentMethod::Stripe => &["secretKey", "webhookSecret"],
        PaymentMethod::WechatPay => &["privateKey", "apiV3Key", "publicKey"],
        PaymentMethod::Alipay => &["privateKey", "alipayPublicKey"],
    }
}

/// Checks what is set; what is needed too when the method is to be used.
pub fn check_settings(fields: &mut Fields, method: PaymentMethod, settings: &Texts, is_enabled: bool) {
    let known = settings_of(method);
    for name in settings.keys() {
        if known.iter().all(|setting| setting.name != name) {
            fields.refuse(&shown(name), FieldProblem::UnknownValue);
        }
    }
    for setting in known {
        let text = text_of(settings, setting.name);
        if !text.is_empty() {
            check(fields, setting, text);
        } else if is_enabled && setting.is_needed {
            fields.refuse(setting.name, FieldProblem::Required);
        }
    }
    let says_nothing = known
        .iter()
        .all(|setting| text_of(settings, setting.name).trim().is_empty());
    if is_enabled && method == PaymentMethod::Manual && says_nothing {
        fields.refuse("instructions", FieldProblem::QrOrInstructions);
    }
}

/// Checks which keys are sent. Whether they are keys is seen when they are used.
pub fn check_keys(fields: &mut Fields, method: PaymentMethod, keys: &Texts) {
    for (name, text) in keys {
        let is_optional =
            method == PaymentMethod::WechatPay && [APP_SECRET, SECOND_KEY].contains(&name.as_str());
        if !is_optional && !keys_of(method).contains(&name.as_str()) {
            fields.refuse(&shown(name), FieldProblem::UnknownValue);
        } else if text.trim().is_empty() {
            fields.refuse(name, FieldProblem::Required);
        } else if text.len() > MERCHANT_KEY_MAX_BYTES {
            fields.refuse(
                name,
                FieldProblem::TooLong {
                    max: MERCHANT_KEY_MAX_BYTES,
                },
            );
        }
    }
}

/// A text of the map; empty when it is absent.
pub fn text_of<'a>(texts: &'a Texts, name: &str) -> &'a str {
    texts.get(name).map(String::as_str).unwrap_or_default()
}

/// The beginning of a name that the sender chose.
fn shown(name: &str) -> String {
    name.chars().take(50).collect()
}

fn check(fields: &mut Fields, setting: &Setting, text: &str) {
    let name = setting.name;
    match setting.kind {
        Kind::Image if text.chars().count() > SITE_LINK_MAX_CHARS => fields.refuse(
            name,
            FieldProblem::TooLong {
                max: SITE_LINK_MAX_CHARS,
            },
        ),
        Kind::Image => fields.image_address(name, text, ImageUse::Picture),
        Kind::Instructions => fields.text(name, text, 0..=PAYMENT_INSTRUCTIONS_MAX_CHARS),
        Kind::Switch if text == "true" => {}
        Kind::Switch => fields.refuse(name, FieldProblem::UnknownValue),
        Kind::Issued {
            prefix,
            is_inner,
            max,
        } => {
            let is_right = text
                .strip_prefix(prefix)
                .is_some_and(|rest| !rest.is_empty() && rest.bytes().all(is_inner));
            if !is_right || text.len() > max {
                fields.refuse(name, FieldProblem::IssuedNumber);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problems(method: PaymentMethod, settings: &[(&str, &str)], is_enabled: bool) -> String {
        let settings = settings
            .iter()
            .map(|(name, text)| ((*name).to_owned(), (*text).to_owned()))
            .collect();
        let mut fields = Fields::default();
        check_settings(&mut fields, method, &settings, is_enabled);
        match fields.into_result() {
            Ok(()) => String::new(),
            Err(error) => {
                let fields = error.fields().unwrap();
                let lines: Vec<String> = fields.iter().map(|(name, key)| format!("{name} {key}")).collect();
                lines.join(", ")
            }
        }
    }

    #[test]
    fn what_a_method_needs_is_needed_once_it_is_enabled() {
        use PaymentMethod::{Alipay, Manual, Stripe, WechatPay};
        for (method, missing) in [
            (Manual, "instructions payment.qrOrInstructions"),
            (Stripe, ""),
            (
                WechatPay,
                "appId field.required, merchantId field.required, serial field.required",
            ),
            (Alipay, "appId field.required, sellerId field.required"),
        ] {
            assert_eq!(problems(method, &[], true), missing);
            assert_eq!(problems(method, &[], false), "");
        }
        assert_eq!(problems(Manual, &[("instructions", "请备注订单号")], true), "");
        assert_eq!(
            problems(Manual, &[("wechatQrUrl", "https://a.example/qr.png")], true),
            ""
        );
    }

    #[test]
    fn numbers_look_like_what_the_provider_gives_out() {
        use PaymentMethod::{Alipay, Manual, Stripe, WechatPay};
        let wechat = [
            ("appId", "wx0123456789abcdef"),
            ("merchantId", "1900000001"),
            ("serial", "408B07E79B8269FEC3D5D3E6AB8ED163A6A380DB"),
            ("publicKeyId", "PUB_KEY_ID_0000000000000024101100397200000006"),
        ];
        assert_eq!(problems(WechatPay, &wechat, true), "");
        let alipay = [
            ("appId", "2021000000000000"),
            ("sellerId", "2088000000000000"),
            ("usesCodes", "true"),
        ];
        assert_eq!(problems(Alipay, &alipay, true), "");
        for (method, name, text, key) in [
            (WechatPay, "appId", "0123456789", "merchantNumber.invalid"),
            (WechatPay, "appId", "wx0123/../4567", "merchantNumber.invalid"),
            (WechatPay, "merchantId", "19000?a=1", "merchantNumber.invalid"),
            (WechatPay, "serial", "not hex", "merchantNumber.invalid"),
            (WechatPay, "publicKeyId", "PUB_KEY_ID_", "merchantNumber.invalid"),
            (Alipay, "sellerId", "3088000000000000", "merchantNumber.invalid"),
            (Alipay, "usesCodes", "yes", "field.unknownValue"),
            (
                Stripe,
                "publishableKey",
                "sk_live_secret",
                "merchantNumber.invalid",
            ),
            (Stripe, "secretKey", "sk_live_secret", "field.unknownValue"),
            (Manual, "wechatQrUrl", "javascript:alert(1)", "image.address"),
            (Manual, "instructions", "a\0b", "field.controlCharacter"),
        ] {
            assert_eq!(
                problems(method, &[(name, text)], false),
                format!("{name} {key}"),
                "{text}"
            );
        }
    }

    #[test]
    fn what_is_set_is_so_long_at_most() {
        let address = |n: usize| format!("https://a.example/{}", "x".repeat(n - 18));
        for (method, name, longest, problem) in [
            (
                PaymentMethod::Manual,
                "wechatQrUrl",
                address(SITE_LINK_MAX_CHARS),
                "wechatQrUrl field.tooLong",
            ),
            (
                PaymentMethod::Alipay,
                "appId",
                "1".repeat(128),
                "appId merchantNumber.invalid",
            ),
        ] {
            assert_eq!(problems(method, &[(name, &longest)], false), "", "{name}");
            let longer = format!("{longest}1");
            assert_eq!(problems(method, &[(name, &longer)], false), problem);
        }
    }

    #[test]
    fn keys_are_those_of_the_method_and_so_long_at_most() {
        use PaymentMethod::{Alipay, Stripe, WechatPay};
        let problem = |method, name: &str, text: &str| {
            let mut fields = Fields::default();
            check_keys(
                &mut fields,
                method,
                &Texts::from([(name.to_owned(), text.to_owned())]),
            );
            let error = fields.into_result().err()?;
            error.fields()?.into_values().next()
        };
        let unknown = Some("field.unknownValue");
        for method in [Stripe, Alipay] {
            assert_eq!(problem(method, APP_SECRET, "x"), unknown);
            assert_eq!(problem(method, SECOND_KEY, "x"), unknown);
        }
        assert_eq!(problem(WechatPay, APP_SECRET, "x"), None);
        assert_eq!(problem(WechatPay, SECOND_KEY, "x"), None);
        assert_eq!(problem(WechatPay, "secretKey", "x"), unknown);
        let longest = "x".repeat(MERCHANT_KEY_MAX_BYTES);
        assert_eq!(problem(Stripe, "secretKey", &longest), None);
        assert_eq!(
            problem(Stripe, "secretKey", &format!("{longest}x")),
            Some("field.tooLong")
        );
    }

    #[test]
    fn paying_inside_wechat_and_a_second_key_need_a_key_more() {
        let needed = |switch: &str| {
            let settings = Texts::from([(switch.to_owned(), "true".to_owned())]);
            needed_keys(PaymentMethod::WechatPay, &settings)
                .skip(3)
                .collect::<Vec<_>>()
        };
        assert_eq!(needed("usesCodes"), [""; 0]);
        assert_eq!(needed(USES_JSAPI), [APP_SECRET]);
        assert_eq!(needed(USES_SECOND_KEY), [SECOND_KEY]);
        let settings = Texts::from([(USES_JSAPI.to_owned(), "true".to_owned())]);
        assert_eq!(needed_keys(PaymentMethod::Alipay, &settings).count(), 2);
    }
}
