//! The tables of files.

use std::collections::HashSet;

use chrono::{DateTime, Utc};
use diesel::dsl::{exists, min, not};
use diesel::prelude::*;
use diesel::sql_query;
use diesel::sql_types::{Array, BigInt, Nullable, Text, Timestamptz, Uuid as SqlUuid};
use moyan_domain::{KnowledgeBaseId, KnowledgeBaseStatus, SiteId, TeamId};
use moyan_foundation::backups;
use moyan_foundation::schema::{
    documents, files, knowledge_base_diagrams, knowledge_base_images, knowledge_bases, release_files,
    team_images,
};
use uuid::Uuid;

/// True for a file that nothing refers to.
macro_rules! is_unnamed {
    () => {
        not(exists(
            team_images::table.filter(team_images::file_hash.eq(files::hash)),
        ))
        .and(not(exists(
            knowledge_base_images::table.filter(knowledge_base_images::file_hash.eq(files::hash)),
        )))
        .and(not(exists(
            knowledge_base_diagrams::table.filter(knowledge_base_diagrams::file_hash.eq(files::hash)),
        )))
        .and(not(exists(
            release_files::table.filter(release_files::file_hash.eq(files::hash)),
        )))
    };
}

/// A stored file.
#[derive(Clone, Debug, Queryable, Selectable, Insertable)]
#[diesel(table_name = files)]
pub struct FileRow {
    /// SHA-256 of its bytes, in hexadecimal digits.
    pub hash: String,
    /// The name in the store of files.
    pub name: String,
    /// The media type.
    pub media_type: String,
    /// Bytes.
    pub n_bytes: i64,
    /// Pixels.
    pub width: i32,
    /// Pixels.
    pub height: i32,
}

/// What refers to a file.
#[derive(Clone, Debug)]
pub enum Reference {
    /// An image at a public address: the team, and who uploaded it.
    TeamImage(Uuid, Uuid),
    /// An image of a knowledge base, by its name.
    Image(Uuid, String),
    /// The drawing of a diagram of a knowledge base, by the hash of its source.
    Diagram(Uuid, String),
}

/// Keeps a base of a team as it is until the transaction ends: its status, and whether it is in the bin. None when the
/// team has no such base any more.
pub fn hold_base(
    connection: &mut PgConnection,
    team_id: Uuid,
    id: Uuid,
) -> QueryResult<Option<(KnowledgeBaseStatus, bool)>> {
    knowledge_bases::table
        .find(id)
        .filter(knowledge_bases::team_id.eq(team_id))
        .select((knowledge_bases::status, knowledge_bases::purges_at.is_not_null()))
        .for_share()
        .first(connection)
        .optional()
}

/// A file that is there, and will be: whoever removes unnamed files waits, and then leaves it.
pub fn keep_file(connection: &mut PgConnection, hash: &str) -> QueryResult<Option<FileRow>> {
    diesel::update(files::table.find(hash))
        .set(files::unnamed_at.eq(None::<DateTime<Utc>>))
        .returning(FileRow::as_returning())
        .get_result(connection)
        .optional()
}

/// Writes a file down, unless equal bytes were written down meanwhile.
pub fn insert_file(connection: &mut PgConnection, file: &FileRow) -> QueryResult<usize> {
    diesel::insert_into(files::table)
        .values(file)
        .on_conflict(files::hash)
        .do_nothing()
        .execute(connection)
}

pub fn find_reference(connection: &mut PgConnection, reference: &Reference) -> QueryResult<Option<FileRow>> {
    match reference {
        // Its address is its content: there is no other way to name it.
        Reference::TeamImage(..) => Ok(None),
        Reference::Image(id, name) => find_image(connection, *id, name),
        Reference::Diagram(id, hash) => find_diagram(connection, *id, hash),
    }
}

