//! Names, logo and footer of a site.

use std::str::FromStr as _;

use moyan_domain::limits::{
    FOOTER_LINKS_MAX, SITE_NAME_MAX_CHARS, SITE_SUBTITLE_MAX_CHARS, SITE_SUMMARY_MAX_CHARS,
};
use moyan_domain::{FieldProblem, Identifier, IdentityType, stored_names};
use moyan_foundation::error::AppError;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Fields, ImageUse, Link, Settings, SettingsTab, SiteImage};

stored_names! {
    /// The language of the words that Moyan adds to the pages of a site.
    SiteLanguage
    /// Simplified Chinese.
    ZhCn: "zh-CN",
    /// English.
    En: "en",
}

/// Names, logo and footer of a site. Source: specification §3, Site.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BasicInfo {
    /// The name: 1 to 100 characters.
    pub name: String,
    /// What it is about, also for search engines: at most 300 characters.
    pub description: String,
    /// The language of the words that Moyan adds.
    pub language: SiteLanguage,
    /// The time zone of dates and memberships, by its IANA name.
    pub time_zone: String,
    /// PNG or SVG of at most 2 MB, recommended 240 × 120.
    pub logo: Option<SiteImage>,
    /// The logo on dark ground; the other one when absent.
    pub logo_dark: Option<SiteImage>,
    /// The icon of the browser's tab; a letter of the name when absent.
    pub icon: Option<SiteImage>,
    /// The picture that is shown where a page is shared: recommended 1200 × 630.
    pub share_image: Option<SiteImage>,
    /// The line at the foot: at most 200 characters.
    pub copyright: String,
    /// The number of the Chinese registration, such as 京ICP备12345678号-1; may be empty.
    pub icp_number: String,
    /// The address for questions; may be empty.
    pub contact_email: String,
    /// Links at the foot: at most 12.
    pub footer_links: Vec<Link>,
}

impl BasicInfo {
    /// Whether a time zone has this name.
    pub fn is_zone(name: &str) -> bool {
        chrono_tz::Tz::from_str(name).is_ok()
    }

    /// The time zone. One that is not known is that of a new site.
    pub fn zone(&self) -> chrono_tz::Tz {
        self.time_zone.parse().unwrap_or(chrono_tz::Asia::Shanghai)
    }
}

impl Settings for BasicInfo {
    const TAB: SettingsTab = SettingsTab::BasicInfo;

    fn initial(language: SiteLanguage) -> Self {
        Self {
            name: String::new(),
            description: String::new(),
            language,
            time_zone: "Asia/Shanghai".to_owned(),
            logo: None,
            logo_dark: None,
            icon: None,
            share_image: None,
            copyright: String::new(),
            icp_number: String::new(),
            contact_email: String::new(),
            footer_links: Vec::new(),
        }
    }

    fn check(&self, fields: &mut Fields) {
        fields.line("name", &self.name, 1..=SITE_NAME_MAX_CHARS);
        fields.text("description", &self.description, 0..=SITE_SUMMARY_MAX_CHARS);
        if !Self::is_zone(&self.time_zone) {
            fields.refuse("timeZone", FieldProblem::UnknownValue);
        }
        fields.image("logo", self.logo.as_ref(), ImageUse::Logo);
        fields.image("logoDark", self.logo_dark.as_ref(), ImageUse::Logo);
        fields.image("icon", self.icon.as_ref(), ImageUse::Logo);
        fields.image("shareImage", self.share_image.as_ref(), ImageUse::Picture);
        fields.line("copyright", &self.copyright, 0..=SITE_SUBTITLE_MAX_CHARS);
        if !self.icp_number.is_empty() && !is_icp_number(&self.icp_number) {
            fields.refuse("icpNumber", FieldProblem::IcpInvalid);
        }
        if !self.contact_email.is_empty() {
            match Identifier::parse(IdentityType::Email, &self.contact_email) {
                Err(problem) => fields.refuse("contactEmail", problem),
                // It is kept and shown as it was sent.
                Ok(read) if !read.as_str().eq_ignore_ascii_case(&self.contact_email) => {
                    fields.refuse("contactEmail", FieldProblem::EmailInvalid);
                }
                Ok(_) => {}
            }
        }
        fields.links("footerLinks", &self.footer_links, FOOTER_LINKS_MAX);
    }
}

