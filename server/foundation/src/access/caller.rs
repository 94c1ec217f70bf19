//! The authenticated user of a request, and the team of its path.

use std::future::{Ready, ready};

use actix_web::dev::Payload;
use actix_web::http::header::{AUTHORIZATION, HeaderMap};
use actix_web::{FromRequest, HttpMessage, HttpRequest};
use chrono::{DateTime, TimeDelta, Utc};
use diesel::PgConnection;
use moyan_domain::limits::SESSION_SEEN_EVERY_MINUTES;
use moyan_domain::{Feature, Plan, TeamId};
use uuid::Uuid;

use super::queries::{self, SessionRow};
use super::{Action, Claims, Role};
use crate::error::{AppError, Refusal};
use crate::state::AppState;

/// The authenticated user.
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
    /// The moment of the request: whatever it decides, it decides as of then.
    pub now: DateTime<Utc>,
}

/// The team of the path, and what the caller is in it.
#[derive(Clone, Debug)]
pub struct TeamAccess {
    /// The team.
    pub team_id: TeamId,
    /// True for a personal space.
    pub is_personal: bool,
    /// The caller's role.
    pub role: Role,
    /// What the route lets the caller do.
    pub action: Action,
    /// The plan that holds now.
    pub plan: Plan,
    /// The moment of the request.
    pub now: DateTime<Utc>,
}

impl TeamAccess {
    /// Refuses what the team's plan does not have. Source: specification §6.
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
pub(super) fn claims_of(request: &HttpRequest, state: &AppState, now: DateTime<Utc>) -> Option<Claims> {
    token_of(request).and_then(|token| state.tokens.read(token, now))
}

/// The token of a request: the header `token`, or a bearer's.
pub(super) fn token_of(request: &HttpRequest) -> Option<&str> {
    let headers = request.headers();
    let own = headers.get("token").and_then(|value| value.to_str().ok());
    own.filter(|token| !token.is_empty())
        .or_else(|| bearer_of(headers))
}

/// What a bearer shows. The name of the scheme has no case. Source: RFC 9110 §11.1.
fn bearer_of(headers: &HeaderMap) -> Option<&str> {
    let (scheme, token) = headers.get(AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
    scheme
        .eq_ignore_ascii_case("Bearer")
        .then(|| token.trim_start_matches(' '))
}

/// The authenticated user; none when there is no token or it is not valid.
pub async fn find_caller(request: &HttpRequest, state: &AppState) -> Result<Option<Caller>, AppError> {
    let now = state.clock.now();
    let Some(claims) = claims_of(request, state, now) else {
        return Ok(None);
    };
    let (idle_days, is_read_only) = (state.auth.idle_days, state.platform.is_read_only);
    state
        .db
        .run(move |connection| {
            let found = queries::find_session(connection, claims.sid, claims.sub, None)?;
            let session = found.map(|(session, _)| session);
            caller_of(connection, claims, session, now, idle_days, is_read_only)
        })
        .await
}

/// The caller that a token names, if its session exists and has not ended. Updates `last_seen_at` every few minutes.
pub(super) fn caller_of(
    connection: &mut PgConnection,
    claims: Claims,
    session: Option<SessionRow>,
    now: DateTime<Utc>,
    idle_days: i64,
    is_read_only: bool,
) -> Result<Option<Caller>, AppError> {
    let Some(session) = session else {
        return Ok(None);
    };
    let has_ended = session.expires_at <= now || session.last_seen_at + TimeDelta::days(idle_days) <= now;
    if has_ended || session.is_suspended {
        return Ok(None);
    }
    if !is_read_only && session.last_seen_at + TimeDelta::minutes(SESSION_SEEN_EVERY_MINUTES) <= now {
        queries::update_last_seen(connection, claims.sub, claims.sid, now)?;
    }
    Ok(Some(Caller {
        user_id: claims.sub,
        session_id: claims.sid,
        email: session.email,
        is_admin: session.is_admin,
        now,
    }))
}

/// Takes what `authorize` stored in the request. Without it the route is declared wrongly, which is a fault of the server.
pub fn extension<T: Clone + 'static>(request: &HttpRequest) -> Ready<Result<T, AppError>> {
    ready(
        request
            .extensions()
            .get::<T>()
            .cloned()
            .ok_or_else(|| AppError::Internal("the route does not say that it needs this".to_owned())),
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
