//! The rules of accounts. Passwords are hashed before a connection is taken.

use std::collections::BTreeMap;
use std::net::IpAddr;

use chrono::{DateTime, TimeDelta, Utc};
use diesel::{Connection as _, PgConnection};
use serde_json::json;
use uuid::Uuid;

use super::code::{self, TypedCode};
use super::dto::{
    ChangeIdentifierRequest, ChangePasswordRequest, CodePurpose, LoginRequest, RegisterRequest,
    ResetPasswordRequest, SendCodeRequest, SessionDto, UpdateAccountRequest, UserInfoDto,
};
use super::models::{NewSession, NewUser, User, UserChanges};
use super::{avatar, queries};
use crate::access::Caller;
use crate::config::limits::{
    CODE_LIFETIME_MINUTES, DELETION_HOLD_DAYS, LOGIN_MAX_WAIT_MINUTES, LOGIN_TRIES,
    LOGIN_TRIES_PER_ACCOUNT_PER_HOUR, LOGIN_TRIES_PER_ADDRESS_PER_HOUR, LOGIN_WAIT_MINUTES,
    PASSWORD_MAX_BYTES, SESSIONS_PER_ACCOUNT, USER_AGENT_MAX_CHARS,
};
use crate::domain::{Identifier, IdentityType, Nickname, Password};
use crate::error::{AppError, FieldProblem, Refusal};
use crate::features::audit::Entry;
use crate::features::mail::{Letter, Recipient};
use crate::features::team;
use crate::http::client_address::caller_network;
use crate::http::language::Language;
use crate::state::AppState;
use crate::throttle::{self, Allowance};

/// Tries to log in to one account from one address.
const LOGIN: Allowance = Allowance {
    n_hits: LOGIN_TRIES,
    window: TimeDelta::minutes(LOGIN_WAIT_MINUTES),
    longest_wait: Some(TimeDelta::minutes(LOGIN_MAX_WAIT_MINUTES)),
};
const LOGIN_PER_ADDRESS: Allowance = Allowance {
    n_hits: LOGIN_TRIES_PER_ADDRESS_PER_HOUR,
    window: TimeDelta::hours(1),
    longest_wait: None,
};
const LOGIN_PER_ACCOUNT: Allowance = Allowance {
    n_hits: LOGIN_TRIES_PER_ACCOUNT_PER_HOUR,
    window: TimeDelta::hours(1),
    longest_wait: None,
};

/// From where and with what a request was sent.
#[derive(Clone, Debug)]
pub struct Client {
    /// The caller's address.
    pub address: IpAddr,
    /// What the browser calls itself.
    pub user_agent: String,
    /// The language to answer in.
    pub language: Language,
}

impl Client {
    /// What is counted together.
    fn network(&self) -> String {
        caller_network(self.address).to_string()
    }
}

