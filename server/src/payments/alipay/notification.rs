//! Notifications: forms with a signature over all other fields.
//!
//! Source: Alipay Open Platform, "Asynchronous notifications" (异步通知说明). The number of the order, the amount, the
//! seller and the application are to be compared; only `TRADE_SUCCESS` and `TRADE_FINISHED` say that money came in.
//! `refund_fee` is the sum of all refunds of the trade so far.

use std::collections::BTreeMap;

use super::super::rsa::PublicKey;
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
    let mut fields: BTreeMap<String, String> = BTreeMap::new();
    for (name, value) in url::form_urlencoded::parse(body) {
        if fields.insert(name.into_owned(), value.into_owned()).is_some() {
            // A second value would be signed by nobody.
            return Err(NotificationError::Signature);
        }
    }
    let field = |name: &str| fields.get(name).map(String::as_str).unwrap_or_default();
    let is_signed =
        field("sign_type") == "RSA2" && key.verify(text_of_notification(&fields).as_bytes(), field("sign"));
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
        body: String::from_utf8_lossy(body).into_owned(),
    })
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
