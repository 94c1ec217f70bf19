//! Packages that members buy, and what all of them have.

use moyan_domain::limits::{
    BENEFITS_MAX, GRACE_DEFAULT_DAYS, GRACE_MAX_DAYS, MEMBERSHIP_CONTACT_MAX_CHARS, PACKAGES_MAX,
    PRICE_MAX_FEN, REFUND_POLICY_MAX_CHARS, SITE_LABEL_MAX_CHARS, SITE_TITLE_MAX_CHARS,
    VISITOR_DEVICES_DEFAULT, VISITOR_DEVICES_MAX,
};
use moyan_domain::{FieldProblem, stored_names};
use moyan_foundation::schema_limits::{line, lines, list, number, text};
use serde::{Deserialize, Serialize};
use unicode_normalization::UnicodeNormalization as _;
use utoipa::ToSchema;

use super::{Fields, Settings, SettingsTab, SiteLanguage};

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
    /// In their order, at most one of them recommended.
    #[schema(example = json!(list(PACKAGES_MAX)))]
    pub packages: Vec<Package>,
    /// What every member has.
    #[schema(example = json!(lines(BENEFITS_MAX, SITE_TITLE_MAX_CHARS)))]
    pub general_benefits: Vec<String>,
    /// For how many days a membership holds after its end.
    #[serde(default = "default_grace_days")]
    #[schema(required)]
    #[schema(example = json!(number(0..=GRACE_MAX_DAYS)))]
    pub grace_days: u32,
    /// On how many devices a visitor is logged in at once.
    #[serde(default = "default_max_devices")]
    #[schema(required)]
    #[schema(example = json!(number(1..=VISITOR_DEVICES_MAX)))]
    pub max_devices: u32,
    /// When and how money goes back, shown where one pays.
    #[serde(default)]
    #[schema(required)]
    #[schema(example = json!(text(0..=REFUND_POLICY_MAX_CHARS)))]
    pub refund_policy: String,
    /// Where to ask, shown where nobody can log in or pay.
    #[serde(default)]
    #[schema(required)]
    #[schema(example = json!(text(0..=MEMBERSHIP_CONTACT_MAX_CHARS)))]
    pub contact: String,
}

fn default_grace_days() -> u32 {
    GRACE_DEFAULT_DAYS
}

fn default_max_devices() -> u32 {
    VISITOR_DEVICES_DEFAULT
}

/// Something that members buy.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Package {
    /// Made by the console, unique in the site: a UUID.
    pub id: uuid::Uuid,
    /// The name.
    #[schema(example = json!(line(1..=SITE_LABEL_MAX_CHARS)))]
    pub name: String,
    /// The price as text, such as `¥99`, `99.00` or `¥99/年`: more than 0, at most two decimals. A period after the amount
    /// is that of the package.
    pub price: String,
    /// How long it lasts.
    pub period: PackagePeriod,
    /// True for the one that is recommended.
    pub is_recommended: bool,
    /// What it gives beside what all give.
    #[schema(example = json!(lines(BENEFITS_MAX, SITE_TITLE_MAX_CHARS)))]
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
            grace_days: GRACE_DEFAULT_DAYS,
            max_devices: VISITOR_DEVICES_DEFAULT,
            refund_policy: String::new(),
            contact: String::new(),
        }
    }

    fn check_rules(&self, fields: &mut Fields) {
        fields.distinct("packages", &self.packages, "id", |package| package.id);
        let mut has_recommended = false;
        for (index, package) in self.packages.iter().enumerate() {
            fields.within(&format!("packages[{index}]"), |fields| {
                match parse_price(&package.price) {
                    None => fields.refuse("price", FieldProblem::PriceInvalid),
                    Some((_, Some(named))) if named != package.period => {
                        fields.refuse("price", FieldProblem::PricePeriodDiffers);
                    }
                    Some(_) => {}
                }
                if package.is_recommended && has_recommended {
                    fields.refuse("isRecommended", FieldProblem::SecondRecommended);
                }
                has_recommended |= package.is_recommended;
            });
        }
    }
}

