//! What is set for a site, a tab of the console each. Source: specification §2, Site configuration pages, and §3.
//!
//! A tab is stored as JSON with a revision of its own, and frozen whole in a release. A field that is added later has
//! `#[serde(default)]` and `#[schema(required)]`, so that what was stored before can still be read.
//!
//! The limit of a field stands at it, see `schema_limits`: it is checked here, told by OpenAPI, and checked by the console.

use moyan_domain::stored_names;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

mod access_rules;
mod addresses;
mod appearance;
mod basic_info;
mod carousel;
mod fields;
mod homepage;
mod index;
mod membership;
mod navigation;
mod schema_check;
mod values;

pub use access_rules::{AccessRules, CategoryAccess, DocumentAccessRule};
pub use addresses::{is_path, is_web_address};
pub use appearance::{Appearance, ColorScheme, NotFoundPage};
pub use basic_info::{BasicInfo, SiteLanguage};
pub use carousel::{Carousel, Slide};
pub use fields::{Fields, ImageUse};
pub use homepage::*;
pub use index::{CategoryDisplay, IndexLayout, IndexSettings};
pub use membership::{Membership, Package, PackagePeriod};
pub use navigation::Navigation;
pub use schema_check::check_limits;
pub use values::{Link, SiteImage};

stored_names! {
    /// A tab of a site's configuration.
    SettingsTab
    /// Names, logo, footer.
    BasicInfo: "basicInfo",
    /// Sections of the homepage.
    Homepage: "homepage",
    /// Packages and benefits.
    Membership: "membership",
    /// Who sees how much.
    Access: "access",
    /// Slides above the homepage.
    Carousel: "carousel",
    /// The index of the knowledge base.
    Index: "index",
    /// Links of the head and the foot.
    Navigation: "navigation",
    /// Theme, fonts, colors.
    Appearance: "appearance",
}

/// What one tab holds.
pub trait Settings: Serialize + DeserializeOwned + Clone + PartialEq + Send + ToSchema + 'static {
    /// Which tab it is.
    const TAB: SettingsTab;

    /// What a new site has.
    fn initial(language: SiteLanguage) -> Self;

    /// Notes what cannot be used, field by field.
    fn check(&self, fields: &mut Fields) {
        check_limits(self, fields);
        self.check_rules(fields);
    }

    /// Notes what cannot be used and no limit of a field says: rules of several fields, and values that only the server
    /// knows.
    fn check_rules(&self, _fields: &mut Fields) {}
}

impl SettingsTab {
    /// Whether what is saved acts at once, whatever release is read.
    pub fn is_live(self) -> bool {
        matches!(self, Self::Access | Self::Membership)
    }
}

/// Everything that is set for a site: what a release freezes and a preview may replace.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SiteSettings {
    /// Names, logo, footer.
    pub basic_info: BasicInfo,
    /// Sections of the homepage.
    pub homepage: Homepage,
    /// Packages and benefits. Live: a release does not change it.
    pub membership: Membership,
    /// Who sees how much. Live: a release does not change it.
    pub access: AccessRules,
    /// Slides above the homepage.
    pub carousel: Carousel,
    /// The index of the knowledge base.
    pub index: IndexSettings,
    /// Links of the head and the foot.
    pub navigation: Navigation,
    /// Theme, fonts, colors.
    pub appearance: Appearance,
}

impl SiteSettings {
    /// What a new site has.
    pub fn initial(language: SiteLanguage) -> Self {
        Self {
            basic_info: BasicInfo::initial(language),
            homepage: Homepage::initial(language),
            membership: Membership::initial(language),
            access: AccessRules::initial(language),
            carousel: Carousel::initial(language),
            index: IndexSettings::initial(language),
            navigation: Navigation::initial(language),
            appearance: Appearance::initial(language),
        }
    }
    /// Gives sections, slides and packages other IDs, for a copy.
    pub fn renew_ids(&mut self) {
        for section in &mut self.homepage.sections {
            section.id = Uuid::new_v4();
        }
        for slide in &mut self.carousel.slides {
            slide.id = Uuid::new_v4();
        }
        for package in &mut self.membership.packages {
            package.id = Uuid::new_v4();
        }
    }
}
