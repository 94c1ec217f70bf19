//! The table of teams.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use moyan_domain::{Language, Plan, TeamId, TeamKind};
use moyan_foundation::access::Role;
use moyan_foundation::schema::{knowledge_bases, site_view_totals, sites, team_members, teams, users};
use uuid::Uuid;

use super::members::{insert_member, update_role};

#[derive(Clone, Debug, Queryable, Selectable)]
#[diesel(table_name = teams)]
pub struct Team {
    pub id: TeamId,
    pub kind: TeamKind,
    pub name: String,
    pub owner_id: Uuid,
    pub plan: Plan,
    pub plan_ends_at: Option<DateTime<Utc>>,
    pub suspended_at: Option<DateTime<Utc>>,
    pub suspended_reason: Option<String>,
    pub purges_at: Option<DateTime<Utc>>,
    pub created_at: DateTime<Utc>,
}

pub fn insert_team(
    connection: &mut PgConnection,
    id: TeamId,
    kind: TeamKind,
    name: &str,
    owner_id: Uuid,
) -> QueryResult<usize> {
    diesel::insert_into(teams::table)
        .values((
            teams::id.eq(id),
            teams::kind.eq(kind),
            teams::name.eq(name),
            teams::owner_id.eq(owner_id),
        ))
        .execute(connection)?;
    insert_member(connection, id, owner_id, Role::Owner)
}

diesel::alias!(team_members as everybody: Everybody);

/// The account's teams with its role and the number of members, the personal space first, then by age.
pub fn list_teams(connection: &mut PgConnection, user_id: Uuid) -> QueryResult<Vec<(Team, Role, i64)>> {
    let n_members = everybody
        .filter(everybody.field(team_members::team_id).eq(teams::id))
        .count()
        .single_value()
        .assume_not_null();
    teams::table
        .inner_join(team_members::table)
        .filter(team_members::user_id.eq(user_id))
        // A deleted team is visible to its owner only.
        .filter(teams::purges_at.is_null().or(teams::owner_id.eq(user_id)))
        .order((teams::kind.asc(), teams::id.asc()))
        .select((Team::as_select(), team_members::role, n_members))
        .load(connection)
}

/// Locks the team until the transaction ends, so that counts of its members hold.
pub fn lock_team(connection: &mut PgConnection, id: TeamId) -> QueryResult<Option<Team>> {
    teams::table
        .find(id)
        .select(Team::as_select())
        .for_update()
        .first(connection)
        .optional()
}

/// Locks the team until the transaction ends, while rows that refer to it can be written.
pub fn lock_room(connection: &mut PgConnection, id: TeamId) -> QueryResult<TeamId> {
    teams::table
        .find(id)
        .select(teams::id)
        .for_no_key_update()
        .first(connection)
}

pub fn find_team(connection: &mut PgConnection, id: TeamId) -> QueryResult<Option<Team>> {
    teams::table
        .find(id)
        .select(Team::as_select())
        .first(connection)
        .optional()
}

pub fn update_name(connection: &mut PgConnection, id: TeamId, name: &str) -> QueryResult<usize> {
    diesel::update(teams::table.find(id))
        .set((teams::name.eq(name), teams::updated_at.eq(diesel::dsl::now)))
        .execute(connection)
}

pub fn update_purges_at(
    connection: &mut PgConnection,
    id: TeamId,
    purges_at: Option<DateTime<Utc>>,
) -> QueryResult<usize> {
    diesel::update(teams::table.find(id))
        .set(teams::purges_at.eq(purges_at))
        .execute(connection)
}

/// Makes one member the owner and the owner an admin.
pub fn update_owner(connection: &mut PgConnection, id: TeamId, from: Uuid, to: Uuid) -> QueryResult<usize> {
    // In this order: a team has at most one owner at any moment.
    update_role(connection, id, from, Role::Admin)?;
    update_role(connection, id, to, Role::Owner)?;
    diesel::update(teams::table.find(id))
        .set((teams::owner_id.eq(to), teams::updated_at.eq(diesel::dsl::now)))
        .execute(connection)
}

/// Locks an account until the transaction ends, so that counts of its teams hold.
pub fn lock_owner(connection: &mut PgConnection, id: Uuid) -> QueryResult<Uuid> {
    users::table
        .find(id)
        .select(users::id)
        .for_no_key_update()
        .first(connection)
}

pub fn count_owned(connection: &mut PgConnection, owner_id: Uuid) -> QueryResult<i64> {
    teams::table
        .filter(teams::owner_id.eq(owner_id).and(teams::kind.eq(TeamKind::Team)))
        .count()
        .get_result(connection)
}

/// Teams that an account owns and has not deleted, its personal space apart.
pub fn list_owned(connection: &mut PgConnection, owner_id: Uuid) -> QueryResult<Vec<TeamId>> {
    teams::table
        .filter(
            teams::owner_id
                .eq(owner_id)
                .and(teams::kind.eq(TeamKind::Team))
                .and(teams::purges_at.is_null()),
        )
        .order(teams::id.asc())
        .select(teams::id)
        .load(connection)
}

