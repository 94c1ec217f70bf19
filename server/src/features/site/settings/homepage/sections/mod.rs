//! Sections of the homepage, a file for each kind. Source: specification §3, Homepage sections; the numbers are those of
//! §9.
//!
//! A kind is a line of the table below and a file with its fields, their limits, what a new section of it holds, and the
//! rules that no limit says.

use moyan_domain::limits::SECTIONS_MAX;
use moyan_domain::stored_names;
use moyan_foundation::schema_limits::list;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::features::site::settings::{Fields, Settings, SettingsTab, SiteLanguage};

mod blog;
mod cta;
mod demo;
mod faq;
mod features;
mod hero;
mod newsletter;
mod partners;
mod stats;
mod testimonials;

pub use blog::*;
pub use cta::*;
pub use demo::*;
pub use faq::*;
pub use features::*;
pub use hero::*;
pub use newsletter::*;
pub use partners::*;
pub use stats::*;
pub use testimonials::*;

/// What a kind of section brings beside its fields.
pub(super) trait SectionKind {
    /// What a new section holds: good without a change wherever that is possible.
    fn starting(language: SiteLanguage) -> Self
    where
        Self: Sized;

    /// Notes what cannot be used and no limit of a field says.
    fn check(&self, _fields: &mut Fields) {}
}

/// Makes the kinds of sections out of their table.
macro_rules! section_kinds {
    ($($(#[doc = $doc:literal])+ $kind:ident,)+) => {
        /// What a section holds, by its kind.
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
        #[serde(tag = "kind", rename_all = "camelCase")]
        pub enum SectionContent {
            $($(#[doc = $doc])+ $kind($kind),)+
        }

        impl SectionContent {
            /// What a new section holds, of each kind.
            fn starting(language: SiteLanguage) -> Vec<Self> {
                vec![$(Self::$kind($kind::starting(language)),)+]
            }

            fn kind(&self) -> &dyn SectionKind {
                match self {
                    $(Self::$kind(content) => content,)+
                }
            }
        }
    };
}

section_kinds! {
    /// The first words.
    Hero,
    /// Figures.
    Stats,
    /// What it offers.
    Features,
    /// A look inside.
    Demo,
    /// What readers say.
    Testimonials,
    /// Articles.
    Blog,
    /// Questions and answers.
    Faq,
    /// Partners.
    Partners,
    /// A form for an address.
    Newsletter,
    /// A call to action.
    Cta,
}

stored_names! {
    /// How testimonials and questions look.
    TextVariant
    /// Cards.
    Modern: "modern",
    /// With rules, as in print.
    Classic: "classic",
    /// Plain.
    Minimal: "minimal",
}

/// Sections of the homepage. The examples hold a new section of each kind, in Chinese and in English.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(examples(json!(new_sections(SiteLanguage::ZhCn)), json!(new_sections(SiteLanguage::En))))]
pub struct Homepage {
    /// In their order.
    #[schema(example = json!(list(SECTIONS_MAX)))]
    pub sections: Vec<Section>,
}

/// A section.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Section {
    /// Made by the console, unique in the site: a UUID.
    pub id: Uuid,
    /// Whether it is shown.
    pub is_visible: bool,
    /// What it holds.
    pub content: SectionContent,
}

impl Settings for Homepage {
    const TAB: SettingsTab = SettingsTab::Homepage;

    fn initial(_language: SiteLanguage) -> Self {
        Self { sections: Vec::new() }
    }

    fn check_rules(&self, fields: &mut Fields) {
        fields.distinct("sections", &self.sections, "id", |section| section.id);
        for (index, section) in self.sections.iter().enumerate() {
            fields.within(&format!("sections[{index}].content"), |fields| {
                section.content.kind().check(fields);
            });
        }
    }
}

/// A new section of each kind: OpenAPI tells them in both languages, and the console adds them.
fn new_sections(language: SiteLanguage) -> Homepage {
    let sections = SectionContent::starting(language);
    Homepage {
        sections: sections
            .into_iter()
            .map(|content| Section {
                id: Uuid::nil(),
                is_visible: true,
                content,
            })
            .collect(),
    }
}