/// Collects what is wrong with the fields of a form, so that all of it is said at once.
#[derive(Default)]
struct Fields(BTreeMap<&'static str, FieldProblem>);

impl Fields {
    fn take<T>(&mut self, field: &'static str, parsed: Result<T, FieldProblem>) -> Option<T> {
        parsed.map_err(|problem| self.0.insert(field, problem)).ok()
    }

    /// A password and its repetition.
    fn take_passwords(&mut self, passwd: &str, confirmation: &str) -> Option<Password> {
        if passwd != confirmation {
            self.0
                .insert("passwdConfirmPasswd", FieldProblem::PasswordMismatch);
        }
        self.take("passwd", Password::parse(passwd))
    }

    fn refuse(self) -> AppError {
        AppError::Invalid(self.0)
    }
}

fn require_method(state: &AppState, kind: IdentityType) -> Result<(), AppError> {
    if state.methods().contains(&kind) {
        Ok(())
    } else {
        Err(Refusal::MethodDisabled.into())
    }
}

fn parse_identifier(kind: IdentityType, text: &str) -> Result<Identifier, AppError> {
    Identifier::parse(kind, text).map_err(|problem| AppError::invalid("identifier", problem))
}

/// Makes an account with its personal space.
pub async fn register(
    state: &AppState,
    client: Client,
    request: RegisterRequest,
) -> Result<UserInfoDto, AppError> {
    let mut fields = Fields::default();
    let identifier = fields.take(
        "identifier",
        Identifier::parse(request.identity_type, &request.identifier),
    );
    let nickname = fields.take("nickname", Nickname::parse(&request.nickname));
    let typed = fields.take("code", TypedCode::parse(&request.code));
    let password = fields.take_passwords(&request.passwd, &request.passwd_confirm_passwd);
    let (Some(identifier), Some(nickname), Some(typed), Some(password), true) =
        (identifier, nickname, typed, password, fields.0.is_empty())
    else {
        return Err(fields.refuse());
    };
    require_method(state, identifier.kind())?;
    let hash = state.hasher.hash(password).await?;
    let tokens = state.tokens.clone();
    state
        .db
        .run(move |connection| {
            code::redeem(connection, &tokens, &identifier, CodePurpose::Register, &typed)?;
            connection.transaction(|connection| {
                let user_id = create(connection, &identifier, &nickname, &hash, client.language, false)?;
                Entry::by(user_id, "account.registered")
                    .to_user(user_id)
                    .from_address(&client.address.to_string())
                    .record(connection)?;
                info_of(connection, user_id)
            })
        })
        .await
}

/// Makes an account and its personal space, in the transaction of the caller.
pub fn create(
    connection: &mut PgConnection,
    identifier: &Identifier,
    nickname: &Nickname,
    password_hash: &str,
    language: Language,
    is_admin: bool,
) -> Result<Uuid, AppError> {
    let id = Uuid::now_v7();
    let text = Some(identifier.as_str());
    let (email, phone) = match identifier.kind() {
        IdentityType::Email => (text, None),
        IdentityType::Phone => (None, text),
    };
    let user = NewUser {
        id,
        nickname: nickname.as_str(),
        email,
        phone,
        password_hash,
        locale: language.as_str(),
        is_admin,
    };
    queries::insert_user(connection, &user)?;
    team::service::create_personal(connection, id, nickname, language)?;
    Ok(id)
}

/// The account that has this address or number.
pub fn find_id(connection: &mut PgConnection, identifier: &Identifier) -> diesel::QueryResult<Option<Uuid>> {
    Ok(queries::find_user_by(connection, identifier)?.map(|user| user.id))
}

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

/// Whether a text is the password of a hash; without a hash no, after the same work.
async fn is_match(state: &AppState, text: String, hash: Option<String>) -> Result<bool, AppError> {
    state.metrics.compared_password();
    state.hasher.is_match(text, hash).await
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

fn start_session(
    connection: &mut PgConnection,
    state: &AppState,
    client: &Client,
    user: &User,
    device: &str,
) -> Result<(UserInfoDto, String), AppError> {
    if user.suspended_at.is_some() {
        return Err(Refusal::AccountSuspended.into());
    }
    let id = Uuid::now_v7();
    let expires_at = Utc::now() + TimeDelta::days(state.auth.max_days);
    let ip_address = client.address.to_string();
    let device: String = device.chars().filter(|c| !c.is_control()).take(30).collect();
    connection.transaction(|connection| {
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
        Entry::by(user.id, "account.loggedIn")
            .to_user(user.id)
            .from_address(&ip_address)
            .record(connection)?;
        let token = state.tokens.sign(user.id, id, expires_at)?;
        Ok((info_of(connection, user.id)?, token))
    })
}

/// The account as its owner sees it.
pub fn info_of(connection: &mut PgConnection, user_id: Uuid) -> Result<UserInfoDto, AppError> {
    let user = queries::find_user(connection, user_id)?.ok_or(Refusal::SessionEnded)?;
    let (avatar_id, personal_team_id) = queries::find_belongings(connection, user_id)?;
    let mut roles = vec!["user".to_owned()];
    if user.is_admin {
        roles.push("admin".to_owned());
    }
    Ok(UserInfoDto {
        id: user.id,
        nickname: user.nickname,
        email: user.email,
        phone: user.phone,
        avatar_url: avatar_id.map(avatar_url),
        locale: Language::from_name(&user.locale),
        roles,
        personal_team_id,
        created_at: user.created_at,
        deletes_at: user.deletes_at,
    })
}

/// The path of a picture.
pub fn avatar_url(id: Uuid) -> String {
    format!("/api/avatars/{id}")
}

/// Ends one session; says nothing about whether it was there.
pub fn end_session(connection: &mut PgConnection, caller: &Caller) -> Result<(), AppError> {
    queries::delete_session(connection, caller.user_id, caller.session_id)?;
    Ok(())
}

/// Sends a code, or what stands for one; does the same work whether or not the account exists.
pub async fn send_code(
    state: &AppState,
    client: Client,
    caller: Option<Caller>,
    request: SendCodeRequest,
) -> Result<(), AppError> {
    let identifier = parse_identifier(request.identity_type, &request.identifier)?;
    let purpose = request.purpose;
    if purpose == CodePurpose::Bind && caller.is_none() {
        return Err(Refusal::LoginRequired.into());
    }
    require_method(state, identifier.kind())?;
    let own = state.clone();
    state
        .db
        .run(move |connection| {
            code::count_demand(connection, &own.tokens, &identifier, &client.network())?;
            connection.transaction(|connection| {
                let user = queries::find_user_by(connection, &identifier)?;
                let code = code::issue(connection, &own.tokens, &identifier, purpose)?;
                let code = Letter::Code {
                    code,
                    minutes: CODE_LIFETIME_MINUTES,
                };
                let known = user.is_some();
                let recipient = Recipient {
                    identifier,
                    language: user.map_or(client.language, |user| Language::from_name(&user.locale)),
                };
                match (purpose, known) {
                    (CodePurpose::Register, true) => {
                        let login_url = format!("{}/login", own.platform.public_url);
                        Letter::AlreadyRegistered { login_url }.post(connection, &recipient)?;
                    }
                    (CodePurpose::Login | CodePurpose::Reset, false) => {
                        code.post_nothing(connection, &recipient)?;
                    }
                    _ => {
                        code.post(connection, &recipient)?;
                    }
                }
                Ok(())
            })
        })
        .await
}

/// Sets a new password and ends all sessions.
pub async fn reset_password(
    state: &AppState,
    client: Client,
    request: ResetPasswordRequest,
) -> Result<(), AppError> {
    // Everything is checked before the code is tried: a password that is too short must not use it up.
    let mut fields = Fields::default();
    let identifier = fields.take(
        "identifier",
        Identifier::parse(request.identity_type, &request.identifier),
    );
    let typed = fields.take("code", TypedCode::parse(&request.code));
    let password = fields.take_passwords(&request.passwd, &request.passwd_confirm_passwd);
    let (Some(identifier), Some(typed), Some(password), true) =
        (identifier, typed, password, fields.0.is_empty())
    else {
        return Err(fields.refuse());
    };
    require_method(state, identifier.kind())?;
    let hash = state.hasher.hash(password).await?;
    let tokens = state.tokens.clone();
    state
        .db
        .run(move |connection| {
            code::redeem(connection, &tokens, &identifier, CodePurpose::Reset, &typed)?;
            let user = queries::find_user_by(connection, &identifier)?.ok_or(Refusal::CodeWrong)?;
            set_password(connection, &user, hash, None, &client, "account.passwordReset")
        })
        .await
}

/// Stores a password, ends the sessions but one, tells the owner.
fn set_password(
    connection: &mut PgConnection,
    user: &User,
    hash: String,
    kept_session: Option<Uuid>,
    client: &Client,
    action: &'static str,
) -> Result<(), AppError> {
    connection.transaction(|connection| {
        let changes = UserChanges {
            password_hash: Some(hash),
            updated_at: Some(Utc::now()),
            ..UserChanges::default()
        };
        queries::update_user(connection, user.id, &changes)?;
        queries::delete_sessions(connection, user.id, kept_session)?;
        Entry::by(user.id, action)
            .to_user(user.id)
            .from_address(&client.address.to_string())
            .record(connection)?;
        tell(connection, user, &Letter::PasswordChanged)
    })
}

/// Writes to the account's address, or to its number when it has no address.
fn tell(connection: &mut PgConnection, user: &User, letter: &Letter) -> Result<(), AppError> {
    let email = user.email.as_deref().map(|text| (IdentityType::Email, text));
    let phone = user.phone.as_deref().map(|text| (IdentityType::Phone, text));
    if let Some((kind, text)) = email.or(phone)
        && let Ok(identifier) = Identifier::parse(kind, text)
    {
        let language = Language::from_name(&user.locale);
        letter.post(connection, &Recipient { identifier, language })?;
    }
    Ok(())
}

/// Changes nickname and language.
pub async fn update(
    state: &AppState,
    caller: Caller,
    request: UpdateAccountRequest,
) -> Result<UserInfoDto, AppError> {
    let nickname = request
        .nickname
        .map(|text| Nickname::parse(&text))
        .transpose()
        .map_err(|problem| AppError::invalid("nickname", problem))?;
    let changes = UserChanges {
        nickname: nickname.map(|name| name.as_str().to_owned()),
        locale: request.locale.map(|locale| locale.as_str().to_owned()),
        updated_at: Some(Utc::now()),
        ..UserChanges::default()
    };
    state
        .db
        .transaction(move |connection| {
            queries::update_user(connection, caller.user_id, &changes)?;
            info_of(connection, caller.user_id)
        })
        .await
}

/// The caller's account, once the password was proved. Guesses are counted like those at the login.
async fn prove_password(
    state: &AppState,
    client: &Client,
    caller: &Caller,
    passwd: String,
) -> Result<User, AppError> {
    let key = state
        .tokens
        .keyed_hash(&["password", &caller.user_id.to_string(), &client.network()]);
    let (user_id, counted) = (caller.user_id, key.clone());
    let user = state
        .db
        .run(move |connection| {
            throttle::hit(connection, &counted, LOGIN)?;
            Ok(queries::find_user(connection, user_id)?.ok_or(Refusal::SessionEnded)?)
        })
        .await?;
    let fits = passwd.len() <= PASSWORD_MAX_BYTES;
    let hash = Some(user.password_hash.clone()).filter(|_| fits);
    if !is_match(state, passwd, hash).await? {
        return Err(Refusal::PasswordWrong.into());
    }
    state
        .db
        .run(move |connection| Ok(throttle::forget(connection, &key)?))
        .await?;
    Ok(user)
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
    let (Some(password), true) = (password, fields.0.is_empty()) else {
        return Err(fields.refuse());
    };
    let user = prove_password(state, &client, &caller, request.current_passwd).await?;
    let hash = state.hasher.hash(password).await?;
    state
        .db
        .run(move |connection| {
            let kept = Some(caller.session_id);
            set_password(connection, &user, hash, kept, &client, "account.passwordChanged")
        })
        .await
}

/// Gives the account another address or number, which a code proved.
pub async fn change_identifier(
    state: &AppState,
    client: Client,
    caller: Caller,
    request: ChangeIdentifierRequest,
) -> Result<UserInfoDto, AppError> {
    let mut fields = Fields::default();
    let identifier = fields.take(
        "identifier",
        Identifier::parse(request.identity_type, &request.identifier),
    );
    let typed = fields.take("code", TypedCode::parse(&request.code));
    let (Some(identifier), Some(typed)) = (identifier, typed) else {
        return Err(fields.refuse());
    };
    let user = prove_password(state, &client, &caller, request.current_passwd).await?;
    let current = match identifier.kind() {
        IdentityType::Email => &user.email,
        IdentityType::Phone => &user.phone,
    };
    if current.as_deref() == Some(identifier.as_str()) {
        return Err(AppError::invalid("identifier", FieldProblem::Unchanged));
    }
    let tokens = state.tokens.clone();
    state
        .db
        .run(move |connection| {
            code::redeem(connection, &tokens, &identifier, CodePurpose::Bind, &typed)?;
            connection.transaction(|connection| {
                let text = Some(identifier.as_str().to_owned());
                let (email, phone) = match identifier.kind() {
                    IdentityType::Email => (text, None),
                    IdentityType::Phone => (None, text),
                };
                let changes = UserChanges {
                    email,
                    phone,
                    updated_at: Some(Utc::now()),
                    ..UserChanges::default()
                };
                queries::update_user(connection, user.id, &changes)?;
                Entry::by(user.id, "account.identifierChanged")
                    .to_user(user.id)
                    .from_address(&client.address.to_string())
                    .with(json!({ "identityType": identifier.kind() }))
                    .record(connection)?;
                let masked = masked(identifier.as_str());
                // The old address is told, should it be a thief who changes it.
                tell(connection, &user, &Letter::IdentifierChanged { masked })?;
                info_of(connection, user.id)
            })
        })
        .await
}

/// An address or number whose middle is hidden.
pub fn masked(identifier: &str) -> String {
    match identifier.split_once('@') {
        Some((local, host)) => {
            let first: String = local.chars().take(1).collect();
            format!("{first}***@{host}")
        }
        None => {
            let n_chars = identifier.chars().count();
            identifier
                .chars()
                .enumerate()
                .map(|(at, character)| {
                    if at + 8 >= n_chars && at + 4 < n_chars {
                        '*'
                    } else {
                        character
                    }
                })
                .collect()
        }
    }
}

/// Sets the picture.
pub async fn set_avatar(state: &AppState, caller: Caller, bytes: Vec<u8>) -> Result<UserInfoDto, AppError> {
    let png = actix_web::web::block(move || avatar::square_png(&bytes))
        .await
        .map_err(|error| AppError::Internal(error.to_string()))?
        .map_err(|problem| AppError::invalid("avatar", problem))?;
    state
        .db
        .transaction(move |connection| {
            queries::replace_avatar(connection, caller.user_id, &png)?;
            info_of(connection, caller.user_id)
        })
        .await
}

/// Removes the picture.
pub fn delete_avatar(connection: &mut PgConnection, caller: &Caller) -> Result<UserInfoDto, AppError> {
    queries::delete_avatar(connection, caller.user_id)?;
    info_of(connection, caller.user_id)
}

/// The bytes of a picture.
pub fn find_avatar(connection: &mut PgConnection, id: Uuid) -> Result<Vec<u8>, AppError> {
    Ok(queries::find_avatar(connection, id)?.ok_or(Refusal::AvatarNotFound)?)
}

/// The devices that are logged in.
pub fn list_sessions(
    connection: &mut PgConnection,
    caller: &Caller,
    idle_days: i64,
) -> Result<Vec<SessionDto>, AppError> {
    let now = Utc::now();
    let sessions = queries::list_sessions(connection, caller.user_id, now, now - TimeDelta::days(idle_days))?;
    Ok(sessions
        .into_iter()
        .map(|session| SessionDto {
            is_current: session.id == caller.session_id,
            id: session.id,
            device: session.device,
            user_agent: session.user_agent,
            ip_address: session.ip_address,
            created_at: session.created_at,
            last_seen_at: session.last_seen_at,
            expires_at: session.expires_at,
        })
        .collect())
}

/// Logs one device out.
pub fn delete_session(connection: &mut PgConnection, caller: &Caller, id: Uuid) -> Result<(), AppError> {
    match queries::delete_session(connection, caller.user_id, id)? {
        0 => Err(Refusal::SessionNotFound.into()),
        _ => Ok(()),
    }
}

/// Logs all other devices out and says how many.
pub fn delete_other_sessions(connection: &mut PgConnection, caller: &Caller) -> Result<usize, AppError> {
    Ok(queries::delete_sessions(
        connection,
        caller.user_id,
        Some(caller.session_id),
    )?)
}

/// Schedules the end of the account and logs all other devices out.
pub async fn request_deletion(
    state: &AppState,
    client: Client,
    caller: Caller,
    passwd: String,
) -> Result<UserInfoDto, AppError> {
    let user = prove_password(state, &client, &caller, passwd).await?;
    state
        .db
        .transaction(move |connection| {
            if team::service::owns_shared_team(connection, user.id)? {
                return Err(Refusal::OwnsTeams.into());
            }
            let deletes_at = Utc::now() + TimeDelta::days(DELETION_HOLD_DAYS);
            queries::update_deletes_at(connection, user.id, Some(deletes_at))?;
            queries::delete_sessions(connection, user.id, Some(caller.session_id))?;
            Entry::by(user.id, "account.deletionRequested")
                .to_user(user.id)
                .from_address(&client.address.to_string())
                .record(connection)?;
            let day = deletes_at.format("%Y-%m-%d").to_string();
            tell(connection, &user, &Letter::DeletionScheduled { day })?;
            info_of(connection, user.id)
        })
        .await
}

/// Keeps the account after all.
pub fn cancel_deletion(connection: &mut PgConnection, caller: &Caller) -> Result<UserInfoDto, AppError> {
    let user = queries::find_user(connection, caller.user_id)?.ok_or(Refusal::SessionEnded)?;
    if user.deletes_at.is_none() {
        return Err(Refusal::NoDeletion.into());
    }
    queries::update_deletes_at(connection, user.id, None)?;
    Entry::by(user.id, "account.deletionCanceled")
        .to_user(user.id)
        .record(connection)?;
    info_of(connection, user.id)
}

/// Everything that is stored about an account, secrets apart.
pub fn export(
    connection: &mut PgConnection,
    caller: &Caller,
    idle_days: i64,
) -> Result<serde_json::Value, AppError> {
    let account = info_of(connection, caller.user_id)?;
    let sessions = list_sessions(connection, caller, idle_days)?;
    let teams = team::service::list(connection, caller.user_id)?;
    let filter = crate::features::audit::AuditFilter {
        user_id: Some(caller.user_id),
        ..Default::default()
    };
    let history: Vec<_> = crate::features::audit::list_entries(connection, filter, None, 10_000)?
        .into_iter()
        .filter(|entry| entry.actor_id == Some(caller.user_id))
        .map(|entry| {
            json!({
                "createdAt": entry.created_at,
                "action": entry.action,
                "ipAddress": entry.ip_address,
                "details": entry.details,
            })
        })
        .collect();
    Ok(json!({
        "exportedAt": Utc::now(),
        "account": account,
        "sessions": sessions,
        "teams": teams,
        "history": history,
    }))
}

/// Removes the accounts whose time is over, and what is theirs alone.
pub fn purge(connection: &mut PgConnection, now: DateTime<Utc>) -> Result<usize, AppError> {
    connection.transaction(|connection| {
        let ids = queries::list_expired_users(connection, now)?;
        for id in &ids {
            team::service::release_teams_of(connection, *id)?;
            queries::delete_user(connection, *id)?;
            Entry::by_system("account.purged")
                .to_user(*id)
                .record(connection)?;
        }
        Ok(ids.len())
    })
}

/// Removes codes and sessions that are over.
pub fn sweep(connection: &mut PgConnection, now: DateTime<Utc>, idle_days: i64) -> Result<usize, AppError> {
    Ok(queries::sweep(connection, now, now - TimeDelta::days(idle_days))?)
}

/// What a browser calls itself, cut to what is kept.
pub fn short_user_agent(text: &str) -> String {
    text.chars()
        .filter(|character| !character.is_control())
        .take(USER_AGENT_MAX_CHARS)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_middle_of_an_identifier_is_hidden() {
        assert_eq!(masked("li.ming@example.com"), "l***@example.com");
        assert_eq!(masked("+86-13800138000"), "+86-138****8000");
    }
}
