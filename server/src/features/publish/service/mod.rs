//! Rules: what a site consists of, how it is rendered, released, restored and scheduled.

mod changes;
mod comparison;
mod content;
mod missing;
mod publish;
mod redirects;
mod releases;
mod renderings;
mod schedule;
mod simulation;

pub use changes::{find_changed_text, list_changed_settings, list_changes};
pub use comparison::compare as compare_base;
pub use content::{LiveRows, draft_content, find_live, find_site, list_stamps, rules_of};
pub use missing::list_missing;
pub use publish::{publish, sweep};
pub use releases::{list as list_releases, restore as restore_release};
pub use schedule::{publish_due, set as set_schedule, set_document as set_document_schedule};
pub use simulation::simulate;
