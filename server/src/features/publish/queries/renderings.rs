//! Rendered texts, kept by the hash of everything that they were made of.

use chrono::{DateTime, TimeDelta, Utc};
use diesel::dsl::{exists, not, sql};
use diesel::prelude::*;
use diesel::sql_types::{Jsonb, Text};
use moyan_foundation::schema::{release_documents, rendered_documents};
use serde_json::Value;

/// How long before a rendering could be removed it is claimed anew.
const CLAIMED_FOR: TimeDelta = TimeDelta::hours(12);

/// Those of these renderings that there are. None of them is removed within the next hours.
pub fn claim_renderings(
    connection: &mut PgConnection,
    hashes: &[String],
    now: DateTime<Utc>,
) -> QueryResult<Vec<String>> {
    diesel::update(rendered_documents::table)
        .filter(rendered_documents::hash.eq_any(hashes))
        .filter(rendered_documents::created_at.lt(now - CLAIMED_FOR))
        .set(rendered_documents::created_at.eq(now))
        .execute(connection)?;
    rendered_documents::table
        .filter(rendered_documents::hash.eq_any(hashes))
        .select(rendered_documents::hash)
        .load(connection)
}

/// Keeps renderings: the hash, and the JSON of it. They are written by their hash, so that two who write the same ones
/// never wait for each other.
pub fn insert_renderings(
    connection: &mut PgConnection,
    rows: &[(String, Value)],
    now: DateTime<Utc>,
) -> QueryResult<usize> {
    let mut rows: Vec<&(String, Value)> = rows.iter().collect();
    rows.sort_unstable_by_key(|(hash, _)| hash);
    let rows: Vec<_> = rows
        .into_iter()
        .map(|(hash, data)| {
            (
                rendered_documents::hash.eq(hash),
                rendered_documents::data.eq(data),
                rendered_documents::created_at.eq(now),
            )
        })
        .collect();
    diesel::insert_into(rendered_documents::table)
        .values(rows)
        .on_conflict(rendered_documents::hash)
        .do_update()
        .set(rendered_documents::created_at.eq(now))
        .execute(connection)
}

/// The sealed texts of renderings, as JSON that is not read here: that takes time while the connection is held.
pub fn list_texts(connection: &mut PgConnection, hashes: &[String]) -> QueryResult<Vec<(String, String)>> {
    rendered_documents::table
        .filter(rendered_documents::hash.eq_any(hashes))
        .select((
            rendered_documents::hash,
            sql::<Text>("(rendered_documents.data -> 'text')::text"),
        ))
        .load(connection)
}

/// The Markdown that a rendering was made of.
pub fn find_source(connection: &mut PgConnection, hash: &str) -> QueryResult<Option<Value>> {
    rendered_documents::table
        .find(hash)
        .select(sql::<Jsonb>("rendered_documents.data -> 'source'"))
        .first(connection)
        .optional()
}

/// Removes renderings that no release names and nobody has claimed since a moment.
pub fn delete_unnamed_renderings(connection: &mut PgConnection, before: DateTime<Utc>) -> QueryResult<usize> {
    let is_named =
        release_documents::table.filter(release_documents::rendered_hash.eq(rendered_documents::hash));
    diesel::delete(
        rendered_documents::table
            .filter(rendered_documents::created_at.lt(before))
            .filter(not(exists(is_named))),
    )
    .execute(connection)
}
