//! Names, logo and footer of a site.

use std::str::FromStr as _;

use moyan_domain::limits::{
    FOOTER_LINKS_MAX, SITE_NAME_MAX_CHARS, SITE_SUBTITLE_MAX_CHARS, SITE_SUMMARY_MAX_CHARS,
};
use moyan_domain::{FieldProblem, stored_names};
use moyan_foundation::error::AppError;
use moyan_foundation::schema_limits::{EMAIL, ICP, line, list_with, patterned, text};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Fields, Link, Settings, SettingsTab, SiteImage};

stored_names! {
    /// The language of the words that Moyan adds to the pages of a site.
    SiteLanguage
    /// Simplified Chinese.
    ZhCn: "zh-CN",
    /// English.
    En: "en",
}

impl SiteLanguage {
    /// The words of this language.
    pub(super) fn pick<T>(self, (chinese, english): (T, T)) -> T {
        match self {
            Self::ZhCn => chinese,
            Self::En => english,
        }
    }
}

/// Names, logo and footer of a site. Source: specification §3, Site.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BasicInfo {
    /// The name.
    #[schema(example = json!(line(1..=SITE_NAME_MAX_CHARS)))]
    pub name: String,
    /// What it is about, also for search engines.
    #[schema(example = json!(text(0..=SITE_SUMMARY_MAX_CHARS)))]
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
    /// The line at the foot.
    #[schema(example = json!(line(0..=SITE_SUBTITLE_MAX_CHARS)))]
    pub copyright: String,
    /// The number of the Chinese registration, such as 京ICP备12345678号-1; may be empty.
    #[schema(example = json!(patterned(ICP, ICP_NUMBER)))]
    pub icp_number: String,
    /// The address for questions; may be empty.
    #[schema(example = json!(patterned(EMAIL, CONTACT_EMAIL)))]
    pub contact_email: String,
    /// Links at the foot.
    #[schema(example = json!(list_with(FOOTER_LINKS_MAX, &["text", "url"])))]
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

    fn check_rules(&self, fields: &mut Fields) {
        if !Self::is_zone(&self.time_zone) {
            fields.refuse("timeZone", FieldProblem::UnknownValue);
        }
        for logo in ["logo", "logoDark", "icon"] {
            fields.take_as_logo(logo);
        }
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

/// Nothing, or a number of the Chinese registration such as `京ICP备12345678号-1`: province, kind, 6 to 10 digits, perhaps the number
/// of the site.
const ICP_NUMBER: &str = "^([京津冀晋蒙辽吉黑沪苏浙皖闽赣鲁豫鄂湘粤桂琼渝川蜀贵黔云滇藏陕秦甘陇青宁新]ICP[备证][0-9]{6,10}号(-[0-9]{1,4})?)?$";

/// Nothing, or what looks like an e-mail address, so that clients need not ask. [`moyan_domain::Identifier`] has the whole rule.
const CONTACT_EMAIL: &str = r"^([^\s@]+@[^\s@]+\.[^\s@]+)?$";

#[cfg(test)]
mod tests {
    use moyan_domain::{Identifier, IdentityType};

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
        let problems_of = |icp_number: String| {
            let mut info = BasicInfo::initial(SiteLanguage::ZhCn);
            info.name = "手册".to_owned();
            info.icp_number = icp_number;
            problems(&info)
        };
        for number in numbers.valid {
            assert_eq!(problems_of(number.clone()), [""; 0], "{number}");
        }
        for number in numbers.invalid {
            assert_eq!(problems_of(number.clone()), ["icp.invalid"], "{number}");
        }
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
        // What a login would read as an address is no address of a link.
        info.contact_email = "mailto:li＠example.com".to_owned();
        assert_eq!(problems(&info), ["email.invalid", "icp.invalid"]);
        info.contact_email = "Li@Example.com".to_owned();
        assert_eq!(problems(&info), ["icp.invalid"]);
    }

    #[test]
    fn an_address_that_is_taken_looks_like_one_to_clients() {
        let pattern = regex_lite::Regex::new(CONTACT_EMAIL).unwrap();
        for email in [
            "li@example.com",
            "a.b+c@mail.example.com.cn",
            "x'y@a-b.cn",
            "1@1.1",
        ] {
            assert!(Identifier::parse(IdentityType::Email, email).is_ok(), "{email}");
            assert!(pattern.is_match(email), "{email}");
        }
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