/// Writes down that a file is referred to. A diagram that was drawn anew refers to the new drawing.
pub fn insert_reference(
    connection: &mut PgConnection,
    reference: &Reference,
    file_hash: &str,
) -> QueryResult<usize> {
    match reference {
        Reference::TeamImage(team_id, user_id) => diesel::insert_into(team_images::table)
            .values((
                team_images::team_id.eq(team_id),
                team_images::file_hash.eq(file_hash),
                team_images::created_by_id.eq(user_id),
            ))
            .on_conflict_do_nothing()
            .execute(connection),
        Reference::Image(id, name) => diesel::insert_into(knowledge_base_images::table)
            .values((
                knowledge_base_images::knowledge_base_id.eq(id),
                knowledge_base_images::name.eq(name),
                knowledge_base_images::file_hash.eq(file_hash),
            ))
            .on_conflict_do_nothing()
            .execute(connection),
        Reference::Diagram(id, source_hash) => diesel::insert_into(knowledge_base_diagrams::table)
            .values((
                knowledge_base_diagrams::knowledge_base_id.eq(id),
                knowledge_base_diagrams::source_hash.eq(source_hash),
                knowledge_base_diagrams::file_hash.eq(file_hash),
            ))
            .on_conflict((
                knowledge_base_diagrams::knowledge_base_id,
                knowledge_base_diagrams::source_hash,
            ))
            .do_update()
            .set(knowledge_base_diagrams::file_hash.eq(file_hash))
            .execute(connection),
    }
}

#[derive(QueryableByName)]
struct Sum {
    #[diesel(sql_type = BigInt)]
    n_bytes: i64,
}

/// Bytes of all files that a team refers to, each counted once.
pub fn count_bytes(connection: &mut PgConnection, team_id: Uuid) -> QueryResult<i64> {
    let sum: Sum = sql_query(
        "SELECT coalesce(sum(n_bytes), 0)::bigint AS n_bytes FROM files WHERE hash IN ( \
            SELECT file_hash FROM team_images WHERE team_id = $1 \
            UNION SELECT file_hash FROM knowledge_base_images i \
                JOIN knowledge_bases b ON b.id = i.knowledge_base_id WHERE b.team_id = $1 \
            UNION SELECT file_hash FROM knowledge_base_diagrams d \
                JOIN knowledge_bases b ON b.id = d.knowledge_base_id WHERE b.team_id = $1 \
            UNION SELECT f.file_hash FROM release_files f JOIN releases r ON r.id = f.release_id \
                JOIN sites s ON s.id = r.site_id WHERE s.team_id = $1)",
    )
    .bind::<SqlUuid, _>(team_id)
    .get_result(connection)?;
    Ok(sum.n_bytes)
}

pub fn find_image(connection: &mut PgConnection, id: Uuid, name: &str) -> QueryResult<Option<FileRow>> {
    knowledge_base_images::table
        .find((id, name))
        .inner_join(files::table)
        .select(FileRow::as_select())
        .first(connection)
        .optional()
}

pub fn find_diagram(connection: &mut PgConnection, id: Uuid, hash: &str) -> QueryResult<Option<FileRow>> {
    knowledge_base_diagrams::table
        .find((id, hash))
        .inner_join(files::table)
        .select(FileRow::as_select())
        .first(connection)
        .optional()
}

/// A file at a public address. One that only knowledge bases have is not there.
pub fn find_public(connection: &mut PgConnection, hash: &str) -> QueryResult<Option<FileRow>> {
    files::table
        .find(hash)
        .filter(exists(
            team_images::table.filter(team_images::file_hash.eq(files::hash)),
        ))
        .select(FileRow::as_select())
        .first(connection)
        .optional()
}

pub fn list_image_names(connection: &mut PgConnection, id: Uuid) -> QueryResult<Vec<String>> {
    knowledge_base_images::table
        .filter(knowledge_base_images::knowledge_base_id.eq(id))
        .select(knowledge_base_images::name)
        .order(knowledge_base_images::name)
        .load(connection)
}

pub fn list_diagram_hashes(connection: &mut PgConnection, id: Uuid) -> QueryResult<Vec<String>> {
    knowledge_base_diagrams::table
        .filter(knowledge_base_diagrams::knowledge_base_id.eq(id))
        .select(knowledge_base_diagrams::source_hash)
        .order(knowledge_base_diagrams::source_hash)
        .load(connection)
}

