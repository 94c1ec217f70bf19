//! The table of open documents.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use moyan_domain::{DocumentId, KnowledgeBaseId, TeamId};
use moyan_foundation::schema::{avatars, document_presences, documents, knowledge_bases, sessions, users};
use uuid::Uuid;

#[derive(Debug, Queryable, Selectable)]
#[diesel(table_name = document_presences)]
pub struct PresenceRow {
    pub knowledge_base_id: KnowledgeBaseId,
    pub document_id: DocumentId,
    #[diesel(select_expression = users::id)]
    pub user_id: Uuid,
    #[diesel(select_expression = users::nickname)]
    pub nickname: String,
    #[diesel(select_expression = avatars::id.nullable(), select_expression_type = diesel::dsl::Nullable<avatars::id>)]
    pub avatar_id: Option<Uuid>,
}

/// Notes that a session has a document of a team open. False when the team has no such document.
pub fn upsert_presence(
    connection: &mut PgConnection,
    session_id: Uuid,
    team_id: TeamId,
    (base_id, document_id): (KnowledgeBaseId, DocumentId),
    now: DateTime<Utc>,
) -> QueryResult<bool> {
    let known = documents::table
        .find((base_id, document_id))
        .inner_join(knowledge_bases::table)
        .filter(knowledge_bases::team_id.eq(team_id))
        .filter(documents::deleted_at.is_null());
    if !diesel::select(diesel::dsl::exists(known)).get_result(connection)? {
        return Ok(false);
    }
    let row = (
        document_presences::knowledge_base_id.eq(base_id),
        document_presences::document_id.eq(document_id),
        document_presences::seen_at.eq(now),
    );
    diesel::insert_into(document_presences::table)
        .values((document_presences::session_id.eq(session_id), row))
        .on_conflict(document_presences::session_id)
        .do_update()
        .set(row)
        .execute(connection)?;
    Ok(true)
}

/// The session has nothing open any more.
pub fn delete_presence(connection: &mut PgConnection, session_id: Uuid) -> QueryResult<usize> {
    diesel::delete(document_presences::table.find(session_id)).execute(connection)
}

/// Other accounts that had a document of the team open after a moment, each document once an account.
pub fn list_presences(
    connection: &mut PgConnection,
    team_id: TeamId,
    but: Uuid,
    after: DateTime<Utc>,
) -> QueryResult<Vec<PresenceRow>> {
    document_presences::table
        .inner_join(sessions::table.inner_join(users::table.left_join(avatars::table)))
        .inner_join(knowledge_bases::table.on(knowledge_bases::id.eq(document_presences::knowledge_base_id)))
        .filter(
            knowledge_bases::team_id
                .eq(team_id)
                .and(knowledge_bases::purges_at.is_null()),
        )
        .filter(users::id.ne(but).and(document_presences::seen_at.gt(after)))
        .order((
            document_presences::knowledge_base_id.asc(),
            document_presences::document_id.asc(),
            users::id.asc(),
        ))
        .distinct()
        .select(PresenceRow::as_select())
        .load(connection)
}

pub fn delete_presences(connection: &mut PgConnection, before: DateTime<Utc>) -> QueryResult<usize> {
    diesel::delete(document_presences::table.filter(document_presences::seen_at.lt(before)))
        .execute(connection)
}
