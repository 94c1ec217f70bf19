//! Proving a password and setting another.

use diesel::{Connection as _, PgConnection, QueryResult};
use moyan_foundation::access::Caller;
use moyan_foundation::credentials::{self, Guesses, TypedCode, has_same_password, prove_code};
use moyan_foundation::error::{AppError, Refusal};
use moyan_foundation::http::client::Client;
use moyan_foundation::state::AppState;
use moyan_mail::MailTemplate;
use uuid::Uuid;

use super::form::{Fields, require_method};
use super::profile::tell;
use crate::features::account::code::AccountCode;
use crate::features::account::dto::{ChangePasswordRequest, CodePurpose, ResetPasswordRequest};
use crate::features::account::models::{User, UserChanges};
use crate::features::account::queries;
use crate::features::audit::{AuditAction, Entry};

/// The account as it is now, locked until the transaction ends; none when its password has changed since it was proved.
pub(super) fn lock_proved(connection: &mut PgConnection, proved: &User) -> QueryResult<Option<User>> {
    let now = queries::lock_user(connection, proved.id)?;
    Ok(now.filter(|now| has_same_password(proved, now)))
}

/// Sets a new password and ends all sessions.
pub async fn reset_password(
    state: &AppState,
    client: Client,
    request: ResetPasswordRequest,
) -> Result<(), AppError> {
    // Everything is checked before the code is tried: a password that is too short must not use it up.
    let mut fields = Fields::default();
    let identifier = fields.take_identifier(request.identity_type, &request.identifier);
    let typed = fields.take("code", TypedCode::parse(&request.code));
    let password = fields.take_passwords(&request.passwd, &request.passwd_confirm_passwd);
    let (Some(identifier), Some(typed), Some(password)) = (identifier, typed, password) else {
        return Err(fields.refuse());
    };
    require_method(state, identifier.kind())?;
    // The code goes first: hashing is slow, and nobody has it done without the right code.
    let (own, from) = (state.clone(), client.clone());
    let (proved, user) = state
        .db
        .run(move |connection| {
            let subject = AccountCode {
                recipient: identifier,
                purpose: CodePurpose::Reset,
            };
            let proved = prove_code(connection, &own.tokens, &from, subject, &typed)?;
            let user = queries::find_user_by(connection, proved.recipient())?;
            Ok((proved, user.ok_or(Refusal::CodeWrong)?))
        })
        .await?;
    let hash = state.hasher.hash(password).await?;
    let reset_url = reset_url(state);
    state
        .db
        .transaction(move |connection| {
            proved.redeem(connection)?;
            let action = AuditAction::AccountPasswordReset;
            set_password(connection, &user, hash, None, &client, action, reset_url)
        })
        .await
}

/// Where somebody who cannot log in sets another password.
pub(super) fn reset_url(state: &AppState) -> String {
    format!("{}/reset-password", state.platform.public_url)
}

/// Stores a password, ends the sessions but one, tells the owner.
fn set_password(
    connection: &mut PgConnection,
    user: &User,
    hash: String,
    kept_session: Option<Uuid>,
    client: &Client,
    action: AuditAction,
    reset_url: String,
) -> Result<(), AppError> {
    connection.transaction(|connection| {
        let changes = UserChanges {
            password_hash: Some(hash),
            updated_at: Some(client.now),
            ..UserChanges::default()
        };
        queries::update_user(connection, user.id, &changes)?;
        queries::delete_sessions(connection, user.id, kept_session)?;
        Entry::by(user.id, action)
            .to_user(user.id)
            .from_address(&client.address.to_string())
            .record(connection)?;
        tell(connection, user, &MailTemplate::PasswordChanged { reset_url })
    })
}

/// The caller's account, once the password was proved. Guesses are counted like those at the login.
pub(super) async fn prove_password(
    state: &AppState,
    client: &Client,
    caller: &Caller,
    passwd: String,
) -> Result<User, AppError> {
    let (user_id, now) = (caller.user_id, caller.now);
    let (account, key) = (user_id.to_string(), |parts: &[&str]| {
        state.tokens.keyed_hash(parts)
    });
    // Who is logged in guesses at one account only: networks are not counted.
    let guesses = Guesses::new(
        key(&["password", &account, &client.network()]),
        [],
        key(&["password", "account", &account]),
    );
    let find = move |connection: &mut PgConnection| {
        Ok(Some(
            queries::find_user(connection, user_id)?.ok_or(Refusal::SessionEnded)?,
        ))
    };
    let proved = credentials::prove_password(state, guesses, now, passwd, find)
        .await?
        .ok_or(Refusal::PasswordWrong)?;
    state
        .db
        .run(move |connection| {
            proved.clear_guesses(connection)?;
            Ok(proved.account)
        })
        .await
}

/// Changes the password and ends all other sessions.
pub async fn change_password(
    state: &AppState,
    client: Client,
    caller: Caller,
    request: ChangePasswordRequest,
) -> Result<(), AppError> {
    let mut fields = Fields::default();
    let password = fields.take_passwords(&request.passwd, &request.passwd_confirm_passwd);
    let Some(password) = password else {
        return Err(fields.refuse());
    };
    let user = prove_password(state, &client, &caller, request.current_passwd).await?;
    let hash = state.hasher.hash(password).await?;
    let reset_url = reset_url(state);
    state
        .db
        .transaction(move |connection| {
            lock_proved(connection, &user)?.ok_or(Refusal::PasswordWrong)?;
            let (kept, action) = (Some(caller.session_id), AuditAction::AccountPasswordChanged);
            set_password(connection, &user, hash, kept, &client, action, reset_url)
        })
        .await
}
