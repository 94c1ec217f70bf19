//! New revisions for all that a restored database holds.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel::sql_query;
use diesel::sql_types::BigInt;

/// How far the revisions of a base move: to the milliseconds of the moment, which no base counts to, and behind its
/// newest one in any case. So none of them lands on another one.
const MOVED: &str = "greatest($1, base.revision) - base.history_start";

/// Raises every revision of every base beyond those that browsers may know from before a restore.
///
/// A browser that pulls from an older one is told to compare everything, and a text that was written on an older one
/// is a conflict: see `docs/sync.md`, "Pull".
pub fn start_new_histories(connection: &mut PgConnection, now: DateTime<Utc>) -> QueryResult<()> {
    let moves = [
        format!(
            "UPDATE categories AS row SET revision = row.revision + {MOVED} \
             FROM knowledge_bases base WHERE base.id = row.knowledge_base_id"
        ),
        format!(
            "UPDATE documents AS row SET revision = row.revision + {MOVED}, \
             text_revision = row.text_revision + {MOVED}, place_revision = row.place_revision + {MOVED} \
             FROM knowledge_bases base WHERE base.id = row.knowledge_base_id"
        ),
        format!(
            "UPDATE document_revisions AS row SET revision = row.revision + {MOVED} \
             FROM knowledge_bases base WHERE base.id = row.knowledge_base_id"
        ),
        format!(
            "UPDATE knowledge_bases AS base SET revision = base.revision + {MOVED}, \
             settings_revision = base.settings_revision + {MOVED}, history_start = greatest($1, base.revision)"
        ),
    ];
    for statement in moves {
        sql_query(statement)
            .bind::<BigInt, _>(now.timestamp_millis())
            .execute(connection)?;
    }
    Ok(())
}
