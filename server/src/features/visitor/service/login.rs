//! Logging in on a site with a code or a password. Who logs in with a code for the first time gets an account.

use chrono::{DateTime, Utc};
use diesel::{Connection as _, PgConnection};
use moyan_domain::limits::CODE_LIFETIME_MINUTES;
use moyan_domain::{FieldProblem, Identifier, IdentityType, Language, Nickname, SiteId, VisitorId, typed};
use moyan_foundation::credentials::{TypedCode, has_same_password, issue_code, prove_code, prove_password};
use moyan_foundation::error::{AppError, Refusal};
use moyan_foundation::http::client::Client;
use moyan_foundation::state::AppState;
use moyan_mail::{MailSite, MailTemplate, Recipient};
use uuid::Uuid;

use super::sessions::{end_session, start_session};
use crate::features::mail::Outbox as _;
use crate::features::visitor::code::{self, CodePurpose, VisitorCode};
use crate::features::visitor::guesses::guesses_of;
use crate::features::visitor::models::NewAccount;
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
    let site_id = site.id;
    let find =
        move |connection: &mut PgConnection| Ok(queries::find_account_by(connection, site_id, &identifier)?);
    let proved = prove_password(state, guesses, client.now, passwd, find)
        .await?
        .ok_or(Refusal::LoginFailed)?;
    let new_hash = proved.new_hash(&state.hasher).await;
    let own = state.clone();
    state
        .db
        .transaction(move |connection| {
            proved.clear_guesses(connection)?;
            let account = &proved.account;
            queries::lock_account(connection, account.id)?
                .filter(|now| has_same_password(account, now))
                .ok_or(Refusal::LoginFailed)?;
            if let Some(new_hash) = new_hash {
                queries::update_password_hash(connection, account.id, &new_hash)?;
            }
            replace_session(connection, &own, &site, &client, account.id, previous.as_deref())
        })
        .await
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
        language,
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
