//! All orders of a site as a file for the creator: in words, yuan and the time of the site.

use std::sync::LazyLock;

use chrono::{DateTime, Utc};
use diesel::PgConnection;
use moyan_domain::limits::EXPORT_MAX_LINES;
use moyan_domain::{Language, SiteId, plain_yuan};
use moyan_foundation::error::AppError;
use moyan_foundation::http::csv::{Table, digits, moment};
use serde_json::Value;

use super::member_file::yes;
use super::order_dto::OrderDto;
use super::order_queries::{self, OrderFilter};
use crate::features::membership::service;

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

/// The words of the console: methods, states and problems have the same names here.
static WORDS: LazyLock<[Value; 2]> = LazyLock::new(|| {
    [
        include_str!("../../../../../frontend/src/i18n/locales/zh-CN/sales.json"),
        include_str!("../../../../../frontend/src/i18n/locales/en/sales.json"),
    ]
    // The files are part of the program, and a test reads them.
    .map(|json| serde_json::from_str(json).unwrap_or_default())
});

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
            .map(|problem| words("/orders/problems", problem.as_str(), language))
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
            words("/methods", order.method.as_str(), language),
            if order.is_test { yes(language) } else { "" },
            words("/orders/statuses", order.status.as_str(), language),
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

/// What the console calls a method, a state or a problem.
fn words(group: &str, name: &'static str, language: Language) -> &'static str {
    let [chinese, english] = &*WORDS;
    let words = language.pick((chinese, english));
    let found = words.pointer(group).and_then(|group| group.get(name));
    found.and_then(Value::as_str).unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::membership::order::{OrderStatus, Problem};
    use moyan_domain::PaymentMethod;

    #[test]
    fn methods_states_and_problems_have_the_names_that_the_console_gives_them() {
        for (group, names) in [
            ("/methods", PaymentMethod::NAMES),
            ("/orders/statuses", OrderStatus::NAMES),
            ("/orders/problems", Problem::NAMES),
        ] {
            for name in names {
                for language in [Language::ZhCn, Language::En] {
                    assert_ne!(words(group, name, language), *name, "{group} {language:?}");
                }
            }
        }
        assert_eq!(words("/orders/statuses", "paid", Language::ZhCn), "已付款");
        assert_eq!(words("/orders/statuses", "paid", Language::En), "Paid");
    }

    #[test]
    fn a_number_stands_in_the_file_as_people_know_it() {
        assert_eq!(reader("+86-13912345678"), "13912345678\t");
        assert_eq!(reader("reader@example.com"), "reader@example.com");
    }
}
