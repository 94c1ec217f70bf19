//! Partners.

use moyan_domain::limits::{PARTNERS_MAX, SITE_LABEL_MAX_CHARS, SITE_LINK_MAX_CHARS, SITE_TITLE_MAX_CHARS};
use moyan_domain::stored_names;
use moyan_foundation::schema_limits::{line, link_address, list};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::SectionKind;
use crate::features::site::settings::{SiteImage, SiteLanguage};

stored_names! {
    /// How partners are arranged.
    PartnersLayout
    /// In a row.
    Horizontal: "horizontal",
    /// In a grid.
    Grid: "grid",
}

stored_names! {
    /// How partners look.
    PartnersVariant
    /// Gray until they are pointed at.
    Default: "default",
    /// Plain.
    Minimal: "minimal",
    /// On cards.
    Card: "card",
}

/// Partners.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Partners {
    /// The heading.
    #[schema(example = json!(line(0..=SITE_TITLE_MAX_CHARS)))]
    pub title: String,
    /// The partners.
    #[schema(example = json!(list(PARTNERS_MAX)))]
    pub items: Vec<Partner>,
    /// How they are arranged.
    pub layout: PartnersLayout,
    /// How they look.
    pub variant: PartnersVariant,
    /// Whether logos are shown; else names.
    pub shows_logos: bool,
}

/// A partner.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Partner {
    /// The name.
    #[schema(example = json!(line(1..=SITE_LABEL_MAX_CHARS)))]
    pub name: String,
    /// Its logo.
    pub logo: Option<SiteImage>,
    /// Its site; may be empty.
    #[schema(example = json!(link_address(SITE_LINK_MAX_CHARS)))]
    pub url: String,
}

impl SectionKind for Partners {
    /// Nobody's name is made up: the author brings the first.
    fn starting(language: SiteLanguage) -> Self {
        Self {
            title: language.pick(("合作伙伴", "Partners")).to_owned(),
            items: vec![Partner {
                name: String::new(),
                logo: None,
                url: String::new(),
            }],
            layout: PartnersLayout::Horizontal,
            variant: PartnersVariant::Default,
            shows_logos: true,
        }
    }
}
