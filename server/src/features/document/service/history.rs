//! What a restore does to revisions.

use chrono::{DateTime, Utc};
use diesel::PgConnection;
use moyan_foundation::error::AppError;

use crate::features::document::queries;
use crate::features::knowledge_base;

/// Raises every revision of every base, and of all that is in it, beyond those that browsers may know from before a
/// restore.
///
/// A browser that pulls from an older one is told to compare everything, and a text that was written on an older one
/// is a conflict: see `docs/sync.md`, "Pull".
pub fn start_new_histories(connection: &mut PgConnection, now: DateTime<Utc>) -> Result<(), AppError> {
    for (base_id, by) in knowledge_base::service::start_new_histories(connection, now)? {
        queries::raise_revisions(connection, base_id, by)?;
    }
    Ok(())
}
