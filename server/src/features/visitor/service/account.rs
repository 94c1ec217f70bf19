//! What visitors see and change of their accounts.

use chrono::{DateTime, TimeDelta, Utc};
use diesel::PgConnection;
use moyan_domain::limits::{EXPORTS_PER_VISITOR_PER_HOUR, FRESH_LOGIN_MINUTES};
use moyan_domain::{FieldProblem, Identifier, IdentityType, Nickname, Password, SiteId, VisitorId};
use moyan_foundation::credentials::{ProvedCode, TypedCode, has_same_password, prove_code, prove_password};
use moyan_foundation::error::{AppError, Refusal};
use moyan_foundation::http::client::Client;
use moyan_foundation::state::AppState;
use moyan_foundation::throttle::{self, Allowance};
use moyan_mail::{MailTemplate, Recipient};
use serde_json::{Value, json};

use super::login::{LoginSite, send_code};
use super::sessions::list_sessions;
use crate::features::mail::Outbox as _;
use crate::features::visitor::code::{CodePurpose, VisitorCode};
use crate::features::visitor::guesses::guesses_of;
use crate::features::visitor::models::{Account, SessionRow, Visitor};
use crate::features::visitor::queries;

/// How long after a login by code nothing more is asked for.
const FRESH: TimeDelta = TimeDelta::minutes(FRESH_LOGIN_MINUTES);
const EXPORTS: Allowance = Allowance::each(TimeDelta::hours(1), EXPORTS_PER_VISITOR_PER_HOUR);

/// What the account page shows beside the visitor.
#[derive(Clone, Debug)]
pub struct AccountDetails {
    /// True when a password is set.
    pub has_password: bool,
    /// True when setting a password takes a code: there is none yet, and the login is not fresh.
    pub needs_code: bool,
    /// True when mails come before a membership ends.
    pub is_reminded: bool,
    /// The devices, the one used last first.
    pub sessions: Vec<SessionRow>,
}

/// What the account page shows beside the visitor.
pub fn details(
    connection: &mut PgConnection,
    visitor: &Visitor,
    client: &Client,
    max_devices: i64,
) -> Result<AccountDetails, AppError> {
    let account = queries::find_account(connection, visitor.id)?.ok_or(Refusal::SessionEnded)?;
    let mut sessions = list_sessions(connection, visitor.id, client.now)?;
    let needs_code = account.password_hash.is_none() && !is_fresh(&sessions, visitor, client.now);
    sessions.truncate(usize::try_from(max_devices).unwrap_or(usize::MAX));
    Ok(AccountDetails {
        has_password: account.password_hash.is_some(),
        needs_code,
        is_reminded: account.is_reminded,
        sessions,
    })
}

/// Changes the name; an empty one removes it.
pub fn update_nickname(connection: &mut PgConnection, visitor: &Visitor, text: &str) -> Result<(), AppError> {
    let nickname = if text.trim().is_empty() {
        String::new()
    } else {
        let nickname = Nickname::parse(text).map_err(|problem| AppError::invalid("nickname", problem))?;
        nickname.as_str().to_owned()
    };
    queries::update_nickname(connection, visitor.id, &nickname)?;
    Ok(())
}

/// Sends no mails any more before a membership ends, to the visitor of a link. False when it is no link of this site, or
/// when the account is gone.
pub fn stop_reminders(connection: &mut PgConnection, site_id: SiteId, token: &str) -> Result<bool, AppError> {
    match token.parse() {
        Ok(token) => Ok(queries::stop_reminders(connection, site_id, token)? == 1),
        Err(_) => Ok(false),
    }
}

/// Whether whoever the token of a reminder names has stopped them.
pub fn are_reminders_stopped(
    connection: &mut PgConnection,
    site_id: SiteId,
    token: &str,
) -> Result<bool, AppError> {
    match token.parse() {
        Ok(token) => Ok(queries::has_stopped_reminders(connection, site_id, token)?),
        Err(_) => Ok(false),
    }
}

/// Changes whether mails come before a membership ends.
pub fn update_reminders(
    connection: &mut PgConnection,
    visitor: &Visitor,
    is_reminded: bool,
) -> Result<(), AppError> {
    queries::update_is_reminded(connection, visitor.id, is_reminded)?;
    Ok(())
}

