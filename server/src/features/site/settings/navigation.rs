//! Links of the head of every page.

use moyan_domain::limits::NAVIGATION_LINKS_MAX;
use moyan_foundation::schema_limits::list_with;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Link, Settings, SettingsTab, SiteLanguage};

/// Links of the head of every page. Those of the foot are in the basic information.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Navigation {
    /// After the links to homepage and index, in their order.
    #[schema(example = json!(list_with(NAVIGATION_LINKS_MAX, &["text", "url"])))]
    pub links: Vec<Link>,
    /// Whether a link to the homepage is shown.
    pub shows_home: bool,
    /// Whether a link to the index is shown.
    pub shows_index: bool,
}

impl Settings for Navigation {
    const TAB: SettingsTab = SettingsTab::Navigation;

    fn initial(_language: SiteLanguage) -> Self {
        Self {
            links: Vec::new(),
            shows_home: true,
            shows_index: true,
        }
    }
}
