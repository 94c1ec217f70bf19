//! Rows, and the visitor that a cookie names.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use moyan_domain::{Language, SiteId, VisitorId, VisitorSessionId};
use moyan_foundation::credentials::PasswordHolder;
use moyan_foundation::schema::{visitor_sessions, visitors};

/// Somebody who is logged in on a site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Visitor {
    /// The account.
    pub id: VisitorId,
    /// Its site.
    pub site_id: SiteId,
    /// The proved e-mail address, when there is one.
    pub email: Option<String>,
    /// The proved phone number, when there is one.
    pub phone: Option<String>,
    /// What the visitor wants to be called; may be empty.
    pub nickname: String,
    /// The language of mails and short messages.
    pub language: Language,
    /// The session.
    pub session_id: VisitorSessionId,
    /// When it was used last, as far as it was written down.
    pub last_seen_at: DateTime<Utc>,
}

impl Visitor {
    /// The address, else the number.
    pub fn identifier(&self) -> &str {
        let identifier = self.email.as_deref().or(self.phone.as_deref());
        identifier.unwrap_or_default()
    }
}

/// A session that has not ended, and whose it is.
#[derive(Queryable, Selectable)]
#[diesel(table_name = visitor_sessions)]
pub struct FoundSession {
    pub id: VisitorSessionId,
    pub last_seen_at: DateTime<Utc>,
    #[diesel(embed)]
    pub account: Account,
}

/// A device on which a visitor is logged in.
#[derive(Clone, Debug, Queryable, Selectable)]
#[diesel(table_name = visitor_sessions)]
pub struct SessionRow {
    /// The session.
    pub id: VisitorSessionId,
    /// What the browser calls itself.
    pub user_agent: String,
    /// The network of its last request.
    pub network: String,
    /// When it began.
    pub created_at: DateTime<Utc>,
    /// When it was used last.
    pub last_seen_at: DateTime<Utc>,
    /// When it ends at the latest.
    pub expires_at: DateTime<Utc>,
}

/// An account of a site.
#[derive(Clone, Debug, Queryable, Selectable)]
#[diesel(table_name = visitors)]
pub struct Account {
    #[diesel(select_expression = visitors::id)]
    pub id: VisitorId,
    #[diesel(select_expression = visitors::site_id)]
    pub site_id: SiteId,
    pub email: Option<String>,
    pub phone: Option<String>,
    pub nickname: String,
    pub password_hash: Option<String>,
    pub language: Language,
    pub is_blocked: bool,
    pub is_reminded: bool,
    #[diesel(select_expression = visitors::created_at)]
    pub created_at: DateTime<Utc>,
}

impl PasswordHolder for Account {
    fn password_hash(&self) -> Option<&str> {
        self.password_hash.as_deref()
    }
}

#[derive(Insertable)]
#[diesel(table_name = visitors)]
pub struct NewAccount<'a> {
    pub id: VisitorId,
    pub site_id: SiteId,
    pub email: Option<&'a str>,
    pub phone: Option<&'a str>,
    pub language: Language,
    pub created_at: DateTime<Utc>,
    pub last_seen_at: DateTime<Utc>,
}

#[derive(Insertable)]
#[diesel(table_name = visitor_sessions)]
pub struct NewSession<'a> {
    pub id: VisitorSessionId,
    pub visitor_id: VisitorId,
    pub token_hash: &'a str,
    pub user_agent: &'a str,
    pub network: &'a str,
    pub created_at: DateTime<Utc>,
    pub last_seen_at: DateTime<Utc>,
    pub expires_at: DateTime<Utc>,
}
