//! How an order is paid, and what WeChat Pay calls it then.
//!
//! A number stays with the trade type that it was begun with: WeChat Pay refuses it for another one. So an order that is
//! begun on a computer and paid on a phone has a number for each. Source: WeChat Pay API v3, JSAPI ordering,
//! `OUT_TRADE_NO_USED`.

use crate::Client;

/// What stands between our number and its ending. No number of ours has it.
const MARK: char = '-';

/// How an order is paid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TradeType {
    /// A code to scan.
    Native,
    /// A page that opens the app.
    H5,
    /// The app that shows this page.
    Jsapi,
}

impl TradeType {
    /// The one for a client. Inside WeChat there is JSAPI where the account has it, else a code.
    pub fn of(client: Client, has_jsapi: bool) -> Self {
        match client {
            Client::Mobile => Self::H5,
            Client::WeChat if has_jsapi => Self::Jsapi,
            Client::Desktop | Client::WeChat => Self::Native,
        }
    }

    /// The number of an order at WeChat Pay: at most 6 characters longer than ours.
    pub fn number(self, order_number: &str) -> String {
        match self {
            Self::Native => order_number.to_owned(),
            Self::H5 => format!("{order_number}{MARK}H5"),
            Self::Jsapi => format!("{order_number}{MARK}JSAPI"),
        }
    }
}

/// Our number of an order.
pub(super) fn order_number(number: &str) -> &str {
    number.split(MARK).next().unwrap_or_default()
}

/// The numbers under which an order was begun, of a reference that [`with_number`] wrote.
pub(super) fn numbers<'a>(reference: &'a str, order_number: &'a str) -> impl Iterator<Item = &'a str> {
    let numbers = if reference.is_empty() {
        order_number
    } else {
        reference
    };
    numbers.split(',')
}

/// A reference with one more number.
pub(super) fn with_number(reference: &str, number: &str) -> String {
    match reference {
        "" => number.to_owned(),
        reference if reference.split(',').any(|known| known == number) => reference.to_owned(),
        reference => format!("{reference},{number}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_order_has_a_number_for_each_trade_type_and_is_found_by_all() {
        let types = [TradeType::Native, TradeType::H5, TradeType::Jsapi];
        let known = types.map(|kind| kind.number("202611231234567890"));
        assert_eq!(
            known,
            [
                "202611231234567890",
                "202611231234567890-H5",
                "202611231234567890-JSAPI"
            ]
        );
        assert!(known.iter().all(|number| number.len() <= 32));
        assert!(
            known
                .iter()
                .all(|number| order_number(number) == "202611231234567890")
        );
    }

    #[test]
    fn wechat_itself_gets_a_code_where_the_account_has_no_jsapi() {
        for (client, has_jsapi, expected) in [
            (Client::WeChat, true, TradeType::Jsapi),
            (Client::WeChat, false, TradeType::Native),
            (Client::Mobile, true, TradeType::H5),
            (Client::Desktop, true, TradeType::Native),
        ] {
            assert_eq!(TradeType::of(client, has_jsapi), expected);
        }
    }

    #[test]
    fn a_reference_keeps_every_number_once() {
        let mut reference = String::new();
        for number in ["1", "1-H5", "1", "1-H5"] {
            reference = with_number(&reference, number);
        }
        assert_eq!(numbers(&reference, "1").collect::<Vec<_>>(), ["1", "1-H5"]);
        assert_eq!(numbers("", "1").collect::<Vec<_>>(), ["1"]);
    }
}