impl Package {
    /// The price in fen; none when the text is no price above 0 with at most two decimals.
    pub fn price_fen(&self) -> Option<i64> {
        parse_price(&self.price).map(|(fen, _)| fen)
    }
}

/// What people write around an amount of yuan.
const CURRENCIES: [&str; 3] = ["¥", "CNY", "RMB"];

/// What may follow the amount, after a slash.
const PERIODS: [(&str, PackagePeriod); 6] = [
    ("月", PackagePeriod::Monthly),
    ("month", PackagePeriod::Monthly),
    ("年", PackagePeriod::Yearly),
    ("year", PackagePeriod::Yearly),
    ("终身", PackagePeriod::Lifetime),
    ("lifetime", PackagePeriod::Lifetime),
];

/// Fen of a text such as `¥99`, `99.9`, `1,299 元`, `９９元` or `¥99/年`, and the period that it names.
fn parse_price(text: &str) -> Option<(i64, Option<PackagePeriod>)> {
    let text: String = text.nfkc().collect();
    let Some((amount, name)) = text.split_once('/') else {
        return Some((parse_fen(&text)?, None));
    };
    let (_, period) = PERIODS.iter().find(|(known, _)| *known == name.trim())?;
    Some((parse_fen(amount)?, Some(*period)))
}

fn parse_fen(text: &str) -> Option<i64> {
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
    fn what_was_saved_before_there_were_terms_is_still_read() {
        let stored = serde_json::json!({ "packages": [], "generalBenefits": ["x"] });
        let membership: Membership = serde_json::from_value(stored).unwrap();
        assert_eq!((membership.grace_days, membership.max_devices), (3, 5));
        assert_eq!(membership.refund_policy + &membership.contact, "");
    }

    #[test]
    fn terms_have_limits() {
        let mut membership = Membership::initial(SiteLanguage::ZhCn);
        let is_fine = |membership: &Membership| {
            let mut fields = Fields::default();
            membership.check(&mut fields);
            fields.is_empty()
        };
        for (grace_days, max_devices, n_policy, n_contact, fits) in [
            (0, 1, 2000, 200, true),
            (30, 20, 0, 0, true),
            (31, 1, 0, 0, false),
            (0, 0, 0, 0, false),
            (0, 21, 0, 0, false),
            (0, 1, 2001, 0, false),
            (0, 1, 0, 201, false),
        ] {
            membership.grace_days = grace_days;
            membership.max_devices = max_devices;
            membership.refund_policy = "字".repeat(n_policy);
            membership.contact = "字".repeat(n_contact);
            assert_eq!(is_fine(&membership), fits, "{membership:?}");
        }
    }

    #[test]
    fn a_price_is_read_as_people_write_it_and_as_the_console_reads_it() {
        let table = include_str!("../../../../../frontend/src/features/site-config/membership/prices.json");
        let table: std::collections::BTreeMap<String, serde_json::Value> =
            serde_json::from_str(table).unwrap();
        assert!(table.values().any(|price| price["fen"] == PRICE_MAX_FEN));
        for (text, price) in table {
            let read =
                parse_price(&text).map(|(fen, period)| serde_json::json!({ "fen": fen, "period": period }));
            assert_eq!(serde_json::json!(read), price, "{text}");
        }
    }

    #[test]
    fn a_price_names_no_other_period_than_the_package() {
        for (price, period, fits) in [
            ("¥99/年", PackagePeriod::Yearly, true),
            ("¥99/年", PackagePeriod::Monthly, false),
            ("¥99", PackagePeriod::Monthly, true),
        ] {
            let mut membership = Membership::initial(SiteLanguage::ZhCn);
            membership.packages.push(Package {
                id: uuid::Uuid::nil(),
                name: "x".to_owned(),
                price: price.to_owned(),
                period,
                is_recommended: false,
                benefits: Vec::new(),
                is_archived: false,
            });
            let mut fields = Fields::default();
            membership.check(&mut fields);
            assert_eq!(fields.is_empty(), fits, "{price}");
        }
    }
}
