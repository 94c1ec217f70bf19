//! What is set for a site, a tab of the console each. Source: specification §2, Site configuration pages, and §3.
//!
//! A tab is stored as JSON with a revision of its own, and frozen whole in a release. A field that is added later has
//! `#[serde(default)]` and `#[schema(required)]`, so that what was stored before can still be read.
//!
//! The limit of a field stands at it, see `schema_limits`: it is checked here, told by OpenAPI, and checked by the console.

use serde::Serialize;
use serde::de::DeserializeOwned;
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
mod tabs;
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
pub use tabs::{SettingsTab, SiteSettings, TabDrafts, TabVisitor};
pub use values::{Link, SiteImage};

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

impl SiteSettings {
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
