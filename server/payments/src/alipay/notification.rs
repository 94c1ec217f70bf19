//! Notifications: forms with a signature over all other fields.
//!
//! Source: Alipay Open Platform, "Asynchronous notifications" (异步通知说明). The number of the order, the amount, the
//! seller and the application are to be compared; only `TRADE_SUCCESS` and `TRADE_FINISHED` say that money came in.
//! `refund_fee` is the sum of all refunds of the trade so far.

use std::collections::BTreeMap;

use percent_encoding::percent_decode;

use super::super::rsa::{PublicKey, is_signature};
use super::super::{Notification, NotificationError, NotificationKind, Payment, Refund, RefundState};
use super::signing::text_of_notification;
use super::{parse_alipay_moment, parse_yuan};

/// Reads a form once its signature is proved.
pub(super) fn read(
    body: &[u8],
    key: &PublicKey,
    app_id: &str,
    seller_id: &str,
) -> Result<Notification, NotificationError> {
    let fields = fields_of(body).ok_or(NotificationError::Signature)?;
    let field = |name: &str| text_in(&fields, name);
    let is_signed = field("sign_type") == "RSA2" && key.verify(&text_of_notification(&fields), field("sign"));
    if !is_signed {
        return Err(NotificationError::Signature);
    }
    let event_id = field("notify_id").to_owned();
    if event_id.is_empty() || field("out_trade_no").is_empty() {
        return Err(NotificationError::Body);
    }
    Ok(Notification {
        event_id,
        order_number: Some(field("out_trade_no").to_owned()),
        kind: kind_of(&field)?,
        is_own_merchant: field("app_id") == app_id && field("seller_id") == seller_id,
        is_by_former_keys: false,
        body: String::from_utf8_lossy(body).into_owned(),
    })
}

/// Whether a form has the form of a signature, and names this application and seller.
pub(super) fn names(body: &[u8], app_id: &str, seller_id: &str) -> bool {
    fields_of(body).is_some_and(|fields| {
        let field = |name: &str| text_in(&fields, name);
        let is_signed = field("sign_type") == "RSA2" && is_signature(field("sign"));
        is_signed && field("app_id") == app_id && field("seller_id") == seller_id
    })
}

/// Fields of a form, in whatever charset they are.
type FormFields = BTreeMap<Vec<u8>, Vec<u8>>;

/// The fields of a form; none when one has a second value, which would be signed by nobody.
fn fields_of(body: &[u8]) -> Option<FormFields> {
    let mut fields = FormFields::new();
    for pair in body.split(|byte| *byte == b'&').filter(|pair| !pair.is_empty()) {
        let mut halves = pair.splitn(2, |byte| *byte == b'=');
        let mut half = || decoded(halves.next().unwrap_or_default());
        if fields.insert(half(), half()).is_some() {
            return None;
        }
    }
    Some(fields)
}

/// A field whose text is ASCII, in each of the charsets; empty when it is absent.
fn text_in<'a>(fields: &'a FormFields, name: &str) -> &'a str {
    let value = fields.get(name.as_bytes()).map(Vec::as_slice);
    std::str::from_utf8(value.unwrap_or_default()).unwrap_or_default()
}

/// The bytes of a part of a form, in whatever charset they are.
fn decoded(part: &[u8]) -> Vec<u8> {
    let part: Vec<u8> = part
        .iter()
        .map(|byte| if *byte == b'+' { b' ' } else { *byte })
        .collect();
    percent_decode(&part).collect()
}

