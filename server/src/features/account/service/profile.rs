//! What an account says about its owner, and how that changes.

use chrono::TimeDelta;
use diesel::{Connection as _, PgConnection};
use moyan_domain::limits::AVATARS_PER_ACCOUNT_PER_HOUR;
use moyan_domain::{FieldProblem, Identifier, IdentityType, Nickname};
use moyan_foundation::access::Caller;
use moyan_foundation::credentials::{TypedCode, prove_code};
use moyan_foundation::error::{AppError, Refusal};
use moyan_foundation::http::body::UnreadBody;
use moyan_foundation::http::client::Client;
use moyan_foundation::state::AppState;
use moyan_foundation::throttle::{self, Allowance};
use moyan_mail::{MailTemplate, Recipient};
use serde_json::json;
use uuid::Uuid;

use super::form::Fields;
use super::passwords::reset_url;
use super::passwords::{lock_proved, prove_password};
use crate::features::account::avatar;
use crate::features::account::code::AccountCode;
use crate::features::account::dto::{
    ChangeIdentifierRequest, CodePurpose, UpdateAccountRequest, UserInfoDto,
};
use crate::features::account::models::{User, UserChanges};
use crate::features::account::queries;
use crate::features::audit::{AuditAction, Entry};
use crate::features::mail::Outbox as _;

const AVATARS: Allowance = Allowance::each(TimeDelta::hours(1), AVATARS_PER_ACCOUNT_PER_HOUR);

/// The account as its owner sees it.
pub fn info_of(connection: &mut PgConnection, user_id: Uuid) -> Result<UserInfoDto, AppError> {
    let user = queries::find_user(connection, user_id)?.ok_or(Refusal::SessionEnded)?;
    let (avatar_id, personal_team_id) = queries::find_avatar_and_space(connection, user_id)?;
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
        locale: user.locale,
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

/// Writes to the account's address, or to its number when it has no address.
pub(super) fn tell(connection: &mut PgConnection, user: &User, mail: &MailTemplate) -> Result<(), AppError> {
    let email = user.email.as_deref().map(|text| (IdentityType::Email, text));
    let phone = user.phone.as_deref().map(|text| (IdentityType::Phone, text));
    if let Some((kind, text)) = email.or(phone)
        && let Ok(identifier) = Identifier::parse(kind, text)
    {
        let language = user.locale;
        mail.enqueue(connection, &Recipient { identifier, language })?;
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
        locale: request.locale,
        updated_at: Some(caller.now),
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

/// Gives the account another address or number, which a code proved.
pub async fn change_identifier(
    state: &AppState,
    client: Client,
    caller: Caller,
    request: ChangeIdentifierRequest,
) -> Result<UserInfoDto, AppError> {
    let mut fields = Fields::default();
    let identifier = fields.take_identifier(request.identity_type, &request.identifier);
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
    let (tokens, reset_url) = (state.tokens.clone(), reset_url(state));
    state
        .db
        .run(move |connection| {
            let subject = AccountCode {
                recipient: identifier,
                purpose: CodePurpose::Bind,
            };
            let proved = prove_code(connection, &tokens, &client, subject, &typed)?;
            connection.transaction(|connection| {
                proved.redeem(connection)?;
                let identifier = proved.recipient();
                lock_proved(connection, &user)?.ok_or(Refusal::PasswordWrong)?;
                let text = Some(identifier.as_str().to_owned());
                let (email, phone) = match identifier.kind() {
                    IdentityType::Email => (text, None),
                    IdentityType::Phone => (None, text),
                };
                let changes = UserChanges {
                    email,
                    phone,
                    updated_at: Some(caller.now),
                    ..UserChanges::default()
                };
                queries::update_user(connection, user.id, &changes)?;
                Entry::by(user.id, AuditAction::AccountIdentifierChanged)
                    .to_user(user.id)
                    .from_address(&client.address.to_string())
                    .with(json!({ "identityType": identifier.kind() }))
                    .record(connection)?;
                let masked = masked(identifier.as_str());
                // The old address is told, in case a thief changes it.
                tell(
                    connection,
                    &user,
                    &MailTemplate::IdentifierChanged { masked, reset_url },
                )?;
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

/// Sets the picture. Its body is read only when the account may set one and the server has room for it.
pub async fn set_avatar(state: &AppState, caller: Caller, body: UnreadBody) -> Result<UserInfoDto, AppError> {
    let key = state.tokens.keyed_hash(&["avatar", &caller.user_id.to_string()]);
    state
        .db
        .run(move |connection| throttle::hit(connection, &key, AVATARS, caller.now))
        .await?;
    let decode = |file| avatar::square_png(file).map_err(|problem| AppError::invalid("avatar", problem));
    let png = state.uploads.decode(caller.user_id, body, decode).await?;
    state
        .db
        .transaction(move |connection| {
            queries::replace_avatar(connection, caller.user_id, &png.value)?;
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_middle_of_an_identifier_is_hidden() {
        assert_eq!(masked("li.ming@example.com"), "l***@example.com");
        assert_eq!(masked("+86-13800138000"), "+86-138****8000");
    }
}
