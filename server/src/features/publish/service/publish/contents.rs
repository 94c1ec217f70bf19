//! What a release is made of, and how it becomes the one that visitors read.

use std::collections::HashMap;

use diesel::PgConnection;
use moyan_domain::limits::RELEASES_PER_SITE;
use moyan_domain::{KnowledgeBaseId, ReleaseId};
use moyan_foundation::error::AppError;
use serde_json::Value;

use super::super::redirects::redirect_changed;
use super::super::releases::listed;
use super::Request;
use crate::features::audit::{AuditAction, Entry};
use crate::features::publish::content::FileRef;
use crate::features::publish::dto::ReleaseDto;
use crate::features::publish::queries::{self, ReleaseDocument, SiteRow};

/// What a release is made of. Its documents are rendered.
pub(super) struct Contents {
    pub(super) settings: Value,
    pub(super) categories: Value,
    pub(super) knowledge_base_id: Option<KnowledgeBaseId>,
    /// In their order. Which release they are of, and in which place, is written when it is put live.
    pub(super) rows: Vec<ReleaseDocument>,
    pub(super) files: HashMap<String, FileRef>,
}

impl Contents {
    /// Writes a release that was begun, and makes it the live one unless a newer one is complete. The site is locked.
    pub(super) fn put_live(
        mut self,
        connection: &mut PgConnection,
        request: &Request,
        site: &SiteRow,
        (id, number): (ReleaseId, i32),
        details: Value,
    ) -> Result<ReleaseDto, AppError> {
        for (position, row) in (0..).zip(&mut self.rows) {
            row.release_id = id;
            row.position = position;
        }
        queries::insert_documents(connection, &self.rows)?;
        queries::insert_files(connection, id, &self.files)?;
        let n_documents = i32::try_from(self.rows.len()).unwrap_or(i32::MAX);
        queries::complete_release(
            connection,
            id,
            &self.settings,
            &self.categories,
            n_documents,
            self.knowledge_base_id,
        )?;
        if !queries::has_newer_release(connection, site.id, number)? {
            redirect_changed(connection, site, id, request.now)?;
            queries::update_live_release(connection, site.id, id, request.now)?;
        }
        queries::delete_old_releases(connection, site.id, RELEASES_PER_SITE)?;
        let entry = match request.user_id {
            Some(user_id) => Entry::by(user_id, AuditAction::SitePublished),
            None => Entry::by_system(AuditAction::SitePublished),
        };
        entry.in_team(site.team_id).with(details).record(connection)?;
        listed(connection, site.id, id)
    }
}
