//! Logging in with a password or a code, counted.

use chrono::TimeDelta;
use chrono::Utc;
use diesel::Connection as _;
use diesel::PgConnection;
use uuid::Uuid;

use super::Client;
use super::form::parse_identifier;
use super::form::require_method;
use super::passwords::is_match;
use super::passwords::lock_proved;
use super::profile::info_of;
use crate::config::limits::LOGIN_MAX_WAIT_MINUTES;
use crate::config::limits::LOGIN_TRIES;
use crate::config::limits::LOGIN_TRIES_PER_ACCOUNT_PER_HOUR;
use crate::config::limits::LOGIN_TRIES_PER_ADDRESS_PER_HOUR;
use crate::config::limits::LOGIN_WAIT_MINUTES;
use crate::config::limits::PASSWORD_MAX_BYTES;
use crate::config::limits::SESSIONS_PER_ACCOUNT;
use crate::domain::Identifier;
use crate::error::AppError;
use crate::error::FieldProblem;
use crate::error::Refusal;
use crate::features::account::code;
use crate::features::account::code::TypedCode;
use crate::features::account::dto::CodePurpose;
use crate::features::account::dto::LoginRequest;
use crate::features::account::dto::UserInfoDto;
use crate::features::account::models::NewSession;
use crate::features::account::models::User;
use crate::features::account::queries;
use crate::features::audit::{AuditAction, Entry};
use crate::state::AppState;
use crate::throttle;
use crate::throttle::Allowance;

/// Tries to log in to one account from one address.
pub(super) const LOGIN: Allowance = Allowance {
    n_hits: LOGIN_TRIES,
    window: TimeDelta::minutes(LOGIN_WAIT_MINUTES),
    longest_wait: Some(TimeDelta::minutes(LOGIN_MAX_WAIT_MINUTES)),
};
const LOGIN_PER_ADDRESS: Allowance = Allowance::each(TimeDelta::hours(1), LOGIN_TRIES_PER_ADDRESS_PER_HOUR);
/// Tries to prove the password of one account, wherever from.
pub(super) const LOGIN_PER_ACCOUNT: Allowance =
    Allowance::each(TimeDelta::hours(1), LOGIN_TRIES_PER_ACCOUNT_PER_HOUR);

/// Logs in with a password or a code; gives the account and the token of the new session.
pub async fn login(
    state: &AppState,
    client: Client,
    request: LoginRequest,
) -> Result<(UserInfoDto, String), AppError> {
    let identifier = parse_identifier(request.identity_type, &request.identifier)?;
    let device = request.device.unwrap_or_default();
    match (request.passwd, request.code) {
        (_, Some(code)) if !code.is_empty() => {
            let typed = TypedCode::parse(&code).map_err(|problem| AppError::invalid("code", problem))?;
            require_method(state, identifier.kind())?;
            login_with_code(state, client, identifier, typed, device).await
        }
        (Some(passwd), _) if !passwd.is_empty() => {
            login_with_password(state, client, identifier, passwd, device).await
        }
        _ => Err(AppError::invalid("passwd", FieldProblem::Required)),
    }
}

async fn login_with_password(
    state: &AppState,
    client: Client,
    identifier: Identifier,
    passwd: String,
    device: String,
) -> Result<(UserInfoDto, String), AppError> {
    let keys = LoginKeys::of(state, &identifier, &client);
    let counted = keys.clone();
    let user = state
        .db
        .run(move |connection| {
            counted.hit(connection)?;
            Ok(queries::find_user_by(connection, &identifier)?)
        })
        .await?;
    let hash = user.as_ref().map(|user| user.password_hash.clone());
    let fits = passwd.len() <= PASSWORD_MAX_BYTES;
    let passwd = if fits { passwd } else { String::new() };
    // An account that is not there takes as long as a wrong password.
    let is_match = is_match(state, passwd, hash).await?;
    match user {
        Some(user) if is_match => {
            let (session, state_of) = (state.clone(), state.db.clone());
            state_of
                .run(move |connection| {
                    keys.forgive(connection)?;
                    start_session(connection, &session, &client, &user, &device)
                })
                .await
        }
        _ => Err(Refusal::LoginFailed.into()),
    }
}

async fn login_with_code(
    state: &AppState,
    client: Client,
    identifier: Identifier,
    typed: TypedCode,
    device: String,
) -> Result<(UserInfoDto, String), AppError> {
    let own = state.clone();
    state
        .db
        .run(move |connection| {
            code::redeem(connection, &own.tokens, &identifier, CodePurpose::Login, &typed)?;
            let user = queries::find_user_by(connection, &identifier)?.ok_or(Refusal::CodeWrong)?;
            start_session(connection, &own, &client, &user, &device)
        })
        .await
}

/// The counters of wrong passwords.
#[derive(Clone)]
struct LoginKeys {
    both: String,
    address: String,
    account: String,
}

impl LoginKeys {
    fn of(state: &AppState, identifier: &Identifier, client: &Client) -> Self {
        let network = client.network();
        let key = |parts: &[&str]| state.tokens.keyed_hash(parts);
        Self {
            both: key(&["login", identifier.as_str(), &network]),
            address: key(&["login", "address", &network]),
            account: key(&["login", "account", identifier.as_str()]),
        }
    }

    /// Counts before the password is compared, so that many tries at the same moment are counted too.
    fn hit(&self, connection: &mut PgConnection) -> Result<(), AppError> {
        throttle::hit(connection, &self.both, LOGIN)?;
        throttle::hit(connection, &self.address, LOGIN_PER_ADDRESS)?;
        throttle::hit(connection, &self.account, LOGIN_PER_ACCOUNT)
    }

    /// The password was right.
    fn forgive(&self, connection: &mut PgConnection) -> Result<(), AppError> {
        throttle::forget(connection, &self.both)?;
        throttle::give_back(connection, &self.address)?;
        throttle::give_back(connection, &self.account)?;
        Ok(())
    }
}

/// `proved`: the account whose password or code was proved.
fn start_session(
    connection: &mut PgConnection,
    state: &AppState,
    client: &Client,
    proved: &User,
    device: &str,
) -> Result<(UserInfoDto, String), AppError> {
    let id = Uuid::now_v7();
    let expires_at = Utc::now() + TimeDelta::days(state.auth.max_days);
    let ip_address = client.address.to_string();
    let device: String = device.chars().filter(|c| !c.is_control()).take(30).collect();
    connection.transaction(|connection| {
        let user = lock_proved(connection, proved)?.ok_or(Refusal::LoginFailed)?;
        if user.suspended_at.is_some() {
            return Err(AppError::RefusedBecause {
                refusal: Refusal::AccountSuspended,
                reason: user.suspended_reason.unwrap_or_default(),
            });
        }
        let session = NewSession {
            id,
            user_id: user.id,
            device: &device,
            user_agent: &client.user_agent,
            ip_address: &ip_address,
            expires_at,
        };
        queries::insert_session(connection, &session)?;
        queries::delete_oldest_sessions(connection, user.id, SESSIONS_PER_ACCOUNT)?;
        Entry::by(user.id, AuditAction::AccountLoggedIn)
            .to_user(user.id)
            .from_address(&ip_address)
            .record(connection)?;
        let token = state.tokens.sign(user.id, id, expires_at)?;
        Ok((info_of(connection, user.id)?, token))
    })
}