/// Bases with images or drawings that were not looked for since a moment, those first that wait longest.
pub fn list_unchecked(connection: &mut PgConnection, before: DateTime<Utc>) -> QueryResult<Vec<Uuid>> {
    let images = knowledge_base_images::table
        .filter(knowledge_base_images::checked_at.le(before))
        .group_by(knowledge_base_images::knowledge_base_id)
        .select((
            min(knowledge_base_images::checked_at),
            knowledge_base_images::knowledge_base_id,
        ));
    let diagrams = knowledge_base_diagrams::table
        .filter(knowledge_base_diagrams::checked_at.le(before))
        .group_by(knowledge_base_diagrams::knowledge_base_id)
        .select((
            min(knowledge_base_diagrams::checked_at),
            knowledge_base_diagrams::knowledge_base_id,
        ));
    let mut unchecked: Vec<(Option<DateTime<Utc>>, Uuid)> = images.union(diagrams).load(connection)?;
    unchecked.sort_unstable();
    let mut known = HashSet::new();
    let ids = unchecked.into_iter().map(|(_, id)| id);
    Ok(ids.filter(|id| known.insert(*id)).collect())
}

/// Writes down which images of a base its texts name, tombstones and the past included, and removes those that none
/// has named since a moment.
pub fn check_images(
    connection: &mut PgConnection,
    id: Uuid,
    now: DateTime<Utc>,
    unnamed_before: DateTime<Utc>,
) -> QueryResult<usize> {
    sql_query(
        "WITH texts AS ( \
            SELECT content FROM documents WHERE knowledge_base_id = $1 \
            UNION ALL SELECT content FROM document_revisions WHERE knowledge_base_id = $1 \
         ), named AS ( \
            SELECT DISTINCT (regexp_matches(content, 'images/([0-9a-f]{16}\\.[a-z]+)', 'g'))[1] AS name FROM texts \
         ) \
         UPDATE knowledge_base_images SET checked_at = $2, unnamed_at = \
            CASE WHEN name IN (SELECT name FROM named) THEN NULL ELSE coalesce(unnamed_at, $2) END \
         WHERE knowledge_base_id = $1",
    )
    .bind::<SqlUuid, _>(id)
    .bind::<Timestamptz, _>(now)
    .execute(connection)?;
    diesel::delete(
        knowledge_base_images::table
            .filter(knowledge_base_images::knowledge_base_id.eq(id))
            .filter(knowledge_base_images::unnamed_at.le(unnamed_before)),
    )
    .execute(connection)
}

/// The documents of a base whose text may hold a diagram, tombstones included.
pub fn list_documents_with_diagrams(connection: &mut PgConnection, id: Uuid) -> QueryResult<Vec<Uuid>> {
    documents::table
        .filter(documents::knowledge_base_id.eq(id))
        .filter(documents::content.like("%mermaid%"))
        .select(documents::id)
        .load(connection)
}

pub fn find_text(connection: &mut PgConnection, id: Uuid, document_id: Uuid) -> QueryResult<Option<String>> {
    documents::table
        .find((id, document_id))
        .select(documents::content)
        .first(connection)
        .optional()
}

/// Writes down which drawings of a base its texts need, and removes those that none has needed since a moment.
pub fn check_diagrams(
    connection: &mut PgConnection,
    id: Uuid,
    needed: &[String],
    now: DateTime<Utc>,
    unnamed_before: DateTime<Utc>,
) -> QueryResult<usize> {
    sql_query(
        "UPDATE knowledge_base_diagrams SET checked_at = $2, unnamed_at = \
            CASE WHEN source_hash = ANY($3) THEN NULL ELSE coalesce(unnamed_at, $2) END \
         WHERE knowledge_base_id = $1",
    )
    .bind::<SqlUuid, _>(id)
    .bind::<Timestamptz, _>(now)
    .bind::<Array<Text>, _>(needed)
    .execute(connection)?;
    diesel::delete(
        knowledge_base_diagrams::table
            .filter(knowledge_base_diagrams::knowledge_base_id.eq(id))
            .filter(knowledge_base_diagrams::unnamed_at.le(unnamed_before)),
    )
    .execute(connection)
}

/// Writes down which files nothing refers to, and lists those to which nothing has referred since a moment.
pub fn list_unnamed_files(
    connection: &mut PgConnection,
    now: DateTime<Utc>,
    unnamed_before: DateTime<Utc>,
) -> QueryResult<Vec<String>> {
    diesel::update(
        files::table
            .filter(files::unnamed_at.is_null())
            .filter(is_unnamed!()),
    )
    .set(files::unnamed_at.eq(now))
    .execute(connection)?;
    // A reference that was made while the statement above ran.
    diesel::update(
        files::table
            .filter(files::unnamed_at.is_not_null())
            .filter(not(is_unnamed!())),
    )
    .set(files::unnamed_at.eq(None::<DateTime<Utc>>))
    .execute(connection)?;
    files::table
        .filter(files::unnamed_at.le(unnamed_before))
        .select(files::hash)
        .load(connection)
}

