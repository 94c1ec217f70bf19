//! Who calls.

use std::future::{Ready, ready};

use actix_web::dev::Payload;
use actix_web::http::header::AUTHORIZATION;
use actix_web::{FromRequest, HttpMessage, HttpRequest};
use chrono::{DateTime, TimeDelta, Utc};
use diesel::PgConnection;
use uuid::Uuid;

use super::queries::{self, SessionRow};
use super::{Action, Claims, Feature, Plan, Role};
use crate::config::limits::SESSION_SEEN_EVERY_MINUTES;
use crate::error::{AppError, Refusal};
use crate::state::AppState;

/// Whoever is logged in.
#[derive(Clone, Debug)]
pub struct Caller {
    /// The account.
    pub user_id: Uuid,
    /// The session.
    pub session_id: Uuid,
    /// The proved e-mail address, when there is one.
    pub email: Option<String>,
    /// True for administrators of the platform.
    pub is_admin: bool,
}

/// The team of the path, and what the caller is in it.
#[derive(Clone, Debug)]
pub struct TeamAccess {
    /// The team.
    pub team_id: Uuid,
    /// True for a personal space.
    pub is_personal: bool,
    /// The caller's role.
    pub role: Role,
    /// What the route lets the caller do.
    pub action: Action,
    /// The edition that holds now.
    pub plan: Plan,
}

impl TeamAccess {
    /// Refuses what the team's edition does not have.
    pub fn require(&self, feature: Feature) -> Result<(), AppError> {
        if self.plan.has(feature) {
            Ok(())
        } else {
            Err(Refusal::PlanLimit.into())
        }
    }

    /// Whether the caller may do that.
    pub fn may(&self, action: Action) -> bool {
        self.role.may(action)
    }
}

/// The claims of the request's token, when it has a valid one.
pub(super) fn claims_of(request: &HttpRequest, state: &AppState) -> Option<Claims> {
    token_of(request).and_then(|token| state.tokens.read(token))
}

/// The token of a request: the header `token`, or a bearer's.
pub(super) fn token_of(request: &HttpRequest) -> Option<&str> {
    let headers = request.headers();
    let own = headers.get("token").and_then(|value| value.to_str().ok());
    let bearer = || headers.get(AUTHORIZATION)?.to_str().ok()?.strip_prefix("Bearer ");
    own.filter(|token| !token.is_empty()).or_else(bearer)
}

/// Who calls; none when nobody is logged in or the token is worth nothing.
pub async fn find_caller(request: &HttpRequest, state: &AppState) -> Result<Option<Caller>, AppError> {
    let Some(claims) = claims_of(request, state) else {
        return Ok(None);
    };
    let (idle_days, is_read_only) = (state.auth.idle_days, state.platform.is_read_only);
    state
        .db
        .run(move |connection| {
            let session = queries::find_session(connection, claims.sid, claims.sub)?;
            caller_of(connection, claims, session, idle_days, is_read_only)
        })
        .await
}

/// The caller that a token names, if its session is there and lives. Writes down that the session is used, now and then.
pub(super) fn caller_of(
    connection: &mut PgConnection,
    claims: Claims,
    session: Option<SessionRow>,
    idle_days: i64,
    is_read_only: bool,
) -> Result<Option<Caller>, AppError> {
    let now: DateTime<Utc> = Utc::now();
    let Some(session) = session else {
        return Ok(None);
    };
    let is_over = session.expires_at <= now || session.last_seen_at + TimeDelta::days(idle_days) <= now;
    if is_over || session.is_suspended {
        return Ok(None);
    }
    if !is_read_only && session.last_seen_at + TimeDelta::minutes(SESSION_SEEN_EVERY_MINUTES) <= now {
        queries::update_last_seen(connection, claims.sid, now)?;
    }
    Ok(Some(Caller {
        user_id: claims.sub,
        session_id: claims.sid,
        email: session.email,
        is_admin: session.is_admin,
    }))
}

/// Takes what `authorize` found out. A route without it is wired wrongly, which is our fault.
fn extension<T: Clone + 'static>(request: &HttpRequest) -> Ready<Result<T, AppError>> {
    ready(
        request
            .extensions()
            .get::<T>()
            .cloned()
            .ok_or_else(|| AppError::Internal("the route does not ask who calls".to_owned())),
    )
}

impl FromRequest for Caller {
    type Error = AppError;
    type Future = Ready<Result<Self, AppError>>;

    fn from_request(request: &HttpRequest, _payload: &mut Payload) -> Self::Future {
        extension(request)
    }
}

impl FromRequest for TeamAccess {
    type Error = AppError;
    type Future = Ready<Result<Self, AppError>>;

    fn from_request(request: &HttpRequest, _payload: &mut Payload) -> Self::Future {
        extension(request)
    }
}