/// What it says. A refund carries the status of the trade too: it is told by its own fields.
fn kind_of<'a>(field: &dyn Fn(&str) -> &'a str) -> Result<NotificationKind, NotificationError> {
    let needed = |value: Option<i64>| value.ok_or(NotificationError::Body);
    if !field("gmt_refund").is_empty() {
        let total_fen = needed(parse_yuan(field("refund_fee")))?;
        let (number, trade) = (field("out_biz_no"), field("trade_no"));
        return Ok(NotificationKind::Refunded(Refund {
            // One that was made at Alipay may have no number of its own: the sum that it leads to tells it from others.
            reference: if number.is_empty() {
                format!("{trade}-{total_fen}")
            } else {
                number.to_owned()
            },
            payment_reference: trade.to_owned(),
            amount_fen: total_fen,
            is_total: true,
            currency: None,
            state: RefundState::Succeeded,
        }));
    }
    if !matches!(field("trade_status"), "TRADE_SUCCESS" | "TRADE_FINISHED") {
        return Ok(NotificationKind::Other);
    }
    Ok(NotificationKind::Paid(Payment {
        reference: field("trade_no").to_owned(),
        amount_fen: needed(parse_yuan(field("total_amount")))?,
        currency: "CNY".to_owned(),
        paid_at: parse_alipay_moment(field("gmt_payment")).ok_or(NotificationError::Body)?,
    }))
}

#[cfg(test)]
mod tests {
    use percent_encoding::NON_ALPHANUMERIC;

    use super::super::super::rsa::PrivateKey;
    use super::super::super::rsa::tests::{MERCHANT_KEY, MERCHANT_PUBLIC_KEY};
    use super::*;

    /// The public key of [`FIELDS`].
    const KEY: &str = concat!(
        "MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAqObrdC7hrgAVM98tK0nv3hSQRGGKT4lBsQjHiGjeYZjOPIPHR5knm2",
        "jnnz/YGIXIofVHkA/tAlBAd5DrY7YpvI4tP5EONLtZKC2ghBMx7McI2wRD0xiqzxOQr1FuhZGJ8/AUokBzJrzY+aGX2xcOrxFY",
        "RlFilvVLTXg4LWjR1tdPkO6+i7wQZAIVMClPkwVRZEbaERRHlKqTzv2gGv5rDU8gRoe1LeaN+6BlbTqHWkQcNCUNrA8C6l17XA",
        "XGKDsm/9TFWwO8EPHHHCaQdjtV5/FdcWIt+L8SR1ss7EXTjYDFtxcKVv9rEoY1lX8T4mX+GbXfZHraG5NCF1+XioL5JwIDAQAB",
    );

    /// A notification as Alipay signed it. Source: alipay-sdk-nodejs-all, `test/alipay.test.ts`, `checkNotifySign`.
    const FIELDS: [(&str, &str); 25] = [
        ("gmt_create", "2019-08-15 15:56:22"),
        ("charset", "utf-8"),
        ("seller_email", "z97-yuquerevenue@service.aliyun.com"),
        ("subject", "语雀空间 500人规模"),
        (
            "sign",
            "QfTb8tqE1BMhS5qAnXtvsF3/jBkEvu9q9en0pdbBUDDjvKycZhQb7h8GDs4FKfi049PynaNuatxSgLb/nLWZpXyyh0LEWdK2S6Ri7nPwrVgOs08zugLO20vOQz44y3ti2Ncm8/wZts1Fr2gZ7pShnVX3d1B50hbsXnObT1r/U8ONNQjWXd0HIul4TG+Q3fm3svmSvFEy0WnzuhcyHPX5Gm4ELNctL6Qd5YniGJFNcc7kopHYtI/XD9YCKCH6Ct02rzUs9i11C9CsadtZn+WhxF26Dqt9sGEFajkJ8cxUTLi8+VCpLHsgPE8P0y095uQcDdK0YjCh4x7wVSov+lrmOQ==",
        ),
        ("buyer_id", "2088102534368455"),
        ("invoice_amount", "0.10"),
        ("notify_id", "2019081500222155624068450559358070"),
        (
            "fund_bill_list",
            r#"[{"amount":"0.10","fundChannel":"ALIPAYACCOUNT"}]"#,
        ),
        ("notify_type", "trade_status_sync"),
        ("trade_status", "TRADE_SUCCESS"),
        ("receipt_amount", "0.10"),
        ("buyer_pay_amount", "0.10"),
        ("sign_type", "RSA2"),
        ("app_id", "2019073166072302"),
        ("seller_id", "2088531891668739"),
        ("gmt_payment", "2019-08-15 15:56:24"),
        ("notify_time", "2019-08-15 15:56:25"),
        ("version", "1.0"),
        ("out_trade_no", "20190815155618536-564-57"),
        ("total_amount", "0.10"),
        ("trade_no", "2019081522001468450512505578"),
        ("auth_app_id", "2019073166072302"),
        ("buyer_logon_id", "xud***@126.com"),
        ("point_amount", "0.00"),
    ];