/// Whether one of those has other members.
pub fn owns_shared(connection: &mut PgConnection, owner_id: Uuid) -> QueryResult<bool> {
    let owned = teams::owner_id
        .eq(owner_id)
        .and(teams::kind.eq(TeamKind::Team))
        .and(teams::purges_at.is_null());
    diesel::select(diesel::dsl::exists(
        team_members::table
            .inner_join(teams::table)
            .filter(owned.and(team_members::user_id.ne(owner_id))),
    ))
    .get_result(connection)
}

pub fn delete_teams_of(connection: &mut PgConnection, owner_id: Uuid) -> QueryResult<usize> {
    diesel::delete(teams::table.filter(teams::owner_id.eq(owner_id))).execute(connection)
}

/// Deleted teams that are due to be removed.
pub fn list_expired(connection: &mut PgConnection, now: DateTime<Utc>) -> QueryResult<Vec<Uuid>> {
    teams::table
        .filter(teams::purges_at.le(now))
        .order(teams::purges_at.asc())
        .select(teams::id)
        .load(connection)
}

/// Removes a deleted team that is due; 0 when it was restored meanwhile.
pub fn delete_expired(connection: &mut PgConnection, id: TeamId, now: DateTime<Utc>) -> QueryResult<usize> {
    diesel::delete(teams::table.filter(teams::id.eq(id).and(teams::purges_at.le(now)))).execute(connection)
}

pub fn find_personal(connection: &mut PgConnection, owner_id: Uuid) -> QueryResult<TeamId> {
    teams::table
        .filter(
            teams::owner_id
                .eq(owner_id)
                .and(teams::kind.eq(TeamKind::Personal)),
        )
        .select(teams::id)
        .first(connection)
}

pub fn update_plan(
    connection: &mut PgConnection,
    id: TeamId,
    plan: Plan,
    ends_at: Option<DateTime<Utc>>,
) -> QueryResult<usize> {
    diesel::update(teams::table.find(id))
        .set((teams::plan.eq(plan), teams::plan_ends_at.eq(ends_at)))
        .execute(connection)
}

pub fn update_suspension(
    connection: &mut PgConnection,
    id: TeamId,
    suspension: Option<(DateTime<Utc>, &str)>,
) -> QueryResult<usize> {
    diesel::update(teams::table.find(id))
        .set((
            teams::suspended_at.eq(suspension.map(|(at, _)| at)),
            teams::suspended_reason.eq(suspension.map(|(_, reason)| reason)),
        ))
        .execute(connection)
}

/// Knowledge bases that are not in the bin.
pub fn count_knowledge_bases(connection: &mut PgConnection, team_id: TeamId) -> QueryResult<i64> {
    knowledge_bases::table
        .filter(knowledge_bases::team_id.eq(team_id))
        .filter(knowledge_bases::purges_at.is_null())
        .count()
        .get_result(connection)
}

/// Sites that are not in the bin, and the views of their pages.
pub fn count_sites(connection: &mut PgConnection, team_id: TeamId) -> QueryResult<(i64, i64)> {
    let views: Vec<(i64, Option<i64>)> = sites::table
        .left_join(site_view_totals::table)
        .filter(sites::team_id.eq(team_id))
        .filter(sites::purges_at.is_null())
        .select((sites::n_views, site_view_totals::n_views.nullable()))
        .load(connection)?;
    let n_sites = i64::try_from(views.len()).unwrap_or(i64::MAX);
    let n_views = views
        .iter()
        .map(|(before, since)| before + since.unwrap_or_default());
    Ok((n_sites, n_views.sum()))
}

/// Addresses and languages of those of a team who have one of these roles.
pub fn list_staff(
    connection: &mut PgConnection,
    team_id: TeamId,
    roles: Vec<Role>,
) -> QueryResult<Vec<(String, Language)>> {
    let found: Vec<(Option<String>, Language)> = team_members::table
        .inner_join(users::table)
        .filter(
            team_members::team_id
                .eq(team_id)
                .and(team_members::role.eq_any(roles)),
        )
        .filter(users::suspended_at.is_null())
        .order(users::id)
        .select((users::email, users::locale))
        .load(connection)?;
    Ok(found
        .into_iter()
        .filter_map(|(email, locale)| Some((email?, locale)))
        .collect())
}

/// A team's name, and how its owner is reached.
#[derive(Clone, Debug, Queryable)]
pub struct OwnerOfTeam {
    pub team: String,
    pub email: Option<String>,
    pub phone: Option<String>,
    pub locale: Language,
}

/// The owner of a team.
pub fn find_owner(connection: &mut PgConnection, team_id: TeamId) -> QueryResult<Option<OwnerOfTeam>> {
    teams::table
        .inner_join(users::table)
        .filter(teams::id.eq(team_id))
        .select((teams::name, users::email, users::phone, users::locale))
        .first(connection)
        .optional()
}
