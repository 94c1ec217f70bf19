//! Logging in on a site with a code or a password. Who logs in with a code for the first time gets an account.

use chrono::{DateTime, Utc};
use diesel::{Connection as _, PgConnection};
use moyan_domain::limits::{CODE_LIFETIME_MINUTES, PASSWORD_MAX_BYTES};
use moyan_domain::{
    FieldProblem, Identifier, IdentityType, Language, Nickname, Password, SiteId, VisitorId, typed,
};
use moyan_foundation::error::{AppError, Refusal};
use moyan_foundation::state::AppState;
use moyan_mail::{MailSite, MailTemplate, Recipient};
use uuid::Uuid;

use super::sessions::{end_session, start_session};
use crate::features::account::{Client, TypedCode, issue_code, prove_code};
use crate::features::mail::Outbox as _;
use crate::features::visitor::code::{self, CodePurpose, VisitorCode};
use crate::features::visitor::guesses::guesses_of;
use crate::features::visitor::models::{Account, NewAccount};
use crate::features::visitor::queries;

/// The site that somebody logs in on, as far as accounts know it.
#[derive(Clone, Debug)]
pub struct LoginSite {
    /// The site.
    pub id: SiteId,
    /// In whose name its readers are written to.
    pub mail: MailSite,
    /// The language of its mails.
    pub language: Language,
    /// Devices on which a visitor is logged in at a time.
    pub max_devices: i64,
}

/// Reads what was typed into the field of the address: an e-mail address, or a number where short messages are sent.
pub fn parse_identifier(state: &AppState, text: &str) -> Result<Identifier, AppError> {
    let is_number = !typed::is_email(text) && state.methods().contains(&IdentityType::Phone);
    let kind = if is_number {
        IdentityType::Phone
    } else {
        IdentityType::Email
    };
    let identifier =
        Identifier::parse(kind, text).map_err(|problem| AppError::invalid("identifier", problem))?;
    if state.methods().contains(&kind) {
        Ok(identifier)
    } else {
        Err(Refusal::MethodDisabled.into())
    }
}

/// Sends a code to log in with. Does the same whether or not there is an account: a right code makes one.
pub async fn send_login_code(
    state: &AppState,
    site: LoginSite,
    client: Client,
    identifier: Identifier,
) -> Result<(), AppError> {
    send_code(state, site, client, identifier, CodePurpose::Login).await
}

/// Sends a code for a purpose.
pub(super) async fn send_code(
    state: &AppState,
    site: LoginSite,
    client: Client,
    identifier: Identifier,
    purpose: CodePurpose,
) -> Result<(), AppError> {
    let own = state.clone();
    let per_day = match identifier.kind() {
        IdentityType::Email => state.mail.email_codes_per_day,
        IdentityType::Phone => state.mail.sms_codes_per_day,
    };
    state
        .db
        .run(move |connection| {
            code::count_request(connection, &own.tokens, &client, site.id, &identifier, per_day)?;
            connection.transaction(|connection| {
                let subject = VisitorCode {
                    site_id: site.id,
                    recipient: identifier,
                    purpose,
                };
                let code = issue_code(connection, &own.tokens, &subject, client.now)?;
                let mail = MailTemplate::VisitorCode {
                    site: site.mail,
                    code,
                    minutes: CODE_LIFETIME_MINUTES,
                };
                let recipient = Recipient {
                    identifier: subject.recipient,
                    language: site.language,
                };
                mail.enqueue(connection, &recipient)
            })
        })
        .await
}

/// Logs in with a code, and makes the account when there is none. Gives the token of the new session; the session of
/// `previous`, the hash of the browser's token before, ends.
pub async fn login_with_code(
    state: &AppState,
    site: LoginSite,
    client: Client,
    identifier: Identifier,
    typed: TypedCode,
    previous: Option<String>,
) -> Result<String, AppError> {
    let own = state.clone();
    state
        .db
        .run(move |connection| {
            let subject = VisitorCode {
                site_id: site.id,
                recipient: identifier,
                purpose: CodePurpose::Login,
            };
            let proved = prove_code(connection, &own.tokens, &client, subject, &typed)?;
            connection.transaction(|connection| {
                proved.redeem(connection)?;
                let (to, now) = (proved.recipient(), client.now);
                let id = find_or_create(connection, site.id, to, site.language, now)?;
                replace_session(connection, &own, &site, &client, id, previous.as_deref())
            })
        })
        .await
}

