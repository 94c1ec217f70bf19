//! The tabs of a site's settings: a row of the table below each. The rows make the names of tabs, what a site holds, and
//! what a preview may replace.

use moyan_domain::stored_names;
use moyan_foundation::error::AppError;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::{
    AccessRules, Appearance, BasicInfo, Carousel, Homepage, IndexSettings, Membership, Navigation, Settings,
    SiteLanguage,
};

/// Something that is done with each tab of a site, whatever its type.
pub trait TabVisitor {
    /// Why it ends before the last tab.
    type Error;

    /// Does it with one tab.
    fn visit<T: Settings>(&mut self, tab: &T) -> Result<(), Self::Error>;
}

/// Makes the tabs out of their table: a name as a variant, as it is stored, and as a field; and the type of what the tab
/// holds.
macro_rules! settings_tabs {
    ($($(#[doc = $doc:literal])+ $tab:ident: $name:literal, $field:ident: $data:ident;)+) => {
        stored_names! {
            /// A tab of a site's configuration.
            SettingsTab
            $($(#[doc = $doc])+ $tab: $name,)+
        }

        /// Everything that is set for a site: what a release freezes and a preview may replace.
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
        #[serde(rename_all = "camelCase")]
        pub struct SiteSettings {
            $($(#[doc = $doc])+ pub $field: $data,)+
        }

        impl SiteSettings {
            /// What a new site has.
            pub fn initial(language: SiteLanguage) -> Self {
                Self { $($field: $data::initial(language),)+ }
            }

            /// Does something with each tab, in the order of the table, up to the first failure.
            pub fn visit_tabs<V: TabVisitor>(&self, visitor: &mut V) -> Result<(), V::Error> {
                $(visitor.visit(&self.$field)?;)+
                Ok(())
            }
        }

        /// Tabs that are not saved yet. Those that are absent are as they are saved.
        #[derive(Clone, Debug, Default, Deserialize, Serialize, ToSchema)]
        #[serde(rename_all = "camelCase", default)]
        pub struct TabDrafts {
            $($(#[doc = $doc])+ pub $field: Option<$data>,)+
        }
    };
}

settings_tabs! {
    /// Names, logo, footer.
    BasicInfo: "basicInfo", basic_info: BasicInfo;
    /// Sections of the homepage.
    Homepage: "homepage", homepage: Homepage;
    /// Packages and benefits.
    Membership: "membership", membership: Membership;
    /// Who sees how much.
    Access: "access", access: AccessRules;
    /// Slides above the homepage.
    Carousel: "carousel", carousel: Carousel;
    /// The index of the knowledge base.
    Index: "index", index: IndexSettings;
    /// Links of the head.
    Navigation: "navigation", navigation: Navigation;
    /// Theme, fonts, colors.
    Appearance: "appearance", appearance: Appearance;
}

impl SettingsTab {
    /// Whether what is saved acts at once, whatever release is read.
    pub fn is_live(self) -> bool {
        matches!(self, Self::Access | Self::Membership)
    }
}

impl TabDrafts {
    /// The tabs that are there, as they would be stored.
    pub fn tabs(&self) -> Result<Vec<(SettingsTab, Value)>, AppError> {
        let unwritable = |error: serde_json::Error| AppError::Internal(error.to_string());
        let Value::Object(tabs) = serde_json::to_value(self).map_err(unwritable)? else {
            return Ok(Vec::new());
        };
        let given = tabs.into_iter().filter(|(_, data)| !data.is_null());
        Ok(given
            .filter_map(|(tab, data)| Some((SettingsTab::parse(&tab)?, data)))
            .collect())
    }
}
