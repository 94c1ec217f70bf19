//! What is checked before a handler runs, as the table of routes says it.

use crate::route::{Access, Route};
use moyan_domain::Feature;

/// What a route requires of its callers, and of what its path names.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    pub(super) access: Access,
    pub(super) feature: Option<Feature>,
    pub(super) is_free_for_drafts: bool,
    pub(super) is_reading: bool,
    pub(super) is_for_deleted: bool,
    pub(super) is_for_bin: bool,
    pub(super) is_for_archived: bool,
    pub(super) needs_no_database: bool,
    pub(super) body_max_bytes: usize,
    pub(super) needs_revision: bool,
}

impl Rules {
    /// The rules of a route.
    pub fn of(route: &Route) -> Self {
        Self {
            access: route.access,
            feature: route.feature,
            is_free_for_drafts: route.is_free_for_drafts,
            is_reading: route.is_reading,
            is_for_deleted: route.is_for_deleted,
            is_for_bin: route.is_for_bin,
            is_for_archived: route.is_for_archived,
            needs_no_database: route.needs_no_database,
            body_max_bytes: route.body_max_bytes,
            needs_revision: route.needs_revision,
        }
    }
}