/// What a visitor proves with that a session alone shall not decide.
#[derive(Clone)]
pub enum Proof {
    /// The password.
    Password(String),
    /// A code that was sent for this purpose.
    Code(TypedCode),
}

/// What is done only with a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProvedAction {
    /// Setting a password.
    SetPassword,
    /// Deleting the account.
    Delete,
}

impl ProvedAction {
    fn purpose(self) -> CodePurpose {
        match self {
            Self::SetPassword => CodePurpose::Password,
            Self::Delete => CodePurpose::Delete,
        }
    }
}

/// Sends a code that proves one action.
pub async fn send_proof_code(
    state: &AppState,
    site: LoginSite,
    client: Client,
    visitor: &Visitor,
    action: ProvedAction,
) -> Result<(), AppError> {
    let identifier = identifier_of(visitor)?;
    send_code(state, site, client, identifier, action.purpose()).await
}

/// Whether a visitor has just logged in.
fn is_fresh(sessions: &[SessionRow], visitor: &Visitor, now: DateTime<Utc>) -> bool {
    sessions
        .iter()
        .any(|session| session.id == visitor.session_id && has_just_begun(session.created_at, now))
}

fn has_just_begun(begun_at: DateTime<Utc>, now: DateTime<Utc>) -> bool {
    now - begun_at < FRESH
}

/// Sets a password, ends all other sessions and says so in a mail. An account that has none needs no proof while its
/// login is fresh: that was by a code.
pub async fn set_password(
    state: &AppState,
    site: LoginSite,
    client: Client,
    visitor: &Visitor,
    proof: Option<Proof>,
    (passwd, confirmation): (String, String),
) -> Result<(), AppError> {
    let password = Password::parse(&passwd).map_err(|problem| AppError::invalid("passwd", problem))?;
    if passwd != confirmation {
        let problem = FieldProblem::PasswordMismatch;
        return Err(AppError::invalid("passwdConfirmPasswd", problem));
    }
    let proved = match proof {
        Some(proof) => prove(state, &client, visitor, ProvedAction::SetPassword, proof).await?,
        None => Proved::by_login(state, &client, visitor).await?,
    };
    let hash = state.hasher.hash(password).await?;
    let session_id = visitor.session_id;
    let recipient = Recipient {
        identifier: identifier_of(visitor)?,
        language: visitor.language,
    };
    let mail = MailTemplate::VisitorPasswordChanged { site: site.mail };
    state
        .db
        .transaction(move |connection| {
            let account = proved.take(connection)?;
            queries::update_password_hash(connection, account.id, &hash)?;
            queries::delete_sessions(connection, account.id, Some(session_id))?;
            mail.enqueue(connection, &recipient)
        })
        .await
}

/// Deletes the account at once, its sessions and codes with it. Orders and grants stay without a person.
pub async fn delete_account(
    state: &AppState,
    client: Client,
    visitor: &Visitor,
    proof: Proof,
) -> Result<(), AppError> {
    let proved = prove(state, &client, visitor, ProvedAction::Delete, proof).await?;
    state
        .db
        .transaction(move |connection| {
            let account = proved.take(connection)?;
            let addresses = [account.email, account.phone];
            for recipient in addresses.iter().flatten() {
                queries::delete_codes_to(connection, account.site_id, recipient)?;
            }
            queries::delete_account(connection, account.id)?;
            Ok(())
        })
        .await
}

/// Everything that is stored about the account, secrets apart. Exports are counted, but not while nothing may change.
pub async fn export(state: &AppState, client: Client, visitor: &Visitor) -> Result<Value, AppError> {
    let key = state
        .tokens
        .keyed_hash(&["visitor export", &visitor.id.to_string()]);
    let is_counted = !state.platform.is_read_only;
    let visitor = visitor.clone();
    state
        .db
        .run(move |connection| {
            if is_counted {
                throttle::hit(connection, &key, EXPORTS, client.now)?;
            }
            let account = queries::find_account(connection, visitor.id)?.ok_or(Refusal::SessionEnded)?;
            let sessions = list_sessions(connection, visitor.id, client.now)?;
            Ok(json!({
                "exportedAt": client.now,
                "account": {
                    "email": account.email,
                    "phone": account.phone,
                    "nickname": account.nickname,
                    "language": account.language,
                    "hasPassword": account.password_hash.is_some(),
                    "isReminded": account.is_reminded,
                    "createdAt": account.created_at,
                },
                "sessions": sessions.iter().map(session_of).collect::<Vec<_>>(),
            }))
        })
        .await
}

