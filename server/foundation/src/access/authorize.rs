//! Checks the caller of a request before its handler runs.

use actix_web::body::{EitherBody, MessageBody};
use actix_web::dev::{Path, ServiceRequest, ServiceResponse, Url};
use actix_web::middleware::Next;
use actix_web::{Error, HttpMessage, web};
use chrono::{DateTime, Utc};
use diesel::PgConnection;
use moyan_domain::{Plan, TeamId, TeamKind};

use super::caller::{caller_of, claims_of, token_of};
use super::objects::ObjectIds;
use super::queries::{self, MembershipRow, SessionRow};
use super::rules::Rules;
use super::{Action, Caller, Claims, Role, TeamAccess};
use crate::error::{AppError, Refusal};
use crate::http::body::BodyLimit;
use crate::http::if_match::IfMatch;
use crate::http::path_ids::PathId as _;
use crate::route::Access;
use crate::state::AppState;

/// Stands in the extensions of a request that its caller may send, and that does not only read.
pub struct MayChange;

/// Lets a request through to its handler when its caller may call it.
pub async fn authorize<B: MessageBody>(
    rules: Rules,
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<EitherBody<B>>, Error> {
    match check(rules, &request).await {
        Ok(()) => next.call(request).await.map(ServiceResponse::map_into_left_body),
        // An answer and not an error, so that it passes the layers that give it its body.
        Err(refusal) => Ok(request.error_response(refusal).map_into_right_body()),
    }
}

async fn check(rules: Rules, request: &ServiceRequest) -> Result<(), AppError> {
    let Some(state) = request.app_data::<web::Data<AppState>>().cloned() else {
        return Err(AppError::Internal("the state is missing".to_owned()));
    };
    if !rules.needs_no_database && !state.db.is_ready() {
        return Err(Refusal::Starting.into());
    }
    if state.platform.is_read_only && !rules.is_reading {
        return Err(Refusal::ReadOnly.into());
    }
    request.extensions_mut().insert(BodyLimit {
        max_bytes: rules.body_max_bytes,
    });
    check_caller(rules, request, &state).await?;
    if rules.needs_revision {
        let revision = IfMatch::read(request.headers())?;
        request.extensions_mut().insert(revision);
    }
    if !rules.is_reading {
        request.extensions_mut().insert(MayChange);
    }
    Ok(())
}

async fn check_caller(rules: Rules, request: &ServiceRequest, state: &AppState) -> Result<(), AppError> {
    match rules.access {
        Access::Anyone => return Ok(()),
        Access::Session | Access::Team(_) | Access::Admin => {}
    }
    let has_token = token_of(request.request()).is_some();
    let unauthenticated = || {
        if has_token {
            Refusal::SessionEnded
        } else {
            Refusal::LoginRequired
        }
    };
    let now = state.clock.now();
    let claims = claims_of(request.request(), state, now).ok_or_else(unauthenticated)?;
    let path = PathOfTeam::of(request.match_info());
    let (idle_days, is_read_only) = (state.auth.idle_days, state.platform.is_read_only);
    // One visit to the database, whatever the path names.
    let (caller, found) = state
        .db
        .run(move |connection| {
            let (session, membership) = find(connection, claims, &path.team)?;
            let Some(caller) = caller_of(connection, claims, session, now, idle_days, is_read_only)? else {
                return Ok(None);
            };
            let found = match rules.access {
                Access::Admin if !caller.is_admin => return Err(Refusal::Forbidden.into()),
                Access::Team(action) => {
                    let membership = membership.ok_or(Refusal::TeamNotFound)?;
                    let team = check_team(&rules, &membership, action, now)?;
                    let objects = path.objects?.load(connection, &team, &rules)?;
                    Some((team, objects))
                }
                _ => None,
            };
            Ok(Some((caller, found)))
        })
        .await?
        .ok_or_else(unauthenticated)?;
    if let Some((team, objects)) = found {
        request.extensions_mut().insert(team);
        objects.store(request.request());
    }
    request.extensions_mut().insert::<Caller>(caller);
    Ok(())
}

/// Which team a path names.
enum TeamOfPath {
    Personal,
    Named(TeamId),
    /// None, or one that cannot be read.
    Nothing,
}

/// What a path names: a team, and what is below it.
struct PathOfTeam {
    team: TeamOfPath,
    /// The refusal is for who may do in the team what the route does.
    objects: Result<ObjectIds, Refusal>,
}

impl PathOfTeam {
    fn of(path: &Path<Url>) -> Self {
        let team = match path.get(TeamId::PARAMETER) {
            Some("personal") => TeamOfPath::Personal,
            Some(id) => id.parse().map_or(TeamOfPath::Nothing, TeamOfPath::Named),
            None => TeamOfPath::Nothing,
        };
        Self {
            team,
            objects: ObjectIds::of(path),
        }
    }
}

/// The session that a token names, and its account's membership in the team of the path.
fn find(
    connection: &mut PgConnection,
    claims: Claims,
    team: &TeamOfPath,
) -> Result<(Option<SessionRow>, Option<MembershipRow>), AppError> {
    let team_id = match team {
        TeamOfPath::Named(team_id) => Some(*team_id),
        _ => None,
    };
    let Some((session, membership)) = queries::find_session(connection, claims.sid, claims.sub, team_id)?
    else {
        return Ok((None, None));
    };
    let membership = match team {
        TeamOfPath::Personal => queries::find_personal_membership(connection, claims.sub)?,
        _ => membership,
    };
    Ok((Some(session), membership))
}

/// What the caller may change in a team that the path does not name.
pub fn access_to(
    connection: &mut PgConnection,
    caller: &Caller,
    team_id: TeamId,
    action: Action,
) -> Result<TeamAccess, AppError> {
    let membership = queries::find_membership(connection, caller.user_id, team_id)?;
    let membership = membership.ok_or(Refusal::TeamNotFound)?;
    check_membership(&membership, action, caller.now, false, false)
}

/// The plan must allow the action, too.
fn check_team(
    rules: &Rules,
    membership: &MembershipRow,
    action: Action,
    now: DateTime<Utc>,
) -> Result<TeamAccess, AppError> {
    let access = check_membership(membership, action, now, rules.is_reading, rules.is_for_deleted)?;
    if let Some(feature) = rules.feature.filter(|_| !rules.is_free_for_drafts) {
        access.require(feature)?;
    }
    Ok(access)
}

/// A deleted team is there for its owner only, a suspended one for reading only. The role must allow the action.
fn check_membership(
    membership: &MembershipRow,
    action: Action,
    now: DateTime<Utc>,
    is_reading: bool,
    is_for_deleted: bool,
) -> Result<TeamAccess, AppError> {
    let role = membership.role;
    if membership.purges_at.is_some() && !is_for_deleted {
        if role != Role::Owner {
            return Err(Refusal::TeamNotFound.into());
        }
        if !is_reading {
            return Err(Refusal::TeamDeleted.into());
        }
    }
    if membership.is_suspended && !is_reading {
        return Err(Refusal::TeamSuspended.into());
    }
    let access = TeamAccess {
        team_id: membership.team_id,
        is_personal: membership.kind == TeamKind::Personal,
        role,
        action,
        plan: Plan::effective(membership.plan, membership.plan_ends_at, now),
        now,
    };
    if !access.may(action) {
        return Err(Refusal::Forbidden.into());
    }
    Ok(access)
}
