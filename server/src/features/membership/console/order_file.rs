//! All orders of a site as a file for the creator: in words, yuan and the time of the site.

use chrono::{DateTime, Utc};
use diesel::PgConnection;

use super::member_file::yes;
use super::order_dto::OrderDto;
use super::order_queries::{self, OrderFilter};
use crate::config::limits::EXPORT_MAX_LINES;
use crate::domain::{PaymentMethod, SiteId, plain_yuan};
use crate::error::AppError;
use crate::features::membership::order::{OrderStatus, Problem};
use crate::features::membership::service;
use crate::http::csv::{Table, digits, moment};
use crate::language::Language;

/// The headings, in Chinese and English.
const HEADINGS: [(&str, &str); 16] = [
    ("订单号", "Order"),
    ("下单时间", "Ordered"),
    ("读者", "Reader"),
    ("套餐", "Package"),
    ("价格（元）", "Price (CNY)"),
    ("优惠（元）", "Discount (CNY)"),
    ("应付（元）", "To pay (CNY)"),
    ("实付（元）", "Paid (CNY)"),
    ("已退款（元）", "Refunded (CNY)"),
    ("优惠码", "Coupon"),
    ("付款方式", "Method"),
    ("测试", "Test"),
    ("状态", "Status"),
    ("异常", "Problems"),
    ("付款时间", "Paid at"),
    ("付款人留言", "Payer’s note"),
];

/// All orders as CSV, the newest first; the first lines of them when there are very many.
pub fn export(
    connection: &mut PgConnection,
    site_id: SiteId,
    language: Language,
) -> Result<Vec<u8>, AppError> {
    let filter = OrderFilter::default();
    let rows = order_queries::list_orders(connection, site_id, &filter, None, EXPORT_MAX_LINES)?;
    let time_zone = service::terms_of(connection, site_id)?.time_zone;
    let at = |time: DateTime<Utc>| moment(time, time_zone);
    let mut table = Table::new(&HEADINGS.map(|names| language.pick(names)))?;
    for row in rows {
        let order = OrderDto::try_from(row)?;
        let problems: Vec<&str> = order
            .problems
            .iter()
            .map(|problem| language.pick(problem_words(*problem)))
            .collect();
        table.line(&[
            &digits(&order.number),
            &at(order.created_at),
            &reader(&order.visitor_identifier),
            &order.package.name,
            &plain_yuan(order.price_fen),
            &plain_yuan(order.discount_fen),
            &plain_yuan(order.amount_fen),
            &plain_yuan(order.paid_fen),
            &plain_yuan(order.refunded_fen),
            order.coupon_code.as_deref().unwrap_or_default(),
            language.pick(method_words(order.method)),
            if order.is_test { yes(language) } else { "" },
            language.pick(status_words(order.status)),
            &problems.join(language.pick(("；", "; "))),
            &order.paid_at.map(at).unwrap_or_default(),
            &order.payer_note,
        ])?;
    }
    table.into_bytes()
}

/// Whom a reader logs in as: of a number only the digits that people know.
fn reader(identifier: &str) -> String {
    match identifier.strip_prefix("+86-") {
        Some(number) => digits(number),
        None => identifier.to_owned(),
    }
}

/// A method as the console calls it.
fn method_words(method: PaymentMethod) -> (&'static str, &'static str) {
    match method {
        PaymentMethod::Manual => ("扫码转账", "Manual transfer"),
        PaymentMethod::Stripe => ("Stripe（银行卡）", "Stripe"),
        PaymentMethod::WechatPay => ("微信支付", "WeChat Pay"),
        PaymentMethod::Alipay => ("支付宝", "Alipay"),
        PaymentMethod::Free => ("免费", "Free"),
    }
}

/// A state as the console calls it.
fn status_words(status: OrderStatus) -> (&'static str, &'static str) {
    match status {
        OrderStatus::Pending => ("待付款", "Awaiting payment"),
        OrderStatus::AwaitingConfirmation => ("待确认", "To confirm"),
        OrderStatus::Paid => ("已付款", "Paid"),
        OrderStatus::PartiallyRefunded => ("部分退款", "Partly refunded"),
        OrderStatus::Refunded => ("已退款", "Refunded"),
        OrderStatus::Rejected => ("未收到", "Not received"),
        OrderStatus::Closed => ("已关闭", "Closed"),
    }
}

/// A problem as the console calls it.
fn problem_words(problem: Problem) -> (&'static str, &'static str) {
    match problem {
        Problem::LatePayment => ("关闭后到账", "Paid after closing"),
        Problem::PartialPayment => ("付款不足", "Underpaid"),
        Problem::OverPayment => ("付款过多", "Overpaid"),
        Problem::DuplicatePayment => ("重复付款", "Paid twice"),
        Problem::ForeignPayment => ("付款信息不符", "Payment does not match"),
        Problem::RefundFailed => ("退款失败", "Refund failed"),
        Problem::UnknownRefund => ("来源不明的退款", "Unknown refund"),
        Problem::Disputed => ("付款有争议", "Payment disputed"),
        Problem::DisputeUnclear => ("争议待核对", "Dispute to be checked"),
        Problem::ReaderGone => ("读者已注销", "Reader deleted the account"),
    }
}

#[cfg(test)]
mod tests {
    use super::reader;

    #[test]
    fn a_number_stands_in_the_file_as_people_know_it() {
        assert_eq!(reader("+86-13912345678"), "13912345678\t");
        assert_eq!(reader("reader@example.com"), "reader@example.com");
    }
}
