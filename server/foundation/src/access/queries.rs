//! Reads the session and the membership of a caller.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use moyan_domain::{
    DocumentId, KnowledgeBaseId, KnowledgeBaseStatus, Plan, SiteId, SiteStatus, TeamId, TeamKind,
};
use uuid::Uuid;

use super::Role;
use crate::schema::{documents, knowledge_bases, sessions, sites, team_members, teams, users};

/// A session and whose it is.
#[derive(Queryable, Selectable)]
#[diesel(table_name = sessions)]
pub struct SessionRow {
    pub last_seen_at: DateTime<Utc>,
    pub expires_at: DateTime<Utc>,
    #[diesel(select_expression = users::email)]
    pub email: Option<String>,
    #[diesel(select_expression = users::is_admin)]
    pub is_admin: bool,
    #[diesel(select_expression = users::suspended_at.is_not_null())]
    pub is_suspended: bool,
}

/// A team and the caller's role in it.
#[derive(Queryable, Selectable)]
#[diesel(table_name = teams)]
pub struct MembershipRow {
    #[diesel(select_expression = teams::id)]
    pub team_id: TeamId,
    pub kind: TeamKind,
    #[diesel(select_expression = team_members::role)]
    pub role: Role,
    pub plan: Plan,
    pub plan_ends_at: Option<DateTime<Utc>>,
    #[diesel(select_expression = teams::suspended_at.is_not_null())]
    pub is_suspended: bool,
    pub purges_at: Option<DateTime<Utc>>,
}

/// A knowledge base, as far as it decides what may be done with it.
#[derive(Queryable, Selectable)]
#[diesel(table_name = knowledge_bases)]
pub struct KnowledgeBaseRow {
    pub status: KnowledgeBaseStatus,
    #[diesel(select_expression = knowledge_bases::purges_at.is_not_null())]
    pub is_in_bin: bool,
    pub revision: i64,
    pub settings_revision: i64,
}

/// A document, as far as it decides what may be done with it.
#[derive(Queryable, Selectable)]
#[diesel(table_name = documents)]
pub struct DocumentRow {
    pub id: DocumentId,
    #[diesel(select_expression = documents::deleted_at.is_not_null())]
    pub is_deleted: bool,
    pub text_revision: i64,
}

/// A site, as far as it decides what may be done with it.
#[derive(Queryable, Selectable)]
#[diesel(table_name = sites)]
pub struct SiteRow {
    pub status: SiteStatus,
    #[diesel(select_expression = sites::purges_at.is_not_null())]
    pub is_in_bin: bool,
    pub generation: i64,
    pub knowledge_base_id: Option<KnowledgeBaseId>,
}

/// A session, and its account's membership in a team where one is named: one query, because almost every request
/// asks for both.
pub fn find_session(
    connection: &mut PgConnection,
    session_id: Uuid,
    user_id: Uuid,
    team_id: Option<TeamId>,
) -> QueryResult<Option<(SessionRow, Option<MembershipRow>)>> {
    let own = team_members::user_id
        .eq(sessions::user_id)
        .and(team_members::team_id.nullable().eq(team_id));
    sessions::table
        .inner_join(users::table)
        .left_join(team_members::table.on(own))
        .left_join(teams::table.on(teams::id.eq(team_members::team_id)))
        .filter(sessions::id.eq(session_id).and(sessions::user_id.eq(user_id)))
        .select((SessionRow::as_select(), Option::<MembershipRow>::as_select()))
        .first(connection)
        .optional()
}

/// Notes that the account and its session are used. Two statements, so that neither row waits for the other.
pub fn update_last_seen(
    connection: &mut PgConnection,
    user_id: Uuid,
    session_id: Uuid,
    now: DateTime<Utc>,
) -> QueryResult<()> {
    diesel::update(users::table.find(user_id))
        .set(users::last_used_at.eq(now))
        .execute(connection)?;
    diesel::update(sessions::table.find(session_id))
        .set(sessions::last_seen_at.eq(now))
        .execute(connection)?;
    Ok(())
}

/// The membership of an account in a team.
pub fn find_membership(
    connection: &mut PgConnection,
    user_id: Uuid,
    team_id: TeamId,
) -> QueryResult<Option<MembershipRow>> {
    team_members::table
        .inner_join(teams::table)
        .filter(team_members::user_id.eq(user_id).and(teams::id.eq(team_id)))
        .select(MembershipRow::as_select())
        .first(connection)
        .optional()
}

/// The membership in the account's personal space.
pub fn find_personal_membership(
    connection: &mut PgConnection,
    user_id: Uuid,
) -> QueryResult<Option<MembershipRow>> {
    team_members::table
        .inner_join(teams::table)
        .filter(team_members::user_id.eq(user_id))
        .filter(
            teams::kind
                .eq(TeamKind::Personal)
                .and(teams::owner_id.eq(user_id)),
        )
        .select(MembershipRow::as_select())
        .first(connection)
        .optional()
}

/// A knowledge base of a team, and a document of it where one is named.
pub fn find_objects(
    connection: &mut PgConnection,
    team_id: TeamId,
    id: KnowledgeBaseId,
    document_id: Option<DocumentId>,
) -> QueryResult<Option<(KnowledgeBaseRow, Option<DocumentRow>)>> {
    let named = documents::knowledge_base_id
        .eq(knowledge_bases::id)
        .and(documents::id.nullable().eq(document_id));
    knowledge_bases::table
        .left_join(documents::table.on(named))
        .filter(
            knowledge_bases::id
                .eq(id)
                .and(knowledge_bases::team_id.eq(team_id)),
        )
        .select((KnowledgeBaseRow::as_select(), Option::<DocumentRow>::as_select()))
        .first(connection)
        .optional()
}

/// A site of a team.
pub fn find_site(connection: &mut PgConnection, team_id: TeamId, id: SiteId) -> QueryResult<Option<SiteRow>> {
    sites::table
        .find(id)
        .filter(sites::team_id.eq(team_id))
        .select(SiteRow::as_select())
        .first(connection)
        .optional()
}