/// Removes a file that nothing has referred to since a moment, and returns its name in the store. None goes while a
/// backup is being written, which may be about to copy it.
pub fn delete_unnamed_file(
    connection: &mut PgConnection,
    hash: &str,
    unnamed_before: DateTime<Utc>,
) -> QueryResult<Option<String>> {
    if !backups::hold_off(connection)? {
        return Ok(None);
    }
    diesel::delete(
        files::table
            .find(hash)
            .filter(files::unnamed_at.le(unnamed_before))
            .filter(is_unnamed!()),
    )
    .returning(files::name)
    .get_result(connection)
    .optional()
}

/// Those of these names in the store that no file has.
pub fn list_strays(connection: &mut PgConnection, names: Vec<String>) -> QueryResult<Vec<String>> {
    let known: HashSet<String> = files::table
        .filter(files::name.eq_any(&names))
        .select(files::name)
        .load(connection)?
        .into_iter()
        .collect();
    Ok(names.into_iter().filter(|name| !known.contains(name)).collect())
}

/// Gives a copy the images of a base. They are the same files, which take no room twice.
pub fn copy_images(
    connection: &mut PgConnection,
    from: KnowledgeBaseId,
    to: KnowledgeBaseId,
    now: DateTime<Utc>,
) -> QueryResult<usize> {
    sql_query(
        "INSERT INTO knowledge_base_images (knowledge_base_id, name, file_hash, unnamed_at, checked_at) \
         SELECT $2, name, file_hash, unnamed_at, $3 FROM knowledge_base_images WHERE knowledge_base_id = $1",
    )
    .bind::<SqlUuid, _>(from)
    .bind::<SqlUuid, _>(to)
    .bind::<Timestamptz, _>(now)
    .execute(connection)
}

/// Gives a copy the drawings of a base.
pub fn copy_diagrams(
    connection: &mut PgConnection,
    from: KnowledgeBaseId,
    to: KnowledgeBaseId,
    now: DateTime<Utc>,
) -> QueryResult<usize> {
    sql_query(
        "INSERT INTO knowledge_base_diagrams (knowledge_base_id, source_hash, file_hash, unnamed_at, checked_at) \
         SELECT $2, source_hash, file_hash, unnamed_at, $3 FROM knowledge_base_diagrams WHERE knowledge_base_id = $1",
    )
    .bind::<SqlUuid, _>(from)
    .bind::<SqlUuid, _>(to)
    .bind::<Timestamptz, _>(now)
    .execute(connection)
}

/// Gives a team the images of another one that are named by texts of a base, and by settings and releases of sites.
pub fn copy_team_images(
    connection: &mut PgConnection,
    from: TeamId,
    to: TeamId,
    base: Option<KnowledgeBaseId>,
    sites: &[SiteId],
) -> QueryResult<usize> {
    let sites: Vec<Uuid> = sites.iter().map(|id| id.0).collect();
    sql_query(
        "WITH texts AS ( \
            SELECT content FROM documents WHERE knowledge_base_id = $3 \
            UNION ALL SELECT data::text FROM site_settings WHERE site_id = ANY($4) \
            UNION ALL SELECT settings::text FROM releases WHERE site_id = ANY($4) \
         ), named AS ( \
            SELECT DISTINCT (regexp_matches(content, '/media/([0-9a-f]{64})', 'g'))[1] AS hash FROM texts \
         ) \
         INSERT INTO team_images (team_id, file_hash, created_by_id, created_at) \
         SELECT $2, file_hash, created_by_id, created_at FROM team_images JOIN named ON hash = file_hash \
         WHERE team_id = $1 ON CONFLICT DO NOTHING",
    )
    .bind::<SqlUuid, _>(from)
    .bind::<SqlUuid, _>(to)
    .bind::<Nullable<SqlUuid>, _>(base)
    .bind::<Array<SqlUuid>, _>(sites)
    .execute(connection)
}
