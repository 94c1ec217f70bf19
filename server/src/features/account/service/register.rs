//! New accounts.

use diesel::Connection as _;
use diesel::PgConnection;
use uuid::Uuid;

use super::Client;
use super::form::Fields;
use super::form::require_method;
use super::profile::info_of;
use crate::domain::Identifier;
use crate::domain::IdentityType;
use crate::domain::Nickname;
use crate::error::AppError;
use crate::features::account::code;
use crate::features::account::code::TypedCode;
use crate::features::account::dto::CodePurpose;
use crate::features::account::dto::RegisterRequest;
use crate::features::account::dto::UserInfoDto;
use crate::features::account::models::NewUser;
use crate::features::account::queries;
use crate::features::audit::{AuditAction, Entry};
use crate::features::team;
use crate::http::language::Language;
use crate::state::AppState;

/// Makes an account with its personal space.
pub async fn register(
    state: &AppState,
    client: Client,
    request: RegisterRequest,
) -> Result<UserInfoDto, AppError> {
    let mut fields = Fields::default();
    let identifier = fields.take_identifier(request.identity_type, &request.identifier);
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
                Entry::by(user_id, AuditAction::AccountRegistered)
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
