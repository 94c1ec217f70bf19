//! New accounts.

use diesel::PgConnection;
use moyan_domain::{FieldProblem, Identifier, IdentityType, Language, Nickname};
use moyan_foundation::credentials::{TypedCode, prove_code};
use moyan_foundation::error::AppError;
use moyan_foundation::http::client::Client;
use moyan_foundation::state::AppState;
use uuid::Uuid;

use super::form::{Fields, require_method};
use super::profile::info_of;
use crate::features::account::code::AccountCode;
use crate::features::account::dto::{CodePurpose, RegisterRequest, UserInfoDto};
use crate::features::account::models::{NewUser, UserChanges};
use crate::features::account::queries;
use crate::features::audit::{AuditAction, Entry};
use crate::features::team;

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
    let agreed = match request.agrees_to_terms {
        Some(false) => Err(FieldProblem::Required),
        agreed => Ok(agreed.map(|_| client.now)),
    };
    let terms_accepted_at = fields.take("agreesToTerms", agreed);
    let password = fields.take_passwords(&request.passwd, &request.passwd_confirm_passwd);
    let (Some(identifier), Some(nickname), Some(typed), Some(terms_accepted_at), Some(password)) =
        (identifier, nickname, typed, terms_accepted_at, password)
    else {
        return Err(fields.refuse());
    };
    require_method(state, identifier.kind())?;
    // The code goes first: hashing is slow, and nobody has it done without the right code.
    let (own, from) = (state.clone(), client.clone());
    let proved = state
        .db
        .run(move |connection| {
            let subject = AccountCode {
                recipient: identifier,
                purpose: CodePurpose::Register,
            };
            prove_code(connection, &own.tokens, &from, subject, &typed)
        })
        .await?;
    let hash = state.hasher.hash(password).await?;
    state
        .db
        .transaction(move |connection| {
            proved.redeem(connection)?;
            let identifier = proved.recipient();
            let user_id = create(connection, identifier, &nickname, &hash, client.language, false)?;
            let changes = UserChanges {
                terms_accepted_at,
                updated_at: Some(client.now),
                ..UserChanges::default()
            };
            queries::update_user(connection, user_id, &changes)?;
            Entry::by(user_id, AuditAction::AccountRegistered)
                .to_user(user_id)
                .from_address(&client.address.to_string())
                .record(connection)?;
            info_of(connection, user_id)
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
        locale: language,
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
