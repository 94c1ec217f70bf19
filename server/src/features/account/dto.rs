//! Wire structs.

use chrono::{DateTime, Utc};
use moyan_domain::{IdentityType, Language, stored_names};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

/// Body of `POST /api/account/registerByIdentifier`. Source: specification §7.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RegisterRequest {
    /// An e-mail address, or a phone number such as `+86-13800138000`.
    pub identifier: String,
    /// What `identifier` is.
    pub identity_type: IdentityType,
    /// The password: 6 to 128 characters.
    pub passwd: String,
    /// The password again.
    pub passwd_confirm_passwd: String,
    /// The name that others see: 2 to 30 characters.
    pub nickname: String,
    /// Which program registers: `web editor`.
    #[serde(default)]
    pub from: String,
    /// The six digits that `sendCode` sent for `register`.
    pub code: String,
    /// Whether the owner agrees to the terms of service and the privacy policy; when they agreed is stored.
    /// `false` is refused. Source: specification §5.
    #[serde(default)]
    pub agrees_to_terms: Option<bool>,
}

/// Body of `POST /api/account/loginByIdentifier`: with `passwd`, or with `code`. Source: specification §7.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LoginRequest {
    /// An e-mail address, or a phone number with or without `+86-`.
    pub identifier: String,
    /// What `identifier` is.
    pub identity_type: IdentityType,
    /// The password.
    #[serde(default)]
    pub passwd: Option<String>,
    /// The six digits that `sendCode` sent for `login`, instead of a password.
    #[serde(default)]
    pub code: Option<String>,
    /// The kind of device: `web`.
    #[serde(default)]
    pub device: Option<String>,
}

stored_names! {
    /// What a code is good for.
    CodePurpose
    /// Registering.
    Register: "register",
    /// Logging in without a password.
    Login: "login",
    /// Setting a new password.
    Reset: "reset",
    /// Making this address or number one's own; the caller must be logged in.
    Bind: "bind",
}

/// Body of `POST /api/account/sendCode`.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SendCodeRequest {
    /// Where the code goes.
    pub identifier: String,
    /// What `identifier` is.
    pub identity_type: IdentityType,
    /// What the code is good for.
    pub purpose: CodePurpose,
}

/// Answer of `POST /api/account/sendCode`; the same whether or not the account exists.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CodeSentDto {
    /// Seconds until another code may be asked for.
    pub resend_after_s: i64,
    /// Seconds for which the code is good.
    pub expires_in_s: i64,
}

/// Body of `POST /api/account/resetPassword`.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ResetPasswordRequest {
    /// The account's e-mail address or phone number.
    pub identifier: String,
    /// What `identifier` is.
    pub identity_type: IdentityType,
    /// The six digits that `sendCode` sent for `reset`.
    pub code: String,
    /// The new password: 6 to 128 characters.
    pub passwd: String,
    /// The new password again.
    pub passwd_confirm_passwd: String,
}

/// The account of the caller: what the frontend keeps as `userInfo`.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UserInfoDto {
    /// The account.
    pub id: Uuid,
    /// The name that others see.
    pub nickname: String,
    /// The e-mail address, when one is proved.
    pub email: Option<String>,
    /// The phone number as `+86-13800138000`, when one is proved.
    pub phone: Option<String>,
    /// The path of the picture, when there is one.
    pub avatar_url: Option<String>,
    /// The language of mails.
    pub locale: Language,
    /// `user`, and `admin` for administrators of the platform.
    pub roles: Vec<String>,
    /// The personal space, which `/api/teams/personal` names too.
    pub personal_team_id: Uuid,
    /// When the account was made.
    pub created_at: DateTime<Utc>,
    /// When the account will be gone for good, after its owner asked for that.
    pub deletes_at: Option<DateTime<Utc>>,
}

/// Body of `PATCH /api/account`. Absent fields stay as they are.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UpdateAccountRequest {
    /// The name that others see: 2 to 30 characters.
    #[serde(default)]
    pub nickname: Option<String>,
    /// The language of mails.
    #[serde(default)]
    pub locale: Option<Language>,
}

/// Body of `PUT /api/account/password`.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChangePasswordRequest {
    /// The password that holds now.
    pub current_passwd: String,
    /// The new password: 6 to 128 characters.
    pub passwd: String,
    /// The new password again.
    pub passwd_confirm_passwd: String,
}

/// Body of `PUT /api/account/identifier`.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChangeIdentifierRequest {
    /// The new e-mail address or phone number.
    pub identifier: String,
    /// What `identifier` is; the account's other one stays.
    pub identity_type: IdentityType,
    /// The six digits that `sendCode` sent there for `bind`.
    pub code: String,
    /// The password that holds now.
    pub current_passwd: String,
}

/// A device that is logged in.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SessionDto {
    /// The session.
    pub id: Uuid,
    /// The kind of device that it named at login: `web`.
    pub device: String,
    /// What the browser calls itself.
    pub user_agent: String,
    /// Where it logged in from.
    pub ip_address: String,
    /// When it logged in.
    pub created_at: DateTime<Utc>,
    /// When it was last used, to about five minutes.
    pub last_seen_at: DateTime<Utc>,
    /// When it ends at the latest.
    pub expires_at: DateTime<Utc>,
    /// True for the session that asks.
    pub is_current: bool,
}

/// How many sessions were ended.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EndedSessionsDto {
    /// The number.
    pub n_ended: i64,
}

/// Body of `POST /api/account/deletion`.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeleteAccountRequest {
    /// The password that holds now.
    pub current_passwd: String,
}
