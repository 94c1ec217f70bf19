//! Rows.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use moyan_domain::Language;
use moyan_foundation::credentials::PasswordHolder;
use moyan_foundation::schema::{sessions, users};
use uuid::Uuid;

/// An account.
#[derive(Clone, Debug, Queryable, Selectable)]
#[diesel(table_name = users)]
pub struct User {
    pub id: Uuid,
    pub nickname: String,
    pub email: Option<String>,
    pub phone: Option<String>,
    pub password_hash: String,
    pub locale: Language,
    pub is_admin: bool,
    pub suspended_at: Option<DateTime<Utc>>,
    pub suspended_reason: Option<String>,
    pub deletes_at: Option<DateTime<Utc>>,
    pub terms_accepted_at: Option<DateTime<Utc>>,
    pub created_at: DateTime<Utc>,
}

impl PasswordHolder for User {
    fn password_hash(&self) -> Option<&str> {
        Some(&self.password_hash)
    }
}

#[derive(Insertable)]
#[diesel(table_name = users)]
pub struct NewUser<'a> {
    pub id: Uuid,
    pub nickname: &'a str,
    pub email: Option<&'a str>,
    pub phone: Option<&'a str>,
    pub password_hash: &'a str,
    pub locale: Language,
    pub is_admin: bool,
}

#[derive(AsChangeset, Default)]
#[diesel(table_name = users)]
pub struct UserChanges {
    pub nickname: Option<String>,
    pub email: Option<String>,
    pub phone: Option<String>,
    pub password_hash: Option<String>,
    pub locale: Option<Language>,
    pub terms_accepted_at: Option<DateTime<Utc>>,
    pub updated_at: Option<DateTime<Utc>>,
}

#[derive(Clone, Debug, Queryable, Selectable)]
#[diesel(table_name = sessions)]
pub struct Session {
    pub id: Uuid,
    pub device: String,
    pub user_agent: String,
    pub ip_address: String,
    pub created_at: DateTime<Utc>,
    pub last_seen_at: DateTime<Utc>,
    pub expires_at: DateTime<Utc>,
}

#[derive(Insertable)]
#[diesel(table_name = sessions)]
pub struct NewSession<'a> {
    pub id: Uuid,
    pub user_id: Uuid,
    pub device: &'a str,
    pub user_agent: &'a str,
    pub ip_address: &'a str,
    pub last_seen_at: DateTime<Utc>,
    pub expires_at: DateTime<Utc>,
}