fn session_of(session: &SessionRow) -> Value {
    json!({
        "userAgent": session.user_agent,
        "network": session.network,
        "createdAt": session.created_at,
        "lastSeenAt": session.last_seen_at,
        "expiresAt": session.expires_at,
    })
}

/// An account whose owner has proved to be there.
struct Proved {
    account: Account,
    code: Option<ProvedCode<VisitorCode>>,
}

impl Proved {
    /// An account that has no password yet, whose owner has just logged in.
    async fn by_login(state: &AppState, client: &Client, visitor: &Visitor) -> Result<Self, AppError> {
        let (visitor, now) = (visitor.clone(), client.now);
        let read = state.db.run(move |connection| {
            let account = find(connection, visitor.id)?;
            let sessions = list_sessions(connection, visitor.id, now)?;
            Ok((account, is_fresh(&sessions, &visitor, now)))
        });
        let (account, is_fresh) = read.await?;
        if account.password_hash.is_some() {
            return Err(AppError::invalid("currentPasswd", FieldProblem::Required));
        }
        if !is_fresh {
            return Err(AppError::invalid("code", FieldProblem::Required));
        }
        Ok(Self { account, code: None })
    }

    /// The account, locked, once the code is used up. Refused when its password was changed since it was proved.
    fn take(self, connection: &mut PgConnection) -> Result<Account, AppError> {
        let now = queries::lock_account(connection, self.account.id)?.ok_or(Refusal::SessionEnded)?;
        match self.code {
            Some(code) => code.redeem(connection)?,
            None if !has_same_password(&self.account, &now) => {
                return Err(Refusal::PasswordWrong.into());
            }
            None => {}
        }
        Ok(now)
    }
}

async fn prove(
    state: &AppState,
    client: &Client,
    visitor: &Visitor,
    action: ProvedAction,
    proof: Proof,
) -> Result<Proved, AppError> {
    let (own, client, id, site_id) = (state.clone(), client.clone(), visitor.id, visitor.site_id);
    match proof {
        Proof::Password(passwd) => {
            let guesses = guesses_of(&state.tokens, site_id, &id.to_string(), &client);
            let find = move |connection: &mut PgConnection| Ok(Some(find(connection, id)?));
            let proved = prove_password(state, guesses, client.now, passwd, find)
                .await?
                .ok_or(Refusal::PasswordWrong)?;
            let clear = state.db.run(move |connection| {
                proved.clear_guesses(connection)?;
                Ok(proved.account)
            });
            let account = clear.await?;
            Ok(Proved { account, code: None })
        }
        Proof::Code(typed) => {
            let subject = VisitorCode {
                site_id,
                recipient: identifier_of(visitor)?,
                purpose: action.purpose(),
            };
            let prove = state.db.run(move |connection| {
                let account = find(connection, id)?;
                let code = prove_code(connection, &own.tokens, &client, subject, &typed)?;
                Ok(Proved {
                    account,
                    code: Some(code),
                })
            });
            prove.await
        }
    }
}

fn find(connection: &mut PgConnection, id: VisitorId) -> Result<Account, AppError> {
    Ok(queries::find_account(connection, id)?.ok_or(Refusal::SessionEnded)?)
}

/// Where codes for the visitor go.
fn identifier_of(visitor: &Visitor) -> Result<Identifier, AppError> {
    let kind = if visitor.email.is_some() {
        IdentityType::Email
    } else {
        IdentityType::Phone
    };
    Identifier::parse(kind, visitor.identifier())
        .map_err(|problem| AppError::Internal(format!("a stored address cannot be read: {problem:?}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_login_is_fresh_until_ten_minutes_have_passed() {
        let begun_at = DateTime::UNIX_EPOCH;
        let is_fresh = |ms| has_just_begun(begun_at, begun_at + TimeDelta::milliseconds(ms));
        assert!(is_fresh(0) && is_fresh(599_999));
        assert!(!is_fresh(600_000));
    }
}