impl BasicInfo {
    /// Refuses a name or a description that cannot be used.
    pub fn check_names(&self) -> Result<(), AppError> {
        let mut fields = Fields::default();
        fields.line("name", &self.name, 1..=SITE_NAME_MAX_CHARS);
        fields.text("description", &self.description, 0..=SITE_SUMMARY_MAX_CHARS);
        fields.into_result()
    }

    /// A name without white space around it.
    pub fn parse_name(text: &str) -> Result<String, AppError> {
        let mut fields = Fields::default();
        let name = text.trim();
        fields.line("name", name, 1..=SITE_NAME_MAX_CHARS);
        fields.into_result().map(|()| name.to_owned())
    }
}

/// What stands first in a number of the Chinese registration: the province.
const PROVINCES: &str = "京津冀晋蒙辽吉黑沪苏浙皖闽赣鲁豫鄂湘粤桂琼渝川蜀贵黔云滇藏陕秦甘陇青宁新";

/// Whether a text is such as `京ICP备12345678号-1`: province, kind, 6 to 10 digits, perhaps the number of the site.
fn is_icp_number(text: &str) -> bool {
    let has_digits = |text: &str, n_digits: std::ops::RangeInclusive<usize>| {
        n_digits.contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit())
    };
    let mut rest = text.chars();
    let is_province = rest.next().is_some_and(|first| PROVINCES.contains(first));
    let Some((number, site)) = ["ICP备", "ICP证"]
        .iter()
        .find_map(|kind| rest.as_str().strip_prefix(kind))
        .and_then(|rest| rest.split_once('号'))
    else {
        return false;
    };
    let is_site = site.is_empty()
        || site
            .strip_prefix('-')
            .is_some_and(|digits| has_digits(digits, 1..=4));
    is_province && has_digits(number, 6..=10) && is_site
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the console reads as well.
    #[derive(serde::Deserialize)]
    struct Numbers {
        valid: Vec<String>,
        invalid: Vec<String>,
    }

    #[test]
    fn a_number_of_the_registration_has_its_form() {
        let numbers =
            include_str!("../../../../../frontend/src/features/site-config/basic-info/icp-numbers.json");
        let numbers: Numbers = serde_json::from_str(numbers).unwrap();
        for number in numbers.valid {
            assert!(is_icp_number(&number), "{number}");
        }
        for number in numbers.invalid {
            assert!(!is_icp_number(&number), "{number}");
        }
        // The console takes the white space away before it asks.
        assert!(!is_icp_number("京ICP备12345678号-1 "));
    }

    fn problems(info: &BasicInfo) -> Vec<&'static str> {
        let mut fields = Fields::default();
        info.check(&mut fields);
        let error = fields.into_result().err();
        let fields = error.as_ref().and_then(AppError::fields).unwrap_or_default();
        fields.into_values().collect()
    }

    #[test]
    fn a_number_and_an_address_may_be_left_out_and_have_their_form_else() {
        let mut info = BasicInfo::initial(SiteLanguage::ZhCn);
        info.name = "手册".to_owned();
        assert_eq!(problems(&info), [""; 0]);
        info.icp_number = "京ICP备12345678号".to_owned();
        info.contact_email = "li@example.com".to_owned();
        assert_eq!(problems(&info), [""; 0]);
        info.icp_number = "12345678".to_owned();
        info.contact_email = "li".to_owned();
        assert_eq!(problems(&info), ["email.withoutAt", "icp.invalid"]);
    }

    #[test]
    fn a_name_has_something_in_it_and_no_white_space_around_it() {
        assert_eq!(BasicInfo::parse_name(" 手册\n").unwrap(), "手册");
        for bad in ["", "  ", &"x".repeat(SITE_NAME_MAX_CHARS + 1)] {
            assert!(BasicInfo::parse_name(bad).is_err(), "{bad}");
        }
        let longest = "墨".repeat(SITE_NAME_MAX_CHARS);
        assert_eq!(BasicInfo::parse_name(&longest).unwrap(), longest);
        let mut info = BasicInfo::initial(SiteLanguage::En);
        info.name = longest;
        assert!(info.check_names().is_ok());
        info.description = "x".repeat(SITE_SUMMARY_MAX_CHARS + 1);
        assert!(info.check_names().is_err());
        info.description.clear();
        info.name.clear();
        assert!(info.check_names().is_err());
    }
}
