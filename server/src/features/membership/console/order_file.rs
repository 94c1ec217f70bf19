//! Orders as a file for who sells: in words of the console, in yuan, and in the time of the site.

use chrono::{DateTime, Utc};
use diesel::PgConnection;

use super::member_file::yes;
use super::member_list::yuan;
use super::order_dto::OrderDto;
use super::order_queries::{self, OrderFilter};
use crate::config::limits::EXPORT_MAX_LINES;
use crate::domain::{PaymentMethod, SiteId};
use crate::error::AppError;
use crate::features::membership::order::{OrderStatus, Problem};
use crate::features::membership::service;
use crate::http::csv::Table;
use crate::language::Language;

/// A word in Chinese and in English.
type Word = (&'static str, &'static str);

const HEADINGS: [Word; 16] = [
    ("订单号", "Order"),
    ("下单时间", "Ordered"),
    ("读者", "Reader"),
    ("套餐", "Package"),
    ("价格（元）", "Price (CNY)"),
    ("优惠（元）", "Discount (CNY)"),
    ("订单金额（元）", "Amount (CNY)"),
    ("实付（元）", "Paid (CNY)"),
    ("已退款（元）", "Refunded (CNY)"),
    ("优惠码", "Coupon"),
    ("付款方式", "Paid by"),
    ("测试", "Test"),
    ("状态", "Status"),
    ("异常", "Problem"),
    ("付款时间", "Paid at"),
    ("付款备注", "Note"),
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
    let moment = |at: DateTime<Utc>| at.with_timezone(&time_zone).format("%Y-%m-%d %H:%M").to_string();
    let mut table = Table::new(&HEADINGS.map(|word| said(word, language)))?;
    for row in rows {
        let order = OrderDto::try_from(row)?;
        let problems: Vec<&str> = order
            .problems
            .iter()
            .map(|&problem| said(problem_word(problem), language))
            .collect();
        table.line(&[
            &order.number,
            &moment(order.created_at),
            &order.visitor_identifier,
            &order.package.name,
            &yuan(order.price_fen),
            &yuan(order.discount_fen),
            &yuan(order.amount_fen),
            &yuan(order.paid_fen),
            &yuan(order.refunded_fen),
            order.coupon_code.as_deref().unwrap_or_default(),
            said(method_word(order.method), language),
            if order.is_test { yes(language) } else { "" },
            said(status_word(order.status), language),
            &problems.join("; "),
            &order.paid_at.map(moment).unwrap_or_default(),
            &order.payer_note,
        ])?;
    }
    table.into_bytes()
}

fn said((chinese, english): Word, language: Language) -> &'static str {
    match language {
        Language::ZhCn => chinese,
        Language::En => english,
    }
}

/// A way to pay as the console calls it.
fn method_word(method: PaymentMethod) -> Word {
    match method {
        PaymentMethod::Manual => ("扫码转账", "Manual transfer"),
        PaymentMethod::Stripe => ("Stripe（银行卡）", "Stripe"),
        PaymentMethod::WechatPay => ("微信支付", "WeChat Pay"),
        PaymentMethod::Alipay => ("支付宝", "Alipay"),
        PaymentMethod::Free => ("免费", "Free"),
    }
}

/// A state as the console calls it.
fn status_word(status: OrderStatus) -> Word {
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
fn problem_word(problem: Problem) -> Word {
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
