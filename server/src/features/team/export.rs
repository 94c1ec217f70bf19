//! What the export of an account says about invitations.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use moyan_foundation::access::Role;
use moyan_foundation::schema::{team_invitations, teams};
use serde::Serialize;
use uuid::Uuid;

/// An invitation that an account sent or got.
#[derive(Debug, Queryable, Selectable, Serialize)]
#[diesel(table_name = team_invitations)]
#[serde(rename_all = "camelCase")]
pub struct ExportedInvitation {
    /// The team's name.
    #[diesel(select_expression = teams::name)]
    pub team: String,
    /// The address that was invited.
    pub email: String,
    /// The role that was offered.
    pub role: Role,
    /// When it was sent.
    pub created_at: DateTime<Utc>,
    /// When it is void.
    pub expires_at: DateTime<Utc>,
}

/// Invitations that an account sent, or that were sent to its address, the newest first.
pub fn list_invitations_of(
    connection: &mut PgConnection,
    user_id: Uuid,
    email: Option<&str>,
    limit: i64,
) -> QueryResult<Vec<ExportedInvitation>> {
    team_invitations::table
        .inner_join(teams::table)
        .filter(
            team_invitations::invited_by_id
                .eq(user_id)
                .nullable()
                .or(team_invitations::email.nullable().eq(email)),
        )
        .select(ExportedInvitation::as_select())
        .order(team_invitations::id.desc())
        .limit(limit)
        .load(connection)
}
