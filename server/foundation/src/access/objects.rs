//! What a path names below its team: loaded with the session, and checked before the handler runs.

use std::future::Ready;

use actix_web::dev::{Path, Payload, Url};
use actix_web::{FromRequest, HttpMessage as _, HttpRequest};
use diesel::PgConnection;
use moyan_domain::{DocumentId, KnowledgeBaseId, KnowledgeBaseStatus, SiteId, SiteStatus};

use super::caller::{TeamAccess, extension};
use super::queries::{self, DocumentRow, KnowledgeBaseRow, SiteRow};
use super::rules::Rules;
use crate::error::{AppError, Refusal};
use crate::http::path_ids::PathId as _;

/// The knowledge base of the path: one of the team of the path, which the route may be called for.
///
/// It is as it was when the request came. A change locks the row and looks again.
#[derive(Clone, Debug)]
pub struct KnowledgeBaseAccess {
    /// The knowledge base.
    pub id: KnowledgeBaseId,
    /// What is done with it.
    pub status: KnowledgeBaseStatus,
    /// True while it waits in the bin to be deleted.
    pub is_in_bin: bool,
    /// The number of its last change.
    pub revision: i64,
    /// The revision at which its settings changed last.
    pub settings_revision: i64,
}

/// The document of the path: one of the knowledge base of the path.
#[derive(Clone, Debug)]
pub struct DocumentAccess {
    /// The document.
    pub id: DocumentId,
    /// True for a tombstone, whose texts can still be read and restored.
    pub is_deleted: bool,
    /// The revision at which its text changed last.
    pub text_revision: i64,
}

/// The site of the path: one of the team of the path, which the route may be called for.
///
/// It is as it was when the request came. A change locks the row and looks again.
#[derive(Clone, Debug)]
pub struct SiteAccess {
    /// The site.
    pub id: SiteId,
    /// The state that it is in.
    pub status: SiteStatus,
    /// True while it waits in the bin to be deleted.
    pub is_in_bin: bool,
    /// Counts what acts without a release.
    pub generation: i64,
    /// The base that it publishes.
    pub knowledge_base_id: Option<KnowledgeBaseId>,
}

/// The IDs of a path below its team. A path names a knowledge base or a site; a document belongs to the base.
#[derive(Clone, Copy, Debug)]
pub(super) struct ObjectIds {
    knowledge_base: Option<KnowledgeBaseId>,
    document: Option<DocumentId>,
    site: Option<SiteId>,
}

/// The objects of a path below its team.
#[derive(Debug, Default)]
pub(super) struct Objects {
    knowledge_base: Option<KnowledgeBaseAccess>,
    document: Option<DocumentAccess>,
    site: Option<SiteAccess>,
}

impl ObjectIds {
    /// The IDs of a path; a refusal when one of them cannot be read.
    pub fn of(path: &Path<Url>) -> Result<Self, Refusal> {
        Ok(Self {
            knowledge_base: KnowledgeBaseId::of(path)?,
            document: DocumentId::of(path)?,
            site: SiteId::of(path)?,
        })
    }

    /// Finds the objects of a team, or refuses.
    pub fn load(
        self,
        connection: &mut PgConnection,
        team: &TeamAccess,
        rules: &Rules,
    ) -> Result<Objects, AppError> {
        let team_id = team.team_id;
        let site = self
            .site
            .map(|id| find_site(connection, team, id, rules))
            .transpose()?;
        let Some(id) = self.knowledge_base else {
            return Ok(Objects {
                site,
                ..Objects::default()
            });
        };
        let (knowledge_base, document) = queries::find_objects(connection, team_id, id, self.document)?
            .ok_or(Refusal::KnowledgeBaseNotFound)?;
        if self.document.is_some() && document.is_none() {
            return Err(Refusal::DocumentNotFound.into());
        }
        Ok(Objects {
            knowledge_base: Some(check_knowledge_base(id, &knowledge_base, rules)?),
            document: document.map(document_of),
            site,
        })
    }
}

impl Objects {
    /// Keeps them for the extractors of the handler.
    pub fn store(self, request: &HttpRequest) {
        let mut extensions = request.extensions_mut();
        if let Some(knowledge_base) = self.knowledge_base {
            extensions.insert(knowledge_base);
        }
        if let Some(document) = self.document {
            extensions.insert(document);
        }
        if let Some(site) = self.site {
            extensions.insert(site);
        }
    }
}

/// A base in the bin and an archived one can be read; what changes them says that it works on such a base.
fn check_knowledge_base(
    id: KnowledgeBaseId,
    row: &KnowledgeBaseRow,
    rules: &Rules,
) -> Result<KnowledgeBaseAccess, AppError> {
    if !rules.is_reading && row.is_in_bin && !rules.is_for_bin {
        return Err(Refusal::KnowledgeBaseInBin.into());
    }
    if !rules.is_reading && row.status == KnowledgeBaseStatus::Archived && !rules.is_for_archived {
        return Err(Refusal::KnowledgeBaseArchived.into());
    }
    Ok(KnowledgeBaseAccess {
        id,
        status: row.status,
        is_in_bin: row.is_in_bin,
        revision: row.revision,
        settings_revision: row.settings_revision,
    })
}

/// Refuses to change what is in a base that can only be read.
pub fn require_writable(status: KnowledgeBaseStatus, is_in_bin: bool) -> Result<(), Refusal> {
    if is_in_bin {
        Err(Refusal::KnowledgeBaseInBin)
    } else if status == KnowledgeBaseStatus::Archived {
        Err(Refusal::KnowledgeBaseArchived)
    } else {
        Ok(())
    }
}

/// A site that is open to others may need a plan. One in the bin and an archived one can be read; what changes them says that it works on such a site.
fn find_site(
    connection: &mut PgConnection,
    team: &TeamAccess,
    id: SiteId,
    rules: &Rules,
) -> Result<SiteAccess, AppError> {
    let SiteRow {
        status,
        is_in_bin,
        generation,
        knowledge_base_id,
    } = queries::find_site(connection, team.team_id, id)?.ok_or(Refusal::SiteNotFound)?;
    if let Some(feature) = rules.feature.filter(|_| status.is_open()) {
        team.require(feature)?;
    }
    if !rules.is_reading && is_in_bin && !rules.is_for_bin {
        return Err(Refusal::SiteInBin.into());
    }
    if !rules.is_reading && status == SiteStatus::Archived && !rules.is_for_archived {
        return Err(Refusal::SiteArchived.into());
    }
    Ok(SiteAccess {
        id,
        status,
        is_in_bin,
        generation,
        knowledge_base_id,
    })
}

fn document_of(row: DocumentRow) -> DocumentAccess {
    DocumentAccess {
        id: row.id,
        is_deleted: row.is_deleted,
        text_revision: row.text_revision,
    }
}

impl FromRequest for KnowledgeBaseAccess {
    type Error = AppError;
    type Future = Ready<Result<Self, AppError>>;

    fn from_request(request: &HttpRequest, _payload: &mut Payload) -> Self::Future {
        extension(request)
    }
}

impl FromRequest for DocumentAccess {
    type Error = AppError;
    type Future = Ready<Result<Self, AppError>>;

    fn from_request(request: &HttpRequest, _payload: &mut Payload) -> Self::Future {
        extension(request)
    }
}

impl FromRequest for SiteAccess {
    type Error = AppError;
    type Future = Ready<Result<Self, AppError>>;

    fn from_request(request: &HttpRequest, _payload: &mut Payload) -> Self::Future {
        extension(request)
    }
}
