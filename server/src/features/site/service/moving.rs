//! Giving a base and the sites that publish it to another team of the same owner, with everything that belongs to them.

use diesel::PgConnection;
use moyan_domain::limits::SITES_PER_TEAM;
use moyan_domain::{Feature, FieldProblem, KnowledgeBaseId, SiteId, TeamId};
use moyan_foundation::access::{Action, Caller, SiteAccess, TeamAccess, access_to};
use moyan_foundation::error::{AppError, Refusal};
use serde_json::{Map, Value};

use super::{lock, record};
use crate::features::audit::{AuditAction, Entry};
use crate::features::site::dto::MovedDto;
use crate::features::site::queries::{self, Site};
use crate::features::{image, knowledge_base, team};

/// Moves a site with the base that it publishes, and with the other sites of that base: what is written and what is
/// published stay in one team.
pub fn move_site(
    connection: &mut PgConnection,
    caller: &Caller,
    from: &TeamAccess,
    site: &SiteAccess,
    to: TeamId,
) -> Result<MovedDto, AppError> {
    if let Some(base) = site.knowledge_base_id {
        return move_base(connection, caller, from, base, to);
    }
    let moving = Move::new(connection, caller, from, to)?;
    let site = lock(connection, from.team_id, site.id)?;
    if site.knowledge_base_id.is_some() {
        return Err(Refusal::MovedMeanwhile.into());
    }
    let n_bytes = moving.lock_room(connection)?;
    moving.finish(connection, None, &[site], n_bytes)
}

/// Moves a base with the sites that publish it, those in the bin included.
pub fn move_base(
    connection: &mut PgConnection,
    caller: &Caller,
    from: &TeamAccess,
    id: KnowledgeBaseId,
    to: TeamId,
) -> Result<MovedDto, AppError> {
    let moving = Move::new(connection, caller, from, to)?;
    // Sites, the room of the team, the base: whatever locks two of them does it in this order.
    let sites = queries::lock_sites_of(connection, id)?;
    let n_bytes = moving.lock_room(connection)?;
    let title = knowledge_base::service::move_to_team(connection, from, &moving.to, id)?;
    // Nobody binds the base while it is locked; a site that was bound before that is not left behind.
    let bound = queries::list_sites_of(connection, id)?;
    if bound != ids_of(&sites) || sites.iter().any(|site| site.team_id != from.team_id) {
        return Err(Refusal::MovedMeanwhile.into());
    }
    let details = [("name", title)];
    moving.note(connection, AuditAction::KnowledgeBaseMoved, details)?;
    moving.finish(connection, Some(id), &sites, n_bytes)
}

fn ids_of(sites: &[Site]) -> Vec<SiteId> {
    sites.iter().map(|site| site.id).collect()
}

/// A move that its caller may make.
struct Move<'a> {
    caller: &'a Caller,
    from: &'a TeamAccess,
    to: TeamAccess,
}

impl<'a> Move<'a> {
    /// To another team, from which the caller may move, too.
    fn new(
        connection: &mut PgConnection,
        caller: &'a Caller,
        from: &'a TeamAccess,
        to: TeamId,
    ) -> Result<Self, AppError> {
        if to == from.team_id {
            return Err(AppError::invalid("teamId", FieldProblem::SameTeam));
        }
        let to = access_to(connection, caller, to, Action::MoveContent)?;
        Ok(Self { caller, from, to })
    }

    /// Nobody else takes the room of the team until the transaction ends. Gives the bytes that its files have.
    fn lock_room(&self, connection: &mut PgConnection) -> Result<i64, AppError> {
        team::service::lock_room(connection, self.to.team_id)?;
        image::service::count_bytes(connection, self.to.team_id)
    }

    /// Gives the sites to the team, and the images that they and the base name: it goes on when the old team is gone.
    fn finish(
        &self,
        connection: &mut PgConnection,
        base: Option<KnowledgeBaseId>,
        sites: &[Site],
        n_bytes_before: i64,
    ) -> Result<MovedDto, AppError> {
        self.require_plan(connection, sites)?;
        let (from, to, ids) = (self.from.team_id, self.to.team_id, ids_of(sites));
        queries::update_team_of(connection, &ids, to, self.caller.now)?;
        for site in sites {
            let details = [("name", site.name.clone()), ("slug", site.slug.clone())];
            self.note(connection, AuditAction::SiteMoved, details)?;
        }
        image::service::share_images(connection, from, to, base, &ids)?;
        image::service::require_room_since(connection, &self.to, n_bytes_before)?;
        Ok(MovedDto {
            team_id: to,
            knowledge_base_id: base,
            site_ids: ids,
        })
    }

    /// Refuses sites that the plan has no room for, and open ones where it opens none: those would close with the next
    /// sweep.
    fn require_plan(&self, connection: &mut PgConnection, sites: &[Site]) -> Result<(), AppError> {
        let count = |n: usize| i64::try_from(n).unwrap_or(i64::MAX);
        let team_id = self.to.team_id;
        if queries::count_all(connection, team_id)? + count(sites.len()) > SITES_PER_TEAM {
            return Err(Refusal::TooManySites.into());
        }
        let kept: Vec<&Site> = sites.iter().filter(|site| site.purges_at.is_none()).collect();
        let n_kept = queries::count_kept(connection, team_id)? + count(kept.len());
        if !kept.is_empty() && n_kept > self.to.plan.sites_per_team() {
            return Err(Refusal::SitePlanLimit.into());
        }
        for site in kept {
            if site.status.is_open() {
                self.to.require(Feature::SiteDeployment)?;
            }
        }
        Ok(())
    }

    /// Writes into the audit log of both teams what moved. It counts as one change.
    fn note<const N: usize>(
        &self,
        connection: &mut PgConnection,
        action: AuditAction,
        what: [(&str, String); N],
    ) -> Result<(), AppError> {
        let (from, to) = (self.from.team_id, self.to.team_id);
        let names = [
            ("from", team::service::name_of(connection, from)?),
            ("to", team::service::name_of(connection, to)?),
        ];
        let details: Map<String, Value> = what
            .into_iter()
            .chain(names)
            .map(|(key, value)| (key.to_owned(), value.into()))
            .collect();
        record(connection, self.caller, from, action, details.clone().into())?;
        Entry::by(self.caller.user_id, action)
            .in_team(to)
            .with(details.into())
            .record(connection)?;
        Ok(())
    }
}