/// Logs in with a password; the answer is the same, and takes as long, where there is no account or no password.
pub async fn login_with_password(
    state: &AppState,
    site: LoginSite,
    client: Client,
    identifier: Identifier,
    passwd: String,
    previous: Option<String>,
) -> Result<String, AppError> {
    if passwd.is_empty() {
        return Err(AppError::invalid("passwd", FieldProblem::Required));
    }
    let guesses = guesses_of(&state.tokens, site.id, identifier.as_str(), &client);
    let (counted, site_id) = (guesses.clone(), site.id);
    let account = state
        .db
        .run(move |connection| {
            counted.hit(connection, client.now)?;
            Ok(queries::find_account_by(connection, site_id, &identifier)?)
        })
        .await?;
    let hash = account.as_ref().and_then(|account| account.password_hash.clone());
    let fits = passwd.len() <= PASSWORD_MAX_BYTES;
    let passwd = if fits { passwd } else { String::new() };
    let is_match = match state.hasher.is_match(passwd.clone(), hash).await {
        Ok(is_match) => is_match,
        Err(error) => {
            // A try that was not compared does not count.
            state.db.run(move |connection| guesses.refund(connection)).await?;
            return Err(error);
        }
    };
    let Some(account) = account.filter(|_| is_match) else {
        return Err(Refusal::LoginFailed.into());
    };
    let rehash = new_hash(state, &account, &passwd).await;
    let own = state.clone();
    state
        .db
        .transaction(move |connection| {
            guesses.clear(connection)?;
            // A password that was set meanwhile shuts out whoever knows the old one.
            let now = queries::lock_account(connection, account.id)?;
            now.filter(|now| now.password_hash == account.password_hash)
                .ok_or(Refusal::LoginFailed)?;
            if let Some(rehash) = rehash {
                queries::update_password_hash(connection, account.id, &rehash)?;
            }
            replace_session(connection, &own, &site, &client, account.id, previous.as_deref())
        })
        .await
}

/// The hash of a proved password at the configured cost, where the stored one has another and nobody waits.
async fn new_hash(state: &AppState, account: &Account, passwd: &str) -> Option<String> {
    let stored = account.password_hash.as_deref()?;
    if !state.hasher.is_outdated(stored) {
        return None;
    }
    let password = Password::parse(passwd).ok()?;
    state.hasher.hash(password).await.ok()
}

/// Ends the session that the browser had, so that nobody who knew its token before the login knows the new one.
fn replace_session(
    connection: &mut PgConnection,
    state: &AppState,
    site: &LoginSite,
    client: &Client,
    visitor_id: VisitorId,
    previous: Option<&str>,
) -> Result<String, AppError> {
    if let Some(previous) = previous {
        end_session(connection, site.id, previous)?;
    }
    start_session(connection, &state.tokens, client, visitor_id, site.max_devices)
}

/// The visitor of an address on a site; makes the account when there is none.
pub fn find_or_create(
    connection: &mut PgConnection,
    site_id: SiteId,
    identifier: &Identifier,
    language: Language,
    now: DateTime<Utc>,
) -> Result<VisitorId, AppError> {
    if let Some(account) = queries::find_account_by(connection, site_id, identifier)? {
        return Ok(account.id);
    }
    let text = Some(identifier.as_str());
    let is_email = identifier.kind() == IdentityType::Email;
    let account = NewAccount {
        id: VisitorId(Uuid::now_v7()),
        site_id,
        email: text.filter(|_| is_email),
        phone: text.filter(|_| !is_email),
        language: language.as_str(),
        created_at: now,
        last_seen_at: now,
    };
    // Of two at the same moment one makes it.
    queries::insert_account(connection, &account)?;
    let found = queries::find_account_by(connection, site_id, identifier)?;
    found
        .map(|account| account.id)
        .ok_or_else(|| AppError::Internal("an account of a site is not there".to_owned()))
}

/// Gives somebody a name who has none.
pub fn name_if_unnamed(
    connection: &mut PgConnection,
    id: VisitorId,
    nickname: &Nickname,
) -> Result<(), AppError> {
    if queries::find_account(connection, id)?.is_some_and(|account| account.nickname.is_empty()) {
        queries::update_nickname(connection, id, nickname.as_str())?;
    }
    Ok(())
}
