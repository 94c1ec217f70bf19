//! The audit log: what was done, by whom, to what. Entries are added and stay as they are for a year;
//! only the addresses of an account that is gone are forgotten sooner.

mod action;
mod queries;

pub use action::AuditAction;
pub use queries::{AuditFilter, AuditRow, forget_addresses, list_entries, sweep};

use diesel::PgConnection;
use diesel::QueryResult;
use serde_json::Value;
use uuid::Uuid;

/// Something that was done.
#[derive(Clone, Debug)]
pub struct Entry {
    /// What.
    pub action: AuditAction,
    /// Who; none for the command line and jobs.
    pub actor_id: Option<Uuid>,
    /// The account it was done to.
    pub user_id: Option<Uuid>,
    /// The team it was done in.
    pub team_id: Option<Uuid>,
    /// From where.
    pub ip_address: Option<String>,
    /// What changed; never a secret.
    pub details: Value,
}

impl Entry {
    /// Something that somebody did.
    pub fn by(actor_id: Uuid, action: AuditAction) -> Self {
        Self {
            actor_id: Some(actor_id),
            ..Self::by_system(action)
        }
    }

    /// Something that the command line or a job did.
    pub fn by_system(action: AuditAction) -> Self {
        Self {
            action,
            actor_id: None,
            user_id: None,
            team_id: None,
            ip_address: None,
            details: Value::Object(serde_json::Map::new()),
        }
    }

    /// It was done to this account.
    pub fn to_user(mut self, user_id: Uuid) -> Self {
        self.user_id = Some(user_id);
        self
    }

    /// It was done in this team.
    pub fn in_team(mut self, team_id: Uuid) -> Self {
        self.team_id = Some(team_id);
        self
    }

    /// It was done from here.
    pub fn from_address(mut self, ip_address: &str) -> Self {
        self.ip_address = Some(ip_address.to_owned());
        self
    }

    /// What changed.
    pub fn with(mut self, details: Value) -> Self {
        self.details = details;
        self
    }

    /// Writes it down.
    pub fn record(self, connection: &mut PgConnection) -> QueryResult<usize> {
        queries::insert_entry(connection, self)
    }
}
