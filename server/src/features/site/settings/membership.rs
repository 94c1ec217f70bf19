//! Packages that members buy, and what all of them have.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Fields, Settings, SettingsTab, SiteLanguage};
use crate::config::limits::{
    BENEFITS_MAX, PACKAGES_MAX, PRICE_MAX_FEN, SITE_LABEL_MAX_CHARS, SITE_TITLE_MAX_CHARS,
};
use crate::domain::stored_names;
use crate::error::FieldProblem;

stored_names! {
    /// How long a package lasts.
    PackagePeriod
    /// A month.
    Monthly: "monthly",
    /// A year.
    Yearly: "yearly",
    /// For ever.
    Lifetime: "lifetime",
}

/// Packages and benefits. Source: specification §3, Membership package.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Membership {
    /// In their order: at most 12, at most one of them recommended.
    pub packages: Vec<Package>,
    /// What every member has: at most 20 lines of at most 100 characters.
    pub general_benefits: Vec<String>,
}

/// Something that members buy.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Package {
    /// Made by the console, unique in the site: a UUID.
    pub id: uuid::Uuid,
    /// The name: 1 to 50 characters.
    pub name: String,
    /// The price as text, such as `¥99` or `99.00`: more than 0, at most two decimals.
    pub price: String,
    /// How long it lasts.
    pub period: PackagePeriod,
    /// True for the one that is recommended.
    pub is_recommended: bool,
    /// What it gives beside what all give: at most 20 lines of at most 100 characters.
    pub benefits: Vec<String>,
    /// True when it is not sold any more.
    pub is_archived: bool,
}

impl Settings for Membership {
    const TAB: SettingsTab = SettingsTab::Membership;

    fn initial(_language: SiteLanguage) -> Self {
        Self {
            packages: Vec::new(),
            general_benefits: Vec::new(),
        }
    }

    fn check(&self, fields: &mut Fields) {
        fields.distinct("packages", &self.packages, "id", |package| package.id);
        let mut has_recommended = false;
        fields.each("packages", &self.packages, PACKAGES_MAX, |fields, package| {
            fields.line("name", &package.name, 1..=SITE_LABEL_MAX_CHARS);
            if package.price_fen().is_none() {
                fields.refuse("price", FieldProblem::PriceInvalid);
            }
            if package.is_recommended && has_recommended {
                fields.refuse("isRecommended", FieldProblem::SecondRecommended);
            }
            has_recommended |= package.is_recommended;
            fields.lines("benefits", &package.benefits, BENEFITS_MAX, SITE_TITLE_MAX_CHARS);
        });
        fields.lines(
            "generalBenefits",
            &self.general_benefits,
            BENEFITS_MAX,
            SITE_TITLE_MAX_CHARS,
        );
    }
}

impl Package {
    /// The price in fen; none when the text is no price above 0 with at most two decimals.
    pub fn price_fen(&self) -> Option<i64> {
        parse_price_fen(&self.price)
    }
}

/// What people write around an amount of yuan.
const CURRENCIES: [&str; 4] = ["¥", "￥", "CNY", "RMB"];

/// Fen of a text such as `¥99`, `99.9`, `1,299 元`.
fn parse_price_fen(text: &str) -> Option<i64> {
    let text = text.trim();
    let amount = CURRENCIES
        .iter()
        .find_map(|sign| text.strip_prefix(sign))
        .unwrap_or(text);
    let amount = amount.strip_suffix('元').unwrap_or(amount).trim();
    let (whole, decimals) = amount.split_once('.').unwrap_or((amount, "00"));
    let is_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let mut groups = whole.split(',');
    let first = groups.next()?;
    let has_groups = whole.contains(',');
    let is_grouped = (!has_groups || (1..=3).contains(&first.len()))
        && groups.all(|group| group.len() == 3 && is_digits(group));
    if !is_digits(first) || !is_grouped || !is_digits(decimals) || decimals.len() > 2 {
        return None;
    }
    let yuan: i64 = whole.replace(',', "").parse().ok()?;
    let fen: i64 = format!("{decimals:0<2}").parse().ok()?;
    let price = yuan.checked_mul(100)?.checked_add(fen)?;
    (1..=PRICE_MAX_FEN).contains(&price).then_some(price)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_price_is_read_as_people_write_it() {
        for (text, fen) in [
            ("¥99", 9900),
            ("￥ 99.9", 9990),
            ("99.00", 9900),
            (" 1,299 元", 129_900),
            ("CNY 0.01", 1),
            ("999999.99", PRICE_MAX_FEN),
        ] {
            assert_eq!(parse_price_fen(text), Some(fen), "{text}");
        }
        for text in [
            "", "0", "0.00", "-1", "99.999", "1e3", "99.", ".5", "$99", "1,29", "1,2999", "９９", "1000000",
            "NaN", "12 34",
        ] {
            assert_eq!(parse_price_fen(text), None, "{text}");
        }
    }
}
