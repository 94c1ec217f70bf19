//! Logging in with a password or a code, counted.

use chrono::TimeDelta;
use diesel::{Connection as _, PgConnection};
use moyan_domain::limits::SESSIONS_PER_ACCOUNT;
use moyan_domain::{FieldProblem, Identifier, is_unprintable};
use moyan_foundation::access::Tokens;
use moyan_foundation::credentials::{Guesses, TypedCode, prove_code, prove_password};
use moyan_foundation::error::{AppError, Refusal};
use moyan_foundation::http::client::Client;
use moyan_foundation::state::AppState;
use uuid::Uuid;

use super::form::{parse_identifier, require_method};
use super::passwords::lock_proved;
use super::profile::info_of;
use crate::features::account::code::AccountCode;
use crate::features::account::dto::{CodePurpose, LoginRequest, UserInfoDto};
use crate::features::account::models::{NewSession, User};
use crate::features::account::queries;
use crate::features::audit::{AuditAction, Entry};

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
    let guesses = guesses_of(&state.tokens, &identifier, &client);
    let find = move |connection: &mut PgConnection| Ok(queries::find_user_by(connection, &identifier)?);
    let proved = prove_password(state, guesses, client.now, passwd, find)
        .await?
        .ok_or(Refusal::LoginFailed)?;
    let new_hash = proved.new_hash(&state.hasher).await;
    let own = state.clone();
    state
        .db
        .run(move |connection| {
            proved.clear_guesses(connection)?;
            let user = &proved.account;
            let login = start_session(connection, &own, &client, user, &device)?;
            if let Some(new_hash) = new_hash {
                queries::replace_password_hash(connection, user.id, &user.password_hash, &new_hash)?;
            }
            Ok(login)
        })
        .await
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
            let subject = AccountCode {
                recipient: identifier,
                purpose: CodePurpose::Login,
            };
            let proved = prove_code(connection, &own.tokens, &client, subject, &typed)?;
            proved.redeem(connection)?;
            let user = queries::find_user_by(connection, proved.recipient())?.ok_or(Refusal::CodeWrong)?;
            start_session(connection, &own, &client, &user, &device)
        })
        .await
}

/// The counters of wrong passwords for one address or number.
fn guesses_of(tokens: &Tokens, identifier: &Identifier, client: &Client) -> Guesses {
    let key = |parts: &[&str]| tokens.keyed_hash(parts);
    let networks = client.networks();
    Guesses::new(
        key(&["login", identifier.as_str(), &client.network()]),
        networks.map(|(network, factor)| (key(&["login", "network", &network]), factor)),
        key(&["login", "account", identifier.as_str()]),
    )
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
    let expires_at = client.now + TimeDelta::days(state.auth.max_days);
    let ip_address = client.address.to_string();
    let device: String = device.chars().filter(|c| !is_unprintable(*c)).take(30).collect();
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
            last_seen_at: client.now,
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
