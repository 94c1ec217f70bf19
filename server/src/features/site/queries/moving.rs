//! What changes when sites go to another team.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use moyan_domain::{KnowledgeBaseId, SiteId, TeamId};
use moyan_foundation::schema::{orders, sites};

use super::Site;

/// Locks the sites that publish a base, those in the bin included, until the transaction ends.
pub fn lock_sites_of(connection: &mut PgConnection, id: KnowledgeBaseId) -> QueryResult<Vec<Site>> {
    sites::table
        .filter(sites::knowledge_base_id.eq(id))
        .order(sites::id.asc())
        .select(Site::as_select())
        .for_no_key_update()
        .load(connection)
}

/// The sites that publish a base.
pub fn list_sites_of(connection: &mut PgConnection, id: KnowledgeBaseId) -> QueryResult<Vec<SiteId>> {
    sites::table
        .filter(sites::knowledge_base_id.eq(id))
        .order(sites::id.asc())
        .select(sites::id)
        .load(connection)
}

/// Gives sites to a team, with their next generation, and so their orders: who is told of money is of the new team.
pub fn update_team_of(
    connection: &mut PgConnection,
    ids: &[SiteId],
    team_id: TeamId,
    now: DateTime<Utc>,
) -> QueryResult<()> {
    diesel::update(sites::table.filter(sites::id.eq_any(ids)))
        .set((
            sites::team_id.eq(team_id),
            sites::generation.eq(sites::generation + 1),
            sites::updated_at.eq(now),
        ))
        .execute(connection)?;
    diesel::update(orders::table.filter(orders::site_id.eq_any(ids)))
        .set(orders::team_id.eq(team_id))
        .execute(connection)?;
    Ok(())
}
