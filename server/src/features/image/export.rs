//! What the export of an account says about images.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use moyan_domain::{ImageKind, TeamId};
use moyan_foundation::schema::{files, team_images};
use serde::Serialize;
use uuid::Uuid;

use super::dto::media_path;

/// An image at a public address that an account uploaded.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ExportedImage {
    /// The team that has it.
    pub team_id: TeamId,
    /// The path of its address.
    pub path: String,
    /// Bytes of the stored file.
    pub bytes: i64,
    /// When the team got it.
    pub created_at: DateTime<Utc>,
}

/// Images that an account uploaded for teams, the newest first.
pub fn list_images_by(
    connection: &mut PgConnection,
    user_id: Uuid,
    limit: i64,
) -> QueryResult<Vec<ExportedImage>> {
    let rows: Vec<(TeamId, String, String, i64, DateTime<Utc>)> = team_images::table
        .inner_join(files::table)
        .filter(team_images::created_by_id.eq(user_id))
        .order((team_images::created_at.desc(), team_images::file_hash.asc()))
        .limit(limit)
        .select((
            team_images::team_id,
            files::hash,
            files::media_type,
            files::n_bytes,
            team_images::created_at,
        ))
        .load(connection)?;
    let exported = rows
        .into_iter()
        .filter_map(|(team_id, hash, media_type, bytes, created_at)| {
            Some(ExportedImage {
                team_id,
                path: media_path(&hash, ImageKind::of_media_type(&media_type)?),
                bytes,
                created_at,
            })
        });
    Ok(exported.collect())
}