    fn read_example(subject: &str) -> Result<Notification, NotificationError> {
        let mut body = url::form_urlencoded::Serializer::new(String::new());
        for (name, value) in FIELDS {
            body.append_pair(name, if name == "subject" { subject } else { value });
        }
        let key = PublicKey::parse(KEY).unwrap();
        read(
            body.finish().as_bytes(),
            &key,
            "2019073166072302",
            "2088531891668739",
        )
    }

    #[test]
    fn a_form_in_gbk_with_signs_and_new_fields_is_verified_over_its_bytes_decoded_once() {
        let merchant = PrivateKey::parse(MERCHANT_KEY).unwrap();
        let key = PublicKey::parse(MERCHANT_PUBLIC_KEY).unwrap();
        // 站名 会员+ in GBK and in UTF-8.
        let gbk: &[u8] = b"\xd5\xbe\xc3\xfb \xbb\xe1\xd4\xb1+";
        for (charset, subject) in [("GBK", gbk), ("utf-8", "站名 会员+".as_bytes())] {
            let fields: [(&str, &[u8]); 11] = [
                ("notify_id", b"n1"),
                ("out_trade_no", b"M1"),
                ("trade_no", b"2026"),
                ("app_id", b"2021"),
                ("seller_id", b"2088"),
                ("trade_status", b"TRADE_SUCCESS"),
                ("total_amount", b"99.00"),
                ("gmt_payment", b"2026-01-31 12:00:00"),
                ("charset", charset.as_bytes()),
                ("subject", subject),
                (
                    "fund_bill_list",
                    b"[{&quot;amount&quot;:&quot;99.00&quot;,&quot;a_new_field&quot;:1}]",
                ),
            ];
            let owned = fields.map(|(name, value)| (name.into(), value.to_vec()));
            let sign = merchant
                .sign(&text_of_notification(&BTreeMap::from(owned)))
                .unwrap();
            let encode = |value: &[u8]| percent_encoding::percent_encode(value, NON_ALPHANUMERIC).to_string();
            let mut body: Vec<String> = fields
                .iter()
                .map(|(name, value)| format!("{name}={}", encode(value).replace("%20", "+")))
                .collect();
            body.push(format!("sign_type=RSA2&sign={}", encode(sign.as_bytes())));
            let body = body.join("&");
            let notification = read(body.as_bytes(), &key, "2021", "2088").unwrap();
            assert_eq!(notification.order_number.as_deref(), Some("M1"), "{charset}");
            let forged = body.replace("99.00", "98.00").replace("99%2E00", "98%2E00");
            let refused = read(forged.as_bytes(), &key, "2021", "2088");
            assert_eq!(refused, Err(NotificationError::Signature), "{charset}");
            let twice = format!("{body}&trade_no=2027");
            let refused = read(twice.as_bytes(), &key, "2021", "2088");
            assert_eq!(refused, Err(NotificationError::Signature), "{charset}");
        }
    }

    #[test]
    fn the_example_of_alipays_own_library_is_signed() {
        let notification = read_example("语雀空间 500人规模").unwrap();
        assert!(notification.is_own_merchant);
        assert_eq!(
            notification.order_number.as_deref(),
            Some("20190815155618536-564-57")
        );
        let NotificationKind::Paid(payment) = notification.kind else {
            panic!("it is a payment");
        };
        assert_eq!(payment.amount_fen, 10);
        assert!(matches!(read_example("别的"), Err(NotificationError::Signature)));
    }
}
